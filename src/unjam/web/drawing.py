"""The edits of a level being drawn: a text and an edit in, a text out.

The text is the level, so the board and the text on the page never disagree, and whatever can be typed can also be
drawn. An edit that does not fit changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from ..families import family
from ..families.packing.position import Packing
from ..families.packing.shapes import Kind, Shape, Tray
from ..puzzle import Cell, UnjamError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz"
LARGEST = {"rushhour": 16, "tiles": 6, "blocks": 16, "sokoban": 40, "packing": 20}
STARTS = {
    "rushhour": "oooooo\noooooo\nAAoooo\noooooo\noooooo\noooooo",
    "tiles": "1 2 0\n3 4 5\n6 7 8",
    "blocks": "....\n.AA.\n.AA.\n....\n....\ngoal A at 3,1",
    "sokoban": "#######\n#     #\n# @$. #\n#     #\n#######",
    "packing": "board 6 6",
}


@dataclass(frozen=True, slots=True)
class Edit:
    """What to do to the text: see ``models.Sketch``."""

    name: str | None
    tool: str = ""
    cell: Cell | None = None
    to: Cell | None = None


class Grid:
    """Rows of marks, and the lines that are not rows (an exit, goals)."""

    def __init__(self, text: str, blank: str, is_other: Callable[[str], bool]) -> None:
        lines = text.replace("\r", "").split("\n")
        while lines and not lines[-1].strip():
            lines.pop()
        self.blank = blank
        self.others = [line for line in lines if is_other(line)]
        self.lines = [n for n, line in enumerate(lines) if not is_other(line)]
        self.rows = [list(line) for line in lines if not is_other(line)]
        self.cols = max((len(row) for row in self.rows), default=0)

    def square(self) -> None:
        """Makes every row as long as the longest, so that cells can be addressed."""
        for row in self.rows:
            row += self.blank * (self.cols - len(row))

    def at(self, cell: Cell) -> str | None:
        row, col = cell
        inside = 0 <= row < len(self.rows) and 0 <= col < len(self.rows[row])
        return self.rows[row][col] if inside else None

    def cells(self, mark: str) -> list[Cell]:
        return [(r, c) for r, row in enumerate(self.rows) for c, here in enumerate(row) if here == mark]

    def put(self, cells: list[Cell], mark: str) -> None:
        for row, col in cells:
            self.rows[row][col] = mark

    def fits(self, cells: list[Cell], mark: str = "") -> bool:
        return all(self.at(cell) in (self.blank, "o", ".", mark) for cell in cells)

    def resize(self, rows: int, cols: int) -> None:
        self.rows = [row[:cols] + [self.blank] * (cols - len(row)) for row in self.rows[:rows]]
        self.rows += [[self.blank] * cols for _ in range(rows - len(self.rows))]

    def next_letter(self) -> str:
        used = {mark for row in self.rows for mark in row}
        return next((letter for letter in LETTERS[1:] if letter not in used), "?")

    def __str__(self) -> str:
        return "\n".join(["".join(row) for row in self.rows] + self.others)


# -- one editor per family: text and edit in, text out


def _rushhour(text: str, edit: Edit) -> str:
    grid = Grid(canonical("rushhour", text, "grid"), "o", lambda line: line.strip().lower().startswith("exit"))
    grid.square()
    cell = edit.cell
    if edit.name == "put" and cell and edit.tool in ("car", "truck", "target"):
        mark = "A" if edit.tool == "target" else grid.next_letter()
        n = 3 if edit.tool == "truck" else 2
        own = grid.cells("A") if mark == "A" else []
        for down, right in ((0, 1), (1, 0)):
            cells = [(cell[0] + k * down, cell[1] + k * right) for k in range(n)]
            if grid.fits(cells, "A" if own else "") and mark != "?":
                grid.put(own, "o")
                grid.put(cells, mark)
                break
    elif edit.name == "put" and cell and edit.tool == "wall" and grid.fits([cell]):
        grid.put([cell], "x")
    elif edit.name == "exit":
        grid.others = [f"exit {edit.tool}"] if edit.tool in ("left", "right", "up", "down") else []
    elif edit.name == "fix":
        _mend(grid)
    else:
        _common(grid, edit, "ox.")
    return str(grid)


def _mend(grid: Grid) -> None:
    # A car of one square gets a second one where there is room; rows of different length were squared already.
    for row in list(range(len(grid.rows))):
        for col in range(len(grid.rows[row])):
            mark = grid.rows[row][col]
            if mark in LETTERS and mark != "o" and len(grid.cells(mark)) == 1:
                beside = [(row + 1, col), (row, col + 1), (row - 1, col), (row, col - 1)]
                room = [cell for cell in beside if grid.at(cell) in ("o", ".")]
                if room:
                    grid.put(room[:1], mark)


def _blocks(text: str, edit: Edit) -> str:
    grid = Grid(text, ".", lambda line: line.strip().lower().startswith("goal"))
    grid.square()
    cell = edit.cell
    sizes = {"small": (1, 1), "tall": (2, 1), "flat": (1, 2), "big": (2, 2)}
    if edit.name == "put" and cell and edit.tool in sizes:
        high, wide = sizes[edit.tool]
        cells = [(cell[0] + r, cell[1] + c) for r in range(high) for c in range(wide)]
        mark = grid.next_letter() if grid.cells("A") else "A"
        if grid.fits(cells) and mark != "?":
            grid.put(cells, mark)
            if edit.tool == "big" and not grid.others:
                grid.others = [f"goal {mark} at {len(grid.rows) - 2},{max(0, grid.cols - 2) // 2}"]
    elif edit.name == "put" and cell and edit.tool == "wall" and grid.fits([cell]):
        grid.put([cell], "#")
    elif edit.name == "put" and cell and edit.tool == "goal":
        marks = {mark for row in grid.rows for mark in row if mark not in ".#"}
        largest = max(sorted(marks), key=lambda mark: len(grid.cells(mark)), default="A")
        named = grid.others[0].split()[1:2] if grid.others else []
        mark = named[0] if named and named[0] in marks else largest
        grid.others = [f"goal {mark} at {cell[0]},{cell[1]}", *grid.others[1:]]
    else:
        _common(grid, edit, ".#")
        gone = [line for line in grid.others if not grid.cells([*line.split(), "", ""][1][:1] or " ")]
        grid.others = [line for line in grid.others if line not in gone]
    return str(grid)


def _common(grid: Grid, edit: Edit, ground: str) -> None:
    """Moving, turning and taking away pieces that are letters on a grid."""
    cell, to = edit.cell, edit.to
    mark = grid.at(cell) if cell else None
    if edit.name == "size" and to:
        grid.resize(to[0], to[1])
    elif edit.name == "empty":
        kept = grid.cells("A")
        for r, row in enumerate(grid.rows):
            grid.rows[r] = [here if (r, c) in kept else grid.blank for c, here in enumerate(row)]
    elif cell is None or mark is None:
        return
    elif edit.name == "erase":
        grid.put([cell] if mark in ground else grid.cells(mark), grid.blank)
    elif mark in ground and edit.name == "move" and mark != grid.blank and to and grid.fits([to]):
        grid.put([cell], grid.blank)
        grid.put([to], mark)
    elif mark not in ground and edit.name in ("move", "turn"):
        own = grid.cells(mark)
        top, left = min(r for r, _ in own), min(c for _, c in own)
        if edit.name == "turn":
            moved = [(top + c - left, left + r - top) for r, c in own]
        elif to is None or grid.at(to) is None:
            moved = []
        else:
            moved = [(r + to[0] - cell[0], c + to[1] - cell[1]) for r, c in own]
        if all(grid.at(at) is not None for at in moved) and grid.fits(moved, mark):
            grid.put(own, grid.blank)
            grid.put(moved, mark)


def _sokoban(text: str, edit: Edit) -> str:
    grid = Grid(canonical("sokoban", text, "xsb"), " ", lambda line: False)
    grid.square()
    cell, to = edit.cell, edit.to
    held = {"$": "$ ", "*": "$.", "@": "@ ", "+": "@.", ".": " .", "#": "# ", " ": "  ", "-": "  ", "_": "  "}
    joined = {"$ ": "$", "$.": "*", "@ ": "@", "@.": "+", "  ": " ", " .": ".", "# ": "#"}

    def lay(at: Cell, thing: str | None, floor: str | None) -> None:
        mark = grid.at(at)
        if mark is None:
            return
        pair = held.get(mark, "  ")
        new = (pair[0] if thing is None else thing) + (pair[1] if floor is None else floor)
        grid.put([at], joined.get(new, " "))

    if edit.name == "put" and cell and grid.at(cell) is not None:
        if edit.tool == "player":
            for old in grid.cells("@") + grid.cells("+"):
                lay(old, " ", None)
        things: dict[str, tuple[str | None, str | None]] = {
            "wall": ("#", " "),
            "floor": (" ", " "),
            "box": ("$", None),
            "player": ("@", None),
            "storage": (None if grid.at(cell) != "#" else " ", "."),
        }
        lay(cell, *things.get(edit.tool, (None, None)))
    elif edit.name == "move" and cell:
        thing = held.get(grid.at(cell) or " ", "  ")[0]
        if thing != " " and to and grid.at(to) is not None and held.get(grid.at(to) or " ", "  ")[0] == " ":
            lay(cell, " ", None)
            lay(to, thing, None)
        elif thing in "$#" and (to is None or grid.at(to) is None):
            lay(cell, " ", None)
    elif edit.name == "erase" and cell:
        mark = grid.at(cell) or " "
        lay(cell, " ", None if held.get(mark, "  ")[0] != " " else " ")
    elif edit.name == "size" and to:
        grid.rows = [row[1:-1] for row in grid.rows[1:-1]]  # the outer wall moves with the size
        grid.resize(max(1, to[0] - 2), max(1, to[1] - 2))
        grid.rows = [[" ", *row, " "] for row in grid.rows]
        cols = len(grid.rows[0])
        grid.rows = [[" "] * cols, *grid.rows, [" "] * cols]
        rows = len(grid.rows)
        rim = [(r, c) for r in range(rows) for c in range(cols) if r in (0, rows - 1) or c in (0, cols - 1)]
        grid.put(rim, "#")
    elif edit.name == "empty":
        rows, cols = len(grid.rows), grid.cols
        for r, row in enumerate(grid.rows):
            for c, mark in enumerate(row):
                on_rim = r in (0, rows - 1) or c in (0, cols - 1)
                row[c] = "#" if on_rim else "@" if mark in "@+" else " "
    return "\n".join("".join(row).rstrip() for row in grid.rows)


def _tiles(text: str, edit: Edit) -> str:
    kind = family("tiles")
    if edit.name == "size" and edit.to:
        rows, cols = max(2, edit.to[0]), max(2, edit.to[1])
        numbers = iter(range(rows * cols))
        grid = "\n".join(" ".join(str(next(numbers)) for _ in range(cols)) for _ in range(rows))
        return grid if rows == cols else f"{rows} {cols}\n{grid}"
    try:
        puzzle: Any = kind.parse(text)
    except UnjamError:
        return text
    cells, rows, cols, goal = list(puzzle.cells), puzzle.rows, puzzle.cols, puzzle.frame
    if edit.name == "empty":
        cells = list(goal.goal)
    elif edit.name == "put" and edit.tool == "shuffle":
        seed = str(puzzle)  # the same board shuffles the same way: an edit has no luck in it
        cells = list(kind.random(Random(seed), rows=rows, cols=cols).cells)  # type: ignore[attr-defined]
    elif edit.name == "put" and edit.tool == "goal":
        first = goal.goal[0] == 0
        order = [*range(1, rows * cols), 0] if first else list(range(rows * cols))
        return str(kind(cells, type(goal)(rows, cols, bytes(order))))  # type: ignore[call-arg]
    elif edit.cell and edit.name in ("put", "move"):
        here = edit.cell[0] * cols + edit.cell[1]
        there = edit.to[0] * cols + edit.to[1] if edit.to else cells.index(0)
        if 0 <= here < len(cells) and 0 <= there < len(cells):
            cells[here], cells[there] = cells[there], cells[here]
    return str(kind(cells, goal))  # type: ignore[call-arg]


def begun(text: str) -> Packing | None:
    """The packing position of a text, also of a board that has no pieces yet."""
    try:
        return Packing.parse(text)
    except UnjamError:
        bare = re.fullmatch(r"\s*board (\d{1,2}) (\d{1,2})\s*", text)
        if bare is None or not all(1 <= int(side) <= LARGEST["packing"] for side in bare.groups()):
            return None
        width, height = map(int, bare.groups())
        return Packing(Tray(width, height, [(x, y) for x in range(width) for y in range(height)], ()), (), 0)


def _packing(text: str, edit: Edit) -> str:
    found = begun(text)
    if found is None:
        return text if edit.name != "empty" else STARTS["packing"]
    now = found
    tray, spots = now.tray, list(now.spots)
    tall = tray.height

    def piece_at(cell: Cell) -> int | None:
        found = [p.id for p in now.scene().pieces if cell in p.cells]
        return tray.ids.index(found[0]) if found else None

    if edit.name == "size" and edit.to:
        whole = [(x, y) for x in range(edit.to[1]) for y in range(edit.to[0])]
        return str(Packing(Tray(edit.to[1], edit.to[0], whole, tray.kinds, tray.leftover), (None,) * len(spots), 0))
    if edit.name == "empty":
        return f"board {tray.width} {tall}\n"
    if edit.cell is None:
        return text
    at = piece_at(edit.cell)
    point = (edit.cell[1], tall - 1 - edit.cell[0])
    if edit.name == "put" and edit.tool == "hole" and at is None:
        cut = set(tray.board) ^ {point}
        return str(Packing(Tray(tray.width, tall, cut, tray.kinds, tray.leftover), tuple(spots), 0)) if cut else text
    if edit.name == "put" and edit.tool == "piece":
        other = edit.to or edit.cell
        low, high = sorted((edit.cell[0], other[0]))
        left, right = sorted((edit.cell[1], other[1]))
        cells = [(r, c) for r in range(low, high + 1) for c in range(left, right + 1)]
        name = next((n for n in LETTERS if n not in tray.numbers), None)
        free = all((c, tall - 1 - r) in tray.board and piece_at((r, c)) is None for r, c in cells)
        if not free or name is None:
            return text
        shape = Shape.of((c, -r) for r, c in cells)
        kinds = [*tray.kinds, Kind(name, shape)]
        spots.append((left, tall - 1 - high, 0, False))
        return str(Packing(Tray(tray.width, tall, tray.board, kinds, tray.leftover), tuple(spots), 0))
    if at is None:
        return text
    spot = spots[at]
    assert spot is not None
    if edit.name == "lock" or (edit.name == "put" and edit.tool == "lock"):
        spots[at] = (*spot[:3], not spot[3])
    elif edit.name == "move":
        spots[at] = None
        if edit.to is not None:
            x, y = spot[0] + edit.to[1] - edit.cell[1], spot[1] - edit.to[0] + edit.cell[0]
            place = Packing(tray, tuple(spots), 0)
            shape = place.kind(at).shapes[spot[2]]
            laid = [(tall - 1 - y - dy, x + dx) for dx, dy in shape.points]
            taken = {c for p in now.scene().pieces if p.id != tray.ids[at] for c in p.cells}
            inside = all((c, tall - 1 - r) in tray.board for r, c in laid)
            if inside and not taken & set(laid):
                spots[at] = (x, y, spot[2], spot[3])
            elif any(0 <= r < tall and 0 <= c < tray.width for r, c in laid):
                spots[at] = spot
    elif edit.name == "erase":
        kind = tray.kind_of[at]
        kinds = [replace(k, count=k.count - 1) if n == kind else k for n, k in enumerate(tray.kinds)]
        del spots[at]
        kept = [k for k in kinds if k.count]
        return str(Packing(Tray(tray.width, tall, tray.board, kept, tray.leftover), tuple(spots), 0))
    elif edit.name == "turn":
        kind = tray.kind_of[at]
        if tray.kinds[kind].count == 1:
            kinds = [replace(k, shape=k.shape.turned(1)) if n == kind else k for n, k in enumerate(tray.kinds)]
            spots[at] = None
            return str(Packing(Tray(tray.width, tall, tray.board, kinds, tray.leftover), tuple(spots), 0))
    return str(Packing(tray, tuple(spots), 0))


EDITORS = {"rushhour": _rushhour, "tiles": _tiles, "blocks": _blocks, "sokoban": _sokoban, "packing": _packing}


def canonical(name: str, text: str, format: str) -> str:
    """The text in the format that is drawn on, where it can be read; else as it is, one line cut into rows."""
    try:
        return family(name).parse(text).text(format)
    except UnjamError:
        line = text.strip()
        side = round(len(line) ** 0.5)
        if name == "rushhour" and "\n" not in line and side * side == len(line) >= 25:
            return "\n".join(line[at : at + side] for at in range(0, len(line), side))
        return text
