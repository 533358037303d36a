"""unjam rate: how hard a level is, with every feature behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from textwrap import wrap

import click

from ...core.puzzle import Control, Message, Puzzle
from ...parallel.solve_many import cores
from ...rating.rate import FEATURES, Rating, about_time, model_of, models, rate_many
from ..support import options, printing, terminal
from ..support.entries import Entry
from ..support.input_files import Levels
from ..support.terminal import echo
from ..support.translate import number, say, term, words


def _feature(name: str) -> str:
    return say(FEATURES[name]) if name in FEATURES else term(name)


def _models() -> str:
    own = [f"{name} ({say(kind.title())})" for kind in options.kinds() for name in list(models(kind))[1:]]
    return ", ".join([words("human (every family, the default)"), *own]) + "."


@click.command(
    "rate",
    cls=options.FamilyCommand,
    help="Rate every level of FILE: score, level and the features behind them.",
)
@click.option("--model", cls=options.ListedHelp, listing=_models)
@click.option("--advice", is_flag=True, help="For designers: what plays no part, how much choice there is.")
@options.common(runs=True)
def command(common: options.Common, model: str | None, advice: bool) -> int:
    levels, control = common.levels(), Control()
    if common.folder is not None:
        if levels.first is not None:
            model_of(levels.first, model)
        from ..support.run_folder import keep

        return keep(levels, common, "rate", Message("rating"), {"model": model})
    workers = common.workers or cores()
    limits = common.limits(max(1, levels.ahead(workers)))

    def ratings(puzzles: Iterator[Puzzle]) -> Iterator[Rating]:
        return rate_many(puzzles, model=model, limits=limits, control=control, workers=workers, advice=advice)

    said, given = Say(levels, common.as_json), {"model": model, "advice": advice}

    def rest() -> int:
        """Other processes rate what is left."""
        from ..support.run_printed import Apart  # a small file does without

        return Apart(levels, common, control, "rate", given).answer(said, Message("rating"))

    if printing.is_shared(levels, common):
        return rest()
    for entry, rating in printing.answered(levels, ratings, common, control, Message("rating")):
        levels.codes.note(rating.outcome)
        said(entry, rating)
    return rest() if levels.ahead(1) else levels.codes.code


@dataclass(frozen=True, slots=True)
class Say:
    """How a rating is written; it travels to the processes that rate."""

    levels: Levels | printing.Company
    as_json: bool

    def __call__(self, entry: Entry, rating: Rating | None) -> None:
        if rating is None:
            return
        if self.as_json:
            printing.record(self.levels, entry, rating.record())
            return
        heading = printing.heading(self.levels, entry)
        if rating.score is None:
            echo(heading + words("not rated: {reason}", reason=rating.reason))
            return
        for line in _points(rating) if rating.seconds is None else _times(rating):
            echo(f"{heading}{line}")
            heading = ""


def _points(rating: Rating) -> Iterator[str]:
    """A rating in points, feature by feature."""
    yield f"{term(rating.level or '')} ({number(rating.score or 0.0, 1)}, {rating.model})"
    for name, value in [*rating.features.items(), ("contributions", rating.contributions)]:
        yield f"  {_feature(name):14} {_shown(value)}"
    yield from _below(rating)


def _times(rating: Rating) -> Iterator[str]:
    """A rating in time: the sentence, then what each weighed feature makes of it, then the other figures."""
    seconds, terms = rating.seconds or 0.0, dict(rating.contributions)
    yield f"{click.style(term(rating.level or ''), bold=True)}, {say(about_time(seconds))}"
    if rating.why is not None:
        yield f"  {say(rating.why)}"
    yield f"  {words('before all else'):16} {'':>9} {number(exp(terms.pop('intercept', 0.0)), 1):>8} s"
    for name, each in terms.items():
        yield f"  {_feature(name):16} {_shown(rating.features.get(name, '–')):>9} {f'× {number(exp(each), 2)}':>10}"
    yield f"  {words('expected'):16} {'':>9} {seconds:8.0f} s"
    others = [f"{_feature(name)} {_shown(value)}" for name, value in rating.features.items() if name not in terms]
    yield from (f"  {line}" for line in wrap(" · ".join(others), _width(84, 2)))
    if not rating.calibrated:
        yield "  " + words("the time is assumed: not calibrated on people")
    yield from _below(rating)


def _below(rating: Rating) -> Iterator[str]:
    if rating.note is not None:
        yield f"  {say(rating.note)}"
    for each in rating.advice or ():
        yield f"  · {say(each)}"


def _width(most: int, indent: int) -> int:
    """Columns for text that begins so far to the right."""
    return max(20, min(most, (terminal.columns() or most + indent) - indent))


def _shown(value: object) -> str:
    """A feature for people: lists and contributions on their lines, numbers to two places."""
    if isinstance(value, dict):
        return ", ".join(f"{_feature(name)} {_shown(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return printing.wrapped(map(str, value), _width(84, 17)).replace("\n", f"\n{'':17}")
    if isinstance(value, bool):
        return term("yes" if value else "no")
    if isinstance(value, float):
        return number(value, 2)
    return number(value) if isinstance(value, int) else str(value)
