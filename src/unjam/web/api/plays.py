"""Plays of people who allow it, if the server was started to record them. Names and addresses are never read."""

from __future__ import annotations

from ...core.puzzle import Unsupported
from ..state import ServerState
from ..wire import answers, requests


class StorageFull(Exception):
    """No more plays can be written."""


def plays_enabled(state: ServerState) -> answers.PlaysAnswer:
    """Whether this server records plays of people who allow it."""
    return answers.PlaysAnswer(state.plays is not None)


def add_play(state: ServerState, body: requests.PlayRequest) -> None:
    """Record some events of a play, without anything about who sent them."""
    if state.plays is None:
        raise Unsupported("this server records no plays")
    state.positions.puzzle(body.level)
    try:
        state.plays.add(
            body.play, body.level, body.first, [(event.at, event.kind, event.position) for event in body.events]
        )
    except OSError:
        raise StorageFull from None
