"""Between the rules of packing and the native core: one filling, all of them, and how many."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from ... import _core
from ...core.native import result, why_stopped
from ...core.puzzle import (
    Fault,
    Limits,
    Message,
    Move,
    Native,
    Result,
    Stopwatch,
    Task,
    Unsupported,
    listed,
    plural,
)
from .board import Place
from .deadlock import dead_ends
from .heuristics import left
from .lifting import LiftSearch, is_lift, loose
from .shapes import Point

if TYPE_CHECKING:
    from .position import Packing

ENGINES = {
    None: _core.PackingAlgorithm.automatic,
    "scan": _core.PackingAlgorithm.scan,
    "cover": _core.PackingAlgorithm.cover,
}
"""The engine by name: ``scan`` fills the first empty cell, ``cover`` what has the fewest options; None chooses."""

CHUNK = 256
"""How many solutions are fetched from the core at a time; the first ones come one by one."""

PROOF_SECONDS = 0.3
"""For proving, while somebody plays, that what lies on the board cannot be completed."""
MAX_PROOFS = 2000
"""Positions whose proof is remembered: the page asks again with every touch of a piece."""


class PackingNative(Native):
    """Exact cover by two engines; solutions come one by one in a fixed order, or are counted."""

    engines: ClassVar[tuple[str, ...]] = ("scan", "cover")

    def solve(self, puzzle: Packing, task: Task) -> Result:
        """The first solution in the documented order (the option ``first`` before all other pieces).

        With ``any`` it is whichever the core finds first. Where pieces may be left over it is one with the fewest
        pieces unless ``any`` is enough. Pieces on the board that are not locked come off where nothing else helps.
        """
        stay = self.fill(puzzle, task)
        if stay.status == "gave_up" or not loose(puzzle) or (stay.solved and (task.any or not puzzle.tray.leftover)):
            return stay
        found = LiftSearch(puzzle, task, self.fill).run(stay)
        if found.status == "unsolvable" and (faults := dead_ends(puzzle)):
            return replace(found, reason=_all_of(faults))
        return found

    def unblock(self, puzzle: Packing, task: Task) -> Result | None:
        """The pieces to lift before any search that only lays them; None where nothing has to come off."""
        if not loose(puzzle):
            return None
        found = self.solve(puzzle, replace(task, any=False, engine=None, options={}))
        first = tuple(move for move in found.moves if is_lift(move))
        if found.solved:
            return replace(found, moves=first, cost=len(first)) if first else None
        return found

    def lost(self, puzzle: Packing) -> Fault | None:
        """Why what lies on the board cannot be completed, and which pieces to take off; None where that is not proven
        in a moment."""
        return _lost(puzzle) if puzzle.covered else None

    def fill(self, puzzle: Packing, task: Task) -> Result:
        """The answer when everything on the board stays where it is."""
        if (answer := _at_once(puzzle, task)) is not None:
            return replace(answer, solutions=None)
        clock = Stopwatch()
        encoding = Encoding(puzzle, symmetric=False)
        order = encoding.order(task.options.get("first"))
        rest = replace(task, limits=task.limits.less(clock()))
        if task.any or puzzle.tray.leftover:
            outcome = _core.packing_any(encoding.core, not task.any, ENGINES[task.engine], rest)
            return _result(puzzle, outcome, encoding.moves(*_assigned(encoding, order, outcome.moves)), task)
        outcome = _core.PackingStream(encoding.core, encoding.classes(order), False, ENGINES[task.engine]).next(1, rest)
        if not outcome.moves:
            return _result(puzzle, outcome, (), task)
        cost = len(order)
        answer = _result(puzzle, outcome, encoding.moves(order, outcome.moves), task)
        return replace(answer, cost=cost, lower_bound=cost, optimal=True)

    def solutions(
        self, puzzle: Packing, task: Task, reduced: bool = False
    ) -> Generator[tuple[Move, ...], None, Result]:
        """Every solution in the documented order; the generator's return value says whether they are all."""
        encoding = Encoding(puzzle, symmetric=reduced)
        first = task.options.get("first")
        order = encoding.order(first) if puzzle.waiting or first is not None else []
        return _stream(puzzle, encoding, order, task, reduced)

    def count(self, puzzle: Packing, task: Task, reduced: bool = False) -> Result:
        """How many solutions there are, up to symmetry when ``reduced``; a limit leaves those counted so far."""
        if (answer := _at_once(puzzle, task)) is not None:
            return answer
        encoding = Encoding(puzzle, symmetric=True)
        encoding.order(task.options.get("first"))  # the order changes no number, but a name that is none is told
        outcome, solutions = _core.packing_count(encoding.core, reduced, ENGINES[task.engine], task)
        return replace(_result(puzzle, outcome, (), task), solutions=solutions)


def _at_once(puzzle: Packing, task: Task) -> Result | None:
    """The answer that needs no search: the board is full, or areas or a single piece forbid every filling."""
    faults = dead_ends(puzzle)
    if faults:
        return Result("unsolvable", algorithm="native", metric=task.metric, reason=_all_of(faults), solutions=0)
    if puzzle.is_solved():
        return Result("solved", (), 0, 0, True, algorithm="native", metric=task.metric, solutions=1)
    return None


def _all_of(faults: list[Fault]) -> Message:
    why = faults[0].message
    for fault in faults[1:]:
        why = Message("{why}; {more}", why=why, more=fault.message)
    return why


@lru_cache(MAX_PROOFS)
def _lost(puzzle: Packing) -> Fault | None:
    native, task = puzzle.native, Task(puzzle.metrics[0], Limits(seconds=PROOF_SECONDS), any=True)
    if native.fill(puzzle, task).status != "unsolvable":
        return None
    found = native.solve(puzzle, replace(task, any=False))
    if found.status == "unsolvable":
        return Fault(Message("the board cannot be filled any more"))
    numbers = [puzzle.tray.ids.index(move.piece) for move in found.moves if is_lift(move)]
    if not numbers:
        return Fault(Message("the board cannot be filled like this"))
    pieces = [piece for piece in puzzle.scene().pieces if piece.id in {puzzle.tray.ids[n] for n in numbers}]
    cells = tuple(sorted(cell for piece in pieces for cell in piece.cells))
    names: list[Message | str] = [puzzle.kind(number).name for number in numbers]
    if len(names) == 1:
        return Fault(Message("the board cannot be filled like this; take {piece} off", piece=names[0]), cells=cells)
    return Fault(Message("the board cannot be filled like this; take off {pieces}", pieces=listed(names)), cells=cells)


def _result(puzzle: Packing, outcome: _core.Outcome, moves: tuple[Move, ...], task: Task) -> Result:
    why = None
    if outcome.status == _core.Status.unsolvable:
        why = plural(
            "the board cannot be filled: the only partial filling was tried",
            "the board cannot be filled: all {n} partial fillings were tried",
            n=outcome.expanded,
        )
    answer = result(outcome, moves, task, why)
    if answer.status == "gave_up":
        return replace(answer, lower_bound=max(answer.lower_bound or 0, left(puzzle, task.metric)))
    return answer


def _assigned(encoding: Encoding, order: list[int], options: list[int]) -> tuple[list[int], list[int]]:
    """The pieces and their options for options in any order: equal pieces take theirs in ascending order."""
    kind_of = encoding.tray.kind_of
    rest = sorted(options)
    pieces, taken = [], []
    for piece in order:
        c = encoding.class_of[kind_of[piece]]
        for option in rest:
            if encoding.class_of[encoding.options[option].kind] == c:
                rest.remove(option)
                pieces.append(piece)
                taken.append(option)
                break
    return pieces, taken


def _stream(
    puzzle: Packing, encoding: Encoding, order: list[int], task: Task, reduced: bool
) -> Generator[tuple[Move, ...], None, Result]:
    if (answer := _at_once(puzzle, task)) is not None:
        if answer.solved:
            yield ()
        return answer
    stream = _core.PackingStream(encoding.core, encoding.classes(order), reduced, ENGINES[task.engine])
    width, found, seconds, chunk, clock, limits = len(order), 0, 0.0, 1, Stopwatch(), task.limits
    while True:
        used = clock()  # the reader's time counts too: a limit is on the whole list
        if limits.seconds is not None and used > limits.seconds:
            why = why_stopped(_core.Stop.time, limits)
            return Result(
                "gave_up", metric=task.metric, seconds=seconds, algorithm="native", reason=why, solutions=found
            )
        outcome = stream.next(chunk, replace(task, limits=limits.less(used)))
        seconds += outcome.seconds
        for at in range(0, len(outcome.moves), width):
            found += 1
            yield encoding.moves(order, outcome.moves[at : at + width])
        if outcome.status != _core.Status.solved:
            break
        chunk = min(2 * chunk, CHUNK)
    answer = _result(puzzle, outcome, (), task)
    if found and answer.status == "unsolvable":
        answer = replace(answer, status="solved", reason=None)
    return replace(answer, cost=None, seconds=seconds, solutions=found)


class Encoding:
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
        empty = position.empty
        self.cells = [point for point in sorted(tray.board) if empty >> self._bit(point) & 1]
        self.index = {self._bit(point): n for n, point in enumerate(self.cells)}
        self.symmetries = self._symmetries() if symmetric else []
        self._made: dict[tuple[int, int], Move | None] = {}

    def _bit(self, point: Point) -> int:
        return point[0] * self.tray.height + point[1]

    @cached_property
    def core(self) -> _core.PackingPuzzle:
        index = self.index
        forms = {form: _bits(form) for form in {place.form for places in self.places for place in places}}
        return _core.PackingPuzzle(
            self.cells,
            self.count,
            [kind.area for kind in self.kinds],
            [[index[bit + place.shift] for place in places for bit in forms[place.form]] for places in self.places],
            self.tray.leftover,
            self.symmetries,
        )

    @cached_property
    def options(self) -> list[Place]:
        """The places by the core's number of them."""
        return [place for places in self.places for place in places]

    def order(self, first: str | None) -> list[int]:
        """The waiting pieces in the order of listing: as in the file, the one named ``first`` before all."""
        order = list(self.waiting)
        if first is not None:
            numbers = self.tray.numbers.get(first)
            if numbers is None:
                why = Message("no piece is called '{name}'", name=first)
                raise Unsupported.choice(why, [kind.name for kind in self.tray.kinds])
            chosen = [piece for piece in order if piece in numbers]
            if not chosen:
                why = Message("{name} is already on the board; choose a piece that is not", name=first)
                raise Unsupported(why)
            order = chosen[:1] + [piece for piece in order if piece != chosen[0]]
        return order

    def classes(self, order: list[int]) -> list[int]:
        """The class of each piece of the order."""
        return [self.class_of[self.tray.kind_of[piece]] for piece in order]

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
