"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# Fitted to Rush Hour times with the number of moves as the only input (printed by tools/refit.py), because no times
# were measured for blocks.
WEIGHTS = Weights(
    intercept=-0.666,
    weights={"moves": 1.313},
    borders=(76.0, 480.0, 1100.0),
    typical={"moves": 4.907},
)
