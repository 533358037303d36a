"""unjam play: the page, in the browser of this machine."""

from __future__ import annotations

import click

from . import files


@click.command("play", help="Open the page in the browser, with the levels of FILE where one is named.")
@click.argument("file", required=False)
@click.option("--family", "family_name", help="The family of the file, or a Python file with one of your own.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="The port to listen on."
)
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open a browser window.")
def command(file: str | None, family_name: str | None, port: int, browser: bool) -> None:
    from .serve import chosen, start

    settings = chosen(family_name)
    if file is not None:
        source = files.Source(file, family_name)
        settings |= {"level_text": source.text, "family": source.family.family}
    start("127.0.0.1", port, open_browser=browser, seconds=None, **settings)
