"""Levels for the tests of the commands, and helpers that run a command inside this process."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from typing import Any

import pytest

from unjam.cli import main

EIGHT = "6\n8\n1 h 2 2 3\n2 h 2 1 1\n3 h 2 5 5\n4 h 3 3 6\n5 v 3 6 1\n6 v 3 1 2\n7 v 3 4 2\n8 v 2 1 5\n"
EASY = "oooooooooBooAAoBoooooooooooooooooooo"
EIGHT_LINE = "BBoooEFooGoEFAAGoEFooGooHoooCCHoDDDo"
THREE_LINE = "ooooBoooooBoAAooBooooDDooooooooooooo"
STUCK = "oooxooooooooAAoxoooooooooooooooooooo"
BAD = "AAoooooooooooAoooooooooooooooooooooo"
HALL = """\
##########
#        #
# $ $ $  #
#  $ $ $ #
# $ $ $  #
#        #
#..... @ #
#....    #
##########
"""


class Piped(io.TextIOWrapper):
    """Standard input that is not a terminal."""

    def isatty(self) -> bool:
        return False


def run_command(monkeypatch: pytest.MonkeyPatch, *argv: str, stdin: str | bytes = "") -> tuple[int, str, str]:
    """Return the command's exit code, output and errors."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    monkeypatch.setattr(sys, "stdin", Piped(io.BytesIO(data)))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        main(list(argv))
    return int(leaving.value.code or 0), out.getvalue(), err.getvalue()


def records(text: str) -> list[dict[str, Any]]:
    """Return the records of JSON Lines."""
    return [json.loads(line) for line in text.splitlines()]
