"""Animations for a page that draws them itself: each drawing once, and where it is in each frame."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Scene
from ...pictures.frames import Stage, choose_cell, plan_shots
from ...pictures.shapes import Shape
from ...pictures.svg import ground, stamp
from ..wire import answers


def show_film(scenes: Sequence[Scene]) -> answers.Film:
    """Return an animation of the scenes, with the frames that the GIF of the same scenes has."""
    shots = list(plan_shots(scenes))
    stage = Stage([shot.scene for shot in shots], choose_cell(shots))
    first = stage.picture(scenes[0])
    drawings = [ground(first)]
    known: dict[tuple[Shape, ...], tuple[int, int, int]] = {}
    frames = []
    for shot in shots:
        for share, seconds in shot.beats:
            places = []
            for layer in stage.layers(shot, share):
                if layer.shapes not in known:
                    text, left, top = stamp(layer.shapes)
                    known[layer.shapes] = len(drawings), left, top
                    drawings.append(text)
                drawing, left, top = known[layer.shapes]
                places.append((drawing, round(layer.x) + left, round(layer.y) + top))
            frames.append(answers.Frame(round(100 * seconds), places))
    return answers.Film(round(first.width), round(first.height), drawings, frames)
