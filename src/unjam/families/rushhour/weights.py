"""The weights of Rush Hour's model of people, and the seconds at which its levels begin; tools/refit.py writes them."""

from ...puzzle import Weights

WEIGHTS = Weights(
    intercept=0.7626,
    weights={"moves": 0.7457, "luck": 0.3274},
    borders=(30.0, 90.0, 240.0),
    calibrated=True,
)
