"""unjam generate: make new levels of a chosen difficulty and print each as soon as it is found."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from typing import Any

import click

from ... import __version__
from ...core.family_info import DIFFICULTIES
from ...core.generator import LevelRequest
from ...core.puzzle import Control, Message, Option, Puzzle
from ...families import family
from ...generation.generate import Generated, GenerateSpec, check_request, generate_levels, generator_for
from .. import options
from ..printing import terminal
from ..printing.language import number, plural, translate, words
from ..printing.level_output import amount, print_json
from ..printing.progress import Reporter
from ..reading import family_file
from ..running.returning import Returning

_BAR = 20


class Range(click.ParamType[tuple[int, int]]):
    """The type of an option with two whole numbers, such as 10-20 or 6x6; a single number is used twice."""

    def __init__(self, name: str, sign: str, example: str) -> None:
        self.name, self.sign, self.example = name, sign, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(rf"\s*(\d{{1,6}})(?:\s*[{self.sign}]\s*(\d{{1,6}}))?\s*", str(value))
        if not match:
            why = words(
                "cannot read '{value}'; expected something like {example}", value=str(value), example=self.example
            )
            self.fail(why, param, ctx)
        return int(match[1]), int(match[2] or match[1])


class GenerateCommand(options.FamilyCommand):
    """A command that also accepts the options that each family defines for generating levels."""

    def options_of(self, kind: type[Puzzle]) -> Iterable[Option]:
        return generator_for(kind).options


@click.command(
    "generate", cls=GenerateCommand, help="Generate new levels of FAMILY, as hard as you choose; no two are alike."
)
@click.argument("family_name", metavar="FAMILY")
@click.option(
    "--difficulty",
    "--level",
    "level",
    type=click.Choice(DIFFICULTIES),
    help="How hard the levels should be; any difficulty if neither this nor --moves is given.",
)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many levels.")
@click.option(
    "--seed", type=click.IntRange(0, 10**12), help="The same seed makes the same levels; a random one by default."
)
@click.option("--size", type=Range("RxC", "x×X", "6x6"), metavar="RxC", help="Rows and columns.")
@click.option("--moves", type=Range("A-B", "-–", "10-20"), metavar="A-B", help="The lowest and highest cost allowed.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line, nothing else.")
@click.option("--quiet", is_flag=True, help="No progress bar, no summary.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Number of processes; one per core by default. It does not change which levels are generated.",
)
@options.out_option
@options.cluster_option
def command(
    family_name: str,
    level: str | None,
    count: int,
    seed: int | None,
    size: tuple[int, int] | None,
    moves: tuple[int, int] | None,
    **values: Any,
) -> int:
    own = {name.removeprefix(options.OWN): values.pop(name) for name in list(values) if name.startswith(options.OWN)}
    common = options.Common((), family_name, **values)
    if common.folder is not None and seed is None:
        raise click.UsageError(words("--out can resume a stopped run, so it needs --seed"))
    if common.cluster is not None and common.folder is None:
        raise click.UsageError(words("--cluster stores the levels in a folder; name it with --out"))
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1_000_000)
    kind = family_file.load_own_family(family_name) if family_name.endswith(".py") else family(family_name)
    spec = check_request(kind, LevelRequest(level, moves, size, own), count, seed)
    reporter = GenerateReporter(count, common.quiet or common.as_json)
    control = Control()
    if common.folder is None:
        reason = _print_levels(spec, common, reporter, control)
    else:
        reason = _save_levels(spec, common, reporter, control)
    reporter.print_summary(seed)
    if control.stopped:
        raise KeyboardInterrupt
    if reason is not None:
        terminal.print_error(f"unjam: {translate(reason)}")
    return 0 if reason is None else 3


def _print_levels(
    spec: GenerateSpec, common: options.Common, reporter: GenerateReporter, control: Control
) -> Message | None:
    """Print each level as it is found; if too few are found, return the reason."""
    levels = Returning(generate_levels(spec, common.workers, control))
    control.report = reporter.show_tries
    with reporter.watch(control, searches=False):
        for level in levels:
            reporter.count = level.index + 1
            _print(level, common.as_json)
    return levels.value


def _save_levels(
    spec: GenerateSpec, common: options.Common, reporter: GenerateReporter, control: Control
) -> Message | None:
    """Save the levels in the folder; if too few are found, return the reason."""
    from ...datasets.generate_run import GenerateRun
    from ...datasets.parquet import connect
    from ..running.run_folder import print_saved
    from ..running.run_workers import open_pool

    connect().close()  # fail now if DuckDB is missing
    name, folder = common.family_name or "", os.path.abspath(common.folder or "")
    name = os.path.abspath(name) if name.endswith(".py") else spec.kind.family
    with reporter.watch(control, searches=False), open_pool(common) as pool:
        run = GenerateRun(name, spec, folder, pool, control, __version__)
        for reporter.count in run:
            reporter.show_tries(run.selection.tried, None, reporter.clock())
    levels, tried = run.selection.count, run.selection.tried
    reporter.count, reporter.tries, reporter.seconds = levels, tried, reporter.clock()
    if control.stopped:
        print_saved(levels, common)
        raise KeyboardInterrupt
    if common.as_json:
        summary = {"levels": levels, "before": run.before, "tried": tried}
        terminal.echo(json.dumps(summary | {"seconds": round(reporter.seconds, 3)}))
    return run.reason


def _print(level: Generated, as_json: bool) -> None:
    if as_json:
        print_json(level.record())
        return
    text = level.puzzle.storage_text().rstrip("\n")
    terminal.echo(f"\n{text}" if level.index and "\n" in text else text)


class GenerateReporter(Reporter):
    """Shows a progress bar while levels are generated, and a summary at the end."""

    def __init__(self, wanted: int, is_quiet: bool) -> None:
        super().__init__(None, is_quiet)
        self.is_quiet, self.wanted = is_quiet, wanted
        self.count, self.tries, self.seconds = 0, 0, 0.0

    def show_tries(self, tries: int, bound: int | None, seconds: float) -> None:
        """Show how many candidate streams were tried; used as the callback ``Control.report``."""
        self.tries, self.seconds = tries, seconds
        if self.is_shown:
            full = _BAR * self.count // self.wanted
            text = plural(
                "{made} of {wanted}, {rate} per second, {n} tried",
                "{made} of {wanted}, {rate} per second, {n} tried",
                n=tries,
                made=self.count,
                wanted=self.wanted,
                rate=self._rate,
            )
            self.show(f"{'█' * full}{'─' * (_BAR - full)} {text}")

    @property
    def _rate(self) -> str:
        return number(self.count / max(self.seconds, 1e-3), 1)

    def print_summary(self, seed: int) -> None:
        if not self.is_quiet and self.count:
            line = plural(
                "{levels} from seed {seed}, {rate} per second, {n} tried",
                "{levels} from seed {seed}, {rate} per second, {n} tried",
                n=self.tries,
                levels=amount(self.count, "levels"),
                seed=str(seed),
                rate=self._rate,
            )
            terminal.echo(line, err=True)
