"""The shapes between server and page: the page's types are fresh, and no handler needs the web framework."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import make_wire_types

from unjam.core.message import plural
from unjam.web.wire.encoding import plain


def test_the_types_of_the_page_are_fresh() -> None:
    head = make_wire_types.TYPES.read_text(encoding="utf-8").splitlines()[0]
    assert make_wire_types.digest() in head, "run `make types` and commit the result"


def test_a_new_field_makes_the_types_old(monkeypatch: pytest.MonkeyPatch) -> None:
    before = make_wire_types.digest()
    shapes = make_wire_types.wire_shapes()
    shapes["components"]["schemas"]["Position"]["properties"]["owner"] = {"type": "string"}
    monkeypatch.setattr(make_wire_types, "wire_shapes", lambda: shapes)
    assert make_wire_types.digest() != before


def test_the_handlers_load_without_the_web_framework() -> None:
    code = """import sys
for name in ("fastapi", "pydantic", "starlette", "uvicorn"):
    sys.modules[name] = None
import unjam.web.api.levels, unjam.web.api.library, unjam.web.api.new_levels, unjam.web.api.pictures
import unjam.web.api.play, unjam.web.api.plays, unjam.web.api.searches, unjam.web.jobs.worker"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_message_is_sent_with_its_values() -> None:
    message = plural("{n} move", "{n} moves", n=2)
    assert plain({"words": [message]}) == {"words": [message.json()]}
