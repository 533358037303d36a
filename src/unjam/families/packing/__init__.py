"""Packing: fill a board of any shape with rectangles or other polyominoes."""

from .game import PackingGame
from .position import Packing

__all__ = ["Packing", "PackingGame"]
