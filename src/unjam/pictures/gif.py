"""Draws a solution as an animated GIF, in which pieces glide from one position to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from ..core.scene import Piece, Scene
from . import colour, film
from .board import Slots, arrange, picture
from .png import fit_cell
from .raster import bitmap, fineness, stamp
from .shapes import Layer, Picture, Text, bounds

if TYPE_CHECKING:
    from PIL.Image import Image as Bitmap

MAX_SIDE = 1200
"""The maximum width and height of an animation in pixels; larger boards get smaller cells."""

CAPTION_HEIGHT = 28

CAPTION_ID = "caption below the board"

MAX_FILM_PIXELS = 160_000_000
"""The maximum total size of all frames, because Pillow keeps them in memory; longer animations get smaller cells."""


def gif(
    scenes: Sequence[Scene],
    *,
    cell: float = 48,
    dark: bool = False,
    seconds_per_move: float = 0.5,
    hold: float = 1.6,
    captions: Sequence[str] = (),
) -> bytes:
    """Return the scenes as an endless animation with gliding pieces.

    A scene's caption is shown while its move is made. The more moves there are, the fewer frames are inserted between
    two scenes, down to none, so that the file stays small.
    """
    if not scenes:
        raise ValueError("an animation needs at least one scene")
    if captions and len(captions) != len(scenes):
        raise ValueError(f"{len(captions)} captions for {len(scenes)} scenes; expected one each")
    shots = list(_shots(scenes, seconds_per_move, hold))
    count = sum(len(shot.beats) for shot in shots)
    size = fit_cell(scenes[0], cell, MAX_SIDE)
    area = (scenes[0].rows + 1) * (scenes[0].cols + 1) * count
    size = max(6.0, min(size, (MAX_FILM_PIXELS / area) ** 0.5))
    stage = _Stage([shot.scene for shot in shots], size, dark, captions)
    frames: list[Bitmap] = []
    times: list[int] = []
    for shot in shots:
        for share, seconds in shot.beats:
            frames.append(stage.frame(shot, share))
            times.append(round(seconds * 100) * 10)
    out = BytesIO()
    more = {"append_images": frames[1:], "save_all": True} if len(frames) > 1 else {}
    frames[0].save(
        out, "GIF", duration=times if len(frames) > 1 else times[0], loop=0, disposal=1, optimize=False, **more
    )
    return out.getvalue()


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


def _shots(scenes: Sequence[Scene], seconds: float, hold: float) -> Iterator[Shot]:
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


class _Stage:
    """Renders the frames of an animation: the ground is drawn once, and each piece once per appearance."""

    def __init__(self, scenes: Sequence[Scene], cell: float, dark: bool, captions: Sequence[str]) -> None:
        self.cell, self.dark, self.captions = cell, dark, captions
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
        self.stamps: dict[tuple[object, ...], tuple[Bitmap, int, int]] = {}
        drawn = self.picture(first)
        self.fine = fineness(drawn.width, drawn.height)
        foot = CAPTION_HEIGHT if captions else 0
        self.centre = round(drawn.width / 2), round(drawn.height) + foot // 2
        self.letters = min(CAPTION_HEIGHT * 0.6, 1.7 * drawn.width / max(map(len, captions), default=1))
        ground = Picture(drawn.width, drawn.height + foot, drawn.page, drawn.ground)
        self.ground = bitmap(ground)
        self.palette = self._palette(scenes)
        self.last: Bitmap | None = None
        self.placed: dict[str, tuple[Bitmap, int, int]] = {}

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

    def stamped(self, layer: Layer) -> tuple[Bitmap, int, int]:
        if layer.shapes not in self.stamps:
            self.stamps[layer.shapes] = stamp(layer.shapes, fine=self.fine)
        return self.stamps[layer.shapes]

    def places(self, shot: Shot, share: float) -> dict[str, tuple[Bitmap, int, int]]:
        """Return the bitmap of each piece and the pixel of its top left corner, in drawing order."""
        old = {layer.id: layer for layer in self.picture(shot.before).layers}
        lying = {piece.id for piece in shot.before.waiting} | {piece.id for piece in shot.scene.waiting}
        places = {}
        moving = []
        for layer in self.picture(shot.scene).layers:
            was = old.get(layer.id, layer)
            x, y = was.x + (layer.x - was.x) * share, was.y + (layer.y - was.y) * share
            if shot.away and layer.id == shot.away[0]:
                x, y = x + shot.away[1] * share * self.cell, y + shot.away[2] * share * self.cell
            moves = (was.x, was.y) != (layer.x, layer.y)
            # A piece changes its look (a tick, a dot) on arrival; one that leaves the tray grows at once.
            look = was if moves and share < 1 and layer.id not in lying and not layer.tall else layer
            mark, left, top = self.stamped(look)
            places[layer.id] = (mark, round(x) + left, round(y) + top)
            if moves and layer.id in lying:
                moving.append(layer.id)
        for name in moving:
            places[name] = places.pop(name)
        if self.captions and shot.number is not None:
            words = Text(0, 0, self.letters, self.captions[shot.number], self.ink)
            mark, left, top = self.stamped(Layer(CAPTION_ID, 0, 0, (words,)))
            places[CAPTION_ID] = (mark, self.centre[0] + left, self.centre[1] + top)
        return places

    @property
    def ink(self) -> str:
        return colour.sky(dark=self.dark).ink.hex

    def frame(self, shot: Shot, share: float) -> Bitmap:
        """Return one frame in the animation's palette; only what changed is redrawn."""
        from PIL import Image

        placed = self.places(shot, share)
        if self.last is None:
            box = (0, 0, *self.ground.size)
            sheet = Image.new("P", self.ground.size)
            sheet.putpalette(self.palette.getpalette() or [])
        else:
            sheet = self.last.copy()
            changed = [
                (x, y, x + stamp.width, y + stamp.height)
                for before, other in ((self.placed, placed), (placed, self.placed))
                for name, (stamp, x, y) in before.items()
                if other.get(name) != (stamp, x, y)
            ]
            if not changed:
                return sheet
            box = (
                max(0, min(b[0] for b in changed)),
                max(0, min(b[1] for b in changed)),
                min(self.ground.width, max(b[2] for b in changed)),
                min(self.ground.height, max(b[3] for b in changed)),
            )
        if box[0] < box[2] and box[1] < box[3]:
            part = self._compose(placed, box).convert("RGB")
            sheet.paste(part.quantize(palette=self.palette, dither=Image.Dither.NONE), box)
        self.last, self.placed = sheet, placed
        return sheet

    def _compose(self, placed: dict[str, tuple[Bitmap, int, int]], box: tuple[int, int, int, int]) -> Bitmap:
        part = self.ground.crop(box)
        for mark, x, y in placed.values():
            left, top = x - box[0], y - box[1]
            right, low = min(mark.width, part.width - left), min(mark.height, part.height - top)
            if right > max(0, -left) and low > max(0, -top):
                part.alpha_composite(mark.crop((max(0, -left), max(0, -top), right, low)), (max(0, left), max(0, top)))
        return part

    def _palette(self, scenes: Sequence[Scene]) -> Bitmap:
        """Return the palette of the whole animation, computed from its first, middle and last scenes."""
        from PIL import Image

        keys = [scenes[0], scenes[len(scenes) // 2], scenes[-1]]
        width, height = self.ground.size
        strip = Image.new("RGB", (width, height * len(keys)))
        for k, scene in enumerate(keys):
            whole = self._compose(self.places(Shot(scene, scene, ()), 1.0), (0, 0, width, height))
            strip.paste(whole.convert("RGB"), (0, k * height))
        # Flat colours are exact; the remaining entries of the 256 are for shades, edges and shadows.
        inks = [self.ink] if self.captions else []
        exact = list(dict.fromkeys([*inks, *(fill for scene in keys for fill in _fills(self.picture(scene)))]))[:192]
        rest = strip.quantize(256 - len(exact), method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        table = [part for fill in exact for part in bytes.fromhex(fill[1:])] + (rest.getpalette() or [])
        chart = Image.new("P", (1, 1))
        chart.putpalette(table[: 3 * 256])
        return chart


def _fills(drawn: Picture) -> Iterator[str]:
    yield drawn.page
    for shape in (*drawn.ground, *(shape for layer in drawn.layers for shape in layer.shapes)):
        if isinstance(shape, Text) or (shape.opacity == 1 and shape.fill):
            yield shape.fill
