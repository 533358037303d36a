"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# 1.5 seconds for each move of a solution whose length is halfway (geometric mean) between the shortest solution and
# the one that people learn to find; no times were measured.
WEIGHTS = Weights(
    intercept=0.4055,
    weights={"moves": 0.3466, "by_hand": 0.3466},
    borders=(28.0, 42.0, 57.0),
    typical={"moves": 4.585, "by_hand": 5.17},
)
