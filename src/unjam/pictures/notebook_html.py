"""What answers look like in a notebook: HTML with boards, tables and bars that needs nothing but this package.

Everything takes the notebook's own text colour, so that it stands on a light theme and on a dark one. Styles are
written into the elements, for many notebooks drop a style sheet. Words are in the language of the environment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import exp, log10
from typing import TYPE_CHECKING, Any

from .. import locale
from ..core.puzzle import Message, Move, Puzzle, Result, Scene, Space, plural
from ..families import family
from ..rating.rate import FEATURES, about_time
from .svg import sheet, svg

if TYPE_CHECKING:
    from ..rating.rate import Rating
    from ..solving.compare import Comparison

MAX_BOARDS = 10
"""Boards of a solution that are drawn; of a longer one every second, third or so."""
BOARD, SMALL = 210, 124
"""Pixels of a board alone, and of one in a row of them."""
BLUE, RED, PALE = "#6b7fd7", "#e0584f", "#9aa3b8"
"""Bars: readable on white and on black."""
ROW = "display:flex;flex-wrap:wrap;gap:10px 18px;align-items:flex-start"
CELL = "padding:2px 10px;text-align:{};white-space:nowrap"
LEFT = ("algorithm", "heuristic", "status", "optimal")


# -- a solution


def result_html(result: Result, lang: str | None = None) -> str:
    """The answer of a search: what it found, the boards on the way, what it took."""
    lang = lang or locale.of_environment()
    puzzle = result.puzzle
    parts = [_line(_verdict(result).to(lang), bold=True)]
    if puzzle is not None and result.cost is not None:
        parts.append(_row(_boards(puzzle, result.moves, lang)))
    elif puzzle is not None:
        parts.append(_row([_figure(puzzle.scene(), "", BOARD)]))
    return _card([*parts, _table(_work(result, lang))])


def _verdict(result: Result) -> Message:
    metric = result.metric.split(",")[0]  # what else it is short in only decides between equals
    if result.status == "unsolvable":
        return Message("no solution: {reason}", reason=result.reason or "")
    if result.status == "gave_up" and result.cost is None:
        least = _counted(result.puzzle, metric, result.lower_bound or 0)
        return Message(
            "gave up: {reason}; {known}",
            reason=result.reason or "",
            known=Message("at least {cost} needed", cost=least),
        )
    cost = _counted(result.puzzle, metric, result.cost or 0)
    proof = Message("proven optimal") if result.optimal else Message("not proven optimal")
    return Message("solved in {cost}, {proof}", cost=cost, proof=proof)


def _boards(puzzle: Puzzle, moves: Sequence[Move], lang: str) -> Iterator[str]:
    """The start, and the board after each move or, of many, after every so many."""
    each = -(-len(moves) // (MAX_BOARDS - 1)) if len(moves) >= MAX_BOARDS else 1
    size = SMALL if moves else BOARD
    yield _figure(puzzle.scene(), Message("Start").to(lang) if moves else "", size)
    for number, (move, written) in enumerate(zip(moves, _notations(puzzle, moves), strict=True), 1):
        puzzle = puzzle.play(move)
        if number % each == 0 or number == len(moves):
            told = f"{number}. {written}" if each == 1 else locale.number(number, lang)
            yield _figure(puzzle.scene(), told, size)


def _notations(puzzle: Puzzle, moves: Sequence[Move]) -> Iterator[str]:
    for move in moves:
        yield puzzle.notation(move)
        puzzle = puzzle.play(move)


def _work(result: Result, lang: str) -> list[tuple[str, ...]]:
    names = [result.algorithm] + ([result.heuristic] if result.heuristic else [])
    figures = [("expanded", result.expanded), ("generated", result.generated), ("max_frontier", result.max_frontier)]
    known = [(_term(name, lang), locale.number(n, lang)) for name, n in figures if n is not None]
    return [
        (_term("algorithm", lang), ", ".join(names)),
        *known,
        (_term("seconds", lang), _seconds(result.seconds, lang)),
    ]


def _seconds(seconds: float, lang: str) -> str:
    """To the point where it tells something.

    >>> _seconds(0.00031, "en"), _seconds(2.5, "fr")
    ('0.00031', '2,50')
    """
    return locale.number(seconds, lang, 2 if seconds >= 1 else 5)


# -- searches side by side


def comparison_html(found: Comparison, lang: str | None = None) -> str:
    """The table of the searches, with a bar for what each expanded."""
    from ..solving.compare import COLUMNS

    lang = lang or locale.of_environment()
    most = max((row.expanded for row in found), default=1)
    head = "".join(f"<th style='{_cell(name)}'>{escape(_term(name, lang))}</th>" for name in COLUMNS)
    body = []
    for row, texts in zip(found, found.cells(lambda name: _term(name, lang)), strict=True):
        cells = [
            f"<td style='{_cell(name)}'>{escape(text)}{_bar(row, most) if name == 'expanded' else ''}</td>"
            for name, text in zip(COLUMNS, texts, strict=True)
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    puzzle = next((row.puzzle for row in found if row.puzzle is not None), None)
    picture = [] if puzzle is None else [_figure(puzzle.scene(), "", BOARD)]
    below = Message("Bars: positions expanded, by powers of ten; blue where the solution is proven optimal.").to(lang)
    told = [_line(each.to(lang)) for each in found.left_out]
    return _card([_row([*picture, table]), _line(below, faint=True), *told])


def _cell(name: str) -> str:
    return CELL.format("left" if name in LEFT else "right")


def _bar(row: Result, most: int) -> str:
    """The number of positions on a scale of powers of ten, so that a hundred and a million can both be seen."""
    width = 100 * log10(max(1, row.expanded)) / max(4, log10(max(1, most)))
    return _rod(width, BLUE if row.optimal else PALE)


def _rod(percent: float, colour: str) -> str:
    style = f"height:6px;border-radius:3px;background:{colour};width:{max(1.0, percent):.0f}%;min-width:2px"
    return f"<div style='width:120px;margin:3px 0 0 auto'><div style='{style}'></div></div>"


# -- a whole space


def space_html(space: Space, lang: str | None = None) -> str:
    """How many positions stand at each distance from the goal, and the hardest of them."""
    lang = lang or locale.of_environment()
    kind = family(space.family)
    told = [plural("{n} position", "{n} positions", n=space.states)]
    if space.goals is not None:
        told.append(plural("{n} of them a goal", "{n} of them goals", n=space.goals))
    if space.lost:
        told.append(Message("{n} from which no goal can be reached", n=space.lost))
    parts = [_line(", ".join(each.to(lang) for each in told), bold=True)]
    if space.reason is not None:
        parts.append(_line(Message("not explored to the end: {reason}", reason=space.reason).to(lang)))
    if space.histogram:
        metric = _term(space.metric, lang)
        below = Message("{metric} to the nearest goal", metric=metric).to(lang)
        away = _counted(kind, space.metric, space.max_distance or 0)
        hardest = kind.parse(space.hardest[0]).scene()
        farthest = Message("the hardest, {distance} away", distance=away).to(lang)
        parts.append(_row([_histogram(space.histogram, below, lang), _figure(hardest, farthest, BOARD)]))
    return _card(parts)


def _histogram(counts: Sequence[int], below: str, lang: str) -> str:
    """Bars on their common ground, the last one red."""
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
    """How hard the level is, why, and what a designer should know where that was asked."""
    lang = lang or locale.of_environment()
    puzzle = rating.result.puzzle if rating.result is not None else None
    picture = [] if puzzle is None else [_figure(puzzle.scene(), "", BOARD)]
    if rating.score is None:
        why = Message("not rated: {reason}", reason=rating.reason or "").to(lang)
        return _card([_line(why, bold=True), _row(picture)])
    points = Message.plain(f"{locale.number(rating.score, lang, 1)}, {rating.model}")
    told = about_time(rating.seconds) if rating.seconds is not None else points
    level = _term(rating.level or "", lang)
    parts = [_line(f"{level}, {told.to(lang)}", bold=True)]
    if rating.why is not None:
        parts.append(_line(rating.why.to(lang)))
    parts.append(_row([*picture, _weights(rating, lang)]))
    if rating.calibrated is False:
        parts.append(_line(Message("the time is assumed: not calibrated on people").to(lang), faint=True))
    if rating.note is not None:
        parts.append(_line(rating.note.to(lang), faint=True))
    advice = "".join(f"<li>{escape(_capital(each.to(lang)))}</li>" for each in rating.advice or ())
    return _card([*parts, f"<ul style='margin:4px 0'>{advice}</ul>" if advice else ""])


def _weights(rating: Rating, lang: str) -> str:
    """What each feature makes of the time, longest bar for the one that matters most; then the other figures."""
    terms = dict(rating.contributions)
    begin = terms.pop("intercept", None)
    most = max((abs(each) for each in terms.values()), default=1.0) or 1.0
    timed = rating.seconds is not None
    rows: list[tuple[str, ...]] = []
    if timed and begin is not None:
        rows.append((Message("before all else").to(lang), "", f"{locale.number(exp(begin), lang, 1)} s"))
    for name, each in terms.items():
        much = f"× {locale.number(exp(each), lang, 2)}" if timed else locale.number(each, lang, 2)
        bar = _rod(100 * abs(each) / most, BLUE if each >= 0 else PALE)
        rows.append((_feature(name, lang), _value(rating.features.get(name, "–"), lang), much, bar))
    others = [name for name in rating.features if name not in terms]
    rows += [(_feature(name, lang), _value(rating.features[name], lang)) for name in others]
    return _table(rows)


def _feature(name: str, lang: str) -> str:
    return FEATURES[name].to(lang) if name in FEATURES else _term(name, lang)


def _value(value: Any, lang: str) -> str:
    if isinstance(value, bool):
        return _term("yes" if value else "no", lang)
    if isinstance(value, float):
        return locale.number(value, lang, 2)
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return locale.number(value, lang) if isinstance(value, int) else str(value)


# -- what they are made of


def _term(name: str, lang: str) -> str:
    """What people call a column, an outcome, a metric or a level of difficulty."""
    plain = name.replace("_", " ")
    found = locale.translation(lang, plain)
    return found if isinstance(found, str) else plain


def _counted(of: Puzzle | type[Puzzle] | None, metric: str, n: int) -> Message:
    """An amount with its noun, as the family says it."""
    if of is None:
        return Message("{n} {metric}", n=n, metric=metric)
    return of.about.page().metric(metric).counted.filled(n=n)


def _figure(scene: Scene, below: str, size: float) -> str:
    small = size < BOARD
    drawn = sheet([scene], size=size, plain=False) if small else _sized(scene, size)
    words = f"<figcaption style='text-align:center;font-size:12px'>{escape(below)}</figcaption>" if below else ""
    return f"<figure style='margin:0'>{drawn}{words}</figure>"


def _sized(scene: Scene, size: float) -> str:
    return svg(scene, cell=max(8.0, size / max(scene.rows, scene.cols)))


def _line(text: str, *, bold: bool = False, faint: bool = False) -> str:
    style = "margin:4px 0" + (";font-weight:600;font-size:15px" if bold else ";opacity:0.75" if faint else "")
    return f"<p style='{style}'>{escape(_capital(text))}</p>"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _row(parts: Iterable[str]) -> str:
    return f"<div style='{ROW}'>{''.join(parts)}</div>"


def _table(rows: list[tuple[str, ...]]) -> str:
    """Names, then values; what begins with a tag is HTML of our own."""

    def cell(at: int, text: str) -> str:
        style = CELL.format("right" if at else "left")
        return f"<td style='{style}'>{text if text.startswith('<div') else escape(text)}</td>"

    body = "".join(f"<tr>{''.join(cell(*each) for each in enumerate(row))}</tr>" for row in rows)
    return f"<table><tbody>{body}</tbody></table>"


def _card(parts: Iterable[str]) -> str:
    return f"<div style='max-width:900px;overflow-x:auto'>{''.join(parts)}</div>"
