"""A playable board for notebooks (extra ``notebook``): JupyterLab, VS Code, marimo and Colab.

The widget is loaded on first use, so that ``from unjam import *`` works without the extra.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.puzzle import Unsupported
from ...formats.read import PuzzleLike

if TYPE_CHECKING:
    from .board import Widget

DEFAULT_SECONDS = 10.0


def widget(puzzle: PuzzleLike, *, lang: str | None = None, seconds: float = DEFAULT_SECONDS) -> Widget:
    """Return a playable board for a notebook, with undo, hints and solutions; ``moves`` and ``position`` can be read.

    The default language is that of the environment; ``seconds`` limits the time for a hint or a solution. Raises
    Unsupported if the extra is not installed.
    """
    try:
        from .board import Widget
    except ModuleNotFoundError as missing:
        if missing.name not in ("anywidget", "traitlets"):
            raise
        raise Unsupported('a board in a notebook needs the notebook extra: pip install "unjam[notebook]"') from None
    return Widget(puzzle, lang=lang, seconds=seconds)
