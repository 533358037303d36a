"""Every 6 by 6 Rush Hour puzzle there is, on as many processes or machines as there are.

    python examples/every_rushhour.py OUT --workers 2                 every board without walls
    python examples/every_rushhour.py OUT --share 10                  a tenth of them, always the same tenth
    python examples/every_rushhour.py OUT --walls 2 --share 1000      one part in a thousand of those with two walls
    python examples/every_rushhour.py OUT --cluster tcp://host:8786   on a running Dask scheduler

A puzzle is the hardest board of a reachable space that can be solved, where no car and no wall can go without making it
easier.
Each part of the boards becomes a file ``OUT/parts/NAME.json`` that is whole or not there. Stop the program whenever you
like; started again it does what is missing. At the end ``OUT/boards.txt`` holds the puzzles, the longest solution
first, and a table says how many there are. ``unjam library add OUT/boards.txt`` rates them and keeps them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, as_completed
from dataclasses import asdict
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from time import monotonic

from unjam.families.rushhour.enumeration import Part, PartResult, all_parts, enumerate_parts, split
from unjam.parallel.pool import Processes, Workers

AT_ONCE = 16
"""Parts handed over at a time."""


def chosen(name: str, share: int) -> bool:
    """Whether the part is among the one in ``share`` that is done: by its name alone, so everywhere the same."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) % share == 0


def wanted(walls: int, share: int) -> Iterator[Part]:
    """The parts to do. With walls there are millions of them, so they are chosen before they are cut and counted."""
    for whole in all_parts(walls):
        if not walls or chosen(whole.name, share):
            yield from (part for part in split(whole) if walls or chosen(part.name, share))


def keep(folder: Path, name: str, found: PartResult) -> None:
    """Writes the file of a part: under another name first, so that nobody ever sees half of it."""
    text = json.dumps(asdict(found))
    draft = folder / f".{name}.{os.getpid()}"
    draft.write_text(text, encoding="ascii")
    draft.replace(folder / f"{name}.json")


def workers_of(count: int, cluster: str | None) -> Workers:
    """Processes here, or those of a Dask scheduler."""
    if cluster is None:
        return Processes(count)
    from unjam.parallel.cluster import Cluster

    return Cluster(cluster)


def missing(folder: Path, walls: int, share: int) -> Iterator[list[Part]]:
    """The chosen parts whose file is not there, some at a time."""
    there = {file.stem for file in folder.glob("*.json")}
    left = (part for part in wanted(walls, share) if part.name not in there)
    while some := list(islice(left, AT_ONCE)):
        yield some


def work(folder: Path, workers: Workers, walls: int, share: int) -> None:
    """Hands the missing parts over and keeps what comes back."""
    begun, layouts, positions = monotonic(), 0, 0
    todo = missing(folder, walls, share)
    under_way: set[Future[list[tuple[str, PartResult]]]] = set()
    while True:
        room = max(0, 2 * workers.at_once - len(under_way))
        under_way |= {workers.submit(enumerate_parts, some) for some in islice(todo, room)}
        if not under_way:
            break
        first = next(as_completed(under_way))
        under_way.discard(first)
        for name, found in first.result():
            keep(folder, name, found)
            layouts, positions = layouts + found.layouts, positions + found.positions
        if sys.stderr.isatty():
            seconds = monotonic() - begun
            print(
                f"\r{layouts:,} layouts, {positions:,} positions, {positions / seconds:,.0f} a second ",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(f"\n{layouts:,} layouts in {monotonic() - begun:,.0f} s", file=sys.stderr)


def told(out: Path, folder: Path, share: int) -> None:
    """Writes the puzzles and says what was found in all."""
    sums = dict.fromkeys(("layouts", "spaces", "positions", "expanded"), 0)
    solvable: list[int] = []
    boards: list[tuple[int, str]] = []
    for file in sorted(folder.glob("*.json")):
        found = json.loads(file.read_text(encoding="ascii"))
        for name in sums:
            sums[name] += found[name]
        solvable += [0] * (len(found["solvable"]) - len(solvable))
        for moves, count in enumerate(found["solvable"]):
            solvable[moves] += count
        boards += [(moves, board) for board, moves in found["boards"]]
    boards.sort(key=lambda pair: (-pair[0], pair[1]))
    with (out / "boards.txt").open("w", encoding="ascii") as file:
        file.writelines(f"{moves} {board}\n" for moves, board in boards)
    times = f" (× {share} = {{:,}})" if share > 1 else ""
    for name, count in [*sums.items(), ("solvable spaces", sum(solvable)), ("puzzles", len(boards))]:
        print(f"{name:16} {count:>16,}{times.format(count * share)}")
    if boards:
        print(f"{'hardest':16} {boards[0][0]:>16,} moves: {boards[0][1]}")


def main() -> int:
    """Reads the arguments, works, and says what was found."""
    say = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    say.add_argument("out", type=Path, help="the folder of the run")
    say.add_argument("--walls", type=int, default=0, choices=range(3), help="walls on each board (0)")
    say.add_argument("--share", type=int, default=1, help="do one part in so many (1: all)")
    say.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    say.add_argument("--cluster", help="the address of a running Dask scheduler")
    given = say.parse_args()
    folder = given.out / "parts"
    folder.mkdir(parents=True, exist_ok=True)
    run = {"walls": given.walls, "share": given.share}
    note = given.out / "run.json"
    if note.exists() and json.loads(note.read_text(encoding="ascii")) != run:
        say.error(f"{given.out} holds another run: {note.read_text(encoding='ascii')}")
    note.write_text(json.dumps(run), encoding="ascii")
    workers = workers_of(given.workers, given.cluster)
    try:
        work(folder, workers, given.walls, given.share)
    except KeyboardInterrupt:
        workers.drop()
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return 130
    workers.shutdown()
    told(given.out, folder, given.share)
    return 0


if __name__ == "__main__":
    sys.exit(main())
