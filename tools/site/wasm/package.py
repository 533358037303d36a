"""Gathers the package as the browser gets it: without the command line, the server and what needs other packages."""

from __future__ import annotations

import shutil
from pathlib import Path

import paths

SOURCE = paths.PROJECT / "src" / "unjam"
# The catalogues travel as JSON. The page's own files are served beside the package, not out of it.
UNUSED = ("cli", "integrations", "web/http", "web/server.py", "web/static")
UNUSED_SUFFIXES = (".po", ".pyi", ".typed", ".so", ".pyc")


def is_needed(name: str) -> bool:
    """Return whether a file of the package goes into the browser.

    >>> is_needed("core/move.py"), is_needed("cli/__init__.py"), is_needed("locale/fr.po")
    (True, False, False)
    """
    if name.endswith(UNUSED_SUFFIXES):
        return False
    return not any(name == each or name.startswith(f"{each}/") for each in UNUSED)


def gather_package(target: Path, core: Path) -> None:
    """Copy what is needed of the package, and the core, to a folder."""
    for each in sorted(SOURCE.rglob("*")):
        name = each.relative_to(SOURCE)
        if each.is_file() and is_needed(name.as_posix()):
            copy = target / "unjam" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(each, copy)
    shutil.copyfile(core, target / "unjam" / "_core.abi3.so")
