"""Sliding blocks: Klotski, Huarong Dao and similar puzzles."""

from .position import Blocks

__all__ = ["Blocks"]
