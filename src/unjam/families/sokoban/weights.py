"""The weights of Sokoban's model of people, and the seconds at which its levels begin; tools/refit.py writes them."""

from ...puzzle import Weights

WEIGHTS = Weights(
    intercept=4.3,
    weights={"luck": 0.8, "box_luck": 0.0, "hidden_dead": 0.0, "walk": 0.0, "solutions": 0.0},
    borders=(240.0, 720.0, 1800.0),
    calibrated=True,
)
