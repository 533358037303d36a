"""The static files of the page, read and bundled once, when the server starts.

A file is served at ``/static/VERSION/path``, where the version is a hash of all files, so a browser may cache it
forever. At ``/static/path`` the browser asks each time whether the file has changed.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...locale import CATALOGUES, languages
from .bundle import FIRST_VIEW, FOLDER, Bundles, add_links, join_styles, strip_comments, strip_types

STATIC = Path(__file__).parents[1] / "static"
IN_BROWSER = "browser/"
"""The folder of what only a page without a server has."""
SERVICE_WORKER = "app/service_worker.js"
"""Opens the page while the server does not answer; served at the root, since it acts below its address."""
TRANSPORTS = {"transport.js": f"{IN_BROWSER}transport.js"}
FOREVER, ASK = "public, max-age=31536000, immutable", "no-cache"
MIN_COMPRESSED = 500
"""Responses of fewer bytes are not compressed."""

mimetypes.add_type("text/javascript", ".js")  # on some systems it is text/plain, which browsers refuse to run


@dataclass(frozen=True)
class StoredAnswer:
    """A response that stays the same while the server runs; it is compressed once, when first needed."""

    content: bytes
    media_type: str

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.content, 9, mtime=0)

    @cached_property
    def etag(self) -> str:
        return f'"{blake2b(self.content, digest_size=12).hexdigest()}"'

    def respond(self, request: Request, cache_control: str = ASK, status: int = 200) -> Response:
        """Return the response: empty if the browser has a current copy, compressed if the browser supports it."""
        headers = {"cache-control": cache_control, "etag": self.etag, "vary": "Accept-Encoding"}
        known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
        if status == 200 and (self.etag in known or "*" in known):
            return Response(status_code=304, headers=headers)
        content = self.content
        if len(content) >= MIN_COMPRESSED and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(content, status, headers, self.media_type)


class PageFiles:
    """The files under static/, their bundles, the translation catalogues, and the HTML of each view.

    The files of the page stand below ``root``. ``in_browser`` are the files of a page that has no server: there, a
    worker of the browser answers its requests. With ``has_library`` the first view links to the library, which it
    need not ask the server for.
    """

    def __init__(
        self, folder: Path = STATIC, root: str = "/static/", in_browser: bool = False, has_library: bool = False
    ) -> None:
        texts = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(folder.rglob("*"))
            if path.suffix in (".js", ".css", ".svg", ".html")
        }
        html = texts.pop("index.html")
        if has_library:
            html = html.replace("<html ", '<html data-library="yes" ', 1)
        if not in_browser:
            texts = {path: text for path, text in texts.items() if not path.startswith(IN_BROWSER)}
        scripts = {path: text for path, text in texts.items() if path.endswith(".js")}
        self.root, self.bundles = root, Bundles(scripts, TRANSPORTS if in_browser else None)
        html, styles = join_styles(html, texts)
        sent = {path: _strip(path, text) for path, text in texts.items()} | styles
        for entry in self.bundles.contents:
            sent[f"{FOLDER}/{entry}"] = self.bundles.text(entry)
        for lang in languages()[1:]:
            sent[f"words/{lang}.json"] = Path(CATALOGUES, f"{lang}.json").read_text(encoding="utf-8")
        self.version = _digest(sent)
        self.files = {path: StoredAnswer(text.encode(), _media_type(path)) for path, text in sent.items()}
        self._html = html
        self._pages: dict[tuple[str, str], StoredAnswer] = {}

    async def file(self, request: Request) -> Response:
        """Return the file at the URL, or a 404 error for a different version, which only an outdated page requests."""
        path = request.path_params["path"]
        version, _, rest = path.partition("/")
        if version == self.version and rest in self.files:
            return self.files[rest].respond(request, FOREVER)
        if path in self.files:
            return self.files[path].respond(request)
        raise HTTPException(404)

    def page(self, view: str, answers: str = "") -> StoredAnswer:
        """Return the HTML for a view, such as ``play``, with links to the bundles that it needs.

        ``answers`` is the version of the constant answers.
        """
        script = f"{view}/view.js" if f"{view}/view.js" in self.bundles.scripts else FIRST_VIEW
        if (script, answers) not in self._pages:
            first, *others = self.bundles.preloads(script)
            links = [f'<link rel="modulepreload" href="{FOLDER}/{entry}">' for entry in others]
            html = add_links(self._html.replace(f'src="{first}"', f'src="{FOLDER}/{first}"'), links)
            html = _ADDRESS.sub(rf'\1="{self.root}{self.version}/\2"', html)
            if answers:
                html = html.replace("<html ", f'<html data-answers="{answers}" ', 1)
            self._pages[script, answers] = StoredAnswer(html.encode(), "text/html")
        return self._pages[script, answers]


_ADDRESS = re.compile(r'\b(href|src)="(?![/#]|\w+:)([^"]+)"')
"""A relative URL in the HTML."""


def _strip(path: str, text: str) -> str:
    return {"js": strip_types, "css": strip_comments}.get(path.rpartition(".")[2], str)(text)


def _media_type(path: str) -> str:
    return mimetypes.guess_type(path)[0] or "application/octet-stream"


def _digest(texts: Mapping[str, str]) -> str:
    digest = blake2b(digest_size=8)
    for path, text in sorted(texts.items()):
        digest.update(f"{path}\n{len(text)}\n{text}".encode())
    return digest.hexdigest()
