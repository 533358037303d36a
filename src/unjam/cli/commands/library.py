"""unjam library: add, query, count and export rated levels, stored in a folder of Parquet files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ...core.limits import Control, Limits
from ...core.message import Message
from .. import options
from ..printing import output_file, terminal
from ..printing.language import language, number, plural, translate, words
from ..printing.level_output import amount, print_json
from ..printing.progress import Reporter
from ..reading import family_file
from ..running.exit_code import ExitCode
from .plays import command as export_plays

if TYPE_CHECKING:
    from ...core.puzzle import Puzzle, UnjamError
    from ...datasets.ingest import AddSummary, Candidate
    from ...datasets.library import Library
    from ...datasets.parquet import Row

RATING = Message("rating")
DEFAULT_SHOWN = 12
"""The number of boards that a query shows on a terminal if --limit is not given."""


@click.group(
    "library",
    help="Store rated levels in a folder of Parquet files, without duplicates, and query them with SQL conditions on"
    " their columns: \"level='expert' and cost between 25 and 30\". docs/formats.md lists the columns.",
)
def command() -> None:
    pass


def _at(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: add the option --at and pass the opened library to the command."""

    @click.option("--at", metavar="DIR", help="The library's folder; by default the one in your data folder.")
    @wraps(function)
    def with_library(at: str | None, **values: Any) -> Any:
        from ...datasets.library import Library

        return function(library=Library(at), **values)

    return with_library


def _condition(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: add [CONDITION] and --family, and pass them to the command as a single SQL condition."""

    @click.argument("where", required=False, metavar="[CONDITION]")
    @click.option(
        "--family", "family_name", help="Only levels of this family: its name, or a Python file that defines it."
    )
    @wraps(function)
    def with_condition(where: str | None, family_name: str | None, **values: Any) -> Any:
        if (kind := family_file.find_family(family_name)) is not None:
            where = f"family = '{kind.family}'" + ("" if where is None else f" AND (\n{where}\n)")
        return function(where=where, **values)

    return with_condition


_order = click.option("--order", metavar="COLUMNS", help='The sort order, such as "score desc, cost".')
_limit = click.option("--limit", type=click.IntRange(min=1), help="How many levels at most.")
_json = click.option("--json", "as_json", is_flag=True, help="One JSON object per line, nothing else.")
_quiet = click.option("--quiet", is_flag=True, help="No progress bar, no summary.")


# -- add and rerate


@command.command(
    "add",
    cls=options.FamilyCommand,
    help="Solve and rate the levels in FILE and add them; levels that are already there stay as they are.",
    short_help="Solve, rate and add levels.",
)
@_at
@options.common(workers="Number of processes that rate levels; one per core by default.")
def add(common: options.Common, library: Library) -> int:
    reporter = IngestReporter(Message("adding"), common.quiet or common.as_json)
    limits = Limits(common.time_limit, common.memory_limit)
    candidates = _read_candidates(common, reporter)
    with reporter.watch(reporter.control, searches=False):
        summary = library.add(
            candidates, workers=common.workers, limits=limits, control=reporter.control, progress=reporter.show_summary
        )
    summary.invalid += reporter.invalid
    return reporter.print_summary(summary, library, common.as_json)


def _read_candidates(common: options.Common, reporter: IngestReporter) -> Iterator[Candidate]:
    """Yield the levels in all files; Parquet files are read row by row, all others as in the other commands."""
    from ...datasets.ingest import candidate_of, parquet_files, read_parquet

    texts = tuple(path for path in common.paths if path == "-" or parquet_files(path) is None)
    for path in common.paths:
        for file in () if path in texts else parquet_files(path) or ():

            def refuse(at: int, error: UnjamError, file: str = file) -> None:
                line = words("{file}: level {number}: {reason}", file=file, number=at, reason=translate(error))
                terminal.echo(line, err=True)
                reporter.count_unreadable()

            yield from read_parquet(file, refuse, common.level)
    if texts or not common.paths:
        levels = replace(common, paths=texts).levels()
        for entry in levels:
            if entry.puzzle is None:
                entry.print_faults()
                reporter.count_unreadable()
            else:
                reporter.share = levels.share(entry)
                yield candidate_of(entry.level, entry.puzzle, None if entry.source.path == "-" else entry.source.path)
        reporter.codes.codes |= levels.codes.codes


@command.command(
    "rerate",
    help="Rate again every level that was rated with another model or version, or not at all.",
    short_help="Rate levels again with the current model.",
)
@_at
@_condition
@_json
@_quiet
@click.option("--time-limit", type=options.Seconds(), help="Time limit per level, in seconds.")
@click.option("--memory-limit", type=options.Size(), help="Memory limit per level, such as 500M or 4G.")
@click.option(
    "--workers", type=click.IntRange(min=1), help="Number of levels to rate at once; one per core by default."
)
def rerate(
    library: Library,
    where: str | None,
    as_json: bool,
    quiet: bool,
    time_limit: float | None,
    memory_limit: int | None,
    workers: int | None,
) -> int:
    reporter = IngestReporter(RATING, quiet or as_json)
    with reporter.watch(reporter.control, searches=False):
        summary = library.rerate(
            where,
            workers=workers,
            limits=Limits(time_limit, memory_limit),
            control=reporter.control,
            progress=reporter.show_summary,
        )
    return reporter.print_summary(summary, library, as_json)


class IngestReporter(Reporter):
    """Shows the progress of ``add`` and ``rerate``, prints their summary and computes their exit code."""

    def __init__(self, activity: Message, is_quiet: bool) -> None:
        super().__init__(activity, is_quiet)
        self.is_quiet, self.share, self.invalid = is_quiet, 0.0, 0
        self.codes, self.control = ExitCode(), Control()

    def count_unreadable(self) -> None:
        """Count a level that cannot be read."""
        self.invalid += 1
        self.codes.add(None)

    def show_summary(self, summary: AddSummary) -> None:
        if self.is_shown:
            again = (
                words("{n} rated again", n=summary.new) if self.activity == RATING else words("{n} new", n=summary.new)
            )
            share = words("{share} read", share=f"{self.share:.0%}") if self.share else ""
            rate = words("{rate} per second", rate=number(round(self.per_second(summary.new))))
            self.show(amount(summary.seen, "levels"), share, again, rate)

    def print_summary(self, summary: AddSummary, library: Library, as_json: bool) -> int:
        """Print how many levels were added, already present or unreadable, and return the exit code."""
        if as_json:
            print_json({"at": library.path} | asdict(summary))
        elif not self.is_quiet:
            terminal.echo(f"{library.path}: {', '.join(self._describe(summary))}")
        if summary.stopped:
            raise KeyboardInterrupt
        self.codes.codes |= ({3} if summary.gave_up else set()) | ({1} if summary.unsolvable else set())
        return self.codes.code

    def _describe(self, summary: AddSummary) -> Iterator[str]:
        if self.activity == RATING:
            yield plural("{n} level rated again", "{n} levels rated again", n=summary.new)
            yield words("{n} already rated with the current model", n=summary.known)
        else:
            yield plural("{n} level added", "{n} levels added", n=summary.new)
            yield words("{n} already there", n=summary.known)
        if summary.unsolvable:
            yield words("{n} without a solution", n=summary.unsolvable)
        if summary.gave_up:
            yield words("{n} stopped at a limit", n=summary.gave_up)
        if summary.invalid:
            yield words("{n} unreadable", n=summary.invalid)


# -- query and export


@command.command(
    "query",
    help="Show the levels that meet CONDITION; as plain level text if standard output is not a terminal.",
    short_help="Show levels.",
)
@_at
@_condition
@_order
@_limit
@_json
@_quiet
def query(library: Library, where: str | None, order: str | None, limit: int | None, as_json: bool, quiet: bool) -> int:
    if as_json:
        for row in library.rows(where, order=order, limit=limit):
            print_json(row)
        return 0
    if not sys.stdout.isatty():
        _print_texts(library.rows(where, order=order, limit=limit, columns=("text",)))
        return 0
    from .shelves import print_boards

    shown = print_boards(library.query(where, order=order, limit=limit or DEFAULT_SHOWN))
    if not quiet:
        total = library.count(where)
        some = words("{n} of {all}; --limit shows more, --json shows everything", n=shown, all=total)
        terminal.echo(some if total > shown else amount(shown, "levels"), err=True)
    return 0


def _print_texts(rows: Iterator[Row]) -> None:
    """Print the levels one after another, with an empty line between multi-line boards."""
    before: str | None = None
    for row in rows:
        text = row["text"]
        terminal.echo(f"\n{text}" if before is not None and "\n" in before + text else text)
        before = text


def _formats() -> str:
    return "The format, where the file's ending does not say: " + options.describe_families(
        lambda kind: ", ".join(kind.formats)
    )


@command.command(
    "export",
    help="Write the levels that meet CONDITION to a file: text, .sok or .parquet.",
    short_help="Write levels to a file.",
)
@_at
@_condition
@_order
@_limit
@_quiet
@click.option("-o", "--output", required=True, metavar="FILE", help="'-' for standard output.")
@click.option("--to", "format_", cls=options.ListedHelp, listing=_formats)
def export(
    library: Library,
    where: str | None,
    order: str | None,
    limit: int | None,
    quiet: bool,
    output: str,
    format_: str | None,
) -> int:
    ending = os.path.splitext(output)[1].lower().lstrip(".")
    if format_ is None and ending == "parquet":
        number = library.export(output, where, order=order, limit=limit)
    else:
        texts = [_text(level, row, format_, ending) for level, row in library.query(where, order=order, limit=limit)]
        gap = "\n\n" if any("\n" in text for text in texts) else "\n"
        output_file.write(output, (gap.join(texts) + "\n" if texts else "").encode())
        number = len(texts)
    if not quiet:
        terminal.echo(f"{output}: {amount(number, 'levels')}", err=output == "-")
    return 0


def _text(puzzle: Puzzle, row: Row, format_: str | None, ending: str) -> str:
    """Return the level in the format given by --to or the file extension, by default the family's first format."""
    name = format_ or (ending if ending in puzzle.formats else puzzle.formats[0])
    notes = {} if row["author"] is None else {"author": row["author"]}
    if format_ is None and ending == "sok":
        puzzle.format("sok")
    return puzzle.text(name, title=row["title"], notes=notes).rstrip("\n")


# -- stats and compact


@command.command(
    "stats",
    help="Count the levels by family and difficulty; with CONDITION, only those that meet it.",
    short_help="Count levels by family and difficulty.",
)
@_at
@_condition
@_json
@options.plot_option
def stats(library: Library, where: str | None, as_json: bool, plot: str | None) -> int:
    from .shelves import family_title, print_counts

    kind = output_file.Plots(plot, as_json).kind if plot else ""
    shelves = library.stats(where)
    if plot:
        from ...pictures.charts import plot_shelves

        named = ((family_title(each.family), each.level or "not rated", each.levels) for each in shelves)
        drawn = plot_shelves(named, kind, lang=language())
        output_file.write(plot, drawn)
    if as_json:
        for each in shelves:
            print_json(asdict(each))
    elif plot != "-":
        print_counts(library, shelves)
    return 0


@command.command(
    "compact",
    help="Merge the files into one and drop duplicates; others can add and query levels meanwhile.",
    short_help="Merge the files and drop duplicates.",
)
@_at
@_json
@_quiet
def compact(library: Library, as_json: bool, quiet: bool) -> int:
    fewer, doubles = library.compact()
    if as_json:
        print_json({"at": library.path, "files": fewer, "doubles": doubles})
    elif not quiet:
        merged = words("{n} files merged into one", n=fewer + 1) if fewer else words("nothing to merge")
        dropped = plural("{n} row dropped", "{n} rows dropped", n=doubles)
        terminal.echo(f"{library.path}: {merged}, {dropped}")
    return 0


command.add_command(export_plays)
