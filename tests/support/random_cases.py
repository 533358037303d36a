"""How many random cases a test draws: a quarter of those it names, all in `make test-all`, a tenth with sanitizers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

Case = TypeVar("Case")

CASES = float(os.environ.get("UNJAM_CASES", "0.25"))
FULL = "UNJAM_FULL" in os.environ
FULL_ONLY = pytest.mark.skipif(not FULL, reason="takes long: UNJAM_FULL=1")


def cases(count: int) -> int:
    """Return the number of cases to draw: at least ten, unless fewer are named."""
    return max(min(count, 10), int(count * CASES))


def choose(few: Sequence[Case], every: Sequence[Case]) -> Sequence[Case]:
    """Return every case in `make test-all`; otherwise a few, at least one of each kind."""
    return every if FULL else few
