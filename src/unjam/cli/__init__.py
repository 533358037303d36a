"""The command line: one file per command, loaded only when it is called."""

from __future__ import annotations

import os
import sys
from copy import copy
from importlib import import_module

import click

from ..core.interrupts import hand_over
from ..core.message import Message
from ..locale import languages
from .support.translate import asked, language, lower_first, requote, say, system, use, words

COMMANDS = {
    "solve": "Solve every level of a file, optimally.",
    "rate": "Say how hard a level is, and why.",
    "generate": "Make new levels, as hard as wanted.",
    "compare": "Run algorithms and heuristics side by side.",
    "trace": "Write down every state an algorithm visits.",
    "moves": "List the legal moves of a position.",
    "explore": "Count the whole reachable space.",
    "show": "Draw a level, or animate its solution.",
    "check": "Say whether a solution is right, and how good.",
    "improve": "Make a solution shorter.",
    "convert": "Change between the formats of a family.",
    "play": "Open a level in the browser.",
    "serve": "Serve the page to others.",
    "levels": "List the levels that come with unjam.",
    "library": "Keep rated levels, and ask for them.",
    "bench": "Run the fixed benchmark and print its signature.",
}


class Commands(click.Group):
    """A group that imports a command's file when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"unjam.cli.commands.{name}").command
        return spoken(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_words("Commands")):
            formatter.write_dl([(name, _words(said)) for name, said in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            ctx.fail(
                words("no command '{name}'; did you mean '{near}'?", name=args[0], near=near[0])
                if near
                else words("no command '{name}'", name=args[0])
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
    """Solve, rate, play and show state-space puzzles: sliding, pushing, filling a board."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


_LANG = Message("The language of the words; else that of your system. JSON stays English.")


def _words(text: str) -> str:
    """A text of ours that stands elsewhere, in the language at hand."""
    return Message.plain(text).to(language())


def spoken(command: click.Command) -> click.Command:
    """The command with --lang, and what it says of itself in the language at hand."""
    command = copy(command)
    if isinstance(command, click.Group):
        command.commands = {name: spoken(inner) for name, inner in command.commands.items()}
    said = click.Option(["--lang"], type=click.Choice(languages()), expose_value=False, help=str(_LANG))
    command.params = [*command.params, said]
    if language() != "en":
        command.params = [copy(each) for each in command.params]
        command.help, command.short_help = _words(command.help or ""), _words(command.short_help or "") or None
        command.options_metavar = _words(command.options_metavar or "")
        if isinstance(command, click.Group):
            command.subcommand_metavar = _words(command.subcommand_metavar or "")
        for each in command.params:
            if isinstance(each, click.Option) and each.help:
                each.help = _words(each.help)
                if isinstance(each.show_default, str):
                    each.show_default = _words(each.show_default)
    return command


def main(argv: list[str] | None = None) -> None:
    """Runs the command line and exits with the codes of docs/formats.md; every error is one clear line."""
    from .support import terminal

    terminal.prepare()
    use(asked(sys.argv[1:] if argv is None else argv))
    code = _run(argv)
    terminal.silence()
    sys.exit(code)


def _run(argv: list[str] | None) -> int:
    """The exit code of the run, once everything was said about it."""
    from ..core.puzzle import UnjamError, WrongAnswer
    from .support.terminal import complain

    try:
        hand_over()
        code = spoken(unjam).main(argv, prog_name="unjam", standalone_mode=False)
        sys.stdout.flush()
        return code or 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "unjam"
        message = error.format_message().rstrip(".")
        help_ = Message("see '{command} --help'", command=path)
        why = requote(lower_first(message))
        if why.endswith("?"):
            complain("unjam: " + words("{why} ({more})", why=why, more=help_))
        else:
            complain("unjam: " + words("{why}; {more}", why=why, more=help_))
    except click.ClickException as error:
        from .support.sources import BadFile

        complain(f"{'' if isinstance(error, BadFile) else 'unjam: '}{error.format_message()}")
    except (click.Abort, KeyboardInterrupt):
        complain("unjam: " + words("stopped"))
        return 130
    except (BrokenPipeError, SystemExit):  # click leaves by SystemExit when a pipe breaks
        return 0  # the reader left, as in `unjam … | head`: nothing is wrong
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        complain(f"unjam: {name}{system(error)}")
    except Exception as error:
        if isinstance(error, UnjamError) and not isinstance(error, WrongAnswer):
            complain(f"unjam: {say(error)}")
        else:
            complain(f"unjam: {_bug(error)}")
    return 2


def _bug(error: Exception) -> str:
    """What went wrong that nobody foresaw, on one line: here or in a family of the user's own."""
    import traceback

    from .support.input_files import described

    if os.environ.get("UNJAM_TRACEBACK"):
        traceback.print_exception(error)
    at = traceback.extract_tb(error.__traceback__)[-1]
    way = words("{file}, line {line}; UNJAM_TRACEBACK=1 shows the way there", file=at.filename, line=at.lineno)
    return f"{described(error)} ({way})"
