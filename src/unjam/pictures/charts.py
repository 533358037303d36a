"""Draws charts of comparisons, spaces and libraries as SVG or PNG.

They need the extra ``unjam[plot]``. The same data always gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from ..core.family_info import DIFFICULTIES
from ..core.puzzle import Message, Result, Space, Unsupported
from ..core.wording import amount, space_summary, term
from ..locale import number

KINDS = ("svg", "png")
INK, SOFT, LINE, LIT, RED = "#2b2d42", "#5c5f77", "#d5d9e4", "#3d4f9f", "#d9453d"
NAMES = {
    "native": Message("The core"),
    "bfs": Message("Breadth-first"),
    "dfs": Message("Depth-first"),
    "dijkstra": Message("Dijkstra"),
    "bidirectional": Message("Both ends"),
    "greedy": Message("Greedy"),
    "astar": Message.plain("A*"),
    "idastar": Message.plain("IDA*"),
    "hillclimb": Message("Hill climbing"),
}

COUNTS = ("expanded", "generated")
FORMATS: dict[str, Any] = {"es": "es-ES", "fr": "fr-FR"}
"""The names of the number formats for our languages in vl-convert."""


def kind_of(path: str) -> str:
    """Return the picture format for a file name; raise Unsupported, with the choices, for any other extension.

    >>> kind_of("out/searches.SVG")
    'svg'
    """
    kind = path.rpartition(".")[2].lower()
    if kind not in KINDS:
        raise Unsupported(Message("a plot is written as .svg or .png; '{path}' is neither", path=path))
    _altair()
    return kind


def plot_comparison(rows: Iterable[Result], kind: str, title: str = "", lang: str = "en") -> bytes:
    """Return a chart of the positions that each search expanded and generated, on a common logarithmic scale."""
    alt = _altair()
    rows = list(rows)
    values = [value for row in rows for value in _comparison_values(row, lang)]
    labels = list(dict.fromkeys(value["search"] for value in values))
    top = 10 ** len(str(max((value["n"] for value in values), default=1) - 1))  # the next power of ten
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("search:N", sort=labels, title=None, axis=alt.Axis(labelLimit=260)),
    )
    proven, not_proven = Message("proven shortest").to(lang), Message("not proven shortest").to(lang)
    bars = base.mark_bar(height=12, cornerRadiusEnd=3).encode(
        x=alt.X(
            "n:Q",
            scale=alt.Scale(type="log", domain=[1, top], nice=False),
            title=None,
            axis=alt.Axis(format="~s", tickCount=6, grid=True),
        ),
        x2=alt.X2("one:Q"),
        color=alt.Color(
            "optimal:N",
            scale=alt.Scale(domain=[True, False], range=[LIT, "#a3abc4"]),
            legend=alt.Legend(title=None, orient="bottom", labelExpr=f"datum.value ? {proven!r} : {not_proven!r}"),
        ),
    )
    numbers = base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(x=alt.X("n:Q"), text="shown:N")

    def panel(chart: Any, name: str, width: int) -> Any:
        heading = alt.Title(term(name).to(lang), anchor="start", fontSize=14, dy=-2)
        return chart.properties(width=width, height=alt.Step(22), title=heading)

    panels = [panel(alt.layer(bars, numbers).transform_filter(f"datum.what == '{what}'"), what, 300) for what in COUNTS]
    chart = alt.hconcat(*panels, spacing=70).resolve_scale(color="shared")
    costs = base.transform_filter("datum.what == 'expanded'").mark_text(align="left", x=0, color=SOFT, fontSize=12)
    costs = costs.encode(text="cost:N", y=alt.Y("search:N", sort=labels, title=None, axis=None))
    title = title or Message("Positions each search expanded and generated").to(lang)
    return _draw(alt.hconcat(chart, panel(costs, "cost", 150), spacing=60), kind, title, lang=lang)


def _comparison_values(row: Result, lang: str) -> Iterator[dict[str, Any]]:
    """Yield the chart's data for one search: one record for each of COUNTS."""
    name = NAMES[row.algorithm].to(lang) if row.algorithm in NAMES else row.algorithm
    cost = amount(row.cost, row.metric) if row.cost is not None else term(row.status)
    if row.optimal:
        cost = Message("{cost}, proven shortest", cost=cost)
    for what in COUNTS:
        n = getattr(row, what)
        yield {
            "search": name + (f" · {row.heuristic}" if row.heuristic else ""),
            "what": what,
            "n": max(1, n),
            "shown": number(n, lang),
            "cost": cost.to(lang),
            "optimal": row.optimal,
            "one": 1,
        }


def plot_space(space: Space, kind: str, title: str = "", lang: str = "en") -> bytes:
    """Return a chart of the number of positions at each distance from the nearest goal."""
    alt = _altair()
    values = [{"distance": d, "positions": n, "end": d == space.max_distance} for d, n in enumerate(space.histogram)]
    width = max(480, min(900, 14 * len(values)))
    what = Message("{metric} to the nearest goal", metric=term(space.metric)).to(lang)
    bars = (
        alt.Chart(alt.Data(values=values))
        .mark_bar(cornerRadiusEnd=2)
        .encode(
            x=alt.X("distance:O", title=what, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
            y=alt.Y("positions:Q", title=None, axis=alt.Axis(format=",d", tickMinStep=1)),
            color=alt.condition("datum.end", alt.value(RED), alt.value(LIT)),
        )
        .properties(width=width, height=260)
    )
    below = space_summary(space)
    if space.max_distance is not None:
        far = {"positions": below, "far": amount(space.max_distance, space.metric)}
        below = Message("{positions}; the hardest is {far} away", **far)
    return _draw(bars, kind, title or Message("Positions by distance").to(lang), below.to(lang), lang)


def plot_shelves(counts: Iterable[tuple[str, str, int]], kind: str, lang: str = "en") -> bytes:
    """Return a chart of (family, difficulty, number of levels): a panel per family, a bar per difficulty."""
    alt = _altair()
    counts = [(family, term(difficulty).to(lang), n) for family, difficulty, n in counts]
    values = [
        {"family": family, "difficulty": difficulty, "levels": n, "shown": number(n, lang)}
        for family, difficulty, n in counts
    ]
    order = list(dict.fromkeys([*(term(name).to(lang) for name in DIFFICULTIES), *(name for _, name, _ in counts)]))
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("difficulty:N", sort=order, title=None))
    bars = base.mark_bar(height=14, cornerRadiusEnd=3, color=LIT).encode(
        x=alt.X("levels:Q", title=None, axis=alt.Axis(format="~s", tickCount=4, tickMinStep=1))
    )
    numbers = base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(x="levels:Q", text="shown:N")
    families = dict.fromkeys(family for family, _, _ in counts)
    panels = [
        alt.layer(bars, numbers)
        .transform_filter(alt.FieldEqualPredicate(field="family", equal=family))
        .properties(width=420, height=alt.Step(24), title=alt.Title(family, anchor="start", fontSize=14, dy=-2))
        for family in families
    ]
    below = amount(sum(n for _, _, n in counts), "levels").to(lang)
    return _draw(alt.vconcat(*panels, spacing=24), kind, Message("Levels in the library").to(lang), below, lang)


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401, which renders the charts
    except ImportError:
        raise Unsupported("plots need two more packages: pip install 'unjam[plot]'") from None
    return altair


def _draw(chart: Any, kind: str, title: str, below: str = "", lang: str = "en") -> bytes:
    import vl_convert

    chart = chart.properties(title={"text": title, "subtitle": below, "anchor": "start", "offset": 14})
    chart = chart.configure(
        background="#ffffff",
        font="sans-serif",
        padding=20,
        axis={
            "labelColor": SOFT,
            "titleColor": SOFT,
            "gridColor": LINE,
            "domain": False,
            "ticks": False,
            "labelFontSize": 12,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "labelPadding": 6,
        },
        title={"color": INK, "subtitleColor": SOFT, "fontSize": 17, "subtitleFontSize": 12, "subtitlePadding": 6},
        legend={"labelColor": SOFT, "labelFontSize": 12, "symbolType": "square"},
        view={"stroke": None},
    )
    text, numbers = chart.to_json(indent=None), FORMATS.get(lang)
    if kind == "svg":
        return _renumber_ids(str(vl_convert.vegalite_to_svg(text, format_locale=numbers))).encode()
    return bytes(vl_convert.vegalite_to_png(text, scale=2, format_locale=numbers))


def _renumber_ids(svg: str) -> str:
    # The converter numbers clip paths across all pictures of a process; here each picture starts at 0.
    seen: dict[str, str] = {}
    return re.sub(r"\b(clip|gradient_)(\d+)\b", lambda m: seen.setdefault(m[0], f"{m[1]}{len(seen)}"), svg)
