"""unjam library export-plays: write the plays that a server recorded to a Parquet file."""

from __future__ import annotations

from dataclasses import asdict

import click

from ..printing import terminal
from ..printing.language import plural, system_error
from ..reading import family_file


@click.command(
    "export-plays",
    help="Write the plays recorded by 'unjam serve --plays DIR' to a Parquet file, one row per event. docs/plays.md"
    " lists the columns and what is recorded.",
    short_help="Write recorded plays to a Parquet file.",
)
@click.argument("folder", metavar="DIR")
@click.option("-o", "--output", required=True, metavar="FILE", help="The Parquet file.")
@click.option("--family", "family_name", help="A Python file that defines your own family, if it was played.")
@click.option("--json", "as_json", is_flag=True, help="The counts as one JSON object, nothing else.")
@click.option("--quiet", is_flag=True, help="No summary.")
def command(folder: str, output: str, family_name: str | None, as_json: bool, quiet: bool) -> int:
    from ...datasets.plays import export_plays

    family_file.find_family(family_name)
    try:
        counts = export_plays(folder, output)
    except OSError as error:
        raise click.ClickException(f"{output}: {system_error(error)}") from None
    if as_json:
        import json

        terminal.echo(json.dumps({"at": output} | asdict(counts)))
    elif not quiet:
        parts = [
            plural("{n} event", "{n} events", n=counts.events),
            plural("{n} play", "{n} plays", n=counts.plays),
        ]
        if counts.skipped:
            parts.append(
                plural("{n} line without an event skipped", "{n} lines without an event skipped", n=counts.skipped)
            )
        if counts.doubles:
            parts.append(plural("{n} repeated event skipped", "{n} repeated events skipped", n=counts.doubles))
        terminal.echo(f"{output}: {', '.join(parts)}")
    return 0
