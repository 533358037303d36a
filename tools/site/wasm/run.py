"""Runs a Python script with the package that was built, in Pyodide under node: run.py [--mount FOLDER]… SCRIPT [WORD]…

The script sees its own folder and the mounted ones under their names outside. A variable of the environment whose name
begins with PYTHON or UNJAM is handed on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import node
import paths


def main(words: list[str]) -> None:
    """Become the process that runs the script."""
    mounts = []
    while words[0] == "--mount":
        mounts.append(Path(words[1]))
        words = words[2:]
    script = Path(words[0]).resolve()
    command = node.command(paths.PYTHON, [script.parent, *mounts], paths.PYTHON / "unjam.zip")
    os.execv(command[0], [*command, str(script), *words[1:]])


if __name__ == "__main__":
    main(sys.argv[1:])
