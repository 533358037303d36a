"""The shapes between server and page: the page's types are fresh, and no handler needs the web framework."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import make_wire_types

from unjam.core.message import plural
from unjam.web.wire.encoding import plain


def test_the_types_of_the_page_are_fresh_and_a_new_field_makes_them_old() -> None:
    shapes = make_wire_types.wire_shapes()
    before = make_wire_types.digest(shapes)
    head = make_wire_types.TYPES.read_text(encoding="utf-8").splitlines()[0]
    assert before in head, "run `make types` and commit the result"
    shapes["components"]["schemas"]["Position"]["properties"]["owner"] = {"type": "string"}
    assert make_wire_types.digest(shapes) != before


def test_the_handlers_load_without_the_web_framework() -> None:
    code = """import sys
for name in ("fastapi", "pydantic", "starlette", "uvicorn"):
    sys.modules[name] = None
import unjam.web.api.routes, unjam.web.jobs.worker"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_message_is_sent_with_its_values() -> None:
    message = plural("{n} move", "{n} moves", n=2)
    assert plain({"words": [message]}) == {"words": [message.json()]}
