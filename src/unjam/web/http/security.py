"""Security: headers for every response, allowed host names, and a size limit for request bodies."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..api.errors import TOO_LARGE
from .errors import refuse
from .hosts import Hosts

MAX_DRAINED = 64_000_000
"""The maximum number of bytes of a rejected body that are read and discarded, so that the client sees the response."""

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

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class SecurityMiddleware:
    """Adds the headers to every response, and refuses unknown host names and bodies that are too large.

    A body that is too large is still read, up to a limit, because a client sees no response while it is sending.
    """

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if (refusal := self.hosts.refusal(scope)) is not None:
            status, message = refusal
            await PlainTextResponse(f"{message}\n", status, headers=HEADERS)(scope, receive, send)
            return
        is_too_large = False

        async def send_with_headers(message: Message) -> None:
            nonlocal is_too_large
            if message["type"] == "http.response.start":
                is_too_large = message["status"] == 413
                message["headers"] = [*message.get("headers", ()), *RAW_HEADERS]
            if not is_too_large:
                await send(message)

        await self.app(scope, receive, send_with_headers)
        if is_too_large:
            await _drain(receive)
            await refuse(413, TOO_LARGE, HEADERS)(scope, receive, send)


async def _drain(receive: Receive) -> None:
    left, more = MAX_DRAINED, True
    while more and left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        more = message["type"] == "http.request" and message.get("more_body", False)
