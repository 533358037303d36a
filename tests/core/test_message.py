"""Messages: English by default, other languages from a catalogue; they survive JSON and pickle, as errors do."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from unjam import locale
from unjam.core.message import Message, join_messages, plural
from unjam.core.puzzle import STOPPED, Fault, Faults, IllegalMove, Limits, PuzzleError, Unsupported
from unjam.families.sokoban import Sokoban

PLACE = Message("row {row}, column {column}", row=1, column=1200)
NESTED = Message("the box at {place} can never leave the corner", place=PLACE)
CARS = [plural("{n} car", "{n} cars", n=n) for n in (0, 1, 2, 1000)]


def test_message_is_english_by_default() -> None:
    assert str(NESTED) == "the box at row 1, column 1,200 can never leave the corner"
    assert [str(cars) for cars in CARS] == ["0 cars", "1 car", "2 cars", "1,000 cars"]
    assert str(Message("a text with {braces} and no values")) == "a text with {braces} and no values"
    assert str(Message("'{mark}' means nothing", mark="{row}")) == "'{row}' means nothing"
    assert str(Message("{yes} is no number", yes=True)) == "True is no number"


def test_listed_joins_messages_and_words() -> None:
    assert str(join_messages([CARS[1], "B", PLACE])) == "1 car, B, row 1, column 1,200"
    assert str(join_messages(["B"])) == "B"
    assert str(join_messages([])) == ""


def test_messages_are_compared_by_template_and_values() -> None:
    assert plural("{n} car", "{n} cars", n=2) == CARS[2]
    assert len({plural("{n} car", "{n} cars", n=2), CARS[2]}) == 1
    assert CARS[1] != CARS[2]
    assert CARS[2] != Message("{n} cars", n=2)
    assert CARS[2] != "2 cars"
    assert eval(repr(CARS[2])) == CARS[2]
    assert eval(repr(NESTED)) == NESTED


@pytest.mark.parametrize("message", [*CARS, NESTED, join_messages([NESTED, "x"]), STOPPED], ids=str)
def test_messages_survive_json_and_pickle(message: Message) -> None:
    held = json.loads(json.dumps(message.json()))
    for back in (Message.from_json(held), pickle.loads(pickle.dumps(message))):
        assert back == message
        assert hash(back) == hash(message)
        assert str(back) == str(message)


@pytest.fixture
def two_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catalogues of two languages instead of the shipped ones."""
    words = {
        "row {row}, column {column}": "Spalte {column}, Zeile {row}",
        "the box at {place} can never leave the corner": "die Kiste in {place} kommt nie mehr aus der Ecke",
        "{n} cars": ["{n} Auto", "{n} Autos"],
        "stopped on request": "auf Wunsch beendet",
        "line {line}, column {column}": "Zeile {line}, Spalte {column}",
    }
    (tmp_path / "xx.json").write_text(json.dumps(words), encoding="utf-8")
    (tmp_path / "fr.json").write_text(json.dumps({"{n} cars": ["{n} voiture", "{n} voitures"]}), encoding="utf-8")
    monkeypatch.setattr(locale, "CATALOGUES", tmp_path)
    caches = (locale.languages, locale.catalogue)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.mark.usefixtures("two_catalogues")
def test_new_catalogue_translates_messages() -> None:
    assert locale.languages() == ("en", "fr", "xx")
    assert STOPPED.to("xx") == "auf Wunsch beendet"
    assert NESTED.to("xx") == "die Kiste in Spalte 1,200, Zeile 1 kommt nie mehr aus der Ecke"
    assert [cars.to("xx") for cars in CARS] == ["0 Autos", "1 Auto", "2 Autos", "1,000 Autos"]
    assert [cars.to("fr") for cars in CARS] == ["0 voiture", "1 voiture", "2 voitures", "1\u202f000 voitures"]
    assert join_messages([CARS[1], STOPPED]).to("xx") == "1 Auto, auf Wunsch beendet"


@pytest.mark.usefixtures("two_catalogues")
def test_untranslated_parts_stay_english() -> None:
    assert Message("after {cars}: {why}", cars=CARS[1], why=STOPPED).to("xx") == "after 1 Auto: auf Wunsch beendet"
    assert [CARS[1].to(lang) for lang in ("en", "zz", "../xx")] == ["1 car"] * 3
    assert str(CARS[1]) == "1 car"


@pytest.mark.usefixtures("two_catalogues")
def test_family_messages_and_errors_are_translated() -> None:
    dead = Sokoban.parse("#####|#$@-#|#--.#|#####").dead()
    assert dead is not None
    assert dead.to("xx") == "die Kiste in Spalte 1, Zeile 1 kommt nie mehr aus der Ecke"
    assert PuzzleError(STOPPED, line=3, column=4).to("xx") == "Zeile 3, Spalte 4: auf Wunsch beendet"
    assert IllegalMove(STOPPED).to("xx") == "auf Wunsch beendet"


def test_errors_and_limits_can_be_pickled() -> None:
    faults = Faults()
    for column in range(1, 26):
        faults.add(plural("{n} car", "{n} cars", n=column), 2, column, [(1, column - 1)])
    faults.add("no player")
    error = pickle.loads(pickle.dumps(faults.error()))
    assert type(error) is PuzzleError
    assert error.faults == faults.error().faults
    assert error.faults[0] == Fault(CARS[1], 2, 1, ((1, 0),))
    assert str(error.faults[-1]) == "6 more faults"
    assert (error.line, str(error)) == (2, str(faults.error()))
    for other in (IllegalMove(NESTED), Unsupported.choice(NESTED, ["moves", "steps"])):
        back = pickle.loads(pickle.dumps(other))
        assert (type(back), back.message, str(back)) == (type(other), other.message, str(other))
    limits = Limits(seconds=2.5, bytes=10)
    assert pickle.loads(pickle.dumps(limits)) == limits
