"""Draws a Scene as SVG: one board, or a sheet of many small ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from zlib import crc32

from ..core.puzzle import Message, plural
from ..core.scene import Scene
from ..families import about
from . import colour
from .board import picture
from .shapes import Oval, Path, Picture, Rect, Shape, Text, Texture, pixel_box

_NOT_XML = re.compile("[^\\t\\n\\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile("\x01([0-9s]+)\x01")
_INK = re.compile('\\b(fill|stroke)="(#[0-9a-f]{6})"')
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"


def svg(
    scene: Scene,
    *,
    dark: bool | None = False,
    cell: float = 64,
    title: str | None = None,
    page: bool = False,
    goal: bool = True,
) -> str:
    """Return the scene as SVG; the same scene always gives the same bytes.

    ``dark=None`` follows the reader's theme. ``title`` is for screen readers, ``page`` adds the family's background
    colour, ``goal`` shows the finished board beside the scene if it has one.

    >>> scene = Scene("tiles", 1, 2, ("..",), ())
    >>> svg(scene)[:4], svg(scene) == svg(scene)
    ('<svg', True)
    """

    def draw(night: bool) -> str:
        drawn = picture(scene, cell=cell, dark=night, goal=goal)
        defs = _Defs()
        back = f'<rect width="100%" height="100%" fill="{drawn.page}"/>' if page else ""
        return _frame(drawn.width, drawn.height, back + _body(drawn, defs), defs, title or _alt(scene))

    if dark is None:
        return _named(_both(draw(False), draw(True)))
    return _named(draw(dark))


def sheet(
    scenes: Iterable[Scene],
    *,
    columns: int = 6,
    dark: bool = False,
    size: float = 110,
    plain: bool = True,
    title: str | None = None,
    captions: Sequence[str] = (),
) -> str:
    """Return many boards in one SVG, row by row, each at most ``size`` pixels wide and high.

    By default they are ``plain``, without labels and patterns; to show a solution step by step, use a larger size,
    ``plain=False`` and the moves as ``captions``.
    """
    drawn: list[Picture] = []
    for scene in scenes:
        probe = picture(scene, cell=100, dark=dark, plain=plain, goal=False)
        cell = 100 * size / max(probe.width, probe.height, 1)
        drawn.append(picture(scene, cell=cell, dark=dark, plain=plain, goal=False))
    gap, foot = 12.0, 22.0 if captions else 0.0
    columns = max(1, min(columns, len(drawn) or 1))
    wide = max((each.width for each in drawn), default=0.0)
    defs = _Defs()
    parts: list[str] = []
    ink = colour.sky(dark=dark).ink.hex
    y = gap
    for start in range(0, len(drawn), columns):
        row = drawn[start : start + columns]
        high = max(each.height for each in row)
        for c, each in enumerate(row):
            left = gap + c * (wide + gap)
            x, down = left + (wide - each.width) / 2, y + (high - each.height) / 2
            parts.append(f'<g transform="translate({_n(x)} {_n(down)})">{_body(each, defs)}</g>')
            if start + c < len(captions):
                words = Text(left + wide / 2, y + high + 10, 12, captions[start + c], ink)
                parts.append(_shape(words, defs))
        y += high + gap + foot
    title = title or str(plural("{n} board", "{n} boards", n=len(drawn)))
    return _named(_frame(gap + columns * (wide + gap), y, "".join(parts), defs, title))


class Document:
    """A document of small boards, lines and words at chosen places."""

    def __init__(self, width: float, height: float, title: str, *, dark: bool) -> None:
        self.width, self.height, self.title, self.dark = width, height, title, dark
        self.sky = colour.sky(dark=dark)
        self.defs, self.parts = _Defs(), list[str]()

    def board(self, scene: Scene, x: float, y: float, size: float, *, is_framed: bool = False) -> None:
        """Draw a board in a square, in the middle if it is narrower or lower."""
        probe = picture(scene, cell=100, dark=self.dark, goal=False)
        drawn = picture(scene, cell=100 * size / max(probe.width, probe.height, 1), dark=self.dark, goal=False)
        left, top = x + (size - drawn.width) / 2, y + (size - drawn.height) / 2
        if is_framed:
            frame = (
                f'x="{_n(left - 3)}" y="{_n(top - 3)}" width="{_n(drawn.width + 6)}" height="{_n(drawn.height + 6)}"'
            )
            self.parts.append(f'<rect {frame} rx="8" fill="none" stroke="{self.sky.ink.hex}" stroke-width="2"/>')
        self.parts.append(f'<g transform="translate({_n(left)} {_n(top)})">{_body(drawn, self.defs)}</g>')

    def branch(self, start: tuple[float, float], end: tuple[float, float], *, is_bold: bool = False) -> None:
        """Draw a curve from the foot of one board to the head of another."""
        (x, y), (to_x, to_y) = start, end
        middle = (y + to_y) / 2
        curve = f"M{_n(x)} {_n(y)}C{_n(x)} {_n(middle)} {_n(to_x)} {_n(middle)} {_n(to_x)} {_n(to_y)}"
        pen = f'stroke="{self.sky.ink.hex}" stroke-width="{2.5 if is_bold else 1}"{"" if is_bold else _faint(0.5)}'
        self.parts.append(f'<path d="{curve}" fill="none" {pen}/>')

    def words(self, x: float, y: float, size: float, words: str) -> None:
        self.parts.append(_shape(Text(x, y, size, words, self.sky.ink.hex), self.defs))

    def text(self) -> str:
        back = f'<rect width="100%" height="100%" fill="{self.sky.page.hex}"/>'
        return _named(_frame(self.width, self.height, back + "".join(self.parts), self.defs, self.title))


def ground(drawn: Picture) -> str:
    """Return what never moves in a picture, on its background colour, in whole pixels."""
    defs = _Defs()
    back = f'<rect width="100%" height="100%" fill="{drawn.page}"/>'
    body = back + "".join(_shape(shape, defs) for shape in drawn.ground)
    return _named(_frame(round(drawn.width), round(drawn.height), body, defs, ""))


def stamp(shapes: Sequence[Shape]) -> tuple[str, int, int]:
    """Return the shapes as an SVG of their size, and the position of its top left corner."""
    defs = _Defs()
    left, top, right, low = pixel_box(shapes)
    body = "".join(_shape(shape, defs) for shape in shapes)
    moved = f'<g transform="translate({-left} {-top})">{body}</g>'
    return _named(_frame(right - left, low - top, moved, defs, "")), left, top


def _alt(scene: Scene) -> str:
    title = about(scene.family).title or scene.family
    return str(Message("{family} board, {columns} by {rows}", family=title, columns=scene.cols, rows=scene.rows))


class _Defs:
    """The patterns and filters of a document, each stored once under a preliminary name.

    Preliminary names are numbers between control characters, which no title or label can contain.
    """

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def use(self, body: str) -> str:
        return self.names.setdefault(body, f"\x01{len(self.names)}\x01")

    def text(self) -> str:
        bodies = "".join(body.replace("$", name) for body, name in self.names.items())
        return f"<defs>{bodies}</defs>" if bodies else ""


def _named(text: str) -> str:
    """Return the document with final names, made unique by a checksum, so that a page can contain many documents."""
    stamp = f"u{crc32(text.encode()):08x}"
    return _NAME.sub(lambda match: f"{stamp}-{match[1]}", text)


def _both(day: str, night: str) -> str:
    """Return a document that follows the reader's theme, made from two that differ only in colours."""
    pairs: dict[tuple[str, str], str] = {}
    inks = iter(_INK.findall(night))

    def paint(match: re.Match[str]) -> str:
        ink = match[2], next(inks)[1]
        if ink[0] == ink[1]:
            return match[0]
        return f'style="{match[1]}:var(--{pairs.setdefault(ink, f"c{len(pairs)}")})"'

    body = _INK.sub(paint, day)
    light = "".join(f"--{name}:{ink[0]};" for ink, name in pairs.items())
    dark = "".join(f"--{name}:{ink[1]};" for ink, name in pairs.items())
    rules = f"<style>#\x01s\x01{{{light}}}@media(prefers-color-scheme:dark){{#\x01s\x01{{{dark}}}}}</style>"
    return body.replace("<svg ", '<svg id="\x01s\x01" ', 1).replace("</title>", f"</title>{rules}", 1)


def _frame(width: float, height: float, body: str, defs: _Defs, title: str) -> str:
    w, h = _n(width), _n(height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img"'
        f' font-family="{FONT}" font-weight="640" text-anchor="middle">'
    )
    return f"{head}<title>{_escape(title)}</title>{defs.text()}{body}</svg>\n"


def _body(drawn: Picture, defs: _Defs) -> str:
    parts = [_shape(shape, defs) for shape in drawn.ground]
    for layer in drawn.layers:
        inner = "".join(_shape(shape, defs) for shape in layer.shapes)
        parts.append(f'<g transform="translate({_n(layer.x)} {_n(layer.y)})">{inner}</g>')
    return "".join(parts)


def _shape(shape: Shape, defs: _Defs) -> str:
    if isinstance(shape, Text):
        return (
            f'<text x="{_n(shape.x)}" y="{_n(shape.y + 0.355 * shape.size)}" font-size="{_n(shape.size)}"'
            f' fill="{shape.fill}">{_escape(shape.words)}</text>'
        )
    if isinstance(shape, Oval):
        faint = _faint(shape.opacity)
        if shape.across == shape.down:
            return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.across)}" fill="{shape.fill}"{faint}/>'
        place = f'cx="{_n(shape.x)}" cy="{_n(shape.y)}" rx="{_n(shape.across)}" ry="{_n(shape.down)}"'
        return f'<ellipse {place} fill="{shape.fill}"{faint}/>'
    if isinstance(shape, Rect):
        radius = min(shape.radius, shape.width / 2, shape.height / 2)
        tag = f'rect x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"' + (
            f' rx="{_n(radius)}"' if radius > 0 else ""
        )
        dress = f' fill="{shape.fill}"'
    else:
        tag = f'path d="{_data(shape)}"'
        dress = f' fill="{shape.fill or "none"}"'
        if shape.stroke:
            dress += (
                f' stroke="{shape.stroke}" stroke-width="{_n(shape.width)}"'
                ' stroke-linecap="round" stroke-linejoin="round"'
            )
    if shape.blur:
        blur = f'<feGaussianBlur stdDeviation="{_n(shape.blur)}"/>'
        name = defs.use(f'<filter id="$" x="-20%" y="-20%" width="140%" height="140%">{blur}</filter>')
        dress += f' filter="url(#{name})"'
    out = f"<{tag}{dress}{_faint(shape.opacity)}/>"
    if shape.texture:
        out += f'<{tag} fill="url(#{defs.use(_texture(shape.texture))})"/>'
    return out


def _texture(texture: Texture) -> str:
    p = texture.pitch
    ink = f'fill="{texture.ink}" fill-opacity="{_n(texture.opacity)}"'
    if texture.kind == 1:
        # Rotating the pattern by 45 degrees leaves no seams between its tiles.
        mark = f'<rect width="{_n(p * 0.36)}" height="{_n(p)}" {ink}/>'
        turn = ' patternTransform="rotate(45)"'
    else:
        mark, turn = f'<circle cx="{_n(p / 2)}" cy="{_n(p / 2)}" r="{_n(p * 0.25)}" {ink}/>', ""
    return f'<pattern id="$" width="{_n(p)}" height="{_n(p)}" patternUnits="userSpaceOnUse"{turn}>{mark}</pattern>'


def _data(path: Path) -> str:
    return "".join(pen + " ".join(f"{_n(x)} {_n(y)}" for x, y in points) for pen, points in path.steps)


def _faint(opacity: float) -> str:
    return "" if opacity >= 1 else f' opacity="{_n(opacity)}"'


def _n(value: float) -> str:
    """Return the number with at most two decimals and no trailing zeros, so that files are small and reproducible."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _escape(words: str) -> str:
    """Return the text escaped for XML; characters that XML does not allow become replacement characters."""
    text = _NOT_XML.sub("\ufffd", words)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
