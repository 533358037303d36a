"""Heuristics of the user's own: a function, or a function in a Python file, written FILE.py:NAME.

Files are loaded only where a user names one on the command line, never because a request asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any

from .errors import UnjamError, Unsupported
from .message import Message

if TYPE_CHECKING:
    from .puzzle import Heuristic

LOADED: dict[str, Heuristic] = {}
"""The heuristics that were loaded from files, by FILE.py:NAME."""


def names_file(name: str) -> bool:
    """Return whether the name of a heuristic is a function in a Python file.

    >>> names_file("mine.py:boxes_left"), names_file("blocking")
    (True, False)
    """
    return ".py:" in name


def short_name(name: str) -> str:
    """Return the name of a heuristic without the folder of its file.

    >>> short_name("/home/ada/mine.py:boxes_left")
    'mine.py:boxes_left'
    """
    return os.path.basename(name)


def load_heuristic(name: str, shown: str | None = None) -> Heuristic:
    """Load a heuristic, written FILE.py:NAME, and remember it under that name, or under the one to be shown.

    An error that the function raises is reported with its line in the file.
    """
    shown = shown or name
    if shown in LOADED:
        return LOADED[shown]
    from runpy import run_path  # only where a file is named

    path, _, function = name.rpartition(":")
    if not os.path.isfile(path):
        raise Unsupported(Message("{path}: no such Python file", path=path))
    found = run_path(path).get(function)
    if not callable(found):
        raise Unsupported(Message("{path}: there is no function '{name}'", path=path, name=function))
    LOADED[shown] = make_heuristic(_with_place(found, path, shown.rpartition(":")[0]), shown)
    return LOADED[shown]


def _with_place(function: Callable[..., Any], path: str, shown: str) -> Callable[..., Any]:
    """Return the function with its errors as one sentence: the file, the line and what was raised there."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except (UnjamError, MemoryError):
            raise
        except Exception as error:
            at, line = error.__traceback__, None
            while at is not None:
                line = at.tb_lineno if at.tb_frame.f_code.co_filename == path else line
                at = at.tb_next
            what = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))
            raise Unsupported(
                Message("error in {path}, line {line}: {error}", path=shown, line=line, error=what)
            ) from error

    return call


def make_heuristic(function: Callable[..., Any], name: str) -> Heuristic:
    """Return the heuristic that calls a function of the position, or of the position and the metric.

    Nothing is known about it, so no search reports an optimum because of it. A value that is not a whole number from 0
    up is an error that names the function.

    >>> from unjam import Tiles
    >>> make_heuristic(lambda board: 7, "seven")(Tiles.parse("1 0 2 3 4 5 6 7 8"), "moves")
    7
    """
    from .puzzle import Heuristic  # puzzle imports this module

    takes_metric = _takes_two(function)

    def estimate(position: Any, metric: str) -> int:
        value = function(position, metric) if takes_metric else function(position)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise Unsupported(
                Message("{name} returned {value}; expected a whole number from 0 up", name=name, value=repr(value)[:40])
            )
        return value

    return Heuristic(estimate)


def _takes_two(function: Callable[..., Any]) -> bool:
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    wanted = [each for each in signature(function).parameters.values() if each.kind in kinds]
    return len([each for each in wanted if each.default is Parameter.empty]) > 1
