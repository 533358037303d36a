"""The library's part of the API: its levels on shelves, one for each difficulty, chosen by plain controls."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from ..core.puzzle import Level, Unsupported
from ..datasets.library import Library
from ..datasets.parquet import Row, quoted
from ..families import FAMILIES, family
from . import models
from .api import BAD_BODY, NO_LEVEL, level_json

router = APIRouter(prefix="/api/v1")

FEW, MANY = 12, 60
"""Levels on each of several shelves, and on one alone."""
MAX_SIZES = 30
PLAYABLE = "cost is not null"
"""Nobody is asked to play what has no solution."""
Count = Annotated[int | None, Query(ge=0, le=1_000_000)]


class ShelfOut(BaseModel):
    level: str | None
    total: int
    levels: list[models.LevelOut]


class LibraryOut(BaseModel):
    """``families`` has the number of levels of each; ``sizes`` are those of the family, rows and columns."""

    families: dict[str, int]
    family: str | None
    sizes: list[str]
    shelves: list[ShelfOut]


@router.get("/library", response_model=LibraryOut, responses={**NO_LEVEL, 422: BAD_BODY[422]})
async def shelves(
    request: Request,
    family: Annotated[str | None, Query(max_length=80)] = None,
    level: Literal["beginner", "intermediate", "advanced", "expert"] | None = None,
    least: Count = None,
    most: Count = None,
    size: Annotated[str | None, Query(pattern=r"^[0-9]{1,4}x[0-9]{1,4}$")] = None,
    title: Annotated[str | None, Query(max_length=100)] = None,
    skip: Count = None,
) -> Response:
    """The levels of the library that the server was started with: of one family, from least to most moves."""
    library: Library | None = request.app.state.library
    if library is None:
        raise Unsupported("the page was started without a library")
    filters = {"least": least, "most": most, "size": size, "title": title}
    return JSONResponse(await run_in_threadpool(_shelves, library, family, level, skip or 0, filters))


def _shelves(
    library: Library, name: str | None, level: str | None, skip: int, filters: dict[str, Any]
) -> dict[str, Any]:
    counted: dict[str, int] = {}
    for shelf in library.stats(PLAYABLE):
        if shelf.family in FAMILIES:
            counted[shelf.family] = counted.get(shelf.family, 0) + shelf.levels
    chosen = name if name in counted else next(iter(sorted(counted, key=list(FAMILIES).index)), None)
    if chosen is None:
        return {"families": {}, "family": None, "sizes": [], "shelves": []}
    where = _condition(chosen, level, filters)
    found = []
    for shelf in library.stats(where):
        own = where + (" and level is null" if shelf.level is None else f" and level = {quoted(shelf.level)}")
        many = MANY if level is not None else FEW
        rows = library.rows(own, order="score, cost, key", limit=many, skip=skip)
        levels = [_level(at, row) for at, row in enumerate(rows, skip)]
        found.append({"level": shelf.level, "total": shelf.levels, "levels": levels})
    return {"families": counted, "family": chosen, "sizes": library.sizes(chosen)[:MAX_SIZES], "shelves": found}


def _condition(name: str, level: str | None, filters: dict[str, Any]) -> str:
    """The condition that the controls mean."""
    parts = [PLAYABLE, f"family = {quoted(name)}"]
    if level is not None:
        parts.append(f"level = {quoted(level)}")
    if filters["least"] is not None:
        parts.append(f"cost >= {filters['least']}")
    if filters["most"] is not None:
        parts.append(f"cost <= {filters['most']}")
    if filters["size"]:
        rows, cols = filters["size"].split("x")
        parts.append(f"rows = {int(rows)} and cols = {int(cols)}")
    words = "".join(sign for sign in filters["title"] or "" if sign.isprintable()).strip()
    if words:
        parts.append(f"contains(lower(title), lower({quoted(words)}))")
    return " and ".join(parts)


def _level(at: int, row: Row) -> dict[str, Any]:
    puzzle = family(row["family"]).parse(row["text"])
    return level_json(Level(at, puzzle, row["title"])) | {"cost": row["cost"], "level": row["level"]}
