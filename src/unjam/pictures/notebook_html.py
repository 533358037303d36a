"""Renders results, comparisons, spaces and ratings as HTML for notebooks, with boards, tables and bars.

Everything uses the notebook's own text colour, so that it works in light and dark themes. Styles are inline because
many notebooks remove style sheets. The language is that of the environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import log10
from typing import TYPE_CHECKING

from .. import locale
from ..core.puzzle import Message, Move, Puzzle, Result, Space
from ..core.scene import Scene
from ..core.wording import amount, space_summary, term, verdict
from ..families import family
from ..rating.words import contributions, other_features
from .svg import sheet, svg

if TYPE_CHECKING:
    from ..rating.rate import Rating
    from ..solving.compare import Comparison

MAX_BOARDS = 10
"""The maximum number of boards drawn for a solution; for longer solutions, only every n-th board is shown."""
BOARD, SMALL = 210, 124
"""The size in pixels of a single board, and of one in a row."""
BLUE, RED, PALE = "#6b7fd7", "#e0584f", "#9aa3b8"
"""The colours of bars, visible on white and on black."""
ROW = "display:flex;flex-wrap:wrap;gap:10px 18px;align-items:flex-start"
CELL = "padding:2px 10px;text-align:{};white-space:nowrap"
LEFT = ("algorithm", "heuristic", "status", "optimal")


# -- a solution


def result_html(result: Result, lang: str | None = None) -> str:
    lang = lang or locale.of_environment()
    puzzle = result.puzzle
    parts = [_line(verdict(result).to(lang), bold=True)]
    if puzzle is not None and result.cost is not None:
        parts.append(_row(_boards(puzzle, result.moves, lang)))
    elif puzzle is not None:
        parts.append(_row([_figure(puzzle.scene(), "", BOARD)]))
    return _card([*parts, _table(_effort(result, lang))])


def _boards(puzzle: Puzzle, moves: Sequence[Move], lang: str) -> Iterator[str]:
    """Yield the starting board and the boards after each move, or after every n-th move if there are many."""
    each = -(-len(moves) // (MAX_BOARDS - 1)) if len(moves) >= MAX_BOARDS else 1
    size = SMALL if moves else BOARD
    yield _figure(puzzle.scene(), Message("Start").to(lang) if moves else "", size)
    for number, move in enumerate(moves, 1):
        notation = puzzle.notation(move)
        puzzle = puzzle.play(move)
        if number % each == 0 or number == len(moves):
            caption = f"{number}. {notation}" if each == 1 else locale.number(number, lang)
            yield _figure(puzzle.scene(), caption, size)


def _effort(result: Result, lang: str) -> list[tuple[str, ...]]:
    names = [result.algorithm] + ([result.heuristic] if result.heuristic else [])
    figures = [("expanded", result.expanded), ("generated", result.generated), ("max_frontier", result.max_frontier)]
    known = [(term(name).to(lang), locale.number(n, lang)) for name, n in figures if n is not None]
    return [
        (term("algorithm").to(lang), ", ".join(names)),
        *known,
        (term("seconds").to(lang), _seconds(result.seconds, lang)),
    ]


def _seconds(seconds: float, lang: str) -> str:
    """Return the seconds with enough decimals to be useful.

    >>> _seconds(0.00031, "en"), _seconds(2.5, "fr")
    ('0.00031', '2,50')
    """
    return locale.number(seconds, lang, 2 if seconds >= 1 else 5)


# -- searches side by side


def comparison_html(rows: Comparison, lang: str | None = None) -> str:
    from ..solving.compare import COLUMNS

    lang = lang or locale.of_environment()
    most = max((row.expanded for row in rows), default=1)
    head = "".join(f"<th style='{_cell(name)}'>{escape(term(name).to(lang))}</th>" for name in COLUMNS)
    body = []
    for row, texts in zip(rows, rows.cells(lang), strict=True):
        cells = [
            f"<td style='{_cell(name)}'>{escape(text)}{_bar(row, most) if name == 'expanded' else ''}</td>"
            for name, text in zip(COLUMNS, texts, strict=True)
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    puzzle = next((row.puzzle for row in rows if row.puzzle is not None), None)
    picture = [] if puzzle is None else [_figure(puzzle.scene(), "", BOARD)]
    below = Message("Bars: positions expanded, on a logarithmic scale; blue where the solution is proven optimal.").to(
        lang
    )
    left_out = [_line(each.to(lang)) for each in rows.left_out]
    return _card([_row([*picture, table]), _line(below, faint=True), *left_out])


def _cell(name: str) -> str:
    return CELL.format("left" if name in LEFT else "right")


def _bar(row: Result, most: int) -> str:
    """Return a bar on a logarithmic scale, so that both a hundred and a million are visible."""
    width = 100 * log10(max(1, row.expanded)) / max(4, log10(max(1, most)))
    return _colour_bar(width, BLUE if row.optimal else PALE)


def _colour_bar(percent: float, colour: str) -> str:
    style = f"height:6px;border-radius:3px;background:{colour};width:{max(1.0, percent):.0f}%;min-width:2px"
    return f"<div style='width:120px;margin:3px 0 0 auto'><div style='{style}'></div></div>"


# -- a whole space


def space_html(space: Space, lang: str | None = None) -> str:
    lang = lang or locale.of_environment()
    kind = family(space.family)
    parts = [_line(space_summary(space).to(lang), bold=True)]
    if space.reason is not None:
        parts.append(_line(Message("not fully explored: {reason}", reason=space.reason).to(lang)))
    if space.histogram:
        below = Message("{metric} to the nearest goal", metric=term(space.metric)).to(lang)
        away = amount(space.max_distance or 0, space.metric)
        hardest = kind.parse(space.hardest[0]).scene()
        farthest = Message("the hardest, {distance} away", distance=away).to(lang)
        parts.append(_row([_histogram(space.histogram, below, lang), _figure(hardest, farthest, BOARD)]))
    return _card(parts)


def _histogram(counts: Sequence[int], below: str, lang: str) -> str:
    wide, high, left, foot = 460.0, 190.0, 54.0, 34.0
    most, step = max(counts), wide / len(counts)
    ink = 'fill="currentColor" font-size="11"'
    bars = []
    for at, n in enumerate(counts):
        tall = max(1.0 if n else 0.0, high * n / most)
        bars.append(
            f'<rect x="{left + at * step:.1f}" y="{10 + high - tall:.1f}" width="{max(1.0, step * 0.84):.1f}"'
            f' height="{tall:.1f}" fill="{RED if at == len(counts) - 1 else BLUE}"><title>{at}: '
            f"{locale.number(n, lang)}</title></rect>"
        )
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 1000, 10_000) if n * step >= 26)
    marks = [
        f'<text x="{left + (at + 0.42) * step:.1f}" y="{high + 24}" text-anchor="middle" {ink}>{at}</text>'
        for at in range(0, len(counts), every)
    ]
    scale = [
        f'<text x="{left - 8}" y="{10 + high * (1 - share) + 4:.1f}" text-anchor="end" {ink}>'
        f"{locale.number(round(most * share), lang)}</text>"
        for share in ((0, 0.5, 1) if most > 1 else (0, 1))
    ]
    size = f'width="{left + wide + 6:.0f}" height="{high + foot + 24:.0f}"'
    title = (
        f'<text x="{left + wide / 2:.0f}" y="{high + foot + 12:.0f}" text-anchor="middle" {ink}>{escape(below)}</text>'
    )
    inside = "".join([*bars, *marks, *scale, title])
    box = f'viewBox="0 0 {left + wide + 6:.0f} {high + foot + 24:.0f}" style="max-width:100%;height:auto"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} role="img" aria-label="{escape(below)}">{inside}</svg>'
    )


# -- a difficulty


def rating_html(rating: Rating, lang: str | None = None) -> str:
    lang = lang or locale.of_environment()
    puzzle = rating.result.puzzle if rating.result is not None else None
    picture = [] if puzzle is None else [_figure(puzzle.scene(), "", BOARD)]
    if rating.score is None:
        why = Message("not rated: {reason}", reason=rating.reason or "").to(lang)
        return _card([_line(why, bold=True), _row(picture)])
    points = Message.plain(f"{locale.number(rating.score, lang, 1)}, {rating.model}")
    score = rating.expected_time or points
    parts = [_line(f"{term(rating.difficulty or '').to(lang)}, {score.to(lang)}", bold=True)]
    if rating.why is not None:
        parts.append(_line(rating.why.to(lang)))
    parts.append(_row([*picture, _weights(rating, lang)]))
    if rating.calibrated is False:
        parts.append(
            _line(Message("this time is an estimate that was not checked against real players").to(lang), faint=True)
        )
    if rating.note is not None:
        parts.append(_line(rating.note.to(lang), faint=True))
    advice = "".join(f"<li>{escape(_capital(each.to(lang)))}</li>" for each in rating.advice or ())
    return _card([*parts, f"<ul style='margin:4px 0'>{advice}</ul>" if advice else ""])


def _weights(rating: Rating, lang: str) -> str:
    """Return a table of what each feature contributes, with bars, followed by the other features."""
    parts = list(contributions(rating, lang))
    most = max((abs(part.size) for part in parts), default=1.0) or 1.0
    rows: list[tuple[str, ...]] = []
    for part in parts:
        bar = _colour_bar(100 * abs(part.size) / most, BLUE if part.size >= 0 else PALE)
        rows.append((part.name, part.value, part.effect, *([bar] if part.size else [])))
    return _table([*rows, *other_features(rating, lang)])


# -- HTML


def _figure(scene: Scene, below: str, size: float) -> str:
    if size < BOARD:
        drawn = sheet([scene], size=size, plain=False)
    else:
        drawn = svg(scene, cell=max(8.0, size / max(scene.rows, scene.cols)))
    words = f"<figcaption style='text-align:center;font-size:12px'>{escape(below)}</figcaption>" if below else ""
    return f"<figure style='margin:0'>{drawn}{words}</figure>"


def _line(text: str, *, bold: bool = False, faint: bool = False) -> str:
    style = "margin:4px 0" + (";font-weight:600;font-size:15px" if bold else ";opacity:0.75" if faint else "")
    return f"<p style='{style}'>{escape(_capital(text))}</p>"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _row(parts: Iterable[str]) -> str:
    return f"<div style='{ROW}'>{''.join(parts)}</div>"


def _table(rows: list[tuple[str, ...]]) -> str:
    """Return a table of names and values; a string that begins with ``<div`` is HTML, any other is escaped."""

    def cell(at: int, text: str) -> str:
        style = CELL.format("right" if at else "left")
        return f"<td style='{style}'>{text if text.startswith('<div') else escape(text)}</td>"

    body = "".join(f"<tr>{''.join(cell(*each) for each in enumerate(row))}</tr>" for row in rows)
    return f"<table><tbody>{body}</tbody></table>"


def _card(parts: Iterable[str]) -> str:
    return f"<div style='max-width:900px;overflow-x:auto'>{''.join(parts)}</div>"
