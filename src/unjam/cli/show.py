"""unjam show: a picture, or an animation of the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from ..puzzle import Level, Limits, Move, Puzzle, Result, Scene
from ..solve import solutions, solve
from . import files, options, output


@click.command(
    "show",
    cls=options.FamilyCommand,
    help="Draw the levels of FILE in the terminal, or one of them as a picture file.",
)
@click.option("--svg", "svg_file", help="Write an SVG picture.")
@click.option("--png", "png_file", help="Write a PNG picture.")
@click.option("--gif", "gif_file", help="Write an animation of the solution.")
@click.option("--solution", is_flag=True, help="Solve it and show every step.")
@click.option("--all", "all_", is_flag=True, help="Every solution on one SVG sheet, where the family can list them.")
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
@options.common(workers="Threads for a solution; all cores by default.")
def command(
    common: options.Common,
    svg_file: str | None,
    png_file: str | None,
    gif_file: str | None,
    solution: bool,
    all_: bool,
    metric: str | None,
    dark: bool,
    number: int,
    lang: str,
) -> int:
    pictures = {kind: name for kind, name in (("svg", svg_file), ("png", png_file), ("gif", gif_file)) if name}
    if all_ and list(pictures) != ["svg"]:
        raise click.UsageError("--all draws a sheet of every solution; it needs --svg FILE alone")
    show = Show(common, common.source(), common.limits(), metric, dark, output.ExitCode())
    if not pictures:
        return show.in_terminal(solution, lang)
    level, puzzle = show.source.one(number)
    if all_:
        return show.sheet_of_all(level, puzzle, pictures["svg"])
    return show.into_files(level, puzzle, pictures, solution)


@dataclass(frozen=True, slots=True)
class Show:
    """What is shown, and how."""

    common: options.Common
    source: files.Source
    limits: Limits
    metric: str | None
    dark: bool
    codes: output.ExitCode

    def in_terminal(self, solution: bool, lang: str) -> int:
        """The exit code once every level was drawn in the terminal, or told as JSON."""
        for level, puzzle in self.source.puzzles():
            result = self._solved(level, puzzle) if solution else None
            if self.common.as_json:
                output.record(_record(level, puzzle, result, []))
                continue
            if (len(self.source.levels) > 1 or level.title) and not self.common.quiet:
                click.echo(output.heading(level, puzzle, len(self.source.levels)).rstrip(": "))
            output.boards(puzzle, result.moves if result else (), lang)
        return self.codes.code if self.source.all_readable else 2

    def sheet_of_all(self, level: Level, puzzle: Puzzle, path: str) -> int:
        """The exit code once every solution was drawn on one sheet."""
        from ..pictures.svg import sheet

        every = [played(puzzle, moves).scene() for moves in solutions(puzzle, limits=self.limits)]
        files.write(path, sheet(every, dark=self.dark, title=level.title).encode())
        if self.common.as_json:
            output.record(_record(level, puzzle, None, [path]) | {"solutions": len(every)})
        elif not self.common.quiet:
            click.echo(f"written: {path}, {output.counted(len(every), 'solutions')}", err=True)
        return 0 if every else 1

    def into_files(self, level: Level, puzzle: Puzzle, pictures: dict[str, str], solution: bool) -> int:
        """The exit code once each picture was written, or none because there is no solution to draw."""
        result = self._solved(level, puzzle) if solution or "gif" in pictures else None
        if result is not None and result.cost is None:
            if self.common.as_json:
                output.record(_record(level, puzzle, result, []))
            return self.codes.code
        moves = result.moves if result else ()
        for kind, path in pictures.items():
            files.write(path, self._picture(kind, level, puzzle, moves, solution))
        if self.common.as_json:
            output.record(_record(level, puzzle, result, list(pictures.values())))
        elif not self.common.quiet:
            for path in pictures.values():
                click.echo(f"written: {path}", err=True)
        return self.codes.code

    def _picture(self, kind: str, level: Level, puzzle: Puzzle, moves: tuple[Move, ...], solution: bool) -> bytes:
        scenes = film(puzzle, moves)
        if kind == "svg":
            from ..pictures.svg import sheet, svg

            if not solution or len(scenes) == 1:
                return svg(scenes[0], dark=self.dark, title=level.title).encode()
            captions = ["start", *(position.notation(move) for position, move in steps(puzzle, moves))]
            return sheet(
                scenes, dark=self.dark, size=200, plain=False, columns=5, captions=captions, title=level.title
            ).encode()
        from ..pictures.gif import gif, png

        return png(scenes[0], dark=self.dark) if kind == "png" else gif(scenes, dark=self.dark)

    def _solved(self, level: Level, puzzle: Puzzle) -> Result:
        result = solve(puzzle, metric=self.metric, limits=self.limits, workers=self.common.workers)
        self.codes.note(result)
        if result.status != "solved":
            click.echo(f"{self.source.where(level)}: {output.verdict(result)}", err=True)
        return result


def _record(level: Level, puzzle: Puzzle, result: Result | None, written: list[str]) -> dict[str, Any]:
    """The JSON object of one level: its board, its solution where one was asked for, and the pictures written."""
    record: dict[str, Any] = {"index": level.index, "title": level.title, "family": puzzle.family, "board": str(puzzle)}
    if result is not None:
        full = result.record(puzzle)
        boards = [str(position.play(move)) for position, move in steps(puzzle, result.moves)]
        record |= {name: full[name] for name in ("status", "metric", "cost", "optimal", "moves")}
        record |= {"boards": boards, "reason": full["reason"]}
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
