"""Common messages: amounts with their nouns, names of metrics and terms, times, and verdicts on searches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from .message import Message, join_messages, plural

if TYPE_CHECKING:
    from .result import Result, Space

_AMOUNTS = {
    "positions": plural("{n} position", "{n} positions", n=0),
    "states": plural("{n} state", "{n} states", n=0),
    "solutions": plural("{n} solution", "{n} solutions", n=0),
    "levels": plural("{n} level", "{n} levels", n=0),
    "files": plural("{n} file", "{n} files", n=0),
    "rows": plural("{n} row", "{n} rows", n=0),
    "legal moves": plural("{n} legal move", "{n} legal moves", n=0),
    "moves": plural("{n} move", "{n} moves", n=0),
    "steps": plural("{n} step", "{n} steps", n=0),
    "pushes": plural("{n} push", "{n} pushes", n=0),
    "lines": plural("{n} line", "{n} lines", n=0),
    "pieces": plural("{n} piece", "{n} pieces", n=0),
}

_TERMS = {
    message.template: message
    for message in (
        Message("moves"), Message("steps"), Message("pushes"), Message("lines"), Message("pieces"),
        Message("algorithm"), Message("heuristic"), Message("status"), Message("cost"), Message("optimal"),
        Message("expanded"), Message("generated"), Message("max frontier"), Message("seconds"), Message("rules"),
        Message("saved"), Message("solved"), Message("unsolvable"), Message("gave up"), Message("invalid"),
        Message("crashed"), Message("proven"), Message("yes"), Message("no"), Message("beginner"),
        Message("intermediate"), Message("advanced"), Message("expert"), Message("not rated"), Message("contributions"),
        Message("solution"), Message("luck"), Message("positions"), Message("solutions"), Message("choices"),
        Message("forced"), Message("luck error"), Message("luck at least"),
    )
}  # fmt: skip
"""The display names of metrics, columns, outcomes, difficulties, and the features that several families share."""

MINUTE, HOUR, TEN_HOURS = 57.5, 57.5 * 60, 600 * 60
"""The times in seconds that are rounded to a minute and to an hour, and the first that is not given as a number."""
WIDE = 2
"""The ratio of the longest to the shortest time from which both are given."""
_TIMES = {
    "seconds": plural("{n} second", "{n} seconds", n=0),
    "minutes": plural("{n} minute", "{n} minutes", n=0),
    "hours": plural("{n} hour", "{n} hours", n=0),
}
_RANGES = {
    "seconds": plural("{low}–{n} second", "{low}–{n} seconds", n=0, low=0),
    "minutes": plural("{low}–{n} minute", "{low}–{n} minutes", n=0, low=0),
    "hours": plural("{low}–{n} hour", "{low}–{n} hours", n=0, low=0),
}
_SHORT_TIMES = {"seconds": Message("{n} s"), "minutes": Message("{n} min"), "hours": Message("{n} h")}
_SHORT_RANGES = {
    "seconds": Message("{low}–{n} s"),
    "minutes": Message("{low}–{n} min"),
    "hours": Message("{low}–{n} h"),
}


def amount(n: int, things: str) -> Message:
    """Return the number with its noun; an unknown noun, such as a new family's metric, is not translated.

    >>> str(amount(1, "moves")), str(amount(2, "pushes")), str(amount(1, "jumps"))
    ('1 move', '2 pushes', '1 jump')
    """
    if things in _AMOUNTS:
        return _AMOUNTS[things].fill(n=n)
    return Message("{n} {things}", n=n, things=things.removesuffix("s") if n == 1 else things)


def term(name: str) -> Message:
    """Return the display name for an identifier, such as ``gave_up``; an unknown one is not translated.

    >>> str(term("gave_up")), str(term("my_metric"))
    ('gave up', 'my metric')
    """
    plain = name.replace("_", " ")
    return _TERMS.get(plain, Message.plain(plain))


class Metric(NamedTuple):
    """The page's messages for a metric: an amount with {n}, a label beside a number, and a form without a number."""

    counted: Message
    label: Message
    some: Message


_SO_FAR = {"moves": Message("moves so far"), "steps": Message("steps so far")}
_SOME = {
    "moves": Message("the same number of moves"), "steps": Message("the same number of steps"),
    "pushes": Message("the same number of pushes"), "pieces": Message("the same number of pieces"),
}  # fmt: skip


def metric_words(name: str, label: Message | None = None) -> Metric:
    """Return the page's messages for a metric, with the family's own label if it has one.

    >>> str(metric_words("flips").counted.fill(n=3))
    '3 flips'
    """
    return Metric(
        _AMOUNTS.get(name) or Message("{n} {metric}", n=0, metric=name),
        label or _SO_FAR.get(name) or Message("{metric} so far", metric=name),
        _SOME.get(name) or Message("the same number of {metric}", metric=name),
    )


def about_time(seconds: float) -> Message:
    """Return the time as a message, rounded as in everyday speech.

    >>> [str(about_time(seconds)) for seconds in (1, 23, 70, 90, 250, 3000)]
    ['about 1 second', 'about 25 seconds', 'about 1 minute', 'about 1½ minutes', 'about 4 minutes', 'about 50 minutes']
    """
    if seconds < MINUTE:
        return plural("about {n} second", "about {n} seconds", n=_whole(seconds)[0])
    minutes = seconds / 60
    if minutes < 2.75 and round(2 * minutes) % 2:
        return plural("about {n}½ minutes", "about {n}½ minutes", n=round(2 * minutes) // 2)
    if seconds < HOUR:
        return plural("about {n} minute", "about {n} minutes", n=_whole(seconds)[0])
    if seconds < TEN_HOURS:
        halves = round(minutes / 30)
        if halves % 2:
            return plural("about {n}½ hours", "about {n}½ hours", n=halves // 2)
        return plural("about {n} hour", "about {n} hours", n=halves // 2)
    return Message("more than ten hours")


def time_range(low: float, high: float) -> Message:
    """Return the times that most people need; both ends are whole numbers, and long ends stay open.

    >>> [str(time_range(*each)) for each in ((4, 9), (25, 330), (70, 910), (1100, 15000), (5000, 70000))]
    ['5–10 seconds', '25 seconds to 6 minutes', '1–15 minutes', '20 minutes to 4 hours', '90 minutes or more']
    >>> str(time_range(9, 89)), str(time_range(600, 6000))
    ('10–90 seconds', '10–90 minutes')
    """
    return _range(low, high, Message("{low} to {high}"), _TIMES, _RANGES)


def _range(
    low: float, high: float, mixed: Message, times: Mapping[str, Message], ranges: Mapping[str, Message]
) -> Message:
    (least, unit), (most, last_unit) = _end(low), _end(high)
    if low >= TEN_HOURS:
        return Message("more than ten hours")
    if high >= TEN_HOURS:
        return Message("{time} or more", time=times[unit].fill(n=least))
    if unit != last_unit:
        return mixed.fill(low=times[unit].fill(n=least), high=times[last_unit].fill(n=most))
    return times[unit].fill(n=most) if least == most else ranges[unit].fill(n=most, low=least)


def expected_time(seconds: float, low: float, high: float) -> Message:
    """Return the time of an average person and, if they differ by more than a rounding, those of most people.

    >>> str(expected_time(250, 70, 910)), str(expected_time(90, 70, 120))
    ('about 4 minutes, for most people 1–15 minutes', 'about 1½ minutes')
    """
    if high < WIDE * low or low >= TEN_HOURS:
        return about_time(seconds)
    return Message("{time}, for most people {range}", time=about_time(seconds), range=time_range(low, high))


def short_time(seconds: float, low: float, high: float) -> Message:
    """Return the times that most people need, abbreviated, or the time of an average person if they hardly differ.

    >>> [str(short_time(*each)) for each in ((250, 70, 910), (90, 25, 330), (90, 70, 120))]
    ['1–15 min', '25 s – 6 min', 'about 1½ minutes']
    """
    if high < WIDE * low:
        return about_time(seconds)
    return _range(low, high, Message("{low} – {high}"), _SHORT_TIMES, _SHORT_RANGES)


def _end(seconds: float) -> tuple[int, str]:
    """Return an end of a range like ``_whole``, but 90 seconds or minutes, which are far from both one and two."""
    for unit, size in (("seconds", 1), ("minutes", 60)):
        if 75 <= seconds / size < 105:
            return 90, unit
    return _whole(seconds)


def _whole(seconds: float) -> tuple[int, str]:
    """Return the time as a whole number of seconds, minutes or hours, rounded as in everyday speech."""
    if seconds < MINUTE:
        return max(1, round(seconds)) if seconds < 4 else max(5, 5 * round(seconds / 5)), "seconds"
    if seconds < HOUR:
        step = 1 if seconds < 600 else 5
        return step * round(seconds / 60 / step), "minutes"
    return round(seconds / 3600), "hours"


def proof(result: Result) -> Message:
    if result.optimal:
        return Message("proven optimal")
    if not result.lower_bound:
        return Message("not proven optimal")
    return Message("at least {cost} needed", cost=result.lower_bound)


def verdict(result: Result, work: str = "") -> Message:
    """Describe the outcome of a search in one line; ``work``, a description of the effort, follows in brackets."""
    metric = result.metric.split(",")[0]  # a second metric only breaks ties
    reason: Message | str = result.reason or ""
    if result.status == "unsolvable":
        if work:
            return Message("no solution ({reason}; {work})", reason=reason, work=work)
        return Message("no solution: {reason}", reason=reason)
    if result.cost is None and result.solutions is not None:
        return amount(result.solutions, "solutions") if result.solved else count_so_far(result)
    if result.status == "gave_up":
        known = Message("at least {cost} needed", cost=amount(result.lower_bound or 0, metric))
        if result.cost is not None:
            best = Message("the best solution so far has {cost}", cost=amount(result.cost, metric))
            known = join_messages([best, known]) if work else best
        if work:
            return Message("gave up: {reason}; {known} ({work})", reason=reason, known=known, work=work)
        return Message("gave up: {reason}; {known}", reason=reason, known=known)
    cost = amount(result.cost or 0, metric)
    if work:
        return Message("solved in {cost} ({proof}; {work})", cost=cost, proof=proof(result), work=work)
    quality = Message("proven optimal") if result.optimal else Message("not proven optimal")
    return Message("solved in {cost}, {proof}", cost=cost, proof=quality)


def count_so_far(result: Result) -> Message:
    least = Message("at least {solutions}", solutions=amount(result.solutions or 0, "solutions"))
    return Message("gave up: {reason}; {known}", reason=result.reason or "", known=least)


def space_summary(space: Space) -> Message:
    parts: list[Message | str] = [amount(space.states, "positions")]
    if space.goals is not None:
        parts.append(plural("{n} of them a goal", "{n} of them goals", n=space.goals))
    if space.lost:
        parts.append(Message("{n} from which no goal can be reached", n=space.lost))
    return join_messages(parts)


def forced(n: int, total: int, metric: str = "moves") -> Message:
    """Return a message that says how many of a solution's first moves are forced; ``n`` is at least 1."""
    if metric == "pushes":
        if n == total:
            return Message("every push is forced")
        return plural("the first push is forced", "the first {n} pushes are forced", n=n)
    if n == total:
        return Message("every move is forced")
    return plural("the first move is forced", "the first {n} moves are forced", n=n)


def not_forced(choices: int, metric: str = "moves") -> Message:
    if metric == "pushes":
        return Message("the first push is not forced: {n} are equally good", n=choices)
    return Message("the first move is not forced: {n} are equally good", n=choices)


def dead_end(distance: int, metric: str, *, is_hidden: bool) -> Message:
    """Return a message that says how near the nearest dead end is, and whether it is obvious.

    >>> str(dead_end(1, "pushes", is_hidden=False))
    'there is an obvious dead end 1 push away'
    """
    far = amount(distance, metric)
    if is_hidden:
        return Message("there is a hidden dead end {distance} away", distance=far)
    return Message("there is an obvious dead end {distance} away", distance=far)
