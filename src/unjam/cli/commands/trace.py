"""unjam trace: write the states that an algorithm visits, in order, then the number of states."""

from __future__ import annotations

import click

from ...core.puzzle import Control, Puzzle
from ...pictures.tree import TreeNode, tree_svg
from ...solving.pruning import count_cuts
from ...solving.solve import REFERENCE
from ...solving.trace import Step, Trace, trace
from .. import options
from ..printing import level_output
from ..printing.language import join_sentences, words
from ..printing.output_file import is_file, number_path, write
from ..printing.terminal import echo
from ..reading.entries import Entry
from ..reading.family_file import load_own_heuristics
from ..running.interrupts import stop_on_ctrl_c


def _list_climbing_heuristics() -> str:
    heuristics = [
        words("{name}: {what}", name=kind.title(), what=kind.about.climbs_by)
        for kind in options.all_families()
        if kind.about.climbs_by
    ]
    families = ", ".join(heuristics)
    return words("The family's best heuristic by default. Hill climbing uses others: {families}.", families=families)


@click.command(
    "trace",
    cls=options.FamilyCommand,
    takes=lambda kind, option: option.reads or option.reference,
    help="Write every state that an algorithm visits on the level in FILE, in order, then the number of states.",
)
@click.option(
    "--algorithm",
    default="hillclimb",
    show_default=True,
    cls=options.ListedHelp,
    listing=lambda: options.list_names(REFERENCE),
)
@click.option("--heuristic", cls=options.ListedHelp, listing=_list_climbing_heuristics)
@options.metric_option
@click.option(
    "-o",
    "--output",
    "out",
    help="The file to write, '-' for standard output; with several FILEs each gets its number in the name. A .jsonl "
    "file has the parent, the move, the cost and the estimate of each state, an .svg file a picture of the first ones.",
)
@click.option("--nodes", type=click.IntRange(1, 500), default=40, help="How many states an .svg shows, 40 by default.")
@options.common(workers="", level_help=options.FIRST_LEVEL)
def command(
    common: options.Common,
    algorithm: str,
    heuristic: str | None,
    metric: str | None,
    out: str | None,
    nodes: int,
) -> int:
    if out is None and not common.as_json:
        raise click.UsageError(words("missing option '-o': the file to write, or '-' for standard output"))
    if out == "-" and common.as_json:
        raise click.UsageError(words("-o - and --json both write to standard output; choose one"))
    load_own_heuristics(heuristic)
    levels, control = common.levels(level=1), Control()

    def trace_level(entry: Entry, puzzle: Puzzle) -> None:
        visits = trace(
            puzzle, algorithm=algorithm, heuristic=heuristic, metric=metric, limits=common.limits(), control=control,
            tree=bool(out and out.endswith((".jsonl", ".svg"))), **levels.solving,
        )  # fmt: skip
        result = visits.result
        levels.codes.add(result)
        is_solved = result.status == "solved"
        path = out and number_path(out, entry.source.at + 1, levels.many_sources and is_file(out))
        if is_solved and path is not None:
            write(path, _contents(visits, path, nodes).encode())
        if common.as_json:
            level_output.print_record(
                levels,
                entry,
                {
                    "family": puzzle.family, "algorithm": algorithm, "heuristic": result.heuristic,
                    "status": result.status, "metric": result.metric, "cost": result.cost, "states": visits.count,
                    "visited": None if out else visits.states, "file": path if is_solved else None,
                    "reason": result.record(puzzle)["reason"],
                },
                file="source",
            )  # fmt: skip
        elif not is_solved:
            verdict = level_output.verdict(result)
            if result.status == "gave_up":
                visited = words("{states} visited", states=level_output.amount(visits.count, "states"))
                verdict = join_sentences([verdict, visited])
            echo(f"{entry.where}: {join_sentences([verdict, words('nothing was written')])}", err=True)
        elif path != "-" and not common.quiet:
            states = level_output.amount(visits.count, "states")
            echo(words("{states} visited, written to {file}", states=states, file=path), err=True)
            if "pruning" in levels.solving:
                _print_cuts(puzzle, levels.solving["pruning"], visits)

    with stop_on_ctrl_c(control):
        for entry, puzzle in levels.readable():
            trace_level(entry, puzzle)
            if control.stopped:
                raise KeyboardInterrupt
    return levels.codes.code


def _contents(visits: Trace, path: str, nodes: int) -> str:
    """Return what the file holds: the states as text, their tree as JSON lines, or a picture of its beginning."""
    if path.endswith(".jsonl"):
        import json

        return "".join(f"{json.dumps(step.record(), ensure_ascii=False)}\n" for step in visits.steps)
    if not path.endswith(".svg"):
        return visits.text()
    positions, position = set[Puzzle](), visits.positions[0]
    for move in (None, *visits.result.moves):
        position = position if move is None else position.play(move)
        positions.add(position)
    return tree_svg(
        [
            TreeNode(step.position.scene(), step.parent, _caption(step), step.position in positions)
            for step in visits.steps[:nodes]
        ],
        title=words("the first {n} positions of {algorithm}", n=min(nodes, len(visits.steps)),
                    algorithm=visits.result.algorithm),
    )  # fmt: skip


def _caption(step: Step) -> str:
    """Return the number of a step and its priority, such as "7 · 3+2"."""
    value = f"{step.cost}" if step.estimate is None else f"{step.cost}+{step.estimate}"
    return f"{step.number + 1} · {value}"


def _print_cuts(puzzle: Puzzle, rules: str, visits: Trace) -> None:
    """Print how many moves each pruning rule left out, with the first of them on its board."""
    pruning = puzzle.about.pruning
    for cut in count_cuts(puzzle, pruning.names(rules), visits.positions) if pruning else ():
        moves = level_output.amount(cut.moves, "moves")
        if cut.position is None or cut.move is None:
            echo(words("{rule} cut nothing", rule=cut.rule), err=True)
            continue
        move = cut.position.notation(cut.move)
        echo(words("{rule} cut {moves}, such as {move} here:", rule=cut.rule, moves=moves, move=move), err=True)
        level_output.print_board(cut.position, err=True)
