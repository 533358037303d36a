"""unjam solve: every level of a file, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..puzzle import Level, Limits, Puzzle, Result
from ..solve import ALGORITHMS, solve_many
from . import files, options, output
from .show import played


@click.command("solve", help="Solve every level of FILE (or of standard input), optimally unless --any is enough.")
@options.metric_option
@click.option("--any", "any_", is_flag=True, help="Any solution, as fast as possible.")
@click.option("--algorithm", help=f"One of {', '.join(ALGORITHMS)}.")
@click.option("--heuristic", help="For greedy, astar, idastar and hillclimb; native tiles take some.")
@click.option("--show", type=click.Choice(["moves", "boards", "words", "none"]), default="moves", show_default=True)
@click.option("--all", "all_", is_flag=True, help="Packing: every solution.")
@click.option("--count", is_flag=True, help="Packing: only how many solutions.")
@click.option("--reduced", is_flag=True, help="Packing: up to symmetry.")
@click.option("--first", help="Packing: place this piece first.")
@options.goal_option
@click.option("--tables", type=click.Choice(["default", "large"]), help="Tiles: which pattern tables.")
@options.lang_option
@options.common()
def command(
    common: options.Common,
    metric: str | None,
    any_: bool,
    algorithm: str | None,
    heuristic: str | None,
    show: str,
    all_: bool,
    count: bool,
    reduced: bool,
    first: str | None,
    goal: str | None,
    tables: str | None,
    lang: str,
) -> int:
    source = common.source(goal=goal)
    workers = common.workers or output.cores()
    limits = common.limits(min(workers, len(source.levels)))
    extra = {"tables": tables, "first": first, "algorithm": algorithm, "heuristic": heuristic}
    extra = {name: value for name, value in extra.items() if value is not None}
    for name in ("tables", "first"):
        if name in extra and name not in source.family.options:
            raise click.UsageError(f"{source.family.family} does not take --{name}")
    metric = source.family.metric(metric)
    codes = output.ExitCode()
    if all_ or count:
        many = {name: value for name, value in extra.items() if name != "heuristic"}
        for level in source.levels:
            _solutions(source, level, count, reduced, limits, common, show, codes, many)
        return codes.code
    if reduced:
        raise click.UsageError("--reduced goes with --all or --count")
    answers = solve_many(
        [level.puzzle for level in source.levels if level.puzzle is not None],
        metric=metric,
        any=any_,
        limits=limits,
        workers=workers,
        **extra,
    )
    in_order = _in_order(source, answers)
    for level, result in output.progress(in_order, len(source.levels), common, limits, "solving"):
        codes.note(result)
        if result is None:
            source.complain(level)
        if common.as_json:
            output.record(_record(source, level, result, metric))
        elif result is not None and level.puzzle is not None:
            _print(source, level, level.puzzle, result, show, lang, common.quiet)
    return codes.code


def _in_order(source: files.Source, answers: Iterator[Result]) -> Iterator[tuple[Level, Result | None]]:
    for level in source.levels:
        yield level, None if level.puzzle is None else next(answers)


def _record(source: files.Source, level: Level, result: Result | None, metric: str) -> dict[str, Any]:
    """The JSON object of the contract for one level."""
    head = {"index": level.index, "title": level.title, "family": source.family.family}
    if result is None or level.puzzle is None:
        return head | {
            "status": "invalid", "metric": metric, "cost": None, "optimal": False, "lower_bound": None, "moves": [],
            "expanded": 0, "generated": 0, "seconds": 0.0, "algorithm": None, "reason": str(level.error),
        }  # fmt: skip
    return head | {
        "status": result.status,
        "metric": result.metric,
        "cost": result.cost,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "moves": level.puzzle.notations(result.moves) if result.cost is not None else [],
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": round(result.seconds, 6),
        "algorithm": result.algorithm,
        "reason": result.reason,
    }


def _print(
    source: files.Source, level: Level, puzzle: Puzzle, result: Result, show: str, lang: str, quiet: bool
) -> None:
    """The answer for people."""
    if not quiet:
        heading = output.heading(level, puzzle, len(source.levels))
        click.echo(f"{heading}{output.verdict(result)}", err=show == "words")
    if show == "boards":
        output.boards(puzzle, result.moves, lang)
    elif show == "words":
        if level.index > 0:
            click.echo()
        position = puzzle
        for move in result.moves:
            click.echo(position.words(move, lang))
            position = position.play(move)
    elif show == "moves" and result.moves:
        click.echo(output.wrapped(puzzle.notations(result.moves)))


def _solutions(
    source: files.Source,
    level: Level,
    count: bool,
    reduced: bool,
    limits: Limits,
    common: options.Common,
    show: str,
    codes: output.ExitCode,
    extra: dict[str, Any],
) -> None:
    """All solutions of one level, or their number."""
    puzzle, as_json = level.puzzle, common.as_json
    head: dict[str, Any] = {"index": level.index, "title": level.title, "family": source.family.family}
    if puzzle is None:
        source.complain(level)
        codes.note(None)
        if as_json:
            output.record(head | {"status": "invalid", "reason": str(level.error)})
        return
    heading = "" if common.quiet else output.heading(level, puzzle, len(source.levels))
    if count:
        result = puzzle.count_solutions(limits=limits, reduced=reduced, **extra)
        codes.note(result)
        if as_json:
            record = {
                "status": result.status, "solutions": result.solutions, "reduced": reduced,
                "expanded": result.expanded, "seconds": round(result.seconds, 6), "algorithm": result.algorithm,
                "reason": result.reason,
            }  # fmt: skip
            output.record(head | record)
        else:
            note = " up to symmetry" if reduced else ""
            many = "at least " if result.status == "gave_up" else ""
            number = output.counted(result.solutions or 0, "solutions")
            click.echo(f"{heading}{many}{number}{note}")
        return
    if len(source.levels) > 1 and heading and not as_json:
        click.echo(heading.rstrip(": "))
    stream, found = puzzle.solutions(limits=limits, reduced=reduced, **extra), 0
    while True:
        try:
            moves = next(stream)
        except StopIteration as end:
            result = end.value
            break
        names = puzzle.notations(moves)
        if as_json:
            output.record(head | {"solution": found, "status": "solved", "moves": names})
        elif show == "boards":
            click.echo(f"\nSolution {found + 1}")
            output.board(played(puzzle, moves))
        elif show != "none":
            click.echo(" ".join(names))
        found += 1
    codes.note(result)
    if as_json and result.status != "solved":
        output.record(head | {"status": result.status, "solution": None, "moves": [], "reason": result.reason})
    elif not as_json and (not common.quiet or result.status != "solved"):
        rest = f"; {result.reason}" if result.reason else ""
        click.echo(f"{output.counted(found, 'solutions')}{rest}", err=True)
