"""unjam generate: new levels of a wanted difficulty, as they are found."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any

import click

from ... import __version__
from ...core.generator import DIFFICULTIES, LevelRequest
from ...core.puzzle import Control, Option, Puzzle, Stopwatch
from ...families import family
from ...generation.generate import Generated, generate, generator_for, wished
from ..support import input_files, options, terminal
from ..support.interrupts import stoppable
from ..support.printing import counted
from ..support.translate import number, plural, say, words

_BAR = 20


class Range(click.ParamType[tuple[int, int]]):
    """Two whole numbers with a sign between them, or one that stands for both."""

    def __init__(self, name: str, sign: str, example: str) -> None:
        self.name, self.sign, self.example = name, sign, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(rf"\s*(\d{{1,6}})(?:\s*[{self.sign}]\s*(\d{{1,6}}))?\s*", str(value))
        if not match:
            said = words(
                "'{value}' is not understood; expected such as {example}", value=str(value), example=self.example
            )
            self.fail(said, param, ctx)
        return int(match[1]), int(match[2] or match[1])


class GenerateCommand(click.Command):
    """A command that also takes what the generators of single families can be asked for."""

    _own: tuple[click.Parameter, ...] = ()

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        params = super().get_params(ctx)
        return [*params[:-1], *self._own, *params[-1:]]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption:
            self._ask_makers()
            return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._ask_makers()
        super().format_options(ctx, formatter)

    def _ask_makers(self) -> None:
        found: dict[str, list[tuple[type[Puzzle], Option]]] = {}
        for kind in options.kinds():
            for option in generator_for(kind).options:
                found.setdefault(option.name, []).append((kind, option))
        self._own = tuple(options.own_option(name, takers) for name, takers in found.items())


@click.command("generate", cls=GenerateCommand, help="Make new levels of FAMILY, as hard as wanted; no two are alike.")
@click.argument("family_name", metavar="FAMILY")
@click.option(
    "--difficulty",
    "--level",
    "level",
    type=click.Choice(DIFFICULTIES),
    help="How hard; any where neither this nor --moves says so.",
)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(0, 10**12), help="The same seed makes the same levels; else a new one.")
@click.option("--size", type=Range("RxC", "x×X", "6x6"), metavar="RxC", help="Rows and columns.")
@click.option("--moves", type=Range("A-B", "-–", "10-20"), metavar="A-B", help="The least and most cost allowed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, nothing else.")
@click.option("--quiet", is_flag=True, help="No progress bar, no summary.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; all cores by default. It changes no level.")
@options.out_option
@options.cluster_option
def command(
    family_name: str,
    level: str | None,
    count: int,
    seed: int | None,
    size: tuple[int, int] | None,
    moves: tuple[int, int] | None,
    as_json: bool,
    quiet: bool,
    workers: int | None,
    folder: str | None,
    cluster: str | None,
    **own: Any,
) -> int:
    if folder is not None and seed is None:
        raise click.UsageError(words("--out goes on where it was stopped, so it needs --seed"))
    if cluster is not None and folder is None:
        raise click.UsageError(words("--cluster keeps the levels in a folder; name it with --out"))
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    kind = input_files.own_family(family_name) if family_name.endswith(".py") else family(family_name)
    told = Told(count, quiet or as_json)
    asked = {name.removeprefix(options.OWN): value for name, value in own.items()}
    if folder is not None:
        common = options.Common((), None, as_json, quiet, workers=workers, folder=folder, cluster=cluster)
        request = wished(kind, level, count, seed, size, moves, asked)
        return _kept(common, family_name, kind, request, count, seed, told)
    made = generate(
        kind,
        level=level,
        count=count,
        seed=seed,
        size=size,
        moves=moves,
        workers=workers,
        control=told.control,
        **asked,
    )
    reason = None
    with stoppable(told.control):
        try:
            while True:
                told.found(found := next(made))
                _print(found, as_json)
        except StopIteration as end:
            reason = end.value
        finally:
            terminal.clear()
    told.summary(seed)
    if told.control.stopped:
        raise KeyboardInterrupt
    if reason is not None:
        terminal.complain(f"unjam: {say(reason)}")
        return 3
    return 0


def _kept(
    common: options.Common, name: str, kind: type[Puzzle], request: LevelRequest, count: int, seed: int, told: Told
) -> int:
    """Makes the levels and keeps them in a folder; the exit code."""
    from ...datasets.generate_run import Making
    from ...datasets.parquet import duck
    from ..support.run_folder import kept_so_far, workers_of

    duck().close()  # without it nothing is begun
    named, folder = os.path.abspath(name) if name.endswith(".py") else kind.family, os.path.abspath(common.folder or "")
    with stoppable(told.control), workers_of(common, told.control) as workers:
        making = Making(named, request, count, seed, folder, workers, told.control, __version__)
        clock = Stopwatch()
        for made in making:
            told.made = made
            told.report(making.tried, None, clock())
    terminal.clear()
    told.made, told.tries = making.made, making.tried
    if told.control.stopped:
        terminal.complain(kept_so_far(making.made, common.folder or ""))
        raise KeyboardInterrupt
    if common.as_json:
        done = {"levels": making.made, "before": making.before, "tried": making.tried}
        terminal.echo(json.dumps(done | {"seconds": round(clock(), 3)}))
    told.seconds = clock()
    told.summary(seed)
    if making.reason is not None:
        terminal.complain(f"unjam: {say(making.reason)}")
        return 3
    return 0


def _print(found: Generated, as_json: bool) -> None:
    if as_json:
        record = json.dumps(found.record(), ensure_ascii=False)
        terminal.echo(record if terminal.holds(sys.stdout, record) else json.dumps(found.record()))
        return
    text = found.puzzle.storage_text().rstrip("\n")
    terminal.echo(f"\n{text}" if found.index and "\n" in text else text)


class Told:
    """What is told of the work: a bar while it goes on, a line about it afterwards."""

    def __init__(self, wanted: int, quiet: bool) -> None:
        self.wanted, self.made, self.tries, self.seconds = wanted, 0, 0, 0.0
        self.quiet = quiet
        self.control = Control(self.report)

    def found(self, level: Generated) -> None:
        """One more."""
        self.made = level.index + 1

    def report(self, tries: int, bound: int | None, seconds: float) -> None:
        """So many streams were looked at."""
        self.tries, self.seconds = tries, seconds
        if not self.quiet and terminal.watched():
            full = _BAR * self.made // self.wanted
            bar = "█" * full + "─" * (_BAR - full)
            said = plural(
                "{made} of {wanted}, {rate} a second, {n} tried",
                "{made} of {wanted}, {rate} a second, {n} tried",
                n=tries,
                made=self.made,
                wanted=self.wanted,
                rate=self.rate,
            )
            terminal.tell(f"{bar} {said}")

    @property
    def rate(self) -> str:
        """Levels a second, so far."""
        return number(self.made / max(self.seconds, 1e-3), 1)

    def summary(self, seed: int) -> None:
        """The line at the end."""
        if not self.quiet and self.made:
            made = counted(self.made, "levels")
            line = plural(
                "{levels} from seed {seed}, {rate} a second, {n} tried",
                "{levels} from seed {seed}, {rate} a second, {n} tried",
                n=self.tries,
                levels=made,
                seed=str(seed),
                rate=self.rate,
            )
            terminal.echo(line, err=True)
