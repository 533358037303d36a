"""Folders and versions that the builders of the browser's Python share."""

from __future__ import annotations

import sys
from pathlib import Path

PROJECT = Path(__file__).parents[3]
BUILD = PROJECT / "build" / "wasm"
OBJECTS = BUILD / "core"
PYTHON = BUILD / "python"
LICENCES = BUILD / "licences"

# Pyodide decides what the core is compiled for: its Python and the conventions of its compiler.
PYODIDE_VERSION = "314.0.7"
PYODIDE_INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
RUNTIME = BUILD / f"pyodide-{PYODIDE_VERSION}"


def package_folder(name: str) -> Path:
    """Return the folder of a package in the environment that runs the builders."""
    for each in sys.path:
        folder = Path(each) / name
        if (folder / "__init__.py").exists():
            return folder
    raise SystemExit(f"the builders need the package {name}: run `make wasm`")
