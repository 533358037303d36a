"""Turned, mirrored and renamed levels share a key; different levels have different keys."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase

import pytest

import unjam
from unjam.core.symmetry import images, smallest_image
from unjam.datasets.parquet import key


def test_images_of_a_drawing_share_a_key() -> None:
    rows = ["abc", "dee"]
    turned = ["da", "eb", "ec"]
    assert smallest_image(rows) == smallest_image(turned) == smallest_image([row[::-1] for row in rows])
    assert smallest_image(rows) != smallest_image(["abc", "ede"])


def test_board_has_eight_different_images() -> None:
    board_images = images(3, 4)
    assert len({image.to for image in board_images}) == 8
    assert all(sorted(image.to) == list(range(12)) for image in board_images)


def drawn(rows: list[str], way: int) -> list[str]:
    """Return one of the eight images of a drawing: mirrored from 4 on, then turned clockwise."""
    if way >= 4:
        rows = [row[::-1] for row in rows]
    for _ in range(way % 4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    return rows


SIDES = ("up", "right", "down", "left")


def renamed(rng: Random, rows: list[str], letters: str, fixed: str) -> list[str]:
    others = [letter for letter in letters if letter not in fixed]
    table = str.maketrans("".join(others), "".join(rng.sample(others, len(others))))
    return [row.translate(table) for row in rows]


@pytest.mark.parametrize("seed", range(40))
def test_turned_and_renamed_rushhour_boards_share_a_key(seed: int) -> None:
    rng = Random(seed)
    size = {"rows": rng.randint(4, 8), "cols": rng.randint(4, 8)}
    board = unjam.family("rushhour").random(rng, walls=rng.choice((0, 0, 2)), side=rng.choice(SIDES), **size)
    rows = [row for row in board.text("grid").split("\n") if not row.startswith("exit")]
    side = SIDES.index(board.lot.side)
    for way in range(8):
        mirrored = (4 - side) % 4 if way >= 4 else side
        image = renamed(rng, drawn(rows, way), ascii_uppercase, "A")
        text = "\n".join([*image, f"exit {SIDES[(mirrored + way) % 4]}"])
        assert key(unjam.read(text, "rushhour")[0]) == key(board), text


def test_different_rushhour_boards_have_different_keys() -> None:
    """Every position of a board but for its mirror images, and what differs in exit, target or walls alone."""
    rng, seen = Random(1), dict[str, str]()
    for _ in range(3000):
        board = unjam.family("rushhour").random(rng, rows=4, cols=4, cars=3, walls=rng.choice((0, 1)))
        rows = board.text("grid").split("\n")
        plain = min(_in_order(rows), _in_order(rows[::-1]))
        assert seen.setdefault(key(board), plain) == plain
    assert len(seen) == len(set(seen.values())) > 100
    one = ["AA.B", "...B", "CC..", "...."]
    other = [
        key(unjam.read("\n".join(image), "rushhour")[0]) for image in (one, [*one, "exit left"], [*one[:3], "x..."])
    ]
    assert len(set(other)) == 3


def _in_order(rows: list[str]) -> str:
    names = {mark: mark for mark in ".oxA\n"}
    return "".join(names.setdefault(mark, chr(0x100 + len(names))) for mark in "\n".join(rows))


SOKOBAN = ["########", "#@  #  #", "# $ .  #", "#  *$ .#", "########"]


@pytest.mark.parametrize("way", range(8))
def test_turned_or_enlarged_sokoban_levels_share_a_key(way: int) -> None:
    level = unjam.read("\n".join(SOKOBAN))[0]
    image = drawn(SOKOBAN, way)
    wide = "#" * (len(image[0]) + 1)
    assert key(unjam.read("\n".join(image))[0]) == key(level)
    assert key(unjam.read("\n".join([wide, *(f"#{row}" for row in image), wide]))[0]) == key(level)


def test_different_sokoban_levels_have_different_keys() -> None:
    texts = ["\n".join(SOKOBAN)]
    texts += [texts[0].replace("#@  #", "# @ #"), texts[0].replace(".  #", " . #"), texts[0].replace("*", "$")]
    assert len({key(unjam.read(text)[0]) for text in texts}) == 4


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (3, 4), (2, 5)])
def test_turned_and_renumbered_tiles_share_a_key(size: tuple[int, int]) -> None:
    rng, (rows, cols) = Random(3), size
    tiles = unjam.family("tiles")
    for _ in range(20):
        cells, goal = rng.sample(range(rows * cols), rows * cols), rng.sample(range(rows * cols), rows * cols)
        board = _tiles(rows, cols, cells, goal)
        names = [0, *rng.sample(range(1, rows * cols), rows * cols - 1)]
        for image in images(rows, cols):
            there, home = [0] * rows * cols, [0] * rows * cols
            for at, to in enumerate(image.to):
                there[to], home[to] = names[cells[at]], names[goal[at]]
            assert key(_tiles(image.rows, image.cols, there, home)) == key(board)
        swapped = [cells[1], cells[0], *cells[2:]]
        assert key(_tiles(rows, cols, swapped, goal)) != key(board)
    first, last = tiles.parse("1 2 0 3 4 5 6 7 8"), tiles.parse("1 2 3 4 5 6 8 7 0", goal="last")  # type: ignore[call-arg]
    assert key(first) != key(last)


def _tiles(rows: int, cols: int, cells: list[int], goal: list[int]) -> unjam.Puzzle:
    return unjam.read(f"{rows} {cols}\n{' '.join(map(str, cells))}\ngoal\n{' '.join(map(str, goal))}", "tiles")[0]


KLOTSKI = ["BAAC", "BAAC", "DEEF", "DGHF", "I..J"]


@pytest.mark.parametrize("way", range(8))
def test_turned_and_renamed_blocks_share_a_key(way: int) -> None:
    level = unjam.read("\n".join([*KLOTSKI, "goal A at 3,1"]), "blocks")[0]
    marked = drawn(["....", "....", "....", ".##.", ".##."], way)
    row = next(at for at, line in enumerate(marked) if "#" in line)
    goal = f"goal A at {row},{marked[row].index('#')}"
    image = renamed(Random(way), drawn(KLOTSKI, way), ascii_uppercase[:10], "A")
    assert key(unjam.read("\n".join([*image, goal]), "blocks")[0]) == key(level)


def test_different_blocks_have_different_keys() -> None:
    texts = ["\n".join([*KLOTSKI, f"goal A at {at}"]) for at in ("3,1", "3,0", "2,1")]
    texts.append(texts[0].replace("I..J", ".I.J"))
    texts.append(texts[0].replace("I..J", "I#.J"))
    texts.append(texts[0].replace("goal A at 3,1", "goal G at 3,1"))
    keys = {key(unjam.read(text, "blocks")[0]) for text in texts}
    assert len(keys) == 6


PIECES = {"L": ["#.", "#.", "##"], "S": [".##", "##."], "I": ["####"]}


def _packing(board: list[str], pieces: dict[str, list[str]], freedom: str) -> unjam.Puzzle:
    parts = ["\n".join([f"{name} {freedom}", *rows]) for name, rows in pieces.items()]
    return unjam.read("\n".join(["board", *board, *parts]), "packing")[0]


@pytest.mark.parametrize("freedom", ["fixed", "turn", "flip"])
@pytest.mark.parametrize("way", range(8))
def test_turned_packing_levels_share_a_key(way: int, freedom: str) -> None:
    board = ["####", "####", "###.", "#..."]
    level = _packing(board, PIECES, freedom)
    names = dict(zip(PIECES, ("Q", "R", "T"), strict=True))
    turned = {names[name]: drawn(rows, way) for name, rows in reversed(PIECES.items())}
    assert key(_packing(drawn(board, way), turned, freedom)) == key(level)
    alone = key(_packing(board, {name: drawn(rows, way) for name, rows in PIECES.items()}, freedom))
    same_looks = freedom == "flip" or way == 0 or (freedom == "turn" and way < 4)
    assert (alone == key(level)) == same_looks


def test_different_packing_levels_have_different_keys() -> None:
    texts = ["board 4 3\nBar 4x1\nSquare 2x2 2", "board 4 3\nBar 4x1 turn\nSquare 2x2 2", "board 4 3\nSquare 2x2 3"]
    texts += [f"{texts[0]}\nBar @ 0,{y}{lock}" for y in (0, 1) for lock in ("", " locked")]
    assert len({key(unjam.read(text, "packing")[0]) for text in texts}) == 7
    turned = unjam.read(f"{texts[0]}\nBar @ 0,2 locked", "packing")[0]
    assert key(turned) == key(unjam.read(texts[4], "packing")[0])


def test_levels_of_different_families_have_different_keys() -> None:
    class Twin(unjam.family("tiles")):  # type: ignore[misc, name-defined]
        family = "twin"

    text = "1 2 0 3 4 5 6 7 8"
    assert key(Twin.parse(text)) != key(unjam.read(text)[0])
