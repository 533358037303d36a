"""Loads a student's search from a Python file and grades it in a process of its own, which can be ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from runpy import run_path
from typing import TYPE_CHECKING, Any

from ..core.errors import Unsupported
from ..core.limits import Limits
from ..core.message import Message
from .grade import Grade, describe_error, grade_search
from .student_text import find_function

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

GRACE = 2.0
"""Seconds after the time limit in which the process may still answer by itself."""


Search = Callable[..., Any]


def load_search(path: str, name: str) -> Search:
    """Return the function ``name`` of a Python file, or the only function that the file defines."""
    if not os.path.isfile(path):
        raise Unsupported(Message("{path}: no such Python file", path=path))
    return find_function(run_path(path), name, path)


def grade_file(name: str, path: str, limits: Limits) -> Grade | None:
    """Grade the search in a file; return None if it did not end in time. An error in the file raises Unsupported."""
    from multiprocessing import get_context  # a browser has none, but imports this module

    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(theirs, name, path), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(None if limits.seconds is None else limits.seconds + GRACE):
            return None
        answer: Grade | Unsupported = ours.recv()
    except EOFError:
        answer = Unsupported(Message("{path}: the search ended the whole process", path=path))
    finally:
        process.kill()
        process.join()
    if isinstance(answer, Unsupported):
        raise answer
    return answer


def _work(answers: Connection, name: str, path: str) -> None:
    try:
        with redirect_stdout(sys.stderr):  # what the search prints is not part of the answer
            result = grade_search(name, load_search(path, name))
        answers.send(result)
    except Unsupported as error:
        answers.send(error)
    except SyntaxError as error:
        place = Message("line {line}: {error}", line=error.lineno or 1, error=error.msg)
        answers.send(Unsupported(Message("{path}: {error}", path=path, error=place)))
    except (Exception, SystemExit) as error:
        answers.send(Unsupported(Message("{path}: {error}", path=path, error=describe_error(error))))
