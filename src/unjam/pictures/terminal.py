"""Draws a Scene as text: with 24-bit colours and half blocks, or with plain characters.

With colours every character shows two square pixels, one above the other. A cell is 6, 4 or 2 pixels wide, depending
on the size of the board, and all lines have the same width.
"""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from ..core.puzzle import Cell, Message
from ..core.scene import Piece, Scene
from ..families import about
from . import colour as colours
from .board import survey
from .colour import Coat, Paint, Sky
from .pieces import caption
from .shapes import bounds

RGB = tuple[int, int, int]

_PLAYER = {
    3: (" RRR ", "RRFFF", "RRFEF", " SSS ", "RRRRR"),
    2: ("RRF", "SSS", "RRR"),
}
_DIAMOND = {3: ("  #  ", " ### ", "#####", " ### ", "  #  "), 2: (" # ", "###", " # ")}


def terminal(
    scene: Scene,
    *,
    colour: bool = True,
    dark: bool | None = None,
    scale: int | None = None,
    columns: int | None = None,
    lang: str = "en",
) -> str:
    """Return the board as text for a terminal, with ``colour`` or in plain characters.

    ``scale`` (1, 2 or 3) is the size of the cells; by default it depends on the size of the board. ``columns`` is the
    width of the terminal, if known. A board that is too wide gets smaller cells or, if even the smallest do not fit,
    plain characters. The few words beside a board are in the language ``lang``.

    >>> print(terminal(Scene("tiles", 1, 2, ("..",), (Piece("1", ((0, 1),), "tile", "1"),)), colour=False))
    +-----+
    | . 1 |
    +-----+
    """
    if colour:
        for size in range(scale or _largest(scene), 0, -1):
            screen = _Screen(scene, dark is not False, size, columns)
            if columns is None or screen.width <= columns:
                return screen.text()
    return _plain(scene, columns, lang)


def _largest(scene: Scene) -> int:
    if scene.rows * 3 <= 30 and scene.cols * 6 <= 76:
        return 3
    return 2 if scene.rows * 2 <= 40 and scene.cols * 4 <= 116 else 1


class _Screen:
    """A grid of pixels, two per character, with letters drawn over them."""

    def __init__(self, scene: Scene, dark: bool, scale: int, columns: int | None = None) -> None:
        self.scene, self.dark, self.scale, self.columns = scene, dark, scale, columns
        self.side = 2 * scale
        self.land = survey(scene)
        self.rim = 0 if self.land.island else 2
        # Pieces have gaps on the right and below; another one on the left makes the board symmetric.
        self.left = self.rim + (1 if self.rim and scale > 1 else 0)
        self.width = scene.cols * self.side + self.left + self.rim
        self.height = scene.rows * self.side + 2 * self.rim
        self.paints = colours.paint(scene)
        blue = any(paint.style == "big" for paint in self.paints.values())
        self.sky = colours.sky(about(scene.family).sky, dark=dark, blue_exit=blue)
        self.pixels: dict[tuple[int, int], RGB] = {}
        self.letters: dict[tuple[int, int], tuple[str, RGB, bool]] = {}

    def text(self) -> str:
        self.ground()
        flat = [piece for piece in self.scene.pieces if piece.cells and piece.kind != "player"]
        for piece in flat:
            self.piece(piece, self.rim, self.left, self.scale)
        for piece in self.scene.pieces:
            if piece.kind == "player" and piece.cells:
                self.player(piece)
        self.homes()
        self.beside()
        return "\n".join(self.line(row) for row in range((self.height + 1) // 2))

    def ground(self) -> None:
        sky, side, rim = self.sky, self.side, self.rim
        if rim:
            inside = self.land.region
            gap = self.left - rim
            for y in range(self.height):
                for x in range(self.width):
                    near = {
                        ((y + a - rim) // side, (x + b - self.left) // side)
                        for a in (-2, 0, 1, 2)
                        for b in (-2, 0, 1, 2, 2 + gap)
                    }
                    if near & inside:
                        self.pixels[y, x] = sky.frame.rgb
            for row, col in inside if gap else ():
                y, x = rim + row * side, self.left + col * side
                self.fill(y - 1, x - 1, side + 1, side + 1, sky.tray.rgb)
        for row, marks in enumerate(self.scene.floor):
            for col, mark in enumerate(marks):
                self.floor((row, col), mark)
        self.exit(sky)

    def floor(self, cell: Cell, mark: str) -> None:
        sky, side = self.sky, self.side
        y, x = self.rim + cell[0] * side, self.left + cell[1] * side
        if mark == " ":
            return
        if mark == "#":
            below = (cell[0] + 1, cell[1])
            stands = below in self.land.region and below not in self.land.walls and self.scale > 1
            self.fill(y, x, side, side, sky.frame.rgb)
            if stands:
                self.fill(y + side - 1, x, 1, side, sky.frame_under.rgb)
            return
        gap = 1 if self.scale > 1 else 0
        self.fill(y, x, side, side, sky.tray.rgb)
        self.fill(y, x, side - gap, side - gap, sky.cell.rgb)
        if mark == "o" and not any(piece.kind == "target" for piece in self.scene.pieces):
            if self.scale == 1:
                self.write(y // 2, x, "<>", sky.goal_edge.rgb)
            else:
                self.stencil(y, x, _DIAMOND[self.scale], {"#": sky.goal_edge.rgb})

    def exit(self, sky: Sky) -> None:
        out, side, rim = self.scene.exit, self.side, self.rim
        if out is None or not rim:
            return
        across = out.side in ("left", "right")
        start, span = (rim if across else self.left) + out.first * side, (out.last - out.first + 1) * side
        middle = start + (span - 1) // 2
        if across:
            x = 0 if out.side == "left" else self.width - rim
            self.fill(start, x, span, rim, sky.tray.rgb)
            self.write(middle // 2, x + (out.side == "right"), "<" if out.side == "left" else ">", sky.exit.rgb)
        else:
            y = 0 if out.side == "up" else self.height - rim
            self.fill(y, start, rim, span, sky.tray.rgb)
            self.write(y // 2, middle, "^" if out.side == "up" else "v", sky.exit.rgb)

    def piece(self, piece: Piece, top: int, left: int, scale: int) -> None:
        """Draw a piece of a board whose first cell is at the pixel (top, left)."""
        paint = self.paints[piece.id]
        coat = colours.flat(colours.coat(paint, piece.state, dark=self.dark))
        side, cells = 2 * scale, set(piece.cells)
        gap = 1 if scale > 1 else 0
        for row, col in piece.cells:
            y, x = top + row * side, left + col * side
            right, below = (row, col + 1) in cells, (row + 1, col) in cells
            wide, high = side - gap * (not right), side - gap * (not below)
            self.fill(y, x, high, wide, coat.face.rgb)
            if right and below and (row + 1, col + 1) not in cells and gap:
                self.fill(y + side - 1, x + side - 1, 1, 1, self.sky.tray.rgb)
            if scale > 2 and not below:
                self.fill(y + high - 1, x, 1, wide, coat.under.rgb)
        self.face(piece, paint, coat, top, left, scale)

    def face(self, piece: Piece, paint: Paint, coat: Coat, top: int, left: int, scale: int) -> None:
        side = 2 * scale
        row, col, rows, cols = bounds(piece.cells)
        y, x = top + row * side, left + col * side
        words = caption(piece)
        if paint.style == "box":
            self.box(piece, coat, y, x, scale)
            return
        if piece.state == "locked" and scale > 1:
            for a in (y, y + rows * side - 2):
                for b in (x, x + cols * side - 2):
                    if self.pixels.get((a, b)) == coat.face.rgb:
                        self.fill(a, b, 1, 1, (255, 255, 255))
        home = piece.state == "home" and paint.style == "tile"
        if scale == 1:
            # There is no room for gaps between pieces, so every cell has a label.
            for cell in piece.cells:
                self.write((top + cell[0] * 2) // 2, left + cell[1] * 2, fit(words, 2), coat.mark.rgb, home)
            return
        if len(piece.cells) == rows * cols:
            middle, room = (y + (rows * side - 1) / 2, x + (cols * side - 1) / 2), cols * side - 1
        else:
            centre = (
                sum(r for r, _ in piece.cells) / len(piece.cells),
                sum(c for _, c in piece.cells) / len(piece.cells),
            )
            near = min(piece.cells, key=lambda cell: ((cell[0] - centre[0]) ** 2 + (cell[1] - centre[1]) ** 2, cell))
            middle, room = (top + near[0] * side + (side - 1) / 2, left + near[1] * side + (side - 1) / 2), side - 1
        words = fit(words, room)
        self.write(int(middle[0] // 2), int(middle[1] - width(words) / 2 + 0.5), words, coat.mark.rgb, home)

    def box(self, piece: Piece, coat: Coat, y: int, x: int, scale: int) -> None:
        side = 2 * scale - 1
        if scale == 1:
            self.write(y // 2, x, "[]", coat.mark.rgb)
        elif piece.state == "home":
            self.write((y + scale - 1) // 2, x + scale - 1, "✓", coat.mark.rgb)
        elif scale == 2:
            self.fill(y + 1, x + 1, 1, 1, coat.under.rgb)
        else:
            self.fill(y + 1, x + 1, 3, 3, coat.roof.rgb)
            for k in (1, 2, 3):
                self.fill(y + k, x + k, 1, 1, coat.under.rgb)
                self.fill(y + k, x + side - 1 - k, 1, 1, coat.under.rgb)

    def player(self, piece: Piece) -> None:
        coat = colours.coat(self.paints[piece.id], dark=self.dark)
        y, x = self.rim + piece.cells[0][0] * self.side, self.left + piece.cells[0][1] * self.side
        if self.scale == 1:
            self.fill(y, x, 2, 2, coat.face.rgb)
            self.write(y // 2, x, "@ ", coat.mark.rgb)
            return
        inks = {"R": coat.face.rgb, "F": coat.roof.rgb, "E": coat.glass.rgb, "S": coat.under.rgb}
        rows = _PLAYER[self.scale]
        self.stencil(y, x, tuple(row[::-1] for row in rows) if piece.state == "left" else rows, inks)

    def homes(self) -> None:
        """Write the letter of a piece on every free cell of its goal."""
        taken = {cell for piece in self.scene.pieces for cell in piece.cells}
        labels = {piece.id: caption(piece) for piece in self.scene.pieces}
        for home in self.scene.homes:
            for cell in home.cells:
                if cell not in taken and home.piece in labels:
                    y, x = self.rim + cell[0] * self.side, self.left + cell[1] * self.side
                    words = fit(labels[home.piece].lower(), self.side - 1)
                    self.write((y + self.scale - 1) // 2, x + self.scale - 1, words, self.sky.goal_edge.rgb)

    def beside(self) -> None:
        """Draw the waiting pieces in rows below the board."""
        x, y, deep = self.rim, self.height + 2, 0
        widest = max(self.width, min(72, self.columns or 72))
        for piece in sorted(self.scene.waiting, key=lambda piece: colours.natural_order(piece.label or piece.id)):
            top, left, rows, cols = bounds(piece.cells)
            if x > self.rim and x + cols * 2 > widest:
                x, y, deep = self.rim, y + deep + 2, 0
            self.piece(piece, y - top * 2, x - left * 2, 1)
            self.width = max(self.width, x + cols * 2)
            deep, x = max(deep, rows * 2), x + cols * 2 + 2
            self.height = y + deep

    def fill(self, y: int, x: int, high: int, wide: int, ink: RGB) -> None:
        for a in range(y, y + high):
            for b in range(x, x + wide):
                self.pixels[a, b] = ink

    def stencil(self, y: int, x: int, rows: tuple[str, ...], inks: dict[str, RGB]) -> None:
        for a, row in enumerate(rows):
            for b, mark in enumerate(row):
                if mark in inks:
                    self.pixels[y + a, x + b] = inks[mark]

    def write(self, row: int, col: int, words: str, ink: RGB, underline: bool = False) -> None:
        for letter in words:
            self.letters[row, col] = (letter, ink, underline)
            if width(letter) == 2:
                self.letters[row, col + 1] = ("", ink, underline)
            col += width(letter)

    def line(self, row: int) -> str:
        out, state = [], ""
        for col in range(self.width):
            upper, lower = self.pixels.get((2 * row, col)), self.pixels.get((2 * row + 1, col))
            if (row, col) in self.letters:
                letter, ink, underline = self.letters[row, col]
                back = upper or lower
                wanted = f"\x1b[0;1{';4' if underline else ''};{_fore(ink)}{';' + _back(back) if back else ''}m"
            elif upper is None and lower is None:
                letter, wanted = " ", "\x1b[0m"
            elif upper == lower and upper is not None:
                letter, wanted = " ", f"\x1b[0;{_back(upper)}m"
            elif upper is None and lower is not None:
                letter, wanted = "▄", f"\x1b[0;{_fore(lower)}m"
            else:
                assert upper is not None
                letter, wanted = "▀", f"\x1b[0;{_fore(upper)}{';' + _back(lower) if lower else ''}m"
            out.append((wanted if wanted != state else "") + letter)
            state = wanted
        return "".join(out) + "\x1b[0m"


def _fore(ink: RGB) -> str:
    return "38;2;{};{};{}".format(*ink)


def _back(ink: RGB) -> str:
    return "48;2;{};{};{}".format(*ink)


def width(words: str) -> int:
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in words)


def fit(words: str, room: int) -> str:
    """Return the text truncated to a number of columns.

    >>> fit("Amarilla", 3)
    'Ama'
    """
    while width(words) > room:
        words = words[:-1]
    return words


def _plain(scene: Scene, columns: int | None = None, lang: str = "en") -> str:
    """Return the board in plain characters: labels, ``.`` for a free cell, ``#`` for a wall, or Sokoban's symbols.

    If the terminal is too narrow, labels are truncated and the gaps between cells are omitted.
    """
    crates = any(piece.kind in colours.UNLABELLED for piece in scene.pieces)
    grid = {(r, c): mark for r, row in enumerate(scene.floor) for c, mark in enumerate(row)}
    names: dict[Cell, str] = {}
    for cell, mark in grid.items():
        names[cell] = {"o": ".", ".": " " if crates else "."}.get(mark, mark)
    for piece in scene.pieces:
        for cell in piece.cells:
            on = grid.get(cell) == "o"
            marks = {"box": "*" if on or piece.state == "home" else "$", "player": "+" if on else "@"}
            names[cell] = marks.get(piece.kind) or caption(piece)
    wide = 1 if crates else max([1, *(width(name) for name in names.values())])
    gap = "" if crates else " "
    if columns is not None and not crates:
        wide = max(1, min(wide, (columns - 3) // scene.cols - 1))
        gap = " " if scene.cols * (wide + 1) + 3 <= columns else ""
    lines = []
    for row in range(scene.rows):
        cells = [fit(names.get((row, col), " "), wide) for col in range(scene.cols)]
        lines.append(gap.join(" " * (wide - width(name)) + name for name in cells))
    if gap:
        lines = _framed(lines, scene, wide)
    corners = [(home.piece, bounds(home.cells)) for home in scene.homes if home.piece]
    lines += [
        Message("goal: {piece} at {row},{column}", piece=piece, row=row, column=column).to(lang)
        for piece, (row, column, _, _) in corners
    ]
    lines += _listed(scene, lang)
    longest = max((width(text) for text in lines), default=0)
    return "\n".join(text + " " * (longest - width(text)) for text in lines)


def _framed(lines: list[str], scene: Scene, wide: int) -> list[str]:
    span = scene.cols * (wide + 1) + 1
    left, right, up, down = ["|"] * scene.rows, ["|"] * scene.rows, ["-"] * span, ["-"] * span
    if scene.exit is not None:
        out = scene.exit
        for k in range(out.first, out.last + 1):
            if out.side in ("left", "right"):
                (left if out.side == "left" else right)[k] = "<" if out.side == "left" else ">"
            else:
                (up if out.side == "up" else down)[k * (wide + 1) + wide] = "^" if out.side == "up" else "v"
    middle = [f"{a} {text} {b}" for a, text, b in zip(left, lines, right, strict=True)]
    return [f"+{''.join(up)}+", *middle, f"+{''.join(down)}+"]


def _listed(scene: Scene, lang: str) -> list[str]:
    lines: list[str] = []
    for piece in sorted(scene.waiting, key=lambda piece: colours.natural_order(piece.label or piece.id)):
        top, left, rows, cols = bounds(piece.cells)
        name = caption(piece)
        if len(piece.cells) == rows * cols:
            name = f"{name} {cols}x{rows}"
        lines.append(Message("waiting: {piece}", piece=name).to(lang))
        if len(piece.cells) == rows * cols:
            continue
        for row in range(rows):
            lines.append("  " + "".join("#" if (top + row, left + col) in piece.cells else "." for col in range(cols)))
    return lines
