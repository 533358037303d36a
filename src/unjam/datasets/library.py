"""A library: rated levels in a folder of Parquet files, asked through DuckDB.

There is no database to lock. Who adds levels writes new files and touches no other, so several may add at once, also on
a shared disk, and one that is killed leaves whole files or none. A level may so be in several files; a question sees
each once, with its newest rating. ``compact`` writes one file of them.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.puzzle import Control, Limits, Message, Puzzle, PuzzleError, Unsupported
from ..families import family
from . import parquet, sql_filter
from .parquet import Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from .ingest import Added

_DONE = "({0}.score IS NOT NULL OR coalesce({0}.status = 'unsolvable', false))"
"""Whether a row says all there is to say; one that a limit cut short never stands before such a one."""
_TRIES = 20
"""How often a question is asked again because a file was merged into another meanwhile."""
_LEFT_BEHIND = 24 * 3600
"""Seconds after which the unfinished file of a writer that was killed is removed."""


class Kept(NamedTuple):
    """A level of a library: the puzzle and its row, column by column."""

    puzzle: Puzzle
    row: Row


@dataclass(frozen=True, slots=True)
class Shelf:
    """How many levels of a family have a level of difficulty, and the range of their costs and scores."""

    family: str
    level: str | None
    levels: int
    least_cost: int | None
    median_cost: float | None
    most_cost: int | None
    median_score: float | None


def place() -> str:
    """The library of the user: ``unjam/library`` in the folder where programs keep data (XDG_DATA_HOME)."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(data, "unjam", "library")


class Library:
    """The rated levels of a folder, each once; by default the user's own library.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     library = Library(folder)
    ...     added = library.add(["oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo", "1 2 0 3 4 5 6 7 8"])
    ...     [(kept.puzzle.family, kept.row["cost"]) for kept in library.query("cost > 10")]
    [('rushhour', 16)]
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = os.path.realpath(place() if path is None else os.fspath(path))
        self._sound: set[str] = set()

    def __repr__(self) -> str:
        return f"Library({self.path!r})"

    def files(self) -> list[str]:
        """Its Parquet files, sorted; none where there is no such folder."""
        try:
            names = sorted(os.listdir(self.path))
        except FileNotFoundError:
            return []
        return [os.path.join(self.path, name) for name in names if name.endswith(".parquet") and name[0] != "."]

    # -- asking

    def query(self, where: str | None = None, *, order: str | None = None, limit: int | None = None) -> Iterator[Kept]:
        """The levels for which an SQL condition on the columns holds, in an order of columns, at most ``limit``.

        Unsupported says what is wrong with a condition and lists the columns.
        """
        for each in self.rows(where, order=order, limit=limit):
            yield Kept(family(each["family"]).parse(each["text"]), each)

    def __iter__(self) -> Iterator[Kept]:
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
        """The same as rows, without reading the puzzles; all columns, or those named; without the first ``skip``."""
        columns = tuple(columns)
        for values in self._asked(", ".join(f'"{name}"' for name in columns), where, order, limit, skip):
            yield dict(zip(columns, values, strict=True))

    def count(self, where: str | None = None) -> int:
        """How many levels there are, or for how many the condition holds."""
        return next((n for (n,) in self._asked("count(*)", where)), 0)

    def __len__(self) -> int:
        return self.count()

    def stats(self, where: str | None = None) -> list[Shelf]:
        """The levels counted by family and level, the easiest first."""
        counted = "family, level, count(*), min(cost), median(cost), max(cost), median(score)"
        found = self._asked(counted, where, "family, median(score) NULLS LAST", group="family, level")
        return [Shelf(*values) for values in found]

    def sizes(self, family_name: str) -> list[str]:
        """The sizes of a family's boards, rows and columns as in 6x6, the most frequent first."""
        where = f"family = {parquet.quoted(family_name)}"
        found = self._asked("rows, cols", where, "count(*) DESC, rows, cols", group="rows, cols")
        return [f"{high}x{wide}" for high, wide in found]

    def _asked(
        self,
        chosen: str,
        where: str | None,
        order: str | None = None,
        limit: int | None = None,
        skip: int = 0,
        group: str = "",
    ) -> Iterator[tuple[Any, ...]]:
        duckdb = parquet.engine()

        connection = self._connection.cursor()
        with contextlib.closing(connection):
            sql_filter.check(connection, where, None if group else order)
            rest = f" GROUP BY {group}" if group else ""
            rest += f" ORDER BY\n{order}\n" if order is not None else ""
            rest += f" LIMIT {int(limit)}" if limit is not None else ""
            rest += f" OFFSET {int(skip)}" if skip else ""
            for left in reversed(range(_TRIES)):
                files = self.files()
                try:
                    if not files:
                        self._check_place()
                        return
                    self._check_columns(connection, files)
                    found = connection.execute(f"SELECT {chosen} {_newest(files, where)}{rest}")
                    batch = found.fetchmany(parquet.BATCH)
                    break
                except duckdb.Error as error:
                    if not left or all(map(os.path.exists, files)):
                        raise self._blamed(files, where, order, error) from None
            while batch:
                yield from batch
                try:
                    batch = found.fetchmany(parquet.BATCH)
                except duckdb.Error as error:
                    raise self._blamed(files, where, order, error) from None

    @cached_property
    def _connection(self) -> DuckDBPyConnection:
        """DuckDB that reads this folder and nothing else, and cannot be told otherwise."""
        connection = parquet.duck(temp_directory="")
        connection.execute(f"SET allowed_directories = [{parquet.quoted(self.path)}]")
        connection.execute("SET enable_external_access = false")
        connection.execute("SET lock_configuration = true")
        return connection

    def _check_place(self) -> None:
        if not os.path.isdir(self.path):
            raise Unsupported(Message("{path}: no library here; 'unjam library add' makes one", path=self.path))

    def _check_columns(self, connection: DuckDBPyConnection, files: list[str]) -> None:
        """PuzzleError where a file that was not looked at before has other columns than ours: DuckDB would take them
        for one another. Files of the same make are looked at once."""
        fresh = [file for file in files if file not in self._sound]
        if fresh:
            makes = "SELECT file_name, list((name, type, converted_type, num_children))::VARCHAR AS make"
            listed = f"FROM parquet_schema([{', '.join(map(parquet.quoted, fresh))}]) GROUP BY file_name"
            for (file,) in connection.execute(
                f"SELECT min(file_name) FROM ({makes} {listed}) GROUP BY make"
            ).fetchall():
                parquet.columns_of(connection, file, "key")
            self._sound.update(fresh)

    def _blamed(self, files: list[str], where: str | None, order: str | None, error: Exception) -> Exception:
        """What is wrong: a file that is none of a library, or else the question."""
        if not all(map(os.path.exists, files)):
            return PuzzleError(Message("{path}: files were merged while they were read; ask again", path=self.path))
        for file in files:
            try:
                parquet.examine(file)
            except PuzzleError as bad:
                return bad
        why = " ".join(str(error).partition("\n")[0].split())
        if where is None and order is None:
            return PuzzleError(Message("{path}: cannot be read: {why}", path=self.path, why=why))
        return sql_filter.refused(where if where is not None else order or "", Message.plain(why))

    # -- adding

    def add(
        self,
        given: Any,
        *,
        workers: int | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
        progress: Callable[[Added], None] | None = None,
    ) -> Added:
        """Adds what is not there yet, solved and rated; says how many were new, known or could not be read.

        ``given`` is a path (levels, Parquet or another library), or any number of puzzles, levels, texts and paths.
        Files are written while it goes: what is done when it is stopped is kept.
        """
        from .ingest import add

        return add(self, given, workers=workers, limits=limits, control=control, progress=progress)

    def rerate(
        self,
        where: str | None = None,
        *,
        workers: int | None = None,
        limits: Limits | None = None,
        control: Control | None = None,
        progress: Callable[[Added], None] | None = None,
    ) -> Added:
        """Rates again, by today's model, the levels whose rating is of another model or version of unjam, or that
        have none; those for which the condition holds."""
        from .ingest import rerate

        return rerate(self, where, workers=workers, limits=limits, control=control, progress=progress)

    def done(self, keys: list[str]) -> set[str]:
        """Which of these keys are there with all there is to say of them."""
        duckdb = parquet.engine()

        for left in reversed(range(_TRIES)):
            files = self.files()
            if not files or not keys:
                return set()
            told = f"{_DONE.format('levels')} AND key IN (SELECT unnest(?::VARCHAR[]))"
            asked = f"SELECT DISTINCT key FROM {_read(files)} AS levels WHERE {told}"
            try:
                with contextlib.closing(self._connection.cursor()) as connection:
                    self._check_columns(connection, files)
                    return {key for (key,) in connection.execute(asked, [keys]).fetchall()}
            except duckdb.Error as error:
                if not left or all(map(os.path.exists, files)):
                    raise self._blamed(files, None, None, error) from None
        return set()

    def put(self, made: list[Row]) -> str:
        """Writes the rows as one new file of the library, and gives its path."""
        os.makedirs(self.path, exist_ok=True)
        now = datetime.now(UTC)
        path = os.path.join(self.path, f"{now:%Y%m%d-%H%M%S}-{os.urandom(6).hex()}.parquet")
        parquet.write(made, path)
        return path

    # -- merging and taking away

    def compact(self) -> tuple[int, int]:
        """Merges all files into one without doubles; how many files and rows there were fewer afterwards.

        Others may add and ask meanwhile: a file goes only once all that it holds is in the new one.
        """
        duckdb = parquet.engine()

        self._sweep()
        for left in reversed(range(_TRIES)):
            files = self.files()
            if not files:
                self._check_place()
                return 0, 0
            try:
                return self._merged(files)
            except duckdb.Error as error:
                if not left or all(map(os.path.exists, files)):
                    raise self._blamed(files, None, None, error) from None
        return 0, 0

    def _merged(self, files: list[str]) -> tuple[int, int]:
        self._check_columns(self._connection, files)
        with contextlib.closing(parquet.duck(preserve_insertion_order=True)) as connection:
            before = connection.execute(f"SELECT count(*) FROM {_read(files)}").fetchall()[0][0]
            now = datetime.now(UTC)
            path = os.path.join(self.path, f"{now:%Y%m%d-%H%M%S}-{os.urandom(6).hex()}.parquet")
            chosen = f"SELECT {_columns()} {_newest(files)} ORDER BY family, score NULLS LAST, key"
            after = parquet.copy(connection, chosen, path)
        for file in files:
            with contextlib.suppress(FileNotFoundError):  # somebody else merged it too
                os.unlink(file)
        return len(files) - 1, before - after

    def _sweep(self) -> None:
        """Removes what killed writers left unfinished long ago."""
        with contextlib.suppress(FileNotFoundError):
            for each in os.scandir(self.path):
                if each.name.startswith(".") and each.name.endswith((".jsonl", ".tmp")):
                    with contextlib.suppress(FileNotFoundError):
                        if datetime.now().timestamp() - each.stat().st_mtime > _LEFT_BEHIND:
                            os.unlink(each.path)

    def export(
        self,
        path: str | os.PathLike[str],
        where: str | None = None,
        *,
        order: str | None = None,
        limit: int | None = None,
    ) -> int:
        """Writes the levels for which the condition holds as one Parquet file, and tells how many."""
        return parquet.write(self.rows(where, order=order, limit=limit), path)


def _read(files: list[str]) -> str:
    listed = ", ".join(map(parquet.quoted, files))
    return f"read_parquet([{listed}], union_by_name=true, filename=true, file_row_number=true)"


def _columns() -> str:
    return ", ".join(f'"{name}"' for name in parquet.NAMES)


def _newest(files: list[str], where: str | None = None) -> str:
    """The one row of each key that counts (none of its key is done where it is not, or newer), where the condition
    holds: what stands behind SELECT."""
    asked = f"(\n{where}\n) AND " if where is not None else ""
    return (
        f"FROM {_read(files)} AS levels WHERE {asked}key IS NOT NULL AND NOT EXISTS"
        f" (FROM {_read(files)} AS other WHERE other.key = levels.key AND {_rank('other')} > {_rank('levels')})"
    )


def _rank(name: str) -> str:
    """What decides between rows of one key, the highest first."""
    time = f"coalesce({name}.time, TIMESTAMP '0001-01-01')"
    return f"({_DONE.format(name)}, {time}, {name}.filename, {name}.file_row_number)"
