"""Levels with their results as rows of Parquet files: the columns, how a row is made, and how files are written and
read.

A library is a folder of such files and a run writes its shards as such. DuckDB does the work (extra ``library``); any
other tool that reads Parquet can take it from there.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.puzzle import Message, Move, Puzzle, PuzzleError, Result, Unsupported, rules

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ..rating.rate import Rating

BATCH = 2_000
"""Rows held in memory at a time while a file is read."""
MAX_ROW = 64 << 20
"""Bytes of one row as JSON, at most."""


class Column(NamedTuple):
    """One column: its name, its type in DuckDB, and what it says."""

    name: str
    type: str
    says: str


COLUMNS = (
    Column("key", "VARCHAR", "equal for levels that are alike: mirrored, turned, pieces named otherwise"),
    Column("family", "VARCHAR", "the family's name"),
    Column("text", "VARCHAR", "the level, as every command and `unjam.read` accept it"),
    Column("title", "VARCHAR", "what the level is called"),
    Column("author", "VARCHAR", "who made it"),
    Column("source", "VARCHAR", "the file it came from"),
    Column("number", "BIGINT", "which level of that file it was, from 1"),
    Column("rows", "INTEGER", "rows of the board"),
    Column("cols", "INTEGER", "columns of the board"),
    Column("pieces", "INTEGER", "pieces on and beside the board, the player not counted: cars, boxes, tiles"),
    Column("status", "VARCHAR", "`solved`, `unsolvable`, `gave_up`, `invalid` or `crashed`"),
    Column("reason", "VARCHAR", "why there is no proven optimum or no rating, in words"),
    Column("metric", "VARCHAR", "what `cost` counts"),
    Column("cost", "BIGINT", "the cost of the best solution known"),
    Column("costs", "MAP(VARCHAR, BIGINT)", "the cost of that solution in every metric of the family"),
    Column("optimal", "BOOLEAN", "whether `cost` is proven to be the lowest there is"),
    Column("lower_bound", "BIGINT", "what is needed at least in `metric`, where that is known"),
    Column("solution", "VARCHAR", "the moves in compact form, a blank between them; LURD for Sokoban"),
    Column("algorithm", "VARCHAR", "what found it"),
    Column("model", "VARCHAR", "the difficulty model"),
    Column("score", "DOUBLE", "the difficulty: by `human` the seconds that an ordinary person is expected to need"),
    Column("level", "VARCHAR", "`beginner`, `intermediate`, `advanced` or `expert`"),
    Column("features", "MAP(VARCHAR, DOUBLE)", "the numbers behind the rating; a name inside another after a dot"),
    Column("contributions", "MAP(VARCHAR, DOUBLE)", "what each weighed feature adds: by `human` to ln(score)"),
    Column("calibrated", "BOOLEAN", "whether people's own times are behind the model"),
    Column("expanded", "BIGINT", "positions that the search expanded"),
    Column("generated", "BIGINT", "positions that the search generated"),
    Column("seconds", "DOUBLE", "how long the search took"),
    Column("version", "VARCHAR", "the version of unjam"),
    Column("time", "TIMESTAMP", "when the row was made, in UTC"),
)
"""Every column of a row, in order."""
NAMES = tuple(column.name for column in COLUMNS)
NUMBERS = frozenset(
    ["TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "FLOAT", "DOUBLE"]
)
"""Types that stand for one another in files of others."""

Row = dict[str, Any]


# -- making rows


def key(puzzle: Puzzle) -> str:
    """The same 32 characters for levels of a family that are alike under its symmetries and names.

    >>> from unjam import read
    >>> one, other = read("ooBoooooBoooAAoooooooooooooooooooooo"), read("ooooooooooooAAooooooCoooooCooooooooo")
    >>> key(one[0]) == key(other[0])
    False
    """
    alike = puzzle.about.key
    text = puzzle.storage_text() if alike is None else alike(puzzle)
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
    """The row of a level with what is known of it; without a result, that of the rating is taken."""
    if result is None and rating is not None:
        result = rating.result
    scene = puzzle.scene()
    made = _row(
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
        made |= _solved(puzzle, result)
    if rating is not None:
        made |= _rated(rating)
    return made


def failed(
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
    """The row of a level that could not be read (``invalid``) or whose search died (``crashed``); it has no key.

    >>> failed("AAB", "rushhour", "a.txt", 3, "invalid", "no board")["status"]
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


def _solved(puzzle: Puzzle, result: Result) -> Row:
    known = result.cost is not None
    return {
        "status": result.status,
        "reason": None if result.reason is None else str(result.reason),
        "metric": result.metric,
        "cost": result.cost,
        "costs": costs(puzzle, result.moves) if known else {},
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "solution": " ".join(puzzle.notations(result.moves)) if known else None,
        "algorithm": result.algorithm,
        "expanded": result.expanded,
        "generated": result.generated,
        "seconds": round(result.seconds, 6),
    }


def _rated(rating: Rating) -> Row:
    out: Row = {
        "model": rating.model,
        "score": rating.score,
        "level": rating.level,
        "features": dict(_numbers(rating.features)),
        "contributions": dict(_numbers(rating.contributions)),
        "calibrated": rating.calibrated,
    }
    return out if rating.reason is None else out | {"reason": str(rating.reason)}


def costs(puzzle: Puzzle, moves: Iterable[Move]) -> dict[str, int]:
    """What the moves cost from here in every metric of the family, and what else it counts of a solution."""
    moves = tuple(moves)
    position, play, out = puzzle, rules(type(puzzle)), dict.fromkeys(puzzle.metrics, 0)
    for move in moves:
        for metric in out:
            out[metric] += position.cost(move, metric)
        position = play(position, move)
    return out | {name: counted(puzzle, moves) for name, counted in puzzle.about.counts.items()}


def _numbers(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """The numbers among the values; what is neither a number nor holds any stays out."""
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _numbers(value, f"{before}{name}.")
        elif isinstance(value, (int, float)) and isfinite(value):
            yield f"{before}{name}", float(value)


# -- files


def engine() -> Any:
    """The module of DuckDB; Unsupported names the extra where it is missing."""
    try:
        import duckdb
    except ModuleNotFoundError as missing:
        if missing.name != "duckdb":
            raise
        raise Unsupported('Parquet files need the library extra: pip install "unjam[library]"') from None
    return duckdb


def duck(**config: Any) -> DuckDBPyConnection:
    """DuckDB with nothing in it, that loads nothing from elsewhere and prints nothing, however long it takes."""
    fixed = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    connection: DuckDBPyConnection = engine().connect(":memory:", config=fixed | config)
    connection.execute("SET enable_progress_bar = false")
    return connection


def quoted(text: str) -> str:
    """The text as SQL writes it.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


def write(rows: Iterable[Row], path: str | os.PathLike[str]) -> int:
    """Writes the rows as one Parquet file and tells how many; the file is there whole or not at all."""
    path = os.fspath(path)
    with temporary(path) as (lines, made):
        count = 0
        with open(lines, "w", encoding="utf-8", errors="replace") as out:
            for each in rows:
                line = json.dumps({name: each.get(name) for name in NAMES}, ensure_ascii=False, default=str)
                out.write(line + "\n")
                count += 1
        kinds = ", ".join(f"{quoted(column.name)}: {quoted(column.type)}" for column in COLUMNS)
        told = f"format='newline_delimited', maximum_object_size={MAX_ROW}, columns={{{kinds}}}"
        given = f"SELECT * FROM read_json({quoted(lines)}, {told})"
        with contextlib.closing(duck(threads=1)) as connection:
            copy_to(connection, given, made)
    return count


def copy(connection: DuckDBPyConnection, query: str, path: str) -> int:
    """Writes what the query gives as one Parquet file and tells how many rows; whole or not at all."""
    with temporary(path) as (_, made):
        return copy_to(connection, query, made)


def copy_to(connection: DuckDBPyConnection, query: str, path: str) -> int:
    """The same straight to the path."""
    found = connection.execute(f"COPY ({query}) TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd)").fetchone()
    return found[0] if found else 0


@contextlib.contextmanager
def temporary(path: str) -> Iterator[tuple[str, str]]:
    """Two names beside the path: one to work with, and one that becomes the path once all is well."""
    folder, name = os.path.split(path)
    base = os.path.join(folder, f".{name}.{os.getpid()}-{os.urandom(4).hex()}")
    lines, made = f"{base}.jsonl", f"{base}.tmp"
    try:
        yield lines, made
        with open(made, "rb") as file:
            os.fsync(file.fileno())
        os.replace(made, path)
        with contextlib.suppress(OSError):  # not every system lets a folder be opened
            handle = os.open(folder or ".", os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    finally:
        for left in (lines, made):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(left)


@dataclass(frozen=True, slots=True)
class Text:
    """One level of a Parquet file as it stands there, not yet read; ``number`` counts the rows from 1."""

    text: str
    family: str | None
    title: str | None
    author: str | None
    source: str | None
    number: int


def texts(path: str | os.PathLike[str]) -> Iterator[Text]:
    """The levels of a Parquet file with a column ``text``; family, title, author and source where it has them."""
    for number, each in enumerate(read(path, ("text", "family", "title", "author", "source")), 1):
        values = {name: value for name, value in each.items() if name != "text"}
        yield Text(each["text"] or "", **values, number=number)


def read(path: str | os.PathLike[str], wanted: Iterable[str] = NAMES) -> Iterator[Row]:
    """The rows of a Parquet file in order, a batch in memory at a time; what it has no column for is None.

    PuzzleError, in one line, for a file that is none, is cut off, or has other types than ours.
    """
    path = os.fspath(path)
    if not os.path.isfile(path):
        raise PuzzleError(Message("{path}: no such file", path=path))
    wanted = tuple(wanted)
    with contextlib.closing(duck(threads=1)) as connection, _one_line(path):
        have = columns_of(connection, path, "text")
        chosen = ", ".join(f'"{name}"' if name in have else f'NULL AS "{name}"' for name in wanted)
        found = connection.execute(f"SELECT {chosen} FROM read_parquet(?)", [[path]])
        while batch := found.fetchmany(BATCH):
            for values in batch:
                yield dict(zip(wanted, values, strict=True))


def examine(path: str) -> None:
    """PuzzleError, in one line, where a file is none that could stand in a library."""
    with contextlib.closing(duck(threads=1)) as connection, _one_line(path):
        columns_of(connection, path, "key")
        connection.execute("SELECT count(key) FROM read_parquet(?)", [[path]]).fetchall()


def columns_of(connection: DuckDBPyConnection, path: str, needed: str) -> dict[str, str]:
    """The types of the columns; PuzzleError where they are not ours. Of numbers any kind will do."""
    described = connection.execute("DESCRIBE FROM read_parquet(?)", [[path]]).fetchall()
    have = {name: kind for name, kind, *_ in described}
    if needed not in have:
        raise PuzzleError(Message("{path}: no column '{name}'; expected one level a row", path=path, name=needed))
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
def _one_line(path: str) -> Iterator[None]:
    """What DuckDB has against a file, as one line."""
    try:
        yield
    except (engine().Error, MemoryError, UnicodeDecodeError) as error:
        why = " ".join(str(error).partition("\n")[0].split())
        raise PuzzleError(Message("{path}: no sound Parquet file: {why}", path=path, why=why)) from None
