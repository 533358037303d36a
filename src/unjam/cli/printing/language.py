"""Messages of the command line, translated into the language given by --lang or the environment.

Templates are written where they are used, and tools/catalogues.py collects them. JSON is for programs and is not
translated.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any, Protocol

from ... import locale
from ...core import wording
from ...core.message import Message
from ...core.message import plural as plural_message

_lang = "en"


class Translatable(Protocol):
    """Anything with a translatable message: a ``Message``, a fault or an ``UnjamError``."""

    def to(self, lang: str) -> str: ...


def use_language(lang: str) -> None:
    """Translate everything into this language from now on, including click's own messages."""
    global _lang
    _lang = lang
    if lang != "en":
        _translate_click()


def language() -> str:
    return _lang


def choose_language(arguments: Sequence[str]) -> str:
    """Return the language given by --lang or, without it, by the environment.

    Click would parse --lang too late: its errors about other options have to be translated as well.
    """
    for position, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == "--lang":
            lang = value if equals else next(iter(arguments[position + 1 : position + 2]), "")
            return lang if lang in locale.languages() else "en"
    return locale.of_environment()


def words(template: str, /, **values: Any) -> str:
    """Return the message in the current language."""
    return Message(template, **values).to(_lang)


def plural(one: str, many: str, /, *, n: int, **values: Any) -> str:
    """Return the message in the current language, in the singular or plural form that ``n`` requires."""
    return plural_message(one, many, n=n, **values).to(_lang)


def translate(what: Translatable) -> str:
    """Return the message, fault or error in the current language."""
    return what.to(_lang)


def join_sentences(parts: Sequence[Translatable | str]) -> str:
    """Return the parts in the current language, with the semicolons that it puts between them.

    >>> join_sentences([Message("nothing was written"), "3 states visited"])
    'nothing was written; 3 states visited'
    """
    first, *others = [part if isinstance(part, str) else translate(part) for part in parts]
    for other in others:
        first = words("{first}; {others}", first=first, others=other)
    return first


def lower_first(text: Message | str) -> str:
    """Return the text with its first letter in lower case, unless it starts with an abbreviation such as SQL."""
    text = text if isinstance(text, str) else translate(text)
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def requote(text: str) -> str:
    """Replace the plain quotes in a message from click with the quotation marks of the current language.

    >>> requote("did you mean '--algorithm'?")
    "did you mean '--algorithm'?"
    """
    marks = {"fr": "«\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}»", "es": r"«\1»"}
    return re.sub(r"(?<!\w)'([^']+)'", marks[_lang], text) if _lang in marks else text


def number(value: float, places: int = 0) -> str:
    """Return the number with the separators of the current language."""
    return locale.number(value, _lang, places)


def _translate_click() -> None:
    """Let click look up its messages in our catalogues.

    Click imports gettext's functions into its modules under these names. A gettext domain would need compiled .mo files
    beside our JSON, so the names are replaced instead.
    """

    def translate_one(template: str) -> str:
        return locale.translation(_lang, template) or template

    def translate_plural(singular: str, plural: str, n: int) -> str:
        return locale.translation(_lang, plural, n) or (singular if n == 1 else plural)

    for name, module in list(sys.modules.items()):
        if name.startswith("click."):
            for function, ours in (("_", translate_one), ("ngettext", translate_plural)):
                if hasattr(module, function):
                    setattr(module, function, ours)


def term(name: str) -> str:
    """Return the translated word for a technical name such as ``gave_up``."""
    return translate(wording.term(name))


_SYSTEM = {
    message.template: message
    for message in (
        Message("no such file or directory"), Message("permission denied"), Message("is a directory"),
        Message("not a directory"), Message("no space left on device"), Message("file exists"),
        Message("address already in use"), Message("the stream is closed"), Message("input/output error"),
        Message("file name too long"), Message("read-only file system"), Message("bad file descriptor"),
    )
}  # fmt: skip


def system_error(error: OSError) -> str:
    """Return the reason for a system error in lower case, translated if the catalogue contains it."""
    why = (error.strerror or str(error)).lower()
    return translate(_SYSTEM[why]) if why in _SYSTEM else why
