"""Sokoban as people write it: letters for signs, XML collections, boxes in the border, decoration, titles."""

from __future__ import annotations

import pytest

import unjam
from unjam.core.puzzle import PuzzleError
from unjam.families.sokoban import Sokoban

SLC = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels>
  <Title>Two rooms</Title>

  <LevelCollection Copyright="Ann" MaxWidth="6" MaxHeight="3">
    <Level Id="One &amp; only" Width="6" Height="3">
      <L> #####</L>
      <L> #@$.#</L>

      <L> #####</L>
    </Level>
    <Level Id="Two" Copyright="Bob"><L>#####</L><L>#pbo#</L><L>#   #</L><L>#####</L></Level>
  </LevelCollection>
</SokobanLevels>
"""


def test_letters_stand_for_signs() -> None:
    drawn = "#######\n#p b o#\n#  BP #\n#######"
    with pytest.raises(PuzzleError, match="a second player"):
        Sokoban.parse(drawn)
    level = Sokoban.parse(drawn.replace("P", " "))
    assert str(level) == "#######\n#@ $ .#\n#  *  #\n#######"
    assert str(Sokoban.parse("5#|#P$-#|#.--#|5#")) == "#####\n#+$ #\n#.  #\n#####"
    assert unjam.read("# a remark on the pub\n\n#####\n#pbo#\n#####\n") == [Sokoban.parse("#####\n#@$.#\n#####")]


def test_xml_collection_is_read_with_titles_and_authors() -> None:
    one, two = Sokoban.levels(SLC)
    assert (one.title, one.notes, str(one.puzzle)) == ("One & only", {"author": "Ann"}, "#####\n#@$.#\n#####")
    assert (two.title, two.notes) == ("Two", {"author": "Bob"})
    assert unjam.solve(two.puzzle, metric="pushes").cost == 1
    assert [level.title for level in unjam.read_levels(SLC)] == ["One & only", "Two"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("#@$.#", "#@$.!", "line 9, column 15: unexpected '!'"),
        ("</L><L>#p", "</X><L>#p", "line 13, column 47: this is not XML from here on: mismatched tag"),
        ("</SokobanLevels>", "", "line 15, column 1: this is not XML from here on"),
        ('SYSTEM "SokobanLev.dtd"', '[<!ENTITY a "aaaa">]', "line 2, column 37: the XML declares entities"),
        ("<L> #####</L>", "<L>" + "#" * 2000 + "</L>", "line 8, column 10: the level is too large"),
        ('Width="6" Height="3">', "/><Level>", "line 7, column 1: the level has no rows"),
    ],
)
def test_faults_of_an_xml_collection_name_their_place(old: str, new: str, fault: str) -> None:
    assert old in SLC
    levels = list(Sokoban.levels(SLC.replace(old, new, 1)))
    assert fault in str(next(level.error for level in levels if level.error))


def test_border_may_be_open_at_immovable_boxes() -> None:
    drawn = "#####\n#   **\n# $.**\n#@  ##\n#####"
    level = Sokoban.parse(drawn)
    assert len(level.boxes) == 5
    for format in Sokoban.formats:
        assert Sokoban.parse(level.text(format)) == level
    native, reference = unjam.solve(level), unjam.solve(level, algorithm="astar")
    assert (native.status, native.cost) == (reference.status, reference.cost) == ("solved", reference.cost)


@pytest.mark.parametrize(
    "drawn",
    [
        "#####\n#   *\n# $.#\n#@  #\n#####",  # it can be pushed along the border, and the player walks out
        "#####\n#   $$\n# $.$$\n#@  ##\n#####",
        "#####\n#@$.\n#####",
    ],
)
def test_open_border_is_a_fault_if_the_player_could_leave(drawn: str) -> None:
    with pytest.raises(PuzzleError, match="the walls are open here"):
        Sokoban.parse(drawn)


def test_boxes_on_storage_outside_are_decoration() -> None:
    drawn = "  *****\n ######\n #    #\n #@$. #\n ######  *"
    assert str(Sokoban.parse(drawn)) == "######\n#    #\n#@$. #\n######"
    with pytest.raises(PuzzleError, match="line 5, column 10: the box is outside the walls"):
        Sokoban.parse(drawn[:-1] + "$")


def test_walled_in_box_is_not_decoration() -> None:
    level = Sokoban.parse("####\n#+##*\n##*#\n###")
    assert str(level) == "####\n#+##\n##*#\n###"
    assert Sokoban.parse(str(level)) == level


def test_many_boxes_outside_are_read_quickly() -> None:
    drawn = "\n".join(["#####", "#@$.#", "#####", *[("* " * 125).rstrip()] * 250])
    assert len(Sokoban.parse(drawn).boxes) == 1


def titled(text: str) -> list[tuple[str | None, dict[str, str]]]:
    return [(level.title, dict(level.notes)) for level in Sokoban.levels(text)]


BOARD = "#####\n#@$.#\n#####\n"


def test_title_is_the_last_line_before_the_board() -> None:
    text = f":: remark\nSome words\nFirst\n\n{BOARD}a thought\n\n:: another remark\nSecond\n-----\n\n{BOARD}\n-----\n\n"
    text += BOARD
    assert [title for title, _ in titled(text)] == ["First", "Second", None]
    assert titled(text)[0][1] == {"comment": "a thought"}


def test_both_authors_are_kept() -> None:
    text = f"First\n\n{BOARD}Author: Ann\nAuthor: Bob\n"
    (level,) = Sokoban.levels(text)
    assert isinstance(level.puzzle, Sokoban)
    again = level.puzzle.text("sok", title=level.title, notes=level.notes)
    assert "Author: Ann\nAuthor: Bob" in again
    assert titled(again) == titled(text) == [("First", {"author": "Ann\nBob"})]
    head = f"Author: Ann\n\n\nFirst\n\n{BOARD}Author: Bob\n\nSecond\n\n{BOARD}"
    (_, one), (_, _) = titled(head)
    assert set(one["author"].split("\n")) == {"Ann", "Bob"}


def test_floor_behind_an_immovable_box_is_inside() -> None:
    plain = Sokoban.parse(" ##\n#* #\n# #\n#@#\n##\n")
    assert Sokoban.parse("*##\n#* #\n# #\n#@#\n##\n") == plain
    assert Sokoban.parse(str(plain)) == plain


@pytest.mark.parametrize("indent", ["\t", "\t\t", "  \t"])
def test_tabs_indent_to_every_eighth_column(indent: str) -> None:
    rows = ["#####", "#@$.#", "#####"]
    plain = Sokoban.parse("\n".join(rows))
    assert Sokoban.parse("\n".join(indent + row for row in rows)) == plain
    mixed = [indent.expandtabs(8) + rows[0], *(indent + row for row in rows[1:])]
    assert Sokoban.parse("\n".join(mixed)) == plain
    with pytest.raises(PuzzleError) as refusal:
        Sokoban.parse("\n".join([*mixed[:2], f"{indent}##?##"]))
    assert (refusal.value.line, refusal.value.faults[0].column) == (3, len(indent) + 3)
