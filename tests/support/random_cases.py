"""How many random cases a test draws: a quarter of those it names, all in `make test-all`, a tenth with sanitizers."""

from __future__ import annotations

import os

import pytest

CASES = float(os.environ.get("UNJAM_CASES", "0.25"))
FULL_ONLY = pytest.mark.skipif("UNJAM_FULL" not in os.environ, reason="takes long: UNJAM_FULL=1")


def cases(count: int) -> int:
    """Return the number of cases to draw."""
    return max(10, int(count * CASES))
