"""A Scene as SVG text: one board, or a sheet of many small ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from zlib import crc32

from ..puzzle import Scene
from .board import picture
from .shapes import Oval, Path, Picture, Rect, Shape, Text, Texture

_UNSPEAKABLE = re.compile("[^\\t\\n\\r\\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"


def svg(
    scene: Scene,
    *,
    dark: bool = False,
    cell: float = 64,
    title: str | None = None,
    page: bool = False,
    goal: bool = True,
) -> str:
    """The scene as an SVG picture; the same scene always gives the same bytes.

    ``title`` is read aloud by screen readers, ``page`` puts the family's sky behind the board, ``goal`` shows the
    finished board beside it where there is one to show.

    >>> scene = Scene("tiles", 1, 2, ("..",), ())
    >>> svg(scene)[:4], svg(scene) == svg(scene)
    ('<svg', True)
    """
    drawn = picture(scene, cell=cell, dark=dark, goal=goal)
    return _document(drawn, title or _alt(scene), page=page)


def sheet(
    scenes: Iterable[Scene],
    *,
    columns: int = 6,
    dark: bool = False,
    cell: float = 14,
    plain: bool = True,
    title: str | None = None,
    captions: Sequence[str] = (),
) -> str:
    """Many boards on one SVG picture, row by row; small ones come without labels and patterns (``plain``)."""
    drawn = [picture(scene, cell=cell, dark=dark, plain=plain, goal=False) for scene in scenes]
    gap, foot = 10.0, 20.0 if captions else 0.0
    columns = max(1, min(columns, len(drawn) or 1))
    wide = max((each.width for each in drawn), default=0.0)
    rows = [drawn[i : i + columns] for i in range(0, len(drawn), columns)]
    defs = _Defs()
    parts: list[str] = []
    y = gap
    ink = "#e9e6df" if dark else "#2a2733"
    for r, row in enumerate(rows):
        high = max(each.height for each in row)
        for c, each in enumerate(row):
            x = gap + c * (wide + gap) + (wide - each.width) / 2
            parts.append(
                f'<g transform="translate({_n(x)} {_n(y + (high - each.height) / 2)})">{_body(each, defs)}</g>'
            )
            if r * columns + c < len(captions):
                words = Text(gap + c * (wide + gap) + wide / 2, y + high + 9, 12, captions[r * columns + c], ink)
                parts.append(_shape(words, defs))
        y += high + gap + foot
    width = gap + columns * (wide + gap)
    return _frame(width, y, "".join(parts), defs, title or f"{len(drawn)} boards")


def _alt(scene: Scene) -> str:
    return f"{scene.family} board, {scene.cols} by {scene.rows}"


class _Defs:
    """Patterns and filters of one document; they are named after its content, so many can live on one page."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def use(self, body: str) -> str:
        name = f"@{len(self.names)}@"
        return self.names.setdefault(body, name)

    def finish(self, text: str) -> str:
        """The document with its definitions in place and every name made unique by a checksum of the whole."""
        made = "".join(body.replace("$", name) for body, name in self.names.items())
        if made:
            text = text.replace("<!--defs-->", f"<defs>{made}</defs>")
        text = text.replace("<!--defs-->", "")
        stamp = f"u{crc32(text.encode()):08x}"
        for k in range(len(self.names)):
            text = text.replace(f'"@{k}@"', f'"{stamp}-{k}"').replace(f"#@{k}@)", f"#{stamp}-{k})")
        return text


def _document(drawn: Picture, title: str, *, page: bool) -> str:
    defs = _Defs()
    back = f'<rect width="100%" height="100%" fill="{drawn.page}"/>' if page else ""
    return _frame(drawn.width, drawn.height, back + _body(drawn, defs), defs, title)


def _frame(width: float, height: float, body: str, defs: _Defs, title: str) -> str:
    w, h = _n(width), _n(height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img"'
        f' font-family="{FONT}" font-weight="640" text-anchor="middle">'
    )
    return defs.finish(f"{head}<title>{_escape(title)}</title><!--defs-->{body}</svg>\n")


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
        # A slanted stripe as a pattern turned by 45 degrees: no seams between its copies.
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
    """A number with at most two decimals and no needless zeros: small files, the same on every machine."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _escape(words: str) -> str:
    """Text that is safe inside XML; characters that XML cannot hold at all become a question mark box."""
    kept = _UNSPEAKABLE.sub("\ufffd", words)
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
