"""Gathers the licences of what travels with the page, out of the packages that it is made from."""

from __future__ import annotations

import shutil
from pathlib import Path

import paths


def gather_licences(target: Path) -> None:
    """Write the licences, and a list of what is under which, to a folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    notices = Path(__file__).with_name("notices.txt").read_text(encoding="utf-8")
    (target / "index.txt").write_text(notices.replace("{pyodide}", paths.PYODIDE_VERSION), encoding="utf-8")
    zig = paths.package_folder("ziglang")
    sources = {
        "unjam": paths.PROJECT / "LICENSE",
        "Pyodide": licence_file("pathspec"),  # under the same licence, word for word
        "CPython": licence_file("typing_extensions"),  # part of CPython, with its licence
        "nanobind": licence_file("nanobind"),
        "LLVM": zig / "lib/libcxx/LICENSE.TXT",
        "musl": zig / "lib/libc/musl/COPYRIGHT",
    }
    for name, source in sources.items():
        shutil.copyfile(source, target / f"{name}.txt")


def licence_file(package: str) -> Path:
    """Return the licence that an installed package brings."""
    site = paths.package_folder("nanobind").parent
    return next(site.glob(f"{package}-*.dist-info/licenses/LICENSE"))
