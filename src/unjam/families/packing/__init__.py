"""Packing: rectangle tangrams and polyominoes on a board of any shape."""

from .game import PackingGame
from .position import Packing

__all__ = ["Packing", "PackingGame"]
