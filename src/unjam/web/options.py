"""The options of a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PUBLIC_SECONDS, PUBLIC_MEMORY = 60.0, 2**30
"""The time and memory limits for each search on a server that other machines can reach."""


@dataclass(frozen=True)
class ServerOptions:
    """The options of a server. Port 0 means any free port. ``seconds`` and ``memory`` limit each search.

    ``families`` are Python files that define families; if ``family`` is None, the family of ``level_text`` is detected.
    ``heuristics`` are functions in Python files, FILE.py:NAME, that the lab offers.
    ``library`` is the folder of a library, ``plays`` the folder for the games of players who consent. The server
    responds to the name ``host`` and to ``allowed_hosts``. If ``ahead`` is true, it generates levels in advance.
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
    heuristics: Sequence[str] = ()
    library: str | None = None
    plays: str | None = None
    ahead: bool = True
