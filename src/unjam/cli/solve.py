"""unjam solve: every level of a file, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from ..batch import cores, solve_many
from ..puzzle import Control, Level, Limits, Puzzle, Result, Unsupported
from ..solve import ALGORITHMS, count_solutions, solutions, why_reference
from . import files, options, output
from .show import played


def _followed() -> str:
    """What the native searches can be told to follow."""
    native = [f"native {kind.title()} ({', '.join(kind.native.heuristics)})" for kind in options.kinds()
              if kind.native and kind.native.heuristics]  # fmt: skip
    return f"For greedy, astar, idastar and hillclimb, and for {', '.join(native)}."


@click.command(
    "solve",
    cls=options.SolvingCommand,
    help="Solve every level of FILE (or of standard input), optimally unless --any is enough.",
)
@options.metric_option
@click.option("--any", "any_", is_flag=True, help="Any solution, as fast as possible.")
@click.option("--algorithm", help=f"One of {', '.join(ALGORITHMS)}.")
@click.option("--heuristic", cls=options.ListedHelp, listing=_followed)
@click.option("--show", type=click.Choice(["moves", "boards", "words", "none"]), default="moves", show_default=True)
@click.option("--all", "all_", is_flag=True, help="Every solution, where the family can list them.")
@click.option("--count", is_flag=True, help="Only how many solutions there are.")
@click.option("--reduced", is_flag=True, help="With --all or --count: up to symmetry.")
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
    lang: str,
) -> int:
    if reduced and not (all_ or count):
        raise click.UsageError("--reduced goes with --all or --count")
    source, control = common.source(), Control()
    workers = common.workers or cores()
    limits = common.limits(min(workers, len(source.levels)))
    extra = {"algorithm": algorithm, **source.solving}
    codes = output.ExitCode()
    if not common.quiet and (why := why_reference(source.family, algorithm, heuristic, any_)):
        click.echo(str(why), err=True)
    if all_ or count:
        many = Many(source, common, limits, reduced, show, codes, extra)
        for level in source.levels:
            many.answer(level, only_count=count)
        return codes.code
    metric = source.family.metric(metric)
    answers = solve_many(
        source.readable,
        metric=metric,
        heuristic=heuristic,
        any=any_,
        limits=limits,
        control=control,
        workers=workers,
        **extra,
    )
    for level, result in output.answered(source, answers, common, control, "solving"):
        codes.note(result)
        if common.as_json:
            output.record(_record(source, level, result, metric))
        elif result is not None and level.puzzle is not None:
            _print(source, level, level.puzzle, result, show, lang, common.quiet)
    return codes.code


def _head(source: files.Source, level: Level) -> dict[str, Any]:
    return {"index": level.index, "title": level.title, "family": source.family.family}


def _record(source: files.Source, level: Level, result: Result | None, metric: str) -> dict[str, Any]:
    """The JSON object of the contract for one level."""
    head = _head(source, level)
    if result is not None and level.puzzle is not None:
        return head | result.record(level.puzzle)
    return head | {
        "status": "invalid", "metric": metric, "cost": None, "optimal": False, "lower_bound": None, "moves": [],
        "expanded": 0, "generated": 0, "seconds": 0.0, "algorithm": None, "reason": str(level.error),
    }  # fmt: skip


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
            click.echo(position.words(move).to(lang))
            position = position.play(move)
    elif show == "moves" and result.moves:
        click.echo(output.wrapped(puzzle.notations(result.moves)))


@dataclass(frozen=True, slots=True)
class Many:
    """All solutions of each level, or their number."""

    source: files.Source
    common: options.Common
    limits: Limits
    reduced: bool
    show: str
    codes: output.ExitCode
    extra: dict[str, Any]

    def answer(self, level: Level, only_count: bool) -> None:
        """Prints what was asked for one level."""
        if level.puzzle is None:
            self.source.complain(level)
            self.codes.note(None)
            if self.common.as_json:
                output.record(_head(self.source, level) | {"status": "invalid", "reason": str(level.error)})
        elif only_count:
            self._count(level, level.puzzle)
        else:
            self._list(level, level.puzzle)

    def _heading(self, level: Level, puzzle: Puzzle) -> str:
        return "" if self.common.quiet else output.heading(level, puzzle, len(self.source.levels))

    def _count(self, level: Level, puzzle: Puzzle) -> None:
        try:
            result = count_solutions(puzzle, limits=self.limits, reduced=self.reduced, **self.extra)
        except Unsupported as error:
            raise click.UsageError(f"{error}; leave out --count") from None
        self.codes.note(result)
        if self.common.as_json:
            full = result.record(puzzle)
            kept = {name: full[name] for name in ("expanded", "seconds", "algorithm", "reason")}
            counted = {"status": result.status, "solutions": result.solutions, "reduced": self.reduced}
            output.record(_head(self.source, level) | counted | kept)
            return
        note = " up to symmetry" if self.reduced else ""
        many = "at least " if result.status == "gave_up" else ""
        click.echo(f"{self._heading(level, puzzle)}{many}{output.counted(result.solutions or 0, 'solutions')}{note}")

    def _list(self, level: Level, puzzle: Puzzle) -> None:
        as_json, head = self.common.as_json, _head(self.source, level)
        if len(self.source.levels) > 1 and not as_json and (heading := self._heading(level, puzzle)):
            click.echo(heading.rstrip(": "))
        try:
            stream, found = solutions(puzzle, limits=self.limits, reduced=self.reduced, **self.extra), 0
        except Unsupported as error:
            raise click.UsageError(f"{error}; leave out --all") from None
        while True:
            try:
                moves = next(stream)
            except StopIteration as end:
                result = end.value
                break
            names = puzzle.notations(moves)
            if as_json:
                output.record(head | {"solution": found, "status": "solved", "moves": names})
            elif self.show == "boards":
                click.echo(f"\nSolution {found + 1}")
                output.board(played(puzzle, moves))
            elif self.show != "none":
                click.echo(" ".join(names))
            found += 1
        self.codes.note(result)
        if as_json and result.status != "solved":
            output.record(head | {"status": result.status, "solution": None, "moves": [], "reason": str(result.reason)})
        elif not as_json and (not self.common.quiet or result.status != "solved"):
            rest = f"; {result.reason}" if result.reason else ""
            click.echo(f"{output.counted(found, 'solutions')}{rest}", err=True)
