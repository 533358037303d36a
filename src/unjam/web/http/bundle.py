"""Combines scripts and style sheets into bundles, so that a view needs few requests; the sources stay ES modules.

A bundle is a script that defines several modules in the registry of ``static/app/registry.js``. The first bundle
contains the modules that the first view imports. Every other module that is imported on demand has its own bundle, with
the modules it needs that are not in the first bundle.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from posixpath import dirname, join, normpath, relpath

ENTRY, FIRST_VIEW, REGISTRY = "app/app.js", "home/view.js", "app/registry.js"
FOLDER = "bundle"
MIN_SHARED = 3
"""The first bundle contains every module that is needed by at least this many modules imported on demand."""
MAX_SMALL = 3_000
"""A module imported on demand is put in the first bundle if it adds at most this many characters."""


def strip_types(script: str) -> str:
    """Return a script without types, comments and indentation; every statement keeps its line number.

    >>> strip_types("// Noun.\\n/** @param {number} n */\\n  f(/** @type {X} */ (n)); // why\\n")
    '\\n\\nf((n));\\n'
    """
    return _INDENT.sub("", _TRAILING.sub("", _INSIDE.sub("", _LINES.sub(_blank_lines, script))))


def strip_comments(style: str) -> str:
    """Return a style sheet without comments and indentation; every rule keeps its line number.

    >>> strip_comments("/* Noun,\\nverb. */\\na { b: c; /* why */ }\\n")
    '\\n\\na { b: c; }\\n'
    """
    return _INDENT.sub("", _COMMENT.sub(_blank_lines, style))


def _blank_lines(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


_COMMENT = re.compile(r"[ \t]*/\*.*?\*/", re.DOTALL)
_LINES = re.compile(r"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.DOTALL | re.MULTILINE)
_INSIDE = re.compile(r"/\*\* @[^\n]*?\*/ ?")
_TRAILING = re.compile(r"(?<=[;,{}()\]\w]) +// [^\n\"`]*$", re.MULTILINE)  # with a quote, it may be inside a string
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BLANK = re.compile(r"\n{2,}")

_IMPORT = re.compile(r'^import\s+(\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"([^"]+)";', re.MULTILINE)
_LOAD = re.compile(r'\bimport\(\s*"([^"]+)"\s*\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|(?<!\$)\bimport\s*\(.*", re.MULTILINE)


@dataclass(frozen=True)
class Script:
    """A module of the page; ``text`` is its source without types.

    ``substitutes`` maps a module to the one that is imported in its place.
    """

    path: str
    text: str
    substitutes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def imports(self) -> list[str]:
        """The modules that this one imports."""
        return [self._resolve(match[2]) for match in _IMPORT.finditer(self.text)]

    @cached_property
    def loads(self) -> list[str]:
        """The modules that this one imports on demand."""
        return [self._resolve(address) for address in _LOAD.findall(self.text)]

    def definition(self) -> str:
        """Return the module as a call to the registry; raise ValueError for syntax that bundles do not support.

        >>> print(Script("a/b.js", 'import { c as d } from "../e.js";\\nexport const f = d;\\n').definition())
        define("a/b.js", ($import, $load, $url) => {
        const { c: d } = $import("e.js");
        const f = d;
        return { f };
        });
        """
        names = _EXPORT.findall(self.text)
        body = _EXPORT.sub("", _IMPORT.sub(self._import, _LOAD.sub(self._load, self.text)))
        if other := _OTHER.search(body):
            raise ValueError(f"{self.path}: a bundle cannot have this: {other[0]}")
        body = _BLANK.sub("\n", body.replace("import.meta.url", "$url")).strip("\n")
        returned = f"return {{ {', '.join(names)} }};\n" if names else ""
        return f"define({json.dumps(self.path)}, ($import, $load, $url) => {{\n{body}\n{returned}}});"

    def _import(self, match: re.Match[str]) -> str:
        names = re.sub(r"\*\s+as\s+", "", match[1]) if match[1][0] == "*" else re.sub(r"\s+as\s+", ": ", match[1])
        return f"const {names} = $import({json.dumps(self._resolve(match[2]))});"

    def _load(self, match: re.Match[str]) -> str:
        return f"$load({json.dumps(self._resolve(match[1]))})"

    def _resolve(self, address: str) -> str:
        path = normpath(join(dirname(self.path), address))
        return self.substitutes.get(path, path)


class Bundles:
    """Groups the page's scripts, given as path -> text, into bundles, each served at ``bundle/`` + its entry module."""

    def __init__(self, texts: Mapping[str, str], substitutes: Mapping[str, str] | None = None) -> None:
        self.scripts = {path: Script(path, strip_types(text), substitutes or {}) for path, text in texts.items()}
        on_demand = sorted({path for script in self.scripts.values() for path in script.loads})
        self.first = self._first(on_demand)
        self.contents = {ENTRY: self.first} | {
            path: [each for each in self.imported([path]) if each not in self.first]
            for path in on_demand
            if path not in self.first
        }

    def imported(self, paths: Iterable[str]) -> list[str]:
        """Return these modules and their imports, dependencies first; raise ValueError for circular imports."""
        order: dict[str, bool] = {}  # False while the module's imports are being visited

        def visit(path: str) -> None:
            if order.get(path) is False:
                raise ValueError(f"{path} imports itself through other modules")
            if path not in order:
                order[path] = False
                for other in self.scripts[path].imports:
                    visit(other)
                del order[path]
                order[path] = True

        for path in paths:
            visit(path)
        return list(order)

    def _first(self, on_demand: Sequence[str]) -> list[str]:
        """Return the modules that the first view or many others need, or that are too small for a separate request."""
        uses = Counter(path for entry in on_demand for path in self.imported([entry]))
        shared = [path for path, times in uses.items() if times >= MIN_SHARED]
        first = self.imported([ENTRY, FIRST_VIEW, *shared])
        extra = {path: set(self.imported([path])).difference(first) for path in on_demand}
        small = [path for path in on_demand if self._length(extra[path]) <= MAX_SMALL]
        return self.imported([*first, *small])

    def _length(self, paths: Iterable[str]) -> int:
        return sum(len(self.scripts[path].text) for path in paths)

    def text(self, entry: str) -> str:
        """Return the text of the bundle for an entry module."""
        definitions = [self.scripts[path].definition() for path in self.contents[entry]]
        if entry == ENTRY:
            start = f"importModule({json.dumps(ENTRY)});"
            return "\n".join([self.scripts[REGISTRY].text.strip("\n"), *definitions, start, ""])
        registry = relpath(ENTRY, dirname(entry))
        return "\n".join([f'import {{ define }} from "{registry}";', *definitions, ""])

    def preloads(self, view: str) -> list[str]:
        """Return the bundles that a view needs when it is opened."""
        return [ENTRY, view] if view in self.contents else [ENTRY]


_STYLES = re.compile(r'<link rel="stylesheet" href="([^"]+)"(?: id="([^"]+)")?(?: media="([^"]+)")?>\n?')


def join_styles(html: str, styles: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the HTML with one link for each run of style sheets, and path -> text of the joined sheets.

    A style sheet with an id begins a new run, so that other sheets can be inserted before it.

    >>> join_styles('<link rel="stylesheet" href="a.css">\\n<link rel="stylesheet" href="b.css" media="print">\\n',
    ...             {"a.css": "a {}\\n", "b.css": "b {}\\n"})
    ('<link rel="stylesheet" href="bundle/a.css">\\n', {'bundle/a.css': 'a {}\\n@media print {\\nb {}\\n}\\n'})
    """
    runs: list[list[re.Match[str]]] = []
    for match in _STYLES.finditer(html):
        if not runs or match[2]:
            runs.append([])
        runs[-1].append(match)
    joined = {f"{FOLDER}/{run[0][1]}": "".join(_sheet(match, styles) for match in run) for run in runs}
    links = {
        run[0].start(): f'<link rel="stylesheet" href="{FOLDER}/{run[0][1]}"'
        + (f' id="{run[0][2]}"' if run[0][2] else "")
        + ">\n"
        for run in runs
    }
    return _STYLES.sub(lambda match: links.get(match.start(), ""), html), joined


def _sheet(match: re.Match[str], styles: Mapping[str, str]) -> str:
    text = _BLANK.sub("\n", strip_comments(styles[match[1]])).lstrip("\n")
    return f"@media {match[3]} {{\n{text}}}\n" if match[3] else text


def add_links(html: str, links: Sequence[str]) -> str:
    """Return the HTML with more links in its head.

    >>> add_links("<head></head>", ['<link rel="icon">'])
    '<head><link rel="icon">\\n</head>'
    """
    return html.replace("</head>", "".join(f"{link}\n" for link in links) + "</head>", 1)
