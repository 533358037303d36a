"""unjam solve: every level of a file, in the order of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby, tee
from typing import Any

import click

from ...core.puzzle import Control, Limits, Native, Puzzle, Result, Unsupported
from ...parallel.solve_many import cores, each, solve_many
from ...solving.solve import ALGORITHMS, SolveOptions, count, solutions, why_reference
from ..support import options, printing
from ..support.entries import Entry
from ..support.input_files import Levels
from ..support.terminal import echo
from ..support.translate import say, words


def _followed() -> str:
    """What the native searches can be told to follow."""
    native = [f"{say(kind.title())} ({', '.join(kind.native.heuristics)})" for kind in options.kinds()
              if kind.native and kind.native.heuristics]  # fmt: skip
    return words("For greedy, astar, idastar and hillclimb, and for native {families}.", families=", ".join(native))


def _improving() -> str:
    """Which families can."""
    able = [say(kind.title()) for kind in options.kinds() if kind.native and kind.native.improves]
    families = ", ".join(able)
    return words("Then work on the solution for so many seconds, to make it shorter ({families}).", families=families)


@click.command(
    "solve",
    cls=options.SolvingCommand,
    help="Solve every level of FILE (or of standard input), optimally unless --any is enough.",
)
@options.metric_option
@click.option("--any", "any_", is_flag=True, help="Any solution, as fast as possible.")
@click.option("--algorithm", cls=options.ListedHelp, listing=lambda: options.one_of(ALGORITHMS))
@click.option("--heuristic", cls=options.ListedHelp, listing=_followed)
@click.option(
    "--show",
    multiple=True,
    default=["moves"],
    show_default=True,
    callback=options.join_views,
    metavar=f"[{'|'.join(options.VIEWS)}]",
    help="How a solution is shown; words,boards: each move in words, the board after it and its number.",
)
@click.option("--all", "all_", is_flag=True, help="Every solution, where the family can list them.")
@click.option("--count", is_flag=True, help="Only how many solutions there are.")
@click.option("--reduced", is_flag=True, help="With --all or --count: up to symmetry.")
@click.option("--improve", type=options.Seconds(), cls=options.ListedHelp, listing=_improving)
@options.common(runs=True, quiet="No progress, no summary: one line a level, its moves or why there are none.")
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
    improve: float | None,
) -> int:
    if reduced and not (all_ or count):
        raise click.UsageError(words("--reduced goes with --all or --count"))
    levels, control = common.levels(), Control()
    if levels.showing and "boards" not in show:
        raise click.UsageError(words("--{option} goes with --show boards", option=next(iter(levels.showing))))
    extra = {"algorithm": algorithm, **levels.solving}
    if common.folder is not None:
        if all_ or count or improve is not None:
            raise click.UsageError(words("--out keeps one solution a level; leave out --all, --count and --improve"))
        if levels.first is not None:
            SolveOptions(metric, algorithm, heuristic, any_, options=levels.solving).task(levels.first)
        given = {"metric": metric, "algorithm": algorithm, "heuristic": heuristic, "any": any_}
        from ..support.run_folder import keep

        return keep(levels, common, "solve", printing.SOLVING, given)
    if common.cluster is not None and (all_ or count or improve is not None or show not in ("moves", "none")):
        raise click.UsageError(
            words("--cluster gives moves, one solution a level; leave out --all, --count, --improve, --show")
        )
    workers = common.workers or cores()
    limits = common.limits(max(1, levels.ahead(workers)))
    told = set[str]()
    if improve is not None and (all_ or count):
        raise click.UsageError(words("--improve goes with one solution; leave out --all and --count"))
    if all_ or count:
        many = Many(levels, common, limits, reduced, show, extra)
        for entry in levels:
            many.answer(entry, only_count=count)
        return levels.codes.code

    def told_of(puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """The same puzzles; once for each family, why the reference search runs where it does."""
        for puzzle in puzzles:
            why = why_reference(puzzle, algorithm, heuristic, any_)
            if why and puzzle.family not in told and not common.quiet:
                told.add(puzzle.family)
                echo(say(why), err=True)
            yield puzzle

    def solved(puzzles: Iterator[Puzzle], metric: str | None) -> Iterator[Result]:
        return solve_many(
            told_of(puzzles),
            metric=metric,
            heuristic=heuristic,
            any=any_,
            limits=limits,
            control=control,
            workers=workers,
            **extra,
        )

    def answers(puzzles: Iterator[Puzzle]) -> Iterator[Result]:
        """What was found, made shorter where that was asked for."""
        if improve is None:
            return solved(puzzles, metric)
        better = Better(metric, Limits(improve, limits.bytes), control)
        return each(
            better.result, better.solved(puzzles, solved), workers=max(1, levels.ahead(workers)), control=control
        )

    said = Say(levels, common.as_json, common.quiet, show, metric if improve is None else None, levels.showing)
    given = {"metric": metric, "heuristic": heuristic, "any": any_, **extra}

    def rest() -> int:
        """Other processes answer what is left."""
        from ..support.run_printed import Apart  # a small file does without

        return Apart(levels, common, control, "solve", given).answer(said, printing.SOLVING)

    if improve is None and show in ("moves", "none") and printing.is_shared(levels, common):
        return rest()
    for entry, result in printing.every_answer(levels, answers, common, control, printing.SOLVING):
        if result is None:
            levels.refuse(entry)
        else:
            levels.codes.note(result)
        said(entry, result)
    return rest() if levels.ahead(1) else levels.codes.code


@dataclass(frozen=True, slots=True)
class Say:
    """How the answer for a level is written; it travels to the processes that answer."""

    levels: Levels | printing.Company
    as_json: bool
    quiet: bool
    show: str
    metric: str | None
    showing: dict[str, Any]

    def __call__(self, entry: Entry, result: Result | None) -> None:
        if self.as_json:
            printing.record(self.levels, entry, _record(entry, result, self.metric))
        elif self.quiet and self.show in ("moves", "none"):
            echo(_line(entry, result, self.show))
        elif result is not None:
            self._print(entry, result)

    def _print(self, entry: Entry, result: Result) -> None:
        """The answer for people."""
        puzzle = entry.puzzle
        assert puzzle is not None
        if "words" in self.show and entry.number > 1:
            echo()
        if not self.quiet:
            echo(f"{printing.heading(self.levels, entry)}{printing.verdict(result)}")
        style = type(puzzle).settings(self.showing, shows=True).get("style")
        printing.shown(puzzle, result.moves, self.show, style)


@dataclass(frozen=True, slots=True)
class Better:
    """Solves, and makes shorter what was found, in a metric that the solver itself need not have."""

    metric: str | None
    limits: Limits
    control: Control

    def solved(
        self, puzzles: Iterator[Puzzle], solve: Callable[[Iterator[Puzzle], str | None], Iterator[Result]]
    ) -> Iterator[tuple[Puzzle, Result]]:
        """Each puzzle with what the solver found."""
        from ...solving.improve import improved_metric, solved_metric

        for kind, group in groupby(puzzles, type):
            metric = solved_metric(kind, improved_metric(kind, self.metric))
            ours, theirs = tee(group)
            yield from zip(ours, solve(theirs, metric), strict=False)

    def result(self, found: tuple[Puzzle, Result]) -> Result:
        """The better result; the same where there is none, or where it is proven that none is better."""
        from ...solving.improve import improve, improved_metric

        puzzle, result = found
        metric = improved_metric(type(puzzle), self.metric)
        if result.cost is None or (result.optimal and result.metric == metric):
            return result
        return improve(puzzle, result, metric=metric, limits=self.limits, control=self.control)


def _head(entry: Entry) -> dict[str, Any]:
    return {"title": entry.level.title, "family": entry.kind.family}


def _record(entry: Entry, result: Result | None, metric: str | None) -> dict[str, Any]:
    """The JSON object for one level, with the keys of docs/formats.md."""
    head = _head(entry)
    if result is not None and entry.puzzle is not None:
        return head | result.record(entry.puzzle)
    return head | {
        "status": "invalid", "metric": entry.kind.metric(metric), "cost": None, "optimal": False, "lower_bound": None,
        "moves": [], "expanded": 0, "generated": 0, "seconds": 0.0, "algorithm": None, "reason": str(entry.level.error),
    }  # fmt: skip


def _line(entry: Entry, result: Result | None, show: str) -> str:
    """The answer on one line, for --quiet: the moves, or the status as JSON has it where there are none to show."""
    if result is None or entry.puzzle is None:
        return "invalid"
    moves = " ".join(entry.puzzle.notations(result.moves)) if show == "moves" else ""
    if result.status == "solved":
        return moves or "solved"
    return f"{result.status}: {moves}" if moves else result.status


def _advised(error: Unsupported, puzzle: Puzzle, needs: str, option: str | None = None) -> str:
    """The error, and to leave the option out where the family has nothing for it."""
    able = puzzle.native is not None and getattr(type(puzzle.native), needs) is not getattr(Native, needs)
    if able:
        return say(error)
    return words("{reason}; leave out --{option}", reason=say(error), option=option or needs)


@dataclass(frozen=True, slots=True)
class Many:
    """All solutions of each level, or their number."""

    levels: Levels
    common: options.Common
    limits: Limits
    reduced: bool
    show: str
    extra: dict[str, Any]

    def answer(self, entry: Entry, only_count: bool) -> None:
        """Prints what was asked for one level."""
        if entry.puzzle is None:
            self.levels.refuse(entry)
            if self.common.as_json:
                self._record(entry, {"status": "invalid", "reason": str(entry.level.error)})
        elif only_count:
            self._count(entry, entry.puzzle)
        else:
            self._list(entry, entry.puzzle)

    def _record(self, entry: Entry, values: dict[str, Any]) -> None:
        printing.record(self.levels, entry, _head(entry) | values)

    def _heading(self, entry: Entry) -> str:
        return "" if self.common.quiet else printing.heading(self.levels, entry)

    def _count(self, entry: Entry, puzzle: Puzzle) -> None:
        try:
            result = count(puzzle, limits=self.limits, reduced=self.reduced, **self.extra)
        except Unsupported as error:
            raise click.UsageError(_advised(error, puzzle, "count")) from None
        self.levels.codes.note(result)
        if self.common.as_json:
            full = result.record(puzzle)
            kept = {name: full[name] for name in ("expanded", "seconds", "algorithm", "reason")}
            counted = {"status": result.status, "solutions": result.solutions, "reduced": self.reduced}
            self._record(entry, counted | kept)
            return
        told = printing.counted(result.solutions or 0, "solutions")
        if self.reduced:
            told = words("{solutions} up to symmetry", solutions=told)
        if result.status == "gave_up":
            told = words("at least {solutions}", solutions=told)
        echo(f"{self._heading(entry)}{told}")

    def _list(self, entry: Entry, puzzle: Puzzle) -> None:
        as_json = self.common.as_json
        if self.levels.several and not as_json and (heading := self._heading(entry)):
            echo(heading.rstrip(": "))
        try:
            stream, found = solutions(puzzle, limits=self.limits, reduced=self.reduced, **self.extra), 0
        except Unsupported as error:
            raise click.UsageError(_advised(error, puzzle, "solutions", "all")) from None
        while True:
            try:
                moves = next(stream)
            except StopIteration as end:
                result = end.value
                break
            names = puzzle.notations(moves)
            if as_json:
                self._record(entry, {"solution": found, "status": "solved", "moves": names})
            elif "boards" in self.show:
                from .show import played

                echo("\n" + words("Solution {number}", number=found + 1))
                printing.board(played(puzzle, moves))
            elif self.show != "none":
                echo(" ".join(names))
            found += 1
        self.levels.codes.note(result)
        if as_json and result.status != "solved":
            self._record(entry, {"status": result.status, "solution": None, "moves": [], "reason": str(result.reason)})
        elif not as_json and (not self.common.quiet or result.status != "solved"):
            rest = f"; {say(result.reason)}" if result.reason else ""
            echo(f"{printing.counted(found, 'solutions')}{rest}", err=True)
