"""Every sentence of a rating is true: its claims are recomputed independently."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import exp
from random import Random
from typing import Any

import pytest
import rushhour_player as player
from random_cases import cases
from rating_levels import LEVEL_SETS, RANDOM, packing_chance, parsed
from rushhour_boards import arrangements
from sokoban_player import Players

from unjam import FAMILIES, Limits, Message, Packing, Puzzle, RushHour, Sokoban, Tiles, family, rate, rate_many, solve
from unjam.core.explanation import compared, length, luck
from unjam.core.page import Factor
from unjam.families.tiles.board import half_turn, shared_frame
from unjam.families.tiles.by_hand import solve_by_hand
from unjam.formats.shipped import bundled
from unjam.rating.rate import HUMAN, Rating, models

TYPICAL = {"rushhour": 10, "blocks": 31}
"""Moves of a typical level, as the page shows them."""


def odds(value: float) -> float:
    return float(2 ** (1 - 2**value))


@dataclass
class Case:
    """A rated level, and what is true of it."""

    puzzle: Any
    rating: Rating

    @property
    def features(self) -> dict[str, Any]:
        return dict(self.rating.features)

    @cached_property
    def path(self) -> list[Any]:
        """The positions of the solution, replayed by the rules."""
        assert self.rating.result is not None
        positions = [self.puzzle]
        for move in self.rating.result.moves:
            positions.append(positions[-1].play(move))
        assert positions[-1].is_solved()
        return positions

    @property
    def moves(self) -> int:
        return len(self.path) - 1

    @cached_property
    def first(self) -> str:
        assert self.rating.result is not None
        return self.rating.result.moves[0].piece

    # -- the chances of the fallible players

    @cached_property
    def chance(self) -> float:
        if isinstance(self.puzzle, Packing):
            return packing_chance(self.puzzle)
        if "luck_error" not in self.features and self.moves:
            if isinstance(self.puzzle, RushHour) and arrangements(self.puzzle) <= 300:
                return odds(player.luck(self.puzzle))
            if isinstance(self.puzzle, Sokoban) and self.features["positions"] < 2000:
                return odds(self.players.luck())
        return odds(self.features["luck"])  # the core is checked against the players elsewhere

    @cached_property
    def players(self) -> Players:
        return Players(self.puzzle)

    # -- Rush Hour

    def cells(self, position: Any, piece: str) -> set[Any]:
        return {cell for each in position.scene().pieces if each.id == piece for cell in each.cells}

    @cached_property
    def target(self) -> str:
        return str(self.puzzle.lot.labels[self.puzzle.lot.target])

    @cached_property
    def way(self) -> set[Any]:
        """The cells between the target and where it ends."""
        here, there = (self.cells(position, self.target) for position in (self.path[0], self.path[-1]))
        rows, columns = (sorted({cell[axis] for cell in here | there}) for axis in (0, 1))
        line = {(r, c) for r in range(rows[0], rows[-1] + 1) for c in range(columns[0], columns[-1] + 1)}
        return line - here

    @cached_property
    def first_in_way(self) -> bool:
        return self.first == self.target or bool(self.cells(self.puzzle, self.first) & self.way)

    @cached_property
    def backs_away(self) -> bool:
        end = min(self.cells(self.path[-1], self.target))
        starts = [min(self.cells(position, self.target)) for position in self.path]
        far = [abs(at[0] - end[0]) + abs(at[1] - end[1]) for at in starts]
        return any(after > before for before, after in pairwise(far))

    # -- Sokoban

    @cached_property
    def steps(self) -> tuple[int, int, int]:
        """Pushes, steps without one, and changes of the box."""
        pushes, changes, last = 0, 0, None
        for before, after in pairwise(self.path):
            if before.boxes != after.boxes:
                (gone,), (here,) = before.boxes - after.boxes, after.boxes - before.boxes
                changes += last is not None and last != gone
                pushes, last = pushes + 1, here
        return pushes, self.moves - pushes, changes

    def is_safe(self) -> bool:
        """Whether the level can still be solved wherever any push leads; every position is tried."""
        forward: dict[Any, list[Any]] = {}
        todo = [self.puzzle]
        for position in todo:
            if position not in forward:
                forward[position] = [] if position.is_solved() else [position.play(move) for move in position.moves()]
                todo += forward[position]
        good = {position for position in forward if position.is_solved()}
        while more := {at for at, ends in forward.items() if at not in good and good.intersection(ends)}:
            good |= more
        return len(good) == len(forward)


Claim = Callable[[Case, dict[str, Any]], bool]


def always(case: Case, values: dict[str, Any]) -> bool:
    """For a sentence that joins others, which are checked one by one."""
    return True


def _of_length(least: float, most: float) -> Claim:
    return lambda case, values: least <= case.moves / TYPICAL[case.puzzle.family] < most


def _chance(least: float, most: float) -> Claim:
    return lambda case, values: least <= case.chance + 1e-9 and case.chance <= most + 1e-9


def _four(template: str) -> dict[str, Claim]:
    often = {"usually": (0.5, 1.0), "sometimes": (0.1, 0.5), "rarely": (0.001, 0.1), "hardly ever": (0.0, 0.001)}
    return {template.format(word): _chance(*bounds) for word, bounds in often.items()}


CLAIMS: dict[str, Claim] = {
    "already solved": lambda case, values: case.puzzle.is_solved(),
    "{length}, and {turn}": always,
    "{first}, and {second}": always,
    "{length}, and the solution moves every block": lambda case, values: all(
        any(case.cells(position, piece.id) != set(piece.cells) for position in case.path)
        for piece in case.puzzle.scene().pieces
    ),
    "short": _of_length(0, 1),
    "of medium length": _of_length(0.6, 1.75),
    "long": _of_length(1.1, 2.5),
    "very long": _of_length(2.5, 1000),
    # Rush Hour
    "out in one move": lambda case, values: case.moves == 1,
    "the solution begins by blocking the exit": lambda case, values: (
        not case.first_in_way and bool(case.cells(case.path[1], case.first) & case.way)
    ),
    "in the solution the car to free backs away": lambda case, values: case.backs_away,
    "the first car to move is not one of those in the way": lambda case, values: (
        not case.first_in_way
        and any(case.way & set(piece.cells) for piece in case.puzzle.scene().pieces if piece.id != case.target)
    ),
    **_four("clearing one blocking car after another {} frees the car"),
    # tiles
    "one move solves it": lambda case, values: case.moves == 1,
    "a few moves solve it": lambda case, values: 2 <= case.moves <= 10,
    "solving line by line takes {by_hand} moves, the shortest solution {moves}": lambda case, values: (
        _laid(case) == values["by_hand"] <= 2 * case.moves and _proven(case) == values["moves"]
    ),
    "solving line by line takes {by_hand} moves, "
    "more than twice the shortest solution of {moves}": lambda case, values: (
        _laid(case) == values["by_hand"] > 2 * case.moves and _proven(case) == values["moves"]
    ),
    "solving line by line takes {by_hand} moves, the best known solution {moves}": lambda case, values: (
        _laid(case) == values["by_hand"] and case.moves == values["moves"] and _proven(case) is None
    ),
    # Sokoban
    "one push solves it": lambda case, values: case.steps[0] == 1,
    **_four("pushing what looks right {} solves it"),
    "many positions are hidden dead ends": lambda case, values: case.players.hidden() > 0.4,
    "no mistake is final": lambda case, values: case.is_safe(),
    "no mistake is final as long as the boxes stay off dead squares": lambda case, values: (
        case.players.edges.keys() == case.players.far.keys()
    ),
    "there is only one best order of pushes": lambda case, values: case.players.solutions() == 1,
    "many orders of pushes are equally short": lambda case, values: case.players.solutions() > 1000,
    "thinking box by box makes it easier": lambda case, values: odds(case.players.box_luck()) > case.chance,
    "the solution walks much more than it pushes": lambda case, values: case.steps[1] > 4 * case.steps[0],
    "the solution keeps switching between boxes": lambda case, values: case.steps[2] > 3 * len(case.puzzle.boxes),
    # packing
    "filling the board from the left, without gaps, with any piece that fits solves it": _chance(1.0, 1.0),
    **_four("filling the board from the left, without gaps, with any piece that fits {} solves it"),
    "{chance}, and there is only one solution": lambda case, values: _fillings(case.puzzle) == 1,
    "{chance}, and there are {n} solutions": lambda case, values: _fillings(case.puzzle) == values["n"],
    "there are {n} solutions": lambda case, values: _fillings(case.puzzle) == values["n"],
    "there are at least {n} solutions": always,  # nobody can count them
}
"""Each sentence, and what has to be true where it is said. One that is not here is a new one, to be tested too."""


def _laid(case: Case) -> int:
    """The moves of solving line by line; from the last line up, as on the half turn, where the gap ends last."""
    position: Tiles = case.puzzle
    size, is_turned = position.rows * position.cols, position.frame.goal[-1] == 0
    if is_turned:
        turned = (half_turn(cells) for cells in (position.cells, position.frame.goal))
        mirrored = Tiles(next(turned), shared_frame(position.rows, position.cols, next(turned)))
        slides = [size - number for number in solve_by_hand(mirrored)]
    else:
        slides = list(solve_by_hand(position))
    for number in slides:
        position = position.play(next(move for move in position.moves() if move.piece == str(number)))
    assert position.is_solved()
    return len(slides)


def _proven(case: Case) -> int | None:
    assert case.rating.result is not None
    return case.moves if case.rating.result.optimal else None


def _fillings(position: Packing) -> int:
    if position.is_solved():
        return 1
    cell = position.empty & -position.empty
    return sum(_fillings(after) for move in position.moves() if (after := position.play(move)).covered & cell)


def parts(message: Message) -> Iterator[Message]:
    yield message
    for value in message.values.values():
        if isinstance(value, Message):
            yield from parts(value)


def check(puzzle: Puzzle, rating: Rating) -> None:
    """The sentence, and each thing that the page puts beside what is typical."""
    if rating.score is None:
        assert rating.why is None
        assert rating.reason is not None
        return
    case = Case(puzzle, rating)
    assert rating.why is not None
    for part in parts(rating.why):
        assert part.template in CLAIMS, f"a new sentence: {part}"
        assert CLAIMS[part.template](case, part.values), f"{rating.why}\n{puzzle}"
    explain = puzzle.about.page().explain_rating
    assert explain is not None
    explanation = explain(rating.features)
    for name, factor in explanation.factors.items():
        check_factor(case, name, factor)
    templates = {part.template for part in parts(rating.why)}
    remarks = {factor.remark.template for factor in explanation.factors.values() if factor.remark is not None}
    if "short" in templates:
        assert remarks & {"far fewer", "about half as many", "fewer"}
    if "of medium length" in templates:
        assert remarks & {"fewer", "about as many", "just as many", "more"}
    if "long" in templates:
        assert remarks & {"more", "about twice as many"}
    if "very long" in templates:
        assert "about {n} times as many" in remarks


COMPARED: dict[str, Callable[[float, int], bool]] = {
    "far fewer": lambda ratio, n: ratio < 0.4,
    "about half as many": lambda ratio, n: 0.4 <= ratio <= 0.6,
    "fewer": lambda ratio, n: 0.6 <= ratio < 0.9,
    "about as many": lambda ratio, n: 0.9 <= ratio < 1.1 and ratio != 1,
    "just as many": lambda ratio, n: ratio == 1,
    "more": lambda ratio, n: 1.1 <= ratio < 1.75,
    "about twice as many": lambda ratio, n: 1.75 <= ratio < 2.5,
    "about {n} times as many": lambda ratio, n: abs(ratio - n) <= 0.5,
}


def check_factor(case: Case, name: str, factor: Factor) -> None:
    if factor.remark is not None and factor.remark.template in COMPARED:
        number = factor.value.values["n"]
        true = {"moves": case.moves, "by_hand": case.features.get("by_hand")}
        if case.puzzle.family == "packing":  # a piece that comes off first has to be placed again
            true = {"pieces": max(len(position.scene().waiting) for position in case.path)}
        if case.puzzle.family == "sokoban":
            true = {"walk": case.steps[1], "solutions": case.players.solutions() if case.moves else None}
        assert number == true[name]
        assert isinstance(factor.typical, int)
        assert COMPARED[factor.remark.template](number / factor.typical, factor.remark.values.get("n", 0))
    elif factor.remark is not None:
        assert CLAIMS[factor.remark.template](case, factor.remark.values)
    if name == "luck":
        check_luck(factor.value, case.chance)
    elif name == "box_luck" and case.moves and "luck_error" not in case.features:
        check_luck(factor.value.values["luck"], odds(case.players.box_luck()))


def check_luck(message: Message, chance: float) -> None:
    """What is said of a chance is not far from it."""
    if message.template in ("no luck needed", "hardly any luck needed"):
        assert chance > 1 - 1e-9 if message.template == "no luck needed" else 0.74 < chance < 1 - 1e-12
        return
    if "estimated from" in message.template:  # of many solutions, some were followed
        return
    chance_message = message.values["chance"]
    match chance_message.template:
        case "1 in {n}":
            assert chance_message.values["n"] > 1
            assert 0.74 < chance_message.values["n"] * chance < 1.27
        case "{part} in {whole}":
            assert abs(chance_message.values["part"] / chance_message.values["whole"] - chance) < 0.1
        case "more than 9 in 10":
            assert chance > 0.9
        case _:
            assert chance_message.template == "1 in more than a billion"
            assert chance < 1e-9


@pytest.mark.parametrize("name", FAMILIES)
def test_sentences_about_trivial_and_shipped_levels_are_true(name: str) -> None:
    boards = parsed(name)
    shipped = [family(name).parse(level.board) for level in bundled(name)]
    if name == "sokoban":  # the oracle in Python follows the small ones
        boards += [board for board in shipped if len(board.boxes) < 3]
    elif name != "packing":
        boards += shipped
    for board, rating in zip(boards, rate_many(boards), strict=True):
        check(board, rating)


@pytest.mark.parametrize("name", FAMILIES)
def test_sentences_about_random_levels_are_true(name: str) -> None:
    rng = Random(5)
    boards = [RANDOM[name](rng) for _ in range(cases(1000))]
    ratings = list(rate_many(boards))
    for board, rating in zip(boards, ratings, strict=True):
        check(board, rating)
    assert len({rating.why.template for rating in ratings if rating.why is not None}) > 1


def test_length_and_comparison_never_contradict() -> None:
    for moves in range(400):
        for typical in (10, 24, 31):
            word, beside = str(length(moves, typical)), str(compared(moves, typical))
            assert COMPARED[compared(moves, typical).template](moves / typical, round(moves / typical))
            assert (word == "very long") == ("times" in beside)
            assert word != "short" or "few" in beside or "half" in beside
            assert word != "long" or beside in ("more", "about twice as many")
            assert word != "of medium length" or beside in ("fewer", "about as many", "just as many", "more")


def test_every_chance_is_described_correctly() -> None:
    for value in range(0, 700):
        check_luck(luck(value / 100), odds(value / 100))
        assert "1 in 1" not in (str(luck(value / 100)), str(luck(value / 100, True)).removesuffix(", sampled"))


def test_luck_without_a_sampled_success_is_a_bound() -> None:
    level = LEVEL_SETS / "sokoban" / "xsokoban.xsb"
    if not level.is_file():
        pytest.skip("the level sets are not here")
    puzzle = next(iter(Sokoban.levels(level.read_text()))).puzzle
    rating = rate(puzzle, result=solve(puzzle, any=True))
    assert rating.features["luck_at_least"] == rating.features["luck"]
    assert "no attempt solved the level" in str(rating.note)
    assert rating.record()["features"]["luck_at_least"] > 3


def test_interrupted_study_is_not_presented_as_known() -> None:
    """A search that a limit ended would say too much luck, or too few solutions."""
    for name in ("rushhour", "sokoban", "packing"):
        puzzle = family(name).parse(bundled(name)[20].board)
        whole, cut = rate(puzzle), rate(puzzle, result=rate(puzzle).result, limits=Limits(1e-9))
        assert whole.score is not None
        assert cut.score is None
        assert str(cut.reason) == "the time limit of 1e-09 s was reached"


def _seconds(family_name: str, **features: Any) -> float:
    return exp(sum(models(family(family_name))["human"].terms(features).values()))


def test_notes_on_what_is_assumed_are_true() -> None:
    """The sentences that the page shows below a rating of the families that nobody was timed on."""
    for moves in (2, 10, 81):
        length_alone = exp(sum(HUMAN.terms({"cost": moves}).values()))  # fitted to Rush Hour
        assert _seconds("blocks", moves=moves) / length_alone == pytest.approx(2, rel=1e-3)
    for moves, by_hand in ((4, 4), (22, 22), (53, 90)):
        longer = _seconds("tiles", moves=2 * moves, by_hand=2 * by_hand)
        assert 2.1 < longer / _seconds("tiles", moves=moves, by_hand=by_hand) < 2.5
        middle = (moves * by_hand) ** 0.5
        assert _seconds("tiles", moves=middle, by_hand=middle) == pytest.approx(
            _seconds("tiles", moves=moves, by_hand=by_hand)
        )
    for luck_needed in (0.0, 2.0, 4.0):
        few, many = (_seconds("packing", pieces=pieces, luck=luck_needed) for pieces in (3, 6))
        assert many / few == pytest.approx(2, rel=1e-3)
        assert _seconds("packing", pieces=3, luck=luck_needed + 0.1) > few


def test_packing_player_is_described_as_it_plays() -> None:
    """Laid in the middle A fits too, and then B does not: "anything that fits" alone would be false."""
    level = Packing.parse("board 3 2\nA 1x2\nB 2x2")
    assert solve(level.play("A@1,0")).moves[0].to[0] < 0  # A comes off again
    why = "filling the board from the left, without gaps, with any piece that fits solves it, and there are 2 solutions"
    assert str(rate(level).why) == why


def test_many_solutions_are_not_called_few() -> None:
    dominoes = Packing.parse("board 4 4\nA 2x1 8 turn")
    assert str(rate(dominoes).why) == "there are 36 solutions"
    assert check(dominoes, rate(dominoes)) is None
