"""Comparisons and spaces as pictures to print: small multiples of what searches expanded, positions per distance.

Needs the extra ``unjam[plot]``. The same data gives the same bytes: nothing random, no seconds in the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ..core.generator import DIFFICULTIES
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

WHAT = ("expanded", "generated")
FORMATS: dict[str, Any] = {"es": "es-ES", "fr": "fr-FR"}
"""How the numbers of an axis are written, by the names that the converter knows."""


def kind_of(path: str) -> str:
    """The kind of picture that a file name asks for; Unsupported names the choices.

    >>> kind_of("out/searches.SVG")
    'svg'
    """
    kind = path.rpartition(".")[2].lower()
    if kind not in KINDS:
        raise Unsupported(Message("a plot is written as .svg or .png; '{path}' is neither", path=path))
    _altair()
    return kind


def plot_comparison(rows: Iterable[Result], kind: str, title: str = "", lang: str = "en") -> bytes:
    """What each search expanded and generated, one row a search, on a common logarithmic scale."""
    alt = _altair()
    rows = list(rows)
    labels, values = [], []
    for row in rows:
        name = NAMES[row.algorithm].to(lang) if row.algorithm in NAMES else row.algorithm
        label = name + (f" · {row.heuristic}" if row.heuristic else "")
        labels.append(label)
        cost = amount(row.cost, row.metric) if row.cost is not None else term(row.status)
        if row.optimal:
            cost = Message("{cost}, proven shortest", cost=cost)
        for what in WHAT:
            values.append(
                {
                    "search": label,
                    "what": what,
                    "n": max(1, getattr(row, what)),
                    "shown": number(getattr(row, what), lang),
                    "cost": cost.to(lang),
                    "optimal": row.optimal,
                    "one": 1,
                }
            )
    proven, not_proven = Message("proven shortest").to(lang), Message("not proven shortest").to(lang)
    most = max((value["n"] for value in values), default=1)
    base = alt.Chart(alt.Data(values=values)).encode(
        y=alt.Y("search:N", sort=labels, title=None, axis=alt.Axis(labelLimit=260)),
    )
    scale = alt.Scale(type="log", domain=[1, _next_power(most)], nice=False)
    axis = alt.Axis(format="~s", tickCount=6, grid=True)
    bars = base.mark_bar(height=12, cornerRadiusEnd=3).encode(
        x=alt.X("n:Q", scale=scale, title=None, axis=axis),
        x2=alt.X2("one:Q"),
        color=alt.Color(
            "optimal:N",
            scale=alt.Scale(domain=[True, False], range=[LIT, "#a3abc4"]),
            legend=alt.Legend(title=None, orient="bottom", labelExpr=f"datum.value ? {proven!r} : {not_proven!r}"),
        ),
    )
    numbers = base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(x=alt.X("n:Q"), text="shown:N")
    panels = [
        alt.layer(bars, numbers)
        .transform_filter(f"datum.what == '{what}'")
        .properties(
            width=300, height=alt.Step(22), title=alt.Title(term(what).to(lang), anchor="start", fontSize=14, dy=-2)
        )
        for what in WHAT
    ]
    chart = alt.hconcat(*panels, spacing=70).resolve_scale(color="shared")
    costs = base.transform_filter("datum.what == 'expanded'").mark_text(align="left", x=0, color=SOFT, fontSize=12)
    costs = costs.encode(text="cost:N", y=alt.Y("search:N", sort=labels, title=None, axis=None)).properties(
        width=150, height=alt.Step(22), title=alt.Title(term("cost").to(lang), anchor="start", fontSize=14, dy=-2)
    )
    title = title or Message("Positions each search expanded and generated").to(lang)
    return _drawn(alt.hconcat(chart, costs, spacing=60), kind, title, lang=lang)


def plot_space(space: Space, kind: str, title: str = "", lang: str = "en") -> bytes:
    """How many positions are at each distance from the nearest goal."""
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
    return _drawn(bars, kind, title or Message("Positions per distance").to(lang), below.to(lang), lang)


def plot_shelves(counts: Iterable[tuple[str, str, int]], kind: str, title: str = "", lang: str = "en") -> bytes:
    """How many levels there are, given as family, level and number: a panel for each family, a bar for each level."""
    alt = _altair()
    counts = [(family, term(level).to(lang), n) for family, level, n in counts]
    values = [{"family": family, "level": level, "levels": n, "shown": number(n, lang)} for family, level, n in counts]
    levels = list(
        dict.fromkeys([*(term(level).to(lang) for level in DIFFICULTIES), *(level for _, level, _ in counts)])
    )
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("level:N", sort=levels, title=None))
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
    return _drawn(
        alt.vconcat(*panels, spacing=24), kind, title or Message("Levels of the library").to(lang), below, lang
    )


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401  (it draws what altair describes)
    except ImportError:
        raise Unsupported("plots need two more packages: pip install 'unjam[plot]'") from None
    return altair


def _drawn(chart: Any, kind: str, title: str, below: str = "", lang: str = "en") -> bytes:
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
        return _renumbered(str(vl_convert.vegalite_to_svg(text, format_locale=numbers))).encode()
    return bytes(vl_convert.vegalite_to_png(text, scale=2, format_locale=numbers))


def _renumbered(svg: str) -> str:
    # The converter counts its clip paths over the life of the process; here they count from 0 in every picture.
    seen: dict[str, str] = {}
    return re.sub(r"\b(clip|gradient_)(\d+)\b", lambda m: seen.setdefault(m[0], f"{m[1]}{len(seen)}"), svg)


def _next_power(n: int) -> int:
    power = 10
    while power < n:
        power *= 10
    return power
