"""The files that students start from: one for each search, which runs and solves nothing."""

from __future__ import annotations

from ..core.message import Message
from ..search import INFORMED

_TEXT = '''"""{title}: write the search, then check it with: unjam exercise {name} FILE.py"""


def {name}(start):
    """Return the moves from the start to a goal, as a list; None if there is no way.

    A position can be put into sets and dictionaries. It has
        position.is_solved()     whether it is a goal
        position.moves()         its moves, in the order in which they should be tried; this expands the position
        position.play(move)      the position after a move
        position.cost(move)      what the move costs
{more}    """
    return None
'''
_ESTIMATE = "        position.estimate()      a lower bound on the cost that is left\n"
_DRAWING = "        position.drawing()       the position as text; the smallest comes first among equal estimates\n"
_ENDS = (
    "        position.goals()         every goal\n"
    "        position.back()          each move that leads here, with the position before it\n"
)
TITLES = {
    "bfs": Message("Breadth-first search"),
    "dfs": Message("Depth-first search"),
    "dijkstra": Message("Dijkstra's algorithm"),
    "greedy": Message("Greedy best-first search"),
    "astar": Message.plain("A*"),
    "idastar": Message.plain("IDA*"),
    "hillclimb": Message("Hill climbing"),
    "bidirectional": Message("Bidirectional search"),
}


def skeleton(name: str) -> str:
    """Return the text of a file in which the search is still to be written.

    >>> "position.estimate()" in skeleton("astar"), "position.estimate()" in skeleton("bfs")
    (True, False)
    """
    more = (
        (_ESTIMATE if name in INFORMED else "")
        + (_DRAWING if name == "hillclimb" else "")
        + (_ENDS if name == "bidirectional" else "")
    )
    return _TEXT.format(name=name, title=TITLES[name], more=more)
