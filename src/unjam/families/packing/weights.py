"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# Assumed (docs/difficulty.md). The base is 1.6 seconds for each piece if nothing can go wrong, and twice as many pieces
# take twice as long (0.693). The weight of luck is the one at which six pieces take minutes and the twelve pentominoes
# well over an hour.
# Spread: the times of 9,650 people who solved the T puzzle have 0.96, and most of those who tried gave up.
WEIGHTS = Weights(
    intercept=0.5,
    weights={"pieces": 0.6931, "luck": 1.6},
    borders=(240.0, 1800.0, 4500.0),
    typical={"pieces": 2.585, "luck": 3.094},
    spread=1.1,
)
