"""Looks through the built site: every link leads to a place that is there, and nothing is loaded from elsewhere.

    python tools/site/check.py build/site

The builder checks the links of Markdown; this checks what came out, pictures, scripts and styles included.
"""

from __future__ import annotations

import argparse
import re
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

LOADS = {("link", "href"), ("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("use", "href")}
POLITE = {"canonical", "prev", "next"}  # a <link> that says where something is, and loads nothing


class Seen(HTMLParser):
    """The links of a page, what it loads, and the places that can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = {""}
        self.unnamed = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        for name in ("id", "name"):
            self.places.add(values.get(name) or "")
        self.unnamed += tag == "img" and not values.get("alt")
        for name in ("href", "src"):
            if (value := values.get(name)) is None:
                continue
            polite = tag == "link" and values.get("rel") in POLITE
            (self.loads if (tag, name) in LOADS and not polite else self.links).append(value)


def faults(site: Path) -> list[str]:
    """What is wrong with the site, a line each."""
    out = []
    for page in sorted(site.rglob("*.html")):
        name, seen = page.relative_to(site), read(page)
        out += [f"{name}: loads {each} from elsewhere" for each in seen.loads if urlsplit(each).netloc]
        if page.name != "404.html":  # its links are from the root, wherever that will be
            out += [f"{name}: {why}" for each in (*seen.links, *seen.loads) if (why := wrong(page, each, site))]
        if seen.unnamed:
            out.append(f"{name}: {seen.unnamed} pictures without words for those who cannot see them")
    for style in sorted(site.rglob("*.css")):
        for address in re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)", style.read_text(encoding="utf-8")):
            out.append(f"{style.relative_to(site)}: loads {address} from elsewhere")
    return out


@cache
def read(page: Path) -> Seen:
    return Seen(page.read_text(encoding="utf-8"))


def wrong(page: Path, link: str, site: Path) -> str:
    """Why the link leads nowhere, or nothing."""
    if urlsplit(link).scheme or urlsplit(link).netloc:
        return ""
    to, place = urldefrag(link)
    path, _, _ = to.partition("?")
    if path.startswith("/"):
        return f"{link} begins at the root: the site may stand in a folder"
    end = (page.parent / unquote(path)).resolve() if path not in ("", ".") else page
    if end.is_dir():
        end /= "index.html"
    if not end.is_relative_to(site) or not end.is_file():
        return f"{link} leads nowhere"
    if place.startswith("/"):  # the address of a view, in the page to play on
        return ""
    if place and end.suffix == ".html" and unquote(place) not in read(end).places:
        return f"{link}: there is no such place on that page"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, help="the folder that was built")
    site = parser.parse_args().site.resolve()
    problems = faults(site)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    files = [path for path in site.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    if problems:
        sys.exit(f"{len(problems)} faults in the site")
    print(f"{site.name}: {len(list(site.rglob('*.html')))} pages, {size / 1e6:.1f} MB, every link leads somewhere")


if __name__ == "__main__":
    main()
