"""Compares algorithms and heuristics on one puzzle: cost, expanded positions and time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..core.limits import control_or_default
from ..core.puzzle import Control, Limits, Message, Puzzle, Result, Unsupported
from ..core.wording import term
from ..formats.read import PuzzleLike, as_puzzle
from ..locale import number
from ..search import BLIND, INFORMED
from .solve import ALGORITHMS, SolveOptions, run_task

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
_NUMBERS = ("cost", "expanded", "generated", "max_frontier", "seconds")


class Comparison(Sequence[Result]):
    """The results of a comparison; printed as a table, and shown with bars in a notebook."""

    def __init__(self, rows: Iterable[Result], left_out: Iterable[Message] = ()) -> None:
        self.rows = tuple(rows)
        self.left_out = tuple(left_out)
        """The reasons why some of the default algorithms are missing."""

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self.rows[index]

    def cells(self, lang: str = "en") -> list[tuple[str, ...]]:
        """Return the table as text, one tuple per row, in the order of COLUMNS."""
        return [tuple(_shown(name, getattr(row, name), lang) for name in COLUMNS) for row in self.rows]

    def explain(self, lang: str = "en") -> str:
        """Return in a few sentences what the table shows."""
        from .comparison_words import describe_comparison

        return " ".join(sentence.to(lang) for sentence in describe_comparison(self.rows))

    def __str__(self) -> str:
        names = [str(term(name)) for name in COLUMNS]
        widths = [max(map(len, column)) for column in zip(names, *self.cells(), strict=True)]
        rows = [table_row(row, widths) for row in self.rows]
        return "\n".join([table_head(widths), *rows, *map(str, self.left_out)])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..pictures.notebook_html import comparison_html  # loaded only when shown

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
    """Solve the puzzle with each algorithm, and with each heuristic if the algorithm uses one; return a row per search.

    ``algorithms`` and ``heuristics`` are lists or comma-separated names; the default is all that the family supports.
    After ``control.stop()``, no further search is started.

    >>> [row.cost for row in compare("1 2 0 3 4 5 6 7 8", algorithms="bfs,dijkstra")]
    [2, 2]
    """
    rows = list(
        compare_rows(
            puzzle, algorithms=algorithms, heuristics=heuristics, metric=metric, limits=limits, control=control
        )
    )
    left_out = [row for row in rows if isinstance(row, Message)]
    return Comparison((row for row in rows if isinstance(row, Result)), left_out)


def compare_rows(
    puzzle: PuzzleLike,
    *,
    algorithms: str | Iterable[str] | None = None,
    heuristics: str | Iterable[str] | None = None,
    metric: str | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Iterator[Result | Message]:
    """Yield the rows of ``compare`` as they are computed, and a message for each algorithm that is left out."""
    puzzle = as_puzzle(puzzle)
    control = control_or_default(control)
    heuristic_names = list(puzzle.heuristics) if (names := split_names(heuristics)) is None else names
    for name in heuristic_names:
        puzzle.heuristic(name)
    algorithm_names = list(ALGORITHMS) if (names := split_names(algorithms)) is None else names
    for algorithm in algorithm_names:
        if algorithm not in ALGORITHMS:
            raise Unsupported.choice(Message("unknown algorithm '{name}'", name=algorithm), ALGORITHMS)
    searches = [
        SolveOptions(metric, algorithm, heuristic, limits=limits, control=control)
        for algorithm in algorithm_names
        for heuristic in (heuristic_names if algorithm in INFORMED else [None])
    ]
    if algorithms is not None:
        for search in searches:
            search.task(type(puzzle))
    for search in searches:
        if control.stopped:
            return
        try:
            yield run_task(puzzle, search.task(type(puzzle)))
        except Unsupported as error:
            if algorithms is not None or search.algorithm not in (*BLIND, "native"):
                raise
            yield Message("{algorithm} skipped: {why}", algorithm=search.algorithm, why=error.message)


def table_head(widths: Sequence[int], lang: str = "en", columns: int | None = None) -> str:
    """Return the names of the columns and a line below them; ``columns`` is the width of the terminal, if known."""
    names = _line([term(name).to(lang) for name in COLUMNS], widths, columns)
    rule = sum(widths) + 2 * (len(widths) - 1)
    return f"{names}\n{'─' * min(rule, columns or rule)}"


def table_row(row: Result, widths: Sequence[int], lang: str = "en", columns: int | None = None) -> str:
    return _line([_shown(name, getattr(row, name), lang) for name in COLUMNS], widths, columns)


def fold_row(cells: Iterable[str], columns: int | None = None) -> str:
    """Return the cells of a row side by side, or on several indented lines if the terminal is too narrow.

    >>> print(fold_row(["astar  ", "solved", "   17"], 16))
    astar    solved
         17
    """
    lines = [""]
    for cell in cells:
        gap = "  " if lines[-1] else ""
        if columns is not None and lines[-1].strip() and len(lines[-1]) + len(gap) + len(cell) > columns:
            lines.append("")
            gap = "  "
        lines[-1] += gap + cell
    return "\n".join(line.rstrip() for line in lines)


def table_widths(puzzle: Puzzle, lang: str = "en", heuristics: Iterable[str] | None = None) -> list[int]:
    """Return column widths that fit almost any row, for printing rows as they arrive; by default for all heuristics."""
    least = {
        "algorithm": max(map(len, ALGORITHMS)),
        "heuristic": max(map(len, (*puzzle.heuristics, *(heuristics or ()))), default=0),
        "status": max(len(term(name).to(lang)) for name in ("solved", "unsolvable", "gave_up")),
        "cost": 6,
        "optimal": len(term("proven").to(lang)),
        "max_frontier": 0,
    }
    return [max(least.get(name, 11), len(term(name).to(lang))) for name in COLUMNS]


def _line(texts: Sequence[str], widths: Sequence[int], columns: int | None = None) -> str:
    cells = [
        text.rjust(width) if name in _NUMBERS else text.ljust(width)
        for name, text, width in zip(COLUMNS, texts, widths, strict=True)
    ]
    return fold_row(cells, columns)


def split_names(names: str | Iterable[str] | None) -> list[str] | None:
    """Return the names in a list or a comma-separated string; None for None or an empty string.

    >>> split_names("bfs, astar"), split_names(["bfs"]), split_names("")
    (['bfs', 'astar'], ['bfs'], None)
    """
    if names is not None and not isinstance(names, Iterable):
        raise TypeError(f"expected one name or several, such as 'bfs,astar', not {type(names).__name__}")
    if not isinstance(names, str):
        return None if names is None else list(names)
    return [name.strip() for name in names.split(",") if name.strip()] or None


def _shown(name: str, value: object, lang: str) -> str:
    if value is None:
        return "–"
    if name == "seconds":
        return number(value, lang, 4) if isinstance(value, float) else str(value)
    if isinstance(value, bool):
        return term("proven" if value else "no").to(lang)
    if name == "status":
        return term(str(value)).to(lang)
    return number(value, lang) if isinstance(value, int) else str(value)
