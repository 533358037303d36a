"""The files of the page."""

from __future__ import annotations

import mimetypes
import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...locale import CATALOGUES, languages

STATIC = Path(__file__).parents[1] / "static"

mimetypes.add_type("text/javascript", ".js")  # some systems say text/plain, and a browser then runs no module


async def catalogue(request: Request) -> Response:
    """Return the page's sentences in another language; a browser asks each time whether they changed."""
    lang = request.path_params["lang"]
    if lang not in languages()[1:]:
        raise HTTPException(404)
    return FileResponse(os.path.join(CATALOGUES, f"{lang}.json"), headers={"cache-control": "no-cache"})


def strip_types(script: str) -> str:
    """Return a script without types, comments and indentation; every statement keeps its line.

    >>> strip_types("// Noun.\\n/** @param {number} n */\\n  f(/** @type {X} */ (n)); // why\\n")
    '\\n\\nf((n));\\n'
    """
    return _INDENT.sub("", _TRAILING.sub("", _INSIDE.sub("", _LINES.sub(_blank_lines, script))))


def strip_comments(style: str) -> str:
    """Return a style sheet without comments and indentation; every rule keeps its line.

    >>> strip_comments("/* Noun,\\nverb. */\\na { b: c; /* why */ }\\n")
    '\\n\\na { b: c; }\\n'
    """
    return _INDENT.sub("", _COMMENT.sub(_blank_lines, style))


def _blank_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


_COMMENT = re.compile(r"[ \t]*/\*.*?\*/", re.DOTALL)
_LINES = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.DOTALL | re.MULTILINE)
_INSIDE = re.compile(r"/\*\* @[^\n]*?\*/ ?")
_TRAILING = re.compile(r"(?<=[;,{}()\]\w]) +// [^\n\"`]*$", re.MULTILINE)  # with a quote it may be part of a string
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


@lru_cache(maxsize=256)
def _stripped(path: str, changed: float) -> bytes:
    strip = strip_types if path.endswith(".js") else strip_comments
    return strip(Path(path).read_text(encoding="utf-8")).encode()


class PageFiles(StaticFiles):
    """The files under static/, scripts without types and styles without comments.

    A browser keeps them and asks each time whether they changed.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        if not str(full_path).endswith((".js", ".css")) or response.status_code != 200:
            return response
        headers = {name: response.headers[name] for name in ("etag", "last-modified", "cache-control")}
        return Response(
            _stripped(str(full_path), stat_result.st_mtime), media_type=response.media_type, headers=headers
        )
