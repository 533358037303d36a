"""unjam explore: the whole reachable space."""

from __future__ import annotations

import click

from ..explore import explore
from ..plot import kind_of, plot_space
from ..puzzle import Control, Limits, Puzzle, Result, Space
from . import files, options, output

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
    picture = kind_of(plot) if plot else ""
    source = common.source()
    codes = output.ExitCode()

    def explored(puzzle: Puzzle, limits: Limits, control: Control) -> Space:
        return explore(puzzle, metric=metric, limits=limits, control=control)

    for level, space in output.each_level(source, explored, common, "exploring"):
        if level.puzzle is None or space is None:
            codes.note(None)
            continue
        codes.note(Result("gave_up" if space.reason else "solved" if space.goals else "unsolvable"))
        if common.as_json:
            record = {"index": level.index} | {
                name: getattr(space, name)
                for name in ("family", "states", "goals", "lost", "max_distance", "histogram", "hardest")
            }
            output.record(record | ({"reason": str(space.reason)} if space.reason else {}))
        else:
            click.echo(output.heading(level, level.puzzle, len(source.levels)), nl=False)
            _print(space, source)
        if plot and not space.reason:
            name = level.title or level.puzzle.title()
            drawn = plot_space(space, picture, f"{name}: positions per distance to the nearest goal")
            files.write(files.numbered(plot, level, len(source.levels)), drawn)
    return codes.code


def _print(space: Space, source: files.Source) -> None:
    goals = "" if space.goals is None else f", {space.goals:,} of them {'a goal' if space.goals == 1 else 'goals'}"
    if space.reason:
        click.echo(f"gave up: {space.reason}; at least {output.counted(space.states, 'positions')}{goals}")
        return
    lost = f", {space.lost:,} from which no goal can be reached" if space.lost else ""
    click.echo(f"{output.counted(space.states, 'positions')}{goals}{lost}")
    if not space.histogram:
        return
    click.echo(f"{space.metric} to the nearest goal")
    most = max(space.histogram)
    for distance, positions in enumerate(space.histogram):
        click.echo(f"{distance:5} {positions:9,} {'▇' * max(positions > 0, round(BAR * positions / most))}")
    click.echo(f"hardest, {space.max_distance} {space.metric} away:")
    output.board(source.family.parse(space.hardest[0]))
