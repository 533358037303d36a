"""The API: every endpoint, searches, a family of the user's own, and the schema checked by schemathesis."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from browser_server import SERVERS, connect
from farmer_family import farmer_file
from hypothesis import settings
from random_cases import choose
from web_api import OURS, at_rest, events, solution
from web_levels import LONG, TEXTS, id_of
from web_server import address

import unjam
from unjam.core.message import Message
from unjam.formats.position_id import decode, encode
from unjam.formats.shipped import bundled
from unjam.web.server import make_app


@pytest.fixture(scope="module", params=SERVERS)
def client(request: pytest.FixtureRequest) -> Iterator[httpx.Client]:
    with connect(request.param) as http_client:
        yield http_client


@pytest.fixture(scope="module")
def server() -> Iterator[httpx.Client]:
    """A client for what only a server has: HTTP, files and families of the user's own."""
    with connect("server") as http_client:
        yield http_client


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
