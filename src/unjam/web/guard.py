"""What stands before every answer: headers that keep the page to itself, and a hearing for who sent too much."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 3_000_000
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

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]


class Guard:
    """Wraps an ASGI app: every answer gets the headers; one that refuses a body waits until it was sent."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                if message["status"] == 413:
                    await _drain(receive)
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


async def _drain(receive: Receive) -> None:
    left, more = PATIENCE, True
    while more and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)
