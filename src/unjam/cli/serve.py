"""unjam serve: the page, for a machine that others reach."""

from __future__ import annotations

from typing import Any

import click


@click.command("serve", help="Serve the page; on loopback unless --host says otherwise.")
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8000, show_default=True)
def command(host: str, port: int) -> None:
    start(host, port)


def start(host: str, port: int, **options: Any) -> None:
    """Runs the server, or says which extra is missing."""
    try:
        from ..web.server import serve
    except ModuleNotFoundError as missing:
        if missing.name not in ("fastapi", "uvicorn", "pydantic", "starlette"):
            raise
        raise click.ClickException("the page needs the web extra: pip install 'unjam[web]'") from None
    try:
        serve(host, port, **options)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise click.ClickException(f"cannot listen on {host}, port {port}: {why}; choose another with --port") from None
