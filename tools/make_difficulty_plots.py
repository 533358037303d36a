"""Draws docs/pictures/difficulty-*.svg: what the models of people predict for unseen levels, and what
people did.

    python tools/make_difficulty_plots.py LEVELS

LEVELS as for tools/refit.py. A dot is a level; its place is all that is kept of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from random import Random

import refit

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 420, 84, 20, 20, 60
Point = tuple[float, float]
Ticks = Sequence[tuple[float, str]]


def rushhour(folder: Path) -> list[Point]:
    """ln(seconds) predicted by halves that do not hold the board, and ln(seconds) that people took."""
    levels = refit.rushhour_levels(folder)
    guesses = refit.unseen_guesses(levels, tuple(refit.RUSHHOUR.weights))
    return [(guess, level.target) for guess, level in zip(guesses, levels, strict=True)]


def sokoban(levels: refit.SokobanLevels) -> list[Point]:
    """ln(seconds) predicted by folds that do not hold the level, on the scale that is shipped, and the share of plays
    that do not solve it, as logit."""
    names, rng = tuple(refit.SOKOBAN.weights), Random(1)
    whole = refit.fit(levels.online, names, refit.RIDGE)
    scale = refit.SOKOBAN.weights["luck"] / whole[1]["luck"]
    shift = refit.SOKOBAN.intercept - scale * whole[0]
    order = list(range(len(levels.online)))
    rng.shuffle(order)
    points = []
    for fold in range(5):
        out = set(order[fold::5])
        model = refit.fit([level for i, level in enumerate(levels.online) if i not in out], names, refit.RIDGE)
        for i in sorted(out):
            level = levels.online[i]
            points.append((shift + scale * refit.predicted(model, level), log(level.solved / (1 - level.solved))))
    return points


def laboratory(levels: refit.SokobanLevels) -> list[Point]:
    """ln(seconds) predicted from the other levels, and the median of people's times."""
    order = refit.Order.of(levels.fresh, tuple(refit.SOKOBAN.weights))
    guesses = refit.left_out(order, levels.timed, refit.shift_only)
    return [(guess, level.target) for guess, level in zip(guesses, levels.timed, strict=True)]


def plot(
    points: Sequence[Point],
    across: tuple[str, Ticks],
    up: tuple[str, Ticks],
    borders: Sequence[float],
    equal: bool = False,
) -> str:
    """Dots over ticks; dashed lines where difficulties begin and, if both sides are times, a line where they agree."""
    xs = [*(x for x, _ in points), *(x for x, _ in across[1])]
    ys = [*(y for _, y in points), *(y for y, _ in up[1])]
    at_x = _scale(min(xs), max(xs), LEFT, WIDTH - RIGHT)
    at_y = _scale(min(ys), max(ys), HEIGHT - BOTTOM, TOP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13" role="img" aria-label="{across[0]}, {up[0]}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#faf7f0"/>',
    ]
    for x, words in across[1]:
        out.append(f'<path d="M{at_x(x):.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#e2dccd"/>')
        out.append(
            f'<text x="{at_x(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444">{words}</text>'
        )
    for y, words in up[1]:
        out.append(f'<path d="M{LEFT} {at_y(y):.1f}H{WIDTH - RIGHT}" stroke="#e2dccd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{at_y(y) + 4:.1f}" text-anchor="end" fill="#444">{words}</text>')
    for border in borders:
        x = at_x(log(border))
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#9a8f78" stroke-dasharray="4 4"/>')
    if equal:
        low, high = max(min(xs), min(ys)), min(max(xs), max(ys))
        ends = f"M{at_x(low):.1f} {at_y(low):.1f}L{at_x(high):.1f} {at_y(high):.1f}"
        out.append(f'<path d="{ends}" stroke="#9a8f78"/>')
    for x, y in points:
        out.append(f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="4.5" fill="#c8553d" fill-opacity=".65"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 16}" text-anchor="middle" fill="#222">{across[0]}</text>')
    side = (TOP + HEIGHT - BOTTOM) / 2
    out.append(f'<text transform="translate(18 {side}) rotate(-90)" text-anchor="middle" fill="#222">{up[0]}</text>')
    return "\n".join([*out, "</svg>", ""])


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    margin = 0.03 * (high - low)
    return lambda value: start + (value - low + margin) / (high - low + 2 * margin) * (end - start)


def times(*seconds: int) -> Ticks:
    return [(log(s), f"{s} s" if s % 60 else f"{s // 60} min") for s in seconds]


def main() -> None:
    folder = refit.levels_parser(__doc__).parse_args().levels
    people = ("people took (boards' effect, own speed taken out)", times(10, 20, 60, 120))
    borders = refit.RUSHHOUR.borders[:2]
    save(
        "rushhour",
        plot(rushhour(folder), ("expected time, from boards not seen", times(10, 30, 60, 90)), people, borders, True),
    )
    levels = refit.sokoban_levels(folder)
    solving = (
        "share of plays that solve",
        [(log(p / (1 - p)), f"{100 * p:.0f} %") for p in (0.1, 0.25, 0.5, 0.75, 0.95)],
    )
    expected = ("expected time, from levels not seen", times(30, 60, 180, 480, 900, 3600))
    save("sokoban", plot(sokoban(levels), expected, solving, refit.SOKOBAN.borders))
    took = ("half of the people took less", times(120, 300, 600, 1200, 2400))
    expected = ("expected time, from the other levels", times(120, 300, 600, 1200, 2400))
    save("sokoban-laboratory", plot(laboratory(levels), expected, took, refit.SOKOBAN.borders, equal=True))
    print(f"drawn in {PICTURES}")


def save(name: str, text: str) -> None:
    (PICTURES / f"difficulty-{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
