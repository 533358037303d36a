"""Brute force for packing: random levels and all their fillings, sharing no code with unjam."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

Point = tuple[int, int]
Cells = frozenset[Point]
TURNS = ["", "r1", "r2", "r3", "m0", "m1", "m2", "m3"]

PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#####", "L": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip


def pentominoes(board: str, names: str = "FILNPTUVWXYZ", freedom: str = "flip") -> str:
    """A level of these pentominoes on the board."""
    pieces = "".join(f"{name} {freedom}\n{PENTOMINOES[name].replace('/', chr(10))}\n" for name in names)
    return f"{board}\n{pieces}"


def far_corner(wide: int, high: int, mirrored: bool = False) -> str:
    """A board that L-trominoes fill, and far away three by three cells that they do not."""
    rows = ["." * (wide + 1) + "###"] * 3 + ["." * (wide + 4)] + ["#" * wide + "...."] * high
    if mirrored:
        rows = [row[::-1] for row in rows]
    return "\n".join(["board", *rows, f"Ell {wide * high // 3 + 3} turn", "#.", "##"]) + "\n"


def corner(points: Cells) -> Point:
    return min(x for x, _ in points), min(y for _, y in points)


def home(points: Cells) -> Cells:
    left, low = corner(points)
    return frozenset((x - left, y - low) for x, y in points)


def oriented(points: Cells, turn: int) -> Cells:
    """Mirrored left for right from 4 on, then turned clockwise: multiplied by -i as complex numbers."""
    image = set()
    for x, y in points:
        z = complex(-x if turn > 3 else x, y) * (-1j) ** (turn % 4)
        image.add((round(z.real), round(z.imag)))
    return home(frozenset(image))


@dataclass
class Kind:
    name: str
    points: Cells
    count: int
    freedom: str

    def looks(self) -> dict[Cells, int]:
        turns: dict[Cells, int] = {}
        for turn in range({"fixed": 1, "turn": 4, "flip": 8}[self.freedom]):
            turns.setdefault(oriented(self.points, turn), turn)
        return turns


@dataclass
class Level:
    board: Cells
    kinds: list[Kind]
    leftover: bool = False

    def text(self) -> str:
        lines = ["board leftover" if self.leftover else "board", *drawn(self.board, home_too=False)]
        for kind in self.kinds:
            lines += [f"{kind.name} {kind.count} {kind.freedom}", *drawn(kind.points)]
        return "\n".join(lines) + "\n"

    def places(self, kind: Kind) -> list[tuple[Point, int, Cells]]:
        places = []
        for look, turn in kind.looks().items():
            for x in range(6):
                for y in range(6):
                    cells = frozenset((x + px, y + py) for px, py in look)
                    if cells <= self.board:
                        places.append(((x, y), turn, cells))
        return sorted(places, key=lambda place: place[:2])

    def fillings(self, order: list[int] | None = None) -> Iterator[list[tuple[str, Point, int, Cells]]]:
        """Every filling, pieces in order, places ascending, equal pieces at ascending places; leftovers last."""
        order = list(range(len(self.kinds))) if order is None else order
        pieces = [k for k in order for _ in range(self.kinds[k].count)]
        places = [self.places(kind) for kind in self.kinds]
        masks = [[sum(1 << (8 * x + y) for x, y in cells) for _, _, cells in each] for each in places]
        board = sum(1 << (8 * x + y) for x, y in self.board)

        def fill(n: int, empty: int, least: int) -> Iterator[list[tuple[int, int]]]:
            if n == len(pieces):
                if not empty:
                    yield []
                return
            k = pieces[n]
            if n and pieces[n - 1] != k:
                least = 0
            for at in range(least, len(masks[k])):
                if masks[k][at] & empty == masks[k][at]:
                    for rest in fill(n + 1, empty ^ masks[k][at], at + 1):
                        yield [(k, at), *rest]
            if self.leftover:
                yield from fill(n + 1, empty, len(places[k]))

        for filling in fill(0, board, 0):
            yield [(self.kinds[k].name, *places[k][at]) for k, at in filling]

    def symmetries(self) -> list[tuple[dict[Point, Point], dict[str, str]]]:
        """The symmetries as (cell -> cell, name -> name), where no two kinds look the same."""
        symmetries = []
        by_looks = {(frozenset(kind.looks()), kind.count): kind.name for kind in self.kinds}
        corners = corner(self.board)
        for turn in range(8):
            spots = {}
            for x, y in self.board:
                z = complex(-x if turn > 3 else x, y) * (-1j) ** (turn % 4)
                spots[x, y] = (round(z.real), round(z.imag))
            left, low = corner(frozenset(spots.values()))
            to = {p: (x - left + corners[0], y - low + corners[1]) for p, (x, y) in spots.items()}
            names = {}
            for kind in self.kinds:
                key = (frozenset(oriented(look, turn) for look in kind.looks()), kind.count)
                if key in by_looks:
                    names[kind.name] = by_looks[key]
            if set(to.values()) == self.board and len(names) == len(self.kinds):
                symmetries.append((to, names))
        return symmetries


def drawn(points: Cells, home_too: bool = True) -> list[str]:
    points = home(points) if home_too else points
    wide, high = max(x for x, _ in points) + 1, max(y for _, y in points) + 1
    return ["".join("#" if (x, y) in points else "." for x in range(wide)) for y in reversed(range(high))]


def connected(rng: Random, board: set[Point], size: int) -> Cells:
    """Cells grown at random inside the board, up to the size."""
    cells = {rng.choice(sorted(board))}
    while len(cells) < size:
        edge = {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))} & board - cells
        if not edge:
            break
        cells.add(rng.choice(sorted(edge)))
    return frozenset(cells)


def random_level(rng: Random, leftover: bool = False) -> Level:
    """A small board with holes, cut into pieces that then may be swapped for others, merged into kinds or not."""
    sizes = [(2, 2), (3, 2), (2, 4), (3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5), (2, 6)]
    wide, high = rng.choice(sizes[:5] if leftover else sizes)
    board = {(x, y) for x in range(wide) for y in range(high)}
    if rng.random() < 0.5:
        board -= set(rng.sample(sorted(board), rng.randint(0, 3)))
    rest, shapes = set(board), []
    while rest:
        part = connected(rng, rest, rng.randint(1 if len(board) < 12 else 2, 5))
        rest -= part
        shapes.append(home(part))
    if rng.random() < 0.2:
        shapes[rng.randrange(len(shapes))] = home(connected(rng, board, rng.randint(1, 4)))
    if leftover:
        shapes += [home(connected(rng, board, rng.randint(1, 4))) for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.3:  # scattered shapes need not hang together
        shapes[0] = home(frozenset(rng.sample(sorted(board), len(shapes[0]))))
    freedoms = [rng.choice(["fixed", "turn", "flip"])] * 3 if rng.random() < 0.5 else ["fixed", "turn", "flip"]
    kinds: list[Kind] = []
    for shape in shapes:
        freedom = rng.choice(freedoms)
        kind = Kind(f"K{len(kinds)}", shape, 1, freedom)
        for other in kinds:
            if other.looks().keys() == kind.looks().keys():
                other.count += 1
                break
        else:
            kinds.append(kind)
    rng.shuffle(kinds)
    return Level(frozenset(board), kinds, leftover)


def large_level(rng: Random, most: int = 60) -> Level:
    """A board of up to so many cells, too large for plain trial, with holes and in one part or two.

    It is cut into pieces, some of which may be swapped for others, or to be filled with one kind or two.
    """
    wide, high = rng.randint(4, 11), rng.randint(4, 9)
    while wide * high > most - 9:
        wide, high = max(wide - 1, 4), max(high - 1, 4)
    board = {(x, y) for x in range(wide) for y in range(high)}
    board -= set(rng.sample(sorted(board), rng.choice((0, 0, 1, 3, 6))))
    if rng.random() < 0.3:
        left, low = wide + 1, rng.choice((0, high - 3))
        board |= {(left + x, low + y) for x in range(rng.randint(2, 3)) for y in range(rng.randint(2, 3))}
    shapes: list[Cells] = []
    if rng.random() < 0.7:
        least, rest = rng.choice((2, 3, 4)), set(board)
        longest = least + rng.randint(0, 3)
        while rest:
            part = connected(rng, rest, rng.randint(least, longest))
            rest -= part
            if len(part) < least:
                board -= part
            else:
                shapes.append(home(part))
        for n in rng.sample(range(len(shapes)), min(len(shapes), rng.choice((0, 0, 1, 3)))):
            shapes[n] = home(connected(rng, {(x, y) for x in range(4) for y in range(4)}, len(shapes[n])))
        freedom = rng.choice(["fixed", "turn", "flip"])
    else:
        size = rng.choice((2, 3, 3, 4))
        board -= set(rng.sample(sorted(board), len(board) % size))
        both = [home(connected(rng, {(x, y) for x in range(4) for y in range(4)}, size)) for _ in range(2)]
        first = rng.choice((1, 2)) * len(board) // size // 2
        shapes = both[:1] * first + both[1:] * (len(board) // size - first)
        freedom = rng.choice(["turn", "flip"])
    kinds: dict[Cells, Kind] = {}
    for shape in shapes:
        look = min((oriented(shape, turn) for turn in range({"fixed": 1, "turn": 4, "flip": 8}[freedom])), key=sorted)
        kinds.setdefault(look, Kind(f"K{len(kinds)}", look, 0, freedom)).count += 1
    return Level(home(frozenset(board)), list(kinds.values()))
