"""Enumerating all boards of a size: the core against plain Python."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from unjam import Control, Limits, solve
from unjam.core.puzzle import Task
from unjam.families.rushhour import RushHour
from unjam.families.rushhour.enumeration import Part, PartResult, all_parts, enumerate_part

EXAMPLE = Path(__file__).parents[2] / "examples" / "every_rushhour.py"
Car = tuple[bool, int, int, int]
"""Whether it lies in a row, which row or column, its length, where it begins."""
Board = tuple[Car, ...]
"""The target first."""


def cells(car: Car) -> set[tuple[int, int]]:
    across, line, length, at = car
    return {(line, at + i) if across else (at + i, line) for i in range(length)}


class Oracle:
    def __init__(self, side: int, row: int, walls: tuple[int, ...]) -> None:
        self.side, self.row = side, row
        self.walls = {divmod(wall, side) for wall in walls}

    def boards(self) -> Iterator[Board]:
        """Every board: the target alone in its row, no row full of cars and walls, no column full of cars."""
        lines = [(True, line) for line in range(self.side) if line != self.row]
        lines += [(False, line) for line in range(self.side)]
        for at in range(self.side - 1):
            yield from self._filled(((True, self.row, 2, at),), cells((True, self.row, 2, at)) | self.walls, lines)

    def _filled(self, board: Board, taken: set[tuple[int, int]], lines: list[tuple[bool, int]]) -> Iterator[Board]:
        if not lines:
            yield board
            return
        (across, line), *rest = lines
        single = [(across, line, n, at) for n in (2, 3) for at in range(self.side - n + 1)]
        free = self.side - (sum(r == line for r, _ in self.walls) if across else 0)
        for cars in [(), *((car,) for car in single), *product(single, repeat=2)]:
            own = set().union(*map(cells, cars))
            if len(own) != sum(car[2] for car in cars) or own & taken or len(own) >= free:
                continue
            if len(cars) < 2 or cars[0][3] < cars[1][3]:
                yield from self._filled(board + cars, taken | own, rest)

    def slides(self, board: Board) -> Iterator[Board]:
        taken = self.walls.union(*map(cells, board))
        for i, (across, line, length, at) in enumerate(board):
            for way in (-1, 1):
                to = at + way
                while 0 <= to <= self.side - length:
                    tip = to if way < 0 else to + length - 1
                    if ((line, tip) if across else (tip, line)) in taken:
                        break
                    yield (*board[:i], (across, line, length, to), *board[i + 1 :])
                    to += way

    def spaces(self) -> Iterator[dict[Board, int]]:
        """The boards of each space with their distance to a solved one, -1 where there is none."""
        left = set(self.boards())
        while left:
            first = left.pop()
            space = [first]
            for board in space:
                for after in self.slides(board):
                    if after in left:
                        left.remove(after)
                        space.append(after)
            queue = [board for board in space if self.solved(board)]
            distance = dict.fromkeys(queue, 0)
            for board in queue:
                for after in self.slides(board):
                    if after not in distance:
                        distance[after] = distance[board] + 1
                        queue.append(after)
            yield distance or dict.fromkeys(space, -1)

    def solved(self, board: Board) -> bool:
        return board[0][3] == self.side - 2

    def moves(self, board: Board) -> int:
        """The moves of a shortest solution."""
        layer, seen, count = [board], {board}, 0
        while not any(map(self.solved, layer)):
            layer = [after for board in layer for after in self.slides(board) if not (after in seen or seen.add(after))]  # type: ignore[func-returns-value]
            count += 1
        return count

    def result(self) -> PartResult:
        layouts, spaces, positions = 0, 0, 0
        solvable, boards = Counter[int](), []
        for space in self.spaces():
            spaces, positions = spaces + 1, positions + len(space)
            layouts += sum(self._is_layout(board) for board in space)
            if -1 in space.values():
                continue
            most = max(space.values())
            solvable[most] += 1
            hardest = min((board for board in space if space[board] == most), key=self._rank)
            if most and self._needs_all(hardest, most):
                boards.append((self._text(hardest), most))
        by_moves = tuple(solvable[moves] for moves in range(max(solvable) + 1))
        return PartResult(layouts, spaces, positions, 0, by_moves, tuple(boards))

    def _needs_all(self, board: Board, moves: int) -> bool:
        """Whether it gets easier without any of its cars and without any of its walls."""
        walls = {r * self.side + c for r, c in self.walls}
        others = [Oracle(self.side, self.row, tuple(walls - {wall})) for wall in walls]
        return all(self.moves((*board[:i], *board[i + 1 :])) < moves for i in range(1, len(board))) and all(
            other.moves(board) < moves for other in others
        )

    def _is_layout(self, board: Board) -> bool:
        return all(after[i][3] >= car[3] for after in self.slides(board) for i, car in enumerate(board))

    @staticmethod
    def _rank(board: Board) -> list[tuple[bool, int, int, int]]:
        """In which order boards of one space are: by the last column first, by the first row last."""
        return sorted(((across, -line, at, length) for across, line, length, at in board), key=lambda car: car[:3])

    def _text(self, board: Board) -> str:
        signs = dict.fromkeys(self.walls, "x")
        others = sorted(board[1:], key=lambda car: (not car[0], car[1], car[3]))
        for name, car in zip("ABCDEFGHIJKLMNOP", (board[0], *others), strict=False):
            signs |= dict.fromkeys(cells(car), name)
        return "".join(signs.get((r, c), "o") for r in range(self.side) for c in range(self.side))


def total(results: list[PartResult | None]) -> PartResult:
    """Add up the results of several parts."""
    known = [each for each in results if each is not None]
    assert len(known) == len(results)
    most = max(len(each.solvable) for each in known)
    return PartResult(
        sum(each.layouts for each in known),
        sum(each.spaces for each in known),
        sum(each.positions for each in known),
        sum(each.expanded for each in known),
        tuple(sum(each.solvable[moves] for each in known if moves < len(each.solvable)) for moves in range(most)),
        tuple(board for each in known for board in each.boards),
    )


@pytest.mark.parametrize(("side", "row", "walls"), [(3, 1, ()), (4, 2, ()), (4, 1, (3, 13)), (4, 0, (5,))])
def test_core_matches_plain_python(side: int, row: int, walls: tuple[int, ...]) -> None:
    wanted = Oracle(side, row, walls).result()
    result = total([enumerate_part(part) for part in all_parts(len(walls), side, row) if part.walls == walls])
    assert (result.layouts, result.spaces, result.positions) == (wanted.layouts, wanted.spaces, wanted.positions)
    assert result.solvable == wanted.solvable
    assert sorted(result.boards) == sorted(wanted.boards)


@pytest.mark.parametrize(("side", "walls", "count"), [(4, 0, 1150), (5, 0, 268_109), (5, 1, 2_421_752)])
def test_number_of_layouts_matches_publication(side: int, walls: int, count: int) -> None:
    """M. Fogleman's numbers go from 0 to 1149, to 268108 and, with up to one wall, to 2689860."""
    assert sum(part.layouts for part in all_parts(walls, side)) == count


def test_part_split_by_columns_gives_the_same_total() -> None:
    whole = Part((2, 1, 0, 3, 0, 4))
    wanted, cut = (
        enumerate_part(whole),
        total([enumerate_part(Part((*whole.orders, *two))) for two in product(range(6), repeat=2)]),
    )
    assert wanted is not None
    assert len(wanted.boards) > 10
    assert (cut.layouts, cut.spaces, cut.positions, cut.solvable) == (
        wanted.layouts,
        wanted.spaces,
        wanted.positions,
        wanted.solvable,
    )
    assert sorted(cut.boards) == sorted(wanted.boards)
    for text, moves in wanted.boards:
        assert solve(RushHour.parse(text)).cost == moves


def test_enumeration_stops_on_request() -> None:
    control = Control()
    control.stop()
    assert enumerate_part(Part((1, 1, 0, 1, 1, 1)), Task("moves", control=control)) is None
    assert enumerate_part(Part((1, 1, 0, 1, 1, 1)), Task("moves", Limits(seconds=0.2))) is None
    assert enumerate_part(Part((1, 1, 0, 1, 1, 1)), Task("moves", Limits(bytes=100_000))) is None


def marked(mark: str) -> list[int]:
    """Return the running processes that have the mark in their environment."""
    pids = []
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            pids += [int(place.parent.name)] if mark.encode() in place.read_bytes() else []
    return pids


def test_killed_run_continues_where_it_was(tmp_path: Path) -> None:
    """The example, killed twice, finds what it finds when nobody disturbs it."""

    def command(out: str) -> list[str]:
        return [sys.executable, str(EXAMPLE), str(tmp_path / out), "--share", "4000", "--workers", "1"]

    for files in (1, 4):
        mark = f"UNJAM_MARK={tmp_path}/{files}"
        begun = subprocess.Popen(
            command("killed"), stderr=subprocess.DEVNULL, env=os.environ | {"UNJAM_MARK": mark.partition("=")[2]}
        )
        while len(list((tmp_path / "killed").glob("parts/*.json"))) < files and begun.poll() is None:
            time.sleep(0.01)
        begun.send_signal(signal.SIGKILL)
        begun.wait()
        patience = time.monotonic() + 120
        while marked(mark) and time.monotonic() < patience:
            time.sleep(0.05)
        assert not marked(mark)  # its workers follow it
    done = [subprocess.run(command(out), capture_output=True, text=True, check=True) for out in ("killed", "whole")]
    assert done[0].stdout == done[1].stdout
    assert (tmp_path / "killed/boards.txt").read_bytes() == (tmp_path / "whole/boards.txt").read_bytes()
    assert json.loads((tmp_path / "killed/run.json").read_text()) == {"walls": 0, "share": 4000}
    again = subprocess.run([*command("whole"), "--walls", "1"], capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "holds another run" in again.stderr
