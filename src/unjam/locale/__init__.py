"""The catalogues: what each English template is in another language.

A language is one JSON file beside this one, made from its ``.po``: template -> its translation, or its translations
with one for each plural form. English needs none.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words, English first."""
    found = (source.name for source in CATALOGUES.iterdir() if source.name.endswith(".json"))
    return ("en", *sorted(name.removesuffix(".json") for name in found))


@cache
def catalogue(lang: str) -> dict[str, str | list[str]]:
    """Template -> translation; empty for a language without a catalogue."""
    source = CATALOGUES.joinpath(f"{lang}.json")
    if lang not in languages() or not source.is_file():
        return {}
    found: dict[str, str | list[str]] = json.loads(source.read_text(encoding="utf-8"))
    return found


def translation(lang: str, template: str, n: int | None = None) -> str | None:
    """The template in the language, in the form that ``n`` things take; None where the catalogue lacks it."""
    found = catalogue(lang).get(template)
    if found is None or isinstance(found, str):
        return found
    return found[0] if n == 1 or (lang == "fr" and n == 0) else found[-1]
