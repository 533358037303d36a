"""unjam explore: the whole reachable space."""

from __future__ import annotations

import click

from ..explore import explore
from ..plot import kind_of, plot_space
from ..puzzle import Result, Space
from . import files, options, output

BAR = 50


@click.command(
    "explore",
    help="Count every position that can be reached from each level of FILE, by distance to the goal.",
)
@options.source_options
@options.metric_option
@options.limit_options
@options.json_option
@options.plot_option
def command(
    file: str,
    family_name: str | None,
    metric: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    as_json: bool,
    plot: str | None,
) -> int:
    picture = kind_of(plot) if plot else ""
    source = files.Source(file, family_name)
    codes = output.ExitCode()
    for level in source.levels:
        if level.puzzle is None:
            source.complain(level)
            codes.note(None)
            continue
        space = explore(level.puzzle, metric=metric, limits=options.limits(time_limit, memory_limit))
        codes.note(Result("gave_up" if space.reason else "solved" if space.goals else "unsolvable"))
        if as_json:
            record = {"index": level.index} | {
                name: getattr(space, name)
                for name in ("family", "states", "goals", "lost", "max_distance", "histogram", "hardest")
            }
            output.record(record | ({"reason": space.reason} if space.reason else {}))
        else:
            click.echo(output.heading(level, level.puzzle, len(source.levels)), nl=False)
            _print(space, source)
        if plot and not space.reason:
            name = level.title or output.NAMES.get(level.puzzle.family, level.puzzle.family)
            drawn = plot_space(space, picture, f"{name}: positions per distance to the nearest goal")
            files.write(files.numbered(plot, level, len(source.levels)), drawn)
    return codes.code


def _print(space: Space, source: files.Source) -> None:
    if space.reason:
        goals = f", {space.goals:,} of them goals" if space.goals else ""
        click.echo(f"gave up: {space.reason}; at least {space.states:,} positions{goals}")
        return
    lost = f", {space.lost:,} from which no goal can be reached" if space.lost else ""
    click.echo(f"{space.states:,} positions, {space.goals:,} of them goals{lost}")
    if not space.histogram:
        return
    click.echo(f"{space.metric} to the nearest goal")
    most = max(space.histogram)
    for distance, positions in enumerate(space.histogram):
        click.echo(f"{distance:5} {positions:9,} {'▇' * max(positions > 0, round(BAR * positions / most))}")
    click.echo(f"hardest, {space.max_distance} {space.metric} away:")
    output.board(source.family.parse(space.hardest[0]))
