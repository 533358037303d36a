"""Stores levels and results as rows of Parquet files: defines the columns, builds rows, reads and writes files.

Libraries and runs are folders of such files. DuckDB reads and writes them (extra ``library``).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.puzzle import Message, Puzzle, PuzzleError, Result, Unsupported
from ..solving.check import costs

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ..rating.rate import Rating

BATCH = 2_000
"""The number of rows kept in memory while a file is read."""
MAX_ROW_BYTES = 64 << 20


class Column(NamedTuple):
    name: str
    type: str
    meaning: str


COLUMNS = (
    Column("key", "VARCHAR", "a hash that is the same for equivalent levels: mirrored, rotated or with renamed pieces"),
    Column("family", "VARCHAR", "the family's name"),
    Column("text", "VARCHAR", "the level as text that every command and `unjam.read` can read"),
    Column("title", "VARCHAR", "the title of the level"),
    Column("author", "VARCHAR", "the author of the level"),
    Column("source", "VARCHAR", "the file from which the level was read"),
    Column("number", "BIGINT", "the number of the level in that file, from 1"),
    Column("rows", "INTEGER", "the number of rows of the board"),
    Column("cols", "INTEGER", "the number of columns of the board"),
    Column("pieces", "INTEGER", "the number of pieces on and beside the board, not counting the player"),
    Column("status", "VARCHAR", "`solved`, `unsolvable`, `gave_up`, `invalid` or `crashed`"),
    Column("reason", "VARCHAR", "the reason in words if there is no proven optimum or no rating"),
    Column("metric", "VARCHAR", "the metric in which `cost` is measured"),
    Column("cost", "BIGINT", "the cost of the best known solution"),
    Column("costs", "MAP(VARCHAR, BIGINT)", "the cost of that solution in every metric of the family"),
    Column("optimal", "BOOLEAN", "whether `cost` is proven to be the lowest possible"),
    Column("lower_bound", "BIGINT", "a lower bound on the cost in `metric`, if known"),
    Column("solution", "VARCHAR", "the moves in compact notation, separated by spaces; LURD for Sokoban"),
    Column("algorithm", "VARCHAR", "the algorithm that found the solution"),
    Column("model", "VARCHAR", "the difficulty model"),
    Column("score", "DOUBLE", "the difficulty; with the model `human`, the expected solving time in seconds"),
    Column("low", "DOUBLE", "with `human`, the time in seconds that one person in ten undercuts"),
    Column("high", "DOUBLE", "with `human`, the time in seconds that one person in ten exceeds"),
    Column("level", "VARCHAR", "`beginner`, `intermediate`, `advanced` or `expert`"),
    Column("features", "MAP(VARCHAR, DOUBLE)", "the numbers behind the rating; names of nested values contain a dot"),
    Column("contributions", "MAP(VARCHAR, DOUBLE)", "what each weighted feature adds; with `human`, to ln(score)"),
    Column("calibrated", "BOOLEAN", "whether the model was fitted to solving times of people"),
    Column("expanded", "BIGINT", "the number of positions that the search expanded"),
    Column("generated", "BIGINT", "the number of positions that the search generated"),
    Column("seconds", "DOUBLE", "the duration of the search in seconds"),
    Column("version", "VARCHAR", "the version of unjam that created the row"),
    Column("time", "TIMESTAMP", "the time at which the row was created, in UTC"),
)
NAMES = tuple(column.name for column in COLUMNS)
NUMBERS = frozenset(
    ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE"]
)
"""The types accepted for numeric columns, because other programs may write different ones."""

Row = dict[str, Any]


# -- rows


def key(puzzle: Puzzle) -> str:
    """Return a hash of 32 characters that is the same for equivalent levels of a family.

    >>> from unjam import read
    >>> boards = read("ooBoooooBoooAAoooooooooooooooooooooo\\nooooooooooooAAooooooCoooooCooooooooo")
    >>> key(boards[0]) == key(boards[1])
    False
    """
    common_text = puzzle.about.key
    text = puzzle.storage_text() if common_text is None else common_text(puzzle)
    return blake2b(f"{puzzle.family}\n{text}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def row(
    puzzle: Puzzle,
    *,
    title: str | None = None,
    author: str | None = None,
    source: str | None = None,
    number: int | None = None,
    result: Result | None = None,
    rating: Rating | None = None,
) -> Row:
    """Return the row for a level, with its result and rating; by default the rating's result is used."""
    if result is None and rating is not None:
        result = rating.result
    scene = puzzle.scene()
    out = _row(
        key=key(puzzle),
        family=puzzle.family,
        text=puzzle.storage_text().rstrip("\n"),
        title=title,
        author=author,
        source=source,
        number=number,
        rows=scene.rows,
        cols=scene.cols,
        pieces=len(scene.waiting) + sum(piece.kind != "player" for piece in scene.pieces),
    )
    if result is not None:
        out |= _result_columns(puzzle, result)
    if rating is not None:
        out |= _rating_columns(rating)
    return out


def failed_row(
    text: str,
    family: str | None,
    source: str | None,
    number: int | None,
    status: str,
    reason: str | Message,
    *,
    title: str | None = None,
    author: str | None = None,
) -> Row:
    """Return a row, without a key, for a level that is unreadable (``invalid``) or whose search crashed (``crashed``).

    >>> failed_row("AAB", "rushhour", "a.txt", 3, "invalid", "no board")["status"]
    'invalid'
    """
    return _row(
        family=family,
        text=text,
        title=title,
        author=author,
        source=source,
        number=number,
        status=status,
        reason=str(reason),
    )


def _row(**values: Any) -> Row:
    from .. import __version__

    empty: Row = dict.fromkeys(NAMES)
    return empty | values | {"version": __version__, "time": datetime.now(UTC).replace(tzinfo=None)}


def _result_columns(puzzle: Puzzle, result: Result) -> Row:
    record = result.record(puzzle)
    words = record.pop("moves")
    if result.cost is None:
        return record | {"costs": {}, "solution": None}
    return record | {"costs": costs(puzzle, result.moves), "solution": " ".join(words)}


def _rating_columns(rating: Rating) -> Row:
    out = {name: value for name, value in rating.record().items() if name in NAMES and name != "family"}
    return out | {name: dict(_numbers(out[name])) for name in ("features", "contributions")}


def _numbers(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers among the values, including those in nested mappings; everything else is skipped."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _numbers(value, f"{before}{name}.")
        elif isinstance(value, (int, float)) and isfinite(value):
            yield f"{before}{name}", float(value)


# -- files


def import_duckdb() -> Any:
    """Import and return the module duckdb; raise Unsupported, naming the extra, if it is not installed."""
    try:
        import duckdb
    except ModuleNotFoundError as missing:
        if missing.name != "duckdb":
            raise
        raise Unsupported('Parquet files need the library extra: pip install "unjam[library]"') from None
    return duckdb


def connect(**config: Any) -> DuckDBPyConnection:
    """Connect to an empty in-memory DuckDB database that loads no extensions and prints no progress."""
    fixed = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    connection: DuckDBPyConnection = import_duckdb().connect(":memory:", config=fixed | config)
    connection.execute("SET enable_progress_bar = false")
    return connection


def quoted(text: str) -> str:
    """Return the text as an SQL string literal.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def files_in(folder: str) -> list[str]:
    """Return the Parquet files in a folder, sorted, without unfinished ones."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".parquet") and name[0] != ".")
    return [os.path.join(folder, name) for name in names]


def write(rows: Iterable[Row], path: str | os.PathLike[str]) -> int:
    """Write the rows as one Parquet file and return their number. The file is written completely or not at all."""
    path = os.fspath(path)
    with temporary(path) as (lines, target):
        count = 0
        with open(lines, "w", encoding="utf-8", errors="replace") as out:
            for each in rows:
                line = json.dumps({name: each.get(name) for name in NAMES}, ensure_ascii=False, default=str)
                out.write(line + "\n")
                count += 1
        kinds = ", ".join(f"{quoted(column.name)}: {quoted(column.type)}" for column in COLUMNS)
        options = f"format='newline_delimited', maximum_object_size={MAX_ROW_BYTES}, columns={{{kinds}}}"
        query = f"SELECT * FROM read_json({quoted(lines)}, {options})"
        with contextlib.closing(connect(threads=1)) as connection:
            copy_to(connection, query, target)
    return count


def copy(connection: DuckDBPyConnection, query: str, path: str) -> int:
    """Write the result of a query as one Parquet file, completely or not at all, and return the number of rows."""
    with temporary(path) as (_, target):
        return copy_to(connection, query, target)


def copy_to(connection: DuckDBPyConnection, query: str, path: str) -> int:
    """Write the result of a query as ``copy`` does, but without a temporary file."""
    count = connection.execute(f"COPY ({query}) TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd)").fetchone()
    return count[0] if count else 0


@contextlib.contextmanager
def temporary(path: str) -> Iterator[tuple[str, str]]:
    """Yield two temporary paths: one for any use, and one that is renamed to ``path`` on success."""
    folder, name = os.path.split(path)
    base = os.path.join(folder, f".{name}.{os.getpid()}-{os.urandom(4).hex()}")
    lines, target = f"{base}.jsonl", f"{base}.tmp"
    try:
        yield lines, target
        with open(target, "rb") as file:
            os.fsync(file.fileno())
        os.replace(target, path)
        with contextlib.suppress(OSError):  # not every system can open a folder
            handle = os.open(folder or ".", os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    finally:
        for name in (lines, target):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)


class LevelRow(NamedTuple):
    """A level in a Parquet file, not parsed yet."""

    text: str
    family: str | None
    title: str | None
    author: str | None


def read_texts(path: str | os.PathLike[str]) -> Iterator[LevelRow]:
    """Yield the levels of a Parquet file with a column ``text``, with family, title and author if present."""
    for row in read(path, LevelRow._fields):
        yield LevelRow(**(row | {"text": row["text"] or ""}))


def read(path: str | os.PathLike[str], wanted: Iterable[str] = NAMES) -> Iterator[Row]:
    """Yield the rows of a Parquet file, with one batch in memory at a time; missing columns are None.

    Raises PuzzleError if the file is missing or broken, or has column types that differ from ours.
    """
    path = os.fspath(path)
    if not os.path.isfile(path):
        raise PuzzleError(Message("{path}: no such file", path=path))
    wanted = tuple(wanted)
    with contextlib.closing(connect(threads=1)) as connection, _one_line_errors(path):
        have = columns_of(connection, path, "text")
        chosen = ", ".join(f'"{name}"' if name in have else f'NULL AS "{name}"' for name in wanted)
        cursor = connection.execute(f"SELECT {chosen} FROM read_parquet(?)", [[path]])
        while batch := cursor.fetchmany(BATCH):
            for values in batch:
                yield dict(zip(wanted, values, strict=True))


def check_file(path: str) -> None:
    """Raise PuzzleError if the file is not a valid library file."""
    with contextlib.closing(connect(threads=1)) as connection, _one_line_errors(path):
        columns_of(connection, path, "key")
        connection.execute("SELECT count(key) FROM read_parquet(?)", [[path]]).fetchall()


def columns_of(connection: DuckDBPyConnection, path: str, needed: str) -> dict[str, str]:
    """Return the types of the columns; raise PuzzleError if they differ from ours. Number types are interchangeable."""
    described = connection.execute("DESCRIBE FROM read_parquet(?)", [[path]]).fetchall()
    have = {name: kind for name, kind, *_ in described}
    if needed not in have:
        raise PuzzleError(Message("{path}: no column '{name}'; expected one level per row", path=path, name=needed))
    for column in COLUMNS:
        kind = have.get(column.name, column.type)
        if kind != column.type and not (kind in NUMBERS and column.type in NUMBERS):
            why = Message(
                "{path}: column '{name}' is {kind}; expected {type}",
                path=path,
                name=column.name,
                kind=kind,
                type=column.type,
            )
            raise PuzzleError(why)
    return have


@contextlib.contextmanager
def _one_line_errors(path: str) -> Iterator[None]:
    """Turn DuckDB's errors about a file into a one-line PuzzleError."""
    try:
        yield
    except (import_duckdb().Error, MemoryError, UnicodeDecodeError) as error:
        why = " ".join(str(error).partition("\n")[0].split())
        raise PuzzleError(Message("{path}: not a valid Parquet file: {why}", path=path, why=why)) from None
