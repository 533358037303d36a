"""What goes into a library: levels of any source, told apart by their keys, solved and rated where that is not done."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..core.limits import control_or_default, limits_or_default
from ..core.puzzle import (
    STOPPED,
    Control,
    IllegalMove,
    Level,
    Limits,
    Message,
    Puzzle,
    PuzzleError,
    Result,
    Stopwatch,
    UnjamError,
    Unsupported,
)
from ..families import family
from ..families import read as read_text
from ..formats.read import no_such_level, read_levels
from ..parallel.solve_many import apart, cores, next_size
from ..rating.rate import models, rate
from ..solving.check import costs
from ..solving.solve import solve
from . import parquet

if TYPE_CHECKING:
    from .library import Library

LOOKED_UP = 4096
"""Levels whose keys are looked for in the library at a time."""
MAX_ROWS = 50_000
"""Rows of a file that is written while it goes, at most."""
FIRST_WAIT, MAX_WAIT = 5.0, 60.0
"""Seconds after which what is rated is written: soon at first, then less often, so that files do not grow many."""
CHUNK = 256
"""Levels that a worker is handed at a time, at most; they take it less than a second, or it is one level."""


@dataclass(frozen=True, slots=True)
class Offered:
    """A level that might go into a library; ``row`` is what a Parquet file says of it already."""

    puzzle: Puzzle
    title: str | None = None
    author: str | None = None
    source: str | None = None
    number: int | None = None
    row: parquet.Row | None = None


@dataclass(slots=True)
class Added:
    """What became of the levels: new in the library, known there before, or not to be read.

    Of the new ones some have no solution, and some were given up at a limit: those are tried again the next time.
    """

    new: int = 0
    known: int = 0
    invalid: int = 0
    unsolvable: int = 0
    gave_up: int = 0
    stopped: bool = False

    def miss(self) -> None:
        """One more that cannot be read."""
        self.invalid += 1

    @property
    def seen(self) -> int:
        """All levels so far."""
        return self.new + self.known + self.invalid


Progress = Callable[[Added], None]


def add(
    library: Library,
    given: Any,
    *,
    workers: int | None,
    limits: Limits | None,
    control: Control | None,
    progress: Progress | None,
) -> Added:
    """Adds what is not there yet; see ``Library.add``."""
    added, control = Added(), control_or_default(control)
    shelf = _Shelf(library, added, progress)

    def fresh() -> Iterator[Offered]:
        every = iter(offers(given, added))
        while not control.stopped and (batch := list(islice(every, LOOKED_UP))):
            keys = [parquet.key(offered.puzzle) for offered in batch]
            there = library.done(keys) | shelf.waiting
            for key, offered in zip(keys, batch, strict=True):
                if key in shelf.pending:
                    shelf.pending[key] += 1
                    continue
                if key in there:
                    added.known += 1
                    shelf.tell()
                    continue
                there.add(key)
                if offered.row is not None and _is_current(offered.row, offered.puzzle):
                    shelf.put(offered.row | {"key": key})
                else:
                    shelf.pending[key] = 0
                    yield offered

    _rated(shelf, fresh(), workers, limits, control)
    return added


def rerate(
    library: Library,
    where: str | None,
    *,
    workers: int | None,
    limits: Limits | None,
    control: Control | None,
    progress: Progress | None,
) -> Added:
    """Rates what is not of today again; see ``Library.rerate``."""
    added, control = Added(), control_or_default(control)

    def stale() -> Iterator[Offered]:
        for row in library.rows(where):
            if row["family"] not in known:
                known[row["family"]] = family(row["family"])
            puzzle = known[row["family"]].parse(row["text"])
            if _is_current(row, puzzle):
                added.known += 1
            else:
                yield _offer(puzzle, row)
            if control.stopped:
                return

    known: dict[str, type[Puzzle]] = {}
    _rated(_Shelf(library, added, progress), stale(), workers, limits, control)
    return added


def _is_current(row: parquet.Row, puzzle: Puzzle) -> bool:
    """Whether the row's rating is by today's default model of this version."""
    today = next(iter(models(type(puzzle))))
    done = row["score"] is not None or row["status"] == "unsolvable"
    return done and (row["model"], row["version"]) == (today, __version__)


# -- what is offered


def offers(given: Any, added: Added) -> Iterator[Offered]:
    """The levels of whatever people hand over; those that cannot be read are counted."""
    if isinstance(given, (str, os.PathLike)):
        yield from _of_one(given, added)
    elif isinstance(given, (Puzzle, Level, Offered)):
        yield from offers([given], added)
    elif isinstance(given, Iterable):
        for each in given:
            if isinstance(each, Offered):
                yield each
            elif isinstance(each, Puzzle):
                yield Offered(each)
            elif isinstance(each, Level):
                yield from _of_levels([each], None, added)
            else:
                yield from _of_one(each, added)
    else:
        raise TypeError(f"expected puzzles, levels, texts or paths, not {type(given).__name__}")


def _of_one(given: Any, added: Added) -> Iterator[Offered]:
    files = parquet_files(given)
    if files is not None:
        for file in files:
            yield from of_parquet(file, lambda number, error: added.miss())
    else:
        source = os.fspath(given) if isinstance(given, os.PathLike) or os.path.isfile(str(given)[:4000]) else None
        yield from _of_levels(read_levels(given), source, added)


def parquet_files(path: Any) -> list[str] | None:
    """The Parquet files that a path stands for: itself, or those of a folder; None where it is neither."""
    if not isinstance(path, (str, os.PathLike)):
        return None
    path = os.fspath(path)
    if "\n" in path or "\0" in path:
        return None
    if os.path.isdir(path):
        names = sorted(name for name in os.listdir(path) if name.endswith(".parquet") and name[0] != ".")
        return [os.path.join(path, name) for name in names] or None
    return [path] if path.endswith(".parquet") else None


def of_parquet(path: str, refuse: Callable[[int, UnjamError], None], level: int | None = None) -> Iterator[Offered]:
    """The levels of a Parquet file with a column ``text``, with what else it says of them.

    ``refuse`` is told the number and the error of those that cannot be read; ``level`` is the number of the only one
    that is wanted.
    """
    number = 0
    for number, row in enumerate(parquet.read(path), 1):
        if level not in (None, number):
            continue
        try:
            puzzle = _parsed(row)
        except (PuzzleError, Unsupported) as error:
            refuse(number, error)
            continue
        if row["source"] is None:
            row |= {"source": os.path.basename(path), "number": number}
        yield _offer(puzzle, row)
    if level is not None and not 1 <= level <= number:
        raise PuzzleError(Message("{path}: {why}", path=path, why=no_such_level(level, number)))


def _parsed(row: parquet.Row) -> Puzzle:
    text = row["text"] or ""
    if row["family"] is not None:
        return family(row["family"]).parse(text)
    found = list(read_text(text))
    if len(found) != 1 or found[0].puzzle is None:
        raise found[0].error if len(found) == 1 and found[0].error else PuzzleError("expected one level a row")
    return found[0].puzzle


def _offer(puzzle: Puzzle, row: parquet.Row) -> Offered:
    return Offered(puzzle, row["title"], row["author"], row["source"], row["number"], row)


def _of_levels(levels: Iterable[Level], source: str | None, added: Added) -> Iterator[Offered]:
    for level in levels:
        if level.puzzle is None:
            added.miss()
        else:
            yield of_level(level, level.puzzle, source)


def of_level(level: Level, puzzle: Puzzle, source: str | None) -> Offered:
    """A level of a file with its title and author."""
    number = level.index + 1 if source is not None else None
    return Offered(puzzle, level.title, level.notes.get("author"), source and os.path.basename(source), number)


# -- rating and writing


class _Shelf:
    """Collects rows and writes them to the library now and then."""

    def __init__(self, library: Library, added: Added, progress: Progress | None) -> None:
        self.library, self.added, self.progress = library, added, progress
        self.rows: list[parquet.Row] = []
        self.waiting: set[str] = set()
        # How many doubles came of a level that is still being rated: they are known once it is kept.
        self.pending: dict[str, int] = {}
        self.clock, self.wait = Stopwatch(), FIRST_WAIT

    def put(self, row: parquet.Row) -> None:
        if not self.rows:
            self.clock = Stopwatch()
        self.rows.append(row)
        self.waiting.add(row["key"])
        self.added.new += 1
        self.added.known += self.pending.pop(row["key"], 0)
        self.added.unsolvable += row["status"] == "unsolvable"
        self.added.gave_up += row["score"] is None and row["status"] != "unsolvable"
        self.tell()
        if len(self.rows) >= MAX_ROWS or self.clock() > self.wait:
            self.flush()

    def tell(self) -> None:
        if self.progress is not None:
            self.progress(self.added)

    def flush(self) -> None:
        """Writes what waits."""
        if self.rows:
            self.library.put(self.rows)
        self.rows, self.waiting = [], set()
        self.wait = min(MAX_WAIT, 1.5 * self.wait)


def _rated(
    shelf: _Shelf, given: Iterator[Offered], workers: int | None, limits: Limits | None, control: Control
) -> None:
    """Puts the rows of what is given on the shelf as they are rated, and writes what is done whatever happens."""
    sizes = [1]
    workers = workers or cores()
    limits = limits_or_default(limits).settled(workers)

    def chunks() -> Iterator[list[Offered]]:
        while chunk := list(islice(given, sizes[0])):
            yield chunk

    first = list(islice(given, 2))
    given = _chained(first, given)
    at_once = min(workers, len(first)) or 1  # one level alone needs no other process
    try:
        for made, seconds in apart(partial(_rate_chunk, limits=limits), chunks(), workers=at_once, control=control):
            for row in made:
                shelf.put(row)
            sizes[0] = min(CHUNK, next_size(sizes[0], seconds, 1))
    finally:
        shelf.added.stopped = control.stopped
        shelf.flush()


def _chained(first: list[Offered], rest: Iterator[Offered]) -> Iterator[Offered]:
    yield from first
    yield from rest


def _rate_chunk(chunk: list[Offered], control: Control, *, limits: Limits) -> tuple[list[parquet.Row], float]:
    """The rows of the levels, and how long they took; a level that was stopped has none."""
    clock, made = Stopwatch(), []
    for offered in chunk:
        result = _found_before(offered) or solve(offered.puzzle, limits=limits, control=control, workers=1)
        rating = rate(offered.puzzle, result=result, limits=limits, control=control)
        if control.stopped and rating.score is None and STOPPED in (rating.reason, result.reason):
            break
        place = {"title": offered.title, "author": offered.author, "source": offered.source, "number": offered.number}
        made.append(parquet.row(offered.puzzle, rating=rating, **place))  # type: ignore[arg-type]
    return made, clock()


def _found_before(offered: Offered) -> Result | None:
    """The optimal solution that the row holds, once the rules have accepted it and its cost; None where it has none."""
    row, puzzle = offered.row, offered.puzzle
    if row is None or not row["optimal"] or row["metric"] != puzzle.metrics[0] or row["cost"] is None:
        return None
    try:
        moves = puzzle.from_notation(row["solution"] or "")
    except (IllegalMove, PuzzleError):
        return None
    end = puzzle
    for move in moves:
        end = end.play(move)
    if not end.is_solved() or costs(puzzle, moves)[row["metric"]] != row["cost"]:
        return None
    return Result(
        "solved",
        moves,
        row["cost"],
        row["cost"],
        optimal=True,
        expanded=row["expanded"] or 0,
        generated=row["generated"] or 0,
        seconds=row["seconds"] or 0.0,
        algorithm=row["algorithm"] or "",
        metric=row["metric"],
    )
