"""The family that docs/adding-a-puzzle.md writes."""

from __future__ import annotations

import atexit
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-puzzle.md"
FAMILY_CODE, USAGE_CODE = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def write_farmer_family(folder: Path) -> Path:
    path = folder / "farmer.py"
    path.write_text(FAMILY_CODE, encoding="utf-8")
    return path


@cache
def farmer_file() -> str:
    """Return the file that the tests of this process share, so that one server with this family is enough for them."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    return str(write_farmer_family(Path(folder.name)))
