"""The family that docs/adding-a-puzzle.md writes."""

from __future__ import annotations

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-puzzle.md"
FAMILY_CODE, USAGE_CODE = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def write_farmer_family(folder: Path) -> Path:
    path = folder / "farmer.py"
    path.write_text(FAMILY_CODE, encoding="utf-8")
    return path
