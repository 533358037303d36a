"""Every rating can be printed, stored, drawn in a notebook and shown on the page, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from math import isfinite
from pathlib import Path

import pytest
from rating_levels import LEVEL_SETS, TRIVIAL, parsed
from walk_family import Walk

from unjam import FAMILIES, Limits, Puzzle, Sokoban, Tiles, family, rate, rate_many, solve
from unjam.cli import main
from unjam.cli.commands.rate import _points, _times
from unjam.cli.printing import language
from unjam.formats.shipped import bundled
from unjam.pictures.notebook_html import rating_html
from unjam.rating.rate import Rating
from unjam.web.presenters.rating import explain_rating
from unjam.web.wire.encoding import dumps

LANGUAGES = ("en", "es", "fr")
XSOKOBAN = LEVEL_SETS / "sokoban" / "xsokoban.xsb"


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    language.use_language("en")


def show(puzzle: Puzzle, rating: Rating) -> None:
    """Write the rating in every form."""
    record = json.dumps(rating.record(), allow_nan=False)
    assert json.loads(record)["level"] == rating.level
    for lang in LANGUAGES:
        language.use_language(lang)
        assert rating_html(rating, lang)
        if rating.score is not None:
            assert isfinite(rating.score)
            lines = list(_points(rating) if rating.seconds is None else _times(rating))
            assert len(lines) > 2
            assert not [line for line in lines if "{" in line or "None" in line]
            if rating.seconds is not None:
                table = lines[2 : 3 + len(rating.contributions)]
                assert len({len(line) for line in table}) == 1, table
    dumps(explain_rating(puzzle, rating))


@pytest.mark.parametrize("name", FAMILIES)
def test_trivial_and_shipped_levels(name: str) -> None:
    boards = parsed(name)
    boards += [family(name).parse(level.board) for level in bundled(name)]
    for board, rating in zip(boards, rate_many(boards), strict=True):
        show(board, rating)
    for board in parsed(name):
        show(board, rate(board, advice=True))


def test_sampled_and_unproven_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Tiles.parse("8 7 6 5 4 3 2 1 0")
    show(board, rate(board, result=replace(solve(board), optimal=False)))
    for name in ("rushhour", "sokoban"):  # as where the space is too large to be listed
        monkeypatch.setattr(f"unjam.families.{name}.difficulty.MAX_POSITIONS", 20)
        for level in bundled(name)[-8::3]:
            puzzle = family(name).parse(level.board)
            rating = rate(puzzle, advice=True)
            assert "luck_error" in rating.features
            show(puzzle, rating)


def test_custom_family() -> None:
    for text in ("SG", "S..G", "S#G", "S3G"):
        board = Walk.parse(text)
        rating = rate(board)
        assert (rating.score is None) == ("#" in text)
        for lang in LANGUAGES:
            assert rating_html(rating, lang)
        json.dumps(rating.record(), allow_nan=False)


@pytest.mark.skipif(not XSOKOBAN.is_file(), reason="the level sets are not here")
def test_xsokoban_with_a_short_limit() -> None:
    boards = [level.puzzle for level in Sokoban.levels(XSOKOBAN.read_text())]
    assert len(boards) == 90
    for board, rating in zip(boards, rate_many(boards, limits=Limits(0.02)), strict=True):
        show(board, rating)
    show(boards[0], rate(boards[0], result=solve(boards[0], any=True)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FAMILIES)
def test_rate_command_on_trivial_levels(name: str, lang: str, tmp_path: Path, capsys) -> None:
    def run(*arguments: str) -> str:
        with pytest.raises(SystemExit) as leaving:
            main(["rate", *arguments, "--family", name, "--lang", lang])
        out, err = capsys.readouterr()
        assert leaving.value.code in (0, 1, 2), err
        assert "Error" not in err
        return str(out)

    for number, text in enumerate([*TRIVIAL[name], "?"]):
        file = tmp_path / f"{number}.txt"
        file.write_text(text + "\n")
        printed = run(str(file), "--advice")
        assert bool(printed) == (text != "?")
        record = run(str(file), "--json")
        assert json.loads(record)["family"] == name if text != "?" else "error" in record or not record
    run(str(tmp_path / "1.txt"), "--out", str(tmp_path / "kept"))
