"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# The slope found for Sokoban in the laboratory study, with an intercept lower by one; no packing times were measured.
WEIGHTS = Weights(
    intercept=3.3,
    weights={"luck": 0.8},
    borders=(160.0, 340.0, 500.0),
    typical={"luck": 3.067},
)
