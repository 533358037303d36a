"""A short run of the fuzzer over every reader, and proof that it detects faults."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import unjam
from unjam.families.tiles import Tiles


@pytest.fixture(scope="module")
def fuzzer() -> ModuleType:
    path = Path(__file__).parents[2] / "tools" / "fuzz.py"
    spec = spec_from_file_location("fuzz", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["fuzz"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def patient(fuzzer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow slow readers: the machine may be busy; `make fuzz` checks the time."""
    monkeypatch.setattr(fuzzer, "MAX_SECONDS", 60)
    monkeypatch.setattr(fuzzer, "HANG_SECONDS", 120)


@pytest.mark.usefixtures("patient")
def test_readers_reject_or_read_what_round_trips(fuzzer: ModuleType) -> None:
    tally = fuzzer.fuzz(seed=1, inputs=1000)
    assert tally.faults == {}
    assert tally.inputs == 1000
    assert tally.levels > 100
    assert tally.refused > 100


@pytest.mark.usefixtures("patient")
def test_fuzzer_is_deterministic(fuzzer: ModuleType) -> None:
    first, again, other = (fuzzer.fuzz(seed=seed, inputs=60).digest for seed in (5, 5, 6))
    assert first == again != other


def test_seeds_cover_every_family_and_format(fuzzer: ModuleType) -> None:
    assert {way for way, _ in fuzzer.seeds()} == {"detected", *fuzzer.OURS}
    assert {*fuzzer.OURS} <= set(fuzzer.readings())


class Forgetful(Tiles):
    """Writes a different board."""

    def __str__(self) -> str:
        return "1 2 0 3 4 5 6 7 8"


class Mute(Tiles):
    """Writes text that cannot be read."""

    def __str__(self) -> str:
        return "?"


def crashing(text: str) -> Iterator[unjam.Level]:
    yield unjam.Level(0, None, error=unjam.PuzzleError("no", line=int("x")))


def lost(text: str) -> Iterator[unjam.Level]:
    yield unjam.Level(0, None, error=unjam.PuzzleError("no such line", line=99))


def neither(text: str) -> Iterator[unjam.Level]:
    yield unjam.Level(0, None)


def hungry(text: str) -> Iterator[unjam.Level]:
    raise MemoryError
    yield


def endless(text: str) -> Iterator[unjam.Level]:
    while True:
        pass
    yield


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (Forgetful.levels, "parse(str(puzzle)) is another puzzle"),
        (Mute.levels, "what was written cannot be read"),
        (crashing, "ValueError in "),
        (lost, "a line that the text does not have"),
        (neither, "either a puzzle or an error"),
        (hungry, "more than 500 MB"),
        (endless, "no end within"),
    ],
)
def test_fuzzer_detects_broken_readers(
    fuzzer: ModuleType, monkeypatch: pytest.MonkeyPatch, read: object, message: str
) -> None:
    import signal

    signal.signal(signal.SIGVTALRM, fuzzer.ring)
    monkeypatch.setattr(fuzzer, "HANG_SECONDS", 0.2)
    monkeypatch.setattr(fuzzer, "MAX_SECONDS", 60)
    fault, _, _ = fuzzer.trial(read, "1 0 2 3 4 5 6 7 8")
    assert fault is not None
    assert message in fault


def test_fuzzer_reports_slow_readers(fuzzer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzer, "MAX_SECONDS", -1)
    assert fuzzer.trial(Tiles.levels, "1 0 2 3 4 5 6 7 8")[0] == "slow"


def test_failing_input_is_minimised(fuzzer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzer, "MAX_SECONDS", 60)

    def afraid_of_x(text: str) -> Iterator[unjam.Level]:
        if "x" in text:
            raise KeyError("x")
        yield from ()

    assert fuzzer.smaller(afraid_of_x, "long before x and long after", "KeyError in ") == "x"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is Linux's")
def test_fuzz_command_prints_a_summary(tmp_path: Path) -> None:
    import subprocess

    path = Path(__file__).parents[2] / "tools" / "fuzz.py"
    command = [sys.executable, str(path), "--inputs", "200", "--workers", "2", "--out", str(tmp_path / "fuzz")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert resource.getrlimit(resource.RLIMIT_AS)[0] == resource.RLIM_INFINITY  # the workers are limited, not we
    assert done.stdout.startswith("200 inputs in "), done.stdout + done.stderr
    assert "distinct faults: 0" in done.stdout or "slow" in done.stdout
