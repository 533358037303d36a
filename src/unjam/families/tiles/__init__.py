"""Sliding tiles: the 8-puzzle, the 15-puzzle and any rectangle up to 6×6."""

from .position import Tiles

__all__ = ["Tiles"]
