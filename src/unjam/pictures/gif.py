"""Draws a solution as an animated GIF, in which pieces glide from one position to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from ..core.scene import Scene
from . import colour
from .frames import CELL, HOLD, SECONDS_PER_MOVE, Shot, Stage, choose_cell, plan_shots
from .raster import bitmap, fineness, stamp
from .shapes import Layer, Picture, Text

if TYPE_CHECKING:
    from PIL.Image import Image as Bitmap

CAPTION_HEIGHT = 28

CAPTION_ID = "caption below the board"


def gif(
    scenes: Sequence[Scene],
    *,
    cell: float = CELL,
    dark: bool = False,
    seconds_per_move: float = SECONDS_PER_MOVE,
    hold: float = HOLD,
    captions: Sequence[str] = (),
) -> bytes:
    """Return the scenes as an endless animation with gliding pieces.

    A scene's caption is shown while its move is made.
    """
    if not scenes:
        raise ValueError("an animation needs at least one scene")
    if captions and len(captions) != len(scenes):
        raise ValueError(f"{len(captions)} captions for {len(scenes)} scenes; expected one each")
    shots = list(plan_shots(scenes, seconds_per_move, hold))
    stage = _Painter([shot.scene for shot in shots], choose_cell(shots, cell), dark, captions)
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


class _Painter(Stage):
    """Renders the frames of an animation: the ground is drawn once, and each piece once per appearance."""

    def __init__(self, scenes: Sequence[Scene], cell: float, dark: bool, captions: Sequence[str]) -> None:
        super().__init__(scenes, cell, dark)
        self.captions = captions
        self.stamps: dict[tuple[object, ...], tuple[Bitmap, int, int]] = {}
        drawn = self.picture(scenes[0])
        self.fine = fineness(drawn.width, drawn.height)
        foot = CAPTION_HEIGHT if captions else 0
        self.centre = round(drawn.width / 2), round(drawn.height) + foot // 2
        self.letters = min(CAPTION_HEIGHT * 0.6, 1.7 * drawn.width / max(map(len, captions), default=1))
        ground = Picture(drawn.width, drawn.height + foot, drawn.page, drawn.ground)
        self.ground = bitmap(ground)
        self.palette = self._palette(scenes)
        self.last: Bitmap | None = None
        self.placed: dict[str, tuple[Bitmap, int, int]] = {}

    def stamped(self, layer: Layer) -> tuple[Bitmap, int, int]:
        if layer.shapes not in self.stamps:
            self.stamps[layer.shapes] = stamp(layer.shapes, fine=self.fine)
        return self.stamps[layer.shapes]

    def places(self, shot: Shot, share: float) -> dict[str, tuple[Bitmap, int, int]]:
        """Return the bitmap of each piece and the pixel of its top left corner, in drawing order."""
        layers = self.layers(shot, share)
        if self.captions and shot.number is not None:
            words = Text(0, 0, self.letters, self.captions[shot.number], self.ink)
            layers.append(Layer(CAPTION_ID, *self.centre, (words,)))
        places = {}
        for layer in layers:
            mark, left, top = self.stamped(layer)
            places[layer.id] = (mark, round(layer.x) + left, round(layer.y) + top)
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
