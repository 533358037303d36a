"""The interface to the native core, which finds one solution, lists all solutions, or counts them."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar

from ... import _core
from ...core.cells import set_bits
from ...core.outcome import result, why_stopped
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
    join_messages,
    plural,
)
from .board import Place
from .deadlock import dead_ends
from .heuristics import left
from .lifting import LiftSearch, is_lift, loose
from .shapes import Point, turn_point

if TYPE_CHECKING:
    from .position import Packing

ENGINES = {
    None: _core.PackingAlgorithm.automatic,
    "scan": _core.PackingAlgorithm.scan,
    "cover": _core.PackingAlgorithm.cover,
}
"""The core's algorithms by engine name: ``scan`` fills the first empty cell, ``cover`` branches where there are the
fewest options, and None lets the core choose."""

CHUNK = 256
"""The maximum number of solutions fetched from the core at once; the number starts at 1 and doubles each time."""

PROOF_SECONDS = 0.3
"""The time limit for proving, during a game, that the board cannot be completed."""
MAX_PROOFS = 2000
"""The number of cached proofs; the page asks for a proof again whenever a piece is touched."""


class PackingNative(Native):
    """The native solver, an exact cover search with two engines, which can also list or count all solutions."""

    engines: ClassVar[tuple[str, ...]] = ("scan", "cover")

    def solve(self, puzzle: Packing, task: Task) -> Result:
        """Return the first solution in the documented order, starting with the piece named by the option ``first``.

        If ``any`` is set, return whichever solution the core finds first; otherwise, if pieces may be left over, return
        one with the fewest moves. Pieces that are not locked are lifted only if the board cannot be filled otherwise or
        if lifting saves moves.
        """
        unchanged = self.fill(puzzle, task)
        is_best = unchanged.solved and (task.any or not puzzle.board.leftover)
        if unchanged.status == "gave_up" or is_best or not loose(puzzle):
            return unchanged
        answer = LiftSearch(puzzle, task, self.fill).run(unchanged)
        if answer.status == "unsolvable" and (faults := dead_ends(puzzle)):
            return replace(answer, reason=_join_reasons(faults))
        return answer

    def unblock(self, puzzle: Packing, task: Task) -> Result | None:
        """Return the lifting moves that must precede a search that only places pieces; None if none are needed."""
        if not loose(puzzle):
            return None
        answer = self.solve(puzzle, replace(task, any=False, engine=None, options={}))
        first = tuple(move for move in answer.moves if is_lift(move))
        if answer.solved:
            return replace(answer, moves=first, cost=len(first)) if first else None
        return answer

    def lost(self, puzzle: Packing) -> Fault | None:
        """Return why the board cannot be completed and which pieces to take off; None if there is no quick proof."""
        return _lost(puzzle) if puzzle.covered else None

    def fill(self, puzzle: Packing, task: Task) -> Result:
        """Fill the empty cells without moving the pieces on the board, and return the result."""
        if (answer := _without_search(puzzle, task)) is not None:
            return replace(answer, solutions=None)
        clock = Stopwatch()
        encoding = Encoding(puzzle, symmetric=False)
        order = encoding.order(task.options.get("first"))
        rest = replace(task, limits=task.limits.less(clock()))
        if task.any or puzzle.board.leftover:
            outcome = _core.packing_solve_any(encoding.core, not task.any, ENGINES[task.engine], rest)
            return _result(puzzle, outcome, encoding.moves(*_assign(encoding, order, outcome.moves)), task)
        outcome = _core.PackingStream(encoding.core, encoding.classes(order), False, ENGINES[task.engine]).next(1, rest)
        if not outcome.moves:
            return _result(puzzle, outcome, (), task)
        cost = len(order)
        answer = _result(puzzle, outcome, encoding.moves(order, outcome.moves), task)
        return replace(answer, cost=cost, lower_bound=cost, optimal=True)

    def solutions(
        self, puzzle: Packing, task: Task, reduced: bool = False
    ) -> Generator[tuple[Move, ...], None, Result]:
        """Yield every solution in the documented order; the generator's return value says whether all were listed."""
        encoding = Encoding(puzzle, symmetric=reduced)
        first = task.options.get("first")
        order = encoding.order(first) if puzzle.waiting or first is not None else []
        return _stream(puzzle, encoding, order, task, reduced)

    def count(self, puzzle: Packing, task: Task, reduced: bool = False) -> Result:
        """Count the solutions, up to symmetry if ``reduced``; if a limit is reached, return the number found so far."""
        if (answer := _without_search(puzzle, task)) is not None:
            return answer
        encoding = Encoding(puzzle, symmetric=True)
        encoding.order(task.options.get("first"))  # the order does not matter, but an unknown name is an error
        outcome, solutions = _core.packing_count(encoding.core, reduced, ENGINES[task.engine], task)
        return replace(_result(puzzle, outcome, (), task), solutions=solutions)


def _without_search(puzzle: Packing, task: Task) -> Result | None:
    """Return the result if the board is already solved or clearly cannot be filled; None if a search is needed."""
    faults = dead_ends(puzzle)
    if faults:
        return Result("unsolvable", algorithm="native", metric=task.metric, reason=_join_reasons(faults), solutions=0)
    if puzzle.is_solved():
        return Result("solved", (), 0, 0, True, algorithm="native", metric=task.metric, solutions=1)
    return None


def _join_reasons(faults: list[Fault]) -> Message:
    why = faults[0].message
    for fault in faults[1:]:
        why = Message("{why}; {more}", why=why, more=fault.message)
    return why


@lru_cache(MAX_PROOFS)
def _lost(puzzle: Packing) -> Fault | None:
    native, task = puzzle.native, Task(puzzle.metrics[0], Limits(seconds=PROOF_SECONDS), any=True)
    if native.fill(puzzle, task).status != "unsolvable":
        return None
    answer = native.solve(puzzle, replace(task, any=False))
    if answer.status == "unsolvable":
        return Fault(Message("the board can no longer be filled"))
    numbers = [puzzle.board.ids.index(move.piece) for move in answer.moves if is_lift(move)]
    if not numbers:
        return Fault(Message("the board cannot be filled like this"))
    pieces = [piece for piece in puzzle.scene().pieces if piece.id in {puzzle.board.ids[n] for n in numbers}]
    cells = tuple(sorted(cell for piece in pieces for cell in piece.cells))
    names: list[Message | str] = [puzzle.kind(number).name for number in numbers]
    if len(names) == 1:
        return Fault(Message("the board cannot be filled like this; take {piece} off", piece=names[0]), cells=cells)
    return Fault(
        Message("the board cannot be filled like this; take off {pieces}", pieces=join_messages(names)), cells=cells
    )


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


def _assign(encoding: Encoding, order: list[int], options: list[int]) -> tuple[list[int], list[int]]:
    """Assign the options to pieces, in ascending order among equal pieces; return the pieces and their options."""
    kind_of = encoding.board.kind_of
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
    if (answer := _without_search(puzzle, task)) is not None:
        if answer.solved:
            yield ()
        return answer
    stream = _core.PackingStream(encoding.core, encoding.classes(order), reduced, ENGINES[task.engine])
    width, count, seconds, chunk, clock, limits = len(order), 0, 0.0, 1, Stopwatch(), task.limits
    while True:
        used = clock()  # includes the caller's time, because the limit applies to the whole list
        if limits.seconds is not None and used > limits.seconds:
            why = why_stopped(_core.Stop.time, limits)
            return Result(
                "gave_up", metric=task.metric, seconds=seconds, algorithm="native", reason=why, solutions=count
            )
        outcome = stream.next(chunk, replace(task, limits=limits.less(used)))
        seconds += outcome.seconds
        for at in range(0, len(outcome.moves), width):
            count += 1
            yield encoding.moves(order, outcome.moves[at : at + width])
        if outcome.status != _core.Status.solved:
            break
        chunk = min(2 * chunk, CHUNK)
    answer = _result(puzzle, outcome, (), task)
    if count and answer.status == "unsolvable":
        answer = replace(answer, status="solved", reason=None)
    return replace(answer, cost=None, seconds=seconds, solutions=count)


class Encoding:
    """A level encoded for the core: empty cells, classes of equal pieces, their possible placements, and symmetries."""

    def __init__(self, position: Packing, symmetric: bool) -> None:
        self.position = position
        self.board = board = position.board
        self.waiting = position.waiting
        kinds = list(dict.fromkeys(board.kind_of[piece] for piece in self.waiting))
        #: maps each kind to its class, which is its index among the kinds with waiting pieces
        self.class_of = {k: c for c, k in enumerate(kinds)}
        self.kinds = [board.kinds[k] for k in kinds]
        self.count = [0] * len(kinds)
        for piece in self.waiting:
            self.count[self.class_of[board.kind_of[piece]]] += 1
        #: the possible placements of each class; concatenated, they are the options of the core
        self.places = [[place for place in board.places[k] if not place.mask & position.covered] for k in kinds]
        empty = position.empty
        self.cells = [point for point in sorted(board.points) if empty >> self._bit(point) & 1]
        self.index = {self._bit(point): n for n, point in enumerate(self.cells)}
        self.symmetries = self._symmetries() if symmetric else []
        self._moves: dict[tuple[int, int], Move | None] = {}

    def _bit(self, point: Point) -> int:
        return point[0] * self.board.height + point[1]

    @cached_property
    def core(self) -> _core.PackingPuzzle:
        index = self.index
        forms = {form: set_bits(form) for form in {place.form for places in self.places for place in places}}
        return _core.PackingPuzzle(
            self.cells,
            self.count,
            [kind.area for kind in self.kinds],
            [[index[bit + place.shift] for place in places for bit in forms[place.form]] for places in self.places],
            self.board.leftover,
            self.symmetries,
        )

    @cached_property
    def options(self) -> list[Place]:
        return [place for places in self.places for place in places]

    def order(self, first: str | None) -> list[int]:
        """Return the numbers of the waiting pieces in ascending order, but with the piece named ``first`` in front."""
        order = list(self.waiting)
        if first is not None:
            numbers = self.board.numbers.get(first)
            if numbers is None:
                raise Unsupported.choice(
                    Message("no piece is called '{name}'", name=first), [kind.name for kind in self.board.kinds]
                )
            chosen = [piece for piece in order if piece in numbers]
            if not chosen:
                raise Unsupported(Message("{name} is already on the board; choose a piece that is not", name=first))
            order = chosen[:1] + [piece for piece in order if piece != chosen[0]]
        return order

    def classes(self, order: list[int]) -> list[int]:
        return [self.class_of[self.board.kind_of[piece]] for piece in order]

    def moves(self, order: list[int], options: list[int]) -> tuple[Move, ...]:
        """Return the moves that place each piece as its option says; a piece with a negative option is left over."""
        cache = self._moves
        moves = []
        for key in zip(order, options, strict=True):
            if key not in cache:
                piece, option = key
                cache[key] = self.options[option].move(self.board.ids[piece]) if option >= 0 else None
            if (move := cache[key]) is not None:
                moves.append(move)
        return tuple(moves)

    def _symmetries(self) -> list[tuple[list[int], list[int]]]:
        """Return the symmetries except the identity, each as (the new cell of each cell, the new class of each class).

        A symmetry maps the board to itself, every class of pieces to a class with the same count and orientations, and
        the set of pieces on the board to itself.
        """
        points = self.board.points
        placed = self._placed(0, {self._bit(point): self._bit(point) for point in points})
        symmetries = []
        for turn in range(1, 8):
            to = _turn_points(points, turn)
            kinds = self._turned_kinds(turn)
            if kinds is None or points != set(to.values()):
                continue
            bits = {self._bit(point): self._bit(there) for point, there in to.items()}
            if self._placed(turn, bits) == placed:
                symmetries.append(([self.index[bits[self._bit(point)]] for point in self.cells], kinds))
        return symmetries

    def _turned_kinds(self, turn: int) -> list[int] | None:
        """Return the class that each class becomes when the pieces are turned; None if a class has no match."""
        classes: dict[object, list[int]] = {}
        for c in sorted(range(len(self.kinds)), key=lambda c: self.count[c]):
            classes.setdefault(self.kinds[c].looks, []).append(c)
        kinds = [0] * len(self.kinds)
        for each in classes.values():
            there = classes.get(frozenset(shape.turned(turn) for shape in self.kinds[each[0]].looks), [])
            if [self.count[c] for c in there] != [self.count[c] for c in each]:
                return None
            for c, becomes in zip(each, there, strict=True):
                kinds[c] = becomes
        return kinds

    def _placed(self, turn: int, bits: dict[int, int]) -> list[tuple[list[tuple[Point, ...]], list[int]]]:
        """Return the allowed shapes and the covered cells of each piece on the board after a turn, in sorted order."""
        position = self.position
        return sorted(
            (
                sorted(shape.turned(turn).points for shape in position.kind(piece).looks),
                sorted(bits[bit] for bit in set_bits(position.place(piece).mask)),
            )
            for piece, placement in enumerate(position.placements)
            if placement is not None
        )


def _turn_points(points: frozenset[Point], turn: int) -> dict[Point, Point]:
    """Return where each point goes when the board is turned and its lower left corner is moved back into place."""
    turned = {point: turn_point(point, turn) for point in points}
    dx = min(x for x, _ in points) - min(x for x, _ in turned.values())
    dy = min(y for _, y in points) - min(y for _, y in turned.values())
    return {point: (x + dx, y + dy) for point, (x, y) in turned.items()}
