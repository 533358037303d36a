"""Weights of the human model and the borders between difficulties in seconds; written by tools/refit.py."""

from ...core.puzzle import Weights

WEIGHTS = Weights(
    intercept=2.603,
    weights={"luck": 0.322, "box_luck": 0.193, "hidden_dead": 1.4, "walk": 0.313, "solutions": 0.026},
    borders=(180.0, 480.0, 900.0),
    calibrated=True,
    typical={"luck": 3.213, "box_luck": 3.214, "hidden_dead": 0.314, "walk": 5.229, "solutions": -6.585},
    spread=1.25,
)
