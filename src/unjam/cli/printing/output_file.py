"""Writing pictures and other files; an existing file is either replaced completely or left unchanged."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys

import click

from ..reading.entries import Entry
from ..reading.levels import Levels
from ..reading.sources import BadFile
from . import terminal
from .language import system_error, words

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})")
PICTURES = frozenset({"svg", "png", "gif", "jpg", "jpeg", "webp", "pdf", "bmp", "tif", "tiff"})
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


def number_path(path: str, number: int, several: bool) -> str:
    """Return the path with the number inserted before its extension if there are several files.

    >>> number_path("out/plot.svg", 3, True), number_path("plot.svg", 1, False)
    ('out/plot-3.svg', 'plot.svg')
    """
    if not several:
        return path
    stem, ending = os.path.splitext(path)
    return f"{stem}-{number}{ending}"


def check_ending(kind: str, path: str, option: str = "") -> None:
    """Raise UsageError if the file name has the extension of a different kind of picture."""
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    if ending in PICTURES and ending != kind and is_file(path):
        problem = words(
            "--{option} writes a .{kind} file, but '{file}' ends in .{ending}",
            option=option or kind,
            kind=kind,
            file=path,
            ending=ending,
        )
        raise click.UsageError(problem)


def write(path: str, data: bytes) -> None:
    """Write the data to a file, a device or a pipe; ``-`` is standard output."""
    try:
        if path == "-":
            _to_standard_output(data)
        else:
            _write(path, data)
    except BrokenPipeError:
        if path == "-":  # the reader stopped reading, as in a pipe to head
            raise
        raise BadFile(words("{path}: the reader closed it before everything was written", path=path)) from None
    except OSError as error:
        raise BadFile(f"{words('standard output') if path == '-' else path}: {system_error(error)}") from None


def _to_standard_output(data: bytes) -> None:
    out = sys.stdout
    if not hasattr(out, "buffer"):  # closed, or replaced by a stream that accepts only text
        out.write(data.decode())
        return
    out.flush()
    out.buffer.write(data)
    out.buffer.flush()


def _write(path: str, data: bytes) -> None:
    descriptor = _descriptor(path)
    if descriptor is not None:  # opening /dev/stdout would truncate a file to which the shell appends
        with os.fdopen(os.dup(descriptor), "wb") as out:
            out.write(data)
    elif is_file(path) and os.path.exists(path):
        with open(path, "r+b", buffering=0) as file:
            _rewrite(file.fileno(), data, file.read())
    else:
        with open(path, "wb") as out:
            out.write(data)


def _descriptor(path: str) -> int | None:
    match = _DESCRIPTOR.fullmatch(path)
    return int(match[1]) if match else _STREAMS.get(path)


def _rewrite(handle: int, data: bytes, old: bytes) -> None:
    """Overwrite an existing file, keeping its mode, owner and links; restore its content if writing fails."""
    try:
        _fill(handle, data)
    except BaseException:
        with contextlib.suppress(OSError):
            _fill(handle, old)
        raise


def _fill(handle: int, data: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.ftruncate(handle, len(data))


class Plots:
    """Where a command writes its plots and its table; with ``--plot -`` the table goes to standard error."""

    def __init__(self, path: str | None, as_json: bool) -> None:
        self.path = path
        self.alone = path == "-"
        if self.alone and as_json:
            raise click.UsageError(words("--plot - and --json both write to standard output; choose one"))
        self.kind = _kind(path) if path else ""

    def check(self, levels: Levels) -> None:
        """Raise UsageError if several pictures would go to standard output."""
        if self.alone and not levels.is_single:
            raise click.UsageError(words("--plot - writes one picture, but there are several levels; name a file"))

    @property
    def columns(self) -> int | None:
        """The width of the terminal that shows the table; None if the table is not printed to a terminal."""
        return terminal.columns(err=self.alone)

    def echo(self, text: str) -> None:
        terminal.echo(text, err=self.alone)

    def write(self, levels: Levels, entry: Entry, drawn: bytes) -> None:
        assert self.path is not None
        write(number_path(self.path, entry.number, not levels.is_single) if is_file(self.path) else self.path, drawn)


def _kind(path: str) -> str:
    from ...pictures.charts import KINDS, kind_of

    ending = path.rpartition(".")[2].lower()
    return kind_of(path if is_file(path) or ending in KINDS else "plot.svg")


def is_file(path: str) -> bool:
    """Whether the path names a regular file, existing or new, rather than a device, a pipe or standard output."""
    if path == "-" or _descriptor(path) is not None:
        return False
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True
