"""A comparison of searches in words; every sentence is computed from the figures of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.message import Message, join_messages
from ..core.puzzle import Result
from ..core.wording import amount, term

MIN_RATIO = 1.5
"""From which ratio on a difference is worth a sentence."""


def describe_comparison(rows: Sequence[Result]) -> list[Message]:
    """Return what the table says: what is proven, who proves it cheapest, who is longer, who used little memory.

    >>> from unjam import compare
    >>> print(*describe_comparison(compare("rushhour/first-gear", algorithms="bfs,dfs")), sep="\\n")
    The fewest moves are 5; bfs proves it.
    dfs finds a solution of 51 moves, about 10 times as long.
    """
    return list(_sentences(rows))


def _sentences(rows: Sequence[Result]) -> Iterator[Message]:
    proven = [row for row in rows if row.optimal and row.cost is not None]
    if not proven:
        yield from _without_proof(rows)
        return
    best = proven[0].cost
    assert best is not None
    provers = _names(proven)
    values = {"metric": term(proven[0].metric), "cost": best, "searches": provers}
    if len({_name(row) for row in proven}) == 1:
        yield Message("The fewest {metric} are {cost}; {searches} proves it.", **values)
    else:
        yield Message("The fewest {metric} are {cost}; {searches} prove it.", **values)
    yield from _cheapest_proof(proven)
    yield from _longer(rows, best)
    lucky = [row for row in rows if row.cost == best and not row.optimal]
    if lucky:
        yield Message("Just as short, but without a proof: {searches}.", searches=_names(lucky))
    yield from _memory(proven)
    yield from _unfinished(rows)


def _without_proof(rows: Sequence[Result]) -> Iterator[Message]:
    if any(row.status == "unsolvable" for row in rows):
        least = min((row for row in rows if row.status == "unsolvable"), key=lambda row: row.expanded)
        yield Message("There is no solution; {search} proves it with {positions}.",
                      search=_name(least), positions=amount(least.expanded, "positions"))  # fmt: skip
    found = [row for row in rows if row.cost is not None]
    if found:
        shortest = min(found, key=lambda row: row.cost or 0)
        yield Message("No search proves an optimum. The shortest solution is that of {search}: {cost}.",
                      search=_name(shortest), cost=amount(shortest.cost or 0, shortest.metric))  # fmt: skip
    yield from _unfinished(rows)


def _cheapest_proof(proven: Sequence[Result]) -> Iterator[Message]:
    """Compare the search that expanded the fewest positions with the one that expanded the most."""
    counted = [row for row in proven if row.algorithm != "native"]
    if len(counted) < 2:
        return
    least, most = (choose(counted, key=lambda row: row.expanded) for choose in (min, max))
    if least.expanded and most.expanded >= MIN_RATIO * least.expanded:
        yield Message(
            "{search} does the least work for that, with {few}; {other} expands {many}, about {times} times as many.",
            search=_name(least), few=amount(least.expanded, "positions"), other=_name(most), many=most.expanded,
            times=_times(most.expanded / least.expanded),
        )  # fmt: skip


def _longer(rows: Sequence[Result], best: int) -> Iterator[Message]:
    longer = [row for row in rows if row.cost is not None and row.cost > best]
    for row in sorted(longer, key=lambda row: -(row.cost or 0))[:3]:
        cost = row.cost or 0
        if best and cost >= MIN_RATIO * best:
            yield Message("{search} finds a solution of {cost}, about {times} times as long.",
                          search=_name(row), cost=amount(cost, row.metric), times=_times(cost / best))  # fmt: skip
        else:
            yield Message("{search} finds a solution of {cost}, {more} more.",
                          search=_name(row), cost=amount(cost, row.metric), more=cost - best)  # fmt: skip


def _memory(proven: Sequence[Result]) -> Iterator[Message]:
    known = [row for row in proven if row.max_frontier and row.algorithm != "native"]
    if len(known) < 2:
        return
    least, most = (choose(known, key=lambda row: row.max_frontier or 0) for choose in (min, max))
    few, many = least.max_frontier or 1, most.max_frontier or 1
    if many >= 4 * few:
        yield Message("The frontier of {search} never holds more than {few}; that of {other} holds up to {many}.",
                      search=_name(least), few=amount(few, "positions"), other=_name(most), many=many)  # fmt: skip


def _unfinished(rows: Sequence[Result]) -> Iterator[Message]:
    stopped = [row for row in rows if row.status == "gave_up"]
    if stopped:
        yield Message("Stopped at a limit: {searches}.", searches=_names(stopped))


def _name(row: Result) -> str:
    return f"{row.algorithm} ({row.heuristic})" if row.heuristic else row.algorithm


def _names(rows: Sequence[Result]) -> Message:
    names = list(dict.fromkeys(map(_name, rows)))
    return join_messages([Message.plain(name) for name in names])


def _times(ratio: float) -> float | int:
    """Return a ratio as people say it: one digit after the point below ten, none above.

    >>> _times(2.04), _times(1.55), _times(28.9)
    (2, 1.6, 29)
    """
    rounded = round(ratio, 1 if ratio < 9.95 else None)
    return int(rounded) if rounded == int(rounded) else rounded
