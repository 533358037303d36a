"""unjam solve: solve every level in a file, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import click

from ...core.cores import count_workers
from ...core.own_heuristics import names_file
from ...core.puzzle import Control, Limits, Puzzle, Result
from ...parallel.scheduler import run_each
from ...parallel.solve_many import solve_many
from ...solving.solve import ALGORITHMS, SolveOptions, why_reference
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.terminal import echo
from ..reading.entries import Entry
from ..reading.family_file import load_own_heuristics
from ..reading.levels import Levels
from ..running.run_levels import LevelJob, run_levels


def _list_heuristics() -> str:
    native = [f"{translate(kind.title())} ({', '.join(kind.native.heuristics)})" for kind in options.all_families()
              if kind.native and kind.native.heuristics]  # fmt: skip
    return words(
        "Used by greedy, astar, idastar and hillclimb, and by native for {families}.", families=", ".join(native)
    )


def _list_improving() -> str:
    able = [translate(kind.title()) for kind in options.all_families() if kind.native and kind.native.improves]
    families = ", ".join(able)
    return words("Then spend this many seconds making the solution shorter ({families}).", families=families)


@click.command(
    "solve",
    cls=options.FamilyCommand,
    takes=lambda kind, option: True,
    help="Solve every level in FILE (or in standard input), optimally unless --any is given.",
)
@options.metric_option
@click.option("--any", "any_", is_flag=True, help="Any solution, as fast as possible.")
@click.option("--algorithm", cls=options.ListedHelp, listing=lambda: options.list_names(ALGORITHMS))
@click.option("--heuristic", cls=options.ListedHelp, listing=_list_heuristics)
@click.option(
    "--show",
    multiple=True,
    default=["moves"],
    show_default=True,
    callback=options.join_views,
    metavar=f"[{'|'.join(options.VIEWS)}]",
    help="How to show a solution; 'words,boards' shows each move with its number, in words and as a board.",
)
@click.option("--all", "all_", is_flag=True, help="Every solution, if the family can list them.")
@click.option("--count", is_flag=True, help="Only count the solutions.")
@click.option("--reduced", is_flag=True, help="With --all or --count: treat symmetric solutions as one.")
@click.option("--improve", type=options.Seconds(), cls=options.ListedHelp, listing=_list_improving)
@options.common(
    runs=True, quiet="No progress bar, no summary: one line per level, with its moves or why there are none."
)
def command(common: options.Common, **values: Any) -> int:
    search = SolveChoices(**values)
    if search.reduced and not search.wants_all:
        raise click.UsageError(words("--reduced needs --all or --count"))
    load_own_heuristics(search.heuristic)
    levels, control = common.levels(), Control()
    search.check(common, levels)
    workers = count_workers(common.workers)
    at_once = max(1, levels.ahead(workers))
    if search.wants_all:
        from ..running.all_solutions import AllSolutions

        return AllSolutions(levels, common, common.limits(at_once), search).run()
    settings = {**search.settings(), **levels.solving}
    shared = {"limits": common.limits(at_once), "control": control, "workers": workers}
    solver = Solver(search, settings, shared, at_once, common.quiet)
    printer = SolutionPrinter(common.as_json, common.quiet, search, levels.showing)
    allows_workers = search.improve is None and search.show in ("moves", "none") and not search.has_own_heuristic
    job = LevelJob("solve", level_output.SOLVING, settings, solver.answer, printer, allows_workers)
    return run_levels(levels, common, job, control)


@dataclass(frozen=True, slots=True)
class SolveChoices:
    """The options that are specific to ``solve``, not shared with other commands."""

    metric: str | None
    any_: bool
    algorithm: str | None
    heuristic: str | None
    show: str
    all_: bool
    count: bool
    reduced: bool
    improve: float | None

    @property
    def wants_all(self) -> bool:
        return self.all_ or self.count

    @property
    def has_own_heuristic(self) -> bool:
        """Whether the heuristic is a function in a Python file, which only this process has loaded."""
        return self.heuristic is not None and names_file(self.heuristic)

    def settings(self) -> dict[str, Any]:
        """Return the keyword arguments of ``solve_many``."""
        return {"metric": self.metric, "algorithm": self.algorithm, "heuristic": self.heuristic, "any": self.any_}

    def check(self, common: options.Common, levels: Levels) -> None:
        """Raise UsageError for options that cannot be combined."""
        if self.has_own_heuristic and (common.folder is not None or common.cluster is not None):
            raise click.UsageError(words("a heuristic from a file works in one process; leave out --out and --cluster"))
        is_plain = not self.wants_all and self.improve is None
        if levels.showing and "boards" not in self.show:
            raise click.UsageError(words("--{option} needs --show boards", option=next(iter(levels.showing))))
        if common.folder is not None and not is_plain:
            raise click.UsageError(words("--out stores one solution per level; leave out --all, --count and --improve"))
        if common.folder is not None and levels.first is not None:
            SolveOptions(**self.settings(), options=levels.solving).task(levels.first)
        is_printed = common.folder is None and common.cluster is not None
        if is_printed and not (is_plain and self.show in ("moves", "none")):
            raise click.UsageError(
                words("--cluster prints one solution per level; leave out --all, --count, --improve, --show")
            )
        if self.improve is not None and self.wants_all:
            raise click.UsageError(words("--improve works on one solution; leave out --all and --count"))


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves levels in this process; ``shared`` holds the limits, the control and the number of workers."""

    search: SolveChoices
    settings: dict[str, Any]
    shared: dict[str, Any]
    at_once: int
    is_quiet: bool

    def answer(self, puzzles: Iterator[Puzzle]) -> Iterator[Result]:
        """Yield the results; --improve also shortens the solutions, even in metrics the solver does not support."""
        puzzles = self._note_reference(puzzles)
        if self.search.improve is None:
            return solve_many(puzzles, **self.settings, **self.shared)
        results = self._solve_to_improve(puzzles)
        return run_each(self._improve, results, workers=self.at_once, control=self.shared["control"])

    def _note_reference(self, puzzles: Iterator[Puzzle]) -> Iterator[Puzzle]:
        """Yield the puzzles unchanged; once per family, print why the slower reference search is used."""
        search, noted = self.search, set[str]()
        for puzzle in puzzles:
            why = why_reference(puzzle, search.algorithm, search.heuristic, search.any_)
            if why and puzzle.family not in noted and not self.is_quiet:
                noted.add(puzzle.family)
                echo(translate(why), err=True)
            yield puzzle

    def _solve_to_improve(self, puzzles: Iterator[Puzzle]) -> Iterator[Result]:
        from ...solving.improve import improved_metric, solved_metric

        for kind, group in groupby(puzzles, type):
            metric = solved_metric(kind, improved_metric(kind, self.search.metric))
            yield from solve_many(group, **self.settings | {"metric": metric}, **self.shared)

    def _improve(self, result: Result) -> Result:
        """Return a shorter result, or the same result if it is optimal or cannot be shortened."""
        from ...solving.improve import improve, improved_metric

        assert result.puzzle is not None
        metric = improved_metric(type(result.puzzle), self.search.metric)
        if result.cost is None or (result.optimal and result.metric == metric):
            return result
        limits = Limits(self.search.improve, self.shared["limits"].bytes)
        return improve(result.puzzle, result, metric=metric, limits=limits, control=self.shared["control"])


@dataclass(frozen=True, slots=True)
class SolutionPrinter:
    """Prints the solution of a level, in this process or in a worker."""

    as_json: bool
    is_quiet: bool
    search: SolveChoices
    showing: dict[str, Any]

    def __call__(self, group: level_output.LevelGroup, entry: Entry, result: Result | None) -> None:
        show = self.search.show
        if self.as_json:
            metric = self.search.metric if self.search.improve is None else None
            level_output.print_record(group, entry, _record(entry, result, metric))
        elif self.is_quiet and show in ("moves", "none"):
            echo(_line(entry, result, show))
        elif result is not None:
            self._print(group, entry, result)

    def _print(self, group: level_output.LevelGroup, entry: Entry, result: Result) -> None:
        puzzle = entry.puzzle
        assert puzzle is not None
        if "words" in self.search.show and entry.number > 1:
            echo()
        if not self.is_quiet:
            echo(f"{level_output.heading(group, entry)}{level_output.verdict(result)}")
        style = type(puzzle).settings(self.showing, shows=True).get("style")
        level_output.print_moves(puzzle, result.moves, self.search.show, style)


def _record(entry: Entry, result: Result | None, metric: str | None) -> dict[str, Any]:
    """Return the JSON object for one level, with the keys described in docs/formats.md."""
    head = {"title": entry.level.title, "family": entry.kind.family}
    if result is not None and entry.puzzle is not None:
        return head | result.record(entry.puzzle)
    return head | {
        "status": "invalid", "metric": entry.kind.metric(metric), "cost": None, "optimal": False, "lower_bound": None,
        "moves": [], "expanded": 0, "generated": 0, "seconds": 0.0, "algorithm": None, "reason": str(entry.level.error),
    }  # fmt: skip


def _line(entry: Entry, result: Result | None, show: str) -> str:
    """Return the result on one line, for --quiet: the moves, or the status if there are no moves to show."""
    if result is None or entry.puzzle is None:
        return "invalid"
    moves = " ".join(entry.puzzle.notations(result.moves)) if show == "moves" else ""
    if result.status == "solved":
        return moves or "solved"
    return f"{result.status}: {moves}" if moves else result.status
