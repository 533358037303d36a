"""Boards for the tests of the lab: a small one for each family, and some of a known size."""

EIGHT_MOVES = "6\n8\n1 h 2 2 3\n2 h 2 1 1\n3 h 2 5 5\n4 h 3 3 6\n5 v 3 6 1\n6 v 3 1 2\n7 v 3 4 2\n8 v 2 1 5"
SMALL = {
    "rushhour": EIGHT_MOVES,
    "tiles": "2 3\n4 1 2\n0 5 3",
    "blocks": "AAB\nAAC\n.D.\ngoal A at 1,1",
    "sokoban": "######\n#  . #\n# $$ #\n# @ .#\n######",
    "packing": "board 5 4\nA 2x2\nB 2x2\nC 1x4\nD 2x3\nE 2x1",
}
TEN_THOUSAND = "FFF.E.JJJ.EIAA..EID.CBBBD.CHH..GG..."
"""9,997 positions."""
FAR_EIGHT = "8 6 7 2 5 4 3 0 1"
"""An 8-puzzle position that is 27 moves away."""
FIFTEEN = "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0"
