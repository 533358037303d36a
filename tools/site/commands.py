"""The reference of the commands, in each language, from what click knows of them: nothing of it is written by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from unjam.cli import COMMANDS, localize, unjam
from unjam.cli.printing.language import use_language
from unjam.locale import languages

NAMES = {"en": "The commands", "es": "Las órdenes", "fr": "Les commandes"}
FRAME = {
    "en": ("Every command takes `--lang`:", "option", "what it does"),
    "es": ("Toda orden admite `--lang`:", "opción", "qué hace"),
    "fr": ("Toute commande accepte `--lang` :", "option", "ce qu’elle fait"),
}


def page_name(lang: str) -> str:
    return "reference/commands.md" if lang == "en" else f"reference/commands-{lang}.md"


def pages() -> dict[str, str]:
    """Page -> Markdown, one for each language."""
    return {page_name(lang): _page(lang) for lang in languages()}


def _page(lang: str) -> str:
    use_language(lang)
    try:
        root = localize(unjam)
        others = " · ".join(
            f"[{NAMES[other]}]({page_name(other).rpartition('/')[2]})" for other in languages() if other != lang
        )
        speaks = next(each for each in root.params if each.name == "lang")
        out = [f"# {NAMES[lang]}", others, root.help or "", f"{FRAME[lang][0]} {_cell(speaks.help)}"]
        with click.Context(root, info_name="unjam") as above:
            for name in COMMANDS:
                command = root.get_command(above, name)
                assert command is not None
                out += _command(command, name, above, lang)
        return "\n\n".join(part for part in out if part) + "\n"
    finally:
        use_language("en")


def _command(command: click.Command, name: str, above: click.Context, lang: str, deep: int = 2) -> list[str]:
    """The section of a command, and those of the commands within it."""
    with click.Context(command, info_name=name, parent=above) as ctx:
        usage = " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])
        out = [f"{'#' * deep} {ctx.command_path}", f"```text\n{usage}\n```", _prose(command.help or "")]
        shown = _Rows()
        command.format_options(ctx, shown)
        if shown.rows:
            rows = [f"| {_takes(name)} | {_cell(help_text)} |" for name, help_text in shown.rows]
            out.append("\n".join(["| {1} | {2} |".format(*FRAME[lang]), "|---|---|", *rows]))
        if isinstance(command, click.Group):
            for inner in command.commands:
                out += _command(command.commands[inner], inner, ctx, lang, deep + 1)
    return out


class _Rows(click.HelpFormatter):
    """Takes down the rows that the help would show, those of single families included."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[str, str]] = []

    def write_dl(self, rows: Sequence[tuple[str, str]], *_: object, **__: object) -> None:
        self.rows += [row for row in rows if row[0].startswith("-") and not row[0].endswith(("--help", "[en|es|fr]"))]


def _takes(option: str) -> str:
    """An option and what it takes, apart: on a narrow page they may stand below each other."""
    names, _, kind = re.match(r"((?:-[\w-]+, )*-[\w-]+)( (.*))?", option).groups()
    return f"`{names}` `{kind}`" if kind else f"`{names}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def _prose(text: str) -> str:
    """Help text as a paragraph each; options and file names within it are left as they are written."""
    paragraphs = text.replace("\b", "").split("\n\n")
    return "\n\n".join(" ".join(part.split()).replace("<", "&lt;").replace("*", "\\*") for part in paragraphs)
