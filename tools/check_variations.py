"""Checks ``unjam.vary`` on the shipped levels: proposals are valid, distinct and in the direction that was asked for.

    python tools/check_variations.py --count 50
    python tools/check_variations.py --families tiles packing --count 5 --seed 2

For every family and direction it prints how many levels got three proposals, fewer or none, what is wrong with them
(nothing, it is hoped), and how long the first proposal took. Every proposal is read again from its text, solved and
rated from scratch. It ends with 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

import unjam
from unjam.core.puzzle import Puzzle
from unjam.formats.shipped import bundled
from unjam.generation.generate import generator_for
from unjam.generation.vary import DIRECTIONS, Direction

WANTED = 3


@dataclass
class Tally:
    """What was found for the levels of one family in one direction."""

    found: list[int] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        full, none = sum(n == WANTED for n in self.found), self.found.count(0)
        times = sorted(self.first) or [0.0]
        high = times[int(0.95 * (len(times) - 1))]
        counts = (len(self.found), full, len(self.found) - full - none, none, len(self.wrong))
        seconds = (statistics.median(times), high, times[-1])
        return f"{name:18}" + "".join(f" {n:6}" for n in counts) + "  " + "".join(f" {each:6.2f}" for each in seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--families", nargs="*", default=list(unjam.FAMILIES), help="the families to check")
    parser.add_argument("--count", type=int, default=50, help="how many shipped levels of each family")
    parser.add_argument("--seed", type=int, default=1, help="chooses the levels and the proposals")
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit for the proposals of one level")
    options = parser.parse_args()
    print(f"{'':18} levels  three  fewer   none  wrong   first proposal: median, 95 %, longest in seconds")
    wrong = 0
    for name in options.families:
        for direction in DIRECTIONS:
            tally = check(sample(name, options.count, options.seed), direction, options.seed, options.seconds)
            print(tally.line(f"{name} {direction}"), flush=True)
            for each in tally.wrong:
                print(f"    wrong: {each}")
            for each in tally.without:
                print(f"    none: {each}")
            wrong += len(tally.wrong)
    return int(wrong > 0)


def sample(name: str, count: int, seed: int) -> list[tuple[str, Puzzle]]:
    """Return this many shipped levels of a family, all of them if there are not more, with their titles."""
    levels = [(level.title, unjam.family(name).parse(level.board)) for level in bundled(name)]
    return Random(seed).sample(levels, min(count, len(levels)))


def check(levels: list[tuple[str, Puzzle]], direction: Direction, seed: int, seconds: float) -> Tally:
    tally = Tally()
    for title, level in levels:
        start = perf_counter()
        control = unjam.Control(stop_when=lambda start=start: perf_counter() - start > seconds)  # type: ignore[misc]
        found = []
        for variation in unjam.vary(level, direction, count=WANTED, seed=seed, control=control):
            if not found:
                tally.first.append(perf_counter() - start)
            found.append(variation)
        tally.found.append(len(found))
        if not found:
            tally.without.append(f"{title}, after {perf_counter() - start:.1f} s")
        tally.wrong += [f"{title}: {why}" for why in faults(level, direction, [each.puzzle for each in found])]
    return tally


def faults(level: Puzzle, direction: Direction, proposals: list[Puzzle]) -> Iterator[str]:
    """Yield what is wrong with the proposals for a level."""
    key = generator_for(type(level)).key
    if len({key(each) for each in (level, *proposals)}) <= len(proposals):
        yield "two of the levels are equivalent"
    before = unjam.rate(level)
    for each in proposals:
        again = type(each).parse(each.storage_text())
        if again != each:
            yield f"{each} is read as {again}"
        if again.faults():
            yield f"{each} has faults: {again.faults()[0].message}"
        result = unjam.solve(again)
        if not (result.solved and result.optimal and result.cost):
            yield f"{each} is not solved: {result.status}"
        after = unjam.rate(again, result=result)
        if after.score is None or before.score is None:
            yield f"{each} has no rating"
        elif not (after.score > before.score if direction == "harder" else after.score < before.score):
            yield f"{each} takes {after.score:.1f} s, the level {before.score:.1f} s"


if __name__ == "__main__":
    raise SystemExit(main())
