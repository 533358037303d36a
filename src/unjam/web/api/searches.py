"""API functions that start searches and stream events: solutions, ratings, reviews of games, the lab."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Literal

from ...core.puzzle import Puzzle
from ...lab.record import check_search
from ..jobs.queue import Event, Task
from ..state import ServerState
from ..wire import answers, requests
from ..wire.constraints import Id, Limit, MetricName, Seconds

RATING_SECONDS = 20
"""The time limit, in seconds, for the search that precedes a rating."""
REVIEW_SECONDS = 20
"""The time limit, in seconds, for the searches of a review."""
LOSS_SECONDS = 10
"""The time limit, in seconds, for finding out since when a game is lost."""
VARIATION_SECONDS = 60
"""The time limit, in seconds, for finding harder or easier levels."""

Count = Annotated[int, Limit(ge=1, le=12)]
Search = Annotated[str, Limit(max_length=200)]
"""A search, written as ``algorithm`` or ``algorithm:heuristic``; a heuristic may be a file's, ``FILE.py:NAME``."""
Searches = Annotated[list[Search], Limit(max_length=8)]


def health(state: ServerState) -> answers.Health:
    """Return how many searches are running and waiting."""
    jobs = state.jobs
    return answers.Health(jobs.running, jobs.waiting, jobs.workers, jobs.seconds, jobs.memory)


def solution(
    state: ServerState, id: Id, seconds: Seconds | None = None, metric: MetricName | None = None
) -> AsyncGenerator[Event]:
    """Search for the best solution and stream a Solution; closing the connection cancels the search."""
    return state.jobs.stream(_solve_task(state, id, seconds, metric), _is_proven)


def _solve_task(state: ServerState, id: str, seconds: float | None, metric: str | None) -> Task:
    return {"task": "solve", "id": id, "metric": state.positions.puzzle(id).metric(metric), "seconds": seconds}


def _is_proven(solution: Any) -> bool:
    return bool(solution["optimal"]) or solution["status"] == "unsolvable"


def rating(state: ServerState, id: Id) -> AsyncGenerator[Event]:
    """Rate the position and stream an Explained: how hard it is and why, with advice for designers."""
    state.positions.puzzle(id)
    task = {"task": "explain", "id": id, "seconds": RATING_SECONDS}
    return state.jobs.stream(task, lambda explained: explained["level"] is not None)


def review(state: ServerState, id: Id, body: requests.IdsRequest) -> AsyncGenerator[Event]:
    """Review a game that was won and stream a Review: how far from the goal each position was, and what was lost.

    The ids are those of the position after each turn of the player.
    """
    solve = _solve_task(state, id, None, None)
    known = state.jobs.recall(solve)
    optimum = known["moves"] if known and known["optimal"] else None
    task = {**solve, "task": "review", "ids": body.ids, "optimum": optimum, "seconds": REVIEW_SECONDS}
    return state.jobs.stream(task, lambda review: review["proved"])


def loss(state: ServerState, id: Id, body: requests.IdsRequest) -> AsyncGenerator[Event]:
    """Find out since when a game cannot be won any more and stream a Loss, or null if that is not proven.

    The ids are those of the position after each move.
    """
    state.positions.puzzle(id)
    task = {"task": "loss", "id": id, "ids": body.ids, "seconds": LOSS_SECONDS}
    return state.jobs.stream(task, lambda loss: loss is not None and loss["exact"])


def variations(
    state: ServerState, id: Id, direction: Literal["harder", "easier"], count: Count = 3
) -> AsyncGenerator[Event]:
    """Look for small changes that make a level harder or easier; the events are Variations and then a VariationsEnd."""
    state.positions.puzzle(id)
    task = {"task": "vary", "id": id, "direction": direction, "count": count, "seconds": VARIATION_SECONDS}
    return state.jobs.stream(task, lambda end: end["finished"])


def estimate(
    state: ServerState, id: Id, heuristic: Search | None = None, metric: MetricName | None = None
) -> AsyncGenerator[Event]:
    """Stream an Estimate: what a heuristic says of the position, and why; some heuristics build tables first."""
    puzzle = state.positions.puzzle(id)
    name, _ = puzzle.heuristic(heuristic)
    task = {"task": "estimate", "id": id, "metric": puzzle.metric(metric), "heuristic": name, "seconds": None}
    return state.jobs.stream(task, lambda estimate: True)


def lab(
    state: ServerState,
    id: Id,
    search: Searches | None = None,
    metric: MetricName | None = None,
    seconds: Seconds | None = None,
) -> AsyncGenerator[Event]:
    """Run searches on the reachable positions; the events are LabParts, followed by a LabEnd."""
    puzzle = state.positions.puzzle(id)
    searches = [_parse_search(puzzle, text) for text in search or ()]
    task = {
        "task": "lab", "id": id, "metric": puzzle.metric(metric), "searches": searches, "seconds": seconds,
        "own": list(state.own_heuristics),
    }  # fmt: skip
    return state.jobs.stream(task, lambda end: end["finished"])


def _parse_search(puzzle: Puzzle, text: str) -> tuple[str, str | None]:
    algorithm, _, heuristic = text.partition(":")
    check_search(puzzle, algorithm, heuristic or None)
    return algorithm, heuristic or None
