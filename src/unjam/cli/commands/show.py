"""unjam show: draw a level, animate its solution, or print many levels on sheets."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import click

from ...core.puzzle import Limits, Move, Puzzle, Result
from ...core.scene import Scene
from ...pictures.print_sheet import LAYOUTS, SheetLevel, SheetWords, print_sheet
from ...rating.rate import rate
from ...solving.solve import solutions, solve
from .. import options
from ..printing import level_output
from ..printing.language import language, term, translate, words
from ..printing.output_file import check_ending, is_file, number_path, write
from ..printing.terminal import echo
from ..reading.entries import Entry
from ..reading.levels import Levels
from ..running.returning import Returning

DEFAULT_PACE = 0.5
"""Seconds for each move of an animation."""
DEFAULT_PER_PAGE = 6
MAX_RATING_SECONDS = 5.0
"""Time limit for rating an animated or printed level; if it is reached, its difficulty is omitted."""


@click.command(
    "show",
    cls=options.FamilyCommand,
    help="Draw the levels of FILE in the terminal, or one of them as a picture file; '-' writes the picture to standard"
    " output.",
)
@click.option("--svg", "svg_file", help="Write an SVG picture; with --solution a sheet of every step.")
@click.option("--png", "png_file", help="Write a PNG picture; with --solution a sheet of every step.")
@click.option("--gif", "gif_file", help="Write an animation of the solution.")
@click.option(
    "--sheet",
    "sheet_file",
    help="Write all levels as an HTML file to print, with numbers and difficulties; with --solution their solutions on"
    " pages of their own at the end.",
)
@click.option(
    "--per-page",
    type=click.Choice([str(n) for n in LAYOUTS]),
    help="With --sheet: number of levels on a page; 6 by default.",
)
@click.option("--pace", type=options.Seconds(), help="With --gif: seconds for each move; 0.5 by default.")
@click.option("--solution", is_flag=True, help="Solve it and show every step.")
@click.option("--all", "all_", is_flag=True, help="Every solution on one SVG sheet, if the family can list them.")
@options.metric_option
@click.option("--dark", is_flag=True, help="Colours for a dark page.")
@options.common(
    workers="Number of threads that search for a solution; one per core by default.",
    level_help="Only the level with this number, counting from 1. A picture file shows one level, by default "
    "the first; with several FILEs, each gets a picture with its number in the name.",
)
def command(
    common: options.Common,
    svg_file: str | None,
    png_file: str | None,
    gif_file: str | None,
    sheet_file: str | None,
    per_page: str | None,
    pace: float | None,
    solution: bool,
    all_: bool,
    metric: str | None,
    dark: bool,
) -> int:
    pictures = {kind: name for kind, name in (("svg", svg_file), ("png", png_file), ("gif", gif_file)) if name}
    if all_ and list(pictures) != ["svg"]:
        raise click.UsageError(words("--all draws a sheet of every solution; use it with --svg FILE only"))
    if pace is not None and not gif_file:
        raise click.UsageError(words("--pace is for an animation; name its file with --gif"))
    if per_page is not None and not sheet_file:
        raise click.UsageError(words("--per-page is for sheets to print; name their file with --sheet"))
    if sheet_file and (pictures or all_):
        raise click.UsageError(words("--sheet writes a file of its own; leave out the other pictures and --all"))
    if sheet_file:
        _check_standard_output([sheet_file], common.as_json)
        check_ending("html", sheet_file, "sheet")
        levels = common.levels()
        show = Show(common, levels, common.limits(), metric, dark, DEFAULT_PACE)
        PrintSheet(show, solution, int(per_page or DEFAULT_PER_PAGE)).write(sheet_file)
        return levels.codes.code
    _check_standard_output(list(pictures.values()), common.as_json)
    for kind, path in pictures.items():
        check_ending(kind, path)
    levels = common.levels(level=1 if pictures else None)
    if levels.many_sources and "-" in pictures.values():
        raise click.UsageError(words("'-' writes one picture, but there are several files; choose one"))
    show = Show(common, levels, common.limits(), metric, dark, pace or DEFAULT_PACE)
    if not pictures:
        show.in_terminal(solution)
        return levels.codes.code
    for entry, puzzle in levels.readable():
        paths = {
            kind: number_path(path, entry.source.at + 1, levels.many_sources and is_file(path))
            for kind, path in pictures.items()
        }
        if all_:
            show.sheet_of_all(entry, puzzle, paths["svg"])
        else:
            show.into_files(entry, puzzle, paths, solution)
    return levels.codes.code


def _check_standard_output(paths: list[str], as_json: bool) -> None:
    """Raise UsageError if two pictures, or a picture and JSON, would be written to standard output."""
    if paths.count("-") > 1:
        raise click.UsageError(words("only one picture can go to standard output; choose one"))
    if "-" in paths and as_json:
        raise click.UsageError(words("the picture and --json would both go to standard output; choose one"))


@dataclass(frozen=True, slots=True)
class Show:
    """Draws levels according to the options of the command."""

    common: options.Common
    levels: Levels
    limits: Limits
    metric: str | None
    dark: bool
    pace: float

    def in_terminal(self, solution: bool) -> None:
        """Draw every level in the terminal, or print it as JSON."""
        for entry, puzzle in self.levels.readable():
            result = self.solve(entry, puzzle) if solution else None
            if self.common.as_json:
                self.record(entry, puzzle, result, [])
                continue
            needs_heading = self.levels.several or self.levels.many_sources or entry.level.title
            if needs_heading and not self.common.quiet:
                echo(level_output.heading(self.levels, entry).rstrip(": \N{NO-BREAK SPACE}"))
            level_output.print_boards(puzzle, () if result is None else result.moves)

    def sheet_of_all(self, entry: Entry, puzzle: Puzzle, path: str) -> None:
        """Draw every solution found within the limits on one sheet."""
        from ...pictures.svg import sheet

        stream = Returning(solutions(puzzle, limits=self.limits))
        scenes = [play_moves(puzzle, moves).scene() for moves in stream]
        result = stream.value
        self.levels.codes.add(result)
        write(path, sheet(scenes, dark=self.dark, title=entry.level.title).encode())
        if self.common.as_json:
            self.record(entry, puzzle, None, [path], {"solutions": len(scenes)})
            return
        reason = f"; {translate(result.reason)}" if result.reason else ""
        if reason or not self.common.quiet:
            echo(f"{_describe_file(path)}, {level_output.amount(len(scenes), 'solutions')}{reason}", err=True)

    def into_files(self, entry: Entry, puzzle: Puzzle, pictures: dict[str, str], solution: bool) -> None:
        """Write the pictures of a level, unless they should show a solution and no solution was found."""
        result = self.solve(entry, puzzle) if solution or "gif" in pictures else None
        if result is not None and result.cost is None:
            if self.common.as_json:
                self.record(entry, puzzle, result, [])
            return
        for kind, path in pictures.items():
            write(path, self._picture(kind, entry, puzzle, result, solution))
        if self.common.as_json:
            self.record(entry, puzzle, result, list(pictures.values()))
        elif not self.common.quiet:
            for path in pictures.values():
                echo(_describe_file(path), err=True)

    def difficulty(self, puzzle: Puzzle, result: Result | None) -> str | None:
        """Return how hard the level is; None if that takes too long to find out."""
        optimum = result if result is not None and result.metric == puzzle.metrics[0] else None
        seconds = min(self.limits.seconds or MAX_RATING_SECONDS, MAX_RATING_SECONDS)
        return rate(puzzle, result=optimum, limits=Limits(seconds, self.limits.bytes)).level

    def _captions(self, puzzle: Puzzle, result: Result | None) -> list[str]:
        """Return the captions of an animation: the difficulty of the level and the step number."""
        if result is None:
            return []
        level = self.difficulty(puzzle, result)
        count = len(result.moves)
        counts = [words("step {step} of {steps}", step=step, steps=count) for step in range(count + 1)]
        return [f"{term(level)} · {each}" for each in counts] if level else counts

    def _picture(self, kind: str, entry: Entry, puzzle: Puzzle, result: Result | None, solution: bool) -> bytes:
        moves = () if result is None else result.moves
        scenes = list_scenes(puzzle, moves)
        sheet = solution and len(scenes) > 1
        captions = (
            [words("start"), *(position.notation(move) for position, move in steps(puzzle, moves))] if sheet else []
        )
        title = entry.level.title
        if kind == "svg":
            from ...pictures import svg

            if not sheet:
                return svg.svg(scenes[0], dark=self.dark, title=title).encode()
            sizes: dict[str, Any] = {"size": 200, "plain": False, "columns": 5}
            return svg.sheet(scenes, dark=self.dark, captions=captions, title=title, **sizes).encode()
        if kind == "gif":
            from ...pictures import gif

            captions = self._captions(puzzle, result)
            return gif.gif(scenes, dark=self.dark, seconds_per_move=self.pace, captions=captions)
        from ...pictures import png

        if not sheet:
            return png.png(scenes[0], dark=self.dark)
        return png.png_sheet(scenes, dark=self.dark, captions=captions)

    def solve(self, entry: Entry, puzzle: Puzzle) -> Result:
        result = solve(puzzle, metric=self.metric, limits=self.limits, workers=self.common.workers)
        self.levels.codes.add(result)
        if result.status != "solved":
            echo(f"{entry.where}: {level_output.verdict(result)}", err=True)
        return result

    def record(
        self,
        entry: Entry,
        puzzle: Puzzle,
        result: Result | None,
        written: list[str],
        more: dict[str, Any] | None = None,
    ) -> None:
        """Print the JSON object for one level: its board, its solution if it was solved, and the files written."""
        record: dict[str, Any] = {"title": entry.level.title, "family": puzzle.family, "board": puzzle.storage_text()}
        if result is not None:
            full = result.record(puzzle)
            boards = [position.play(move).storage_text() for position, move in steps(puzzle, result.moves)]
            record |= {name: full[name] for name in ("status", "metric", "cost", "optimal", "moves")}
            record |= {"boards": boards, "reason": full["reason"]}
        level_output.print_record(self.levels, entry, record | {"files": written} | (more or {}))


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """Writes levels as a document to print, with their solutions at the end if these are wanted."""

    show: Show
    with_solutions: bool
    per_page: int

    def write(self, path: str) -> None:
        levels = self.show.levels
        sheet = [self._level(entry, puzzle) for entry, puzzle in levels.readable()]
        if not sheet:
            return
        title = os.path.splitext(os.path.basename(levels.paths[0]))[0] if len(levels.paths) == 1 else "unjam"
        texts = SheetWords("unjam" if title == "-" else title, words("Solutions"), lang=language())
        write(path, print_sheet(sheet, texts, self.per_page).encode())
        if self.show.common.as_json:
            level_output.print_json({"levels": len(sheet), "files": [path]})
        elif not self.show.common.quiet:
            echo(f"{_describe_file(path)}, {level_output.amount(len(sheet), 'levels')}", err=True)

    def _level(self, entry: Entry, puzzle: Puzzle) -> SheetLevel:
        result = self.show.solve(entry, puzzle) if self.with_solutions else None
        difficulty = self.show.difficulty(puzzle, result)
        details = term(difficulty).capitalize() if difficulty else ""
        solution, end = None, None
        if result is not None and result.cost is None:
            solution = term(result.status)
        elif result is not None and result.cost is not None:
            is_placed = puzzle.about.page().motion == "placed"  # then the finished board says more than the moves
            end = play_moves(puzzle, result.moves).scene() if is_placed else None
            moves = "" if is_placed else " ".join(puzzle.notations(result.moves))
            solution = f"{level_output.amount(result.cost, result.metric)} {moves}".rstrip()
        return SheetLevel(entry.number, puzzle.scene(), entry.level.title or "", details, solution, end)


def _describe_file(path: str) -> str:
    return words("wrote {file}", file=words("standard output") if path == "-" else path)


def play_moves(puzzle: Puzzle, moves: tuple[Move, ...]) -> Puzzle:
    for move in moves:
        puzzle = puzzle.play(move)
    return puzzle


def steps(puzzle: Puzzle, moves: tuple[Move, ...]) -> Iterator[tuple[Puzzle, Move]]:
    """Yield each move together with the position in which it is played."""
    for move in moves:
        yield puzzle, move
        puzzle = puzzle.play(move)


def list_scenes(puzzle: Puzzle, moves: tuple[Move, ...]) -> list[Scene]:
    """Return the scene before the first move and the scene after each move."""
    return [puzzle.scene(), *(position.play(move).scene() for position, move in steps(puzzle, moves))]
