"""unjam show: a picture, or an animation of the solution."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ..puzzle import Move, Puzzle, Scene
from ..solve import solve
from . import files, options, output


@click.command("show", help="Draw the levels of FILE in the terminal, or one of them as a picture file.")
@options.source_options
@click.option("--svg", "svg_file", help="Write an SVG picture.")
@click.option("--png", "png_file", help="Write a PNG picture.")
@click.option("--gif", "gif_file", help="Write an animation of the solution.")
@click.option("--solution", is_flag=True, help="Solve it and show every step.")
@click.option("--all", "all_", is_flag=True, help="Packing: every solution on one SVG sheet.")
@options.metric_option
@click.option("--dark", is_flag=True, help="Colours for a dark page.")
@click.option(
    "--level",
    "number",
    default=1,
    show_default=True,
    help="Which level of the file goes into a picture file.",
)
@options.lang_option
@options.limit_options
def command(
    file: str,
    family_name: str | None,
    svg_file: str | None,
    png_file: str | None,
    gif_file: str | None,
    solution: bool,
    all_: bool,
    metric: str | None,
    dark: bool,
    number: int,
    lang: str,
    time_limit: float | None,
    memory_limit: int | None,
) -> int:
    source = files.Source(file, family_name)
    limits = options.limits(time_limit, memory_limit)
    codes = output.ExitCode()
    pictures = [name for name in (svg_file, png_file, gif_file) if name]

    def solved(puzzle: Puzzle) -> tuple[Move, ...]:
        result = solve(puzzle, metric=metric, limits=limits)
        codes.note(result)
        if result.cost is None:
            click.echo(f"{source.name}: {output.verdict(result)}", err=True)
        return result.moves

    if not pictures:
        for level, puzzle in source.puzzles():
            if len(source.levels) > 1 or level.title:
                click.echo(output.heading(level, puzzle, len(source.levels)).rstrip(": "))
            if solution:
                output.boards(puzzle, solved(puzzle), lang)
            else:
                output.board(puzzle)
        return codes.code if source.all_readable else 2

    puzzle, title = source.one(number), source.levels[number - 1].title
    if all_:
        if not svg_file or png_file or gif_file:
            raise click.UsageError("--all draws a sheet of every solution; it needs --svg FILE alone")
        from ..pictures.svg import sheet

        every = [played(puzzle, moves).scene() for moves in puzzle.solutions(limits=limits)]
        files.write(svg_file, sheet(every, dark=dark, title=title).encode())
        click.echo(f"written: {svg_file}, {len(every):,} solutions", err=True)
        return 0 if every else 1
    moves = solved(puzzle) if solution or gif_file else ()
    scenes = film(puzzle, moves)
    if codes.code:
        return codes.code
    if svg_file:
        from ..pictures.svg import sheet, svg

        captions = ["start", *(position.notation(move) for position, move in steps(puzzle, moves))]
        strip = solution and len(scenes) > 1
        picture = (
            sheet(scenes, dark=dark, size=200, plain=False, columns=5, captions=captions, title=title)
            if strip
            else svg(scenes[0], dark=dark, title=title)
        )
        files.write(svg_file, picture.encode())
    if png_file:
        from ..pictures.gif import png

        files.write(png_file, png(scenes[0], dark=dark))
    if gif_file:
        from ..pictures.gif import gif

        files.write(gif_file, gif(scenes, dark=dark))
    for name in pictures:
        click.echo(f"written: {name}", err=True)
    return codes.code


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
