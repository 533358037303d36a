"""Loads the translations of message templates, and formats numbers for each language.

A catalogue is a JSON file in this folder, generated from the ``.po`` file of the language: template -> translation, or
a list with one translation per plural form. English needs no catalogue.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache

CATALOGUES = os.path.dirname(__file__)


@cache
def languages() -> tuple[str, ...]:
    """Return the available languages, English first."""
    names = (name for name in os.listdir(CATALOGUES) if name.endswith(".json"))
    return ("en", *sorted(name.removesuffix(".json") for name in names))


def of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language set by the environment variables, as in gettext; English if there is no catalogue for it.

    >>> of_environment({"LANG": "fr_CA.UTF-8"}), of_environment({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"})
    ('fr', 'en')
    """
    chosen = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    if chosen.partition(".")[0] in ("", "C", "POSIX"):
        return "en"
    preferred = [*environment.get("LANGUAGE", "").split(":"), chosen]
    return next((lang for each in preferred if (lang := each[:2].lower()) in languages()), "en")


def number(value: int | float, lang: str, places: int = 0) -> str:
    """Return the number formatted for the language, with ``places`` decimals.

    >>> number(1234567, "en"), number(1234567, "fr"), number(1234, "es"), number(12345.5, "es", 1)
    ('1,234,567', '1\u202f234\u202f567', '1234', '12.345,5')
    """
    text = f"{value:,.{places}f}" if places else f"{value:,}"
    if lang == "en":
        return text
    if lang == "es" and abs(value) < 10_000:
        text = text.replace(",", "")
    return text.translate(_SIGNS[lang]) if lang in _SIGNS else text


_SIGNS = {"fr": str.maketrans(",.", "\u202f,"), "es": str.maketrans(",.", ".,")}


@cache
def catalogue(lang: str) -> dict[str, str | list[str]]:
    """Return a dictionary from templates to translations; empty for a language without a catalogue."""
    if lang not in languages()[1:]:
        return {}
    import json

    with open(os.path.join(CATALOGUES, f"{lang}.json"), encoding="utf-8") as source:
        templates: dict[str, str | list[str]] = json.load(source)
    return templates


def translation(lang: str, template: str, n: int | None = None) -> str | None:
    """Return the translation of the template, in the plural form for ``n``; None if the catalogue lacks it."""
    forms = catalogue(lang).get(template)
    if forms is None or isinstance(forms, str):
        return forms
    return forms[0] if n == 1 or (lang == "fr" and n == 0) else forms[-1]
