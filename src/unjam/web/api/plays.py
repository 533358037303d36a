"""API functions that record the games of consenting players, if enabled; names and addresses are never read."""

from __future__ import annotations

from ...core.puzzle import Unsupported
from ..state import ServerState
from ..wire import answers, requests


class StorageFull(Exception):
    """Raised if a play cannot be stored, usually because the folder or the disk is full."""


def plays_enabled(state: ServerState) -> answers.PlaysAnswer:
    """Return whether this server records the games of players who consent."""
    return answers.PlaysAnswer(state.plays is not None)


def add_play(state: ServerState, body: requests.PlayRequest) -> None:
    """Record some events of a play, without any information about who sent them."""
    if state.plays is None:
        raise Unsupported("this server records no plays")
    state.positions.puzzle(body.level)
    try:
        state.plays.add(
            body.play, body.level, body.first, [(event.at, event.kind, event.position) for event in body.events]
        )
    except OSError:
        raise StorageFull from None
