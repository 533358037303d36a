"""What students start from in the Code view: unjam's own searches and heuristics, as files that run as they stand."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import resolve_name
from typing import Any

from unjam.exercises.skeletons import TITLES, skeleton
from unjam.families import FAMILIES, family

DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
SHARED = {"best_first": "unjam.search.best_first"}
"""What several searches share, and students want to change: it is written into their file instead of imported."""
EMPTY = "empty"


@dataclass(frozen=True)
class Start:
    """A file to start from: ``name`` is its function, ``real`` the name of unjam's heuristic that it is."""

    key: str
    kind: str
    family: str | None
    name: str
    real: str | None
    text: str


def starts() -> list[Start]:
    """Return every file to start from: the searches, the same still to be written, and the heuristics of families."""
    searches = [Start(f"search/{name}.py", "search", None, name, None, _search(name)) for name in TITLES]
    empty = [Start(f"{EMPTY}/{name}.py", EMPTY, None, name, None, skeleton(name)) for name in TITLES]
    return searches + empty + [start for name in FAMILIES for start in _heuristics(name)]


def _search(name: str) -> str:
    source = Source(f"unjam.search.{name}")
    shared = [Source(SHARED[each]) for each in source.imported if each in SHARED]
    return join_sources([*shared, source], ast.get_docstring(source.tree, clean=False) or "")


def _heuristics(name: str) -> Iterable[Start]:
    for real, heuristic in family(name).heuristics.items():
        function: Any = heuristic.estimate
        if function.__name__ != "<lambda>":
            source = Source(function.__module__).only(function.__name__)
            key = f"families/{name}/{function.__name__}.py"
            yield Start(key, "heuristic", name, function.__name__, real, join_sources([source], ""))


class Source:
    """The source of a module, statement by statement."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.text = inspect.getsource(import_module(module))
        self.tree = ast.parse(self.text)
        self.imported: dict[str, str] = {}
        """Name -> the module that it is imported from; the empty string for a module itself."""
        self.statements: list[ast.stmt] = []
        for node in self.tree.body:
            self._add(node)

    def _add(self, node: ast.stmt) -> None:
        if isinstance(node, ast.If):  # imports for the types alone
            for each in node.body:
                self._add(each)
        elif isinstance(node, ast.Import):
            self.imported |= {each.name: "" for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = self.module.rpartition(".")[0]
            origin = resolve_name("." * node.level + (node.module or ""), package)
            if origin != "__future__":
                self.imported |= {each.name: origin for each in node.names}
        elif not isinstance(node, ast.Expr):
            self.statements.append(node)

    def only(self, name: str) -> Source:
        """Keep a function and what it needs."""
        needed, waiting = set[str](), {name}
        while waiting:
            each = waiting.pop()
            needed.add(each)
            for node in self.statements:
                if each in _names(node):
                    waiting |= _uses(node) - needed
        self.statements = [node for node in self.statements if _names(node) & needed]
        return self

    def segment(self, node: ast.stmt) -> str:
        """Return a statement with its decorators and the comment above it."""
        lines = self.text.splitlines()
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))]) - 1
        while first and lines[first - 1].startswith("#"):
            first -= 1
        return "\n".join(lines[first : node.end_lineno])


def _names(node: ast.stmt) -> set[str]:
    """Return what a statement defines."""
    if isinstance(node, DEFINITIONS):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def _uses(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def join_sources(sources: list[Source], about: str) -> str:
    """Write several modules as one file, which imports everything by its full name."""
    used = {name for source in sources for node in source.statements for name in _uses(node)}
    own = {name for source in sources for node in source.statements for name in _names(node)}
    origins: dict[str, set[str]] = {}
    for source in sources:
        for name, origin in source.imported.items():
            if name in used - own:
                origins.setdefault(origin, set()).add(name)
    blocks = [f'"""{about}"""'] if about else []
    blocks.append("from __future__ import annotations")
    for is_own in (False, True):
        lines = [f"import {name}" for name in sorted(origins.get("", ())) if not is_own]
        lines += [
            f"from {origin} import {', '.join(sorted(origins[origin]))}"
            for origin in sorted(origins)
            if origin and origin.startswith("unjam") == is_own
        ]
        if lines:
            blocks.append("\n".join(lines))
    head = "\n\n".join(blocks)
    body = "\n\n\n".join(source.segment(node) for source in sources for node in source.statements)
    return f"{head}\n\n\n{body}\n"
