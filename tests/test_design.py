"""The shape of the project: who may import whom, what is public, and that generated files are fresh."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import unjam

SOURCE = Path(unjam.__file__).parent
LAYERS = [
    {"puzzle", "words", "_core"},
    {"native", "search", "levels"},
    {"families"},
    {"solve"},
    {"rate", "explore", "compare", "trace", "lab", "pictures", "share"},
    {"generate", "game", "library", "plot"},
    {"cli", "web", "cluster"},
]
LAZY = {("puzzle", "pictures"), ("families", "explore")}
"""Imports inside a function that look upward on purpose: a scene draws itself, a family fills in a Space."""


def imported(path: Path) -> list[tuple[str, bool]]:
    """The rooms of ours that a file imports, and whether only inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ["unjam", *path.relative_to(SOURCE).parts[:-1]]
    inner = {id(node) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for node in ast.walk(f)}
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "unjam" else [module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found += [(name.split(".")[1], id(node) in inner) for name in names if name.startswith("unjam.")]
    return found


def rank(room: str) -> int:
    return next(i for i, layer in enumerate(LAYERS) if room in layer)


FILES = [p for p in SOURCE.rglob("*.py") if p.parent != SOURCE or p.stem != "__init__"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_run_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    room = parts[0]
    for other, inside in imported(path):
        if inside and (room, other) in LAZY:
            continue
        assert rank(other) <= rank(room), f"{room} may not import {other}"


def test_families_never_import_each_other() -> None:
    for path in (SOURCE / "families").rglob("*.py"):
        own = path.relative_to(SOURCE / "families").with_suffix("").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for family in unjam.FAMILIES:
                    assert family == own or f"families.{family}" not in node.module, path


def test_the_public_names_are_these() -> None:
    assert unjam.__all__ == sorted(unjam.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in unjam.__all__:
        assert hasattr(unjam, name)


def test_the_stub_of_the_core_is_fresh(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "unjam._core", "-o", fresh], check=True)
    assert fresh.read_text() == (SOURCE / "_core.pyi").read_text(), "run `make stubs` and commit the result"
