"""What the API answers to each error: a status and the message, in English and as a template."""

from __future__ import annotations

from ...core.message import Message, plural
from ...core.puzzle import IllegalMove, UnjamError
from ..jobs.queue import Busy
from ..wire import answers
from ..wire.decoding import Malformed, NotJson
from .levels import describe_error
from .plays import StorageFull

MAX_BODY = 3_000_000
TOO_LARGE = plural(
    "That is more than {n} byte; send less text.", "That is more than {n} bytes; send less text.",
    n=MAX_BODY,
)  # fmt: skip

HANDLER_ERRORS = (UnjamError, Busy, StorageFull, Malformed, NotJson)
"""The errors that a handler may raise; any other is a bug."""


def refusal(error: Exception) -> tuple[int, answers.Trouble]:
    """Return the status and the answer for an error that a handler may raise."""
    match error:
        case IllegalMove():
            return 409, describe_error(error)
        case UnjamError():
            return 404, describe_error(error)
        case Busy():
            return 503, trouble(Message("Too many searches are waiting; try again in a minute."))
        case StorageFull():
            return 507, trouble(Message("there is no room for more plays"))
        case Malformed(place=place, why=why):
            reason = Message("{why}", why=why)
            return 422, trouble(Message("{place}: {why}", place=place, why=reason) if place else reason)
        case NotJson():
            return 400, trouble(Message("{why}", why="There was an error parsing the body"))
    raise error


def trouble(message: Message) -> answers.Trouble:
    return describe_error(UnjamError(message))
