"""The command line: one module per command, imported only when that command is called."""

from __future__ import annotations

import os
import sys
from copy import copy
from importlib import import_module

import click

from ..core.interrupts import hand_over
from ..core.message import Message
from ..locale import languages
from .printing.language import (
    choose_language,
    language,
    lower_first,
    requote,
    system_error,
    translate,
    use_language,
    words,
)

COMMANDS = {
    "solve": "Solve every level in a file, optimally.",
    "rate": "Rate how hard a level is, and explain why.",
    "generate": "Generate levels of a chosen difficulty.",
    "compare": "Run algorithms and heuristics side by side.",
    "trace": "Write every state an algorithm visits.",
    "moves": "List the legal moves in a position.",
    "explore": "Count every reachable position.",
    "show": "Draw a level, or animate its solution.",
    "hint": "Give a hint: where to look, why, and the move.",
    "watch": "Step through a solution in the terminal.",
    "estimate": "Compare every heuristic with the true distance.",
    "prove-heuristic": "Check a heuristic on every position of a level.",
    "exercise": "Check a search of your own.",
    "check": "Check a solution and compare it with the optimum.",
    "improve": "Make a solution shorter.",
    "convert": "Convert between the formats of a family.",
    "play": "Open a level in the browser.",
    "serve": "Serve the page to others.",
    "levels": "List the levels that come with unjam.",
    "library": "Store rated levels and search them.",
    "bench": "Run the fixed benchmark and print its signature.",
}


class Commands(click.Group):
    """A click group that imports a command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"unjam.cli.commands.{name.replace('-', '_')}").command
        return localize(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_translate("Commands")):
            formatter.write_dl([(name, _translate(summary)) for name, summary in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            ctx.fail(
                words("no such command '{name}'; did you mean '{near}'?", name=args[0], near=near[0])
                if near
                else words("no such command '{name}'", name=args[0])
            )
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    no_args_is_help=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="unjam", message="unjam %(version)s")
@click.pass_context
def unjam(ctx: click.Context) -> None:
    """Solve, rate, play and show puzzles in which pieces slide, are pushed or fill a board."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


_LANG = Message("The language of the output; your system's by default. JSON output is always in English.")


def _translate(text: str) -> str:
    """Translate a string that the catalogue tool collects from COMMANDS or from a decorator."""
    return Message.plain(text).to(language())


def localize(command: click.Command) -> click.Command:
    """Return a copy of the command that accepts --lang and shows its help in the chosen language."""
    command = copy(command)
    if isinstance(command, click.Group):
        command.commands = {name: localize(inner) for name, inner in command.commands.items()}
    lang_option = click.Option(["--lang"], type=click.Choice(languages()), expose_value=False, help=str(_LANG))
    command.params = [*command.params, lang_option]
    if language() != "en":
        command.params = [copy(param) for param in command.params]
        command.help, command.short_help = _translate(command.help or ""), _translate(command.short_help or "") or None
        command.options_metavar = _translate(command.options_metavar or "")
        if isinstance(command, click.Group):
            command.subcommand_metavar = _translate(command.subcommand_metavar or "")
        for param in command.params:
            if isinstance(param, click.Option) and param.help:
                param.help = _translate(param.help)
                if isinstance(param.show_default, str):
                    param.show_default = _translate(param.show_default)
    return command


def main(argv: list[str] | None = None) -> None:
    """Run the command line, print each error on one line, and exit with one of the codes listed in docs/formats.md."""
    from .printing import terminal

    terminal.prepare_streams()
    use_language(choose_language(sys.argv[1:] if argv is None else argv))
    code = _run(argv)
    terminal.silence_streams()
    sys.exit(code)


def _run(argv: list[str] | None) -> int:
    """Run the command, print its error if it fails, and return the exit code."""
    from ..core.puzzle import UnjamError, WrongAnswer
    from .printing.terminal import print_error
    from .running.exit_code import INTERRUPTED

    try:
        hand_over()
        code = localize(unjam).main(argv, prog_name="unjam", standalone_mode=False)
        sys.stdout.flush()
        return code or 0
    except click.exceptions.Exit as early:
        return early.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "unjam"
        message = error.format_message().rstrip(".")
        hint = Message("see '{command} --help'", command=path)
        why = requote(lower_first(message))
        if why.endswith("?"):
            print_error("unjam: " + words("{why} ({more})", why=why, more=hint))
        else:
            print_error("unjam: " + words("{why}; {more}", why=why, more=hint))
    except click.ClickException as error:
        from .reading.sources import BadFile

        print_error(f"{'' if isinstance(error, BadFile) else 'unjam: '}{error.format_message()}")
    except (click.Abort, KeyboardInterrupt):
        print_error("unjam: " + words("stopped"))
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click raises SystemExit when a pipe breaks
        return 0  # the reader stopped reading, as in `unjam … | head`
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        print_error(f"unjam: {name}{system_error(error)}")
    except Exception as error:
        if isinstance(error, UnjamError) and not isinstance(error, WrongAnswer):
            print_error(f"unjam: {translate(error)}")
        else:
            print_error(f"unjam: {_describe_bug(error)}")
    return 2


def _describe_bug(error: Exception) -> str:
    """Describe an unexpected error on one line; the bug may be in unjam or in a user-defined family."""
    import traceback

    from .reading.family_file import describe_error

    if os.environ.get("UNJAM_TRACEBACK"):
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = words("{file}, line {line}; UNJAM_TRACEBACK=1 shows the traceback", file=frame.filename, line=frame.lineno)
    return f"{describe_error(error)} ({place})"
