"""The core for browsers gives the same answers as that of this machine; run by ``make test-wasm``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import core_calls
import pytest
from random_cases import FULL

from unjam.core.family_info import DIFFICULTIES
from unjam.families import FAMILIES

BUILD = os.environ.get("UNJAM_WASM", "")
PROJECT = Path(__file__).parents[2]
SUPPORT = PROJECT / "tests" / "support"
RUN = [f"{BUILD}/tools/bin/python", str(PROJECT / "tools" / "site" / "wasm" / "run.py")]

LEVELS = 200
FEWER = {} if FULL else {("blocks", "expert"): 60, ("packing", "expert"): 60}
"""Fewer of the levels that take half a second each or more, unless UNJAM_FULL=1."""

pytestmark = pytest.mark.skipif(not BUILD, reason="UNJAM_WASM names the folder that make wasm built")


@contextmanager
def started(*commands: list[str]) -> Iterator[list[subprocess.Popen[str]]]:
    """Run commands at the same time; none outlives a test that fails."""
    env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    pipe = subprocess.PIPE
    processes = [subprocess.Popen(each, stdout=pipe, stderr=pipe, text=True, env=env) for each in commands]
    try:
        yield processes
    finally:
        for each in processes:
            each.kill()
            each.wait()


def answers(*commands: list[str]) -> list[dict[str, Any]]:
    """Return what commands print that work at the same time."""
    with started(*commands) as processes:
        printed = [each.communicate() for each in processes]
        assert [each.returncode for each in processes] == [0] * len(processes), [
            errors[-4000:] for _, errors in printed
        ]
    return [json.loads(output) for output, _ in printed]


def compare(part: str, *words: str) -> dict[str, Any]:
    """Return the answers of this machine's core, which are those of the core for browsers too."""
    words = (str(SUPPORT / "core_answers.py"), part, *words)
    native, wasm = answers([sys.executable, *words], [*RUN, *words])
    assert list(native) == list(wasm)
    for name in native:
        for number, (first, second) in enumerate(zip(native[name], wasm[name], strict=True)):
            assert second == first, f"{part} {name} {number}"
    return native


def test_benchmark_expands_the_same_positions() -> None:
    counts = compare("bench")
    assert sum(map(sum, counts.values())) == 2_250_555


@pytest.mark.parametrize("family", FAMILIES)
def test_random_boards(family: str) -> None:
    boards = compare("random_boards", family)[family]
    verdicts = {status for _, _, (status, *_) in boards}
    assert len(boards) == 2000
    assert verdicts == {"solved", "unsolvable"}


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("family", FAMILIES)
def test_generated_levels(family: str, difficulty: str) -> None:
    seeds = FEWER.get((family, difficulty), LEVELS)
    made = compare("generated", family, difficulty, str(seeds))[family]
    assert len(made) == seeds
    assert {each["level"] for each in made} == {difficulty}


def test_shipped_levels() -> None:
    solved = compare("shipped")
    assert sum(map(len, solved.values())) > 265
    assert {each[2][0] for family in solved.values() for each in family} == {"solved"}


def test_memory_limit_is_obeyed() -> None:
    results = compare("memory")
    for name in ("rushhour", "sokoban", "blocks"):
        assert [each[0] for each in results[name]] == ["gave_up"]
        assert "memory" in results[name][0][2]


def test_sizes_beyond_32_bits() -> None:
    large, *refused = compare("sizes")["tiles"]
    assert large == [259_459_200, 134_217_728]
    assert refused == ["a part is too large for its board"] * 2


@pytest.mark.parametrize("group", core_calls.GROUPS)
def test_invalid_calls_raise_and_never_crash(group: str) -> None:
    """What is too large for a number of 32 bits may be the wrong type."""
    script = str(SUPPORT / "core_calls.py")
    with started([sys.executable, script, group], [*RUN, script, group]) as processes:
        (native, _), (wasm, errors) = (each.communicate() for each in processes)
        assert [each.returncode for each in processes] == [0, 0], errors[-4000:]
    outcomes = [[line.split()[1] for line in text.splitlines() if " " in line] for text in (native, wasm)]
    assert len(outcomes[0]) == len(core_calls.calls(group))
    assert all(second in (first, "TypeError") for first, second in zip(*outcomes, strict=True))


def test_reference_searches() -> None:
    results = compare("reference")
    assert all(results[name] for name in ("rushhour", "tiles", "blocks", "sokoban"))


FULL_HEAP = """
import sys
from random import Random
from unjam import solve
from unjam.core.puzzle import Limits
from unjam.families.blocks import Blocks

board = Blocks.parse("BCDEEE\\nBCDFGH\\nBIDFGH\\n.I.JJK\\nL.MAAK\\nLNMAAK\\ngoal A at 1,1")
easy = Blocks.parse("AB\\n..\\ngoal A at 1,1")
solve(easy)
rest = []
size = 1 << 28
while size >= 1 << 22:
    try:
        rest.append(bytearray(size))
    except MemoryError:
        size //= 2
taken = sum(map(len, rest))
result = solve(board, limits=Limits(seconds=100), workers=1)
rest.clear()
import json
print(json.dumps({"taken": taken, "status": result.status, "why": str(result.reason), "after": solve(easy).status}))
"""


def test_full_heap_ends_a_search_like_a_memory_limit(tmp_path: Path) -> None:
    script = tmp_path / "full_heap.py"
    script.write_text(FULL_HEAP, encoding="utf-8")
    [found] = answers([*RUN, str(script)])
    assert found["taken"] > 1 << 30
    assert (found["status"], found["after"]) == ("gave_up", "solved")
    assert "memory" in found["why"]


def test_threads_that_cannot_start_do_no_harm(tmp_path: Path) -> None:
    script = tmp_path / "threads.py"
    script.write_text(THREADS, encoding="utf-8")
    first, second = answers([sys.executable, str(script)], [*RUN, str(script)])
    assert second == first


THREADS = """
import json
from random import Random
from unjam import solve
from unjam.families.rushhour import RushHour
from unjam.families.tiles import Tiles

boards = [RushHour.random(Random(seed), rows=8, cols=8, cars=20) for seed in (1, 2)]
boards.append(Tiles.parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"))
print(json.dumps({"costs": [solve(board, workers=3).cost for board in boards]}))
"""


def test_every_module_of_the_package_can_be_imported(tmp_path: Path) -> None:
    script = tmp_path / "modules.py"
    script.write_text(MODULES, encoding="utf-8")
    [found] = answers([*RUN, str(script)])
    assert found["core"] == "wasm32"
    assert found["failed"] == []


MODULES = """
import importlib, json, pkgutil
import unjam
from unjam import _core

failed = []
for each in pkgutil.walk_packages(unjam.__path__, "unjam."):
    try:
        importlib.import_module(each.name)
    except ImportError as error:
        failed.append(f"{each.name}: {error}")
print(json.dumps({"core": _core.instructions(), "failed": failed}))
"""


def test_manifest_names_what_was_built() -> None:
    folder = Path(BUILD) / "python"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    sizes = {each["name"]: each["stored"] for each in manifest["files"]}
    assert sizes == {each.name: each.stat().st_size for each in folder.iterdir() if each.name != "manifest.json"}
    assert sum(sizes.values()) < 8_000_000


def test_licences_are_complete() -> None:
    folder = Path(BUILD) / "licences"
    listed = (folder / "index.txt").read_text(encoding="utf-8")
    texts = {each.name for each in folder.iterdir()} - {"index.txt"}
    assert texts == {f"{name}.txt" for name in ("unjam", "Pyodide", "CPython", "nanobind", "LLVM", "musl")}
    assert all(name in listed for name in texts)
