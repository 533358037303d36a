"""A search as a skyline: every position a window, every distance from the start a tower, lit as the lab lights it."""

from __future__ import annotations

from html import escape

from ..lab.record import EXPANDED, FRONTIER, REPEATS, UNSEEN, Record, Skyline
from .colour import Colour

WIDTH, HEIGHT = 620, 240
_DAY = {
    "un": Colour(0.858, 0.02, 250),
    "ex": Colour(0.45, 0.12, 268),
    "fr": Colour(0.645, 0.11, 190),
    "so": Colour(0.615, 0.196, 27),
    "li": Colour(0.70, 0.018, 250),
}
_NIGHT = {
    "un": Colour(0.34, 0.03, 268),
    "ex": Colour(0.77, 0.105, 80),
    "fr": Colour(0.91, 0.085, 195),
    "so": Colour(0.64, 0.19, 27),
    "li": Colour(0.45, 0.028, 268),
}


def skyline_svg(skyline: Skyline, record: Record, expansions: int | None = None, title: str = "") -> str:
    """The skyline after so many expansions of the recorded search (all of them by default), for day and night."""
    state = bytearray(skyline.states)
    left = record.result.expanded if expansions is None else min(expansions, record.result.expanded)
    over = left == record.result.expanded
    for kind, n in zip(record.kinds, record.numbers, strict=True):
        if kind >= EXPANDED and left <= 0:
            break
        left -= n if kind == REPEATS else kind == EXPANDED
        if kind != REPEATS:
            state[n] = kind
    path = set(record.path) if over else set()
    towers = skyline.towers()
    columns, pitch = _fit(len(towers), max(towers))
    size, wide = pitch * 0.8, WIDTH / len(towers)
    paths: dict[str, list[str]] = {"un": [], "fr": [], "ex": [], "so": []}
    filled = [0] * len(towers)
    for n, d in enumerate(skyline.distance):
        row, column = divmod(filled[d], columns)
        filled[d] += 1
        ink = "so" if n in path else {UNSEEN: "un", FRONTIER: "fr", EXPANDED: "ex"}[state[n]]
        paths[ink].append(f"M{_n(d * wide + column * pitch)} {_n(HEIGHT - row * pitch - size / 2)}h{_n(size)}")
    rules = "".join(f".{ink}{{stroke:{colour.hex}}}" for ink, colour in _DAY.items())
    night = "".join(f".{ink}{{stroke:{colour.hex}}}" for ink, colour in _NIGHT.items())
    drawn = "".join(f'<path class="{ink}" d="{"".join(d)}"/>' for ink, d in paths.items() if d)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {WIDTH + 8} {HEIGHT + 12}" width="{WIDTH + 8}" '
        f'height="{HEIGHT + 12}" role="img"><title>{escape(title)}</title>'
        f"<style>{rules}@media(prefers-color-scheme:dark){{{night}}}</style>"
        f'<g fill="none" stroke-width="{_n(size)}">{drawn}</g>'
        f'<path class="li" stroke-width="1.5" d="M-2 {HEIGHT + 3}h{WIDTH + 4}"/></svg>\n'
    )


def _fit(towers: int, most: int) -> tuple[int, float]:
    """How many windows a tower is wide, and the pitch of a window, for windows as large as the picture allows."""
    best = (1, 0.0)
    for columns in range(1, most + 1):
        pitch = min(HEIGHT / -(-most // columns), WIDTH / towers / (columns + 0.7), 12.0)
        if pitch > best[1]:
            best = columns, pitch
    return best


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
