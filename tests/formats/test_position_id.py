"""Position ids: every position survives a round trip, and bad ids are rejected."""

from __future__ import annotations

import base64
import random
import zlib

import pytest

from unjam.core.puzzle import PuzzleError
from unjam.families import FAMILIES, family
from unjam.formats.position_id import MAX_ID_LENGTH, decode, encode

LEVELS = {
    "rushhour": "BoCDDDBoCEFFAACEGHooooGHIIJJJKoLLooK",
    "tiles": "8 4 2 3 9 0 6 7 12 1 5 10 13 14 15 11",
    "blocks": "ABBC\nABBC\nDEEF\nDGHF\nI..J\ngoal B at 3,1",
    "sokoban": "#######\n#  .  #\n# $@$ #\n#  .  #\n#######",
    "packing": "board 4 3\nBar 4x1\nEll 2x2\nDot 1x2 2",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_every_position_survives_a_round_trip(name: str) -> None:
    rng, position = random.Random(name), family(name).parse(LEVELS[name])
    for _ in range(30):
        id = encode(position)
        back = decode(id)
        assert back == position
        assert str(back) == str(position)
        assert encode(back) == id
        assert all(letter.isalnum() or letter in "-_" for letter in id)
        moves = list(position.moves())
        if not moves:
            break
        position = position.play(rng.choice(moves))


def test_ids_are_short() -> None:
    assert len(encode(family("rushhour").parse(LEVELS["rushhour"]))) < 60
    assert len(encode(family("tiles").parse(LEVELS["tiles"]))) < 60


def packed(text: bytes) -> str:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "1" + base64.urlsafe_b64encode(compressor.compress(text) + compressor.flush()).decode().rstrip("=")


@pytest.mark.parametrize(
    "id",
    ["", "1", "2abc", "1!!!!", "../../etc/passwd", "1" + "A" * (MAX_ID_LENGTH + 1), "1AAAA", "1é", packed(b"chess\ne4"),
     packed(b"rushhour\n" + b"A" * 10_000_000), packed(b"\xff\xfe\n"), packed(b"tiles\n1 2 3"), packed(b""),
     packed(b"sokoban\n" + b"#" * 200 + b"\n")],
)  # fmt: skip
def test_invalid_id_is_rejected(id: str) -> None:
    with pytest.raises(PuzzleError):
        decode(id)


def test_truncated_and_altered_ids_never_crash() -> None:
    id = encode(family("rushhour").parse(LEVELS["rushhour"]))
    rng = random.Random(7)
    refused = 0
    for _ in range(300):
        at = rng.randrange(1, len(id))
        bad = id[:at] + rng.choice("ABCabc019-_") + id[at + 1 :] if rng.random() < 0.7 else id[:at]
        try:
            decode(bad)
        except PuzzleError:
            refused += 1
    assert refused > 150


def test_level_too_large_for_a_link_is_rejected() -> None:
    board = "\n".join("#" * 250 if r in (0, 249) else "#" + " " * 248 + "#" for r in range(250))
    level = family("sokoban").parse(
        board.replace("#  ", "#@$", 1) if "@" in board else board.replace("#    ", "#@$ .", 1)
    )
    with pytest.raises(PuzzleError, match=r"cells|characters"):
        decode(encode(level))
