"""Assumed weights of the difficulty model, and the borders between difficulties in seconds (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# Assumed from published figures (docs/difficulty.md). The length is halfway (geometric mean) between the shortest
# solution and the one that people learn to find. A person needs 3 seconds for a length of one move, detours included,
# and 2.3 times as long for twice the length: 2 seconds a move, and ever more detours.
# Spread: people who know the method are several times as fast as those who find it on the way.
WEIGHTS = Weights(
    intercept=1.0986,
    weights={"moves": 0.4159, "by_hand": 0.4159},
    borders=(90.0, 150.0, 240.0),
    typical={"moves": 4.585, "by_hand": 4.858},
    spread=0.8,
)
