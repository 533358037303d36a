"""The reference of the public names, from their signatures and docstrings: nothing of it is written by hand."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import unjam


@dataclass(frozen=True)
class Group:
    title: str
    about: str
    names: tuple[str, ...]


GROUPS = {
    "verbs": Group(
        "What you can do",
        "Every verb works for every family, and takes a puzzle, a level, a text or a path.",
        (
            "read", "read_levels", "levels", "solve", "solve_many", "solutions", "count_solutions", "rate",
            "rate_many", "generate", "vary", "questions", "check", "improve", "compare", "explore", "trace",
            "estimate_all",
            "check_heuristic", "grade_search", "widget", "ALGORITHMS",
        ),
    ),
    "answers": Group(
        "What comes back",
        "Values that print, compare and travel; in a notebook they draw themselves.",
        (
            "Result", "Rating", "Generated", "Variation", "Question", "Check", "Comparison", "Space", "Trace",
            "Level", "Game",
            "Hint", "Loss", "Estimates", "HeuristicCheck", "Grade", "Library",
        ),
    ),
    "puzzles": Group(
        "Puzzles and what they show",
        "One interface for all families. A position is a value; a scene is all that a viewer may know of it.",
        (
            "Puzzle", "Move", "Scene", "Piece", "Exit", "FAMILIES", "family", "RushHour", "Tiles", "Blocks", "Sokoban",
            "Packing",
        ),
    ),
    "families": Group(
        "For a family of your own",
        "What a family says of itself, and what is asked of a solver. [Adding a puzzle](../adding-a-puzzle.md) shows "
        "how little of it is needed.",
        ("register", "About", "Heuristic", "Term", "Model", "Option", "Native", "Task", "Limits", "Control"),
    ),
    "errors": Group(
        "Errors and sentences",
        "Every error that is raised on purpose is an `UnjamError`; a sentence for people is a template with values.",
        (
            "UnjamError", "PuzzleError", "Fault", "IllegalMove", "LimitReached", "Unsupported", "WrongAnswer",
            "Message", "plural",
        ),
    ),
}  # fmt: skip


def page_name(group: str) -> str:
    return f"reference/{group}.md"


def pages() -> dict[str, str]:
    """Page -> Markdown, one for each group of names."""
    return {page_name(key): _page(group) for key, group in GROUPS.items()}


def _page(group: Group) -> str:
    parts = [f"# {group.title}", group.about]
    for name in group.names:
        it = getattr(unjam, name)
        parts += _entry(name, getattr(it, name) if inspect.ismodule(it) else it)
    return "\n\n".join(parts) + "\n"


def _entry(name: str, it: Any) -> list[str]:
    if not callable(it):  # a table of names
        return [f"## unjam.{name} {{ #{name} }}", "One of " + ", ".join(f"`{each}`" for each in it) + "."]
    head = [f"## unjam.{name} {{ #{name} }}", _listing(_signature(name, it)), prose(inspect.getdoc(it) or "")]
    return [*head, *_members(it)] if inspect.isclass(it) else head


def _listing(text: str) -> str:
    return f"```text\n{text}\n```"


def _signature(name: str, it: Any, width: int = 90) -> str:
    """The call with its types, on one line where that fits."""
    try:
        signature = inspect.signature(it)
    except (TypeError, ValueError):
        return name
    parameters = [each for each in signature.parameters.values() if each.name not in ("self", "cls")]
    clean = [re.sub(r"^(\W*\w+: )'([^']*)'", r"\1\2", str(each)).replace("<factory>", "...") for each in parameters]
    back = (
        "" if signature.return_annotation in (signature.empty, None, "None") else f" -> {signature.return_annotation}"
    )
    kinds = [each.kind for each in parameters]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        clean.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    line = f"{name}({', '.join(clean)}){back}"
    if len(line) <= width:
        return line
    return f"{name}(\n" + "".join(f"    {each},\n" for each in clean) + f"){back}"


def _members(kind: type) -> list[str]:
    """The public members of a class that are its own and say what they are."""
    fields = _Fields(kind).descriptions
    rows = [f"| `{name}` | {_cell(descriptions)} |" for name, descriptions in fields.items()]
    methods = []
    for name, member in vars(kind).items():
        if name.startswith("_") or name in fields:
            continue
        call = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        descriptions = prose(inspect.getdoc(call) or "")
        if isinstance(call, property) or hasattr(call, "func"):  # a property, cached or not
            if descriptions:
                rows.append(f"| `{name}` | {_cell(descriptions)} |")
        elif inspect.isfunction(call) and descriptions:
            methods += [_listing(_signature(f"{kind.__name__}.{name}", call)), descriptions]
    table = ["\n".join(["| has | what it is |", "|---|---|", *rows])] if rows else []
    return [*table, *methods]


@dataclass(frozen=True)
class _Fields:
    """The fields of a class that have a text below them."""

    kind: type

    @cached_property
    def descriptions(self) -> dict[str, str]:
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(self.kind)))
        except (OSError, TypeError):
            return {}
        body = tree.body[0].body  # type: ignore[attr-defined]
        out = {}
        for field, below in pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                out[field.target.id] = prose(inspect.cleandoc(str(below.value.value)))
        return out


def prose(text: str) -> str:
    """A docstring as Markdown: its examples, which run as tests, become listings."""
    text = re.sub(r"``(.+?)``", r"`\1`", text)
    return re.sub(
        r"(?:^|(?<=\n\n))(>>> .*?)(?=\n\n|\Z)", lambda match: f"```pycon\n{match[1]}\n```", text, flags=re.DOTALL
    )


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
