"""The interface to the native core, which takes positions encoded as integers and returns moves."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from ... import _core
from ...core.outcome import impossible, luck, luck_features, result
from ...core.puzzle import Fault, Message, Move, Native, Result, Task
from . import deadlock

if TYPE_CHECKING:
    from .board import Board
    from .position import Sokoban

RULES: dict[str, int] = _core.sokoban_rules()
"""The pruning rules of the native search by name; tests switch them off one at a time."""
ALL_RULES = sum(RULES.values())
EAGER: int = _core.SOKOBAN_EAGER
"""A flag, not a rule: apply conflicts, goal_order and two_sided from the start, not only once a level proves hard."""
PARTS: dict[str, int] = _core.sokoban_techniques()
"""The parts of the search for any solution, by name; the hidden option ``without`` switches parts off."""
MAX_FLOOR: int = _core.SOKOBAN_MAX_FLOOR  # the limits of the core's tables
MAX_BOXES: int = _core.SOKOBAN_MAX_BOXES
MAX_LARGE_FLOOR: int = _core.SOKOBAN_MAX_LARGE_FLOOR  # limits of the tables for finding any solution
MAX_LARGE_BOXES: int = _core.SOKOBAN_MAX_LARGE_BOXES
MAX_LARGE_PAIRS = 300_000
"""The maximum product of squares and boxes; for larger products, building the tables takes too long."""


def native_board(board: Board, player: int, boxes: frozenset[int]) -> tuple[_core.SokobanBoard, list[int]] | None:
    """Return the part of the board that the player can reach, and the boxes on it; None if that part is too large.

    Boxes and storage elsewhere never change, so they are left out; ``unwinnable`` checks them.
    """
    part = _reachable_part(board, player, boxes, MAX_FLOOR, MAX_BOXES)
    return None if part is None else (_core.SokobanBoard(*part[0]), part[1])


def large_board(board: Board, player: int, boxes: frozenset[int]) -> tuple[_core.SokobanLargeBoard, list[int]] | None:
    """Return the reachable part of a large board and the boxes on it, for the search for any solution.

    Return None if that part is too large for this search as well.
    """
    if len(board.squares) * len(boxes) > MAX_LARGE_PAIRS:
        return None
    part = _reachable_part(board, player, boxes, MAX_LARGE_FLOOR, MAX_LARGE_BOXES)
    return None if part is None else (_core.SokobanLargeBoard(*part[0]), part[1])


def _reachable_part(
    board: Board, player: int, boxes: frozenset[int], most_floor: int, most_boxes: int
) -> tuple[tuple[int, int, list[int], bool], list[int]] | None:
    area = board.area(player)
    goals = board.goals & area
    if max(len(goals), len(boxes)) > most_boxes or len(area) > most_floor:
        return None
    cells = [0] * len(board.free)
    for square in area:
        cells[square] = 2 if square in goals else 1
    fill = len(boxes) > len(board.goals)
    return (board.rows, board.cols, cells, fill), sorted(boxes & area)


def unwinnable(puzzle: Sokoban) -> Fault | None:
    """Return a fault if boxes or storage squares that the player can never reach make the level unsolvable."""
    board, boxes = puzzle.board, puzzle.boxes
    area = board.area(puzzle.player)
    if len(boxes) > len(board.goals):
        hopeless = bool(board.goals - area - boxes) or len(boxes & area) < len(board.goals & area)
    else:
        hopeless = bool(boxes - area - board.goals) or len(boxes & area) > len(board.goals & area)
    if not hopeless:
        return None
    return puzzle.dead() or Fault(Message("boxes or storage squares that are needed are out of the player's reach"))


def study(puzzle: Sokoban, most: int, walks: int, seed: int, task: Task | None = None) -> dict[str, Any]:
    """Return both kinds of luck, the share of hidden dead ends and the number of push-optimal solutions.

    The values are exact only for up to ``most`` positions. If a limit was reached or the level is too large for the
    core, luck is None and ``reason`` says why.
    """
    native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
    if native is None:
        return {"luck": None, "reason": Message("the level is too large for the native core")}
    board, boxes = native
    counts = board.study(boxes, puzzle.player, most, walks, seed, task)
    out = luck_features(counts, task)
    if out["luck"] is None:
        return out
    if -inf < counts.log2_box_chance <= 0:
        out["box_luck"] = luck(counts.log2_box_chance)
    out["hidden_dead"] = counts.hidden
    if counts.dead_end >= 0:
        out["dead_end"] = counts.dead_end
        out["dead_end_hidden"] = counts.dead_end_hidden
    return out


class SokobanNative(Native):
    """The native solver; hidden options select pruning rules (``rules``) and switch off parts (``without``)."""

    def solve(self, puzzle: Sokoban, task: Task) -> Result | None:
        """Return the proven optimum, any solution if the task allows it, or a proof that no solution exists.

        Return None if the level is too large for the core.
        """
        if fault := unwinnable(puzzle):
            return impossible(fault, task)
        native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
        if native is None:
            return self._large(puzzle, task)
        board, boxes = native
        outcome = None
        if "rules" not in task.options and _has_box_for_each_goal(puzzle, boxes):
            outcome = _solve_any(board, boxes, puzzle, task)
        if outcome is None or _ended_without_result(outcome):
            if outcome is not None:
                task = replace(task, limits=task.limits.less(outcome.seconds))
            rules = task.options.get("rules", ALL_RULES)
            outcome = board.solve(boxes, puzzle.player, task.metric == "moves", rules, task)
        return _answer(puzzle, outcome, task)

    def _large(self, puzzle: Sokoban, task: Task) -> Result | None:
        native = large_board(puzzle.board, puzzle.player, puzzle.boxes)
        if native is None or not _has_box_for_each_goal(puzzle, native[1]):
            return None
        outcome = _solve_any(*native, puzzle, task)
        if _ended_without_result(outcome):
            task = replace(task, any=False, limits=task.limits.less(outcome.seconds))
            outcome = _solve_any(*native, puzzle, task)
        return _answer(puzzle, outcome, task)

    def is_too_large(self, puzzle: Sokoban) -> bool:
        """Return whether there are more squares or boxes than the core's tables can hold."""
        board, boxes = puzzle.board, puzzle.boxes
        if len(board.squares) <= MAX_FLOOR and max(len(boxes), len(board.goals)) <= MAX_BOXES:
            return False
        if unwinnable(puzzle) is not None or native_board(board, puzzle.player, boxes) is not None:
            return False
        large = large_board(board, puzzle.player, boxes)
        return large is None or not _has_box_for_each_goal(puzzle, large[1])

    def lost(self, puzzle: Sokoban) -> Fault | None:
        """Return a fault if the core proves that boxes can never reach storage or an area can never be opened."""
        if unwinnable(puzzle) is not None or len(puzzle.boxes) > len(puzzle.board.goals):
            return None
        native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
        if native is None or not _has_box_for_each_goal(puzzle, native[1]):
            return None
        board, boxes = native
        shown, shut = board.prove_lost(boxes, puzzle.player)
        return deadlock.lost(puzzle.board, sorted(shown), shut) if shown else None

    improves = ("pushes", "moves", "pushes,moves", "moves,pushes", "lines")  # in the core's order

    def vector(
        self, levels: list[Sokoban], rows: int, cols: int, boards: int, longest: int, step_cost: float, prize: float
    ) -> Any:
        padded = [_padded(level, rows, cols) for level in levels]
        return _core.SokobanVector(rows, cols, padded, boards, longest, step_cost, prize)

    def improve(self, puzzle: Sokoban, moves: tuple[Move, ...], task: Task) -> Result | None:
        """Shorten the solution by vicinity search and by re-solving parts; return None if the level is too large."""
        native = native_board(puzzle.board, puzzle.player, puzzle.boxes)
        if native is None:
            return None
        board, boxes = native
        outcome = board.improve(
            boxes, puzzle.player, _directions(puzzle, moves), self.improves.index(task.metric), task
        )
        answer = result(outcome, _steps(puzzle, outcome), task)
        return answer if answer.lower_bound else replace(answer, lower_bound=None)


def _answer(puzzle: Sokoban, outcome: _core.Outcome, task: Task) -> Result:
    return result(outcome, _steps(puzzle, outcome), task, _why_unsolvable(puzzle, outcome))


def _ended_without_result(outcome: _core.Outcome) -> bool:
    """Return whether the search for any solution ended without finding one, which proves nothing."""
    return outcome.status == _core.Status.gave_up and outcome.stop == _core.Stop.none


def _has_box_for_each_goal(puzzle: Sokoban, boxes: list[int]) -> bool:
    """Return whether there are as many boxes as goals and not all boxes are home, as ``solve_any`` requires."""
    goals = puzzle.board.goals & puzzle.board.area(puzzle.player)
    return len(boxes) == len(goals) and len(puzzle.boxes) <= len(puzzle.board.goals) and not goals <= set(boxes)


def _solve_any(
    board: _core.SokobanBoard | _core.SokobanLargeBoard, boxes: list[int], puzzle: Sokoban, task: Task
) -> _core.Outcome:
    """Return any solution if the task allows it, otherwise the optimum; at a limit, return any solution and a bound."""
    seed, without = task.options.get("seed", 0) % 2**64, task.options.get("without", 0)
    moves, workers = task.metric == "moves", task.workers or 1
    return board.solve_any(boxes, puzzle.player, moves, not task.any, workers, seed, without, task)


def _directions(puzzle: Sokoban, moves: tuple[Move, ...]) -> list[int]:
    """Encode moves as the core's direction numbers."""
    out, player = [], puzzle.player
    for move in moves:
        to = move.to[0] * puzzle.board.cols + move.to[1]
        out.append(puzzle.board.steps.index(to - player))
        player = to
    return out


def _steps(puzzle: Sokoban, outcome: _core.Outcome) -> list[Move]:
    """Decode the core's direction numbers into moves."""
    player, moves = puzzle.player, []
    for direction in outcome.moves:
        player += puzzle.board.steps[direction]
        moves.append(Move("player", puzzle.board.cell(player)))
    return moves


def _why_unsolvable(puzzle: Sokoban, outcome: _core.Outcome) -> Message | None:
    """Return why there is no solution, if a better reason than "all positions were expanded" is known."""
    if outcome.status != _core.Status.unsolvable:
        return None
    if dead := puzzle.dead():
        return dead.message
    if outcome.expanded == 0:  # only the core's distances consider which side of a box the player is on
        return Message("from the side the player is on, the boxes can never be pushed where they are needed")
    return None


def _padded(level: Sokoban, rows: int, cols: int) -> tuple[list[int], int]:
    """Return the level padded with walls, each cell a sum of wall, goal and box flags, and the player's square."""
    cells = [1] * (rows * cols)
    board = level.board

    def square(at: int) -> int:
        row, column = board.cell(at)
        return row * cols + column

    for at, free in enumerate(board.free):
        if free:
            cells[square(at)] = 2 * (at in board.goals) + 4 * (at in level.boxes)
    return cells, square(level.player)
