"""The native core checks its arguments: no call crashes or hangs, whatever the values."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import core_calls
import pytest
from invalid_core_calls import INVALID_CALLS

from unjam import _core

BAD = {"ValueError", "TypeError"}


def answers(group: str) -> list[str]:
    """Return the outcome of each call of the group, made in another process."""
    program = [sys.executable, "-X", "faulthandler", str(Path(core_calls.__file__)), group]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    lines = [line.split(maxsplit=1) for line in run.stdout.splitlines()]
    if run.returncode != 0:
        last = core_calls.calls(group)[int(lines[-1][0])] if lines else "importing the core"
        how = signal.Signals(-run.returncode).name if run.returncode < 0 else f"exit code {run.returncode}"
        pytest.fail(f"{how} in {last}\n{run.stderr}")
    return [line[1] for line in lines if len(line) == 2]


@pytest.mark.parametrize("group", core_calls.GROUPS)
def test_invalid_calls_raise_and_never_crash_or_hang(group: str) -> None:
    all_calls, outcomes = core_calls.calls(group), answers(group)
    assert len(outcomes) == len(all_calls)
    invalid = len(INVALID_CALLS.get(group, []))
    odd = [
        f"{call}: {what}" for call, what in zip(all_calls[:invalid], outcomes[:invalid], strict=True) if what not in BAD
    ]
    assert odd == []
    fine = {"answers", "IndexError", "RuntimeError", *BAD} if group in ("task", "again") else {"answers", *BAD}
    odd = [
        f"{call}: {what}"
        for call, what in zip(all_calls[invalid:], outcomes[invalid:], strict=True)
        if what not in fine
    ]
    assert odd == []


def test_every_function_class_and_method_gets_invalid_calls() -> None:
    offered = {name for name in vars(_core) if callable(getattr(_core, name)) and not name.startswith("_")}
    enums_and_answers = {
        "Status",
        "Stop",
        "Outcome",
        "Space",
        "Study",
        "PackingAlgorithm",
        "instructions",
        "sokoban_rules",
        "sokoban_techniques",
    }
    tried = "\n".join(core_calls.VALID)
    assert [name for name in sorted(offered - enums_and_answers) if f"core.{name}" not in tried] == []
    methods = {
        name
        for kind in (getattr(_core, each) for each in offered - enums_and_answers)
        if isinstance(kind, type)
        for name, what in vars(kind).items()
        if callable(what) and not name.startswith("_")
    }
    untried = {"level_numbers", "mark_ready", "state_bytes"}  # without arguments; called in the lists
    assert [name for name in sorted(methods - untried) if f".{name}" not in tried] == []
    assert sum(len(core_calls.calls(group)) for group in core_calls.GROUPS) > 150
