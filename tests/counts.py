"""How many random cases a test draws: half of the number it names, all in `make test-all`, a tenth with sanitizers."""

from __future__ import annotations

import os

CASES = float(os.environ.get("UNJAM_CASES", "0.5"))


def cases(count: int) -> int:
    """The part of this number that is drawn here."""
    return max(10, int(count * CASES))
