"""The options that commands share, and the limits they set."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import Any, TypeVar

import click

from ..puzzle import Limits
from ..words import SENTENCES
from .files import Source

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Size(click.ParamType[int]):
    """A number of bytes such as 500M or 4G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        if not match or float(match[1]) <= 0:
            self.fail(f"'{value}' is not a size; expected a number with K, M or G, such as 4G", param, ctx)
        return int(float(match[1]) * _UNITS[match[2].upper()])


class Seconds(click.ParamType[float]):
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 < seconds < float("inf"):
            self.fail(f"'{value}' is not a time; expected seconds above 0, such as 2.5", param, ctx)
        return seconds


@dataclass(frozen=True, slots=True)
class Common:
    """What every command that reads levels is told: which, how to answer, and how much may be spent on it."""

    file: str
    family_name: str | None
    as_json: bool
    quiet: bool
    time_limit: float | None = None
    memory_limit: int | None = None
    workers: int | None = None

    def source(self, **options: Any) -> Source:
        """The levels of the file; options are the family's own."""
        return Source(self.file, self.family_name, **options)

    def limits(self, at_once: int = 1) -> Limits:
        """The limits asked for; without a memory limit, three quarters of what is free, so that nothing is killed."""
        return Limits(self.time_limit, self.memory_limit or max(1 << 28, _free_bytes() * 3 // 4 // at_once))


def common(
    *, limits: bool = True, workers: str = "Levels worked on at a time; all cores by default."
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """FILE, --family, --json and --quiet, with the limits and --workers (and its help) where a command searches.

    The command gets them all as one ``Common``, before its own options.
    """
    options = [
        click.argument("file", default="-"),
        click.option("--family", "family_name", help="The family, or a Python file with one of your own."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else."),
        click.option("--quiet", is_flag=True, help="No progress bar, no summary."),
    ]
    if limits:
        options += [
            click.option("--time-limit", type=Seconds(), help="Seconds per level."),
            click.option("--memory-limit", type=Size(), help="Per level, such as 500M or 4G."),
        ]
    if workers:
        options.append(click.option("--workers", type=click.IntRange(min=1), help=workers))

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        names = {field.name for field in fields(Common)}

        @wraps(command)
        def packed(**given: Any) -> int:
            shared = {name: given.pop(name) for name in names & given.keys()}
            return command(Common(**shared), **given)

        for option in reversed(options):
            packed = option(packed)
        return packed

    return decorate


def plot_option(command: F) -> F:
    return click.option(
        "--plot",
        metavar="F",
        help="Draw it too, as .svg or .png; with several levels each gets its number in the name.",
    )(command)


def goal_option(command: F) -> F:
    return click.option("--goal", type=click.Choice(["first", "last"]), help="Tiles: where the gap ends.")(command)


def lang_option(command: F) -> F:
    """--lang, with the languages that have words."""
    return click.option("--lang", type=click.Choice(list(SENTENCES)), default="en", help="The words.")(command)


def metric_option(command: F) -> F:
    return click.option("--metric", help="What a cost counts; each family has its own, the first is the default.")(
        command
    )


def _free_bytes() -> int:
    try:
        with open("/proc/meminfo", encoding="ascii") as info:
            return next(int(line.split()[1]) << 10 for line in info if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
