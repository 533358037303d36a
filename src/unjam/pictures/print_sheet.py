"""A printable document of many levels: one HTML file, with the solutions on pages of their own at the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ..core.puzzle import Message
from ..core.scene import Scene
from .svg import svg

LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""The columns and rows for a number of levels on a page."""


@dataclass(frozen=True, slots=True)
class SheetLevel:
    """A level to print; ``details`` is a note beside its title, such as its difficulty.

    ``solution`` is a line of text, ``end`` the solved board, which says more where pieces are placed.
    """

    number: int
    scene: Scene
    title: str = ""
    details: str = ""
    solution: str | None = None
    end: Scene | None = None


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words on the sheets, in the reader's language; ``page`` has the values ``n`` and ``all``."""

    title: str
    solutions: str = "Solutions"
    page: Message = Message("Page {n} of {all}", n=0, all=0)  # noqa: RUF009  messages never change
    lang: str = "en"


def print_sheet(levels: Sequence[SheetLevel], words: SheetWords, per_page: int = 6) -> str:
    """Return the document. It needs no other file; any browser prints it, also into a PDF file.

    >>> from unjam.core.scene import Scene
    >>> page = print_sheet([SheetLevel(7, Scene("tiles", 1, 2, ("..",), ()), solution="1")], SheetWords("Mine"))
    >>> page[:15], page.count("<section"), "Solutions" in page
    ('<!doctype html>', 2, True)
    """
    columns, rows = LAYOUTS[per_page]
    pages = [levels[at : at + per_page] for at in range(0, len(levels), per_page)]
    parts = [
        _section(
            words.title,
            words.page.fill(n=n, all=len(pages)).to(words.lang),
            f'<div class="levels" style="--columns:{columns};--rows:{rows}">{"".join(map(_figure, page))}</div>',
        )
        for n, page in enumerate(pages, 1)
    ]
    if any(level.solution is not None for level in levels):
        parts.append(_section(words.solutions, words.title, _solutions(levels), "solutions"))
    head = f'<meta charset="utf-8"><title>{escape(words.title)}</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="{words.lang}"><head>{head}</head>\n<body>{"".join(parts)}</body></html>\n'


def _section(heading: str, note: str, content: str, kind: str = "sheet") -> str:
    head = f"<header><h1>{escape(heading)}</h1><span>{escape(note)}</span></header>"
    return f'<section class="{kind}">{head}{content}</section>\n'


def _figure(level: SheetLevel) -> str:
    caption = f"<b>{level.number}</b><span>{escape(level.title)}</span><small>{escape(level.details)}</small>"
    label = f"{level.number} {level.title}".strip()
    return f"<figure><figcaption>{caption}</figcaption>{svg(level.scene, title=label)}</figure>"


def _solutions(levels: Sequence[SheetLevel]) -> str:
    items = []
    for level in levels:
        head = " · ".join(filter(None, (str(level.number), level.title)))
        text = f"<b>{escape(head)}</b> {escape(level.solution or '')}"
        items.append(f"<li>{text}{svg(level.end, title=head, goal=False) if level.end else ''}</li>")
    kind = "ends" if all(level.end for level in levels) else "moves"
    return f'<ul class="{kind}">{"".join(items)}</ul>'


_STYLE = """
@page{margin:12mm}
*{box-sizing:border-box;margin:0;print-color-adjust:exact;-webkit-print-color-adjust:exact}
body{font:11pt/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#222;background:#ddd}
section{width:186mm;max-width:100%;margin:8mm auto;padding:8mm;background:#fff;display:grid;gap:5mm;
grid-template:auto minmax(0,1fr)/minmax(0,1fr)}
.sheet{height:250mm}
header,figcaption{display:flex;align-items:baseline;gap:3mm}
header{justify-content:space-between;border-bottom:1px solid #bbb;padding-bottom:1mm}
h1{font-size:14pt}
.levels{display:grid;gap:6mm 9mm;grid-template:repeat(var(--rows),minmax(0,1fr))/repeat(var(--columns),minmax(0,1fr))}
figure{display:grid;gap:2mm;grid-template:auto minmax(0,1fr)/minmax(0,1fr);min-height:0}
figcaption span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
small{margin-left:auto;white-space:nowrap}
figure svg{width:100%;height:100%;min-height:0}
ul{list-style:none;padding:0;columns:2;column-gap:9mm}
.ends{columns:4}
li svg{display:block;width:100%;max-width:42mm;height:auto}
li{break-inside:avoid;margin-bottom:3mm;overflow-wrap:anywhere;font-size:10pt}
@media print{body{background:none}section{width:auto;margin:0;padding:0;break-after:page}
section:last-child{break-after:auto}}
""".replace("\n", "")
