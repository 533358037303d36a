"""The files of the page, read once into memory: no path from a request ever reaches the file system."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from starlette.requests import Request
from starlette.responses import Response

from .compact import script, style

KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class File:
    """One file of the page: its bytes, the same packed, and a mark that changes when they do."""

    kind: str
    body: bytes
    packed: bytes
    mark: str

    def answer(self, request: Request) -> Response:
        """The file, packed where the browser can unpack it; nothing but the mark when it has it already."""
        headers = {"etag": self.mark, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.mark:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"})
        return Response(self.body, media_type=self.kind, headers=headers)


def static_files() -> dict[str, File]:
    """Every file under static/, by name."""
    found = {}
    for source in files(__package__).joinpath("static").iterdir():
        kind = KINDS.get(source.name.rpartition(".")[2])
        if kind:
            body = source.read_bytes()
            if shorten := {"js": script, "css": style}.get(source.name.rpartition(".")[2]):
                body = shorten(body.decode()).encode()
            found[source.name] = File(kind, body, gzip.compress(body, mtime=0), f'"{sha256(body).hexdigest()[:20]}"')
    return found
