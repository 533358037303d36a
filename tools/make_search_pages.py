"""Writes docs/search/: one page per search, its code read from the source, its picture drawn on the same board.

Run it after a change in src/unjam/search: python tools/make_search_pages.py
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from html import escape
from pathlib import Path

import unjam
from unjam.lab.record import EXPANDED, FRONTIER, REPEATS, UNSEEN, Lab, Record, Skyline, lab
from unjam.pictures.colour import Colour
from unjam.pictures.svg import svg
from unjam.search import INFORMED

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "search"
SOURCE = ROOT / "src" / "unjam" / "search"
BOARD = "6\n8\n1 h 2 2 3\n2 h 2 1 1\n3 h 2 5 5\n4 h 3 3 6\n5 v 3 6 1\n6 v 3 1 2\n7 v 3 4 2\n8 v 2 1 5\n"
ESTIMATE = "blocking"


@dataclass(frozen=True)
class Page:
    name: str
    title: str
    idea: str
    optimal: str
    time: str
    memory: str
    exercise: str
    shares: str | None = None
    """The file of the loop it shares with others."""


PAGES = [
    Page(
        "bfs",
        "Breadth-first search",
        "Expand the start, then everything one move away, then everything two moves away. A queue holds the frontier, "
        "what is still to be expanded: new positions join at the back, the next one leaves at the front. A position "
        "that was met before is not met again, because the first path to it was already a shortest one. The goal is "
        "found in the first layer that holds it. In the picture the lights climb tower after tower, and none is lit "
        "before the one on its left is full.",
        "Always, when every move costs the same: no position is expanded before all nearer ones. When costs differ it "
        "finds the fewest moves, which need not be the cheapest; then take [Dijkstra](dijkstra.md).",
        "Every position nearer than the goal is expanded: about bᵈ for b moves a position and a goal d moves away.",
        "Every position met is kept, so memory grows as fast as time. On large boards memory ends first.",
        "The board has 1,247 positions and the search expands 1,058 of them. Which positions are spared? Find two "
        "towers in the picture that stay dark, and say why no breadth-first search could have reached them in time.",
    ),
    Page(
        "dfs",
        "Depth-first search",
        "Follow one road to its end, then turn back to the last crossing and take the next. A stack holds the "
        "crossings: the newest position is always expanded first. Positions met before are not met again, so on a "
        "finite board the walk ends. Nothing pulls it towards the goal; it gets there when the order of the moves "
        "happens to lead there. In the picture the lights are scattered over many towers, and the red path is long.",
        "Never, except by luck: the first road that reaches a goal is taken, however long.",
        "Anything between one straight walk and every position of the space.",
        "The stack holds the untried branches along the road. This version also keeps every position met, so that it "
        "ends; a textbook version on a tree keeps only the road.",
        "Change `reversed(list(...))` so that the last move listed is tried first. Does the solution get longer or "
        "shorter on this board? Try it on another board before you believe the answer.",
    ),
    Page(
        "dijkstra",
        "Dijkstra's algorithm",
        "Expand positions in the order of what it cost to get to them. The frontier is a heap, and the cheapest "
        "position leaves it first. When a cheaper path to a position of the frontier turns up, its old place in the "
        "heap no longer counts. Once a position is expanded, no cheaper path to it can appear, for every other already "
        "costs as much. Where all moves cost the same it does the work of breadth-first search.",
        "Always, as long as no move costs less than nothing.",
        "Every position cheaper than the goal is expanded, and each visit to the heap costs about log n.",
        "Every position met is kept, and the heap beside it.",
        "Compare the metrics `moves` and `steps` on the board below. Why does breadth-first search expand the same "
        "number of positions in both, and Dijkstra not?",
        shares="best_first.py",
    ),
    Page(
        "greedy",
        "Greedy best-first search",
        "Always expand the position that seems nearest to the goal. An estimate says how near: here it counts the "
        "cars that stand between the red car and the exit. What it cost to get to a position plays no part. That "
        "makes it fast where the estimate is honest, and it runs into every trap where the estimate flatters. In the "
        "picture few windows are lit, and they follow no tower.",
        "Never, except by luck: it forgets the price of the path.",
        "Often very few positions; in the worst case all of them.",
        "Every position met is kept, but far fewer are met.",
        "Find a board on which greedy search expands more positions than breadth-first search. What must the estimate "
        "do wrong for that?",
        shares="best_first.py",
    ),
    Page(
        "astar",
        "A*",
        "Add what a position cost so far to what it seems to cost still, and expand the smallest sum first. The first "
        "part is Dijkstra's, the second is greedy's; together they are cautious and aimed. If the estimate is never "
        "too high, a position with a smaller sum than the answer cannot be skipped, so the first goal taken from the "
        "heap is a best one. Among equal sums the one with the smaller estimate goes first, for it is deeper in. With "
        "an estimate of zero everywhere it is Dijkstra's algorithm again.",
        "When the estimate is admissible, that is, never too high. If it is also consistent, no position is expanded "
        "twice; this version allows for estimates that are not.",
        "Every position whose sum is below the cost of the answer is expanded. A better estimate leaves fewer of them.",
        "Every position met is kept.",
        "Run it with each estimate that `board.heuristics` lists. Which of them expand fewer positions than another on "
        "every board you try, and can you prove it for one pair?",
        shares="best_first.py",
    ),
    Page(
        "idastar",
        "IDA*",
        "Set a ceiling on cost so far plus estimate, and search depth-first below it. If the goal is not there, raise "
        "the ceiling to the smallest sum that was refused, and begin again from the top. The last round is by far the "
        "largest where the tree grows fast, so the early ones cost little there. No heap and no queue is needed, only "
        "the road from the start to where you stand. In the lab the windows of the early rounds are lit once and only "
        "counted after that: the number beside the bar is much larger than the number of lights.",
        "When the estimate is admissible: no ceiling is raised above the cost of the answer before it is found.",
        "The sum of all rounds. On a board with many paths to one position this can be many times the work of A*.",
        "The road, and in this version the cheapest path to each position of one round. The textbook version keeps the "
        "road alone, and meets a position once for every path that leads to it.",
        "How many rounds does it take on this board? Count them from the estimate of the start and the cost of the "
        "answer, then check with a `watch` function.",
    ),
    Page(
        "hillclimb",
        "Hill climbing",
        "From where you stand, step to the neighbour that looks best. Remember the others on a stack, the best of them "
        "on top, and fall back to it when there is nothing new to step to. Unlike greedy search it compares only the "
        "neighbours of one position, never the whole frontier. It runs down the nearest slope at great speed, and "
        "out of a dead end only one step at a time. Ties are broken by a fixed order, so that two runs are alike.",
        "Never, except by luck.",
        "Very few positions when the slope leads home; any number when it does not.",
        "Every position met, and the stack.",
        "On the 8-puzzle, `1 2 3 4 0 5 6 7 8` takes 23,259 states by the estimate `difference`. Trace it (`unjam "
        "trace`), find the first step that leads away from the goal, and explain why the estimate liked it.",
    ),
    Page(
        "bidirectional",
        "Bidirectional search",
        "Search from the start and from the goals at once, and stop where the two meet. Each side is a breadth-first "
        "search; the side with the smaller frontier grows by one whole layer, then the sides are weighed again. Two "
        "searches of half the depth see far fewer positions than one of the whole depth. The puzzle must be able to "
        "list its goals and to take moves back, which not every puzzle can. In the picture the towers are lit from "
        "both ends, and the middle stays dark.",
        "When every move costs the same: both sides grow by whole layers, so the first meeting is as short as any.",
        "About twice bᵈᐟ² instead of bᵈ, plus the work of listing the goals.",
        "Both frontiers and every position met from either side.",
        "The goals of Rush Hour are many, for only the red car has to be in its place. How many are there on this "
        "board (`len(list(board.goals()))`), and how does their number change what the search gains?",
    ),
]


def board() -> unjam.Puzzle:
    """The one board of all pages."""
    return unjam.read(BOARD)[0]


def pages() -> dict[str, str]:
    """File name under docs/search -> what must be in it."""
    searches = [(page.name, ESTIMATE if page.name in INFORMED else None) for page in PAGES]
    seen = lab(board(), searches)
    out = {"board.txt": BOARD, "board.svg": svg(board().scene(), dark=None, title="The board of all pages") + "\n"}
    for page, record in zip(PAGES, seen.records, strict=True):
        title = f"{page.title}: {record.result.expanded:,} of {seen.skyline.states:,} positions expanded"
        out[f"{page.name}.svg"] = skyline_svg(seen.skyline, record, title=title)
        out[f"{page.name}.md"] = _page(page, seen, PAGES.index(page))
    out["README.md"] = _index(seen)
    return out


def _page(page: Page, seen: Lab, at: int) -> str:
    record, best = seen.records[at], seen.skyline.best
    result = record.result
    assert result.cost is not None
    assert best is not None
    extra = f"{result.cost - best:,} too many" if result.cost > best else "the shortest"
    by = f', heuristic="{ESTIMATE}"' if page.name in INFORMED else ""
    repeats = f" {record.again:,} of these were repeats, counted but not drawn." if record.again else ""
    files = [f"{page.name}.py", *([page.shares] if page.shares else [])]
    code = "\n\n".join(
        f"[`src/unjam/search/{name}`](../../src/unjam/search/{name})\n\n```python\n{(SOURCE / name).read_text()}```"
        for name in files
    )
    last, following = PAGES[at - 1], PAGES[(at + 1) % len(PAGES)]
    return f"""<!-- Written by tools/make_search_pages.py; change it there. -->
# {page.title}

{page.idea}

![{page.title} on the skyline]({page.name}.svg)

*After the last step: {result.expanded:,} positions expanded, {_waiting(record.kinds)}way out in red, \
{result.cost:,} moves long, {extra}.{repeats}*

## The code

As it stands in the project. `Nodes` keeps the books of every search (who came from where, what was counted) and calls
the `watch` function with each event; [nodes.py](../../src/unjam/search/nodes.py) is short.

{code}

## When it is optimal

{page.optimal}

## What it costs

**Time.** {page.time}

**Memory.** {page.memory}

## Try it

```python
>>> import unjam
>>> from pathlib import Path
>>> board = unjam.read(Path("docs/search/board.txt").read_text())[0]
>>> result = unjam.solve(board, algorithm="{page.name}"{by})
>>> result.cost, result.expanded, result.optimal
({result.cost}, {result.expanded}, {result.optimal})

```

In the shell: `unjam compare docs/search/board.txt --algorithms {page.name}`. On the page (`unjam play`), the Lab shows
it step by step beside the others.

## Exercise

{page.exercise}

---
[{last.title}]({last.name}.md) · [All searches](README.md) · [{following.title}]({following.name}.md)
"""


def _waiting(kinds: bytes) -> str:
    return "those on the frontier in green, the " if kinds.count(1) > kinds.count(2) else "the "


def _index(seen: Lab) -> str:
    rows = "\n".join(
        f"| [{page.title}]({page.name}.md) | {record.result.cost:,} | {'yes' if record.result.optimal else 'no'} "
        f"| {record.result.expanded:,} | {record.result.generated:,} | {record.result.max_frontier:,} |"
        for page, record in zip(PAGES, seen.records, strict=True)
    )
    return f"""<!-- Written by tools/make_search_pages.py; change it there. -->
# The reading room: eight ways to search

Every page tells the idea of one search in five sentences, shows its code as it stands in the project, its picture, when
its answer is the best, what it costs, and ends with an exercise. All pages use the same board, so that the pictures can
be compared.

<img src="board.svg" alt="The board: a red car in row 3, seven others in its way" width="330">

The red car has to leave on the right. {seen.skyline.states:,} positions can be reached, and the shortest way out takes
{seen.skyline.best} moves ([board.txt](board.txt)).

In the pictures every window is one of these positions, and every tower a number of moves **from the start** (`unjam
explore` counts the other way round: to the nearest **goal**). Blue windows (amber by night) were expanded, green ones
were waiting on the frontier when the search ended, grey ones were never seen, red ones are the way out.

| search | moves | proven shortest | expanded | generated | largest frontier |
|---|---:|---|---:|---:|---:|
{rows}

*Expanded* counts the positions taken from the frontier, the goal included; *generated* counts every successor, known or
not. The informed searches use the estimate `{ESTIMATE}`: the number of cars between the red car and the exit. `unjam
compare docs/search/board.txt` prints this table for every estimate; with `--plot out.svg` it is a picture:

![What each search expanded and generated, on a logarithmic scale](../pictures/compare.svg)
"""


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (OUT / name).write_text(text, encoding="utf-8")


# -- the picture of a search

WIDTH, HEIGHT = 620, 240
_DAY = {
    "un": Colour(0.858, 0.02, 250),
    "ex": Colour(0.45, 0.12, 268),
    "fr": Colour(0.645, 0.11, 190),
    "so": Colour(0.615, 0.196, 27),
    "li": Colour(0.70, 0.018, 250),
}
_NIGHT = {
    "un": Colour(0.34, 0.03, 268),
    "ex": Colour(0.77, 0.105, 80),
    "fr": Colour(0.91, 0.085, 195),
    "so": Colour(0.64, 0.19, 27),
    "li": Colour(0.45, 0.028, 268),
}


def skyline_svg(skyline: Skyline, record: Record, expansions: int | None = None, title: str = "") -> str:
    """The skyline after a number of expansions (by default all), in the colours of the reader's theme."""
    state = bytearray(skyline.states)
    left = record.result.expanded if expansions is None else min(expansions, record.result.expanded)
    over = left == record.result.expanded
    for kind, n in zip(record.kinds, record.numbers, strict=True):
        if kind >= EXPANDED and left <= 0:
            break
        left -= n if kind == REPEATS else kind == EXPANDED
        if kind != REPEATS:
            state[n] = kind
    path = set(record.path) if over else set()
    towers = skyline.towers()
    columns, pitch = _fit(len(towers), max(towers))
    size, wide = pitch * 0.8, WIDTH / len(towers)
    paths: dict[str, list[str]] = {"un": [], "fr": [], "ex": [], "so": []}
    filled = [0] * len(towers)
    for n, d in enumerate(skyline.distance):
        row, column = divmod(filled[d], columns)
        filled[d] += 1
        ink = "so" if n in path else {UNSEEN: "un", FRONTIER: "fr", EXPANDED: "ex"}[state[n]]
        paths[ink].append(f"M{_n(d * wide + column * pitch)} {_n(HEIGHT - row * pitch - size / 2)}h{_n(size)}")
    rules = "".join(f".{ink}{{stroke:{colour.hex}}}" for ink, colour in _DAY.items())
    night = "".join(f".{ink}{{stroke:{colour.hex}}}" for ink, colour in _NIGHT.items())
    drawn = "".join(f'<path class="{ink}" d="{"".join(d)}"/>' for ink, d in paths.items() if d)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {WIDTH + 8} {HEIGHT + 12}" width="{WIDTH + 8}" '
        f'height="{HEIGHT + 12}" role="img"><title>{escape(title)}</title>'
        f"<style>{rules}@media(prefers-color-scheme:dark){{{night}}}</style>"
        f'<g fill="none" stroke-width="{_n(size)}">{drawn}</g>'
        f'<path class="li" stroke-width="1.5" d="M-2 {HEIGHT + 3}h{WIDTH + 4}"/></svg>\n'
    )


def _fit(towers: int, most: int) -> tuple[int, float]:
    """The number of windows across a tower and their pitch, as large as the picture allows."""
    best = (1, 0.0)
    for columns in range(1, most + 1):
        pitch = min(HEIGHT / -(-most // columns), WIDTH / towers / (columns + 0.7), 12.0)
        if pitch > best[1]:
            best = columns, pitch
    return best


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


if __name__ == "__main__":
    main()
