"""API functions that export a position as text, a picture or an animation."""

from __future__ import annotations

import base64
from contextlib import aclosing
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal

from ...core.puzzle import IllegalMove, Message, Unsupported
from ..presenters.positions import write_formats
from ..state import ServerState
from ..wire import answers, requests
from ..wire.constraints import Id


@dataclass(frozen=True)
class Picture:
    content: bytes
    media_type: str
    name: str


def _require_pillow() -> None:
    """Raise Unsupported where there is no Pillow, as in a browser."""
    if find_spec("PIL") is None:
        raise Unsupported(Message("only SVG pictures can be made here; unjam on your own computer makes the others"))


def texts(state: ServerState, id: Id) -> dict[str, str]:
    """Return the position in every format of its family that can represent it."""
    return write_formats(state.positions.puzzle(id))


def picture(state: ServerState, id: Id, kind: Literal["svg", "png"], dark: bool = False) -> Picture:
    """Return the position as a picture."""
    scene = state.positions.puzzle(id).scene()
    name = f"unjam-{scene.family}.{kind}"
    if kind == "svg":
        from ...pictures.svg import svg

        return Picture(svg(scene, dark=dark).encode(), "image/svg+xml", name)
    _require_pillow()
    from ...pictures.png import png

    return Picture(png(scene, dark=dark), "image/png", name)


async def film(state: ServerState, id: Id, body: requests.MovesRequest) -> Picture:
    """Return the moves as an animated GIF, drawn in a worker process."""
    _require_pillow()
    name = f"unjam-{state.positions.puzzle(id).family}.gif"
    return Picture(base64.b64decode(await _draw("film", state, id, body)), "image/gif", name)


async def frames(state: ServerState, id: Id, body: requests.MovesRequest) -> answers.Film:
    """Return the moves as an animation to draw yourself: every drawing once, and where it is in each frame."""
    return answers.Film(**await _draw("frames", state, id, body))


async def _draw(task: str, state: ServerState, id: str, body: requests.MovesRequest) -> Any:
    """Check the moves, and return what a worker makes of them."""
    puzzle = state.positions.puzzle(id)
    moves = [each.move() for each in body.moves]
    for move in moves:
        puzzle = puzzle.play(move)
    state.jobs.require_room()
    steps = [(move.piece, move.to, move.turn) for move in moves]
    async with aclosing(state.jobs.run({"task": task, "id": id, "moves": steps})) as events:
        async for event in events:
            if event.name == "done":
                return event.data
            if event.name == "failed":
                raise IllegalMove(Message.from_json(event.data))
    raise IllegalMove("the animation was cancelled")
