"""Tiles: Korf's hundred cold and warm next to plain Manhattan distance, the 8-puzzle's space, traces, easy 24-puzzles.

Three longer parts are opt-in: ``python -m bench [LEVELS] tiles.walking`` (200 random 15-puzzles by two estimates),
``tiles.large`` (builds half a gigabyte of tables) and ``tiles.korf24`` (ten minutes a board at most).
"""

from __future__ import annotations

import csv
import resource
import tempfile
from collections.abc import Callable
from os import environ
from pathlib import Path
from random import Random
from time import process_time

from unjam.core.puzzle import Limits
from unjam.families.tiles import Tiles, tables
from unjam.parallel.solve_many import solve_many
from unjam.solving.explore import explore
from unjam.solving.solve import solve
from unjam.solving.trace import trace

Report = Callable[[str], None]


def fifteens(levels: Path | None) -> tuple[list[Tiles], list[int | None]]:
    """Korf's hundred with their published lengths, or as many of our own."""
    file = levels / "tiles" / "korf100.csv" if levels else None
    if file is None or not file.is_file():
        rng = Random(100)
        return [Tiles.random(rng) for _ in range(100)], [None] * 100
    rows = list(csv.DictReader(file.open()))
    return [Tiles.parse(row["perm"]) for row in rows], [int(row["optimal"]) for row in rows]


def hundred(boards: list[Tiles], lengths: list[int | None], size: str, report: Report, name: str) -> float:
    start = process_time()
    answers = list(solve_many(boards, workers=1, tables=size))
    spent = process_time() - start
    wrong = sum(length is not None and answer.cost != length for answer, length in zip(answers, lengths, strict=True))
    nodes = sum(answer.expanded for answer in answers) / len(answers)
    report(f"{name}: {spent:.2f} s CPU, {nodes:,.0f} positions a board, {wrong} wrong lengths")
    return spent


def run(levels: Path | None, report: Report) -> None:
    boards, lengths = fifteens(levels)
    cache_home = environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        environ["XDG_CACHE_HOME"] = folder
        tables.forget()
        hundred(boards, lengths, "default", report, "100 15-puzzles, cold (tables built)")
        tables.forget()
        hundred(boards, lengths, "default", report, "100 15-puzzles, warm (tables read)")
        pace = hundred(boards, lengths, "default", report, "100 15-puzzles, tables in memory") / len(boards)
        environ.pop("XDG_CACHE_HOME")
        if cache_home is not None:
            environ["XDG_CACHE_HOME"] = cache_home
    subset = sorted(zip(boards, lengths, strict=True), key=lambda pair: Tiles.heuristics["manhattan"](pair[0], "moves"))
    start, ended = process_time(), 0
    for board, _ in subset[:5]:
        answer = solve(board, algorithm="native", heuristic="manhattan", limits=Limits(seconds=30), workers=1)
        ended += answer.optimal
    yardstick = (process_time() - start) / 5
    report(
        f"plain Manhattan IDA* on 5 of them: {yardstick:.2f} s CPU a board ({ended} solved), "
        f"{yardstick / pace:,.0f} times as long as the tables take on all"
    )

    start = process_time()
    space = explore(Tiles.parse("1 2 0 3 4 5 6 7 8"))
    report(
        f"8-puzzle explored: {space.states:,} boards, {len(space.hardest)} at {space.max_distance}, "
        f"{process_time() - start:.3f} s CPU"
    )
    start = process_time()
    walk = trace(Tiles.parse("1 2 3 4 0 5 6 7 8"))
    report(
        f"hill climb traced: {walk.count:,} boards, {len(walk.text()):,} characters, {process_time() - start:.3f} s CPU"
    )
    rng, longest = Random(3), (0.0, 0)
    for _ in range(50):
        start = process_time()
        walk = trace(Tiles.random(rng, rows=3))
        walk.text()
        longest = max(longest, (process_time() - start, walk.count))
    report(f"the slowest of 50 more: {longest[1]:,} boards in {longest[0]:.3f} s CPU")
    easy24(report, "default", Limits(seconds=60))


def easy24(report: Report, size: str, limits: Limits) -> None:
    """Boards of the 24-puzzle of 60 to 80 moves, ten of them solved."""
    rng, spent, given_up = Random(24), [0.0], 0
    lengths: list[int | None] = []
    while len(lengths) < 10:
        board = Tiles.parse(" ".join(map(str, range(25))))
        before = None
        for _ in range(120):
            after = rng.choice([each for each in map(board.play, board.moves()) if each != before])
            before, board = board, after
        start = process_time()
        answer = solve(board, tables=size, limits=limits)
        if answer.optimal and answer.cost in range(60, 81):
            lengths.append(answer.cost)
            spent.append(process_time() - start)
        given_up += not answer.optimal
    report(
        f"ten easy 24-puzzles, {size} tables: lengths {lengths}, slowest {max(spent):.1f} s CPU; "
        f"{given_up} harder ones given up"
    )


def walking(levels: Path | None = None, report: Report = print) -> None:
    """Boards drawn evenly from all that can be solved, by pattern tables and by walking distance."""
    for rows, cols, count in ((2, 4, 200), (3, 4, 200), (3, 5, 200), (4, 4, 200)):
        rng = Random(200)
        boards = [Tiles.random(rng, rows=rows, cols=cols) for _ in range(count)]
        start = process_time()
        tabled = list(solve_many(boards, workers=1))
        middle = process_time()
        walked = list(solve_many(boards, workers=1, algorithm="native", heuristic="walking-distance"))
        spent = process_time() - middle
        same = sum(a.optimal and b.optimal and a.cost == b.cost for a, b in zip(tabled, walked, strict=True))
        report(
            f"{rows}×{cols}, {count} random boards: {same} with equal lengths, "
            f"{sum(a.cost or 0 for a in tabled) / count:.1f} moves on average, "
            f"patterns {middle - start:.1f} s CPU ({sum(a.expanded for a in tabled) / count:,.0f} positions a board), "
            f"walking distance {spent:.1f} s ({sum(a.expanded for a in walked) / count:,.0f})"
        )


def large(levels: Path | None = None, report: Report = print) -> None:
    """The hundred with 7-8 tables."""
    boards, lengths = fifteens(levels)
    start = process_time()
    solve(Tiles.parse("1 2 3 7 4 5 6 0 8 9 10 11 12 13 14 15"), tables="large")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    report(f"7-8 tables built or read in {process_time() - start:.1f} s CPU, peak {peak:.2f} GB")
    hundred(boards, lengths, "large", report, "100 15-puzzles, 7-8 tables")


def korf24(levels: Path | None, report: Report = print, count: int = 5, seconds: float = 600) -> None:
    """The boards of korf24.csv with the fewest published positions, each under a time limit."""
    if levels is None:
        report("korf24 needs the folder of published levels")
        return
    rows = list(csv.DictReader((levels / "tiles" / "korf24.csv").open()))
    rows.sort(key=lambda row: int(row["korf_felner_6666_nodes"]))
    for row in rows[:count]:
        start = process_time()
        answer = solve(Tiles.parse(row["perm"]), tables="large", limits=Limits(seconds=seconds))
        report(
            f"no. {row['id']} ({row['optimal']} moves): {answer.status}, at least {answer.lower_bound}, "
            f"{answer.expanded:,} positions (published {int(row['korf_felner_6666_nodes']):,}), "
            f"{process_time() - start:.0f} s CPU, {answer.seconds:.0f} s"
        )
