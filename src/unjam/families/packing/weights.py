"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# Assumed from published figures (docs/difficulty.md). The time is proportional to the number of pieces (0.693 for twice
# as many); the weight of luck is twice that of the laboratory line for Sokoban, so that twelve pentominoes take hours.
# Spread: the times of 9,650 people who solved the T puzzle have 0.96, and most of those who tried gave up.
WEIGHTS = Weights(
    intercept=0.5,
    weights={"pieces": 0.6931, "luck": 1.6},
    borders=(240.0, 1800.0, 4500.0),
    typical={"pieces": 2.585, "luck": 3.094},
    spread=1.1,
)
