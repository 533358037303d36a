"""How much is tested: half of the random cases that a test names, all in `make test-all`, a tenth with sanitizers; and
what only `make test-all` runs."""

from __future__ import annotations

import os

import pytest

CASES = float(os.environ.get("UNJAM_CASES", "0.5"))
LONG = pytest.mark.skipif("UNJAM_FULL" not in os.environ, reason="takes long: UNJAM_FULL=1")


def cases(count: int) -> int:
    """The part of this number that is drawn here."""
    return max(10, int(count * CASES))
