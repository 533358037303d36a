"""How fast Sokoban is: levels a second, nanoseconds and bytes a state, and what each pruning rule is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from unjam.core.puzzle import Limits, Result
from unjam.families.sokoban import Sokoban
from unjam.families.sokoban.native import ALL_RULES, RULES, native_board
from unjam.formats.shipped import bundled
from unjam.solving.solve import solve


def run(levels: Path | None, report: Callable[[str], None]) -> None:
    """Reports the figures; with a folder of published levels also Boxoban, Microban and XSokoban."""
    own = [Sokoban.parse(level.board) for level in bundled("sokoban")]
    for metric in Sokoban.metrics:
        whole = measure(report, f"our levels, {metric}", own, metric, 10)
        for name, bit in RULES.items():
            part = total([solve(puzzle, metric=metric, rules=ALL_RULES & ~bit) for puzzle in own])
            report(f"  without {name}: {part / max(1, whole):.2f} times the positions")
    folder = levels / "sokoban" if levels else None
    if folder is None or not folder.is_dir():
        return
    for name, metric, seconds, most in (
        ("boxoban_hard_500", "pushes", 10, 500),
        ("boxoban_medium_valid_500", "pushes", 10, 500),
        ("microban1", "pushes", 10, 155),
        ("microban1", "moves", 10, 155),
        ("xsokoban", "pushes", 10, 20),
    ):
        text = (folder / f"{name}.xsb").read_text(encoding="utf-8")
        puzzles = [level.puzzle for level in Sokoban.levels(text) if isinstance(level.puzzle, Sokoban)][:most]
        measure(report, f"{name}, {metric}, at most {seconds} s each", puzzles, metric, seconds)


def measure(report: Callable[[str], None], title: str, puzzles: list[Sokoban], metric: str, seconds: float) -> int:
    """Solves the puzzles, reports on them and returns the number of positions expanded."""
    began = process_time()
    results = [solve(puzzle, metric=metric, limits=Limits(seconds=seconds)) for puzzle in puzzles]
    spent = process_time() - began
    search = sum(result.seconds for result in results)
    expanded = total(results)
    proven = sum(result.optimal for result in results)
    stored = sum(result.generated for result in results)
    report(
        f"{title}: {proven} of {len(results)} proven, {len(results) / max(spent, 1e-9):.0f} levels/s with replay,"
        f" {search:.3f} s searching, {search * 1e9 / max(1, expanded):.0f} ns a position expanded,"
        f" {search * 1e9 / max(1, stored):.0f} ns a push tried, signature {expanded}"
    )
    boards = [native_board(puzzle.board, puzzle.player, puzzle.boxes) for puzzle in puzzles]
    sizes = [board[0].state_bytes() for board in boards if board]
    peak = max(result.peak_bytes for result in results) / 1e6
    report(f"  {min(sizes)} to {max(sizes)} bytes a position and 11 to 21 in the index; largest search {peak:.0f} MB")
    return expanded


def total(results: list[Result]) -> int:
    return sum(result.expanded for result in results)
