"""unjam bench: solve a fixed set of levels and count the expanded positions, to detect changes in the searches."""

from __future__ import annotations

import click

from ... import _core
from ...core.puzzle import Result
from ...families import FAMILIES
from ...families import family as family_class
from ...formats.shipped import bench_levels
from ...solving.solve import solve
from ..printing.language import number, words
from ..printing.terminal import echo


@click.command("bench", help="Solve a fixed list of levels in every metric and print the number of positions expanded.")
def command() -> None:
    total = 0
    heads = (
        words("family"),
        words("metric"),
        words("levels"),
        words("positions"),
        words("seconds"),
        words("ns/position"),
    )
    echo("{:10} {:8} {:>7} {:>12} {:>9} {:>12}".format(*heads))
    for name in FAMILIES:
        levels = bench_levels(name)
        if not levels:
            continue
        kind = family_class(name)
        for metric in kind.metrics:
            results: list[Result] = [solve(kind.parse(level.board), metric=metric) for level in levels]
            expanded, seconds = sum(r.expanded for r in results), sum(r.seconds for r in results)
            total += expanded
            nanoseconds = 1e9 * seconds / max(1, expanded)
            figures = f"{number(expanded):>12} {number(seconds, 3):>9} {number(round(nanoseconds)):>12}"
            echo(f"{name:10} {metric:8} {len(levels):7} {figures}")
    echo(words("core for {instructions}", instructions=_core.instructions()))
    echo(click.style(f"Bench: {total}", bold=True))
