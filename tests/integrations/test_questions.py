"""Questions for language models: complete prompts, proven optima, strict checking of answers."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_cases import cases
from sokoban_boards import random_level

from unjam import FAMILIES, Puzzle, questions, solve
from unjam.families import family
from unjam.formats.shipped import bundled
from unjam.integrations.questions import Question
from unjam.locale import languages

NONSENSE = ["", "I would move the first piece.", "42!", "```\n```", "A+1 and then some", "\0"]


@pytest.mark.parametrize("name", FAMILIES)
def test_question_has_a_proven_answer_and_rejects_nonsense(name: str) -> None:
    batch = list(questions(name, level="beginner", count=3, seed=5))
    assert len({each.prompt() for each in batch}) == 3
    for each in batch:
        assert family(name).parse(each.record()["board"]) == each.puzzle
        assert each.optimum == solve(each.puzzle, metric=each.metric).cost
        assert each.check(each.answer).optimal
        for text in NONSENSE:
            check = each.check(text)
            assert not check.solves
            assert check.optimal is False


def board_in(prompt: str, name: str) -> Puzzle:
    """What somebody reads who has only the prompt: the level stands below the first blank line."""
    return family(name).parse(prompt.partition("\n\n")[2])


@pytest.mark.parametrize("name", FAMILIES)
@settings(max_examples=cases(200))
@given(st.integers(0, 2**40), st.sampled_from(languages()))
def test_board_of_a_prompt_reads_back_equal(name: str, seed: int, lang: str) -> None:
    rng = Random(seed)
    anything = random_level(rng) if name == "sokoban" else family(name).random(rng)
    for puzzle in (anything, family(name).parse(rng.choice(bundled(name)).board)):
        moves = list(puzzle.moves())
        for position in (puzzle, puzzle.play(rng.choice(moves)) if moves else puzzle):
            prompt = Question(position, "beginner", position.metrics[0], 1, "").prompt(lang)
            assert board_in(prompt, name) == position


@pytest.mark.parametrize("name", FAMILIES)
def test_example_move_in_the_rules_is_valid(name: str) -> None:
    about = family(name).about
    assert about.rules is not None
    assert about.move_syntax is not None
    texts = [about.rules.to(lang) for lang in languages()]
    assert len(set(texts)) == len(languages())
    example = str(about.rules).rpartition("such as ")[2].rstrip(".")
    for word in example if about.letters else example.split():
        assert about.move_syntax.fits(word)


def test_longer_solution_solves_but_is_not_optimal() -> None:
    (each,) = questions("sokoban", level="beginner", seed=3)
    pairs = (step + back for step, back in ("lr", "rl", "ud", "du"))
    stroll = next(pair for pair in pairs if each.check(pair).legal and each.check(pair).costs["pushes"] == 0)
    check = each.check(stroll + each.answer)
    assert check.solves
    assert check.optimal is False
    (pushes,) = questions("sokoban", level="beginner", seed=3, metric="pushes")
    assert pushes.check(stroll + pushes.answer).optimal


def test_questions_are_deterministic() -> None:
    runs = [[each.record("fr") for each in questions("tiles", count=2, seed=9, size=(3, 3))] for _ in range(2)]
    assert runs[0] == runs[1]
