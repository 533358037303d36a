"""Throws mutated levels at every reader and checks that each is refused in words or read so that its text round-trips.

Run it with `make fuzz MINUTES=20` (minutes of processor time, shared by the workers). Seeds are the levels we ship in
every format, and samples of the rarer ones below. An input whose answer is new (other words, another family) becomes a
seed itself. The same seed and number of inputs give the same inputs; what fails is made smaller and kept in out/fuzz.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType

import unjam
from unjam.families import FAMILIES, family
from unjam.formats.read import decode_text, read_levels
from unjam.formats.shipped import bundled

OURS = [name for name, place in FAMILIES.items() if isinstance(place, str)]
PACKAGE = str(Path(unjam.__file__).parent)
MAX_SECONDS = 1.0
MAX_BYTES = 500 << 20
HANG_SECONDS = 10
SHORT, LONG = 600, 20_000
"""Characters: most inputs are no longer than a level needs, one in two hundred is."""
MAX_SEEDS = 4_000

SAMPLES = r"""
5#|#@$.#|5#
3(#)2#|#@$.#|2(2#)#
#####\n#@-_#\n#$+*#\n#####\nTitle: One\nAuthor: Two\nComment:\nhm\nComment-End:
:: remark\n; note\n\nFirst\n\n  ####\n###  #\n#@$ .#\n######\n
6\n3\nWWWWWW\nW+B. W\nWWWWWW\n
####\n#pb.#\n#PB #\n####
#####\n#   **\n# $.**\n#@  ##\n#####\n  ** *
<?xml version="1.0"?>\n<SokobanLevels>\n<Level Id="t">\n<L>####</L>\n<L>#@$.#</L>\n<L>&#35;####</L>\n</Level>
One\n\n####\n#@$.#\n####\na thought\nAuthor: a\nAuthor: b\n-----\n\nTwo\n####\n#.$@#\n####
+---+\n|A A >\n|. B|\n+---+\n
A title\n\nA A . .\n. . B .\n. . B .\ntarget A
# remark\n. X X .\n. . . B\n. . . B\n
0 0 0 2\n1 1 0 2\n0 0 0 0\n0 0 0 0\n7
6\n2\n1 h 2 1 3\n2 v 3 4 2\nexit right\n
oBCCoo\nDBoEFF\nDAAEGH\nDooIGH\nJoxIKo\nJLLLKo\nexit left\n
7 oooooooooooooAAooBoooooBoooooBoooooo 2\n3 ooooooooooooAAoooooooooooooooooooooo 1\n
0 0 2 0 0 0\n0 0 2 0 0 0\n1 1 2 0 3 0\n0 0 0 0 3 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n
AA..
A\nA\n.\n
2 3\n1 2 0\n3 4 5\ngoal\n0 1 2 3 4 5
1 2 0 3 4 5 6 7 8\n\n1 0 2 3 4 5 6 7 8
1,2,_;3,4,5;6,7,8
[[1,2,0],[3,4,5],[6,7,8]]
AABB\nAABB\nC..#\ngoal A at 1,0\ngoal C at 0,0\n
board 3 2\nBar 1x2\nSquare 2x2\nBar @ 0,0 locked\n
board\n.##.\n####\nL 2 flip red\n##\n#.\nI 1x2 turn #ff0000\n; done\n
board 3 3 leftover\nDot 1x1 9\nDot @ 1,1 r1\n
"""
"""Levels in rarer forms, one a line, with \\n for a line break."""
TOKENS = [
    *"\n\t \f\x00\x85\u00a0\u2028\u0301\ufeff#@$*+.-_|(),;[]{}%019ABXRWLoxzhvé😀٣²Ⅷ１",
    *(
        "\n\n",
        "\r\n",
        "((((",
        "))))",
        "::",
        "-----",
        "{n}",
        "<Level>",
        "</L>",
        "<L>",
        "&amp;",
        "<!ENTITY a 'b'>",
        "target B",
        "Title: t",
        "Author: a",
    ),
    *("16", "17", "255", "256", "99999", "-1", "+1", "1e9", "0x1", "@ 0,0", "goal", "goal A at 0,0", "at"),
    *(
        "exit",
        "exit left",
        "exit up",
        "board",
        "board 3 3",
        "leftover",
        "locked",
        "fixed",
        "turn",
        "flip",
        "r1",
        "m3",
        "red",
    ),
]


@dataclass
class Tally:
    """What a run saw."""

    inputs: int = 0
    levels: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")
    peak: int = 0
    faults: dict[str, tuple[str, str]] = field(default_factory=dict)  # what -> (how it was read, input)
    times: Counter[str] = field(default_factory=Counter)
    digest: str = ""

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.levels += other.levels
        self.refused += other.refused
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.peak = max(self.peak, other.peak)
        self.faults = other.faults | self.faults
        self.times += other.times


class Wrong(Exception):
    """A level that breaks a promise."""


class Hang(BaseException):
    """Reading did not come to an end."""


def ring(signum: int, frame: FrameType | None) -> None:
    raise Hang


def seeds() -> list[tuple[str, str]]:
    """The shipped levels in each of their formats, samples, and files of several levels; with their family."""
    texts_by_family = [("detected", line.replace("\\n", "\n")) for line in SAMPLES.strip().splitlines()]
    for name in OURS:
        levels = [family(name).parse(level.board) for level in bundled(name)]
        for puzzle in levels:
            texts = [str(puzzle)]
            for form in puzzle.formats:
                try:
                    texts.append(puzzle.text(form, title="A title", notes={"author": "somebody"}))
                except unjam.Unsupported:
                    continue
            texts_by_family += [(name, text) for text in texts]
        texts_by_family.append((name, "\n\n".join(str(puzzle).rstrip("\n") for puzzle in levels[:3])))
    return sorted(each for each in set(texts_by_family) if len(each[1]) <= SHORT)


def mutated(text: str, other: str, rng: Random) -> str:
    """The text after one to six small accidents; ``other`` lends its pieces."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 6))):
        text = rng.choice(ACCIDENTS)(text, other, rng)
    if rng.random() < 0.005:
        text = blown_up(text, other, rng)
    return text[: LONG if len(text) > 4 * SHORT else SHORT]


def spot(text: str, rng: Random) -> int:
    return rng.randrange(len(text) + 1)


def drop(text: str, other: str, rng: Random) -> str:
    at = spot(text, rng)
    return text[:at] + text[at + rng.choice((1, 1, 1, 2, 5, 20)) :]


def put(text: str, other: str, rng: Random) -> str:
    at = spot(text, rng)
    return text[:at] + rng.choice(TOKENS) + text[at:]


def replace(text: str, other: str, rng: Random) -> str:
    at = spot(text, rng)
    return text[:at] + rng.choice(TOKENS) + text[at + 1 :]


def swap_characters(text: str, other: str, rng: Random) -> str:
    if len(text) < 2:
        return text
    a, b = sorted(rng.sample(range(len(text)), 2))
    return text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :]


def borrow(text: str, other: str, rng: Random) -> str:
    at, of = spot(text, rng), spot(other, rng)
    return text[:at] + other[of : of + rng.choice((1, 3, 10, 40, 1000))] + text[at:]


def splice(text: str, other: str, rng: Random) -> str:
    return text[: spot(text, rng)] + other[spot(other, rng) :]


def follow(text: str, other: str, rng: Random) -> str:
    return text + rng.choice(("\n", "\n\n", "", "\n;\n")) + other


def repeat(text: str, other: str, rng: Random) -> str:
    a, b = sorted((spot(text, rng), spot(text, rng)))
    return text[:b] + (text[a:b] * rng.choice((1, 2, 3, 10)))[:SHORT] + text[b:]


def blown_up(text: str, other: str, rng: Random) -> str:
    a, b = sorted((spot(text, rng), spot(text, rng)))
    return text[:b] + (text[a : b + 1] * LONG)[: rng.randrange(4 * SHORT, LONG)] + text[b:]


def number(text: str, other: str, rng: Random) -> str:
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return put(text, other, rng)
    match = rng.choice(numbers)
    value = int(match[0][:9])
    new = rng.choice((value + 1, value - 1, 0, 1, value * 10, 16, 17, 64, 10**6, 10**18, -value))
    return text[: match.start()] + str(new) + text[match.end() :]


def lines(text: str, other: str, rng: Random) -> str:
    rows = text.split("\n")
    at, to = rng.randrange(len(rows)), rng.randrange(len(rows))
    kind = rng.randrange(6)
    if kind == 0:
        del rows[at]
    elif kind == 1:
        rows.insert(to, rows[at])
    elif kind == 2:
        rows[at], rows[to] = rows[to], rows[at]
    elif kind == 3:
        rows[at] = rows[at][::-1]
    elif kind == 4:
        rows.insert(at, "")
    else:
        rows[at] = rng.choice((" ", "\t", "  ; ", "# ")) + rows[at]
    return "\n".join(rows)


def whole(text: str, other: str, rng: Random) -> str:
    kind = rng.randrange(7)
    if kind == 0:
        return text.replace("\n", "\r\n")
    if kind == 1:
        return text.swapcase()
    if kind == 2:
        return text.replace(" ", rng.choice(("", "  ", "\t", ", ", "\n")))
    if kind == 3:
        return text.replace("\n", rng.choice(("", " ", "|", "\n\n", "/")))
    if kind == 4:
        return text[::-1]
    if kind == 5:
        return " ".join(text)
    mark = rng.choice(text) if text else "A"
    return text.replace(mark, rng.choice(TOKENS)) if len(text) < 500 else text


ACCIDENTS = [
    drop,
    put,
    put,
    replace,
    replace,
    swap_characters,
    borrow,
    splice,
    follow,
    repeat,
    number,
    number,
    lines,
    lines,
    whole,
]


def readings() -> dict[str, Callable[[str], Iterator[unjam.Level]]]:
    """Every way in: the family detected, or named, with each of its options for reading; and as bytes of a file."""
    readers: dict[str, Callable[[str], Iterator[unjam.Level]]] = {
        "detected": lambda text: iter(read_levels(text + "\n")),
        "bytes": lambda text: iter(read_levels(decode_text(text.encode("utf-8", "surrogatepass")) + "\n")),
    }
    for name in OURS:
        kind = family(name)
        readers[name] = kind.levels
        for option in kind.about.options:
            for choice in option.choices if option.reads else ():
                readers[f"{name} {option.name}={choice}"] = lambda text, kind=kind, options={option.name: choice}: (
                    kind.levels(text, **options)
                )
    return readers


def checked(levels: Iterator[unjam.Level], text: str) -> Iterator[tuple[str, ...]]:
    """What each level came to, in words that say whether it is new; Wrong where a promise is broken."""
    for level in levels:
        if (level.puzzle is None) == (level.error is None):
            raise Wrong("a level is either a puzzle or an error")
        if level.error is not None:
            check_error(level.error, text)
            yield tuple(sorted({fault.message.template for fault in level.error.faults}))
            continue
        puzzle, kind = level.puzzle, type(level.puzzle)
        if same(kind, str(puzzle)) != puzzle or same(kind, puzzle.storage_text()) != puzzle:
            raise Wrong("parse(str(puzzle)) is another puzzle")
        for form in puzzle.formats:
            try:
                written = puzzle.text(form, title=level.title, notes=level.notes)
            except unjam.Unsupported:
                continue
            if not alike(same(kind, written), puzzle):
                raise Wrong(f"what is written as {form} reads as another puzzle")
        scene = puzzle.scene()
        kind_of = f"{len(scene.pieces) // 4} {puzzle.is_solved()} {bool(level.title)} {scene.exit and scene.exit.side}"
        yield puzzle.family, f"{puzzle.family} {kind_of}"


def same(kind: type[unjam.Puzzle], text: str) -> unjam.Puzzle:
    try:
        return kind.parse(text)
    except unjam.PuzzleError as error:
        raise Wrong(f"what was written cannot be read: {error.message.template}") from error


def alike(first: unjam.Puzzle, second: unjam.Puzzle) -> bool:
    """Whether they are the same but for the names of their pieces: not every format has a place for those."""

    def looks(puzzle: unjam.Puzzle) -> tuple[object, ...]:
        scene = puzzle.scene()
        pieces = sorted((piece.cells, piece.kind, piece.state) for piece in (*scene.pieces, *scene.waiting))
        return scene.floor, scene.exit, scene.goal, pieces, str(puzzle.is_solved())

    return first == second or looks(first) == looks(second)


@lru_cache(maxsize=1)
def rows_of(text: str) -> int:
    """The lines of the text, and one more for a fault at its end."""
    return len(text.splitlines()) + 1


def check_error(error: unjam.PuzzleError, text: str) -> None:
    """Wrong where the words cannot be said or the place is not in the text."""
    rows = rows_of(text)
    for fault in error.faults:
        if not str(fault) or "\n" in str(fault.place or ""):
            raise Wrong("a fault has no words")
        if fault.line is not None and not 1 <= fault.line <= rows:
            raise Wrong(f"a fault is on a line that the text does not have: {fault.message.template}")


def trial(read: Callable[[str], Iterator[unjam.Level]], text: str) -> tuple[str | None, list[tuple[str, ...]], float]:
    """What went wrong (or None), what the levels came to, and the processor's seconds."""
    start, seen, fault = time.process_time(), list[tuple[str, ...]](), None
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)
    try:
        seen.extend(checked(read(text), text))
    except unjam.PuzzleError as error:
        try:
            check_error(error, text)
            seen.append(tuple(sorted({each.message.template for each in error.faults})))
        except Wrong as wrong:
            fault = str(wrong)
    except Wrong as wrong:
        fault = str(wrong)
    except Hang:
        fault = f"no end within {HANG_SECONDS} s"
    except MemoryError:
        fault = f"more than {MAX_BYTES >> 20} MB"
    except Exception as error:
        frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(PACKAGE)]
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        fault = f"{type(error).__name__} in {place}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - start
    if fault is None and seconds > MAX_SECONDS:
        fault = "slow"
    return fault, seen, seconds


def smaller(read: Callable[[str], Iterator[unjam.Level]], text: str, fault: str) -> str:
    """The text with as much left out as still fails in the same way."""
    tries, step = 300 if fault not in ("slow",) and "no end" not in fault else 8, max(1, len(text) // 2)
    while step and tries > 0:
        at = 0
        while at < len(text) and tries > 0:
            tries -= 1
            shorter = text[:at] + text[at + step :]
            if trial(read, shorter)[0] == fault:
                text = shorter
            else:
                at += step
        step //= 2
    return text


def fuzz(seed: int, worker: int = 0, inputs: int | None = None, seconds: float | None = None) -> Tally:
    """One worker's run: so many inputs, or so many seconds of its processor time."""
    signal.signal(signal.SIGVTALRM, ring)
    rng, ways, tally = Random(f"{seed}:{worker}"), readings(), Tally()
    pristine = seeds()
    corpus = list(pristine)
    known, digest, begin = set[str](), sha256(), time.process_time()
    names = list(ways)
    while tally.inputs < inputs if inputs is not None else time.process_time() - begin < (seconds or 0):
        own, text = rng.choice(pristine if rng.random() < 0.6 else corpus)
        text = mutated(text, rng.choice(corpus)[1], rng)
        way = rng.choice((own, own, own, "detected", "detected", "detected", "bytes", rng.choice(names)))
        fault, seen, spent = trial(ways[way], text)
        if fault == "slow":  # or the machine was busy
            fault, seen, spent = min((trial(ways[way], text) for _ in range(3)), key=lambda each: each[2])
        tally.inputs += 1
        digest.update(text.encode("utf-8", "surrogatepass"))
        tally.slowest = max(tally.slowest, (spent, text[:2000]))
        if fault is not None:
            what = f"{way.split()[0]}: {fault}"
            tally.times[what] += 1
            if what not in tally.faults:
                tally.faults[what] = (way, smaller(ways[way], text, fault))
        for words in seen:
            puzzle = words[:1] and words[0] in OURS
            tally.levels += bool(puzzle)
            tally.refused += not puzzle
        fresh = {word for words in seen for word in words} - known
        if fresh and len(corpus) < MAX_SEEDS and len(text) <= SHORT:
            known |= fresh
            corpus.append((way, text))
    tally.seconds = time.process_time() - begin
    tally.peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    tally.digest = digest.hexdigest()
    return tally


def run(seed: int, worker: int, inputs: int | None, seconds: float | None) -> Tally:
    """The same in a process of its own, which may grow by MAX_BYTES and no more."""
    fuzz(seed, worker, inputs=50)  # everything is loaded before the memory is measured
    held = (
        int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        if sys.platform == "linux"
        else 0
    )
    if held:
        resource.setrlimit(resource.RLIMIT_AS, (held + MAX_BYTES, held + MAX_BYTES))
    return fuzz(seed, worker, inputs, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="processor time, shared by the workers")
    parser.add_argument("--inputs", type=int, help="so many inputs instead")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1)
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"))
    options = parser.parse_args()
    share = None if options.inputs is None else -(-options.inputs // options.workers)
    total, start = Tally(), time.perf_counter()
    with ProcessPoolExecutor(options.workers) as pool:
        waiting = [
            pool.submit(run, options.seed, worker, share, options.minutes * 60 / options.workers)
            for worker in range(options.workers)
        ]
        for future in waiting:
            total.add(future.result())
    print(
        f"{total.inputs:,} inputs in {total.seconds:,.0f} s of processor time ({time.perf_counter() - start:,.0f} s on "
        f"{options.workers} workers), {total.inputs / max(total.seconds, 1e-9):,.0f} a second: "
        f"{total.levels:,} levels read, {total.refused:,} refused"
    )
    print(f"slowest {total.slowest[0] * 1000:.0f} ms, peak {total.peak >> 20} MB, distinct faults: {len(total.faults)}")
    for what, (way, text) in sorted(total.faults.items()):
        options.out.mkdir(parents=True, exist_ok=True)
        path = options.out / f"{sha256(what.encode()).hexdigest()[:10]}.txt"
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        print(f"  {total.times[what]} × {what} (read as {way}): {path}")
        print(f"    {text[:160]!r}{' …' if len(text) > 160 else ''}")
    return 1 if total.faults else 0


if __name__ == "__main__":
    sys.exit(main())
