"""The exit code of a command that works on many levels."""

from __future__ import annotations

from ...core.puzzle import Result

INTERRUPTED = 130
"""The exit code of a command that the user stopped."""


class ExitCode:
    """Combines the exit codes of all levels; the priority is: bad input, limit reached, no solution, success."""

    def __init__(self) -> None:
        self.codes: set[int] = set()

    def add(self, result: Result | None) -> None:
        """Add the result of a level, or None for a level that cannot be read."""
        self.codes.add(2 if result is None else {"solved": 0, "unsolvable": 1, "gave_up": 3}[result.status])

    @property
    def code(self) -> int:
        return next((code for code in (2, 3, 1) if code in self.codes), 0)
