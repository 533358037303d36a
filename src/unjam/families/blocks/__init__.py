"""Sliding blocks: Klotski, Huarong Dao and similar puzzles."""

from __future__ import annotations

from .position import Blocks

__all__ = ["Blocks"]
