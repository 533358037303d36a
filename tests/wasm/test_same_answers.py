"""The core for browsers gives the same answers as that of this machine; run by ``make test-wasm``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import core_calls
import pytest

from unjam.families import FAMILIES

BUILD = os.environ.get("UNJAM_WASM", "")
PROJECT = Path(__file__).parents[2]
SUPPORT = PROJECT / "tests" / "support"
RUN = [f"{BUILD}/tools/bin/python", str(PROJECT / "tools" / "site" / "wasm" / "run.py")]

pytestmark = pytest.mark.skipif(not BUILD, reason="UNJAM_WASM names the folder that make wasm built")


def start(command: list[str], *words: str) -> subprocess.Popen[str]:
    """Start a script that prints answers."""
    return subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "PYTHONPATH": str(SUPPORT)})  # fmt: skip


def finish(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Return what it printed."""
    output, errors = process.communicate()
    assert process.returncode == 0, errors[-4000:]
    answers: dict[str, Any] = json.loads(output)
    return answers


def both(part: str, *families: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the answers of this machine's core and those of the core for browsers, which work at the same time."""
    script = str(SUPPORT / "core_answers.py")
    processes = [start(command, script, part, *families) for command in ([sys.executable], RUN)]
    native, wasm = map(finish, processes)
    return native, wasm


def compare(part: str, *families: str) -> dict[str, Any]:
    """Return the answers, which are the same from both."""
    native, wasm = both(part, *families)
    for name in native:
        for number, (first, second) in enumerate(zip(native[name], wasm[name], strict=True)):
            assert second == first, f"{part} {name} {number}"
    assert list(native) == list(wasm) == list(families or FAMILIES)
    return native


def test_benchmark_expands_the_same_positions() -> None:
    counts = compare("bench")
    assert sum(map(sum, counts.values())) == 2_250_555


@pytest.mark.parametrize("family", FAMILIES)
def test_random_boards(family: str) -> None:
    answers = compare("random_boards", family)[family]
    verdicts = {status for _, _, (status, *_) in answers}
    assert len(answers) == 2000
    assert verdicts == {"solved", "unsolvable"}


@pytest.mark.parametrize("family", FAMILIES)
def test_generated_levels(family: str) -> None:
    answers = compare("generated", family)[family]
    assert len(answers) >= 600
    assert len({each["level"] for each in answers}) == 4


def test_shipped_levels() -> None:
    answers = compare("shipped")
    assert sum(map(len, answers.values())) > 265
    assert {each[2][0] for family in answers.values() for each in family} == {"solved"}


def test_memory_limit_is_obeyed() -> None:
    answers = compare("memory")
    for name in ("rushhour", "sokoban", "blocks"):
        assert [each[0] for each in answers[name]] == ["gave_up"]
        assert "memory" in answers[name][0][2]


def test_sizes_beyond_32_bits() -> None:
    large, *refused = compare("sizes")["tiles"]
    assert large == [259_459_200, 134_217_728]
    assert refused == ["a part is too large for its board"] * 2


@pytest.mark.parametrize("group", core_calls.GROUPS)
def test_invalid_calls_raise_and_never_crash(group: str) -> None:
    """What is too large for a number of 32 bits may be the wrong type."""
    script = str(SUPPORT / "core_calls.py")
    processes = [start(command, script, group) for command in ([sys.executable], RUN)]
    (native, _), (wasm, errors) = (each.communicate() for each in processes)
    assert [each.returncode for each in processes] == [0, 0], errors[-4000:]
    outcomes = [[line.split()[1] for line in text.splitlines() if " " in line] for text in (native, wasm)]
    assert len(outcomes[0]) == len(core_calls.calls(group))
    assert all(second in (first, "TypeError") for first, second in zip(*outcomes, strict=True))


def test_reference_searches() -> None:
    answers = compare("reference")
    assert all(answers[name] for name in ("rushhour", "tiles", "blocks", "sokoban"))


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
    answers = finish(start(RUN, str(script)))
    assert answers["taken"] > 1 << 30
    assert (answers["status"], answers["after"]) == ("gave_up", "solved")
    assert "memory" in answers["why"]


def test_threads_that_cannot_start_do_no_harm(tmp_path: Path) -> None:
    script = tmp_path / "threads.py"
    script.write_text(THREADS, encoding="utf-8")
    first, second = finish(start([sys.executable], str(script))), finish(start(RUN, str(script)))
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
    answers = finish(start(RUN, str(script)))
    assert answers["core"] == "wasm32"
    assert answers["failed"] == []


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
