"""What stands before every request: a limit on its body, and headers that keep the page to itself."""

from __future__ import annotations

import json
from typing import Any

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


class TooLarge(Exception):
    pass


class Guard:
    """Wraps an ASGI app: a body over the limit gets 413 and is never held; every answer gets the headers."""

    def __init__(self, app: Any, largest: int = LARGEST_BODY) -> None:
        self.app, self.largest = app, largest

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False
        came = 0

        async def send_guarded(message: dict[str, Any]) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        async def receive_guarded() -> dict[str, Any]:
            nonlocal came
            message: dict[str, Any] = await receive()
            came += len(message.get("body", b""))
            if came > self.largest:
                raise TooLarge
            return message

        declared = dict(scope["headers"]).get(b"content-length", b"0")
        try:
            if declared.isdigit() and int(declared[:20]) > self.largest:
                raise TooLarge
            await self.app(scope, receive_guarded, send_guarded)
        except TooLarge:
            if begun:
                raise
            await _drain(receive)
            why = {
                "error": f"That is more than {self.largest:,} bytes; send a smaller text.",
                "line": None,
                "column": None,
            }
            body = json.dumps(why).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
                *HEADERS,
            ]
            await send({"type": "http.response.start", "status": 413, "headers": headers})
            await send({"type": "http.response.body", "body": body})


async def _drain(receive: Any) -> None:
    left = PATIENCE
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return
