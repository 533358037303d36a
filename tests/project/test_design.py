"""The design rules: imports, public names, file names, fresh generated files. Each rule is shown to catch
what it forbids."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import design_rules as rules
import pytest
from cpp_dice_order import rolls_in_one_expression

import unjam
from unjam.core.puzzle import Puzzle

SOURCE = Path(unjam.__file__).parent
CPP = Path(__file__).parents[2] / "cpp"
TESTS = Path(__file__).parents[1]

RULES: dict[str, tuple[Callable[[Path], list[str]], Path]] = {
    "upward_imports": (rules.upward_imports, SOURCE),
    "loose_modules": (rules.loose_modules, SOURCE),
    "imports_between_families": (rules.imports_between_families, SOURCE),
    "named_families": (rules.named_families, SOURCE),
    "framework_imports": (rules.framework_imports, SOURCE),
    "upward_web_imports": (rules.upward_web_imports, SOURCE),
    "odd_family_files": (rules.odd_family_files, SOURCE / "families"),
    "odd_headers": (rules.odd_headers, CPP),
    "unguarded": (rules.unguarded, CPP),
    "rolls_in_one_expression": (rolls_in_one_expression, CPP),
    "deaf_to_ctrl_c": (rules.deaf_to_ctrl_c, TESTS),
    "imports_between_tests": (rules.imports_between_tests, TESTS),
    "built_messages": (rules.built_messages, SOURCE),
    "long_scripts": (rules.long_scripts, SOURCE / "web" / "static"),
}


@pytest.mark.parametrize("name", RULES)
def test_project_follows_the_rule(name: str) -> None:
    rule, folder = RULES[name]
    assert folder.is_dir()
    assert rule(folder) == []


CTRL_C = "SIGINT"
TEST_B = "test_b"  # like SIGINT kept out of the samples, which the rules would report
FAMILY_FILES = {f"{family}/{name}.py": "" for family in rules.FAMILIES for name in rules.EVERY}


def rolling(code: str) -> dict[str, str]:
    """A header with a die in which the code stands from its second line on."""
    return {"a.hpp": f"Dice dice_;\n{code}"}


HEADERS = {f"families/{family}/solve.hpp": "// A map." for family in rules.FAMILIES}

BROKEN = [
    ("upward_imports", {"search/bfs.py": "from ..solving.solve import solve"}, "imports unjam.solving.solve.solve"),
    ("upward_imports", {"search/bfs.py": "def f():\n    from .. import solving"}, "imports unjam.solving"),
    ("upward_imports", {"core/message.py": "import unjam.search.bfs"}, "imports unjam.search.bfs"),
    ("loose_modules", {"utils.py": ""}, "utils"),
    ("imports_between_families", {"families/tiles/text.py": "from ..packing import text"}, "families.packing"),
    ("imports_between_families", {"families/tiles/text.py": "from ..packing.text import read"}, "families.packing"),
    ("imports_between_families", {"families/tiles/text.py": "from .. import packing"}, "families.packing"),
    ("imports_between_families", {"families/tiles/text.py": "import unjam.families.packing"}, "families.packing"),
    ("named_families", {"web/api.py": 'if family == "sokoban": ...'}, "web/api.py:1"),
    ("named_families", {"web/static/play/view.js": 'const is = family === "rushhour";'}, "web/static/play/view.js:1"),
    ("named_families", {"cli/solve.py": "\n# Tiles only"}, "cli/solve.py:2"),
    ("framework_imports", {"web/api/play.py": "from fastapi import Request"}, "web/api/play.py imports fastapi"),
    ("framework_imports", {"web/jobs/queue.py": "import starlette.types"}, "web/jobs/queue.py imports starlette.types"),
    (
        "framework_imports",
        {"web/http/routes.py": "import fastapi", "web/wire/requests.py": "def f():\n    from pydantic import Field"},
        "web/wire/requests.py imports pydantic",
    ),
    ("framework_imports", {"web/browser/app.py": "import pydantic"}, "web/browser/app.py imports pydantic"),
    ("upward_web_imports", {"web/wire/a.py": "from ..presenters import b"}, "imports unjam.web.presenters.b"),
    ("upward_web_imports", {"web/browser/a.py": "from ..http.errors import b"}, "imports unjam.web.http.errors.b"),
    ("upward_web_imports", {"web/jobs/a.py": "from ...web.server import b"}, "imports unjam.web.server.b"),
    ("odd_family_files", FAMILY_FILES | {"tiles/level.py": ""}, "tiles/level is odd"),
    ("odd_family_files", FAMILY_FILES | {"sokoban/must_move.py": ""}, "sokoban/must_move is odd"),
    ("odd_family_files", dict(list(FAMILY_FILES.items())[1:]), "has no"),
    ("odd_headers", HEADERS | {"families/tiles.hpp": ""}, "tiles.hpp lies loose"),
    ("odd_headers", HEADERS | {"families/tiles/solve.hpp": "#pragma once"}, "does not open with a map"),
    ("odd_headers", dict(list(HEADERS.items())[1:]), "has no solve.hpp"),
    ("unguarded", {"unjam/pages.hpp": "#pragma once\n#include <sys/mman.h>"}, "unjam/pages.hpp:2 needs a guard"),
    ("unguarded", {"unjam/a.hpp": "#ifdef A\n#endif\n__builtin_prefetch(at);"}, "unjam/a.hpp:3"),
    ("unguarded", {"unjam/a.hpp": "using Mask = unsigned __int128;"}, "unjam/a.hpp:1"),
    ("rolls_in_one_expression", rolling("open(dice_.below(2), dice_.below(3));"), "a.hpp:2 rolls twice: open("),
    ("rolls_in_one_expression", rolling("const int a = dice_.next() - dice_.next();"), "a.hpp:2"),
    ("rolls_in_one_expression", rolling("for (;;)\n    cells[at(dice_.below(2), dice_.below(3))] = 0;"), "a.hpp:3"),
    ("rolls_in_one_expression", rolling("put({dice_.below(2), 1}, {dice_.below(3), 1});"), "a.hpp:2"),
    ("rolls_in_one_expression", rolling("if (is(dice_.once_in(2) && true, dice_.once_in(2))) return;"), "a.hpp:2"),
    (
        "rolls_in_one_expression",
        rolling("const auto any = [&] { return dice_.next(); };\nat(any(), any());"),
        "a.hpp:3",
    ),
    ("deaf_to_ctrl_c", {"test_a.py": f"process.send_signal(signal.{CTRL_C})"}, "test_a.py presses Ctrl-C"),
    ("deaf_to_ctrl_c", {"web/test_a.py": f"os.killpg(process.pid, signal.{CTRL_C})"}, "web/test_a.py presses Ctrl-C"),
    ("imports_between_tests", {"web/test_a.py": f"from {TEST_B} import page"}, "web/test_a.py imports test_b"),
    ("imports_between_tests", {"web/test_a.py": f"def f():\n    import {TEST_B}"}, "web/test_a.py imports test_b"),
    ("built_messages", {"share.py": 'Message(f"{n} cells")'}, "share.py:1"),
    ("built_messages", {"share.py": 'plural("{n} cell", many, n=1)'}, "share.py:1"),
    ("built_messages", {"share.py": 'raise PuzzleError(f"{n} cells")'}, "share.py:1"),
    ("built_messages", {"share.py": 'faults.add("cells: " + n, 1)'}, "share.py:1"),
    ("long_scripts", {"a.js": "\n" * 401}, "a.js has 401 lines"),
    ("long_scripts", {"a.js": "x" * 111}, "a.js:1 is 111 wide"),
]


@pytest.mark.parametrize(("name", "files", "message"), BROKEN)
def test_rule_catches_what_it_forbids(name: str, files: dict[str, str], message: str, tmp_path: Path) -> None:
    for file, text in files.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    faults = RULES[name][0](tmp_path)
    assert len(faults) == 1
    assert message in faults[0]


@pytest.mark.parametrize(
    "code",
    [
        "const int a = dice_.below(2), b = dice_.below(3);",
        "if (dice_.once_in(2)) put(dice_.below(3));",
        "const int a = dice_.once_in(2) ? dice_.below(2) : dice_.below(3);",
        "while (dice_.once_in(2) && dice_.once_in(3)) go();",
        "put(dice_.below(2));\nput(dice_.below(2));  // put(dice_.next(), dice_.next())",
        "each([&](int n) { put(dice_.below(n)); }, dice_.below(2));",
    ],
)
def test_ordered_rolls_are_allowed(code: str, tmp_path: Path) -> None:
    [(name, text)] = rolling(code).items()
    (tmp_path / name).write_text(text)
    assert rolls_in_one_expression(tmp_path) == []


def test_samples_break_no_other_rule(tmp_path: Path) -> None:
    for file, text in (FAMILY_FILES | HEADERS).items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert rules.odd_family_files(tmp_path) == []
    assert rules.odd_headers(tmp_path) == []
    assert {name for name, _, _ in BROKEN} == set(RULES)


# -- the one interface

REQUIRED = {"family", "parse", "levels", "moves", "play", "is_solved", "scene"}
SHARED = {"from_notation", "title", "metric", "heuristic", "estimate", "format", "settings", "storage_text"}
"""What every family gets for nothing, and none defines."""


def optional() -> set[str]:
    return {name for name in vars(Puzzle) if not name.startswith("_")} - REQUIRED - SHARED


def definers(name: str) -> list[str]:
    return [family for family in rules.FAMILIES if name in vars(unjam.family(family))]


def test_at_most_twenty_optional_methods() -> None:
    assert len(optional()) <= 20


@pytest.mark.parametrize("name", sorted(optional()))
def test_optional_method_is_used_twice_or_explained(name: str) -> None:
    families = definers(name)
    assert len(families) >= 2 or (families and families[0] in (getattr(Puzzle, name).__doc__ or "").lower()), families


def test_families_do_not_override_shared_methods() -> None:
    assert {name: families for name in SHARED if (families := definers(name))} == {}


PUBLIC = [
    "ALGORITHMS", "FAMILIES", "About", "Blocks", "Check", "Comparison", "Control", "Estimates", "Exit", "Fault",
    "Game", "Generated", "Grade", "Heuristic", "HeuristicCheck", "Hint", "IllegalMove", "Level", "Library",
    "LimitReached", "Limits", "Loss", "Message", "Model", "Move", "Native", "Option", "Packing", "Piece", "Puzzle",
    "PuzzleError", "Question", "Rating", "Result", "RushHour", "Scene", "Sokoban", "Space", "Task", "Term", "Tiles",
    "Trace", "UnjamError", "Unsupported", "Variation", "WrongAnswer", "check", "check_heuristic", "compare",
    "count_solutions",
    "estimate_all", "explore", "family", "generate", "grade_search", "improve", "levels", "plural", "questions",
    "rate", "rate_many", "read", "read_levels", "register", "solutions", "solve", "solve_many", "trace", "vary",
    "widget",
]  # fmt: skip


def test_public_names() -> None:
    assert unjam.__all__ == PUBLIC
    assert [name for name in PUBLIC if not hasattr(unjam, name)] == []
    loose = {name for name, value in vars(unjam).items() if not name.startswith("_") and callable(value)}
    assert loose - set(PUBLIC) <= {"Any"}


def test_core_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "unjam._core", "-o", fresh], check=True)
    assert fresh.read_text() == (SOURCE / "_core.pyi").read_text(), "run `make stubs` and commit the result"
