"""The files of the page."""

from __future__ import annotations

import mimetypes
import os
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"

mimetypes.add_type("text/javascript", ".js")  # some systems say text/plain, and a browser then runs no module


class PageFiles(StaticFiles):
    """The files under static/; a browser keeps them, and asks each time whether they are still the same."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response
