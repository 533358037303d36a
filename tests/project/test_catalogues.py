"""The catalogues: every sentence is translated, with its values and plural forms."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("babel", reason="the catalogues are kept with Babel, a development tool")
sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import catalogues

LANGUAGES = catalogues.LANGUAGES
TEMPLATES = catalogues.collect_templates()


def test_catalogue_files_are_up_to_date() -> None:
    assert catalogues.stale(TEMPLATES) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_translated(lang: str) -> None:
    assert len(TEMPLATES) > 1000
    assert catalogues.missing(lang, TEMPLATES) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_values_and_plural_forms_match(lang: str) -> None:
    assert catalogues.uneven(lang, TEMPLATES) == []


PLANTED = {
    "solving/solve.py": 'WORD = Message("a planted sentence of {n} words", n=5)\n',
    "cli/commands/solve.py": 'def planted(): raise click.UsageError(words("a planted {option}", option=1))\n',
    "cli/commands/moves.py": 'planted = click.option("--planted", help="A planted help.")\n',
    "families/tiles/position.py": 'def planted(): raise PuzzleError("a planted fault")\n',
    "web/static/app/app.js": 'const planted = t("A planted sentence.");\n',
    "web/static/play/view.js": 'const planted = plural(2, "{n} planted seed", "{n} planted seeds");\n',
    "web/static/index.html": '<body><button title="A planted title">A planted button</button></body>',
}


def test_untranslated_sentence_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "unjam"
    shutil.copytree(catalogues.SOURCE, source, ignore=shutil.ignore_patterns("*.so", "*.toml", "*.po", "__pycache__"))
    for file, sentence in PLANTED.items():
        with (source / file).open("r+", encoding="utf-8") as out:
            out.seek(0, 2)
            out.write(sentence)
    missed = catalogues.missing("fr", catalogues.collect_templates(source))
    assert all("lanted" in each for each in missed)
    for file in PLANTED:
        assert any(file in each for each in missed), file


SENTENCES = {
    "car {car} is free": (None, "la voiture {car} est libre"),
    "{n} cars": ("{n} car", ["{n} voiture", "{n} voitures"]),
    "{n} cars beside {car}": ("{n} car beside {car}", ["une voiture à côté de {car}", "{n} voitures à côté de {car}"]),
}
UNEVEN = {
    "car {car} is free": ["la voiture est libre", "la voiture {auto} est libre", "la voiture {car} de {n} {auto}"],
    "{n} cars": ["{n} voitures", ["{n} voiture", "{n} voitures {car}"]],
    "{n} cars beside {car}": [["une voiture", "{n} voitures à côté de {car}"], ["une {car}", "{n} voitures"]],
}


def test_wrong_values_or_plural_forms_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "locale").mkdir()
    monkeypatch.setattr(catalogues, "SOURCE", tmp_path)
    templates = {text: catalogues.Template(text, singular, "x") for text, (singular, _) in SENTENCES.items()}
    right = {text: translation for text, (_, translation) in SENTENCES.items()}

    def report(known: dict[str, object]) -> list[str]:
        (tmp_path / "locale" / "fr.json").write_text(json.dumps(known), encoding="utf-8")
        return catalogues.uneven("fr", templates)

    assert report(right) == []
    for text, wrong in UNEVEN.items():
        for translation in wrong:
            assert [each for each in report(right | {text: translation}) if repr(text) in each], translation


LEVELS = {
    "es": {"beginner": "principiante", "intermediate": "intermedio", "advanced": "avanzado", "expert": "experto"},
    "fr": {"beginner": "débutant", "intermediate": "intermédiaire", "advanced": "avancé", "expert": "expert"},
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_difficulties_have_their_common_names(lang: str) -> None:
    known = json.loads((catalogues.SOURCE / "locale" / f"{lang}.json").read_text(encoding="utf-8"))
    for english, name in LEVELS[lang].items():
        assert known[english] == name
        assert known[english.capitalize()] == name.capitalize()


def test_sentences_of_every_error_are_collected() -> None:
    """An error's first argument is a sentence for people, so the tool has to know every error of the package."""
    import pkgutil
    from importlib import import_module

    import unjam
    from unjam.core.puzzle import UnjamError

    for module in pkgutil.walk_packages(unjam.__path__, "unjam."):
        import_module(module.name)

    def below(kind: type) -> set[type]:
        return {kind}.union(*(below(each) for each in kind.__subclasses__()))

    names = {kind.__name__ for kind in below(UnjamError) if kind.__module__.startswith("unjam")}
    assert names - {"UnjamError"} <= catalogues.TEMPLATE_CALLS
