"""Finding the fillings: what arithmetic already forbids, one solution, all of them, and how many."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ... import _core, native
from ...puzzle import Limits, Move, Result, Stopwatch, Unsupported
from .shapes import Place, Point

if TYPE_CHECKING:
    from .position import Packing

ALGORITHMS = {
    None: _core.PackingAlgorithm.automatic,
    "native": _core.PackingAlgorithm.automatic,
    "scan": _core.PackingAlgorithm.scan,
    "cover": _core.PackingAlgorithm.cover,
}
"""The engine by name: ``scan`` fills the first empty cell, ``cover`` what has the fewest options; None chooses."""

CHUNK = 256
"""How many solutions are fetched from the core at a time; the first ones come one by one."""


def faults(position: Packing) -> list[str]:
    """Every reason, found without a search, why the board cannot be filled from here; [] when none is."""
    tray, waiting = position.tray, position.waiting
    empty = position.empty.bit_count()
    area = sum(position.kind(piece).area for piece in waiting)
    found = []
    if area < empty or (area > empty and not tray.leftover):
        rest = "the pieces" if len(waiting) == len(position.spots) else "the pieces left"
        found.append(f"{rest} cover {area} cells but {empty} are to be filled")
    if not tray.leftover:
        for k in dict.fromkeys(tray.kind_of[piece] for piece in waiting):
            if not any(not place.mask & position.covered for place in tray.places[k]):
                where = "on the board" if not position.covered else "any more"
                found.append(f"piece {tray.kinds[k].name} fits nowhere {where}")
    return found


class Model:
    """The level as the core sees it: empty cells, classes of equal pieces, their places and the symmetries."""

    def __init__(self, position: Packing, symmetric: bool) -> None:
        self.position = position
        self.tray = tray = position.tray
        self.waiting = position.waiting
        kinds = list(dict.fromkeys(tray.kind_of[piece] for piece in self.waiting))
        #: kind -> class: its number among the kinds of which a piece is waiting
        self.class_of = {k: c for c, k in enumerate(kinds)}
        self.kinds = [tray.kinds[k] for k in kinds]
        self.count = [0] * len(kinds)
        for piece in self.waiting:
            self.count[self.class_of[tray.kind_of[piece]]] += 1
        #: class -> its places, which are the options of the core in their order
        self.places = [[place for place in tray.places[k] if not place.mask & position.covered] for k in kinds]
        self.cells = [point for point in sorted(tray.board) if position.empty >> self._bit(point) & 1]
        self.index = {self._bit(point): n for n, point in enumerate(self.cells)}
        self.symmetries = self._symmetries() if symmetric else []
        self._made: dict[tuple[int, int], Move | None] = {}

    def _bit(self, point: Point) -> int:
        return point[0] * self.tray.height + point[1]

    @cached_property
    def core(self) -> _core.PackingPuzzle:
        index = self.index
        return _core.PackingPuzzle(
            self.cells,
            self.count,
            [kind.area for kind in self.kinds],
            [[index[bit] for place in places for bit in _bits(place.mask)] for places in self.places],
            self.tray.leftover,
            self.symmetries,
        )

    @cached_property
    def options(self) -> list[Place]:
        """The places by the core's number of them."""
        return [place for places in self.places for place in places]

    def order(self, first: str | None) -> list[int]:
        """The waiting pieces in the order of listing: as in the file, those named ``first`` before all."""
        order = list(self.waiting)
        if first is not None:
            numbers = self.tray.numbers.get(first)
            if numbers is None:
                names = ", ".join(kind.name for kind in self.tray.kinds)
                raise Unsupported(f"no piece is called '{first}'; choose one of: {names}")
            chosen = [piece for piece in order if piece in numbers]
            if not chosen:
                raise Unsupported(f"{first} is already on the board; choose a piece that is not")
            order = chosen[:1] + [piece for piece in order if piece != chosen[0]]
        return order

    def moves(self, order: list[int], options: list[int]) -> tuple[Move, ...]:
        """The moves that lay the pieces of the order on these options; a negative one leaves its piece over."""
        made = self._made
        moves = []
        for laid in zip(order, options, strict=True):
            if laid not in made:
                piece, option = laid
                made[laid] = self.options[option].move(self.tray.ids[piece]) if option >= 0 else None
            if (move := made[laid]) is not None:
                moves.append(move)
        return tuple(moves)

    def _symmetries(self) -> list[tuple[list[int], list[int]]]:
        """The symmetries, the identity left out, as (where each cell goes, where each class goes).

        One maps the board to itself, every class of pieces to one that is as many and as free, and the pieces
        already placed to each other.
        """
        board = self.tray.board
        placed = self._placed(0, {self._bit(point): self._bit(point) for point in board})
        found = []
        for turn in range(1, 8):
            to = _turned_board(board, turn)
            kinds = self._turned_kinds(turn)
            if kinds is None or board != set(to.values()):
                continue
            bits = {self._bit(point): self._bit(there) for point, there in to.items()}
            if self._placed(turn, bits) == placed:
                found.append(([self.index[bits[self._bit(point)]] for point in self.cells], kinds))
        return found

    def _turned_kinds(self, turn: int) -> list[int] | None:
        """Which class each becomes: of several that look the same the n-th becomes the n-th; None where none fits."""
        alike: dict[object, list[int]] = {}
        for c in sorted(range(len(self.kinds)), key=lambda c: self.count[c]):
            alike.setdefault(self.kinds[c].looks, []).append(c)
        kinds = [0] * len(self.kinds)
        for each in alike.values():
            there = alike.get(frozenset(shape.turned(turn) for shape in self.kinds[each[0]].looks), [])
            if [self.count[c] for c in there] != [self.count[c] for c in each]:
                return None
            for c, becomes in zip(each, there, strict=True):
                kinds[c] = becomes
        return kinds

    def _placed(self, turn: int, bits: dict[int, int]) -> list[tuple[list[tuple[Point, ...]], list[int]]]:
        """The pieces on the board, turned: how they may be laid and what they cover; sorted."""
        position = self.position
        return sorted(
            (
                sorted(shape.turned(turn).points for shape in position.kind(piece).looks),
                sorted(bits[bit] for bit in _bits(position.place(piece).mask)),
            )
            for piece, spot in enumerate(position.spots)
            if spot is not None
        )


def _turned_board(board: frozenset[Point], turn: int) -> dict[Point, Point]:
    """Where each cell goes when the board is turned and put back to where its lower left corner was."""
    turned = {}
    for x, y in board:
        there = (-x if turn >= 4 else x), y
        for _ in range(turn % 4):
            there = there[1], -there[0]
        turned[x, y] = there
    dx = min(x for x, _ in board) - min(x for x, _ in turned.values())
    dy = min(y for _, y in board) - min(y for _, y in turned.values())
    return {point: (x + dx, y + dy) for point, (x, y) in turned.items()}


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _algorithm(name: str | None) -> _core.PackingAlgorithm:
    if name not in ALGORITHMS:
        names = ", ".join(str(each) for each in ALGORITHMS if each)
        raise Unsupported(f"packing has no algorithm '{name}' for this; choose one of: {names}")
    return ALGORITHMS[name]


def _impossible(position: Packing) -> Result | None:
    """The answer where the areas or a single piece already forbid every filling."""
    found = faults(position)
    if not found:
        return None
    return Result("unsolvable", algorithm="native", metric="pieces", reason="; ".join(found))


def solve(
    position: Packing,
    *,
    limits: Limits,
    any: bool = False,
    algorithm: str | None = None,
    first: str | None = None,
    **options: Any,
) -> Result | None:
    """The first solution in the documented order (``first`` before all other pieces).

    With ``any`` it is whichever the core meets first. Where pieces may be left over it is one with the fewest pieces
    unless ``any`` is enough.
    """
    engine = _algorithm(algorithm)
    if (impossible := _impossible(position)) is not None:
        return impossible
    if position.is_solved():
        return Result("solved", (), 0, 0, True, algorithm="native", metric="pieces")
    model = Model(position, symmetric=False)
    order = model.order(first)
    if any or position.tray.leftover:
        outcome = _core.packing_any(model.core, not any, engine, limits)
        moves = model.moves(*_assigned(model, order, outcome.moves))
        return native.result(outcome, moves, metric="pieces", limits=limits, reason=_nothing(outcome))
    classes = [model.class_of[position.tray.kind_of[piece]] for piece in order]
    outcome = _core.PackingStream(model.core, classes, False, engine).next(1, limits)
    result = native.result(
        outcome, model.moves(order, outcome.moves), metric="pieces", limits=limits, reason=_nothing(outcome)
    )
    if outcome.moves:
        cost = len(order)
        result = replace(result, cost=cost, lower_bound=cost, optimal=True)
    return result


def _assigned(model: Model, order: list[int], options: list[int]) -> tuple[list[int], list[int]]:
    """The pieces and their options for options in any order: equal pieces take theirs in ascending order."""
    kind_of = model.tray.kind_of
    rest = sorted(options)
    pieces, taken = [], []
    for piece in order:
        c = model.class_of[kind_of[piece]]
        for option in rest:
            if model.class_of[model.options[option].kind] == c:
                rest.remove(option)
                pieces.append(piece)
                taken.append(option)
                break
    return pieces, taken


def _nothing(outcome: _core.Outcome) -> str | None:
    if outcome.status == _core.Status.unsolvable:
        return f"the board cannot be filled: all {outcome.expanded:,} partial fillings tried"
    return None


def solutions(
    position: Packing, *, limits: Limits, reduced: bool = False, first: str | None = None, algorithm: str | None = None
) -> Generator[tuple[Move, ...], None, Result]:
    """Every solution in the documented order; the generator's return value says whether they are all."""
    engine = _algorithm(algorithm)
    model = Model(position, symmetric=reduced)
    order = model.order(first) if position.waiting or first is not None else []
    return _stream(position, model, order, limits, reduced, engine)


class _Rest:
    """What is left of the limits once some of the time is used up."""

    def __init__(self, limits: Limits, used: float) -> None:
        self.limits, self.bytes, self.report = limits, limits.bytes, limits.report
        self.seconds = None if limits.seconds is None else limits.seconds - used

    @property
    def stopped(self) -> bool:
        return self.limits.stopped


def _stream(
    position: Packing, model: Model, order: list[int], limits: Limits, reduced: bool, engine: _core.PackingAlgorithm
) -> Generator[tuple[Move, ...], None, Result]:
    if (impossible := _impossible(position)) is not None:
        return replace(impossible, solutions=0)
    if position.is_solved():
        yield ()
        return Result("solved", (), 0, 0, True, algorithm="native", metric="pieces", solutions=1)
    stream = _core.PackingStream(
        model.core, [model.class_of[position.tray.kind_of[piece]] for piece in order], reduced, engine
    )
    width, found, seconds, chunk, clock = len(order), 0, 0.0, 1, Stopwatch()
    while True:
        used = clock()  # the reader's time counts too: a limit is on the whole list
        if limits.seconds is not None and used > limits.seconds:
            why = native.why_stopped(_core.Stop.time, limits)
            return Result("gave_up", metric="pieces", seconds=seconds, algorithm="native", reason=why, solutions=found)
        outcome = stream.next(chunk, _Rest(limits, used))
        seconds += outcome.seconds
        for at in range(0, len(outcome.moves), width):
            found += 1
            yield model.moves(order, outcome.moves[at : at + width])
        if outcome.status != _core.Status.solved:
            break
        chunk = min(2 * chunk, CHUNK)
    result = native.result(outcome, (), metric="pieces", limits=limits, reason=_nothing(outcome))
    if found and result.status == "unsolvable":
        result = replace(result, status="solved", reason=None)
    return replace(result, cost=None, seconds=seconds, solutions=found)


def count(
    position: Packing, *, limits: Limits, reduced: bool = False, algorithm: str | None = None, **options: Any
) -> Result:
    """How many solutions there are, up to symmetry when ``reduced``; a limit leaves those counted so far."""
    engine = _algorithm(algorithm)
    if (impossible := _impossible(position)) is not None:
        return replace(impossible, solutions=0)
    if position.is_solved():
        return Result("solved", (), 0, 0, True, algorithm="native", metric="pieces", solutions=1)
    model = Model(position, symmetric=True)
    outcome, solutions = _core.packing_count(model.core, reduced, engine, limits)
    result = native.result(outcome, (), metric="pieces", limits=limits, reason=_nothing(outcome))
    return replace(result, solutions=solutions)
