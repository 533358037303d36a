"""Algorithms side by side on one board: what each found, what it expanded, what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Result, Unsupported
from ..formats.read import PuzzleLike, one
from ..locale import number
from ..search import BLIND, INFORMED
from .solve import ALGORITHMS, make_task, solve

COLUMNS = (
    "algorithm",
    "heuristic",
    "status",
    "cost",
    "optimal",
    "expanded",
    "generated",
    "max_frontier",
    "seconds",
)


class Comparison(Sequence[Result]):
    """The rows of a comparison; prints as a table in a terminal, and with bars in a notebook."""

    def __init__(self, rows: Iterable[Result], left_out: Iterable[Message] = ()) -> None:
        self.rows = tuple(rows)
        self.left_out = tuple(left_out)
        """Why an algorithm of the default list is missing."""

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self.rows[index]

    def cells(self, term: Callable[[str], str] | None = None) -> list[tuple[str, ...]]:
        """The table as text, one tuple a row, in the order of COLUMNS; ``term`` puts outcomes into words."""
        return [tuple(_shown(name, getattr(row, name), term or english) for name in COLUMNS) for row in self.rows]

    def __str__(self) -> str:
        table = [tuple(name.replace("_", " ") for name in COLUMNS), *self.cells()]
        widths = [max(len(row[i]) for row in table) for i in range(len(COLUMNS))]
        lines = ["  ".join(_aligned(i, text, widths[i]) for i, text in enumerate(row)).rstrip() for row in table]
        return "\n".join([lines[0], "─" * max(map(len, lines)), *lines[1:], *map(str, self.left_out)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import comparison_html  # drawing is only loaded by those who look

        return comparison_html(self)


def compare(
    puzzle: PuzzleLike,
    *,
    algorithms: str | Iterable[str] | None = None,
    heuristics: str | Iterable[str] | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Comparison:
    """One row per algorithm, and per heuristic where the algorithm takes one.

    Without ``algorithms`` every one the family supports is run; without ``heuristics`` all of the family's; a string
    names one, or several with commas between them. Once ``control.stop`` was called no further row begins.

    >>> [row.cost for row in compare("1 2 0 3 4 5 6 7 8", algorithms="bfs,dijkstra")]
    [2, 2]
    """
    rows, left_out = [], list[Message]()
    for row in compare_rows(
        puzzle, algorithms=algorithms, heuristics=heuristics, metric=metric, limits=limits, control=control
    ):
        if isinstance(row, Message):
            left_out.append(row)
        else:
            rows.append(row)
    return Comparison(rows, left_out)


def compare_rows(
    puzzle: PuzzleLike,
    *,
    algorithms: str | Iterable[str] | None = None,
    heuristics: str | Iterable[str] | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[Result | Message]:
    """The rows of ``compare``, each as soon as it is known, and a message for an algorithm that is left out."""
    puzzle = one(puzzle)
    chosen, named = names(algorithms), names(heuristics)
    chosen = list(ALGORITHMS) if chosen is None else chosen
    named = list(puzzle.heuristics) if named is None else named
    for name in named:
        puzzle.heuristic(name)
    control = control_or_default(control)
    for algorithm in chosen:
        if algorithm not in ALGORITHMS:
            raise Unsupported.choice(Message("no algorithm '{name}'", name=algorithm), ALGORITHMS)
        if algorithms is not None:
            for heuristic in named if algorithm in INFORMED else [None]:
                make_task(type(puzzle), metric, algorithm, heuristic)
    for algorithm in chosen:
        for heuristic in named if algorithm in INFORMED else [None]:
            if control.stopped:
                break
            try:
                yield solve(
                    puzzle, metric=metric, algorithm=algorithm, heuristic=heuristic, limits=limits, control=control
                )
            except Unsupported as error:
                if algorithms is not None or algorithm not in (*BLIND, "native"):
                    raise
                yield Message("{algorithm} left out: {why}", algorithm=algorithm, why=error.message)


def english(name: str) -> str:
    """What a column or an outcome is called."""
    return name.replace("_", " ")


def table_head(widths: Sequence[int], term: Callable[[str], str] = english, columns: int | None = None) -> str:
    """The names of the columns, each so wide, and a rule below them; ``term`` puts them into words, and ``columns`` is
    the width of the terminal where it has one."""
    names = _line([term(name) for name in COLUMNS], widths, columns)
    rule = sum(widths) + 2 * (len(widths) - 1)
    return f"{names}\n{'─' * min(rule, columns or rule)}"


def table_row(
    row: Result,
    widths: Sequence[int],
    term: Callable[[str], str] = english,
    lang: str = "en",
    columns: int | None = None,
) -> str:
    """One row of the table, each column at least so wide."""
    return _line([_shown(name, getattr(row, name), term, lang) for name in COLUMNS], widths, columns)


def fold_row(cells: Iterable[str], columns: int | None = None) -> str:
    """The cells of a row beside each other; where the terminal is too narrow, on several lines, indented from the
    second on.

    >>> print(fold_row(["astar  ", "solved", "   17"], 16))
    astar    solved
           17
    """
    lines = [""]
    for cell in cells:
        joint = "  " if lines[-1] else ""
        if columns is not None and lines[-1].strip() and len(lines[-1]) + len(joint) + len(cell) > columns:
            lines.append("")
            joint = "  "
        lines[-1] += joint + cell
    return "\n".join(line.rstrip() for line in lines)


def table_widths(puzzle: Puzzle, term: Callable[[str], str] = english) -> list[int]:
    """Columns wide enough for almost any row about the puzzle, before there is one."""
    least = {
        "algorithm": max(map(len, ALGORITHMS)),
        "heuristic": max(map(len, puzzle.heuristics), default=0),
        "status": max(len(term(name)) for name in ("solved", "unsolvable", "gave_up")),
        "cost": 6,
        "optimal": len(term("proven")),
        "max_frontier": 0,
    }
    return [max(least.get(name, 11), len(term(name))) for name in COLUMNS]


def _line(texts: Sequence[str], widths: Sequence[int], columns: int | None = None) -> str:
    return fold_row((_aligned(i, text, widths[i]) for i, text in enumerate(texts)), columns)


def names(given: str | Iterable[str] | None) -> list[str] | None:
    """The names of a list, or those between the commas of a string; None where none is given.

    >>> names("bfs, astar"), names(["bfs"]), names("")
    (['bfs', 'astar'], ['bfs'], None)
    """
    if given is not None and not isinstance(given, Iterable):
        raise TypeError(f"expected one name or several, such as 'bfs,astar', not {type(given).__name__}")
    if not isinstance(given, str):
        return None if given is None else list(given)
    return [name.strip() for name in given.split(",") if name.strip()] or None


def _shown(name: str, value: object, term: Callable[[str], str], lang: str = "en") -> str:
    if value is None:
        return "–"
    if name == "seconds":
        return number(value, lang, 4) if isinstance(value, float) else str(value)
    if isinstance(value, bool):
        return term("proven" if value else "no")
    if name == "status":
        return term(str(value))
    return number(value, lang) if isinstance(value, int) else str(value)


def _aligned(column: int, text: str, width: int) -> str:
    return text.ljust(width) if column < 3 or COLUMNS[column] == "optimal" else text.rjust(width)
