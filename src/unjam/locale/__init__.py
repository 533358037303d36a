"""The catalogues: what each English template is in another language.

A language is one JSON file beside this one, made from its ``.po``: template -> its translation, or its translations
with one for each plural form. English needs none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache

CATALOGUES = os.path.dirname(__file__)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words, English first."""
    found = (name for name in os.listdir(CATALOGUES) if name.endswith(".json"))
    return ("en", *sorted(name.removesuffix(".json") for name in found))


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, as other programs of the system understand it; else English.

    >>> of_environment({"LANG": "fr_CA.UTF-8"}), of_environment({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"})
    ('fr', 'en')
    """
    chosen = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    if chosen.partition(".")[0] in ("", "C", "POSIX"):
        return "en"
    wished = [*environment.get("LANGUAGE", "").split(":"), chosen]
    return next((lang for each in wished if (lang := each[:2].lower()) in languages()), "en")


def number(value: int | float, lang: str, places: int = 0) -> str:
    """The number as the language writes it, with so many places behind the point.

    >>> number(1234567, "en"), number(1234567, "fr"), number(1234, "es"), number(12345.5, "es", 1)
    ('1,234,567', '1\u202f234\u202f567', '1234', '12.345,5')
    """
    written = f"{value:,.{places}f}" if places else f"{value:,}"
    if lang == "en":
        return written
    if lang == "es" and abs(value) < 10_000:
        written = written.replace(",", "")
    return written.translate(_SIGNS[lang]) if lang in _SIGNS else written


_SIGNS = {"fr": str.maketrans(",.", "\u202f,"), "es": str.maketrans(",.", ".,")}


@cache
def catalogue(lang: str) -> dict[str, str | list[str]]:
    """Template -> translation; empty for a language without a catalogue."""
    if lang not in languages()[1:]:
        return {}
    import json

    with open(os.path.join(CATALOGUES, f"{lang}.json"), encoding="utf-8") as source:
        found: dict[str, str | list[str]] = json.load(source)
    return found


def translation(lang: str, template: str, n: int | None = None) -> str | None:
    """The template in the language, in the form that ``n`` things take; None where the catalogue lacks it."""
    found = catalogue(lang).get(template)
    if found is None or isinstance(found, str):
        return found
    return found[0] if n == 1 or (lang == "fr" and n == 0) else found[-1]
