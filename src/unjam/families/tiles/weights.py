"""The weights of the time assumed for tiles, and the seconds at which levels begin (tools/cut_borders.py)."""

from ...core.puzzle import Weights

# A second and a half for each move of a solution half-way (as a geometric mean) between the shortest one and that of
# a learned method; nobody's times are behind it.
WEIGHTS = Weights(
    intercept=0.4055,
    weights={"moves": 0.3466, "by_hand": 0.3466},
    borders=(28.0, 42.0, 57.0),
    typical={"moves": 4.585, "by_hand": 5.17},
)
