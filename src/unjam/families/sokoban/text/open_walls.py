"""Finds the gaps in the walls of a board by searching for the cheapest set of mistakes that explains them.

If the walls are open, the floor is connected to the space around the board, and no single square is clearly wrong.
However, the things on the floor (player, boxes and storage) were meant to be inside. The cheapest set of squares that
would separate them from the outside is a minimum cut (L. R. Ford and D. R. Fulkerson, "Maximal flow through a network",
1956; with shortest augmenting paths as in J. Edmonds and R. M. Karp, 1972). Of several equally cheap cuts, the one
nearest to the outside is used, because that is where people would look for the wall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ....core.cells import connected_groups, neighbours
from ....core.puzzle import Cell
from .drawing import WorkBudget

GAP_IN_RIM, DOORWAY, GAP, OUTSIDE, OCCUPIED, NEVER = 1, 3, 4, 6, 9, 1 << 20
"""The costs of mistakes: a missing wall on the rim with walls on both sides in the same line, a missing wall directly
between two walls, a missing wall elsewhere, a thing drawn outside, a missing wall under a thing, a player outside."""
_MAX_WORK = 60_000  # the maximum number of visited squares per drawing; then only the first open square is reported
_NETWORK = 10  # the number of visits per square for finding and building the network


def flood(rows: list[str], seeds: Iterable[Cell]) -> set[Cell]:
    """Return the cells connected to the seeds; all rows must have the same length."""
    wide = len(rows[0]) + 1  # each row ends with a wall, and there is a row of walls above and below
    rim = "#" * wide
    fresh = bytearray(mark != "#" for mark in f"{rim}{'#'.join(rows)}#{rim}")
    stack = [(r + 1) * wide + c for r, c in seeds]
    squares = list(dict.fromkeys(stack))
    for square in squares:
        fresh[square] = 0
    while stack:
        square = stack.pop()
        for after in (square - 1, square + 1, square - wide, square + wide):
            if fresh[after]:
                fresh[after] = 0
                stack.append(after)
                squares.append(after)
    return {(square // wide - 1, square % wide) for square in squares}


def on_rim(rows: list[str], cells: Iterable[Cell]) -> list[Cell]:
    low, right = len(rows) - 1, len(rows[0]) - 1
    return sorted((r, c) for r, c in cells if r in (0, low) or c in (0, right))


def enclosed(rows: list[str], player: Cell, things: dict[Cell, str]) -> tuple[set[Cell], set[Cell]] | None:
    """Return the cells inside the walls, and the boxes outside, which are decoration; None if the walls are open.

    Boxes on storage that can never move may be part of the border, since the player cannot get past them. Boxes on
    storage outside a closed border are decoration.

    >>> rows = ["#####", "#@$.#", "#####", "     ", "*****"]
    >>> inside, beyond = enclosed(rows, (1, 1), {(1, 2): "$", (1, 3): ".", (4, 0): "*"})
    >>> sorted(inside), beyond
    ([(1, 1), (1, 2), (1, 3)], {(4, 0)})
    """
    inside = flood(rows, [player, *things])
    if not on_rim(rows, inside):
        return inside, set()
    stuck = _stuck(rows, {cell for cell, mark in things.items() if mark in "$*"})
    stuck = {cell for cell in stuck if things[cell] == "*"}
    closed = ["".join("#" if (r, c) in stuck else mark for c, mark in enumerate(row)) for r, row in enumerate(rows)]
    inside = flood(closed, [player])
    if on_rim(rows, inside):
        return None
    inside |= _touching(inside, stuck)
    beyond = _on_open_floor(rows, [cell for cell in things if cell not in inside])
    if any(things[cell] != "*" for cell in beyond):
        return None
    whole = flood(rows, [player, *(things.keys() - beyond)])
    if not on_rim(rows, whole):
        return whole, beyond
    return inside | flood(closed, things.keys() - inside - beyond), beyond


def _touching(inside: set[Cell], stuck: set[Cell]) -> set[Cell]:
    """Return the stuck boxes that touch the inside, and all stuck boxes connected to them, which hold them in place."""
    boxes = {cell for cell in stuck if any(near in inside for near in neighbours(cell))}
    stack = list(boxes)
    while stack:
        near = [cell for cell in neighbours(stack.pop()) if cell in stuck and cell not in boxes]
        boxes.update(near)
        stack += near
    return boxes


def _on_open_floor(rows: list[str], cells: Iterable[Cell]) -> set[Cell]:
    """Return the cells that are on floor connected to the rim."""
    open_floor, closed = set[Cell](), set[Cell]()
    for cell in cells:
        if cell not in open_floor and cell not in closed:
            region = flood(rows, [cell])
            (open_floor if on_rim(rows, region) else closed).update(region)
    return open_floor.intersection(cells)


def _stuck(rows: list[str], boxes: set[Cell]) -> set[Cell]:
    """Return the boxes that can never move: on each axis, a wall or another such box is next to them."""
    walls = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"}
    stuck, doubtful = set(boxes), list(boxes)
    while doubtful:
        cell = doubtful.pop()
        if cell not in stuck:
            continue
        up, down, left, right = (near in stuck or near in walls for near in neighbours(cell))
        if not ((up or down) and (left or right)):
            stuck.discard(cell)
            doubtful += neighbours(cell)
    return stuck


def find_mistakes(
    rows: list[str], player: Cell | None, things: Collection[Cell], budget: WorkBudget
) -> tuple[list[list[Cell]], list[Cell]]:
    """Return the gaps in the walls, each a group of cells, and the things outside the walls.

    >>> find_mistakes(["#####  ", "# @    ", "#   #  ", "##### $"], (1, 2), [(3, 6)], WorkBudget())
    ([[(1, 4)]], [(3, 6)])
    """
    seeds = {**dict.fromkeys(things, OUTSIDE), **({player: NEVER} if player else {})}
    if budget.squares <= 0:
        return [on_rim(rows, flood(rows, seeds))[:1]], []
    area = flood(rows, _on_open_floor(rows, seeds))
    rounds = min(_MAX_WORK, budget.squares) // max(1, len(area))
    budget.squares -= _NETWORK * len(area)
    if rounds <= _NETWORK:
        return [on_rim(rows, area)[:1]], []
    cut = _Cut(rows, area, {seed: cost for seed, cost in seeds.items() if seed in area})
    has_cut = cut.saturate(rounds)
    budget.squares -= cut.rounds * len(area)
    if not has_cut:
        return [on_rim(rows, area)[:1]], []
    gaps, strays = cut.result()
    places = connected_groups(sorted([*gaps, *strays]), diagonal=True)
    gaps_here = [sorted(place) for place in places if not strays.issuperset(place)]
    return gaps_here, sorted(strays.difference(*gaps_here))


class _Cut:
    """The flow network: square k has the nodes 2k (in) and 2k + 1 (out), and the capacity between them is its cost.

    ``room[a][b]`` is the remaining capacity from node a to node b.
    """

    SOURCE, SINK = -1, -2

    def __init__(self, rows: list[str], area: set[Cell], seeds: dict[Cell, int]) -> None:
        self.rounds = 0
        self.width = len(rows[0])
        self.area = {self.square(cell) for cell in area}
        self.seeds = {self.square(cell): cost for cell, cost in seeds.items()}
        costs = {self.square(cell): DOORWAY for cell in _doorways(rows, area)}
        costs |= {self.square(cell): GAP_IN_RIM for cell in _between_walls(rows, area)}
        costs |= dict.fromkeys(self.seeds, OCCUPIED)
        self.room: dict[int, dict[int, int]] = {self.SOURCE: {}, self.SINK: {}}
        for square in self.area:
            self.room[2 * square], self.room[2 * square + 1] = {}, {}
        for square in sorted(self.area):
            self._join(2 * square, 2 * square + 1, costs.get(square, GAP))
            column = square % self.width
            for after, there in (
                (square - self.width, True),
                (square + self.width, True),
                (square - 1, column > 0),
                (square + 1, column < self.width - 1),
            ):
                if there and after in self.area:
                    self._join(2 * square + 1, 2 * after, NEVER)
        for square, cost in self.seeds.items():
            self._join(self.SOURCE, 2 * square, cost)
        for cell in on_rim(rows, area):
            self._join(2 * self.square(cell) + 1, self.SINK, NEVER)

    def square(self, cell: Cell) -> int:
        return cell[0] * self.width + cell[1]

    def _join(self, first: int, second: int, most: int) -> None:
        self.room[first][second] = most
        self.room[second].setdefault(first, 0)

    def saturate(self, rounds: int) -> bool:
        """Send the maximum flow from the things to the outside; return False if that takes more than ``rounds``."""
        for self.rounds in range(1, rounds + 1):
            came = self._reached()
            if self.SINK not in came:
                return True
            path = [self.SINK]
            while path[-1] != self.SOURCE:
                path.append(came[path[-1]])
            steps = list(zip(path[1:], path, strict=False))
            most = min(self.room[a][b] for a, b in steps)
            for a, b in steps:
                self.room[a][b] -= most
                self.room[b][a] += most
        return False

    def _reached(self) -> dict[int, int]:
        """Return each node that additional flow from the source can reach, with its predecessor; stop at the sink."""
        came, queue = {self.SOURCE: self.SOURCE}, [self.SOURCE]
        for node in queue:
            for after, room in self.room[node].items():
                if room > 0 and after not in came:
                    came[after] = node
                    if after == self.SINK:
                        return came
                    queue.append(after)
        return came

    def _beyond(self) -> set[int]:
        """Return the nodes that can send additional flow to the sink."""
        nodes, queue = {self.SINK}, [self.SINK]
        for node in queue:
            for before in self.room[node]:
                if before not in nodes and self.room[before][node] > 0:
                    nodes.add(before)
                    queue.append(before)
        return nodes

    def result(self) -> tuple[list[Cell], set[Cell]]:
        """Return the cells of the minimum cut nearest to the outside, and the things beyond it."""
        beyond = self._beyond()
        gaps = [s for s in self.area if 2 * s + 1 in beyond and 2 * s not in beyond]
        strays = {s for s in self.seeds if 2 * s in beyond}
        return sorted(divmod(s, self.width) for s in gaps), {divmod(s, self.width) for s in strays}


def _doorways(rows: list[str], area: set[Cell]) -> Iterator[Cell]:
    """Yield the cells with walls on two opposite sides."""
    low, right = len(rows) - 1, len(rows[0]) - 1
    for r, c in area:
        if (0 < c < right and rows[r][c - 1] == "#" == rows[r][c + 1]) or (
            0 < r < low and rows[r - 1][c] == "#" == rows[r + 1][c]
        ):
            yield r, c


def _between_walls(rows: list[str], area: set[Cell]) -> Iterator[Cell]:
    """Yield the cells on the rim with walls on both sides in the same line, where walls are most often forgotten."""
    low, right = len(rows) - 1, len(rows[0]) - 1
    for r, c in on_rim(rows, area):
        column = "".join(row[c] for row in rows)
        if (r in (0, low) and "#" in rows[r][:c] and "#" in rows[r][c:]) or (
            c in (0, right) and "#" in column[:r] and "#" in column[r:]
        ):
            yield r, c
