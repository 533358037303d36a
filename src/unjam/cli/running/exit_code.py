"""The exit code of a command over many levels."""

from __future__ import annotations

from ...core.puzzle import Result


class ExitCode:
    """The exit code of a run over many levels: bad input before a limit before no solution before success."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def note(self, result: Result | None) -> None:
        """Take in a level's result, or None for a level that cannot be read."""
        self.seen.add(2 if result is None else {"solved": 0, "unsolvable": 1, "gave_up": 3}[result.status])

    @property
    def code(self) -> int:
        return next((code for code in (2, 3, 1) if code in self.seen), 0)
