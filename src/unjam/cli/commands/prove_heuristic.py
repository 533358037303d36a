"""unjam prove-heuristic: check a heuristic on every position that can be reached from a level."""

from __future__ import annotations

from typing import Any

import click

from ...core.puzzle import Control, Limits, Message, Puzzle, Result
from ...solving.estimates import Drop, HeuristicCheck, Overestimate, check_heuristic
from .. import options
from ..printing import level_output
from ..printing.language import number, plural, translate, words
from ..printing.terminal import echo
from ..reading.family_file import load_own_heuristics
from ..running.run_levels import each_level


@click.command(
    "prove-heuristic",
    cls=options.FamilyCommand,
    help="Check on every position that can be reached from each level in FILE whether a heuristic is admissible (never "
    "too high) and consistent (no move lowers it by more than the move costs). Exit code 0: it is admissible; 1: it is "
    "not; 3: a limit was reached first.",
)
@click.option(
    "--heuristic", metavar="NAME", help="The family's best by default. FILE.py:NAME is a function of your own."
)
@options.metric_option
@options.common(quiet="Only the verdict.")
def command(common: options.Common, heuristic: str | None, metric: str | None) -> int:
    load_own_heuristics(heuristic)
    levels = common.levels()

    def check_level(puzzle: Puzzle, limits: Limits, control: Control) -> HeuristicCheck:
        return check_heuristic(puzzle, heuristic, metric=metric, limits=limits, control=control)

    for entry, check in each_level(levels, check_level, common, Message("checking")):
        levels.codes.add(
            Result("gave_up" if check.admissible is None else "solved" if check.admissible else "unsolvable")
        )
        if common.as_json:
            level_output.print_record(levels, entry, _record(entry.kind.family, check))
            continue
        name = words("{name}: ", name=check.heuristic)
        echo(f"{level_output.heading(levels, entry)}{name}{_verdict(check)}")
        if not common.quiet:
            _print_details(check)
    return levels.codes.code


def _verdict(check: HeuristicCheck) -> str:
    if check.overestimates:
        verdict = words("not admissible")
    elif check.reason:
        verdict = words("not known whether it is admissible: {reason}", reason=check.reason)
    elif check.drops:
        verdict = words("admissible, but not consistent")
    else:
        verdict = words("admissible and consistent")
    where = level_output.amount(check.positions, "positions")
    return words("{verdict} ({positions})", verdict=verdict, positions=where)


def _print_details(check: HeuristicCheck) -> None:
    if check.positions and not check.reason:
        mean = number(check.mean_error, 2)
        share = number(100 * check.exact / check.positions, 1)
        echo("  " + words("exact in {share} % of the positions; off by {mean} on average", share=share, mean=mean))
    if check.lost:
        echo("  " + plural("{n} more position has no solution", "{n} more positions have no solution", n=check.lost))
    if check.overestimate:
        count = plural("too high in {n} position, such as here:", "too high in {n} positions, such as here:",
                       n=check.overestimates)  # fmt: skip
        _print_position(check.overestimate, check.metric, count)
    elif check.worst and check.worst.estimate != check.worst.distance:
        _print_position(check.worst, check.metric, words("farthest off here:"))
    if check.drop:
        _print_drop(check.drop, check.drops)


def _print_position(example: Overestimate, metric: str, heading: str) -> None:
    distance = level_output.amount(example.distance, metric)
    values = words("it says {estimate}, the truth is {distance}", estimate=example.estimate, distance=distance)
    echo(f"  {heading} {values}")
    level_output.print_board(example.position)


def _print_drop(drop: Drop, count: int) -> None:
    heading = plural("{n} move lowers it by more than the move costs, such as here:",
                     "{n} moves lower it by more than they cost, such as here:", n=count)  # fmt: skip
    what = words(
        "{words} ({move}), which costs {cost}: it falls from {before} to {after}",
        words=translate(drop.position.words(drop.move)),
        move=drop.position.notation(drop.move),
        cost=drop.cost,
        before=drop.estimate,
        after=drop.next_estimate,
    )
    echo(f"  {heading} {what}")
    level_output.print_board(drop.position)


def _record(family: str, check: HeuristicCheck) -> dict[str, Any]:
    high, drop = check.overestimate, check.drop
    return {
        "family": family, "heuristic": check.heuristic, "metric": check.metric, "admissible": check.admissible,
        "consistent": check.consistent, "positions": check.positions, "lost": check.lost, "exact": check.exact,
        "mean_error": check.mean_error, "overestimates": check.overestimates, "drops": check.drops,
        "worst": check.worst and _example(check.worst), "overestimate": high and _example(high),
        "drop": drop and {
            "board": drop.position.storage_text(), "move": drop.position.notation(drop.move), "cost": drop.cost,
            "estimate": drop.estimate, "next_estimate": drop.next_estimate,
        },
        "reason": str(check.reason) if check.reason else None,
    }  # fmt: skip


def _example(example: Overestimate) -> dict[str, Any]:
    return {"board": example.position.storage_text(), "estimate": example.estimate, "distance": example.distance}
