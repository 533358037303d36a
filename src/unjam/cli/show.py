"""unjam show: a picture, or an animation of the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from ..puzzle import Limits, Move, Puzzle, Result, Scene
from ..solve import solutions, solve
from . import options, output
from .entries import Entry
from .files import Levels
from .outfile import is_file, numbered, write
from .screen import echo
from .speech import say, words


@click.command(
    "show",
    cls=options.FamilyCommand,
    help="Draw the levels of FILE in the terminal, or one of them as a picture file; '-' writes the picture to standard"
    " output.",
)
@click.option("--svg", "svg_file", help="Write an SVG picture; with --solution a sheet of every step.")
@click.option("--png", "png_file", help="Write a PNG picture; with --solution a sheet of every step.")
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
    help="Which level of the file goes into a picture file; of several FILEs each gets one, with its number in the"
    " name.",
)
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
) -> int:
    pictures = {kind: name for kind, name in (("svg", svg_file), ("png", png_file), ("gif", gif_file)) if name}
    if all_ and list(pictures) != ["svg"]:
        raise click.UsageError(words("--all draws a sheet of every solution; it needs --svg FILE alone"))
    _check(list(pictures.values()), common.as_json)
    levels = common.levels()
    if levels.many_sources and "-" in pictures.values():
        raise click.UsageError(words("'-' takes one picture and there are several files; name one of them"))
    show = Show(common, levels, common.limits(), metric, dark)
    if not pictures:
        show.in_terminal(solution)
        return levels.codes.code
    for entry, puzzle in levels.one_each(number):
        paths = {
            kind: numbered(path, entry.source.at + 1, levels.many_sources and is_file(path))
            for kind, path in pictures.items()
        }
        if all_:
            show.sheet_of_all(entry, puzzle, paths["svg"])
        else:
            show.into_files(entry, puzzle, paths, solution)
    return levels.codes.code


def _check(paths: list[str], as_json: bool) -> None:
    """Refuses more than one thing on standard output."""
    if paths.count("-") > 1:
        raise click.UsageError(words("two pictures to standard output; choose one"))
    if "-" in paths and as_json:
        raise click.UsageError(words("a picture and --json both to standard output; choose one"))


@dataclass(frozen=True, slots=True)
class Show:
    """What is shown, and how."""

    common: options.Common
    levels: Levels
    limits: Limits
    metric: str | None
    dark: bool

    def in_terminal(self, solution: bool) -> None:
        """Draws every level in the terminal, or tells it as JSON."""
        for entry, puzzle in self.levels.readable():
            result = self._solved(entry, puzzle) if solution else None
            if self.common.as_json:
                self._record(entry, puzzle, result, [])
                continue
            named = self.levels.several or self.levels.many_sources or entry.level.title
            if named and not self.common.quiet:
                echo(output.heading(self.levels, entry).rstrip(": \N{NO-BREAK SPACE}"))
            output.boards(puzzle, result.moves if result else ())

    def sheet_of_all(self, entry: Entry, puzzle: Puzzle, path: str) -> None:
        """Draws every solution on one sheet, as far as the limits allow."""
        from ..pictures.svg import sheet

        every: list[Scene] = []
        stream = solutions(puzzle, limits=self.limits)
        while True:
            try:
                every.append(played(puzzle, next(stream)).scene())
            except StopIteration as end:
                result: Result = end.value
                break
        self.levels.codes.note(result)
        write(path, sheet(every, dark=self.dark, title=entry.level.title).encode())
        if self.common.as_json:
            self._record(entry, puzzle, None, [path], {"solutions": len(every)})
            return
        rest = f"; {say(result.reason)}" if result.reason else ""
        if rest or not self.common.quiet:
            echo(f"{_told(path)}, {output.counted(len(every), 'solutions')}{rest}", err=True)

    def into_files(self, entry: Entry, puzzle: Puzzle, pictures: dict[str, str], solution: bool) -> None:
        """Writes each picture, or none because there is no solution to draw."""
        result = self._solved(entry, puzzle) if solution or "gif" in pictures else None
        if result is not None and result.cost is None:
            if self.common.as_json:
                self._record(entry, puzzle, result, [])
            return
        moves = result.moves if result else ()
        for kind, path in pictures.items():
            write(path, self._picture(kind, entry, puzzle, moves, solution))
        if self.common.as_json:
            self._record(entry, puzzle, result, list(pictures.values()))
        elif not self.common.quiet:
            for path in pictures.values():
                echo(_told(path), err=True)

    def _picture(self, kind: str, entry: Entry, puzzle: Puzzle, moves: tuple[Move, ...], solution: bool) -> bytes:
        scenes = film(puzzle, moves)
        sheet = solution and len(scenes) > 1
        captions = (
            [words("start"), *(position.notation(move) for position, move in steps(puzzle, moves))] if sheet else []
        )
        title = entry.level.title
        if kind == "svg":
            from ..pictures import svg

            if not sheet:
                return svg.svg(scenes[0], dark=self.dark, title=title).encode()
            sizes: dict[str, Any] = {"size": 200, "plain": False, "columns": 5}
            return svg.sheet(scenes, dark=self.dark, captions=captions, title=title, **sizes).encode()
        from ..pictures import gif

        if kind == "gif":
            return gif.gif(scenes, dark=self.dark)
        if not sheet:
            return gif.png(scenes[0], dark=self.dark)
        return gif.png_sheet(scenes, dark=self.dark, captions=captions)

    def _solved(self, entry: Entry, puzzle: Puzzle) -> Result:
        result = solve(puzzle, metric=self.metric, limits=self.limits, workers=self.common.workers)
        self.levels.codes.note(result)
        if result.status != "solved":
            echo(f"{entry.where}: {output.verdict(result)}", err=True)
        return result

    def _record(
        self,
        entry: Entry,
        puzzle: Puzzle,
        result: Result | None,
        written: list[str],
        more: dict[str, Any] | None = None,
    ) -> None:
        """The JSON object of one level: its board, its solution where one was asked for, and the pictures written."""
        record: dict[str, Any] = {"title": entry.level.title, "family": puzzle.family, "board": str(puzzle)}
        if result is not None:
            full = result.record(puzzle)
            boards = [str(position.play(move)) for position, move in steps(puzzle, result.moves)]
            record |= {name: full[name] for name in ("status", "metric", "cost", "optimal", "moves")}
            record |= {"boards": boards, "reason": full["reason"]}
        output.record(self.levels, entry, record | {"files": written} | (more or {}))


def _told(path: str) -> str:
    return words("written: {file}", file=words("standard output") if path == "-" else path)


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
