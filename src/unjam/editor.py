"""What the Draw view may do with a family: its tools, and what an edit makes of the text.

The text is the level, so the board and the text on the page never disagree, and whatever can be typed can also be
drawn. An edit that does not fit changes nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from .puzzle import Cell, Scene


@dataclass(frozen=True, slots=True)
class Edit:
    """What to do to the text: ``put`` a tool on a cell, ``move``, ``turn`` or ``erase`` what is there, and so on."""

    name: str | None
    tool: str = ""
    cell: Cell | None = None
    to: Cell | None = None


class Editor(ABC):
    """The editor of a family."""

    start: ClassVar[str]
    """The text that an empty drawing begins with."""
    largest: ClassVar[int]
    """The most rows and columns that can be drawn."""

    @abstractmethod
    def edit(self, text: str, edit: Edit) -> str:
        """The text after the edit."""

    @abstractmethod
    def rough(self, text: str) -> Scene:
        """A scene of a text that is not sound."""
