"""The API: every endpoint, every refusal, hostile input, and the whole description checked by schemathesis."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import settings

from unjam.families import FAMILIES
from unjam.share import decode, encode
from unjam.web.server import make_app
from web_levels import LONG, TEXTS, id_of
from web_server import address


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address(), timeout=60) as made:
        yield made


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def solution(client: httpx.Client, id: str) -> Any:
    answer = client.get(f"/api/v1/positions/{id}/solution")
    assert answer.status_code == 200
    name, data = events(answer.text)[-1]
    assert name == "done"
    return data


@pytest.mark.parametrize("name", FAMILIES)
def test_a_solution_played_move_by_move_wins(client: httpx.Client, name: str) -> None:
    id = id_of(name)
    found = solution(client, id)
    assert found["status"] == "solved"
    assert found["optimal"]
    assert len(found["words"]) == len(found["costs"]) == len(found["steps"]) == len(found["moves"])
    for move, step in zip(found["moves"], found["steps"], strict=True):
        played = client.post(f"/api/v1/positions/{id}/moves", json={"moves": [move]}).json()
        id = played["position"]["id"]
        assert id == step["id"]
        assert decode(id).is_solved() == played["position"]["solved"]
    assert played["position"]["solved"]
    assert played["position"]["ways"] == []


@pytest.mark.parametrize("name", FAMILIES)
def test_ways_are_the_legal_moves_and_lead_where_they_say(client: httpx.Client, name: str) -> None:
    rng, id = random.Random(name), id_of(name)
    for _ in range(12):
        body = client.get(f"/api/v1/positions/{id}").json()
        puzzle = decode(id)
        single = [way for way in body["ways"] if len(way["moves"]) == 1]
        if name == "packing":
            assert body["ways"] == []
            return
        assert {(w["piece"], tuple(w["to"])) for w in single} == {(m.piece, m.to) for m in puzzle.moves()} or body[
            "solved"
        ]
        if not body["ways"]:
            return
        way = rng.choice(body["ways"])
        played = client.post(f"/api/v1/positions/{id}/moves", json={"moves": way["moves"]}).json()
        landed = [p for p in played["position"]["scene"]["pieces"] if p["id"] == way["piece"]]
        assert landed[0]["cells"][0] == way["to"]
        id = played["position"]["id"]


def test_a_run_of_tiles_is_one_touch_and_several_moves(client: httpx.Client) -> None:
    body = client.get(f"/api/v1/positions/{id_of('tiles')}").json()
    far = next(way for way in body["ways"] if way["piece"] == "3")
    assert [move["piece"] for move in far["moves"]] == ["4", "3"]
    played = client.post(f"/api/v1/positions/{id_of('tiles')}/moves", json={"moves": far["moves"]}).json()
    assert len(played["costs"]) == 2


def test_an_illegal_move_is_refused_in_words(client: httpx.Client) -> None:
    answer = client.post(f"/api/v1/positions/{id_of('rushhour')}/moves", json={"moves": [{"piece": "A", "to": [0, 0]}]})
    assert answer.status_code == 409
    assert "A" in answer.json()["error"]


def test_walking(client: httpx.Client) -> None:
    id = id_of("sokoban")
    played = client.post(f"/api/v1/positions/{id}/walk", json={"piece": "player", "to": [3, 3]}).json()
    assert len(played["ids"]) == 4
    assert sum(cost["pushes"] for cost in played["costs"]) == 0
    assert client.post(f"/api/v1/positions/{id}/walk", json={"piece": "player", "to": [0, 0]}).status_code == 409


def test_texts_pictures_and_film(client: httpx.Client) -> None:
    id = id_of("rushhour")
    assert set(client.get(f"/api/v1/positions/{id}/text").json()) == {"line", "grid", "list"}
    assert client.get(f"/api/v1/positions/{id}/picture.svg").text.startswith("<svg")
    assert client.get(f"/api/v1/positions/{id}/picture.png?dark=true").content[:4] == b"\x89PNG"
    assert client.get(f"/api/v1/positions/{id}/picture.exe").status_code == 422
    moves = solution(client, id)["moves"]
    film = client.post(f"/api/v1/positions/{id}/film", json={"moves": moves})
    assert film.headers["content-type"] == "image/gif"
    assert film.content[:6] == b"GIF89a"
    assert client.post(f"/api/v1/positions/{id}/film", json={"moves": moves[::-1]}).status_code == 409


def test_a_collection_is_read_level_by_level(client: httpx.Client) -> None:
    text = TEXTS["rushhour"] + "\nAAAAA\n" + TEXTS["rushhour"]
    found = client.post("/api/v1/levels", json={"text": text}).json()
    assert [bool(level["id"]) for level in found["levels"]] == [True, False, True]
    assert found["levels"][1]["error"]["line"] == 2
    assert found["family"] == "rushhour"
    assert client.post("/api/v1/levels", json={"text": ""}).json()["levels"] == []
    nothing = client.post("/api/v1/levels", json={"text": "\x00\x01 junk"}).json()
    assert nothing["levels"][0]["error"]["error"]


def test_shipped_levels_and_ratings(client: httpx.Client) -> None:
    for family in client.get("/api/v1/families").json():
        found = client.get(f"/api/v1/families/{family['name']}/levels").json()["levels"]
        assert len(found) == family["levels"]
        assert [level["cost"] for level in found] == sorted(level["cost"] for level in found)
    assert client.get("/api/v1/families/chess/levels").status_code == 422
    ratings = client.get("/api/v1/families/rushhour/ratings").json()
    assert len(ratings) == len(client.get("/api/v1/families/rushhour/levels").json()["levels"])


def test_a_search_that_takes_too_long_gives_up(client: httpx.Client) -> None:
    answer = client.get(f"/api/v1/positions/{id_of('tiles', LONG)}/solution?seconds=0.3")
    found = events(answer.text)
    assert found[-1][0] == "done"
    assert found[-1][1]["status"] in ("gave_up", "solved")
    assert client.get("/api/v1/health").json()["running"] == 0


def test_a_proof_that_there_is_no_way(client: httpx.Client) -> None:
    found = solution(client, id_of("tiles", "0 2 1 3 4 5 6 7 8"))
    assert found["status"] == "unsolvable"
    assert found["moves"] == []


def test_a_third_search_waits_in_line_and_each_that_is_left_frees_its_core(client: httpx.Client) -> None:
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
        assert any("progress" in next(streams[2][1]) for _ in range(20))  # its turn has come
    begun = time.monotonic()
    while client.get("/api/v1/health").json()["running"]:
        assert time.monotonic() - begun < 1
    assert client.get("/api/v1/health").json()["waiting"] == 0


# -- drawing


def sketch(client: httpx.Client, family: str, text: str, **edit: Any) -> Any:
    answer = client.post("/api/v1/sketch", json={"family": family, "text": text, **edit})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", FAMILIES)
def test_an_empty_text_starts_a_drawing(client: httpx.Client, name: str) -> None:
    found = sketch(client, name, "")
    assert found["scene"]["rows"] >= 3
    assert found["id"] or name == "packing"


def test_drawing_rush_hour(client: httpx.Client) -> None:
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
    found = sketch(client, "rushhour", text, edit="size", to=[7, 8])
    assert (found["scene"]["rows"], found["scene"]["cols"]) == (7, 8)
    assert sketch(client, "rushhour", text, edit="size", to=[700, 8])["faults"]


def test_a_fault_has_its_place_and_its_fix(client: httpx.Client) -> None:
    text = "oooooo\nooBooo\nAAoooo\noooooo\noooooo\noooooo"
    [fault] = sketch(client, "rushhour", text)["faults"]
    assert (fault["line"], fault["column"], fault["cells"], fault["fix"]) == (2, 3, [[1, 2]], "Make it two")
    assert sketch(client, "rushhour", text, edit="fix")["faults"] == []
    rows = sketch(client, "rushhour", "oooooo\nooooooo\nAAoooo")
    assert rows["id"] is None
    assert rows["faults"][0]["line"] == 2


def test_drawing_the_other_families(client: httpx.Client) -> None:
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


# -- hostile


def test_hostile_input_is_refused_and_the_server_lives(client: httpx.Client) -> None:
    assert client.post("/api/v1/levels", content=b"x" * 10_000_000).status_code == 413
    assert client.post("/api/v1/levels", content=b"[" * 100_000).status_code in (400, 422)
    assert client.post("/api/v1/levels", json={"text": 5}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "family": "x"}).status_code == 422
    assert client.post("/api/v1/levels", json={"text": "A", "more": 1}).status_code == 422
    huge = "\n".join(["#" * 1000] * 1000)
    answer = client.post("/api/v1/levels", json={"text": huge.replace("##", "@$", 1)})
    assert answer.status_code == 200
    assert answer.json()["levels"][0]["error"]["error"]
    for path in ("/static/../server.py", "/static/..%2fserver.py", "/static/%2e%2e/server.py", "/static/nothing.js"):
        assert client.get(path).status_code == 404
    for bad in ("1" + "A" * 9000, "..%2f..%2fetc%2fpasswd", "%00", "<script>"):
        assert client.get(f"/api/v1/positions/{bad}").status_code in (404, 422)
    many = {"moves": [{"piece": "A", "to": [2, 1]}] * 501}
    assert client.post(f"/api/v1/positions/{id_of('rushhour')}/moves", json=many).status_code == 422
    assert client.get("/api/v1/health").status_code == 200


def test_a_title_is_text_and_stays_text(client: httpx.Client) -> None:
    title = "<script>alert(1)</script>"
    text = f"{TEXTS['sokoban']}\nTitle: {title}\n"
    [level] = client.post("/api/v1/levels", json={"text": text}).json()["levels"]
    assert level["title"] == title
    assert level["id"]


def test_every_answer_carries_the_policy(client: httpx.Client) -> None:
    for path in ("/", "/play/x", "/static/app.js", "/api/v1/health", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_page_is_small_and_names_no_other_host(client: httpx.Client) -> None:
    from unjam.web.files import static_files

    found = static_files()
    assert sum(len(file.packed) for name, file in found.items() if name.endswith((".js", ".css"))) <= 150_000
    for name, file in found.items():
        text = file.body.decode()
        hosts = [part.split("/")[0] for part in text.replace("http://", "https://").split("https://")[1:]]
        assert set(hosts) <= {"www.w3.org"}, name
        assert "innerHTML" not in text, name
        assert "eval(" not in text, name


def test_files_are_sent_once(client: httpx.Client) -> None:
    first = client.get("/static/app.js")
    assert client.get("/static/app.js", headers={"if-none-match": first.headers["etag"]}).status_code == 304


# -- the description


schema = schemathesis.openapi.from_dict(make_app().app.openapi())


@schema.parametrize()
@settings(max_examples=12)
def test_the_description_is_honest(case: Any) -> None:
    if case.path_parameters and "id" in case.path_parameters and random.Random(str(case.body)).random() < 0.7:
        case.path_parameters["id"] = id_of("packing" if "packing" in case.path else "rushhour")
    case.call_and_validate(base_url=address())
