"""Weights of the human model and the borders between difficulties in seconds; written by tools/refit.py."""

from ...core.puzzle import Weights

WEIGHTS = Weights(
    intercept=0.763,
    weights={"moves": 0.746, "luck": 0.327},
    borders=(30.0, 90.0, 240.0),
    calibrated=True,
    typical={"moves": 3.322, "luck": 1.644},
    spread=0.88,
)
