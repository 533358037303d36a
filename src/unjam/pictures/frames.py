"""Plans an animation, whoever draws it: how long each frame is shown, and which drawing of each piece is where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from ..core.scene import Piece, Scene
from . import colour, film
from .board import Slots, arrange, picture
from .png import fit_cell
from .shapes import Layer, Picture, bounds

MAX_SIDE = 1200
"""The maximum width and height of an animation in pixels; larger boards get smaller cells."""

MAX_FILM_PIXELS = 160_000_000
"""The maximum total size of all frames, because Pillow keeps them in memory; longer animations get smaller cells."""

CELL = 48.0
SECONDS_PER_MOVE = 0.5
HOLD = 1.6
"""How many seconds the end is shown."""


@dataclass(frozen=True, slots=True)
class Shot:
    """The transition to one scene of the animation; ``beats`` are its frames: (fraction of the way, seconds)."""

    before: Scene
    scene: Scene
    beats: tuple[tuple[float, float], ...]
    away: tuple[str, float, float] | None = None
    """The id of a piece that leaves the board, and its displacement in cells to the right and down."""
    number: int | None = None
    """The index of the scene's caption; None for no caption."""


def plan_shots(scenes: Sequence[Scene], seconds: float = SECONDS_PER_MOVE, hold: float = HOLD) -> Iterator[Shot]:
    """Yield the shots of an animation.

    The more moves there are, the fewer frames are inserted between two scenes, down to none: files stay small.
    """
    called = film.with_stable_ids(scenes)
    steps = list(film.add_steps(called))
    if len(steps) > 800:
        steps = [step for step in steps if step[1]]
    count = len(steps)
    between = 5 if count <= 70 else 3 if count <= 160 else 1 if count <= 400 else 0
    yield Shot(called[0], called[0], ((1.0, hold / 2),), number=0)
    before, number = called[0], 1
    for k, (scene, ends) in enumerate(steps):
        # Intermediate steps are quick; the last step of a move glides and then pauses, so that the eye can follow.
        slide = seconds * (0.6 if ends else 0.3)
        frames = between if ends else min(between, 1)
        beat = slide / (frames + 1)
        rest = (seconds - slide + beat) if ends else beat
        last = hold if k == count - 1 and film.leaving_piece(scene) is None else max(0.02, rest)
        beats = [(film.ease((i + 1) / (frames + 1)), max(0.02, beat)) for i in range(frames)]
        yield Shot(before, scene, (*beats, (1.0, last)), number=number)
        before, number = scene, number + ends
    gone = film.leaving_piece(before) if count else None
    if gone is not None:
        name, (down, right) = gone
        far = 1.0 + max(bounds(piece.cells)[2 if down else 3] for piece in before.pieces if piece.id == name)
        away = (name, right * far, down * far)
        beats = [((i / 8) ** 2, 0.05) for i in range(1, 8)]
        yield Shot(before, before, (*beats, (1.0, hold)), away, number - 1)


def choose_cell(shots: Sequence[Shot], cell: float = CELL) -> float:
    """Return the size of a cell, reduced where the board is large or the animation long."""
    first = shots[0].scene
    area = (first.rows + 1) * (first.cols + 1) * sum(len(shot.beats) for shot in shots)
    return max(6.0, min(fit_cell(first, cell, MAX_SIDE), sqrt(MAX_FILM_PIXELS / area)))


class Stage:
    """Where everything is in each frame; all frames have the same colours and the same places beside the board."""

    def __init__(self, scenes: Sequence[Scene], cell: float, dark: bool = False) -> None:
        self.cell, self.dark = cell, dark
        first = scenes[0]
        self.paints = {name: paint for scene in scenes for name, paint in colour.paint(scene).items()}
        self.paints |= colour.paint(first)
        waiting: dict[str, Piece] = {}
        for scene in scenes:
            for piece in scene.waiting:
                waiting.setdefault(piece.id, piece)
        self.slots: Slots = arrange(waiting.values(), first.rows, first.cols)
        self.waiting = tuple(waiting.values())
        self.pictures: dict[Scene, Picture] = {}

    def picture(self, scene: Scene) -> Picture:
        if scene not in self.pictures:
            if len(self.pictures) > 8:
                self.pictures.clear()
            self.pictures[scene] = picture(
                scene,
                cell=self.cell,
                dark=self.dark,
                goal=False,
                slots=self.slots,
                paints=self.paints,
                room=self.waiting,
            )
        return self.pictures[scene]

    def layers(self, shot: Shot, share: float) -> list[Layer]:
        """Return every piece as it looks and lies when this fraction of the way is covered, in drawing order."""
        old = {layer.id: layer for layer in self.picture(shot.before).layers}
        lying = {piece.id for piece in shot.before.waiting} | {piece.id for piece in shot.scene.waiting}
        still: list[Layer] = []
        moving: list[Layer] = []
        for layer in self.picture(shot.scene).layers:
            was = old.get(layer.id, layer)
            x, y = was.x + (layer.x - was.x) * share, was.y + (layer.y - was.y) * share
            if shot.away and layer.id == shot.away[0]:
                x, y = x + shot.away[1] * share * self.cell, y + shot.away[2] * share * self.cell
            moves = (was.x, was.y) != (layer.x, layer.y)
            # A piece changes its look (a tick, a dot) on arrival; one that leaves the tray grows at once.
            look = was if moves and share < 1 and layer.id not in lying and not layer.tall else layer
            (moving if moves and layer.id in lying else still).append(replace(look, x=x, y=y))
        return still + moving
