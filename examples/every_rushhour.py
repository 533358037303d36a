"""Enumerates every 6 by 6 Rush Hour puzzle, on any number of processes or machines.

    python examples/every_rushhour.py OUT --workers 2                 every board without walls
    python examples/every_rushhour.py OUT --share 10                  a tenth of them, always the same tenth
    python examples/every_rushhour.py OUT --walls 2 --share 1000      one part in a thousand of those with two walls
    python examples/every_rushhour.py OUT --cluster tcp://host:8786   on a running Dask scheduler

A puzzle is the hardest board of a solvable reachable space, if removing any car or wall makes it easier. Each part of
the boards becomes a file ``OUT/parts/NAME.json``. Stop the program whenever you like; started again it does what is
missing. At the end ``OUT/boards.txt`` holds the puzzles, the longest solution first, and a table shows how many there
are. ``unjam library add OUT/boards.txt`` rates and stores them.
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
from unjam.parallel.pool import Pool, ProcessPool

PARTS_PER_JOB = 16
"""Parts per job."""


def is_chosen(name: str, share: int) -> bool:
    """Whether the part is in the sample of one in ``share``; its name decides, so every machine agrees."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) % share == 0


def chosen_parts(walls: int, share: int) -> Iterator[Part]:
    """Yield the parts of the sample. With walls there are millions, so they are chosen before they are split."""
    for whole in all_parts(walls):
        if not walls or is_chosen(whole.name, share):
            yield from (part for part in split(whole) if walls or is_chosen(part.name, share))


def save_part(folder: Path, name: str, result: PartResult) -> None:
    """Write the file of a part under another name first, so that it is always complete."""
    text = json.dumps(asdict(result))
    draft = folder / f".{name}.{os.getpid()}"
    draft.write_text(text, encoding="ascii")
    draft.replace(folder / f"{name}.json")


def open_pool(count: int, cluster: str | None) -> Pool:
    """Return local processes, or those of a Dask scheduler."""
    if cluster is None:
        return ProcessPool(count)
    from unjam.parallel.cluster import DaskPool

    return DaskPool(cluster)


def missing(folder: Path, walls: int, share: int) -> Iterator[list[Part]]:
    """Yield the chosen parts without a file, several at a time."""
    there = {file.stem for file in folder.glob("*.json")}
    left = (part for part in chosen_parts(walls, share) if part.name not in there)
    while some := list(islice(left, PARTS_PER_JOB)):
        yield some


def work(folder: Path, pool: Pool, walls: int, share: int) -> None:
    """Enumerate the missing parts and save their results."""
    begun, layouts, positions = monotonic(), 0, 0
    todo = missing(folder, walls, share)
    under_way: set[Future[list[tuple[str, PartResult]]]] = set()
    while True:
        room = max(0, 2 * pool.size - len(under_way))
        under_way |= {pool.submit(enumerate_parts, some) for some in islice(todo, room)}
        if not under_way:
            break
        first = next(as_completed(under_way))
        under_way.discard(first)
        for name, result in first.result():
            save_part(folder, name, result)
            layouts, positions = layouts + result.layouts, positions + result.positions
        if sys.stderr.isatty():
            seconds = monotonic() - begun
            print(
                f"\r{layouts:,} layouts, {positions:,} positions, {positions / seconds:,.0f} a second ",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(f"\n{layouts:,} layouts in {monotonic() - begun:,.0f} s", file=sys.stderr)


def summarise(out: Path, folder: Path, share: int) -> None:
    """Write the puzzles and print the totals."""
    sums = dict.fromkeys(("layouts", "spaces", "positions", "expanded"), 0)
    solvable: list[int] = []
    boards: list[tuple[int, str]] = []
    for file in sorted(folder.glob("*.json")):
        part = json.loads(file.read_text(encoding="ascii"))
        for name in sums:
            sums[name] += part[name]
        solvable += [0] * (len(part["solvable"]) - len(solvable))
        for moves, count in enumerate(part["solvable"]):
            solvable[moves] += count
        boards += [(moves, board) for board, moves in part["boards"]]
    boards.sort(key=lambda pair: (-pair[0], pair[1]))
    with (out / "boards.txt").open("w", encoding="ascii") as file:
        file.writelines(f"{moves} {board}\n" for moves, board in boards)
    times = f" (× {share} = {{:,}})" if share > 1 else ""
    for name, count in [*sums.items(), ("solvable spaces", sum(solvable)), ("puzzles", len(boards))]:
        print(f"{name:16} {count:>16,}{times.format(count * share)}")
    if boards:
        print(f"{'hardest':16} {boards[0][0]:>16,} moves: {boards[0][1]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="the folder of the run")
    parser.add_argument("--walls", type=int, default=0, choices=range(3), help="walls on each board (0)")
    parser.add_argument("--share", type=int, default=1, help="do one part in SHARE (1: all)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (all cores)")
    parser.add_argument("--cluster", help="the address of a running Dask scheduler")
    options = parser.parse_args()
    folder = options.out / "parts"
    folder.mkdir(parents=True, exist_ok=True)
    run = {"walls": options.walls, "share": options.share}
    note = options.out / "run.json"
    if note.exists() and json.loads(note.read_text(encoding="ascii")) != run:
        parser.error(f"{options.out} holds another run: {note.read_text(encoding='ascii')}")
    note.write_text(json.dumps(run), encoding="ascii")
    pool = open_pool(options.workers, options.cluster)
    try:
        work(folder, pool, options.walls, options.share)
    except KeyboardInterrupt:
        pool.kill()
        print("\nstopped; the same command continues from here", file=sys.stderr)
        return 130
    pool.close()
    summarise(options.out, folder, options.share)
    return 0


if __name__ == "__main__":
    sys.exit(main())
