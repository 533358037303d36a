"""Runs a Python script with the package that was built, in Pyodide under node.

The script sees its own folder and the mounted ones under their names outside. A variable of the environment whose name
begins with PYTHON or UNJAM is handed on.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import node
import paths


def main(script: Path, words: list[str], mounts: list[Path]) -> None:
    """Become the process that runs the script."""
    command = node.command(paths.PYTHON, [script.parent, *mounts], paths.PYTHON / "unjam.zip")
    os.execv(command[0], [*command, str(script), *words])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mount", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("script", type=Path)
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="WORD", help="what the script is given")
    options = parser.parse_args()
    main(options.script.resolve(), options.words, options.mount)
