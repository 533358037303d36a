"""Settings of every run and the fixtures that several folders share.

Every run draws the same random boards, and no test fails for being slow.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

if core := os.environ.get("UNJAM_CORE"):  # another build of the native core, as `make sanitize` makes
    spec = spec_from_file_location("unjam._core", core)
    sys.modules["unjam._core"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["unjam._core"])

os.environ["LC_ALL"] = "C.UTF-8"  # in English, whatever the machine speaks

settings.register_profile(
    "unjam", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("unjam")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Go back to English: a command with --lang would leave its language to later tests of this process."""
    yield
    if language := sys.modules.get("unjam.cli.printing.language"):
        language.use_language("en")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Run a command in this process: ``run("solve", "--json", stdin=text)`` returns exit code, output and errors."""
    from command_line import run_command

    return partial(run_command, monkeypatch)


@pytest.fixture
def farmer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of the guide's family, in the current folder; the family is forgotten afterwards."""
    from farmer_family import write_farmer_family

    from unjam import FAMILIES

    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "farmer", raising=False)
    yield write_farmer_family(tmp_path)
    FAMILIES.pop("farmer", None)
    sys.modules.pop("farmer", None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seconds spent in each folder, all workers together."""
    seconds: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds["/".join(report.nodeid.split("/")[:2])] += report.duration
    terminalreporter.write_line(
        "seconds by folder: " + ", ".join(f"{name} {n:.0f}" for name, n in seconds.most_common())
    )
