"""The cache of pattern tables: whatever happens to it, answers are right and no partial file stays."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sliding_boards import walked

from unjam.core.puzzle import Control
from unjam.families.tiles import Tiles, tables
from unjam.solving.solve import solve

BOARD = walked(Random(15), 40, 3, 5)  # 3×5: two tables that are worth keeping, quickly built


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    known = dict(tables._cache)
    tables.forget()
    yield tmp_path / "unjam"
    tables.forget()
    tables._cache.update(known)


@pytest.fixture(scope="module")
def cost() -> int:
    answer = solve(BOARD, algorithm="astar", heuristic="walking-distance")
    assert answer.cost is not None
    return answer.cost


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """The name and the content of the file with the board's tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        tables.forget()
        solve(BOARD)
        folder = tables.cache_folder()
        assert folder is not None
        file = cache_file(folder)
        return file.name, file.read_bytes()


@pytest.fixture
def filled(folder: Path, written: tuple[str, bytes]) -> Path:
    """The file in its folder."""
    folder.mkdir()
    file = folder / written[0]
    file.write_bytes(written[1])
    return file


def solved(cost: int) -> None:
    tables.forget()
    assert solve(BOARD).cost == cost


def cache_file(folder: Path) -> Path:
    [file] = folder.iterdir()
    return file


def builds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count how often tables are built from now on."""
    count: list[int] = []
    built = tables._build

    def counted(*args: object) -> object:
        count.append(1)
        return built(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "_build", counted)
    return count


def test_tables_are_built_once_and_then_read(folder: Path, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    built = builds(monkeypatch)
    solved(cost)
    assert cache_file(folder).name.startswith("tiles-3x5-gap0-6-6-2-")
    solved(cost)
    assert len(built) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: b"",
        lambda data: b"something else altogether\n" + data,
        lambda data: changed(data),
        lambda data: data.replace(b"patterns 2 ", b"patterns 1 ", 1),
        lambda data: data.replace(b"3x5", b"5x3", 1),
        lambda data: data.split(b"\n", 1)[0],
    ],
    ids=["half", "short", "long", "empty", "foreign", "one bit", "other version", "other board", "only its first line"],
)
def test_damaged_file_is_rebuilt(filled: Path, cost: int, monkeypatch: pytest.MonkeyPatch, spoil: object) -> None:
    whole, built = filled.read_bytes(), builds(monkeypatch)
    solved(cost)
    assert not built
    filled.write_bytes(spoil(whole))  # type: ignore[operator]
    solved(cost)
    assert len(built) == 1
    assert cache_file(filled.parent) == filled
    assert tables_in(filled) == whole.split(b"\n", 1)[1]


def tables_in(file: Path) -> bytes:
    """Return all but the first line, which says when it was written."""
    return file.read_bytes().split(b"\n", 1)[1]


def changed(data: bytes) -> bytes:
    """Flip one bit of the tables."""
    return data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]


def test_file_is_checked_only_if_changed_or_requested(filled: Path, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solved(cost)
    file, built, checks = filled, builds(monkeypatch), list[int]()
    check = tables.blake2b

    def counted(content: object = b"", **options: int) -> object:
        checks.append(len(content))  # type: ignore[arg-type]
        return check(content, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(tables, "blake2b", counted)

    def checked() -> bool:
        checks.clear()
        solved(cost)
        return max(checks) > 1_000_000  # the other one is that of the name

    assert not checked()
    file.touch()
    assert checked()
    assert not checked()  # its time was set back
    monkeypatch.setenv("UNJAM_CHECK_TABLES", "1")
    assert checked()
    assert not built
    time = file.stat().st_mtime_ns
    file.write_bytes(changed(file.read_bytes()))
    os.utime(file, ns=(time, time))  # as a failing disk would
    solved(cost)
    assert len(built) == 1


def test_unwritable_folder_is_ignored(tmp_path: Path, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "unjam").write_text("a file where the folder should be")  # refuses even those who may write anywhere
    solved(cost)
    assert (tmp_path / "unjam").is_file()
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    solved(cost)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write into folders that are read-only")
def test_read_only_folder_stays_empty(folder: Path, cost: int) -> None:
    folder.mkdir()
    folder.chmod(0o500)
    solved(cost)
    assert list(folder.iterdir()) == []


def test_permission_error_is_ignored(folder: Path, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tables.tempfile, "mkstemp", refused)
    solved(cost)
    assert list(folder.iterdir()) == []


def test_full_disk_leaves_no_file(folder: Path, cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fdopen = os.fdopen

    class Full:
        """A file that has room for a little and then none."""

        def __init__(self, handle: int, mode: str) -> None:
            self.file, self.room = fdopen(handle, mode), 1_000_000

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, data: bytes) -> None:
            self.file.write(data[: self.room])
            self.room -= len(data)
            if self.room < 0:
                raise OSError(28, "No space left on device")

    monkeypatch.setattr(tables.os, "fdopen", Full)
    solved(cost)
    assert list(folder.iterdir()) == []


def test_no_cache_without_a_home(cost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    monkeypatch.setattr(tables.Path, "home", staticmethod(homeless))
    assert tables.cache_folder() is None
    solved(cost)


def test_two_processes_can_build_at_once(folder: Path, cost: int) -> None:
    program = (
        "import sys; from unjam.families.tiles import Tiles; from unjam.solving.solve import solve\n"
        "sys.stdin.readline(); print(solve(Tiles.parse(sys.argv[1])).cost)"
    )
    core = os.environ.get("UNJAM_CORE")
    if core:
        pytest.skip("other processes would not have the core under test")
    both = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(BOARD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for process in both:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate()[0].strip() for process in both] == [str(cost)] * 3
    file = cache_file(folder)
    whole = tables_in(file)
    file.unlink()
    solved(cost)
    assert tables_in(cache_file(folder)) == whole


def test_leftovers_of_a_killed_process_are_removed(folder: Path, cost: int) -> None:
    folder.mkdir()
    old, fresh = folder / "tiles-x.1.part", folder / "tiles-x.2.part"
    for file in (old, fresh):
        file.write_bytes(b"half")
    os.utime(old, (0, 0))
    solved(cost)
    assert not old.exists()
    assert fresh.exists()


def test_building_stops_on_request(folder: Path) -> None:
    control = Control()
    control.stop()
    answer = solve(Tiles.random(Random(4), rows=4), control=control)
    assert answer.status == "gave_up"
    assert str(answer.reason) == "stopped on request while the tables were being built"
    assert answer.lower_bound is not None
    assert not folder.exists() or list(folder.iterdir()) == []
