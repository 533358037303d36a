"""unjam check: is this solution legal, does it solve, what does it cost, how far is it from the optimum."""

from __future__ import annotations

import click

from ...core.puzzle import Control, Limits, Result
from ...formats.read import decode_text
from ...solving.check import DEFAULT_SECONDS, Check, check
from ..support import options, printing
from ..support.interrupts import stoppable
from ..support.sources import content
from ..support.terminal import echo
from ..support.translate import say, words


def solution_option(command: options.F) -> options.F:
    """--solution, as text, from a file or from standard input."""
    return click.option(
        "--solution",
        required=True,
        metavar="TEXT",
        help="The moves as solve prints them; '@FILE' reads them from a file, '-' from standard input.",
    )(command)


def solution_text(given: str, paths: tuple[str, ...]) -> str:
    """What --solution means."""
    if given == "-" and (not paths or "-" in paths):
        raise click.UsageError(
            words("both the level and the solution from standard input; name a file for one of them")
        )
    if given == "-":
        return decode_text(content("-"))
    return decode_text(content(given[1:])) if given.startswith("@") else given


@click.command(
    "check",
    cls=options.CheckingCommand,
    help="Check a solution of the level of FILE: is it legal, does it solve, what does it cost, and is there a better"
    " one. Exit code 0: it solves; 1: it does not, or a move is not allowed; 2: it cannot be read.",
)
@solution_option
@options.metric_option
@click.option("--quick", is_flag=True, help="Only play it; do not look for the optimum.")
@options.common(
    workers="Threads for the optimum; all cores by default.",
    quiet="One line; no board, no progress.",
    level_help=options.FIRST_LEVEL,
)
def command(common: options.Common, solution: str, metric: str | None, quick: bool) -> int:
    text = solution_text(solution, common.paths)
    levels, control = common.levels(level=1), Control()
    given = common.limits()
    limits = given if given.seconds is not None else Limits(DEFAULT_SECONDS, given.bytes)
    for entry, puzzle in levels.readable():
        with stoppable(control):
            found = check(
                puzzle,
                text,
                metric=metric,
                quick=quick,
                limits=limits,
                control=control,
                workers=common.workers,
                **levels.solving,
            )
        if not found.readable:
            levels.codes.note(None)
            said = words("the solution cannot be read: {fault}", fault=found.fault)
            echo(f"{entry.where}: {said}", err=True)
        else:
            levels.codes.note(Result("solved" if found.solves else "unsolvable"))
        if common.as_json:
            printing.record(levels, entry, found.record())
        elif found.readable:
            echo(f"{printing.heading(levels, entry)}{_verdict(found, quick)}")
            if found.note is not None and not common.quiet:
                echo(f"  {say(found.note)}")
            if not found.solves and not common.quiet:
                printing.board(found.position)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code


def _verdict(found: Check, quick: bool) -> str:
    """The check in one line."""
    costs = ", ".join(printing.counted(cost, name) for name, cost in found.costs.items())
    if not found.legal:
        return words("not legal: {fault}", fault=found.fault)
    if not found.solves:
        return words("legal, but it does not solve ({costs})", costs=costs)
    solves = words("solves in {costs}", costs=costs)
    return solves if quick else words("{one}; {other}", one=solves, other=_comparison(found))


def _comparison(found: Check) -> str:
    """How it compares with the optimum, as far as that is known."""
    if found.optimum is None:
        if not found.lower_bound:
            return words("the optimum is not known")
        least = printing.counted(found.lower_bound, found.metric)
        return words("the optimum is not known, at least {cost} needed", cost=least)
    if (more := found.costs[found.metric] - found.optimum) == 0:
        return words("no solution has fewer {metric}", metric=printing.metric_name(found.metric))
    more_than = printing.counted(more, found.metric)
    return words("{cost} more than the optimum of {optimum}", cost=more_than, optimum=found.optimum)
