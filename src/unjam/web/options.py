"""How a server is started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PUBLIC_SECONDS, PUBLIC_MEMORY = 60.0, 2**30
"""Limits of a search on a server that others reach."""


@dataclass(frozen=True)
class ServerOptions:
    """How a server is started; port 0 takes a free one. ``seconds`` and ``memory`` limit each search.

    ``families`` are Python files with families; ``level_text`` is read as ``family``, or as whatever it looks like.
    ``library`` is the folder of a library, ``plays`` the folder where plays are kept of those who allow it. The server
    answers to the name of ``host`` and to ``allowed_hosts``. Unless ``ahead`` is off, it generates levels ahead.
    """

    host: str = "127.0.0.1"
    port: int = 0
    allowed_hosts: Sequence[str] = ()
    open_browser: bool = False
    lang: str = "en"
    seconds: float | None = PUBLIC_SECONDS
    memory: int | None = PUBLIC_MEMORY
    workers: int | None = None
    level_text: str | None = None
    family: str | None = None
    families: Sequence[str] = ()
    library: str | None = None
    plays: str | None = None
    ahead: bool = True
