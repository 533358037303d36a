"""Command-line options shared by several commands, and options added by individual families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import wraps
from itertools import pairwise
from typing import Any, TypeVar

import click

from ..core.limits import MAX_LIMIT
from ..core.puzzle import Limits, Message, Option, Puzzle
from ..families import FAMILIES, family
from .printing.language import lower_first, words
from .reading import family_file
from .reading.levels import Levels

F = TypeVar("F", bound=Callable[..., Any])

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
OWN = "own_"
FIRST_LEVEL = str(Message("The number of the level in each FILE, counting from 1; the first by default."))
"""The help text of --level for commands that work on one level of each file."""


class Size(click.ParamType[int]):
    """The type of an option whose value is a number of bytes, such as 500M or 4G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", str(value).strip(), re.IGNORECASE)
        if not match or float(match[1]) <= 0:
            problem = words("'{value}' is not a size; expected a number with K, M or G, such as 4G", value=str(value))
            self.fail(problem, param, ctx)
        size = float(match[1]) * _UNITS[match[2].upper()]
        if size >= MAX_LIMIT:
            most = f"{MAX_LIMIT // _UNITS['T']}T"
            problem = words(
                "'{value}' is more than any machine has; expected less than {most}", value=str(value), most=most
            )
            self.fail(problem, param, ctx)
        return max(1, int(size))


class Seconds(click.ParamType[float]):
    """The type of an option whose value is a positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not 0 < seconds < MAX_LIMIT:
            problem = words("'{value}' is not a time; expected seconds above 0, such as 2.5", value=str(value))
            self.fail(problem, param, ctx)
        return seconds


VIEWS = ("moves", "boards", "words", "none")


def join_views(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> str:
    """Return the value of --show; only "words" and "boards" can be combined, with a comma or by repeating --show."""
    choice = click.Choice(VIEWS)
    names = {choice.convert(name.strip(), param, ctx) for value in values for name in value.split(",")}
    if names == {"words", "boards"}:
        return "words,boards"
    if len(names) > 1:
        raise click.BadParameter(words("only words and boards can be shown together"), ctx, param)
    return names.pop()


@dataclass(frozen=True, slots=True)
class Common:
    """The options shared by all commands that read levels; ``own`` holds options defined by individual families."""

    paths: tuple[str, ...]
    family_name: str | None
    as_json: bool
    quiet: bool
    time_limit: float | None = None
    memory_limit: int | None = None
    workers: int | None = None
    folder: str | None = None
    cluster: str | None = None
    level: int | None = None
    own: dict[str, Any] = field(default_factory=dict)

    def levels(self, level: int | None = None) -> Levels:
        """Open the files; ``level`` is the command's default for --level."""
        number = level if self.level is None else self.level
        if not self.own:
            return Levels(self.paths, self.family_name, quiet=self.quiet, level=number)
        known = [option for kind in all_families() for option in kind.about.options]
        reading, showing = {o.name for o in known if o.reads}, {o.name for o in known if o.shows}
        return Levels(
            self.paths,
            self.family_name,
            {name: value for name, value in self.own.items() if name in reading},
            {name: value for name, value in self.own.items() if name not in reading | showing},
            {name: value for name, value in self.own.items() if name in showing},
            quiet=self.quiet,
            level=number,
        )

    def limits(self, at_once: int = 1) -> Limits:
        """Return the limits per level; without --memory-limit, ``at_once`` levels share the free memory."""
        return Limits(self.time_limit, self.memory_limit).with_memory_limit(at_once)


def all_families() -> Iterator[type[Puzzle]]:
    return (family(name) for name in list(FAMILIES))


TakesOption = Callable[[type[Puzzle], Option], bool]
"""A function that tells whether a command accepts an option that a family defines."""


def _reads_levels(kind: type[Puzzle], option: Option) -> bool:
    return option.reads


class FamilyCommand(click.Command):
    """A command that also accepts options defined by individual families, by default those for reading levels.

    Loading every family takes longer than solving most levels, so the families are loaded only for --help or if the
    command does not recognise an option.
    """

    _own: tuple[click.Parameter, ...] = ()

    def __init__(self, *args: Any, takes: TakesOption = _reads_levels, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.takes = takes

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        return [*params[:-1], *self._own, *params[-1:]]  # --help stays last

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption:
            for flag, path in pairwise(args):
                if flag == "--family" and path.endswith(".py"):
                    family_file.load_own_family(path)
            self._load_family_options()
            return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._load_family_options()
        super().format_options(ctx, formatter)

    def _load_family_options(self) -> None:
        takers: dict[str, list[tuple[type[Puzzle], Option]]] = {}
        for kind in all_families():
            for option in self.options_of(kind):
                takers.setdefault(option.name, []).append((kind, option))
        self._own = tuple(make_family_option(name, families) for name, families in takers.items())

    def options_of(self, kind: type[Puzzle]) -> Iterable[Option]:
        """Return the family's options that this command accepts."""
        return (option for option in kind.about.options if self.takes(kind, option) and not option.hidden)


def make_family_option(name: str, takers: list[tuple[type[Puzzle], Option]]) -> click.Option:
    help_text = "; ".join(
        words("{name}: {what}", name=kind.title(), what=lower_first(option.help)) for kind, option in takers
    )
    choices = dict.fromkeys(choice for _, option in takers for choice in option.choices)
    metavar = f"[{'|'.join(choices)}]" if choices else None
    return click.Option([f"--{name}", f"{OWN}{name}"], type=takers[0][1].kind, help=help_text, metavar=metavar)


class ListedHelp(click.Option):
    """An option whose help text lists values that depend on the families; the text is built only when it is printed."""

    def __init__(self, *args: Any, listing: Callable[[], str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.listing = listing

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = self.listing()
        return super().get_help_record(ctx)


def list_names(names: Iterable[str]) -> str:
    return words("One of {names}.", names=", ".join(names))


def describe_families(describe: Callable[[type[Puzzle]], str]) -> str:
    return "; ".join(f"{kind.family}: {describe(kind)}" for kind in all_families())


def common(
    *,
    limits: bool = True,
    workers: str = "Number of levels to work on at once; one per core by default.",
    quiet: str = "No progress bar, no summary.",
    runs: bool = False,
    level_help: str = "Only the level with this number in each FILE, counting from 1.",
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Return a decorator that adds FILE, --level, --family, --json and --quiet to a command.

    Depending on the arguments, it also adds the limits, --workers (unless its help is empty), --out and --cluster. The
    command receives all of them as a ``Common``, its first argument.
    """
    options = [
        click.argument("paths", nargs=-1, metavar="[FILE]..."),
        click.option("--level", type=int, metavar="N", help=level_help),
        click.option("--family", "family_name", help="The puzzle family, or a Python file that defines one."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object per line, nothing else."),
        click.option("--quiet", is_flag=True, help=quiet),
    ]
    if limits:
        options += [
            click.option("--time-limit", type=Seconds(), help="Time limit per level, in seconds."),
            click.option("--memory-limit", type=Size(), help="Memory limit per level, such as 500M or 4G."),
        ]
    if workers:
        options.append(click.option("--workers", type=click.IntRange(min=1), help=workers))

    if runs:
        options += [out_option, cluster_option]

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        names = {each.name for each in fields(Common)} - {"own"}

        @wraps(command)
        def wrapper(**values: Any) -> int:
            shared = {name: values.pop(name) for name in names & values.keys()}
            own = {name.removeprefix(OWN): values.pop(name) for name in list(values) if name.startswith(OWN)}
            used = {name: value for name, value in own.items() if value is not None}
            return command(Common(**shared, own=used), **values)

        for option in reversed(options):
            wrapper = option(wrapper)
        return wrapper

    return decorate


def out_option(command: F) -> F:
    return click.option(
        "--out",
        "folder",
        metavar="DIR",
        help="Write Parquet files to this folder; the same command continues a run that was stopped.",
    )(command)


def cluster_option(command: F) -> F:
    return click.option("--cluster", metavar="ADDRESS", help="Use the machines of a Dask scheduler, tcp://HOST:PORT.")(
        command
    )


def plot_option(command: F) -> F:
    return click.option(
        "--plot",
        metavar="F",
        help="Also write a plot to this .svg or .png file; with several levels, each file name gets the number of its"
        " level; '-' for standard output.",
    )(command)


def metric_option(command: F) -> F:
    return click.option(
        "--metric", help="What the cost counts; each family has its own metrics, and the first is the default."
    )(command)
