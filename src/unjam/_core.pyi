"""The native core of unjam: integers in, integers out."""

from collections.abc import Sequence
import enum


class Status(enum.Enum):
    solved = 0

    unsolvable = 1

    gave_up = 2

class Stop(enum.Enum):
    none = 0

    time = 1

    memory = 2

    asked = 3

class Outcome:
    @property
    def status(self) -> Status: ...

    @property
    def stop(self) -> Stop: ...

    @property
    def optimal(self) -> bool: ...

    @property
    def cost(self) -> int: ...

    @property
    def lower_bound(self) -> int: ...

    @property
    def expanded(self) -> int: ...

    @property
    def generated(self) -> int: ...

    @property
    def peak_bytes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def moves(self) -> list[int]: ...

class RushHourSpace:
    @property
    def stop(self) -> Stop: ...

    @property
    def states(self) -> int: ...

    @property
    def goals(self) -> int: ...

    @property
    def histogram(self) -> list[int]: ...

    @property
    def farthest(self) -> bytes: ...

def rushhour_solve(boards: Sequence[bytes], steps: bool, threads: int, limits: object | None) -> list[Outcome]: ...

def rushhour_explore(board: bytes, steps: bool, limits: object | None) -> RushHourSpace: ...

def rushhour_perft(board: bytes, steps: bool, depth: int) -> list[int]: ...

class SokobanBoard:
    def __init__(self, rows: int, cols: int, cells: Sequence[int], fill: bool) -> None: ...

    def solve(self, boxes: Sequence[int], player: int, moves: bool, rules: int, limits: object | None) -> Outcome: ...

    def perft(self, boxes: Sequence[int], player: int, depth: int) -> list[int]: ...

    def judge(self, boxes: Sequence[int], player: int) -> tuple: ...
