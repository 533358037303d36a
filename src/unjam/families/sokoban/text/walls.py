"""Where the walls of a board are open: the fewest mistakes that explain how its floor reaches the rim.

Floor that leaks is one with the space around the board, so no square of it is wrong by itself. But whoever drew the
board meant what stands on the floor to be inside. Of all the squares that would part these things from the outside, the
cheapest are a minimum cut (L. R. Ford and D. R. Fulkerson, "Maximal flow through a network", 1956; shortest augmenting
paths as J. Edmonds and R. M. Karp, 1972), and of several equal ones the cut nearest to the outside is where one would
look for the wall.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ....core.puzzle import Cell
from .rows import Patience

GAP_IN_RIM, DOORWAY, GAP, OUTSIDE, OCCUPIED, NEVER = 1, 3, 4, 6, 9, 1 << 20
"""What a mistake costs: a wall missing from a line of the rim that has walls on both sides, one missing right between
two walls, one missing elsewhere, a thing drawn outside, a wall missing where a thing stands, a player outside."""
_MAX_WORK = 60_000  # squares visited for one drawing; beyond that the first open square must do
_NETWORK = 10  # visits that it takes to find and build the network, for each of its squares


def flood(rows: list[str], seeds: Iterable[Cell]) -> set[Cell]:
    """The squares connected with the seeds, walls aside; the rows are of equal length."""
    wide = len(rows[0]) + 1  # each row ends with a wall, and there is a row of them above and below
    rim = "#" * wide
    fresh = bytearray(mark != "#" for mark in f"{rim}{'#'.join(rows)}#{rim}")
    stack = [(r + 1) * wide + c for r, c in seeds]
    found = list(dict.fromkeys(stack))
    for square in found:
        fresh[square] = 0
    while stack:
        square = stack.pop()
        for after in (square - 1, square + 1, square - wide, square + wide):
            if fresh[after]:
                fresh[after] = 0
                stack.append(after)
                found.append(after)
    return {(square // wide - 1, square % wide) for square in found}


def on_rim(rows: list[str], cells: Iterable[Cell]) -> list[Cell]:
    """Those of the cells that lie on the rim of the grid, in reading order."""
    low, right = len(rows) - 1, len(rows[0]) - 1
    return sorted((r, c) for r, c in cells if r in (0, low) or c in (0, right))


def enclosed(rows: list[str], player: Cell, things: dict[Cell, str]) -> tuple[set[Cell], set[Cell]] | None:
    """The squares inside the walls and the boxes outside that are decoration; None where the walls are open.

    The border may be open where boxes on storage stand in it that can never move, for the player cannot leave there.
    Boxes on storage beyond a border that shuts the player in are decoration.

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
    closed = _walled(rows, stuck)
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
    """The stuck boxes that touch the inside, and those that touch these: without them they might not be stuck."""
    found = {cell for cell in stuck if any(beside in inside for beside in _beside(cell))}
    stack = list(found)
    while stack:
        near = [cell for cell in _beside(stack.pop()) if cell in stuck and cell not in found]
        found.update(near)
        stack += near
    return found


def _walled(rows: list[str], cells: set[Cell]) -> list[str]:
    """The rows with walls on these cells too."""
    return ["".join("#" if (r, c) in cells else mark for c, mark in enumerate(row)) for r, row in enumerate(rows)]


def _on_open_floor(rows: list[str], cells: Iterable[Cell]) -> set[Cell]:
    """Those of the cells whose floor reaches the rim."""
    open_floor, closed = set[Cell](), set[Cell]()
    for cell in cells:
        if cell not in open_floor and cell not in closed:
            region = flood(rows, [cell])
            (open_floor if on_rim(rows, region) else closed).update(region)
    return open_floor.intersection(cells)


def _stuck(rows: list[str], boxes: set[Cell]) -> set[Cell]:
    """The boxes that can never move: on both axes one side is a wall or a box of which the same is true."""
    stuck, doubtful = set(boxes), list(boxes)
    while doubtful:
        cell = doubtful.pop()
        if cell not in stuck:
            continue
        up, down, left, right = (
            after in stuck or (0 <= after[0] < len(rows) and 0 <= after[1] < len(rows[0]) and _wall(rows, after))
            for after in _beside(cell)
        )
        if not ((up or down) and (left or right)):
            stuck.discard(cell)
            doubtful += _beside(cell)
    return stuck


def _wall(rows: list[str], cell: Cell) -> bool:
    return rows[cell[0]][cell[1]] == "#"


def _beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    r, c = cell
    return (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)


def mistakes(
    rows: list[str], player: Cell | None, things: Collection[Cell], patience: Patience
) -> tuple[list[list[Cell]], list[Cell]]:
    """The places where the walls are open, each a run of squares, and the things that stand outside the walls.

    >>> mistakes(["#####  ", "# @    ", "#   #  ", "##### $"], (1, 2), [(3, 6)], Patience())
    ([[(1, 4)]], [(3, 6)])
    """
    seeds = {**dict.fromkeys(things, OUTSIDE), **({player: NEVER} if player else {})}
    if patience.squares <= 0:
        return [on_rim(rows, flood(rows, seeds))[:1]], []
    area = flood(rows, _on_open_floor(rows, seeds))
    rounds = min(_MAX_WORK, patience.squares) // max(1, len(area))
    patience.squares -= _NETWORK * len(area)
    if rounds <= _NETWORK:
        return [on_rim(rows, area)[:1]], []
    cut = _Cut(rows, area, {seed: cost for seed, cost in seeds.items() if seed in area})
    settled = cut.settle(rounds)
    patience.squares -= cut.rounds * len(area)
    if not settled:
        return [on_rim(rows, area)[:1]], []
    gaps, strays = cut.found()
    places = _joined([*gaps, *strays])
    open_here = [place for place in places if not strays.issuperset(place)]
    return open_here, sorted(strays.difference(*open_here))


class _Cut:
    """The network: a square is two nodes, 2k to come in and 2k + 1 to go out, and what it costs lies between them.

    ``room[a][b]`` is how much more may flow from one node to another.
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

    def _join(self, one: int, other: int, most: int) -> None:
        self.room[one][other] = most
        self.room[other].setdefault(one, 0)

    def settle(self, rounds: int) -> bool:
        """Sends as much as can flow from the things to the outside; False when that takes more rounds."""
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
        """Each node to which more can flow, up to the outside, and the node before it."""
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
        """The nodes from which more can flow to the outside."""
        found, queue = {self.SINK}, [self.SINK]
        for node in queue:
            for before in self.room[node]:
                if before not in found and self.room[before][node] > 0:
                    found.add(before)
                    queue.append(before)
        return found

    def found(self) -> tuple[list[Cell], set[Cell]]:
        """The squares of the cut nearest to the outside, and the things beyond it."""
        beyond = self._beyond()
        gaps = [s for s in self.area if 2 * s + 1 in beyond and 2 * s not in beyond]
        strays = {s for s in self.seeds if 2 * s in beyond}
        return sorted(divmod(s, self.width) for s in gaps), {divmod(s, self.width) for s in strays}


def _doorways(rows: list[str], area: set[Cell]) -> Iterator[Cell]:
    """The squares with a wall on two opposite sides."""
    low, right = len(rows) - 1, len(rows[0]) - 1
    for r, c in area:
        if (0 < c < right and rows[r][c - 1] == "#" == rows[r][c + 1]) or (
            0 < r < low and rows[r - 1][c] == "#" == rows[r + 1][c]
        ):
            yield r, c


def _between_walls(rows: list[str], area: set[Cell]) -> Iterator[Cell]:
    """The squares on the rim with a wall on both sides in their line of it: where walls are most often forgotten."""
    low, right = len(rows) - 1, len(rows[0]) - 1
    for r, c in on_rim(rows, area):
        column = "".join(row[c] for row in rows)
        if (r in (0, low) and "#" in rows[r][:c] and "#" in rows[r][c:]) or (
            c in (0, right) and "#" in column[:r] and "#" in column[r:]
        ):
            yield r, c


def _joined(cells: list[Cell]) -> list[list[Cell]]:
    """The cells in groups that touch, corners included; groups and their cells in reading order."""
    left, out = set(cells), []
    for cell in sorted(cells):
        if cell not in left:
            continue
        left.discard(cell)
        group = [cell]
        for r, c in group:
            near = {(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)} & left
            left -= near
            group += sorted(near)
        out.append(sorted(group))
    return out
