"""unjam show: a picture, or an animation of the solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..puzzle import Level, Move, Puzzle, Result, Scene
from ..solve import solve
from . import files, options, output


@click.command("show", help="Draw the levels of FILE in the terminal, or one of them as a picture file.")
@click.option("--svg", "svg_file", help="Write an SVG picture.")
@click.option("--png", "png_file", help="Write a PNG picture.")
@click.option("--gif", "gif_file", help="Write an animation of the solution.")
@click.option("--solution", is_flag=True, help="Solve it and show every step.")
@click.option("--all", "all_", is_flag=True, help="Packing: every solution on one SVG sheet.")
@options.metric_option
@options.goal_option
@click.option("--dark", is_flag=True, help="Colours for a dark page.")
@click.option(
    "--level",
    "number",
    default=1,
    show_default=True,
    help="Which level of the file goes into a picture file.",
)
@options.lang_option
@options.common(workers="Threads for a solution; all cores by default.")
def command(
    common: options.Common,
    svg_file: str | None,
    png_file: str | None,
    gif_file: str | None,
    solution: bool,
    all_: bool,
    metric: str | None,
    goal: str | None,
    dark: bool,
    number: int,
    lang: str,
) -> int:
    source = common.source(goal=goal)
    limits = common.limits()
    codes = output.ExitCode()
    pictures = [name for name in (svg_file, png_file, gif_file) if name]
    if all_ and pictures != [svg_file]:
        raise click.UsageError("--all draws a sheet of every solution; it needs --svg FILE alone")

    def solved(level: Level, puzzle: Puzzle) -> Result:
        result = solve(puzzle, metric=metric, limits=limits, workers=common.workers)
        codes.note(result)
        if result.status != "solved":
            click.echo(f"{source.where(level)}: {output.verdict(result)}", err=True)
        return result

    if not pictures:
        for level, puzzle in source.puzzles():
            result = solved(level, puzzle) if solution else None
            if common.as_json:
                output.record(_record(level, puzzle, result, []))
                continue
            if (len(source.levels) > 1 or level.title) and not common.quiet:
                click.echo(output.heading(level, puzzle, len(source.levels)).rstrip(": "))
            output.boards(puzzle, result.moves if result else (), lang)
        return codes.code if source.all_readable else 2

    level, puzzle = source.one(number)
    if all_ and svg_file:
        from ..pictures.svg import sheet

        every = [played(puzzle, moves).scene() for moves in puzzle.solutions(limits=limits)]
        files.write(svg_file, sheet(every, dark=dark, title=level.title).encode())
        if common.as_json:
            output.record(_record(level, puzzle, None, pictures) | {"solutions": len(every)})
        elif not common.quiet:
            click.echo(f"written: {svg_file}, {len(every):,} solutions", err=True)
        return 0 if every else 1
    result = solved(level, puzzle) if solution or gif_file else None
    if result is not None and result.cost is None:
        if common.as_json:
            output.record(_record(level, puzzle, result, []))
        return codes.code
    scenes = film(puzzle, result.moves if result else ())
    if svg_file:
        from ..pictures.svg import sheet, svg

        strip = solution and len(scenes) > 1
        captions = (
            ["start", *(position.notation(move) for position, move in steps(puzzle, result.moves))] if result else []
        )
        picture = (
            sheet(scenes, dark=dark, size=200, plain=False, columns=5, captions=captions, title=level.title)
            if strip
            else svg(scenes[0], dark=dark, title=level.title)
        )
        files.write(svg_file, picture.encode())
    if png_file:
        from ..pictures.gif import png

        files.write(png_file, png(scenes[0], dark=dark))
    if gif_file:
        from ..pictures.gif import gif

        files.write(gif_file, gif(scenes, dark=dark))
    if common.as_json:
        output.record(_record(level, puzzle, result, pictures))
    elif not common.quiet:
        for name in pictures:
            click.echo(f"written: {name}", err=True)
    return codes.code


def _record(level: Level, puzzle: Puzzle, result: Result | None, written: list[str]) -> dict[str, Any]:
    """The JSON object of one level: its board, its solution where one was asked for, and the pictures written."""
    record: dict[str, Any] = {"index": level.index, "title": level.title, "family": puzzle.family, "board": str(puzzle)}
    if result is not None:
        boards = [str(position.play(move)) for position, move in steps(puzzle, result.moves)]
        record |= {"status": result.status, "metric": result.metric, "cost": result.cost, "optimal": result.optimal}
        record |= {"moves": puzzle.notations(result.moves), "boards": boards, "reason": result.reason}
    return record | {"files": written}


def played(puzzle: Puzzle, moves: tuple[Move, ...]) -> Puzzle:
    """The position after the moves."""
    for move in moves:
        puzzle = puzzle.play(move)
    return puzzle


def steps(puzzle: Puzzle, moves: tuple[Move, ...]) -> Iterator[tuple[Puzzle, Move]]:
    """Each move with the position it is played in."""
    for move in moves:
        yield puzzle, move
        puzzle = puzzle.play(move)


def film(puzzle: Puzzle, moves: tuple[Move, ...]) -> list[Scene]:
    """The scene before the first move and after each."""
    return [puzzle.scene(), *(position.play(move).scene() for position, move in steps(puzzle, moves))]
