"""Levels as questions with exact answers, for training and testing what answers in text.

``unjam.check`` marks what is answered; a ``Question`` has all that such a check needs.
"""

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
    """A level, its proven optimum in a metric, and one solution of that cost in the family's notation."""

    puzzle: Puzzle
    level: str
    metric: str
    optimum: int
    answer: str

    def prompt(self, lang: str = "en") -> str:
        """The task in words, the level below it.

        >>> print(next(questions("tiles", level="beginner", size=(3, 3))).prompt()[:55])
        Sliding tiles. A tile beside the gap (0) slides into it
        """
        title = self.puzzle.about.title or Message.plain(self.puzzle.family)
        words = [f"{title.to(lang)}."]
        if self.puzzle.about.rules is not None:
            words.append(self.puzzle.about.rules.to(lang))
        board = self.puzzle.storage_text().strip("\n")  # the spaces before the first row belong to the board
        return f"{' '.join(words)}\n\n{board}\n"

    def check(self, answer: str) -> Check:
        """What the rules say of an answer; ``optimal`` is told at once, for the optimum is known."""
        found = check(self.puzzle, answer, metric=self.metric, quick=True)
        return replace(found, optimum=self.optimum, lower_bound=self.optimum) if found.solves else found

    def record(self, lang: str = "en") -> dict[str, Any]:
        """The question as JSON lines hold it."""
        return {
            "family": self.puzzle.family,
            "level": self.level,
            "metric": self.metric,
            "board": self.puzzle.storage_text(),
            "prompt": self.prompt(lang),
            "answer": self.answer,
            "optimum": self.optimum,
        }


def questions(
    family: str | type[Puzzle],
    *,
    level: str | None = None,
    count: int = 1,
    seed: int = 1,
    size: tuple[int, int] | None = None,
    moves: tuple[int, int] | None = None,
    metric: str | None = None,
    workers: int | None = 1,
    **options: Any,
) -> Iterator[Question]:
    """New levels as questions, no two alike; one whose optimum is not proven in the metric is left out.

    The settings are those of ``generate``: the same seed gives the same questions on every machine.

    >>> [made] = questions("tiles", level="beginner", size=(3, 3))
    >>> made.check(made.answer).optimal, made.check("I slide a tile").readable
    (True, False)
    """
    made = generate(family, level=level, count=count, seed=seed, size=size, moves=moves, workers=workers, **options)
    for each in made:
        best = solve(each.puzzle, metric=metric, workers=workers)
        if best.optimal and best.cost is not None:
            answer = ("" if each.puzzle.about.letters else " ").join(each.puzzle.notations(best.moves))
            yield Question(each.puzzle, each.level, each.puzzle.metric(metric), best.cost, answer)
