"""Draws the beginning of a search as a tree of small boards, numbered in the order in which they were expanded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.puzzle import Message
from ..core.scene import Scene
from .svg import Document

GAP, ROW, HEAD = 14.0, 34.0, 26.0
"""Pixels between two boards, between two rows for the branches, and above a board for its number."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A board of the tree: the index of its parent (None for a root), and the words above it."""

    scene: Scene
    parent: int | None
    caption: str
    is_on_path: bool = False


def tree_svg(nodes: Sequence[TreeNode], *, size: float = 84, dark: bool = False, title: str | None = None) -> str:
    """Return the nodes as SVG; each board stands in the row of its depth, above the middle of its children.

    >>> scene = Scene("tiles", 1, 2, ("..",), ())
    >>> tree_svg([TreeNode(scene, None, "1"), TreeNode(scene, 0, "2")]).count("<svg")
    1
    """
    columns, depths = _columns(nodes), _depths(nodes)
    pitch, row = size + GAP, size + HEAD + ROW
    title = title or str(Message("the first {n} positions of a search", n=len(nodes)))
    places = [(GAP + column * pitch, GAP + depth * row) for column, depth in zip(columns, depths, strict=True)]
    width = max((x for x, _ in places), default=0) + pitch
    height = max((y for _, y in places), default=0) + row - ROW + GAP
    drawing = Document(width, height, title, dark=dark)
    for (x, y), node in zip(places, nodes, strict=True):
        if node.parent is not None:
            left, top = places[node.parent]
            start, end = (left + size / 2, top + HEAD + size + 2), (x + size / 2, y + 2)
            drawing.branch(start, end, is_bold=node.is_on_path)
    for (x, y), node in zip(places, nodes, strict=True):
        drawing.words(x + size / 2, y + HEAD / 2 + 2, 12, node.caption)
        drawing.board(node.scene, x, y + HEAD, size, is_framed=node.is_on_path)
    return drawing.text()


def _depths(nodes: Sequence[TreeNode]) -> list[int]:
    depths: list[int] = []
    for node in nodes:
        depths.append(0 if node.parent is None else depths[node.parent] + 1)
    return depths


def _columns(nodes: Sequence[TreeNode]) -> list[float]:
    """Return the column of each node: leaves side by side, parents above the middle of their children."""
    children: list[list[int]] = [[] for _ in nodes]
    roots: list[int] = []
    for number, node in enumerate(nodes):
        (roots if node.parent is None else children[node.parent]).append(number)
    columns, next_column = [0.0] * len(nodes), 0
    stack = [(number, False) for number in reversed(roots)]
    while stack:
        number, is_done = stack.pop()
        if not children[number]:
            columns[number], next_column = float(next_column), next_column + 1
        elif is_done:
            columns[number] = (columns[children[number][0]] + columns[children[number][-1]]) / 2
        else:
            stack.append((number, True))
            stack += [(child, False) for child in reversed(children[number])]
    return columns
