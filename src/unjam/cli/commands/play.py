"""unjam play: open the web page in a browser on this machine."""

from __future__ import annotations

from typing import Any

import click

from ...core.own_heuristics import names_file
from .. import options
from ..printing import terminal
from ..printing.language import words
from ..reading.family_file import load_page_heuristic
from ..reading.levels import Levels
from .serve import family_options, plays_option, start


@click.command("play", help="Open the page in the browser, with the levels in FILE if one is given.")
@click.argument("paths", nargs=-1, metavar="[FILE]...")
@click.option("--level", type=int, metavar="N", help="Only the level with this number, counting from 1.")
@click.option("--family", "family_name", help="The puzzle family of the file, or a Python file that defines one.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="The port to listen on."
)
@click.option(
    "--heuristic",
    "heuristics",
    metavar="FILE.py:NAME",
    multiple=True,
    help="A function of your own that the lab offers beside the family's heuristics; can be repeated.",
)
@click.option("--library", metavar="DIR", help="Open this library as shelves; see 'unjam library'.")
@plays_option
@click.option(
    "--time-limit", type=options.Seconds(), default=600.0, show_default=True, help="Time limit per search, in seconds."
)
@click.option("--memory-limit", type=options.Size(), default="2G", show_default=True, help="Memory limit per search.")
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open a browser window.")
def command(
    paths: tuple[str, ...],
    level: int | None,
    family_name: str | None,
    port: int,
    heuristics: tuple[str, ...],
    library: str | None,
    plays: str | None,
    time_limit: float,
    memory_limit: int,
    browser: bool,
) -> None:
    settings = family_options(family_name) | _heuristic_options(heuristics)
    if paths:
        settings |= _page_levels(Levels(paths, family_name, level=level))
    elif level is not None:
        raise click.UsageError(words("--level chooses a level in a file; name the file"))
    start(
        host="127.0.0.1",
        port=port,
        open_browser=browser,
        library=library,
        plays=plays,
        seconds=time_limit,
        memory=memory_limit,
        **settings,
    )


def _heuristic_options(names: tuple[str, ...]) -> dict[str, Any]:
    """Return the server options for heuristics of the user's own; a file that cannot be used is reported now."""
    for name in names:
        if not names_file(name):
            raise click.UsageError(words("'{name}' is not a function in a file; expected FILE.py:NAME", name=name))
        load_page_heuristic(name)
    return {"heuristics": names} if names else {}


def _page_levels(levels: Levels) -> dict[str, Any]:
    """Return the server options for opening the levels in the files.

    The page opens only the family of the first level; levels of other families are reported and skipped.
    """
    readable = list(levels.readable())
    if not readable:
        raise click.exceptions.Exit(2)
    kind = readable[0][0].kind
    puzzles = [puzzle for entry, puzzle in readable if entry.kind is kind]
    for entry, _ in readable:
        if entry.kind is not kind:
            problem = words("skipped: {family}; the page opens levels of one family only", family=entry.kind.family)
            terminal.echo(f"{entry.where}: {problem}", err=True)
    is_whole_file = levels.level is None and len(levels.sources) == 1 and len(puzzles) == len(readable)
    if is_whole_file and levels.sources[0].text:
        return {"level_text": levels.sources[0].text, "family": kind.family}
    text = "\n\n".join(puzzle.storage_text().rstrip("\n") for puzzle in puzzles) + "\n"
    if [level.puzzle for level in kind.levels(text)] != puzzles:
        raise click.UsageError(words("these files are in formats that cannot be combined; name one of them"))
    return {"level_text": text, "family": kind.family}
