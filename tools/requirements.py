"""Prints what extras of the package require, so that they can be installed while the package itself is being built.

``python tools/requirements.py web test`` prints the requirements of these extras; without names, those of the package.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path


def requirements(*extras: str) -> list[str]:
    """Return the requirements of the extras, or those of the package."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    if not extras:
        return list(project["dependencies"])
    return [each for extra in extras for each in project["optional-dependencies"][extra]]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help="such as web or test")
    print(*requirements(*parser.parse_args().extras))
