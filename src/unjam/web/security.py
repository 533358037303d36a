"""What stands round every answer: headers that keep the page to itself, and words for who sent too much."""

from __future__ import annotations

from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.message import plural
from .errors import said
from .hosts import Hosts

MAX_BODY = 3_000_000
TOO_LARGE = plural(
    "That is more than {n} byte; send a smaller text.", "That is more than {n} bytes; send a smaller text.",
    n=MAX_BODY,
)  # fmt: skip
PATIENCE = 64_000_000
"""Bytes of a refused body that are read and forgotten, so that the sender gets to hear why."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

SAFE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HEADERS = [(name.encode(), value.encode()) for name, value in SAFE.items()]


class Guard:
    """Wraps an ASGI app: every answer gets the headers, and a body that is too large is refused in words, as is whoever
    asks by a name that is not the server's.

    Such a body is read to its end first, as far as patience goes: who still sends does not hear.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts | None = None) -> None:
        self.app, self.hosts = app, hosts or Hosts()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = False
        if scope["type"] == "http" and (why := self.hosts.refusal(scope)) is not None:
            status, message = why
            await PlainTextResponse(f"{message}\n", status, headers=SAFE)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start":
                refused = message["status"] == 413
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            if not refused:
                await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)
        if refused:
            await _drain(receive)
            await JSONResponse(said(TOO_LARGE), 413, headers=SAFE)(scope, receive, send)


async def _drain(receive: Receive) -> None:
    left, more = PATIENCE, True
    while more and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)
