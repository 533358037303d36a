"""Compiles all modules of a folder into another, without sources.

It runs in Pyodide, since bytecode belongs to one version of Python. The bytecode names no time and no folder, so the
same sources give the same files.
"""

from __future__ import annotations

import argparse
import py_compile
import shutil
from pathlib import Path


def main(source: Path, target: Path, optimize: int) -> None:
    """Write a .pyc for each .py, and a copy of any other file."""
    for each in sorted(source.rglob("*")):
        name = each.relative_to(source)
        if each.is_dir():
            (target / name).mkdir(parents=True, exist_ok=True)
        elif each.suffix == ".py":
            py_compile.compile(
                str(each),
                str((target / name).with_suffix(".pyc")),
                dfile=name.as_posix(),
                doraise=True,
                optimize=optimize,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
        else:
            shutil.copyfile(each, target / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("optimize", type=int, help="0 keeps assertions, 2 drops them and the docstrings")
    options = parser.parse_args()
    main(options.source, options.target, options.optimize)
