"""The API: every endpoint, errors, hostile input, and the schema checked by schemathesis."""

from __future__ import annotations

import contextlib
import gzip
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from browser_server import SERVERS, connect
from farmer_family import farmer_file
from hypothesis import given, settings, strategies
from random_cases import choose
from web_levels import FIVE, LONG, TEXTS, id_of
from web_server import MAX_SEARCH, address

import unjam
from unjam.core.editor import Edit
from unjam.core.message import Message
from unjam.families import FAMILIES, family
from unjam.formats.position_id import decode, encode
from unjam.formats.shipped import bundled
from unjam.web.http.bundle import strip_types
from unjam.web.http.static_files import STATIC
from unjam.web.presenters.sketch import sketch as drawn
from unjam.web.server import make_app

OURS = tuple(FAMILIES)
EDITS = (None, "put", "move", "turn", "erase", "size", "empty", "exit", "lock", "fix")


@pytest.fixture(scope="module", params=SERVERS)
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    with connect(request.param) as http_client:
        yield http_client


@pytest.fixture(scope="module")
def server() -> Iterator[httpx.Client]:
    """A client for what only a server has: HTTP, files and families of the user's own."""
    with connect("server") as http_client:
        yield http_client


def events(text: str) -> list[tuple[str, Any]]:
    parsed = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        parsed.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return parsed


def test_estimates_are_explained(client: httpx.Client) -> None:
    for name in OURS:
        puzzle = decode(id_of(name))
        for by, heuristic in puzzle.heuristics.items():
            answer = client.get(f"/api/v1/positions/{encode(puzzle)}/estimate", params={"heuristic": by})
            [(kind, estimate)] = events(answer.text)
            assert (kind, estimate["heuristic"], estimate["metric"]) == ("done", by, puzzle.metrics[0])
            assert estimate["value"] == heuristic(puzzle, puzzle.metrics[0])
            assert sum(term["amount"] for term in estimate["terms"]) == estimate["value"]
            assert estimate["admissible"] is (puzzle.metrics[0] in heuristic.admissible)
    assert client.get(f"/api/v1/positions/{encode(puzzle)}/estimate", params={"heuristic": "luck"}).status_code == 404


def solution(client: httpx.Client, id: str) -> Any:
    answer = client.get(f"/api/v1/positions/{id}/solution")
    assert answer.status_code == 200
    name, data = events(answer.text)[-1]
    assert name == "done"
    return data


@pytest.mark.parametrize("name", OURS)
def test_solution_played_move_by_move_wins(client: httpx.Client, name: str) -> None:
    id = id_of(name)
    answer = solution(client, id)
    assert answer["status"] == "solved"
    assert answer["optimal"]
    assert len(answer["words"]) == len(answer["costs"]) == len(answer["steps"]) == len(answer["moves"])
    for move, step in zip(answer["moves"], answer["steps"], strict=True):
        played = client.post(f"/api/v1/positions/{id}/moves", json={"moves": [move]}).json()
        id = played["position"]["id"]
        assert id == step["id"]
        assert decode(id).is_solved() == played["position"]["solved"]
    assert played["position"]["solved"]
    assert played["position"]["destinations"] == []


@pytest.mark.parametrize("name", OURS)
def test_destinations_match_the_legal_moves(client: httpx.Client, name: str) -> None:
    rng, id = random.Random(name), id_of(name)
    for _ in range(12):
        body = client.get(f"/api/v1/positions/{id}").json()
        puzzle = decode(id)
        single = [(to["piece"], tuple(to["to"])) for to in body["destinations"] if len(to["moves"]) == 1]
        if body["solved"] or puzzle.about.page().motion == "placed":
            assert body["destinations"] == []
            return
        assert set(single) == {(m.piece, m.to) for m in puzzle.moves()}
        if not single:
            return
        chosen = rng.choice(body["destinations"])
        played = client.post(f"/api/v1/positions/{id}/moves", json={"moves": chosen["moves"]}).json()
        landed = [p for p in played["position"]["scene"]["pieces"] if p["id"] == chosen["piece"]]
        assert landed[0]["cells"][0] == chosen["to"]
        id = played["position"]["id"]


def test_sliding_several_tiles_is_one_touch(client: httpx.Client) -> None:
    body = client.get(f"/api/v1/positions/{id_of('tiles')}").json()
    far = next(to for to in body["destinations"] if to["piece"] == "3")
    assert [move["piece"] for move in far["moves"]] == ["4", "3"]
    played = client.post(f"/api/v1/positions/{id_of('tiles')}/moves", json={"moves": far["moves"]}).json()
    assert len(played["costs"]) == 2


def test_illegal_move_is_rejected_with_a_message(client: httpx.Client) -> None:
    answer = client.post(f"/api/v1/positions/{id_of('rushhour')}/moves", json={"moves": [{"piece": "A", "to": [0, 0]}]})
    assert answer.status_code == 409
    problem = answer.json()
    assert "A" in problem["error"]
    assert str(Message.from_json(problem["message"])) == problem["error"]


def test_dead_end_names_its_cells(client: httpx.Client) -> None:
    id = id_of("sokoban", "######\n#$ @.#\n#    #\n######")
    dead = client.get(f"/api/v1/positions/{id}").json()["dead"]
    assert dead["cells"] == [[1, 1]]
    assert str(Message.from_json(dead["message"]))
    assert client.get(f"/api/v1/positions/{id_of('sokoban')}").json()["dead"] is None


def test_player_walks_to_a_cell(client: httpx.Client) -> None:
    id = id_of("sokoban")
    played = client.post(f"/api/v1/positions/{id}/walk", json={"piece": "player", "to": [3, 3]}).json()
    assert len(played["ids"]) == 4
    assert sum(cost["pushes"] for cost in played["costs"]) == 0
    assert client.post(f"/api/v1/positions/{id}/walk", json={"piece": "player", "to": [0, 0]}).status_code == 409


def test_far_box_is_pushed_step_by_step(client: httpx.Client) -> None:
    id = id_of("sokoban", "#######\n#@ $ .#\n#######")
    played = client.post(f"/api/v1/positions/{id}/walk", json={"piece": "box@1,3", "to": [1, 5]}).json()
    assert played["position"]["solved"]
    assert played["trail"] == [
        {"player": [1, 2]},
        {"player": [1, 3], "box@1,3": [1, 4]},
        {"player": [1, 4], "box@1,3": [1, 5]},
    ]
    places = client.get(f"/api/v1/positions/{id}/ways", params={"piece": "box@1,3"}).json()["places"]
    assert places == [[1, 4, -1], [1, 5, 0]]
    assert client.get(f"/api/v1/positions/{id}/ways", params={"piece": "nobody"}).json() == {"places": []}


def test_reason_for_a_move(client: httpx.Client) -> None:
    id = id_of("sokoban", "######\n#@ $.#\n######")
    moves = [{"piece": "player", "to": [1, 2]}, {"piece": "player", "to": [1, 3]}]
    reason = client.post(f"/api/v1/positions/{id}/why", json={"moves": moves}).json()
    assert reason["pieces"] == ["box@1,3"]
    assert reason["cells"] == [[1, 4]]
    assert str(Message.from_json(reason["message"])).startswith("this box goes home")
    answer = client.post(f"/api/v1/positions/{id}/why", json={"moves": moves[:1]})
    assert answer.status_code == 409
    assert "do not solve" in answer.json()["error"]


def test_piece_in_hand(client: httpx.Client) -> None:
    id = id_of("packing", "board 3 1\nDash 2x1\nDot 1x1\n")

    def act(name: str, **more: Any) -> Any:
        answer = client.post(f"/api/v1/positions/{id}/hand", json={"act": name, **more})
        assert answer.status_code == 200, answer.text
        return answer.json()

    held = act("select", piece="Dash")
    assert (held["selected"], held["stars"], held["turns"], held["message"]) == ("Dash", [[0, 0], [0, 1]], 1, None)
    tried = act("preview", selected="Dash", cell=[0, 1])
    assert (tried["corner"], tried["preview"], tried["position"]["id"]) == ([0, 1], [[0, 1], [0, 2]], id)
    locked = act("lock", selected="Dash", preview=[0, 1])
    assert (locked["selected"], locked["victory"]) == ("", False)
    assert [piece["state"] for piece in locked["position"]["scene"]["pieces"]] == ["locked"]
    id = locked["position"]["id"]
    assert str(Message.from_json(act("select", piece="Dash")["message"])) == "Dash is locked for good"
    full = act("place", selected="Dot", preview=[0, 0])
    assert (full["victory"], full["position"]["solved"]) == (False, True)
    assert act("lock", selected="Dot", preview=[0, 0])["victory"]
    id = full["position"]["id"]
    again = act("select", piece="Dot")
    assert (again["corner"], again["preview"], again["form"], again["caption"]) == (
        [0, 0],
        [[0, 0]],
        [[0, 0]],
        "Dot (2)",
    )
    assert act("lock_all")["victory"]
    assert client.post(f"/api/v1/positions/{id}/hand", json={"act": "select", "piece": "No"}).status_code == 409
    assert client.post(f"/api/v1/positions/{id_of('tiles')}/hand", json={"act": "clear"}).status_code == 409


def test_texts_pictures_and_film(client: httpx.Client) -> None:
    id = id_of("rushhour")
    assert set(client.get(f"/api/v1/positions/{id}/text").json()) == {"line", "grid", "list", "matrix"}
    assert client.get(f"/api/v1/positions/{id}/picture.svg").text.startswith("<svg")
    assert client.get(f"/api/v1/positions/{id}/picture.png?dark=true").content[:4] == b"\x89PNG"
    assert client.get(f"/api/v1/positions/{id}/picture.exe").status_code == 422
    moves = solution(client, id)["moves"]
    film = client.post(f"/api/v1/positions/{id}/film", json={"moves": moves})
    assert film.headers["content-type"] == "image/gif"
    assert film.content[:6] == b"GIF89a"
    drawn = client.post(f"/api/v1/positions/{id}/frames", json={"moves": moves}).json()
    assert drawn["drawings"][0].startswith("<svg")
    assert len(drawn["frames"]) > len(moves)
    for path in ("film", "frames"):
        assert client.post(f"/api/v1/positions/{id}/{path}", json={"moves": moves[::-1]}).status_code == 409


def test_collection_is_read_level_by_level(client: httpx.Client) -> None:
    text = TEXTS["rushhour"] + "\nAAAAA\n" + TEXTS["rushhour"]
    collection = client.post("/api/v1/levels", json={"text": text}).json()
    assert [bool(level["id"]) for level in collection["levels"]] == [True, False, True]
    assert collection["levels"][1]["line"] == 2
    assert collection["levels"][1]["error"]["faults"][0]["line"] == 2
    assert collection["family"] == "rushhour"
    assert client.post("/api/v1/levels", json={"text": ""}).json()["levels"] == []
    nothing = client.post("/api/v1/levels", json={"text": "\x00\x01 junk"}).json()
    assert nothing["levels"][0]["error"]["error"]


def test_shipped_levels_are_listed_in_order(client: httpx.Client) -> None:
    for each in client.get("/api/v1/families").json():
        levels = client.get(f"/api/v1/families/{each['name']}/levels").json()["levels"]
        assert len(levels) == each["levels"]
        by_hand = [level.score or 0 for level in bundled(each["name"]) if level.generated_name is None]
        assert by_hand == sorted(by_hand)
        if levels:
            rating = unjam.rate(unjam.levels(each["name"])[0])
            assert str(Message.from_json(levels[0]["time"])) == str(rating.short_time)
    assert client.get("/api/v1/families/chess/levels").status_code == 422


def test_search_gives_up_at_its_time_limit(client: httpx.Client) -> None:
    answer = client.get(f"/api/v1/positions/{id_of('tiles', LONG)}/solution?seconds=0.3")
    name, result = events(answer.text)[-1]
    assert name == "done"
    assert result["status"] == "gave_up"
    assert "the time limit of 0.3 s was reached" in str(Message.from_json(result["reason"]))
    at_rest(client)


def at_rest(client: httpx.Client) -> None:
    """Wait until no search runs or waits, for less time than a forgotten search would take."""
    begun = time.monotonic()
    while (health := client.get("/api/v1/health").json())["running"] or health["waiting"]:
        assert time.monotonic() - begun < MAX_SEARCH / 2, "a search that nobody waits for goes on"
        time.sleep(0.02)


def test_unsolvable_level_is_proven(client: httpx.Client) -> None:
    result = solution(client, id_of("tiles", "0 2 1 3 4 5 6 7 8"))
    assert result["status"] == "unsolvable"
    assert result["moves"] == []


def test_third_search_waits_and_cancelled_searches_free_their_core(client: httpx.Client) -> None:
    boards, position = [], decode(id_of("tiles", LONG))
    for _ in range(3):
        boards.append(encode(position))
        position = position.play(next(iter(position.moves())))
    with contextlib.ExitStack() as stack:
        streams = []
        for id in boards:
            answer = stack.enter_context(client.stream("GET", f"/api/v1/positions/{id}/solution"))
            lines = answer.iter_lines()
            streams.append((answer, lines, [next(lines), next(lines)]))
        assert [seen[0] for _, _, seen in streams] == ["event: progress", "event: progress", "event: place"]
        assert streams[2][2][1] == "data: 1"
        health = client.get("/api/v1/health").json()
        assert (health["running"], health["waiting"]) == (2, 1)
        streams[0][0].close()
        assert any("progress" in line for line in streams[2][1])  # its turn has come
    at_rest(client)


# -- drawing


def sketch(client: httpx.Client, family: str, text: str, **edit: Any) -> Any:
    answer = client.post("/api/v1/sketch", json={"family": family, "text": text, **edit})
    assert answer.status_code == 200, answer.text
    return answer.json()


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
    url = f"/api/v1/positions/{id_of('rushhour')}/variations"
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


# -- hostile


def test_hostile_input_is_rejected_and_the_server_survives(client: httpx.Client) -> None:
    refused = client.post("/api/v1/levels", content=b"x" * 10_000_000)
    assert refused.status_code == 413
    assert refused.json()["error"] == "That is more than 3,000,000 bytes; send less text."
    unknown_length = client.post("/api/v1/levels", content=(b"x" * 100_000 for _ in range(40)))
    assert (unknown_length.status_code, unknown_length.json()) == (413, refused.json())
    assert client.post("/api/v1/levels", content=b"[" * 100_000).status_code in (400, 422)
    assert client.post("/api/v1/levels", json={"text": 5}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "family": "x"}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "more": 1}).status_code == 422
    huge = "\n".join(["#" * 1000] * 1000)
    answer = client.post("/api/v1/levels", json={"text": huge.replace("##", "@$", 1)})
    assert answer.status_code == 200
    assert answer.json()["levels"][0]["error"]["error"]
    for bad in ("1" + "A" * 9000, "..%2f..%2fetc%2fpasswd", "%00", "<script>"):
        assert client.get(f"/api/v1/positions/{bad}").status_code in (404, 422)
    many = {"moves": [{"piece": "A", "to": [2, 1]}] * 501}
    assert client.post(f"/api/v1/positions/{id_of('rushhour')}/moves", json=many).status_code == 422
    assert client.get("/api/v1/health").status_code == 200


def test_only_the_files_of_the_page_are_served(server: httpx.Client) -> None:
    for path in ("/static/../server.py", "/static/..%2fserver.py", "/static/%2e%2e/server.py", "/static/nothing.js"):
        assert server.get(path).status_code == 404


def test_title_is_never_markup(client: httpx.Client) -> None:
    title = "<script>alert(1)</script>"
    text = f"{TEXTS['sokoban']}\nTitle: {title}\n"
    [level] = client.post("/api/v1/levels", json={"text": text}).json()["levels"]
    assert level["title"] == title
    assert level["id"]


def test_every_response_has_the_security_headers(server: httpx.Client) -> None:
    for path in ("/", "/play/x", "/static/app/app.js", "/api/v1/health", "/nothing"):
        headers = server.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_page_names_no_other_host(server: httpx.Client) -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8")
        hosts = [part.split("/")[0] for part in text.replace("http://", "https://").split("https://")[1:]]
        assert set(hosts) <= {"www.w3.org"}, path
        assert "innerHTML" not in text, path
        assert "eval(" not in text, path


def test_files_are_compressed_and_cached(server: httpx.Client) -> None:
    plain = strip_types((STATIC / "app" / "app.js").read_text(encoding="utf-8")).encode()
    with server.stream("GET", "/static/app/app.js", headers={"accept-encoding": "gzip"}) as packed:
        sent = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["cache-control"] == "no-cache"
    assert packed.headers["content-type"].startswith("text/javascript")
    assert len(sent) < len(plain) / 2
    assert gzip.decompress(sent) == plain
    assert server.get("/static/app/app.js", headers={"accept-encoding": "identity"}).content == plain
    for path in ("/static/app/app.js", "/", "/play"):
        first = server.get(path)
        again = server.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["cache-control"] == "no-cache"


def test_events_are_compressed_and_sent_at_once(server: httpx.Client) -> None:
    url = f"/api/v1/positions/{id_of('tiles', LONG)}/solution"
    with server.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-store"
        lines = answer.iter_lines()
        assert next(lines) == "event: progress"  # while the search goes on
        assert json.loads(next(lines).removeprefix("data: "))["expanded"] >= 0
        assert server.get("/api/v1/health").json()["running"] == 1
    at_rest(server)


# -- a family of the user's own


@pytest.fixture(scope="module")
def own() -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address(farmer_file()), timeout=180) as http_client:
        yield http_client


def test_custom_family_can_be_played_solved_and_shared(own: httpx.Client) -> None:
    listed = own.get("/api/v1/families").json()
    assert [each["name"] for each in listed] == [*OURS, "farmer"]
    assert (listed[-1]["levels"], listed[-1]["editor"], listed[-1]["motion"]) == (0, None, "slides")
    assert listed[-1]["title"]["text"] == "farmer"
    assert own.get("/api/v1/families/farmer/levels").json()["levels"] == []

    [level] = own.post("/api/v1/levels", json={"text": "0000", "family": "farmer"}).json()["levels"]
    assert own.post("/api/v1/levels", json={"text": "0000"}).json()["levels"] == [level]  # tried before the others
    id = level["id"]
    assert own.get(f"/api/v1/positions/{id}/text").json() == {"text": "0000"}
    assert own.get(f"/api/v1/positions/{id}/picture.svg").text.startswith("<svg")
    assert own.post("/api/v1/sketch", json={"text": "0000", "family": "farmer"}).status_code == 404
    assert own.post(f"/api/v1/positions/{id}/hand", json={"act": "clear"}).status_code == 409

    result = solution(own, id)  # a hint is the first move of it
    assert (result["status"], result["cost"], result["optimal"], result["level"]) == ("solved", 7, True, "beginner")
    for move, step in zip(result["moves"], result["steps"], strict=True):
        reached = own.get(f"/api/v1/positions/{id}").json()["destinations"]
        assert [move["piece"], move["to"]] in [[to["piece"], to["to"]] for to in reached]
        played = own.post(f"/api/v1/positions/{id}/moves", json={"moves": [move]}).json()
        id = played["position"]["id"]
        assert id == step["id"]
    assert played["position"]["solved"]
    film = own.post(f"/api/v1/positions/{level['id']}/film", json={"moves": result["moves"]})
    assert film.content[:6] == b"GIF89a"

    lab_events = events(own.get(f"/api/v1/positions/{level['id']}/lab").text)
    assert lab_events[-1] == ("done", {"reason": None, "finished": True})
    parts = [part for name, part in lab_events if name == "part"]
    [seen] = [part["skyline"] for part in parts if "skyline" in part]
    assert (seen["reason"], seen["states"], seen["best"]) == (None, 10, 7)
    searches = {part["ended"]: part for part in parts if "ended" in part}
    assert len(searches) == len(parts[0]["searches"]) == 6
    assert {search["cost"] for search in searches.values() if search["optimal"]} == {7}
    assert len(seen["distance"]) == len(seen["parent"]) == len(seen["branch"]) == 10


def test_unknown_family_is_rejected_with_a_message(own: httpx.Client, server: httpx.Client) -> None:
    [level] = own.post("/api/v1/levels", json={"text": "0000", "family": "farmer"}).json()["levels"]
    answer = server.get(f"/api/v1/positions/{level['id']}")
    assert answer.status_code == 404
    assert answer.json()["error"] == "this link holds a level of the family 'farmer', which is not known here"
    refused = server.post("/api/v1/levels", json={"text": "0000", "family": "farmer"})
    assert refused.status_code == 422
    assert "unknown family 'farmer'; choose one of: rushhour" in refused.json()["error"]


# -- the description


schema = schemathesis.openapi.from_dict(make_app().app.openapi())
rejection = schema.config.checks.negative_data_rejection
rejection.expected_statuses = [*rejection.expected_statuses, "413"]  # a list beyond its length may be beyond any size


@schema.parametrize()
@settings(max_examples=choose([6], [24])[0])
def test_api_matches_its_schema(case: Any) -> None:
    sound = case.meta.generation.mode is schemathesis.GenerationMode.POSITIVE
    if sound and "id" in (case.path_parameters or {}) and random.Random(str(case.body)).random() < 0.7:
        case.path_parameters["id"] = id_of("packing" if "hand" in case.path else "rushhour")  # else hardly any is one
    case.call_and_validate(base_url=address(), timeout=180)
