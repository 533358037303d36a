"""A library: each level once with its newest rating, asked by conditions that can do nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import os
from datetime import timedelta
from pathlib import Path
from random import Random

import duckdb
import pytest
from library_levels import FULL, boards, claiming, parquet, upside_down

import unjam
from unjam.core.puzzle import Control, PuzzleError, Unsupported
from unjam.datasets import ingest
from unjam.datasets import parquet as rows
from unjam.datasets.library import Library, default_folder

COUNT = 5_000 if FULL else 400


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library that tests ask and leave as it is."""
    library = Library(tmp_path_factory.mktemp("library"))
    added = library.add(boards(COUNT), workers=2)
    assert (added.new, added.known, added.invalid, added.gave_up) == (COUNT, 0, 0, 0)
    return library


def contents(folder: str | os.PathLike[str]) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in Path(folder).iterdir()}


def test_a_level_is_kept_as_rate_rates_it(shared: Library) -> None:
    wanted = {board.storage_text(): board for board in boards(COUNT)}
    seen = 0
    for puzzle, row in shared.query(limit=30):
        rating = unjam.rate(wanted[row["text"]])
        assert puzzle.storage_text() == row["text"]
        assert (row["score"], row["level"]) == (rating.score, rating.level)
        assert (row["low"], row["high"]) == (rating.low, rating.high)
        assert row["cost"] == (rating.result.cost if rating.result is not None else None)
        seen += 1
    assert seen == 30
    assert len(shared) == len(list(shared)) == COUNT


def test_the_same_levels_turned_and_renamed_add_none(shared: Library) -> None:
    before, rng = contents(shared.path), Random(4)
    text = "\n".join(upside_down(board, rng) for board in boards(COUNT))
    added = shared.add(text)
    assert (added.new, added.known) == (0, COUNT)
    assert contents(shared.path) == before


def test_conditions_choose_order_and_limit(shared: Library) -> None:
    every = list(shared.rows())
    assert [row["key"] for row in shared.rows("cost between 5 and 8")] != []
    for where, holds in {
        "family='rushhour' and level='beginner' and cost between 3 and 6": lambda row: (
            3 <= (row["cost"] or 0) <= 6 and row["level"] == "beginner"
        ),
        "pieces <= 7 and not optimal": lambda row: row["pieces"] <= 7 and not row["optimal"],
        "features['luck'] > 0.5 or cost is null": lambda row: row["cost"] is None or row["features"]["luck"] > 0.5,
        "status = 'unsolvable'": lambda row: row["status"] == "unsolvable",
        "title like '%;%' -- none": lambda row: False,
    }.items():
        keys = {row["key"] for row in shared.rows(where)}
        assert keys == {row["key"] for row in every if holds(row)}, where
        assert shared.count(where) == len(keys)
    costs = [row["cost"] for row in shared.rows("cost is not null", order="cost desc, key", limit=9)]
    assert costs == sorted((row["cost"] for row in every if row["cost"] is not None), reverse=True)[:9]
    assert [list(row) for row in shared.rows(limit=1, columns=("cost", "key"))] == [["cost", "key"]]


def test_stats_count_every_level(shared: Library) -> None:
    shelves = shared.stats()
    assert sum(each.levels for each in shelves) == COUNT
    for each in shelves:
        level = "is null" if each.level is None else f"= '{each.level}'"
        assert shared.count(f"family = '{each.family}' and level {level}") == each.levels
    levels = [each.level for each in shelves if each.level]
    assert levels == [level for level in ("beginner", "intermediate", "advanced", "expert") if level in levels]


REFUSED = [
    "1; attach '/tmp/x.db'",
    "cost > 3;",
    "attach '/tmp/x.db' as x",
    "copy levels to '/tmp/x.csv'",
    "pragma version",
    "read_csv('/etc/passwd')",
    "cost in (select 1)",
    "exists (select * from read_text('/etc/passwd'))",
    "text = (select content from read_text('/etc/passwd'))",
    "1) or (1",
    "1, 2",
    "1) union all select * from levels where (1",
    "1) limit (1",
    "1) group by (1",
    "true) order by (1",
    "getenv('HOME') = 'x'",
    "current_setting('threads') = '1'",
    "sum(cost) > 3",
    "row_number() over () = 1",
    "columns(*) = 1",
    "repeat('x', 1000000000) = title",
    "filename = 'x'",
    "len(range(1000000000000)) > 1",
    "file_row_number = 1",
    "levels.cost = 1",
    "nothing = 1",
    'level = "expert"',
    "cost >",
    "",
    "$1 = 1",
    "? = 1",
    "list_filter([1], x -> x > 1)",
    "cost = 'abc'",
    "level",
    "install httpfs",
    "load httpfs",
    "set threads = 1",
    "drop table levels",
    "delete from levels",
    "call pragma_version()",
    "cost = 1 or " * 5000 + "cost = 2",
    "main.lower(title) = 'x'",
    "nextval('x') = 1",
    "query('select 1')",
    "error('x')",
    "title = E'\\x00' || chr(0) || nope",
]


@pytest.mark.parametrize("where", REFUSED, ids=lambda where: where[:40])
def test_a_bad_condition_is_one_line_that_lists_the_columns(where: str, shared: Library) -> None:
    before = contents(shared.path)
    for ask in (shared.rows, shared.query, shared.count, shared.stats):
        with pytest.raises(Unsupported) as caught:
            list(ask(where))  # type: ignore[operator]
        assert "\n" not in str(caught.value)
        assert f"the columns are: {', '.join(rows.NAMES)}" in str(caught.value)
    assert contents(shared.path) == before


def test_a_deep_condition_is_answered_or_refused(shared: Library) -> None:
    """Versions of DuckDB differ in how deep they go."""
    for where in ("(" * 3000 + "true" + ")" * 3000, "not " * 2000 + "true"):
        with contextlib.suppress(Unsupported):
            assert shared.count(where) == COUNT


@pytest.mark.parametrize(
    "order", ["cost; drop table x", "cost limit 1", "(select 1)", "cost, read_csv('x')", "all", "nope"]
)
def test_a_bad_order_is_one_line_too(order: str, shared: Library) -> None:
    with pytest.raises(Unsupported, match="the columns are: key, family"):
        list(shared.rows(order=order))


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM read_text('/etc/hostname')", "ATTACH '{0}/x.db'",
        "COPY (SELECT 1) TO '{0}/x.csv'", "SET enable_external_access = true", "SET lock_configuration = false",
        "SET allowed_directories = ['/']", "INSTALL httpfs", "LOAD '{0}/x'", "SELECT * FROM glob('/etc/*')",
        "EXPORT DATABASE '{0}/x'", "SELECT * FROM '/etc/passwd'", "SELECT * FROM read_csv('{1}/../../etc/passwd')",
    ],
)  # fmt: skip
def test_whatever_came_through_could_reach_nothing_else(statement: str, shared: Library, tmp_path: Path) -> None:
    with pytest.raises(duckdb.Error):
        shared._connection.execute(statement.format(tmp_path, shared.path)).fetchall()
    assert os.listdir(tmp_path) == []


# -- which row counts


def rated(board: unjam.Puzzle, score: float | None, hours: int = 0, **values: object) -> rows.Row:
    row = rows.row(board, rating=unjam.rate(board))
    return row | {"score": score, "time": row["time"] + timedelta(hours=hours)} | values


def test_the_newest_rating_counts_before_compact_as_after(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first, two, three = boards(3)
    library.put([rated(first, 1.0), rated(first, 2.0, 2), rated(first, 3.0, 1), rated(two, 4.0)])
    library.put([rated(two, 5.0, -1), rated(first, None, 9, status="gave_up"), rated(three, None, status="gave_up")])
    library.put(
        [rated(three, None, 1, status="gave_up", reason="again"), rows.failed_row("x", None, "f", 1, "crashed", "y")]
    )
    wanted = {(rows.key(first), 2.0, None), (rows.key(two), 4.0, None), (rows.key(three), None, "again")}

    def seen() -> set[tuple[object, ...]]:
        stored = [(row["key"], row["score"], row["reason"]) for row in library.rows()]
        assert len(stored) == 3
        return set(stored)

    assert seen() == wanted
    assert library.count("score = 1.0") == 0  # an older row is not asked
    assert library.compact() == (2, 6)
    assert seen() == wanted
    assert len(library.files()) == 1
    assert library.compact() == (0, 0)


def test_rows_of_the_same_moment_count_once(tmp_path: Path) -> None:
    library, (board,) = Library(tmp_path), boards(1)
    row = rated(board, 1.0)
    library.put([row, row])
    library.put([row | {"time": None}, row])
    assert len(list(library.rows())) == 1
    library.compact()
    assert duckdb.execute(f"SELECT count(*) FROM '{tmp_path}/*.parquet'").fetchall() == [(1,)]


def test_rows_of_other_versions_with_fewer_or_more_columns_fit(tmp_path: Path) -> None:
    library, (first, two) = Library(tmp_path), boards(2)
    library.put([rated(first, 1.0)])
    file = library.put([rated(two, 2.0)])
    duckdb.execute(f"COPY (SELECT * EXCLUDE (pieces, algorithm), 7 AS later FROM '{file}') TO '{tmp_path}/old.parquet'")
    os.unlink(file)
    assert sorted((row["score"], row["pieces"] is None) for row in library.rows()) == [(1.0, False), (2.0, True)]
    library.compact()
    assert len(library) == 2


def test_folder_of_an_older_version_has_all_columns(tmp_path: Path) -> None:
    library = Library(tmp_path)
    file = library.put([rated(board, 1.0) for board in boards(3)])
    duckdb.execute(f"COPY (SELECT * EXCLUDE (low, high) FROM '{file}') TO '{tmp_path}/old.parquet'")
    os.unlink(file)
    assert [(row["score"], row["low"], row["high"]) for row in library.rows("low IS NULL")] == [(1.0, None, None)] * 3
    library.compact()
    assert len(library) == 3
    (merged,) = tmp_path.glob("*.parquet")
    assert {"low", "high"} <= {name for name, *_ in duckdb.execute(f"DESCRIBE FROM '{merged}'").fetchall()}


def test_others_read_the_folder(shared: Library) -> None:
    answer = duckdb.execute(
        f"SELECT count(*), count(DISTINCT key), max(features['luck']) FROM '{shared.path}/*.parquet'"
    )
    count, keys, luck = answer.fetchall()[0]
    assert (count, keys) == (COUNT, COUNT)
    assert luck > 0
    pandas = pytest.importorskip("pandas")
    assert len(pandas.read_parquet(shared.path)) == COUNT


# -- adding


def test_whatever_stands_for_levels_can_be_added(tmp_path: Path) -> None:
    library, levels = Library(tmp_path / "library"), boards(6)
    (tmp_path / "two.txt").write_text(
        f"{levels[0].storage_text()}\n{levels[1].storage_text()}\nAAoooooooooooAoooooooooooooooooooooo\n"
    )
    (tmp_path / "one.sok").write_text("#####\n#@$.#\n#####\nTitle: One push\nAuthor: A. N.\n")
    assert library.add(tmp_path / "two.txt").invalid == 1
    library.add(str(tmp_path / "one.sok"))
    library.add(levels[2])
    library.add([levels[3], str(levels[4]), unjam.read_levels(str(levels[5]))[0], levels[3]])
    assert len(library) == 7
    (row,) = library.rows("family = 'sokoban'")
    assert (row["title"], row["author"], row["source"], row["number"]) == ("One push", "A. N.", "one.sok", 1)
    assert library.count("source = 'two.txt' and number = 2") == 1
    with pytest.raises(TypeError, match="expected puzzles"):
        library.add(7)


def test_what_a_limit_cut_short_is_tried_again(tmp_path: Path) -> None:
    library = Library(tmp_path)
    easy = "1 2 0 3 4 5 6 7 8"
    library.put([rated(unjam.read(easy)[0], None, status="gave_up")])
    assert library.add([easy]).new == 1
    assert library.add([easy]).known == 1
    assert [row["status"] for row in library.rows()] == ["solved"]


def test_a_library_is_added_to_another_as_it_is(
    shared: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingest, "solve", None)  # nothing is solved again
    monkeypatch.setattr(ingest, "rate", None)
    library = Library(tmp_path / "copy")
    every = tmp_path / "every.parquet"
    assert shared.export(every) == COUNT
    assert library.add(every, workers=1).new == COUNT
    place = {"source": None, "number": None}  # they came from a file this time
    copied = [row | place for row in library.rows(order="key")]
    assert copied == list(shared.rows(order="key"))
    assert library.add(every).new == 0


def test_ratings_of_another_day_are_made_anew(tmp_path: Path) -> None:
    library, levels = Library(tmp_path), boards(10)
    library.add(levels)
    now = {row["key"]: row["score"] for row in library.rows()}
    old = [row | {"score": -1.0, "version": "0.0.1"} for row in library.rows()]
    other = Library(tmp_path / "other")
    other.put(old)
    added = other.rerate()
    assert (added.new, added.known) == (10, 0)
    assert {row["key"]: row["score"] for row in other.rows()} == now
    assert (other.rerate().new, other.rerate().known) == (0, 10)


def test_a_solution_of_a_row_is_believed_once_the_rules_accept_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = Library(tmp_path)
    board = next(board for board in boards(20) if unjam.solve(board).cost)
    row = rated(board, 1.0, version="0.0.1")
    solved = []
    monkeypatch.setattr(
        ingest, "solve", lambda *puzzles, **options: solved.append(1) or unjam.solve(*puzzles, **options)
    )
    for changed in ({}, {"solution": "A+9"}, {"cost": row["cost"] + 1}, {"solution": ""}, {"optimal": False}):
        library.put([row | changed | {"time": row["time"] + timedelta(hours=len(library.files()))}])
        library.rerate(workers=1)
        (now,) = library.rows()
        if changed:
            assert len(solved) >= 1
        assert now["version"] == unjam.__version__ or not changed
        for file in library.files():
            os.unlink(file)
    assert len(solved) == 4


HOSTILE = {
    "other columns": lambda path: parquet(path, "SELECT 1 AS a"),
    "wrong types": lambda path: parquet(path, "SELECT 1 AS key, 'x' AS text"),
    "nested": lambda path: parquet(path, "SELECT {'a': 1} AS cost, 'k' AS key, 'x' AS text"),
    "billion": lambda path: claiming(path, 10**9),
    "no Parquet": lambda path: path.write_bytes(b"PAR1 and no more"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_in_the_folder_is_named(name: str, tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.add(boards(2))
    HOSTILE[name](tmp_path / "bad.parquet")
    for ask in (
        lambda: list(library.rows()),
        lambda: library.count("cost > 3"),
        library.stats,
        library.compact,
        lambda: library.add(boards(3)),
        library.rerate,
    ):
        with pytest.raises(PuzzleError) as caught:
            ask()
        assert str(caught.value).startswith(str(tmp_path / "bad.parquet"))
        assert "\n" not in str(caught.value)
    assert len(library.files()) == 2


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    library = Library(tmp_path / "none")
    for ask in (lambda: list(library), library.stats, library.compact, library.rerate):
        with pytest.raises(Unsupported, match="no library here"):
            ask()
    assert not (tmp_path / "none").exists()
    (tmp_path / "none").mkdir()
    assert (list(library), len(library), library.stats()) == ([], 0, [])


def test_the_default_place_is_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == str(tmp_path / "unjam" / "library")
    assert Library().path == os.path.realpath(default_folder())
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert default_folder() == "/home/somebody/.local/share/unjam/library"


def test_a_double_of_a_level_that_was_not_rated_is_not_known(tmp_path: Path) -> None:
    first, second, third = boards(3)
    control = Control()
    library = Library(tmp_path / "library")
    added = library.add([first, second, second, third], workers=1, control=control, progress=lambda _: control.stop())
    assert (added.new, added.known, added.stopped, len(library)) == (1, 0, True, 1)
    added = library.add([first, second, second, third], workers=1)
    assert (added.new, added.known, len(library)) == (2, 2, 3)
