"""Sokoban's formats, rules and words in Python."""

from __future__ import annotations

from random import Random

import pytest
from random_cases import cases
from sokoban_boards import from_lurd, normalise, play_lurd, random_level

from unjam.core.puzzle import IllegalMove, Level, Move, PuzzleError, Unsupported
from unjam.families.sokoban import Sokoban, collection, features
from unjam.formats.shipped import bundled
from unjam.rating.rate import rate
from unjam.solving.solve import solve

SMALL = "#######\n#     #\n# $.@ #\n#  *  #\n#######"


def test_every_format_survives_a_round_trip() -> None:
    rng = Random(1)
    for _ in range(cases(300)):
        puzzle = random_level(rng, odd=True)
        for _ in range(rng.randint(0, 6)):  # mid-game too
            puzzle = puzzle.play(rng.choice([*puzzle.moves()])) if [*puzzle.moves()] else puzzle
        assert Sokoban.parse(str(puzzle)) == puzzle
        for name in Sokoban.formats:
            if name == "brd" and puzzle.player in puzzle.board.goals:
                with pytest.raises(Unsupported, match="player on a storage square"):
                    puzzle.text(name)
                continue
            again = Sokoban.parse(puzzle.text(name))
            assert again == puzzle
            assert hash(again) == hash(puzzle)


def test_collection_keeps_titles_authors_and_notes() -> None:
    text = (
        ":: made for this test\nFirst steps\n\n#####\n#@$.#\n#####\nAuthor: A\n\n"
        "; Second\n#####|#.$@#|5#\n\nLevel 3\n#####\n#@ x#\n#####\n"
    )
    parsed = list(Sokoban.levels(text))
    assert [level.title for level in parsed] == ["First steps", "Second", "Level 3"]
    assert [level.puzzle is None for level in parsed] == [False, False, True]
    assert str(parsed[2].error) == "line 14, column 4: unexpected 'x'; expected # @ + $ * . - _ or a space"
    assert [level.line for level in parsed] == [4, 10, 13]
    levels = [Level(0, parsed[0].puzzle, "One", notes={"author": "A"}), Level(1, parsed[1].puzzle, "Two")]
    again = list(Sokoban.levels(collection(levels)))
    assert [(level.title, level.puzzle) for level in again] == [("One", levels[0].puzzle), ("Two", levels[1].puzzle)]
    assert again[0].notes == {"author": "A"}


B = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f";a\n{B}Title: Hello\nAuthor: Me\n\n{B}", ["Hello", None]),
        (f"{B}Title: Hello\nComment: nice\n\n:: x\n; 2\n\n{B}", ["Hello", "2"]),
        (f"Title: Coll\nAuthor: X\n\n1\n\n{B}\n2\n\n{B}", ["1", "2"]),
        (f"; 1\n\n{B}\n; 2\n\n{B}", ["1", "2"]),
        (f"Title: A\n{B}\nTitle: B\n{B}", ["A", "B"]),
        (f"Title: A\n{B}Title: B\n{B}", ["A", "B"]),
        (f"{B}\nTitle: A\n\n{B}\nTitle: B\n", ["A", "B"]),
        (f"{B}Title: A\nComment:\nlong\nComment-End:\n\n{B}", ["A", None]),
        (f"Title: X\n\n{B}", ["X"]),
        (f"{B}Title: ## 1 ##\n\n{B}", ["## 1 ##", None]),
    ],
)
def test_title_belongs_to_the_nearest_board(text: str, titles: list[str | None]) -> None:
    assert [level.title for level in Sokoban.levels(text)] == titles


def test_collection_header_is_not_the_first_title() -> None:
    text = f"Title: Coll\nAuthor: X\n\n{B}Title: One\nAuthor: Y\n\n{B}Title: Two\n"
    assert [(level.title, level.notes) for level in Sokoban.levels(text)] == [("One", {"author": "Y"}), ("Two", {})]


def test_run_length_levels_take_one_line_or_several() -> None:
    one, two = Sokoban.parse("5#|#@$.#|5#"), Sokoban.parse("6#|#@-$.#|6#")
    assert [level.puzzle for level in Sokoban.levels("5#|#@$.#|5#\n6#|#@-$.#|6#\n")] == [one, two]
    for text in ("5#|\n#@$.#|\n5#", "5#|#@$.#|\n5#|", "5#\n#@$.#|5#"):
        assert Sokoban.parse(text) == one
    levels = list(Sokoban.levels("5#|#@$.#|5#\n6#|#-$.#|6#\n6#|#@-$.#|6#"))
    assert [level.puzzle for level in levels] == [one, None, two]
    assert str(levels[1].error) == "line 2, column 1: the level has no player; expected one @ (or + on storage)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#####\n# $.#\n#####", "line 1, column 1: the level has no player; expected one @ (or + on storage)"),
        ("#####\n#@@.#\n#####", "line 2, column 3: a second player; expected only one @ or +"),
        ("#####\n#@$.\n#####", "line 2, column 5: the walls are open here"),
        ("#####\n#@$.#\n## ##", "line 3, column 3: the walls are open here"),
        ("#####\n#@$.#\n#####$", "line 3, column 6: the box is outside the walls; expected it inside"),
        ("#####\n#@$.#\n#####.", "line 3, column 6: the storage square is outside the walls"),
        (
            "3#2|@",
            "line 1, column 5: the walls are open here: the player could walk out; expected # all round (line 3, "
            "column 1 of the level written out in full)",
        ),
        ("5#|#@$.#|5(#", "line 1, column 11: '(' without a matching ')'"),
        ("99999#|#@$.#|5#", "line 1, column 5: run length 99999… is too large"),
        ("", "line 1, column 1: no level found"),
        ("no board at all", "line 1, column 1: no level found"),
        ("4\n3\nWWWW\nW+BW", "line 4, column 1: the level ends after 2 rows; expected 3"),
        ("5\n4\nWWWWW\nW+B.W\nWWWWW\n", "line 5, column 1: the level ends after 3 rows; expected 4"),
        (
            "5\n3\nWWWWW\nW+B.W\nWWWWW\nWWWWW\n",
            "line 6, column 1: one more row than the 3 declared; expected none here",
        ),
        ("4\n3\nWWWW\nW+XW\nWWWW", "line 4, column 3: unexpected 'X' in a .brd level"),
        ("4\n3\nWWWW\nW+ WW\nWWWW", "line 4, column 5: the row is longer than the 4 columns declared"),
        ("4\n9999\nWWWW", "line 2, column 1: '9999' is not a number of rows; expected 1 to 256"),
        (
            "#" * 300,
            "line 1, column 1: the level has no player; expected one @ (or + on storage); "
            "line 1, column 1: the level has 1 row and 300 columns; expected at most 256 of each",
        ),
    ],
)
def test_invalid_text_names_line_and_column(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        Sokoban.parse(text)
    assert str(caught.value).startswith(message)


def test_brd_level_of_wrong_height_does_not_hide_others() -> None:
    good = "5\n3\nWWWWW\nW+B.W\nWWWWW\n"
    levels = list(Sokoban.levels(f"5\n4\nWWWWW\nW+B.W\nWWWWW\n\n{good}{good}WWWWW\n\n{good}"))
    assert [str(level.error) for level in levels if level.error] == [
        "line 5, column 1: the level ends after 3 rows; expected 4",
        "line 17, column 1: one more row than the 3 declared; expected none here",
    ]
    assert [level.puzzle is None for level in levels] == [True, False, True, False]
    gap = Sokoban.parse("5\n7\nWWWWW\nW+B.W\nWWWWW\n\nWWWWW\nWW WW\nWWWWW\n")  # an empty row inside is a row
    assert gap.board.rows == 7


def test_mutated_text_never_crashes() -> None:
    rng = Random(2)
    marks = "#@+$*.-_ \n|()0123456789;:WBLx\t\r\x00\x0b\u2028é"
    readable = 0
    for number in range(cases(10_500)):
        text = list(random_level(rng).text(rng.choice(("xsb", "rle"))))
        if number % 7 == 0:
            text = list("5\n4\nWWWWW\nW+B.W\nW L W\nWWWWW\n")
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(text) + 1)
            kind = rng.randrange(3)
            if kind == 0:
                text.insert(at, rng.choice(marks))
            elif kind == 1 and at < len(text):
                text[at] = rng.choice(marks)
            else:
                del text[at : at + rng.randint(1, 5)]
        for level in Sokoban.levels("".join(text)):
            assert (level.puzzle is None) != (level.error is None)
            if isinstance(level.puzzle, Sokoban):
                readable += 1
                assert Sokoban.parse(str(level.puzzle)) == level.puzzle
                level.puzzle.dead()
    assert readable > cases(10_500) / 20


def test_only_legal_steps_are_played() -> None:
    puzzle = Sokoban.parse("#####\n#@$ #\n# $.#\n# *##\n#####")
    assert [puzzle.notation(move) for move in puzzle.moves()] == ["d", "R"]
    for move in (
        Move("player", (0, 1)),
        Move("player", (1, 3)),
        Move("box@1,2", (1, 2)),
        Move("player", (-1, 9)),
        Move("player", (90, 90)),
    ):
        with pytest.raises(IllegalMove):
            puzzle.play(move)


@pytest.mark.parametrize("row", ["#@$#", "#@$$ #"], ids=["wall", "box"])
def test_box_that_is_blocked_cannot_be_pushed(row: str) -> None:
    level = Sokoban.parse(f"#######\n{row.ljust(7, '#')}\n#  ..##\n#######")
    with pytest.raises(IllegalMove, match="the square behind it is taken"):
        level.play(Move("player", (1, 2)))


def test_back_inverts_every_move() -> None:
    rng = Random(4)
    for _ in range(cases(100)):
        puzzle = random_level(rng)
        for move in puzzle.moves():
            assert (move, puzzle) in list(puzzle.play(move).back())
        for move, before in puzzle.back():
            assert before.play(move) == puzzle


def test_reference_searches_agree() -> None:
    puzzle = Sokoban.parse(SMALL)
    costs = {name: solve(puzzle, algorithm=name).cost for name in ("bfs", "dijkstra", "bidirectional")}
    for name in ("astar", "idastar"):
        for heuristic in Sokoban.heuristics:
            costs[f"{name} {heuristic}"] = solve(puzzle, algorithm=name, heuristic=heuristic).cost
    assert set(costs.values()) == {solve(puzzle).cost}


def test_heuristics_are_consistent() -> None:
    rng = Random(6)
    for _ in range(cases(150)):
        puzzle = random_level(rng, odd=True)
        for metric in Sokoban.metrics:
            for heuristic in Sokoban.heuristics.values():
                here = heuristic(puzzle, metric)
                for move in puzzle.moves():
                    there = heuristic(puzzle.play(move), metric)
                    assert here <= puzzle.cost(move, metric) + there


def test_lurd_is_read_and_written() -> None:
    puzzle = Sokoban.parse(SMALL)
    moves = from_lurd(puzzle, "2l 2r\nulLd")
    assert puzzle.notations(moves) == ["lLrrulld"]
    assert play_lurd(puzzle, "") == puzzle
    for text, message in (("x", "'x' is not a move"), ("uuu", "'u' cannot be played here")):
        with pytest.raises(PuzzleError, match=message):
            from_lurd(puzzle, text)


def test_words_of_an_optimal_solution() -> None:
    puzzle = Sokoban.parse("7\n5\nWWWWWWW\nW     W\nW +B. W\nW  B.WW\nWWWWWWW\n")
    result = solve(puzzle)
    words = []
    position = puzzle
    for move in result.moves:
        words.append(str(position.words(move)))
        position = position.play(move)
    assert words == ["Right", "Left", "Down", "Right"]
    assert position.is_solved()
    assert result.optimal


def test_features_of_a_solution() -> None:
    puzzle = Sokoban.parse("8#|#------#|#@$-$-.#|#------#|#-----.#|8#")
    moves = from_lurd(puzzle, "RurDldRRU")
    assert features(puzzle, moves) == {
        "moves": 9,
        "pushes": 5,
        "box_lines": 4,
        "box_changes": 1,
        "pushing_sessions": 3,
        "player_lines": 8,
    }
    result = solve(puzzle)
    rating_features, figures = puzzle.features(result), features(puzzle, result.moves)
    assert {name: rating_features[name] for name in figures} == figures
    assert rating_features["walk"] == figures["moves"] - figures["pushes"]
    assert rate(puzzle).model == "human"


def test_normalise_joins_the_eight_images_only() -> None:
    rng = Random(7)
    for _ in range(cases(60)):
        puzzle = random_level(rng)
        rows = str(puzzle).split("\n")
        width = max(map(len, rows))
        rows = [row.ljust(width) for row in rows]
        turned = Sokoban.parse("\n".join("".join(column) for column in zip(*reversed(rows), strict=True)))
        mirrored = Sokoban.parse("\n".join(row[::-1] for row in rows))
        assert normalise(puzzle) == normalise(turned) == normalise(mirrored)
        for move in puzzle.moves():
            after = puzzle.play(move)
            if (after.boxes, after.player) != (puzzle.boxes, puzzle.player):
                assert solve(normalise(after), metric="moves").cost == solve(after, metric="moves").cost


def test_scene_of_a_level() -> None:
    scene = Sokoban.parse("  ####\n###  #\n#@$.*#\n######").scene()
    assert scene.floor == ("  ####", "###..#", "#..oo#", "######")
    assert [(piece.kind, piece.state, piece.cells) for piece in scene.pieces] == [
        ("box", "", ((2, 2),)),
        ("box", "home", ((2, 4),)),
        ("player", "", ((2, 1),)),
    ]


def test_faults_name_pointless_levels() -> None:
    def faults_of(text: str) -> list[str]:
        return [str(fault) for fault in Sokoban.parse(text).faults()]

    assert faults_of("####\n#@ #\n####") == ["the level has no box", "the level has no storage squares"]
    assert faults_of("####\n#@*#\n####") == ["the level is already solved"]
    assert faults_of("#####\n#@$.#\n#####") == []
    assert faults_of("#####\n#$@ #\n#  .#\n#####") == ["the box at row 1, column 1 can never leave the corner"]


def test_shipped_levels_have_their_costs_and_go_from_easy_to_hard() -> None:
    levels = [level for level in bundled("sokoban") if level.generated_name is None]
    assert len(levels) >= 12
    scores = [level.score or 0 for level in levels]
    assert scores[0] > 0
    assert scores == sorted(scores)
    for level in levels:
        puzzle = Sokoban.parse(level.board)
        result = solve(puzzle)
        assert (result.cost, result.optimal) == (level.cost, True), level.title
        assert puzzle.faults() == []
    assert len({normalise(Sokoban.parse(level.board)) for level in levels}) == len(levels)
