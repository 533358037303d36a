"""unjam serve: serve the web page to other machines."""

from __future__ import annotations

from typing import Any

import click

from .. import options
from ..printing.language import language, system_error, words
from ..reading import family_file

plays_option = click.option(
    "--plays",
    metavar="DIR",
    help="Record plays in this folder, without names, if the player agrees; see docs/plays.md.",
)


@click.command(
    "serve",
    help="Serve the page, on this machine only unless --host is given. There are no passwords: anyone who can "
    "reach it can play and start searches.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 opens the page to everyone who can reach this machine.",
)
@click.option(
    "--allow-host",
    "allowed",
    metavar="NAME",
    multiple=True,
    help="Another host name to answer to, for a server behind a proxy; can be repeated.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@click.option("--family", "family_name", help="A Python file that defines your own family.")
@click.option("--library", metavar="DIR", help="Show this library as shelves; see 'unjam library'.")
@plays_option
@click.option(
    "--time-limit", type=options.Seconds(), default=60.0, show_default=True, help="Time limit per search, in seconds."
)
@click.option("--memory-limit", type=options.Size(), default="1G", show_default=True, help="Memory limit per search.")
@click.option(
    "--workers", type=click.IntRange(min=1), help="Number of searches to run at once; one per core by default."
)
def command(
    host: str,
    allowed: tuple[str, ...],
    port: int,
    family_name: str | None,
    library: str | None,
    plays: str | None,
    time_limit: float,
    memory_limit: int,
    workers: int | None,
) -> None:
    from ...web.http.hosts import parse_host

    for name in allowed:
        if parse_host(name) is None:
            raise click.UsageError(
                words("'{name}' is not a host name; expected one such as puzzles.example.org", name=name)
            )
    start(
        host=host,
        port=port,
        allowed_hosts=allowed,
        library=library,
        plays=plays,
        seconds=time_limit,
        memory=memory_limit,
        workers=workers,
        **family_options(family_name),
    )


def family_options(family_name: str | None) -> dict[str, Any]:
    """Return the server options for a family: its name and, if it is defined in a Python file, that file."""
    if family_name is None:
        return {}
    if family_name.endswith(".py"):
        return {"family": family_file.load_own_family(family_name).family, "families": (family_name,)}
    from ...families import family

    return {"family": family(family_name).family}


def start(**settings: Any) -> None:
    """Run the server with these ``ServerOptions``, or print an error if the web extra is not installed."""
    try:
        from ...web.options import ServerOptions
        from ...web.server import serve
    except ModuleNotFoundError as missing:
        if missing.name not in ("fastapi", "uvicorn", "pydantic", "starlette"):
            raise
        raise click.ClickException(words("the page needs the web extra: pip install 'unjam[web]'")) from None
    try:
        serve(ServerOptions(lang=language(), **settings))
    except OSError as error:
        problem = words(
            "cannot listen on {host}, port {port}: {why}; choose another with --port",
            host=settings["host"],
            port=str(settings["port"]),
            why=system_error(error),
        )
        raise click.ClickException(problem) from None
