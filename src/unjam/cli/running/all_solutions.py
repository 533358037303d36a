"""solve --all and --count: list or count every solution of each level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from ...core.puzzle import Limits, Move, Native, Puzzle, Unsupported
from ...solving.solve import count, solutions
from .. import options
from ..printing import level_output
from ..printing.language import translate, words
from ..printing.terminal import echo
from ..reading.entries import Entry
from ..reading.levels import Levels
from .returning import Returning

if TYPE_CHECKING:
    from ..commands.solve import SolveChoices


@dataclass(frozen=True, slots=True)
class AllSolutions:
    """Prints every solution of each level, or how many there are."""

    levels: Levels
    common: options.Common
    limits: Limits
    search: SolveChoices

    def run(self) -> int:
        for entry in self.levels:
            if entry.puzzle is None:
                self.levels.report_unreadable(entry)
                if self.common.as_json:
                    self._record(entry, {"status": "invalid", "reason": str(entry.level.error)})
            elif self.search.count:
                self._count(entry, entry.puzzle)
            else:
                self._list(entry, entry.puzzle)
        return self.levels.codes.code

    def _arguments(self) -> dict[str, Any]:
        shared = {"limits": self.limits, "reduced": self.search.reduced, "algorithm": self.search.algorithm}
        return shared | self.levels.solving

    def _record(self, entry: Entry, values: dict[str, Any]) -> None:
        level_output.print_record(
            self.levels.group, entry, {"title": entry.level.title, "family": entry.kind.family} | values
        )

    def _heading(self, entry: Entry) -> str:
        return "" if self.common.quiet else level_output.heading(self.levels.group, entry)

    def _count(self, entry: Entry, puzzle: Puzzle) -> None:
        try:
            result = count(puzzle, **self._arguments())
        except Unsupported as error:
            raise click.UsageError(_with_advice(error, puzzle, "count")) from None
        self.levels.codes.add(result)
        if self.common.as_json:
            record = result.record(puzzle)
            work = {name: record[name] for name in ("expanded", "seconds", "algorithm", "reason")}
            head = {"status": result.status, "solutions": result.solutions, "reduced": self.search.reduced}
            self._record(entry, head | work)
            return
        text = level_output.amount(result.solutions or 0, "solutions")
        if self.search.reduced:
            text = words("{solutions}, counting symmetric ones once", solutions=text)
        if result.status == "gave_up":
            text = words("at least {solutions}", solutions=text)
        echo(f"{self._heading(entry)}{text}")

    def _list(self, entry: Entry, puzzle: Puzzle) -> None:
        as_json = self.common.as_json
        if self.levels.several and not as_json and (heading := self._heading(entry)):
            echo(heading.rstrip(": "))
        try:
            stream, number = Returning(solutions(puzzle, **self._arguments())), 0
        except Unsupported as error:
            raise click.UsageError(_with_advice(error, puzzle, "solutions", "all")) from None
        for number, moves in enumerate(stream, 1):
            self._print_solution(entry, puzzle, moves, number - 1)
        result = stream.value
        self.levels.codes.add(result)
        if as_json and result.status != "solved":
            self._record(entry, {"status": result.status, "solution": None, "moves": [], "reason": str(result.reason)})
        elif not as_json and (not self.common.quiet or result.status != "solved"):
            rest = f"; {translate(result.reason)}" if result.reason else ""
            echo(f"{level_output.amount(number, 'solutions')}{rest}", err=True)

    def _print_solution(self, entry: Entry, puzzle: Puzzle, moves: tuple[Move, ...], number: int) -> None:
        names = puzzle.notations(moves)
        if self.common.as_json:
            self._record(entry, {"solution": number, "status": "solved", "moves": names})
        elif "boards" in self.search.show:
            from ..commands.show import play_moves

            echo("\n" + words("Solution {number}", number=number + 1))
            level_output.print_board(play_moves(puzzle, moves))
        elif self.search.show != "none":
            echo(" ".join(names))


def _with_advice(error: Unsupported, puzzle: Puzzle, needs: str, option: str | None = None) -> str:
    """Return the error message, with advice to omit the option if the family does not support it."""
    able = puzzle.native is not None and getattr(type(puzzle.native), needs) is not getattr(Native, needs)
    if able:
        return translate(error)
    return words("{reason}; leave out --{option}", reason=translate(error), option=option or needs)
