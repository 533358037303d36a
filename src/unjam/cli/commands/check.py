"""unjam check: replay a solution and compare its cost with the optimum."""

from __future__ import annotations

import click

from ...core.puzzle import Control, Limits, Result
from ...formats.read import decode_text
from ...solving.check import DEFAULT_SECONDS, Check, check
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.terminal import echo
from ..reading.sources import read_bytes
from ..running.interrupts import stop_on_ctrl_c


def solution_option(command: options.F) -> options.F:
    return click.option(
        "--solution",
        required=True,
        metavar="TEXT",
        help="The moves as solve prints them; '@FILE' reads them from a file, '-' from standard input.",
    )(command)


def solution_text(value: str, paths: tuple[str, ...]) -> str:
    """Return the moves given by --solution: '@FILE' reads them from a file, '-' from standard input."""
    if value == "-" and (not paths or "-" in paths):
        raise click.UsageError(
            words("the level and the solution cannot both come from standard input; name a file for one of them")
        )
    if value == "-":
        return decode_text(read_bytes("-"))
    return decode_text(read_bytes(value[1:])) if value.startswith("@") else value


@click.command(
    "check",
    cls=options.FamilyCommand,
    takes=lambda kind, option: not (option.shows or option.chooses),
    help="Check a solution of the level in FILE: is it legal, does it solve the level, what does it cost, and is "
    "there a"
    " better one? Exit code 0: it solves the level; 1: it does not, or a move is not allowed; 2: it cannot be read.",
)
@solution_option
@options.metric_option
@click.option("--quick", is_flag=True, help="Only replay the solution; do not search for the optimum.")
@options.common(
    workers="Number of threads that search for the optimum; one per core by default.",
    quiet="One line: no board, no progress bar.",
    level_help=options.FIRST_LEVEL,
)
def command(common: options.Common, solution: str, metric: str | None, quick: bool) -> int:
    text = solution_text(solution, common.paths)
    levels, control = common.levels(level=1), Control()
    limits = common.limits()
    if limits.seconds is None:
        limits = Limits(DEFAULT_SECONDS, limits.bytes)
    for entry, puzzle in levels.readable():
        with stop_on_ctrl_c(control):
            result = check(
                puzzle,
                text,
                metric=metric,
                quick=quick,
                limits=limits,
                control=control,
                workers=common.workers,
                **levels.solving,
            )
        if not result.readable:
            levels.codes.add(None)
            problem = words("the solution cannot be read: {fault}", fault=result.fault)
            echo(f"{entry.where}: {problem}", err=True)
        else:
            levels.codes.add(Result("solved" if result.solves else "unsolvable"))
        if common.as_json:
            level_output.print_record(levels, entry, result.record())
        elif result.readable:
            echo(f"{level_output.heading(levels, entry)}{_verdict(result, quick)}")
            if result.note is not None and not common.quiet:
                echo(f"  {translate(result.note)}")
            if not result.solves and not common.quiet:
                level_output.print_board(result.position)
        if control.stopped:
            raise KeyboardInterrupt
    return levels.codes.code


def _verdict(result: Check, quick: bool) -> str:
    costs = ", ".join(level_output.amount(cost, name) for name, cost in result.costs.items())
    if not result.legal:
        return words("not legal: {fault}", fault=result.fault)
    if not result.solves:
        return words("legal, but does not solve the level ({costs})", costs=costs)
    solves = words("solves the level in {costs}", costs=costs)
    return solves if quick else words("{one}; {other}", one=solves, other=_comparison(result))


def _comparison(result: Check) -> str:
    if result.optimum is None:
        if not result.lower_bound:
            return words("the optimum is not known")
        least = level_output.amount(result.lower_bound, result.metric)
        return words("the optimum is not known, at least {cost} needed", cost=least)
    if (excess := result.costs[result.metric] - result.optimum) == 0:
        return words("no solution has fewer {metric}", metric=level_output.metric_name(result.metric))
    more = level_output.amount(excess, result.metric)
    return words("{cost} more than the optimum of {optimum}", cost=more, optimum=result.optimum)
