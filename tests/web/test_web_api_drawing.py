"""The API of Draw: edits, faults and their fixes, previews, variations; random edits never break a drawing."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from browser_server import SERVERS, connect
from hypothesis import given, settings, strategies
from web_api import OURS, events, sketch
from web_levels import FIVE, TEXTS

import unjam
from unjam.core.editor import Edit
from unjam.core.message import Message
from unjam.families import family
from unjam.formats.position_id import decode, encode
from unjam.web.presenters.sketch import sketch as drawn

EDITS = (None, "put", "move", "turn", "erase", "size", "empty", "exit", "lock", "fix")


@pytest.fixture(scope="module", params=SERVERS)
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    with connect(request.param) as http_client:
        yield http_client


@pytest.mark.parametrize("name", OURS)
def test_empty_text_starts_a_drawing(client: httpx.Client, name: str) -> None:
    drawing = sketch(client, name, "")
    assert drawing["scene"]["rows"] >= 3
    assert drawing["id"] or name == "packing"


def test_draw_rushhour(client: httpx.Client) -> None:
    text = sketch(client, "rushhour", "")["text"]
    text = sketch(client, "rushhour", text, edit="put", tool="truck", cell=[0, 0])["text"]
    assert text.startswith("BBBooo")
    turned = sketch(client, "rushhour", text, edit="turn", cell=[0, 1])["text"]
    assert turned == text  # the red car is in the way
    text = sketch(client, "rushhour", text, edit="move", cell=[0, 0], to=[3, 3])["text"]
    assert "oooBBB" in text.splitlines()[3]
    text = sketch(client, "rushhour", text, edit="turn", cell=[3, 3])["text"]
    assert [row[3] for row in text.splitlines()] == list("oooBBB")
    text = sketch(client, "rushhour", text, edit="put", tool="wall", cell=[0, 0])["text"]
    text = sketch(client, "rushhour", text, edit="put", tool="target", cell=[5, 0])["text"]
    assert text.splitlines()[5].startswith("AA")
    assert text.count("A") == 2
    text = sketch(client, "rushhour", text, edit="exit", tool="left")["text"]
    assert text.endswith("exit left")
    text = sketch(client, "rushhour", text, edit="erase", cell=[4, 3])["text"]
    assert "B" not in text
    drawing = sketch(client, "rushhour", text, edit="size", to=[7, 8])
    assert (drawing["scene"]["rows"], drawing["scene"]["cols"]) == (7, 8)
    assert sketch(client, "rushhour", text, edit="size", to=[700, 8])["faults"]


def test_fault_has_a_place_and_a_fix(client: httpx.Client) -> None:
    text = "oooooo\nooBooo\nAAoooo\noooooo\noooooo\noooooo"
    [fault] = sketch(client, "rushhour", text)["faults"]
    assert (fault["line"], fault["column"], fault["cells"]) == (2, 3, [[1, 2]])
    assert fault["fix"]["text"] == "Make it two cells long"
    assert sketch(client, "rushhour", text, edit="fix")["faults"] == []
    rows = sketch(client, "rushhour", "oooooo\nooooooo\nAAoooo")
    assert rows["id"] is None
    assert rows["faults"][0]["line"] == 2


@pytest.mark.parametrize(
    ("name", "text", "mended"),
    [
        ("rushhour", "oooo\nBBoo\nAAoo\nooBB", "oooo\nBBoo\nAAoo\nooCC"),
        ("rushhour", "oooo\noBoB\nAAoo\noooo", None),  # a car with a gap
        ("rushhour", "AAoo\noooo\nAAoo\noooo", None),  # which is the one to free?
        ("blocks", "AA.B\nAA..\n...B\ngoal A at 1,1", "AA.B\nAA..\n...C\ngoal A at 1,1"),
        ("blocks", "A..B\n...B\nA...\ngoal A at 1,1", None),  # which of them has the goal?
    ],
)
def test_duplicate_letter_is_renamed_when_safe(client: httpx.Client, name: str, text: str, mended: str | None) -> None:
    [fault] = sketch(client, name, text)["faults"]
    if mended is None:
        assert fault["fix"] is None
        return
    assert str(Message.from_json(fault["fix"])) == "Rename one to C"
    assert sketch(client, name, text, edit="fix", cell=fault["cells"][0])["text"] == mended


@pytest.mark.parametrize("name", OURS)
def test_five_faults_are_reported_at_their_places(client: httpx.Client, name: str) -> None:
    text = FIVE[name]
    drawing = sketch(client, name, text)
    assert drawing["text"] == text
    assert drawing["id"] is None
    assert drawing["scene"]["rows"] > 1
    messages = [str(Message.from_json(fault["message"])) for fault in drawing["faults"]]
    assert len(set(messages)) == len(messages) >= 5, messages
    rows, cols = drawing["scene"]["rows"], drawing["scene"]["cols"]
    for fault, why in zip(drawing["faults"], messages, strict=True):
        assert 1 <= fault["line"] <= text.count("\n") + 1, why
        assert fault["column"] is None or fault["column"] >= 1, why
        assert all(0 <= row < rows and 0 <= col < cols for row, col in fault["cells"]), why
    marked = [fault for fault in drawing["faults"] if fault["cells"]]
    assert len(marked) >= 3 or family(name).about.page().motion == "placed", messages


def test_preview_changes_nothing(client: httpx.Client) -> None:
    body = {"family": "rushhour", "text": "", "edit": "put", "tool": "truck", "cell": [0, 5]}
    answer = client.post("/api/v1/sketch/preview", json=body)
    assert answer.json() == {"cells": [[0, 3], [0, 4], [0, 5]], "refused": None}
    body |= {"cell": [2, 0]}
    refused = client.post("/api/v1/sketch/preview", json=body).json()["refused"]
    assert str(Message.from_json(refused)) == "It does not fit there: A is in the way."


def test_variations_arrive_one_by_one(client: httpx.Client) -> None:
    [board] = unjam.read(
        "rushhour/first-gear"
    )  # nobody else asks for its variations: an answer is kept without progress
    url = f"/api/v1/positions/{encode(board)}/variations"
    parts = events(client.get(url, params={"direction": "harder", "count": 2}).text)
    found = [data for name, data in parts if name == "part"]
    assert len(found) == 2
    assert parts[-1] == ("done", {"reason": None, "finished": True})
    assert any(name == "progress" for name, _ in parts)
    for each in found:
        assert sketch(client, "rushhour", each["text"])["id"] == each["id"]
        assert each["scene"]["pieces"]
    assert client.get(url, params={"direction": "nicer"}).status_code == 422
    assert client.get(url, params={"direction": "harder", "count": 99}).status_code == 422


def test_draw_the_other_families(client: httpx.Client) -> None:
    text = sketch(client, "sokoban", "", edit="put", tool="box", cell=[1, 1])["text"]
    assert "$" in text.splitlines()[1]
    text = sketch(client, "sokoban", text, edit="move", cell=[2, 2], to=[3, 1])["text"]
    assert text.splitlines()[3][1] == "@"
    text = sketch(client, "sokoban", text, edit="put", tool="storage", cell=[1, 1])["text"]
    assert text.splitlines()[1][1] == "*"
    blocks = sketch(client, "blocks", "", edit="put", tool="tall", cell=[0, 0])["text"]
    assert [row[0] for row in blocks.splitlines()[:2]] == ["B", "B"]
    assert sketch(client, "blocks", blocks, edit="put", tool="goal", cell=[0, 2])["text"].endswith("goal A at 0,2")
    tiles = sketch(client, "tiles", "1 2 0\n3 4 5\n6 7 8", edit="move", cell=[0, 0], to=[0, 1])
    assert tiles["faults"]
    packing = sketch(client, "packing", "board 3 2", edit="put", tool="piece", cell=[0, 0], to=[1, 0])["text"]
    packing = sketch(client, "packing", packing, edit="put", tool="piece", cell=[0, 1], to=[1, 2])
    assert packing["faults"] == []
    assert not decode(packing["id"]).is_solved()
    assert len(packing["scene"]["pieces"]) == 2


@pytest.mark.parametrize("name", OURS)
@given(data=strategies.data())
@settings(max_examples=60)
def test_random_edits_never_break_the_drawing(name: str, data: strategies.DataObject) -> None:
    kind = family(name)
    assert kind.about.page().editor is not None
    cell = strategies.tuples(strategies.integers(-1, 9), strategies.integers(-1, 9))
    tools = [tool.name for tool in kind.about.page().editor.tools] + ["left", "nonsense"]
    marks = "AB.#ox @$*+0123456789\n goal exit board x?"
    text = data.draw(
        strategies.sampled_from([kind.about.page().editor.start, TEXTS[name], FIVE[name]]) | strategies.text(marks)
    )
    for _ in range(data.draw(strategies.integers(0, 5))):
        edit = Edit(
            data.draw(strategies.sampled_from(EDITS)),
            data.draw(strategies.sampled_from(tools)),
            data.draw(cell | strategies.none()),
            data.draw(cell | strategies.none()),
        )
        drawing = drawn(kind, text, edit)
        assert (drawing.id is None) == (drawing.formats == {})
        assert drawing.id is not None or drawing.faults or drawing.greeting
        text = drawing.text
