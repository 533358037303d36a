"""Gathers the pages of the documentation site in build/pages, where Zensical finds them: `make docs`.

    python tools/site/gather.py [--app]

The pages are those of docs/, and with them
- the board of the first page, the reference of the names and of the commands, made from the package itself;
- the changelog and the other pages that stand at the root of the repository;
- a page for every file of the repository that some page links to, so that no link leads away from the site.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import board
import commands
import reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MOVED = {
    "README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md", "bench/README.md": "speed.md",
}  # fmt: skip
"""Pages at the root of the repository -> where they stand on the site."""
PLAY = "<!-- play -->\n"
PLAY_LINK = '<a class="md-button md-button--primary" href="app/index.html">Play in the browser</a>\n'
LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?(\))")
FENCE = re.compile(r"^(```+).*?^\1 *$", re.DOTALL | re.MULTILINE)
LEXERS = {".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".js": "javascript", ".txt": "text", ".toml": "toml"}


def gather(out: Path, has_app: bool = False) -> None:
    """Writes every page, picture and script of the site below the folder, and nothing else there.

    The front page leads to the page to play on where the site is to have it.
    """
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(DOCS, out)
    own = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
    own |= {to: ROOT / path for path, to in MOVED.items() if to != "index.md"}
    texts = {uri: path.read_text(encoding="utf-8") for uri, path in own.items()}
    pages = {uri: relinked(text, uri) for uri, text in texts.items()}
    pages["index.md"] = pages["index.md"].replace(PLAY, PLAY_LINK if has_app else "")
    pages |= commands.pages() | reference.pages()
    pages |= {source_page(path): _source(path) for path in sorted(set(_linked(texts)))}
    pages["site/board.json"] = board.recorded()
    pages["site/widget.js"] = (ROOT / "src/unjam/integrations/notebook/widget.js").read_text(encoding="utf-8")
    for uri, text in pages.items():
        path = out / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def relinked(markdown: str, here: str) -> str:
    """The text of a page with its links as the site has them."""

    def change(match: re.Match[str]) -> str:
        to = target(here, match[2])
        if to is None:
            return match[0]
        return f"{match[1]}{posixpath.relpath(to, posixpath.dirname(here) or '.')}{match[3] or ''}{match[4]}"

    out, at = [], 0
    for fence in FENCE.finditer(markdown):
        out += [LINK.sub(change, markdown[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*out, LINK.sub(change, markdown[at:])])


def target(here: str, link: str) -> str | None:
    """The page of the site that a link leads to, None where it is to stay as it is: an address, a picture."""
    if re.match(r"\w+:|#", link):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(at_home(here)), link))
    if path in MOVED:
        return MOVED[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return source_page(path)


def at_home(uri: str) -> str:
    """Where the page stands in the repository."""
    back = {to: path for path, to in MOVED.items() if to != "index.md"}
    return back.get(uri, f"docs/{uri}")


def source_page(path: str) -> str:
    return f"source/{path}.md"


def _source(path: str) -> str:
    """A file of the repository as a page."""
    file = ROOT / path
    if file.is_dir():
        inside = "\n".join(
            f"- `{each.name}`" for each in sorted(file.iterdir()) if not each.name.startswith((".", "_"))
        )
        return f"---\nsearch:\n  exclude: true\n---\n# {path}\n\n{inside}\n"
    lexer = LEXERS.get(PurePosixPath(path).suffix, "text")
    return f"---\nsearch:\n  exclude: true\n---\n# {path}\n\n````{lexer}\n{file.read_text(encoding='utf-8')}````\n"


def _linked(texts: dict[str, str]) -> Iterator[str]:
    """The files outside docs/ that the pages link to."""
    for uri, text in texts.items():
        for match in LINK.finditer(FENCE.sub("", text)):
            to = target(uri, match[2]) or ""
            path = to.removeprefix("source/").removesuffix(".md")
            if to.startswith("source/") and (ROOT / path).exists():
                yield path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--app", action="store_true", help="link to the page, which is part of the site")
    gather(ROOT / "build" / "pages", has_app=parser.parse_args().app)
