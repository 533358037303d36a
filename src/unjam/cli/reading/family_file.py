"""Families and heuristics that the user defines in Python files."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from ...core.own_heuristics import load_heuristic, names_file, short_name
from ...core.puzzle import Puzzle, Unsupported
from ...families import family, load
from ..printing.language import system_error, translate, words
from .sources import BadFile

T = TypeVar("T")


def find_family(name: str | None) -> type[Puzzle] | None:
    """Return the family chosen with --family, or None if it has to be detected."""
    if name is None:
        return None
    return load_own_family(name) if name.endswith(".py") else family(name)


def load_own_family(path: str) -> type[Puzzle]:
    """Load the family defined in a Python file and register it under its name."""
    return _load(load, path, path)


def load_own_heuristics(names: str | None) -> str | None:
    """Load those of the comma-separated heuristics that are functions in Python files; return the names."""
    for name in names.split(",") if names else ():
        if names_file(name := name.strip()):
            _load(load_heuristic, name, name.rpartition(":")[0])
    return names


def load_page_heuristic(name: str) -> None:
    """Load a heuristic, written FILE.py:NAME, under the name without folders by which the page knows it."""
    _load(lambda each: load_heuristic(each, short_name(each)), name, name.rpartition(":")[0])


def _load(load_it: Callable[[str], T], name: str, path: str) -> T:
    """Run a Python file of the user's; raise BadFile with the place of the error if it fails."""
    try:
        return load_it(name)
    except (Exception, SystemExit) as error:
        raise BadFile(_describe_file_error(error, path)) from None


def _describe_file_error(error: BaseException, path: str) -> str:
    """Return on one line why a Python file of the user's could not be run, with the place."""
    if isinstance(error, Unsupported):
        return translate(error)
    if isinstance(error, SyntaxError):
        place = words("line {line}", line=error.lineno) + ": " if error.lineno else ""
        file = error.filename if error.filename and not _is_same(error.filename, path) else path
        return f"{file}: {place}{error.msg}"
    if isinstance(error, OSError):
        return f"{error.filename or path}: {system_error(error)}"
    return f"{path}: {_error_place(error, path)}{describe_error(error)}"


def _is_same(file: str, path: str) -> bool:
    return os.path.realpath(file) == os.path.realpath(path)


def describe_error(error: BaseException) -> str:
    """Return the error on one line.

    >>> describe_error(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def _error_place(error: BaseException, path: str) -> str:
    """Return the beginning of the error message: the number of the line in the file at which the error was raised."""
    at, line = error.__traceback__, None
    while at is not None:
        if _is_same(at.tb_frame.f_code.co_filename, path):
            line = at.tb_lineno
        at = at.tb_next
    return words("line {line}", line=line) + ": " if line else ""
