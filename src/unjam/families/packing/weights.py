"""Assumed weights and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# Sokoban's slope in the laboratory with an intercept one lower; nobody was timed with packing.
WEIGHTS = Weights(
    intercept=3.3,
    weights={"luck": 0.8},
    borders=(160.0, 340.0, 500.0),
    typical={"luck": 3.067},
)
