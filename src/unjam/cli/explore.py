"""unjam explore: the whole reachable space."""

from __future__ import annotations

import click

from ..explore import explore
from ..plot import plot_space
from ..puzzle import Control, Limits, Message, Puzzle, Result, Space
from . import options, output
from .outfile import Plots
from .speech import language, plural, words

BAR = 50


@click.command(
    "explore",
    cls=options.FamilyCommand,
    help="Count every position that can be reached from each level of FILE, by distance to the goal.",
)
@options.metric_option
@options.plot_option
@options.common()
def command(common: options.Common, metric: str | None, plot: str | None) -> int:
    plots = Plots(plot, common.as_json)
    levels = common.levels()
    plots.check(levels)

    def explored(puzzle: Puzzle, limits: Limits, control: Control) -> Space:
        return explore(puzzle, metric=metric, limits=limits, control=control)

    for entry, space in output.each_level(levels, explored, common, Message("exploring")):
        levels.codes.note(Result("gave_up" if space.reason else "solved" if space.goals else "unsolvable"))
        if common.as_json:
            names = ("family", "states", "goals", "lost", "max_distance", "histogram", "hardest")
            record = {name: getattr(space, name) for name in names}
            output.record(levels, entry, record | ({"reason": str(space.reason)} if space.reason else {}))
        else:
            _print(output.heading(levels, entry), space, entry.kind, plots)
        if plot and not space.reason:
            title = words("{title}: positions per distance to the nearest goal", title=entry.title)
            plots.write(levels, entry, plot_space(space, plots.kind, title, language()))
    return levels.codes.code


def _print(heading: str, space: Space, kind: type[Puzzle], plots: Plots) -> None:
    goals = ""
    if space.goals is not None:
        goals = ", " + plural("{n} of them a goal", "{n} of them goals", n=space.goals)
    if space.reason:
        known = output.counted(space.states, "positions")
        said = words("gave up: {reason}; at least {positions}", reason=space.reason, positions=known)
        plots.echo(f"{heading}{said}{goals}")
        return
    lost = ""
    if space.lost:
        lost = ", " + words("{lost} from which no goal can be reached", lost=space.lost)
    plots.echo(f"{heading}{output.counted(space.states, 'positions')}{goals}{lost}")
    if not space.histogram:
        return
    plots.echo(words("{metric} to the nearest goal", metric=output.metric_name(space.metric)))
    most = max(space.histogram)
    for distance, positions in enumerate(space.histogram):
        plots.echo(f"{distance:5} {positions:9,} {'▇' * max(positions > 0, round(BAR * positions / most))}")
    away = output.counted(space.max_distance or 0, space.metric)
    plots.echo(words("hardest, {distance} away:", distance=away))
    output.board(kind.parse(space.hardest[0]), err=plots.alone)
