"""unjam exercise: check a search of one's own against the reference."""

from __future__ import annotations

import os
from typing import Any

import click

from ...core.errors import Unsupported
from ...core.limits import Limits
from ...exercises.grade import Grade, Mark
from ...exercises.mistakes import MISTAKES
from ...exercises.skeletons import TITLES, skeleton
from ...exercises.student_file import grade_file
from ..options import Seconds
from ..printing import level_output
from ..printing.language import join_sentences, number, plural, translate, words
from ..printing.terminal import echo
from ..reading.sources import BadFile

DEFAULT_SECONDS = 60.0


@click.command(
    "exercise",
    help="Check a search of your own. SEARCH names what it should be, FILE.py has a function of that name. It is run "
    "on a few boards beside the reference search, and what differs is reported. Without FILE.py, a file to start "
    "from is printed; without SEARCH, the exercises are listed. Exit code 0: nothing differs; 1: something does.",
)
@click.argument("search", required=False)
@click.argument("path", required=False, metavar="[FILE.py]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line, nothing else.")
@click.option("--quiet", is_flag=True, help="Only the verdict.")
@click.option("--time-limit", type=Seconds(), default=DEFAULT_SECONDS, help="Time limit in seconds, 60 by default.")
def command(search: str | None, path: str | None, as_json: bool, quiet: bool, time_limit: float) -> int:
    if search is None:
        for name in MISTAKES:
            echo(f"{name:14} {translate(TITLES[name])}")
        return 0
    if search not in MISTAKES:
        raise click.UsageError(
            words("there is no exercise '{name}'; expected one of {names}", name=search, names=", ".join(MISTAKES))
        )
    if path is None:
        echo(skeleton(search).rstrip("\n"))
        return 0
    try:
        grade = grade_file(search, path, Limits(time_limit))
    except Unsupported as error:
        raise BadFile(translate(error)) from None
    if grade is None:
        seconds = number(time_limit)
        echo(
            words("{name}: ", name=os.path.basename(path))
            + words("stopped after {seconds} s; it may never end", seconds=seconds)
        )
        return 1
    _print_json(grade) if as_json else _print(grade, path, quiet)
    return 0 if grade.is_right else 1


def _print(grade: Grade, path: str, quiet: bool) -> None:
    right = sum(mark.is_right for mark in grade.marks)
    verdict = plural("{file}: {right} of {n} board right", "{file}: {right} of {n} boards right",
                     file=os.path.basename(path), right=right, n=len(grade.marks))  # fmt: skip
    echo(click.style(verdict, bold=True))
    if quiet:
        return
    errors = {translate(mark.run.error) for mark in grade.marks if mark.run.error is not None}
    if len(errors) == 1 and all(mark.run.error for mark in grade.marks):
        echo("  " + words("on every board: {difference}", difference=errors.pop()))
        return
    for number_, mark in enumerate(grade.marks, 1):
        _print_mark(number_, mark)
    for mistake in grade.mistakes:
        echo(words("the likely mistake: {mistake}", mistake=mistake))
    if not (grade.is_right or grade.mistakes or errors):
        echo(words("none of the typical mistakes explains this; look at the first board that differs"))


def _print_mark(number_: int, mark: Mark) -> None:
    title = words("board {n}, {family}", n=number_, family=mark.exercise.puzzle().title())
    if mark.is_right:
        expanded = level_output.amount(len(mark.run.expanded), "positions")
        echo("  " + words("{board}: right, {expanded} expanded", board=title, expanded=expanded))
        return
    echo("  " + words("{board}: {differences}", board=title, differences=join_sentences(mark.differences)))
    if mark.first is not None:
        echo("  " + words("here the reference expands this position, and the search does not:"))
        level_output.print_board(mark.first)


def _print_json(grade: Grade) -> None:
    for index, mark in enumerate(grade.marks):
        exercise, puzzle = mark.exercise, mark.exercise.puzzle()
        record: dict[str, Any] = {
            "index": index, "search": grade.search, "family": exercise.family, "board": exercise.text,
            "metric": exercise.metric, "right": mark.is_right,
            "cost": mark.run.cost(puzzle, exercise.metric), "expanded": len(mark.run.expanded),
            "reference_cost": mark.reference.cost(puzzle, exercise.metric),
            "reference_expanded": len(mark.reference.expanded),
            "differences": [str(each) for each in mark.differences], "mistakes": [str(each) for each in grade.mistakes],
        }  # fmt: skip
        level_output.print_json(record)
