"""What things are called that programs know by their English names: what is counted, metrics, columns, outcomes."""

from __future__ import annotations

from .message import Message, plural

_NOUNS = {
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
_METRICS = {
    "moves": Message("moves"), "steps": Message("steps"), "pushes": Message("pushes"), "lines": Message("lines"),
    "pieces": Message("pieces"),
}  # fmt: skip

_TERMS = {
    message.template: message
    for message in (
        Message("algorithm"), Message("heuristic"), Message("status"), Message("cost"), Message("optimal"),
        Message("expanded"), Message("generated"), Message("max frontier"), Message("seconds"), Message("rules"),
        Message("saved"), Message("solved"), Message("unsolvable"), Message("gave up"), Message("invalid"),
        Message("crashed"), Message("proven"), Message("yes"), Message("no"), Message("beginner"),
        Message("intermediate"), Message("advanced"), Message("expert"), Message("not rated"), Message("contributions"),
    )
}  # fmt: skip
"""Words that programs know by their English names: columns of tables, outcomes, levels of difficulty."""


def counted(n: int, things: str) -> Message:
    """A number with its noun; one that is not ours, such as the metric of somebody's own puzzle, stays as it is.

    >>> str(counted(1, "moves")), str(counted(2, "pushes")), str(counted(1, "jumps"))
    ('1 move', '2 pushes', '1 jump')
    """
    if things in _NOUNS:
        return _NOUNS[things].filled(n=n)
    return Message("{n} {things}", n=n, things=things.removesuffix("s") if n == 1 else things)


def metric_name(name: str) -> Message:
    """What a metric counts."""
    return _METRICS.get(name, Message.plain(name))


def term(name: str) -> Message:
    """What people call it; a name that is not ours stays as it is."""
    plain = name.replace("_", " ")
    return _TERMS.get(plain, Message.plain(plain))
