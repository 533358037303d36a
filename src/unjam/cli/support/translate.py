"""The words of the command line, in the language that was asked for or that the environment speaks.

Templates stand where they are used, so that a tool can collect them. JSON is for programs and stays as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ... import locale
from ...core import wording
from ...core.message import Message
from ...core.message import plural as in_two_forms

_lang = "en"


class Spoken(Protocol):
    """What can be put into words: a message, a fault, an error of ours."""

    def to(self, lang: str) -> str: ...


def use(lang: str) -> None:
    """From now on people are spoken to in this language."""
    global _lang
    _lang = lang
    if lang != "en":
        _teach_click()


def language() -> str:
    """The language that people are spoken to in."""
    return _lang


def asked(arguments: Sequence[str]) -> str:
    """The language of --lang where it is one, also before the rest is understood; else that of the environment."""
    for at, each in enumerate(arguments):
        name, sign, value = each.partition("=")
        if name == "--lang":
            lang = value if sign else next(iter(arguments[at + 1 : at + 2]), "")
            return lang if lang in locale.languages() else "en"
    return locale.of_environment()


def words(template: str, /, **values: Any) -> str:
    """The sentence in the language at hand."""
    return Message(template, **values).to(_lang)


def plural(one: str, many: str, /, *, n: int, **values: Any) -> str:
    """The same in two forms; the value ``n`` chooses."""
    return in_two_forms(one, many, n=n, **values).to(_lang)


def say(what: Spoken) -> str:
    """What a message, a fault or an error says."""
    return what.to(_lang)


def lower_first(text: Message | str) -> str:
    """The text as it goes on after a colon: its first letter small, unless it is a name such as SQL."""
    shown = text if isinstance(text, str) else say(text)
    return shown if shown[1:2].isupper() else shown[:1].lower() + shown[1:]


def requote(text: str) -> str:
    """A sentence of click, which quotes names as Python does, with the quotation marks of the language at hand.

    >>> requote("did you mean '--algorithm'?")
    "did you mean '--algorithm'?"
    """
    marks = {"fr": "«\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}»", "es": r"«\1»"}
    return re.sub(r"(?<!\w)'([^']+)'", marks[_lang], text) if _lang in marks else text


def number(value: float, places: int = 0) -> str:
    """The number as people write it."""
    return locale.number(value, _lang, places)


def listed(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _teach_click() -> None:
    """Lets click's own sentences be found in our catalogues: it asks gettext by these names."""

    def one(template: str) -> str:
        return locale.translation(_lang, template) or template

    def some(single: str, many: str, n: int) -> str:
        return locale.translation(_lang, many, n) or (single if n == 1 else many)

    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for function, ours in (("_", one), ("ngettext", some)):
                if hasattr(module, function):
                    setattr(module, function, ours)


def term(name: str) -> str:
    """What people call it."""
    return say(wording.term(name))


_SYSTEM = {
    message.template: message
    for message in (
        Message("no such file or directory"), Message("permission denied"), Message("is a directory"),
        Message("not a directory"), Message("no space left on device"), Message("file exists"),
        Message("address already in use"), Message("the stream is closed"), Message("input/output error"),
        Message("file name too long"), Message("read-only file system"), Message("bad file descriptor"),
    )
}  # fmt: skip


def system(error: OSError) -> str:
    """Why the system refused, in small letters; in its own words where we have none."""
    why = (error.strerror or str(error)).lower()
    return say(_SYSTEM[why]) if why in _SYSTEM else why
