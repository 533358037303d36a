"""unjam explore: count every reachable position."""

from __future__ import annotations

import click

from ...core.puzzle import Control, Limits, Message, Puzzle, Result, Space
from ...pictures.charts import plot_space
from ...solving.explore import explore
from .. import options
from ..printing import level_output
from ..printing.language import language, plural, words
from ..printing.output_file import Plots
from ..running.run_levels import each_level

_MAX_BAR = 50
_FIGURE_COLUMNS = 16  # the width reserved for the numbers to the left of a bar


@click.command(
    "explore",
    cls=options.FamilyCommand,
    help="Count every position that can be reached from each level in FILE, by distance to the goal.",
)
@options.metric_option
@options.plot_option
@options.common()
def command(common: options.Common, metric: str | None, plot: str | None) -> int:
    plots = Plots(plot, common.as_json)
    levels = common.levels()
    plots.check(levels)

    def explore_level(puzzle: Puzzle, limits: Limits, control: Control) -> Space:
        return explore(puzzle, metric=metric, limits=limits, control=control)

    for entry, space in each_level(levels, explore_level, common, Message("exploring")):
        levels.codes.add(Result("gave_up" if space.reason else "solved" if space.goals else "unsolvable"))
        if common.as_json:
            names = ("family", "states", "goals", "lost", "max_distance", "histogram", "hardest")
            record = {name: getattr(space, name) for name in names}
            level_output.print_record(levels, entry, record | ({"reason": str(space.reason)} if space.reason else {}))
        else:
            _print(level_output.heading(levels, entry), space, entry.kind, plots)
        if plot and not space.reason:
            title = words("{title}: positions by distance to the nearest goal", title=entry.title)
            plots.write(levels, entry, plot_space(space, plots.kind, title, language()))
    return levels.codes.code


def _hardest_heading(space: Space) -> str:
    away = level_output.amount(space.max_distance or 0, space.metric)
    if len(space.hardest) > 1:
        return words("one of the hardest, {distance} away:", distance=away)
    return words("the hardest, {distance} away:", distance=away)


def _print(heading: str, space: Space, kind: type[Puzzle], plots: Plots) -> None:
    goals = ""
    if space.goals is not None:
        goals = ", " + plural("{n} of them a goal", "{n} of them goals", n=space.goals)
    if space.reason:
        positions = level_output.amount(space.states, "positions")
        verdict = words("gave up: {reason}; at least {positions}", reason=space.reason, positions=positions)
        plots.echo(f"{heading}{verdict}{goals}")
        return
    lost = ""
    if space.lost:
        lost = ", " + words("{lost} from which no goal can be reached", lost=space.lost)
    plots.echo(f"{heading}{level_output.amount(space.states, 'positions')}{goals}{lost}")
    if not space.histogram:
        return
    plots.echo(words("{metric} to the nearest goal", metric=level_output.metric_name(space.metric)))
    most = max(space.histogram)
    bar = _MAX_BAR if plots.columns is None else max(1, min(_MAX_BAR, plots.columns - _FIGURE_COLUMNS))
    for distance, count in enumerate(space.histogram):
        plots.echo(f"{distance:5} {count:9,} {'▇' * max(count > 0, round(bar * count / most))}")
    plots.echo(_hardest_heading(space))
    level_output.print_board(kind.parse(space.hardest[0]), err=plots.alone)
