"""The rules of the project: each is a function that lists what breaks it in a folder. test_design.py runs them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FAMILIES = ("rushhour", "tiles", "blocks", "sokoban", "packing")

ROOMS = [
    {"_core", "_processor", "core", "locale"},
    {"search"},
    {"families"},
    {"formats"},
    {"solving"},
    {"parallel"},
    {"rating"},
    {"generation"},
    {"datasets", "exercises", "lab", "pictures"},
    {"cli", "integrations", "web"},
]
"""The folders of the package from the ground up: a file imports from its own row and those below."""
LAZY = {("core", "pictures"), ("formats", "generation"), ("rating", "pictures"), ("solving", "pictures")}
"""Imports inside a function that look upward on purpose: what is shown draws itself, and
a generated level is made again from its name."""

EVERY = {
    "__init__", "about", "editor", "heuristics", "board", "native", "page", "position", "scene", "symmetry", "text",
}  # fmt: skip
"""The files that each family has; ``text`` may be a folder."""
SOME = {"explanation", "advice", "changes", "deadlock", "difficulty", "game", "generate", "reasons", "weights"}
"""Files of the same name and purpose in those families that need them."""
OWN = {
    "rushhour": {"enumeration", "must_move"},
    "tiles": {"by_hand", "orientation", "partition", "tables"},
    "sokoban": {"pruning"},
    "packing": {"colours", "first_piece", "lifting", "shapes"},
}
"""What only one family has."""


def imports(path: Path, source: Path) -> Iterator[tuple[str, bool]]:
    """The modules of ours that a file imports when it runs, as dotted names, and whether only inside a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ["unjam", *path.relative_to(source).parts[:-1]]
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inner = {id(node) for function in functions for node in ast.walk(function)}
    typing = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and isinstance(block.test, ast.Name) and block.test.id == "TYPE_CHECKING"
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if id(node) in typing:
            continue
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from ((name, id(node) in inner) for name in names if name.startswith("unjam."))


def python_files(source: Path) -> list[Path]:
    return [path for path in sorted(source.rglob("*.py")) if path.parent != source or path.stem != "__init__"]


def upward_imports(source: Path) -> list[str]:
    """Imports of a folder from one above it."""
    rank = {room: at for at, row in enumerate(ROOMS) for room in row}
    wrong = []
    for path in python_files(source):
        room = path.relative_to(source).with_suffix("").parts[0]
        for name, inside in imports(path, source):
            other = name.split(".")[1]
            if other in rank and rank[other] > rank.get(room, -1) and not (inside and (room, other) in LAZY):
                wrong.append(f"{path.relative_to(source)} imports {name}")
    return wrong


def loose_modules(source: Path) -> list[str]:
    """Modules and folders of the package that are none of its rooms."""
    names = {path.relative_to(source).with_suffix("").parts[0] for path in python_files(source)}
    return sorted(names - set().union(*ROOMS))


def imports_between_families(source: Path) -> list[str]:
    """Imports of one family by another, however they are written."""
    wrong = []
    for path in sorted((source / "families").rglob("*.py")):
        own = path.relative_to(source / "families").with_suffix("").parts[0]
        others = set(FAMILIES) - {own}
        for name, _ in imports(path, source) if own in FAMILIES else ():
            _, room, what, *_ = *name.split("."), ""
            if room == "families" and what in others:
                wrong.append(f"{path.relative_to(source)} imports {name}")
    return wrong


WEB_FRAMEWORK = {"fastapi", "pydantic", "pydantic_core", "starlette", "uvicorn"}


def framework_imports(source: Path) -> list[str]:
    """Imports of the web framework outside ``web/http`` and the server: the rest has to work without a server."""
    wrong = []
    for path in sorted((source / "web").rglob("*.py")):
        if path.parent.name == "http" or path.name == "server.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            wrong += [
                f"{path.relative_to(source)} imports {name}" for name in names if name.split(".")[0] in WEB_FRAMEWORK
            ]
    return wrong


WEB_ROOMS = [{"options", "wire"}, {"presenters"}, {"jobs"}, {"state"}, {"api"}, {"browser", "http"}, {"server"}]
"""The folders and files of the page from the ground up; the two on a row, one for HTTP and one for none, are apart."""


def upward_web_imports(source: Path) -> list[str]:
    """Imports of a part of the page from one above or beside it."""
    rank = {room: at for at, row in enumerate(WEB_ROOMS) for room in row}
    wrong = []
    for path in sorted((source / "web").rglob("*.py")):
        room = path.relative_to(source / "web").with_suffix("").parts[0]
        for name, _ in imports(path, source):
            _, top, other, *_ = *name.split("."), ""
            is_below = rank.get(other, -1) < rank.get(room, -1)
            if top == "web" and other != room and not is_below:
                wrong.append(f"{path.relative_to(source)} imports {name}")
    return wrong


def named_families(source: Path) -> list[str]:
    """Lines of the command line and the page that name a family."""
    name = re.compile(rf"(?<![a-z])({'|'.join(FAMILIES)})(?![a-z])", re.IGNORECASE)
    wrong = []
    for room in ("cli", "web"):
        for path in sorted((source / room).rglob("*")):
            if path.suffix in (".py", ".js", ".css", ".html", ".ts"):
                lines = path.read_text(encoding="utf-8").splitlines()
                matches = ((n, line) for n, line in enumerate(lines, 1) if name.search(line))
                wrong += [f"{path.relative_to(source)}:{n}: {line.strip()}" for n, line in matches]
    return wrong


def odd_family_files(families: Path) -> list[str]:
    """Files of a family that have another name than in the others, and those that are missing."""
    wrong = []
    for family in FAMILIES:
        names = {path.stem for path in (families / family).iterdir() if path.suffix == ".py"}
        names |= {path.name for path in (families / family).iterdir() if (path / "__init__.py").is_file()}
        wrong += [f"{family} has no {name}" for name in sorted(EVERY - names)]
        wrong += [f"{family}/{name} is odd" for name in sorted(names - EVERY - SOME - OWN.get(family, set()))]
    return wrong


ONE_SYSTEM = re.compile(
    r"#include <(sys/|unistd|pthread|sched|fcntl|dlfcn|windows|intrin|[a-z]*intrin\.h|arm_neon|mach/)"
    r"|\b(__builtin_\w+|__attribute__|__int128|__extension__|typeof|_mm\d*_\w+|_p(ext|dep)_u64|long)\b"
)
"""What only some compilers or systems know; and `long`, which is not as long on each."""


def unguarded(cpp: Path) -> list[str]:
    """Lines of C++ that name what only one compiler or system knows, outside of any `#if`."""
    wrong = []
    for path in sorted([*cpp.rglob("*.hpp"), *cpp.rglob("*.cpp")]):
        depth = 0
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            code = line.split("//")[0].strip()
            depth += code.startswith("#if")
            depth -= code.startswith("#endif")
            if depth == 0 and ONE_SYSTEM.search(code):
                wrong.append(f"{path.relative_to(cpp)}:{number} needs a guard: {code}")
    return wrong


def odd_headers(cpp: Path) -> list[str]:
    """Families of the core that are not entered by their solve.hpp, and headers that belong to no family."""
    wrong = [f"{path.name} lies loose" for path in sorted((cpp / "families").glob("*.*"))]
    for family in FAMILIES:
        entry = cpp / "families" / family / "solve.hpp"
        if not entry.is_file():
            wrong.append(f"{family} has no solve.hpp")
        elif not entry.read_text(encoding="utf-8").startswith("//"):
            wrong.append(f"{family}/solve.hpp does not open with a map")
    return wrong


def built_messages(source: Path) -> list[str]:
    """Messages whose template is not written out where they are made: no catalogue could list them."""
    wrong = []
    for path in python_files(source):
        if path.stem in ("message", "language"):  # where templates pass through
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            is_translated = isinstance(node.func, ast.Name) and "cli" in path.relative_to(source).parts
            texts = {"Message": 1, "plural": 2, "words": int(is_translated)}
            for argument in node.args[: texts.get(name, 0)]:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    wrong.append(f"{path.relative_to(source)}:{node.lineno}")
            says = name in ("PuzzleError", "IllegalMove", "Unsupported", "add")
            if says and node.args and isinstance(node.args[0], (ast.JoinedStr, ast.BinOp)):
                wrong.append(f"{path.relative_to(source)}:{node.lineno}")
    return wrong


PRESSES_CTRL_C = re.compile(r"\b(send_signal|kill|killpg)\([^)]*SIGINT")
LISTENS_TO_CTRL_C = re.compile(r"\bstart_(interruptible|unjam)\(")
"""Both start a program that does not inherit an ignored SIGINT; see interrupts.py."""


def deaf_to_ctrl_c(tests: Path) -> list[str]:
    """Tests that press Ctrl-C on a program which may have inherited that it is to be ignored."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in sorted(tests.rglob("*.py")))
    return [
        f"{path.relative_to(tests)} presses Ctrl-C without start_interruptible"
        for path, text in texts
        if PRESSES_CTRL_C.search(text) and not LISTENS_TO_CTRL_C.search(text)
    ]


IMPORTS_A_TEST = re.compile(r"^\s*(from|import) (test_\w+|conftest)\b", re.MULTILINE)


def imports_between_tests(tests: Path) -> list[str]:
    """Tests that import another test: what several share belongs in conftest.py or in support/."""
    texts = ((path, path.read_text(encoding="utf-8")) for path in sorted(tests.rglob("*.py")))
    return [
        f"{path.relative_to(tests)} imports {match[2]}"
        for path, text in texts
        for match in IMPORTS_A_TEST.finditer(text)
    ]


def long_scripts(static: Path) -> list[str]:
    """Scripts and styles of more than 400 lines, and lines of more than 110 columns, unless they are generated."""
    wrong = []
    for path in sorted(static.rglob("*")):
        if path.suffix in (".js", ".css", ".ts") and path.name != "openapi.d.ts":
            lines = path.read_text(encoding="utf-8").splitlines()
            wrong += [f"{path.name} has {len(lines)} lines"] if len(lines) > 400 else []
            wrong += [f"{path.name}:{n} is {len(line)} wide" for n, line in enumerate(lines, 1) if len(line) > 110]
    return wrong
