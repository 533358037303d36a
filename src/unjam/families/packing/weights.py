"""Assumed weights and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# The slope of Sokoban in the laboratory study, with an intercept lower by one; nobody was timed on packing.
WEIGHTS = Weights(
    intercept=3.3,
    weights={"luck": 0.8},
    borders=(160.0, 340.0, 500.0),
    typical={"luck": 3.067},
)
