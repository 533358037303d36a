"""A student's Python code, given as a text: runs it as a module, finds its function, and the lines of its errors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from ..core.errors import Unsupported
from ..core.message import Message

FILE = "mine.py"
"""What the code is called in error messages."""
Function = Callable[..., Any]


def run_text(text: str) -> dict[str, Any]:
    """Run a text as a module, and return its names.

    >>> run_text("def twice(n): return 2 * n")["twice"](4)
    8
    """
    module = ModuleType(FILE.removesuffix(".py"))
    sys.modules[module.__name__] = module  # data classes look themselves up there
    exec(compile(text, FILE, "exec"), module.__dict__)
    return module.__dict__


def find_function(names: Mapping[str, Any], name: str, path: str) -> Function:
    """Return the function with this name, or the only function that the file defines."""
    found: Function | None = names.get(name)
    if callable(found):
        return found
    own = [each for each in names.values() if callable(each) and getattr(each, "__module__", "") == names["__name__"]]
    functions: list[Function] = [each for each in own if not isinstance(each, type)]
    if len(functions) != 1:
        raise Unsupported(Message("{path}: there is no function '{name}'", path=path, name=name))
    return functions[0]


def find_line(error: BaseException) -> int | None:
    """Return the line of the student's code at which an error was raised, or which cannot be read.

    The code may have called unjam, or a module of the standard library: their lines are not its own.
    """
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno
    trace, line = error.__traceback__, None
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package != "unjam" and package not in sys.stdlib_module_names:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def error_text(error: BaseException) -> str:
    """Return an error as one line, such as ``NameError: name 'x' is not defined``."""
    what = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {what}" if what else type(error).__name__
