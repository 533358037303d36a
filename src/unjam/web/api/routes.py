"""The URLs of the API, each with its handler and the error codes it may return."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import levels, library, new_levels, pictures, play, plays, searches

PREFIX = "/api/v1"


@dataclass(frozen=True)
class Route:
    """A handler, its URL, and the error codes that it may return in addition to the common ones.

    A constant response stays the same while the server runs: it is created once, by a handler that is no coroutine, and
    browsers can cache it.
    """

    method: str
    path: str
    handler: Callable[..., Any]
    refusals: tuple[int, ...] = ()
    media_types: tuple[str, ...] = ()
    is_constant: bool = False

    @property
    def is_silent(self) -> bool:
        """Whether the handler returns nothing, so that the answer is empty."""
        return self.handler.__annotations__["return"] in (None, "None")


ROUTES = (
    Route("GET", "/health", searches.health),
    Route("GET", "/families", levels.list_families, is_constant=True),
    Route("GET", "/families/{name}/levels", levels.shipped_levels, is_constant=True),
    Route("GET", "/families/{name}/rules", levels.family_rules, is_constant=True),
    Route("GET", "/families/{name}/new", new_levels.new_level, (404, 503)),
    Route("GET", "/families/{name}/day", new_levels.day_level, (404, 503)),
    Route("GET", "/positions/{id}", play.position, (404,)),
    Route("POST", "/positions/{id}/moves", play.play, (404, 409)),
    Route("GET", "/positions/{id}/ways", play.list_ways, (404,)),
    Route("POST", "/positions/{id}/walk", play.walk, (404, 409)),
    Route("POST", "/positions/{id}/why", play.reason, (404, 409)),
    Route("GET", "/positions/{id}/blocked", play.blocked, (404, 409)),
    Route("POST", "/positions/{id}/hand", play.hand, (404, 409)),
    Route("POST", "/positions/{id}/line", play.line, (404, 409)),
    Route("POST", "/positions/{id}/replay", play.replay, (404, 409)),
    Route("POST", "/positions/{id}/branches", play.window, (404, 409)),
    Route("GET", "/positions/{id}/text", pictures.texts, (404,)),
    Route("GET", "/positions/{id}/picture.{kind}", pictures.picture, (404,), ("image/svg+xml", "image/png")),
    Route("POST", "/positions/{id}/film", pictures.film, (404, 409, 503), ("image/gif",)),
    Route("POST", "/positions/{id}/frames", pictures.frames, (404, 409, 503)),
    Route("GET", "/positions/{id}/solution", searches.solution, (404, 503)),
    Route("GET", "/positions/{id}/rating", searches.rating, (404, 503)),
    Route("POST", "/positions/{id}/review", searches.review, (404, 503)),
    Route("POST", "/positions/{id}/loss", searches.loss, (404, 503)),
    Route("GET", "/positions/{id}/variations", searches.variations, (404, 503)),
    Route("GET", "/positions/{id}/estimate", searches.estimate, (404, 503)),
    Route("GET", "/positions/{id}/lab", searches.lab, (404, 503)),
    Route("POST", "/levels", levels.read_text),
    Route("POST", "/scenes", levels.scenes),
    Route("GET", "/startup", levels.startup_levels),
    Route("POST", "/sketch", levels.draw, (404,)),
    Route("POST", "/sketch/preview", levels.preview_edit, (404,)),
    Route("GET", "/library", library.shelves, (404,)),
    Route("GET", "/plays/enabled", plays.plays_enabled),
    Route("POST", "/plays", plays.add_play, (404, 507)),
)
