"""unjam play: the page, in the browser of this machine."""

from __future__ import annotations

import click

from . import files


@click.command("play", help="Open the page in the browser, with the levels of FILE where one is named.")
@click.argument("file", required=False)
@click.option("--family", "family_name", help="The family, where the file could be two.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="The port to listen on."
)
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open a browser window.")
def command(file: str | None, family_name: str | None, port: int, browser: bool) -> None:
    from .serve import start

    text = None
    if file is not None:
        files.Source(file, family_name)
        text = files.decoded(files.content(file))
    start("127.0.0.1", port, open_browser=browser, level_text=text, seconds=None)
