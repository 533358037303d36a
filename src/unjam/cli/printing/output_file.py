"""Write the files of a command: a regular file whole or not at all, a device or a pipe directly."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys

import click

from ..reading.entries import Entry
from ..reading.levels import Levels
from ..reading.sources import BadFile, reason
from . import terminal
from .translate import words

_DESCRIPTOR = re.compile(r"/(?:dev|proc/self)/fd/(\d{1,9})")
PICTURES = frozenset({"svg", "png", "gif", "jpg", "jpeg", "webp", "pdf", "bmp", "tif", "tiff"})
_STREAMS = {"/dev/stdout": 1, "/dev/stderr": 2}


def numbered(path: str, number: int, several: bool) -> str:
    """Put the number before the ending of the name if there are several pictures.

    >>> numbered("out/plot.svg", 3, True), numbered("plot.svg", 1, False)
    ('out/plot-3.svg', 'plot.svg')
    """
    if not several:
        return path
    stem, ending = os.path.splitext(path)
    return f"{stem}-{number}{ending}"


def check_ending(kind: str, path: str) -> None:
    """Refuse a name that ends like another kind of picture; any other ending is accepted."""
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    if ending in PICTURES and ending != kind and is_file(path):
        problem = words(
            "--{kind} writes a .{kind} file, but '{file}' ends in .{ending}",
            kind=kind,
            file=path,
            ending=ending,
        )
        raise click.UsageError(problem)


def write(path: str, data: bytes) -> None:
    """Write the data. ``-`` is standard output; devices, pipes and links are written through.

    A regular file is written whole or stays as it was, and keeps its mode, its owner and its other names.
    """
    try:
        if path == "-":
            _to_standard_output(data)
        else:
            _write(path, data)
    except BrokenPipeError:
        if path == "-":  # the reader has enough, as in a pipe to head
            raise
        raise BadFile(words("{path}: the reader closed it before everything was written", path=path)) from None
    except OSError as error:
        raise BadFile(f"{words('standard output') if path == '-' else path}: {reason(error)}") from None


def _to_standard_output(data: bytes) -> None:
    out = sys.stdout
    if not hasattr(out, "buffer"):  # closed, or replaced by a stream that takes only text
        out.write(data.decode())
        return
    out.flush()
    out.buffer.write(data)
    out.buffer.flush()


def _write(path: str, data: bytes) -> None:
    descriptor = _descriptor(path)
    if descriptor is not None:  # opening such a name again would cut off a file that the shell appends to
        with os.fdopen(os.dup(descriptor), "wb") as out:
            out.write(data)
        return
    try:
        old = os.stat(path)
    except FileNotFoundError:
        _replace(os.path.realpath(path), data, None)  # a link to a missing file creates that file
        return
    if not stat.S_ISREG(old.st_mode):
        with open(path, "wb") as out:
            out.write(data)
        return
    if not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13))
    real = os.path.realpath(path)
    if old.st_nlink > 1 or not _replace(real, data, old):
        _rewrite(real, data)


def _descriptor(path: str) -> int | None:
    match = _DESCRIPTOR.fullmatch(path)
    return int(match[1]) if match else _STREAMS.get(path)


def _replace(path: str, data: bytes, old: os.stat_result | None) -> bool:
    """Replace the file by a new one; return False if the folder or the owner of the old file does not allow it."""
    import tempfile

    folder, name = os.path.split(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=folder or ".", prefix=f".{name[:200]}.")
    except PermissionError:
        if old is None:
            raise
        return False
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        if old is None:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
        else:
            new = os.stat(temporary)
            if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
                try:
                    os.chown(temporary, old.st_uid, old.st_gid)
                except OSError:
                    os.unlink(temporary)
                    return False
            os.chmod(temporary, stat.S_IMODE(old.st_mode))
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return True


def _rewrite(path: str, data: bytes) -> None:
    """Write into the existing file, to keep its hard links and owner; on failure restore the old content."""
    with open(path, "r+b", buffering=0) as file:
        old = file.read()
        try:
            _fill(file.fileno(), data)
        except BaseException:
            with contextlib.suppress(OSError):
                _fill(file.fileno(), old)
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
        """Refuse several pictures on standard output."""
        if self.alone and not levels.is_single:
            raise click.UsageError(words("--plot - writes one picture, but there are several levels; name a file"))

    @property
    def columns(self) -> int | None:
        """The width of the terminal that shows the table; None if there is none."""
        return terminal.columns(err=self.alone)

    def echo(self, text: str) -> None:
        terminal.echo(text, err=self.alone)

    def write(self, levels: Levels, entry: Entry, drawn: bytes) -> None:
        assert self.path is not None
        write(numbered(self.path, entry.number, not levels.is_single) if is_file(self.path) else self.path, drawn)


def _kind(path: str) -> str:
    from ...pictures.charts import KINDS, kind_of

    ending = path.rpartition(".")[2].lower()
    return kind_of(path if is_file(path) or ending in KINDS else "plot.svg")


def is_file(path: str) -> bool:
    """Whether this is the name of a regular file, existing or not: no device, pipe or standard output."""
    if path == "-" or _descriptor(path) is not None:
        return False
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True
