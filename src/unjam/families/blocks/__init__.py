"""General sliding blocks: Klotski, Huarong Dao and their kin."""

from __future__ import annotations

from .position import Blocks

__all__ = ["Blocks"]
