"""Presents levels as questions with exact answers, for training and testing language models."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..core.puzzle import Message, Puzzle
from ..generation.generate import generate
from ..solving.check import Check, check
from ..solving.solve import solve


@dataclass(frozen=True, slots=True)
class Question:
    """A level, its proven optimum in a metric, and an optimal solution in the family's notation."""

    puzzle: Puzzle
    difficulty: str
    metric: str
    optimum: int
    answer: str

    @property
    def level(self) -> str:
        """An alias of ``difficulty``; the key in JSON has this name."""
        return self.difficulty

    def prompt(self, lang: str = "en") -> str:
        """Return the task in words, followed by the level.

        >>> print(next(questions("tiles", difficulty="beginner", size=(3, 3))).prompt()[:55])
        Sliding tiles. A tile beside the gap (0) slides into it
        """
        title = self.puzzle.about.title or Message.plain(self.puzzle.family)
        words = [f"{title.to(lang)}."]
        if self.puzzle.about.rules is not None:
            words.append(self.puzzle.about.rules.to(lang))
        board = self.puzzle.storage_text().strip("\n")  # leading spaces belong to the board
        return f"{' '.join(words)}\n\n{board}\n"

    def check(self, answer: str) -> Check:
        """Check an answer; this is quick, because the optimum is known."""
        checked = check(self.puzzle, answer, metric=self.metric, quick=True)
        return replace(checked, optimum=self.optimum, lower_bound=self.optimum) if checked.solves else checked

    def record(self, lang: str = "en") -> dict[str, Any]:
        return {
            "family": self.puzzle.family,
            "level": self.difficulty,
            "metric": self.metric,
            "board": self.puzzle.storage_text(),
            "prompt": self.prompt(lang),
            "answer": self.answer,
            "optimum": self.optimum,
        }


def questions(
    family: str | type[Puzzle],
    *,
    difficulty: str | None = None,
    count: int = 1,
    seed: int = 1,
    size: tuple[int, int] | None = None,
    moves: tuple[int, int] | None = None,
    metric: str | None = None,
    workers: int | None = 1,
    **options: Any,
) -> Iterator[Question]:
    """Yield new levels as questions, all different; levels without a proven optimum in the metric are skipped.

    Takes the options of ``generate``; the same seed gives the same questions on every machine.

    >>> [question] = questions("tiles", difficulty="beginner", size=(3, 3))
    >>> question.check(question.answer).optimal, question.check("I slide a tile").readable
    (True, False)
    """
    new = generate(
        family, difficulty=difficulty, count=count, seed=seed, size=size, moves=moves, workers=workers, **options
    )
    for each in new:
        best = solve(each.puzzle, metric=metric, workers=workers)
        if best.optimal and best.cost is not None:
            answer = ("" if each.puzzle.about.letters else " ").join(each.puzzle.notations(best.moves))
            yield Question(each.puzzle, each.difficulty, each.puzzle.metric(metric), best.cost, answer)
