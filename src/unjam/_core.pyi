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

class Space:
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

RUSHHOUR_MOST_SIDE: int = 16

def rushhour_solve(boards: Sequence[bytes], steps: bool, threads: int, task: object | None, share_above: int = 262144, guided: bool | None = None) -> list[Outcome]: ...

def rushhour_explore(board: bytes, steps: bool, task: object | None) -> Space: ...

def rushhour_estimate(board: bytes, steps: bool) -> int: ...

def rushhour_perft(board: bytes, steps: bool, depth: int) -> list[int]: ...

PACKING_MOST_CELLS: int = 4096

class PackingAlgorithm(enum.Enum):
    automatic = 0

    scan = 1

    cover = 2

class PackingPuzzle:
    def __init__(self, cells: Sequence[tuple[int, int]], count: Sequence[int], area: Sequence[int], options: Sequence[Sequence[int]], leftover: bool, symmetries: Sequence[tuple[Sequence[int], Sequence[int]]]) -> None: ...

class PackingStream:
    def __init__(self, puzzle: PackingPuzzle, order: Sequence[int], reduced: bool, algorithm: PackingAlgorithm) -> None: ...

    def next(self, most: int, task: object | None) -> Outcome: ...

def packing_count(puzzle: PackingPuzzle, reduced: bool, algorithm: PackingAlgorithm, task: object | None) -> tuple[Outcome, int]: ...

def packing_any(puzzle: PackingPuzzle, fewest: bool, algorithm: PackingAlgorithm, task: object | None) -> Outcome: ...

def sokoban_rules() -> dict[str, int]: ...

SOKOBAN_EAGER: int = 32768

SOKOBAN_MOST_FLOOR: int = 500

SOKOBAN_MOST_BOXES: int = 250

class SokobanBoard:
    def __init__(self, rows: int, cols: int, cells: Sequence[int], fill: bool) -> None: ...

    def solve(self, boxes: Sequence[int], player: int, moves: bool, rules: int, task: object | None) -> Outcome: ...

    def perft(self, boxes: Sequence[int], player: int, depth: int) -> list[int]: ...

    def state_bytes(self) -> int: ...

    def judge(self, boxes: Sequence[int], player: int) -> tuple[bool, bool, bool, bool, int, list[tuple[int, int]]]: ...

TILES_MOST_SIDE: int = 6

TILES_MOST_EXPLORED: int = 12

class TilePatterns:
    def __init__(self, rows: int, cols: int, gap: int, parts: Sequence[Sequence[int]]) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def ready(self) -> bool: ...

    @property
    def sizes(self) -> list[int]: ...

    def build(self, task: object | None) -> Outcome: ...

    def chunk(self, table: int, offset: int, size: int) -> bytes: ...

    def load(self, table: int, offset: int, data: bytes) -> None: ...

    def declare_ready(self) -> None: ...

    def bound(self, board: bytes) -> int: ...

class TileSolver:
    def __init__(self, patterns: TilePatterns) -> None: ...

    def solve(self, board: bytes, task: object | None, threads: int) -> Outcome: ...

    def solve_many(self, boards: bytes, task: object | None, threads: int) -> list[Outcome]: ...

class TileWalker:
    def __init__(self, rows: int, cols: int, gap: int, most: int) -> None: ...

    @property
    def whole(self) -> bool: ...

    @property
    def size(self) -> int: ...

    def bound(self, board: bytes) -> int: ...

    def solve(self, board: bytes, task: object | None, threads: int) -> Outcome: ...

    def solve_many(self, boards: bytes, task: object | None, threads: int) -> list[Outcome]: ...

def tiles_explore(rows: int, cols: int, goal: bytes, task: object | None) -> Space: ...

def tiles_climb(rows: int, cols: int, start: bytes, goal: bytes, prices: bytes, task: object | None) -> tuple[Stop, list[int], bytes]: ...

BLOCKS_MOST_SIDE: int = 16

class BlocksPuzzle:
    def __init__(self, rows: int, cols: int, walls: Sequence[int], shapes: Sequence[Sequence[tuple[int, int]]], blocks: Sequence[tuple[int, int, int]]) -> None: ...

def blocks_solve(puzzles: Sequence[BlocksPuzzle], steps: bool, threads: int, task: object | None) -> list[Outcome]: ...

def blocks_explore(puzzle: BlocksPuzzle, steps: bool, task: object | None) -> Space: ...

def blocks_perft(puzzle: BlocksPuzzle, steps: bool, depth: int) -> list[int]: ...
