"""A library: rated levels in a folder of Parquet files, queried through DuckDB.

There is no database to lock. Adding levels only writes new files, so that several processes can add levels at the same
time, even on a shared disk, and a process that is killed leaves complete files or none. A level can therefore be in
several files; queries see each level once, with its newest rating. ``compact`` merges all files into one.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..core.puzzle import Control, Limits, Message, Puzzle, PuzzleError, Unsupported
from ..families import family
from . import parquet, sql_filter
from .parquet import Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from .ingest import AddSummary

T = TypeVar("T")

_DONE = "({0}.score IS NOT NULL OR coalesce({0}.status = 'unsolvable', false))"
"""SQL that tells whether a row is final; final rows take precedence over rows that were cut short by a limit."""
_MAX_TRIES = 20
"""The number of times that a query is tried if other processes merge files in the meantime."""
_MAX_UNFINISHED_AGE = 24 * 3600
"""The age in seconds after which unfinished files left behind by killed writers are removed."""


class StoredLevel(NamedTuple):
    """A level in a library: the puzzle, and its row as a dictionary of columns."""

    puzzle: Puzzle
    row: Row


@dataclass(frozen=True, slots=True)
class Shelf:
    """The number of levels of one family and difficulty, and the range of their costs and scores."""

    family: str
    level: str | None
    levels: int
    least_cost: int | None
    median_cost: float | None
    most_cost: int | None
    median_score: float | None


def default_folder() -> str:
    """Return the folder of the user's library: ``unjam/library`` in the user's data folder (XDG_DATA_HOME)."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(data, "unjam", "library")


class Library:
    """The rated levels in a folder, by default the user's library.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     library = Library(folder)
    ...     added = library.add(["oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo", "1 2 0 3 4 5 6 7 8"])
    ...     [(level.puzzle.family, level.row["cost"]) for level in library.query("cost > 10")]
    [('rushhour', 16)]
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = os.path.realpath(default_folder() if path is None else os.fspath(path))
        self._sound: set[str] = set()

    def __repr__(self) -> str:
        return f"Library({self.path!r})"

    def files(self) -> list[str]:
        """Return the Parquet files, sorted; [] if the folder does not exist."""
        return parquet.files_in(self.path) if os.path.isdir(self.path) else []

    # -- queries

    def query(
        self, where: str | None = None, *, order: str | None = None, limit: int | None = None
    ) -> Iterator[StoredLevel]:
        """Yield the levels that meet an SQL condition, in the given order, up to ``limit`` of them.

        Raises Unsupported, with the reason and a list of the columns, if the condition is invalid.
        """
        for each in self.rows(where, order=order, limit=limit):
            yield StoredLevel(family(each["family"]).parse(each["text"]), each)

    def __iter__(self) -> Iterator[StoredLevel]:
        return self.query()

    def rows(
        self,
        where: str | None = None,
        *,
        order: str | None = None,
        limit: int | None = None,
        skip: int = 0,
        columns: Iterable[str] = parquet.NAMES,
    ) -> Iterator[Row]:
        """Yield the rows of ``query`` after the first ``skip``, without parsing puzzles; by default all columns."""
        columns = tuple(columns)
        rest = f" LIMIT {int(limit)}" if limit is not None else ""
        rest += f" OFFSET {int(skip)}" if skip else ""
        for values in self._select(", ".join(f'"{name}"' for name in columns), where, order, rest=rest):
            yield dict(zip(columns, values, strict=True))

    def count(self, where: str | None = None) -> int:
        """Return the number of levels, or of the levels that meet the condition."""
        return next((n for (n,) in self._select("count(*)", where)), 0)

    def __len__(self) -> int:
        return self.count()

    def stats(self, where: str | None = None) -> list[Shelf]:
        """Return the number of levels for each family and difficulty, the easiest first."""
        columns = "family, level, count(*), min(cost), median(cost), max(cost), median(score)"
        groups = self._select(columns, where, "family, median(score) NULLS LAST", group="family, level")
        return [Shelf(*values) for values in groups]

    def sizes(self, family_name: str) -> list[str]:
        """Return the board sizes of a family, such as 6x6, the most frequent first."""
        where = f"family = {parquet.quoted(family_name)}"
        sizes = self._select("rows, cols", where, "count(*) DESC, rows, cols", group="rows, cols")
        return [f"{high}x{wide}" for high, wide in sizes]

    def _select(
        self, columns: str, where: str | None, order: str | None = None, *, group: str = "", rest: str = ""
    ) -> Iterator[tuple[Any, ...]]:
        duckdb = parquet.import_duckdb()
        connection = self._connection.cursor()
        with contextlib.closing(connection):
            sql_filter.check(connection, where, None if group else order)
            tail = f" GROUP BY {group}" if group else ""
            tail += f" ORDER BY\n{order}\n" if order is not None else ""

            def execute(files: list[str]) -> tuple[list[str], Any, list[tuple[Any, ...]]]:
                self._check_columns(connection, files)
                cursor = connection.execute(f"SELECT {columns} {_newest(files, where)}{tail}{rest}")
                return files, cursor, cursor.fetchmany(parquet.BATCH)

            started = self._retry(execute, where, order)
            if started is None:
                return
            files, cursor, batch = started
            while batch:
                yield from batch
                try:
                    batch = cursor.fetchmany(parquet.BATCH)
                except duckdb.Error as error:
                    raise self._query_error(files, where, order, error) from None

    def _retry(self, work: Callable[[list[str]], T], where: str | None = None, order: str | None = None) -> T | None:
        """Return the result of ``work`` on all files, retried if files are merged meanwhile; None without files."""
        duckdb = parquet.import_duckdb()
        for left in reversed(range(_MAX_TRIES)):
            files = self.files()
            if not files:
                break
            try:
                return work(files)
            except duckdb.Error as error:
                if not left or all(map(os.path.exists, files)):
                    raise self._query_error(files, where, order, error) from None
        if not os.path.isdir(self.path):
            raise Unsupported(Message("{path}: no library here; 'unjam library add' creates one", path=self.path))
        return None

    @cached_property
    def _connection(self) -> DuckDBPyConnection:
        """A DuckDB connection that can only read this folder."""
        connection = parquet.connect(temp_directory="")
        connection.execute(f"SET allowed_directories = [{parquet.quoted(self.path)}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        return connection

    def _check_columns(self, connection: DuckDBPyConnection, files: list[str]) -> None:
        """Raise PuzzleError if a new file has different column types, because DuckDB would convert them silently.

        Of several new files with the same schema, only one is checked.
        """
        fresh = [file for file in files if file not in self._sound]
        if fresh:
            makes = "SELECT file_name, list((name, type, converted_type, num_children))::VARCHAR AS make"
            listed = f"FROM parquet_schema([{', '.join(map(parquet.quoted, fresh))}]) GROUP BY file_name"
            for (file,) in connection.execute(
                f"SELECT min(file_name) FROM ({makes} {listed}) GROUP BY make"
            ).fetchall():
                parquet.columns_of(connection, file, "key")
            self._sound.update(fresh)

    def _query_error(self, files: list[str], where: str | None, order: str | None, error: Exception) -> Exception:
        """Return the error for a failed query; the cause is a broken file or else the query itself."""
        if not all(map(os.path.exists, files)):
            return PuzzleError(
                Message("{path}: the files were merged while they were being read; try again", path=self.path)
            )
        for file in files:
            try:
                parquet.check_file(file)
            except PuzzleError as bad:
                return bad
        why = " ".join(str(error).partition("\n")[0].split())
        if where is None and order is None:
            return PuzzleError(Message("{path}: cannot be read: {why}", path=self.path, why=why))
        return sql_filter.query_error(where if where is not None else order or "", Message.plain(why))

    # -- adding

    def add(
        self,
        levels: Any,
        *,
        workers: int | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
        progress: Callable[[AddSummary], None] | None = None,
    ) -> AddSummary:
        """Solve, rate and add new levels; return how many were new, known or unreadable.

        ``levels`` is a puzzle, a level, a string, a path (of a level file, a Parquet file or another library), or an
        iterable of these.
        Files are written along the way, so that stopping loses no finished work.
        """
        from .ingest import IngestOptions, add

        return add(self, levels, IngestOptions(workers, limits, control, progress))

    def rerate(
        self,
        where: str | None = None,
        *,
        workers: int | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
        progress: Callable[[AddSummary], None] | None = None,
    ) -> AddSummary:
        """Rate all levels that have no rating, or one from a different model or version of unjam."""
        from .ingest import IngestOptions, rerate

        return rerate(self, where, IngestOptions(workers, limits, control, progress))

    def finished_keys(self, keys: list[str]) -> set[str]:

        def select(files: list[str]) -> set[str]:
            where = f"{_DONE.format('levels')} AND key IN (SELECT unnest(?::VARCHAR[]))"
            query = f"SELECT DISTINCT key FROM {_read(files)} AS levels WHERE {where}"
            with contextlib.closing(self._connection.cursor()) as connection:
                self._check_columns(connection, files)
                return {key for (key,) in connection.execute(query, [keys]).fetchall()}

        return self._retry(select) or set() if keys and self.files() else set()

    def put(self, rows: list[Row]) -> str:
        """Write the rows as a new file of the library and return its path."""
        os.makedirs(self.path, exist_ok=True)
        path = self._new_path()
        parquet.write(rows, path)
        return path

    def _new_path(self) -> str:
        return os.path.join(self.path, f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{os.urandom(6).hex()}.parquet")

    # -- merging and exporting

    def compact(self) -> tuple[int, int]:
        """Merge all files into one without duplicates; return by how many files and rows the library shrank.

        Other processes may add and query levels meanwhile: a file is removed only when its rows are in the new file.
        """
        self._sweep()
        return self._retry(self._merge) or (0, 0)

    def _merge(self, files: list[str]) -> tuple[int, int]:
        self._check_columns(self._connection, files)
        with contextlib.closing(parquet.connect(preserve_insertion_order=True)) as connection:
            before = connection.execute(f"SELECT count(*) FROM {_read(files)}").fetchall()[0][0]
            columns = ", ".join(f'"{name}"' for name in parquet.NAMES)
            query = f"SELECT {columns} {_newest(files)} ORDER BY family, score NULLS LAST, key"
            after = parquet.copy(connection, query, self._new_path())
        for file in files:
            with contextlib.suppress(FileNotFoundError):  # another process has merged and removed it
                os.unlink(file)
        return len(files) - 1, before - after

    def _sweep(self) -> None:
        """Remove old unfinished files left behind by killed writers."""
        with contextlib.suppress(FileNotFoundError):
            for each in os.scandir(self.path):
                if each.name.startswith(".") and each.name.endswith((".jsonl", ".tmp")):
                    with contextlib.suppress(FileNotFoundError):
                        if datetime.now().timestamp() - each.stat().st_mtime > _MAX_UNFINISHED_AGE:
                            os.unlink(each.path)

    def export(
        self,
        path: str | os.PathLike[str],
        where: str | None = None,
        *,
        order: str | None = None,
        limit: int | None = None,
    ) -> int:
        """Write the levels that meet the condition as one Parquet file and return their number."""
        return parquet.write(self.rows(where, order=order, limit=limit), path)


_NO_ROWS = ", ".join(f'NULL::{column.type} AS "{column.name}"' for column in parquet.COLUMNS) + " WHERE false"
"""No rows with all our columns; older versions wrote fewer columns."""


def _read(files: list[str]) -> str:
    listed = ", ".join(map(parquet.quoted, files))
    rows = f"read_parquet([{listed}], union_by_name=true, filename=true, file_row_number=true)"
    return f"(SELECT * FROM {rows} UNION ALL BY NAME SELECT {_NO_ROWS})"


def _newest(files: list[str], where: str | None = None) -> str:
    """Return a FROM clause that selects the row with the highest rank for each key, if it meets the condition."""
    condition = f"(\n{where}\n) AND " if where is not None else ""
    return (
        f"FROM {_read(files)} AS levels WHERE {condition}key IS NOT NULL AND NOT EXISTS"
        f" (FROM {_read(files)} AS other WHERE other.key = levels.key AND {_rank('other')} > {_rank('levels')})"
    )


def _rank(name: str) -> str:
    """Return SQL for the rank of a row among rows with the same key: final rows first, then the newest."""
    time = f"coalesce({name}.time, TIMESTAMP '0001-01-01')"
    return f"({_DONE.format(name)}, {time}, {name}.filename, {name}.file_row_number)"
