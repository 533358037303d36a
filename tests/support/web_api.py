"""What tests of the API share: the events of an answer, a solution, a drawing, and that no search goes on."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
from web_server import MAX_SEARCH

from unjam.families import FAMILIES

OURS = tuple(FAMILIES)


def events(text: str) -> list[tuple[str, Any]]:
    parsed = []
    for block in text.strip().split("\n\n"):
        name, data = block.split("\n")
        parsed.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return parsed


def solution(client: httpx.Client, id: str) -> Any:
    answer = client.get(f"/api/v1/positions/{id}/solution")
    assert answer.status_code == 200
    name, data = events(answer.text)[-1]
    assert name == "done"
    return data


def sketch(client: httpx.Client, family: str, text: str, **edit: Any) -> Any:
    answer = client.post("/api/v1/sketch", json={"family": family, "text": text, **edit})
    assert answer.status_code == 200, answer.text
    return answer.json()


def at_rest(client: httpx.Client) -> None:
    """Wait until no search runs or waits, for less time than a forgotten search would take."""
    begun = time.monotonic()
    while (health := client.get("/api/v1/health").json())["running"] or health["waiting"]:
        assert time.monotonic() - begun < MAX_SEARCH / 2, "a search that nobody waits for goes on"
        time.sleep(0.02)
