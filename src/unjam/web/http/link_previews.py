"""What other sites show of a link to a level (Open Graph): its title, its task and its picture.

The title may come from the link itself, so it is untrusted text: it is shortened, cleaned and escaped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from importlib.util import find_spec

from starlette.requests import Request

from ...core.puzzle import Puzzle, UnjamError
from ...families import FAMILIES, family
from ..api.routes import PREFIX
from ..presenters.positions import Positions, shipped_by_id
from .hosts import LOCAL_NAMES, Hosts, parse_host

MAX_TITLE = 80
"""As many characters of a title as the page shows, see state/link_title.js."""
MAX_PICTURE_ID = 1_500
"""A longer id makes an address that other sites cut off."""
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\\s]+")
"""Control characters, white space, and signs that turn the direction of the text around them."""


def clean_title(text: str) -> str:
    r"""Return the title in one short line.

    >>> clean_title(" Market\n\u202eday ")
    'Market day'
    """
    return _UNPRINTABLE.sub(" ", text).strip()[:MAX_TITLE].rstrip()


def public_address(request: Request, hosts: Hosts) -> str:
    """Return the address under which the visitor reached the server, without a slash at its end.

    A proxy that changes the Host header says in X-Forwarded-Host which one it was; only an allowed name is believed.
    """
    host = request.headers["host"]
    forwarded = request.headers.get("x-forwarded-host", "")
    name = parse_host(forwarded)
    if name in hosts.names and name not in LOCAL_NAMES:
        host = forwarded
    return f"{request.url.scheme}://{host}{request.scope.get('root_path', '')}"


class LinkPreviews:
    """Makes the tags for the addresses of levels and families."""

    def __init__(self, positions: Positions, hosts: Hosts, lang: str) -> None:
        self.positions, self.hosts, self.lang = positions, hosts, lang

    def tags(self, request: Request, view: str, name: str) -> dict[str, str] | None:
        """Return property -> content for the page at an address; None if it shows no level and no family."""
        if view == "puzzles" and name in FAMILIES:
            return self._describe(family(name), "", None)
        if view not in ("play", "watch", "draw", "lab") or not name:
            return None
        try:
            puzzle = self.positions.puzzle(name)
        except UnjamError:
            return None
        level, _ = shipped_by_id(puzzle.family).get(name, (None, None))
        title = level.title if level else clean_title(request.query_params.get("title", ""))
        tags = self._describe(type(puzzle), title or "", level.cost if level else None)
        if len(name) <= MAX_PICTURE_ID and find_spec("PIL") is not None:
            address = public_address(request, self.hosts)
            tags["og:image"] = f"{address}{PREFIX}/positions/{name}/picture.png"
            tags["og:image:alt"] = tags["og:title"]
            tags["twitter:card"] = "summary"
        return tags

    def _describe(self, kind: type[Puzzle], title: str, best: int | None) -> dict[str, str]:
        words, name = kind.about.page().words, kind.title().to(self.lang)
        task = words.call.to(self.lang)
        if best is not None:
            task = f"{task} {words.promise.fill(n=best).to(self.lang)}"
        return {"og:title": f"{title} · {name}" if title else name, "og:description": task}


def add_preview(html: str, tags: Mapping[str, str]) -> str:
    """Return the page with these tags in place of those that hold for every address.

    >>> page = '<title>unjam</title>\\n<meta property="og:title" content="unjam">\\n</head>'
    >>> print(add_preview(page, {"og:title": "a <b>"}))
    <title>a &lt;b&gt; · unjam</title>
    <meta property="og:title" content="a &lt;b&gt;">
    </head>
    """
    for name, content in tags.items():
        tag = f'<meta property="{name}" content="{escape(content)}">'
        literal = tag.replace("\\", r"\\")
        html, n = re.subn(f'<meta property="{name}" content="[^"]*">', literal, html)
        if not n:
            html = html.replace("</head>", f"{tag}\n</head>", 1)
    return html.replace("<title>unjam</title>", f"<title>{escape(tags['og:title'])} · unjam</title>", 1)
