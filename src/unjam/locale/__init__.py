"""The catalogues: what each English template is in another language.

A language is one JSON file beside this one, made from its ``.po``: template -> its translation, or its translations
with one for each plural form. English needs none.
"""

from __future__ import annotations

import os
from functools import cache

CATALOGUES = os.path.dirname(__file__)


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words, English first."""
    found = (name for name in os.listdir(CATALOGUES) if name.endswith(".json"))
    return ("en", *sorted(name.removesuffix(".json") for name in found))


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
