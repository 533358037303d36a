"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# The weight of the length is that of Rush Hour's times with the number of moves as the only input (printed by
# tools/refit.py). The base time is twice that of Rush Hour (-0.666), which is assumed: blocks move in two directions,
# and nothing tells which one has to give way first.
# Spread: assumed, in the middle of what people showed in other puzzles (0.6 to 1.2).
WEIGHTS = Weights(
    intercept=0.027,
    weights={"moves": 1.313},
    borders=(150.0, 900.0, 2100.0),
    typical={"moves": 4.954},
    spread=1.0,
)
