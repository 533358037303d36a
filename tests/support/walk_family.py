"""A tiny puzzle for testing searches: walk on a drawn map from S to G; stepping onto a digit costs that much."""

from __future__ import annotations

from unjam import Heuristic, IllegalMove, Message, Move, Piece, Puzzle, PuzzleError, Scene, plural
from unjam.core.puzzle import ZERO


def _manhattan(walk: Walk, metric: str) -> int:
    return min((abs(walk.at[0] - r) + abs(walk.at[1] - c) for r, c in walk.targets), default=0)


def _too_much(walk: Walk, metric: str) -> int:
    return 3 * _manhattan(walk, metric)


class Walk(Puzzle):
    family = "walk"
    metrics = ("moves", "toll")
    heuristics = {
        "zero": ZERO,
        "manhattan": Heuristic(_manhattan, frozenset({"moves", "toll"}), frozenset({"moves", "toll"})),
        "too-much": Heuristic(_too_much),
    }
    best_heuristic = "manhattan"

    def __init__(self, rows: tuple[str, ...], at: tuple[int, int]) -> None:
        self.rows, self.at = rows, at

    @property
    def targets(self) -> list[tuple[int, int]]:
        return [(r, c) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if mark == "G"]

    @classmethod
    def parse(cls, text: str) -> Walk:
        rows = tuple(text.strip("\n").split("\n"))
        starts = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "S"]
        if len(starts) != 1:
            raise PuzzleError(plural("{n} start; expected one S", "{n} starts; expected one S", n=len(starts)), line=1)
        return cls(tuple(row.replace("S", ".") for row in rows), starts[0])

    def __str__(self) -> str:
        r, c = self.at
        return "\n".join(row[:c] + "S" + row[c + 1 :] if i == r else row for i, row in enumerate(self.rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Walk) and self.at == other.at and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.at)

    def mark(self, cell: tuple[int, int]) -> str:
        r, c = cell
        return self.rows[r][c] if 0 <= r < len(self.rows) and 0 <= c < len(self.rows[r]) else "#"

    def moves(self):
        r, c = self.at
        for cell in ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)):
            if self.mark(cell) != "#":
                yield Move("S", cell)

    def cost(self, move: Move, metric: str) -> int:
        mark = self.mark(move.to)
        return int(mark) if metric == "toll" and mark.isdigit() else 1

    def play(self, move: Move) -> Walk:
        if move not in self.moves():
            raise IllegalMove(
                Message("no step to row {row}, column {column}", row=move.to[0] + 1, column=move.to[1] + 1)
            )
        return Walk(self.rows, move.to)

    def is_solved(self) -> bool:
        return self.mark(self.at) == "G"

    def goals(self):
        return [Walk(self.rows, target) for target in self.targets]

    def back(self):
        for move in self.moves():
            yield Move("S", self.at), Walk(self.rows, move.to)

    def scene(self) -> Scene:
        return Scene("walk", len(self.rows), len(self.rows[0]), self.rows, (Piece("S", (self.at,), "player", "S"),))
