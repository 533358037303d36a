"""The catalogues of translations: collects every sentence that people read, and updates the .po and .json files.

    python tools/catalogues.py            # new sentences into locale/*.po, and locale/*.json made from them
    python tools/catalogues.py --check    # says what is missing or stale, and changes nothing

Translators edit ``src/unjam/locale/LANG.po`` with their usual tools; the package and the page load the JSON.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "unjam"
LANGUAGES = ("es", "fr")

TEMPLATE_CALLS = {
    "Message", "words", "choice", "add", "PuzzleError", "IllegalMove", "Unsupported", "WrongAnswer", "Unrecognised",
    "NotText", "Refusal", "LimitReached",
}  # fmt: skip
"""Calls whose first argument is a template."""
HELP = {"help", "short_help", "quiet", "workers", "level_help", "show_default"}
"""Arguments of the command line's decorators that are shown as help."""
CLICK = (
    "Options", "Commands", "Usage:", "[OPTIONS]", "COMMAND [ARGS]...", "[COMMAND] [ARGS]...",
    "Missing command.", "Missing argument", "Missing option",
    "Missing parameter", "Invalid value: {message}", "Invalid value for {param_hint}: {message}",
    "Choose from:\n\t{choices}",
    "No such option {name!r}.", "Option {name!r} does not take a value.", "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.", "default: {default}", "required", "Show this message and exit.",
    "Show the version and exit.",
)  # fmt: skip
CLICK_PLURALS = (
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
)
"""What click itself says to those who use the command line."""


class Template(NamedTuple):
    """A template, its singular form if it has one, and its place in the source."""

    template: str
    singular: str | None
    place: str


def collect_templates(source: Path = SOURCE) -> dict[str, Template]:
    """Return every template that people may read."""
    templates: dict[str, Template] = {}
    for each in (*_python(source), *_scripts(source), *_markup(source), *_click()):
        if _differs(each.template):
            known = templates.setdefault(each.template, each)
            if known.singular != each.singular and each.singular is not None:
                templates[each.template] = each
    return templates


def _differs(template: str) -> bool:
    """Whether another language may write it differently: it has a word, a quotation mark, or a colon or semicolon."""
    return bool(re.search(r"[^\W\d_]|[':;]", re.sub(r"\{\w+\}", "", template)))


def _python(source: Path) -> Iterator[Template]:
    for path in sorted(source.rglob("*.py")):
        place = path.relative_to(source).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from _in_call(node, f"{place}:{node.lineno}")
            elif isinstance(node, ast.FunctionDef) and place.startswith("cli/"):
                defaults = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
                texts = (_text(default) for name, default in defaults if name.arg in HELP and default is not None)
                yield from (Template(text, None, f"{place}:{node.lineno}") for text in texts if text)
        if place == "cli/__init__.py":
            yield from _command_line(tree, place)


def _in_call(call: ast.Call, place: str) -> Iterator[Template]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    texts = [_text(each) for each in call.args[:2]]
    if name in TEMPLATE_CALLS and texts and texts[0]:
        yield Template(texts[0], None, place)
    elif name == "plural" and len(texts) == 2 and texts[0] and texts[1]:
        yield Template(texts[1], texts[0], place)
    if place.startswith("cli/"):
        for keyword in call.keywords:
            if keyword.arg in HELP and (text := _text(keyword.value)):
                yield Template(text, None, place)


def _command_line(tree: ast.Module, place: str) -> Iterator[Template]:
    """Yield the list of commands and the text above it."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            yield from (Template(text, None, place) for each in node.value.values if (text := _text(each)))
        if isinstance(node, ast.FunctionDef) and node.name == "unjam":
            yield Template(ast.get_docstring(node) or "", None, place)


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _scripts(source: Path) -> Iterator[Template]:
    keywords = {"t": None, "plural": (2, 3)}
    options = {"encoding": "utf-8", "parse_template_string": True}
    for path in sorted((source / "web" / "static").rglob("*.js")):
        place = path.relative_to(source).as_posix()
        file = io.BytesIO(path.read_bytes())
        for line, name, texts, _ in extract_javascript(file, list(keywords), (), options):
            parts = [texts] if isinstance(texts, str) else list(texts)
            if name == "t" and parts[0]:
                yield Template(parts[0], None, f"{place}:{line}")
            elif name == "plural" and len(parts) > 2 and parts[1] and parts[2]:
                yield Template(parts[2], parts[1], f"{place}:{line}")


class _Texts(HTMLParser):
    """Collects the texts of a page that people read or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        self.texts += [value for name, value in attributes if name in ("aria-label", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            while self.inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        unspoken = {
            "script",
            "style",
            "noscript",
        }  # where no script runs none translates: that says it in each language
        if data.strip() and "body" in self.inside and not unspoken & set(self.inside):
            self.texts.append(data)


def _markup(source: Path) -> Iterator[Template]:
    for path in sorted((source / "web" / "static").rglob("*.html")):
        parser = _Texts()
        parser.feed(path.read_text(encoding="utf-8"))
        yield from (Template(text, None, path.relative_to(source).as_posix()) for text in parser.texts)


def _click() -> Iterator[Template]:
    yield from (Template(text, None, "click") for text in CLICK)
    yield from (Template(many, singular, "click") for singular, many in CLICK_PLURALS)


# -- the files


def po(lang: str) -> Path:
    return SOURCE / "locale" / f"{lang}.po"


def read(lang: str) -> Catalog:
    """Return the catalogue of the language, empty if there is none yet."""
    if not po(lang).exists():
        return Catalog(lang, project="unjam", charset="utf-8", fuzzy=False)
    with po(lang).open("rb") as file:
        return read_po(file, lang)


def updated(lang: str, templates: dict[str, Template]) -> Catalog:
    """Return the catalogue with exactly these templates, in a fixed order."""
    old = read(lang)
    new = Catalog(lang, project="unjam", charset="utf-8", fuzzy=False, header_comment=f"# unjam: {lang}")
    for each in sorted(templates.values()):
        known = (
            old.get(each.template) or old.get((each.singular, each.template))
            if each.singular
            else old.get(each.template)
        )
        translation = known.string if known else ""
        key = (each.singular, each.template) if each.singular is not None else each.template
        if each.singular is not None and isinstance(translation, str):
            translation = (translation, translation) if translation else ("", "")
        new.add(key, translation, locations=[(each.place.rpartition(":")[0] or each.place, None)])
    return new


def written(catalog: Catalog) -> bytes:
    """Return the catalogue as a .po file without dates, so that it changes only when a sentence does."""
    out = io.BytesIO()
    write_po(out, catalog, width=110, sort_output=False, include_lineno=False)
    return re.sub(
        rb'^"(POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator)[^\n]*\n', b"", out.getvalue(), flags=re.M
    )


def compiled(catalog: Catalog) -> bytes:
    """Return the JSON that Python and the page load: template -> translation, or its singular and plural."""
    words: dict[str, str | list[str]] = {}
    for message in catalog:
        if not message.id:
            continue
        many = message.id[1] if isinstance(message.id, tuple) else message.id
        translation = message.string
        if isinstance(translation, str) and translation:
            words[many] = translation
        elif isinstance(translation, (tuple, list)) and all(translation):
            words[many] = [translation[0], translation[-1]]
    return (json.dumps(words, ensure_ascii=False, indent=0, sort_keys=True) + "\n").encode()


# -- what is wrong


def missing(lang: str, templates: dict[str, Template]) -> list[str]:
    """Return the sentences without a translation."""
    with (SOURCE / "locale" / f"{lang}.json").open(encoding="utf-8") as file:
        known = json.load(file)
    return [f"{lang}: {each.place}: {each.template!r}" for each in templates.values() if each.template not in known]


def uneven(lang: str, templates: dict[str, Template]) -> list[str]:
    """Return translations whose placeholders or plural forms differ from the template."""
    with (SOURCE / "locale" / f"{lang}.json").open(encoding="utf-8") as file:
        known = json.load(file)
    wrong = []
    for each in templates.values():
        translation = known.get(each.template)
        forms = translation if isinstance(translation, list) else [translation] if translation else []
        if translation is not None and (each.singular is not None) != isinstance(translation, list):
            wrong.append(f"{lang}: {each.template!r} has other plural forms")
        for form, english in zip(
            forms, [each.singular, each.template] if each.singular else [each.template], strict=False
        ):
            if _placeholders(form) != _placeholders(english or ""):
                wrong.append(f"{lang}: {each.template!r} has other placeholders in {form!r}")
    return wrong


def _placeholders(text: str) -> set[str]:
    """Return the names of the values without the number, which the singular may leave out."""
    return set(re.findall(r"\{(\w+)", text)) - {"n"}


def stale(templates: dict[str, Template]) -> list[str]:
    """Return the files that differ from what this tool would write."""
    wrong = []
    for lang in LANGUAGES:
        catalog = updated(lang, templates)
        if po(lang).read_bytes() != written(catalog):
            wrong.append(f"{lang}.po is stale: run tools/catalogues.py")
        if po(lang).with_suffix(".json").read_bytes() != compiled(catalog):
            wrong.append(f"{lang}.json is stale: run tools/catalogues.py")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where something is wrong")
    options = parser.parse_args()
    templates = collect_templates()
    if not options.check:
        for lang in LANGUAGES:
            catalog = updated(lang, templates)
            po(lang).write_bytes(written(catalog))
            po(lang).with_suffix(".json").write_bytes(compiled(catalog))
    wrong = stale(templates) + [
        each for lang in LANGUAGES for each in missing(lang, templates) + uneven(lang, templates)
    ]
    print("\n".join(wrong[:40]) if wrong else f"{len(templates)} sentences, each in {', '.join(LANGUAGES)}")
    if len(wrong) > 40:
        print(f"and {len(wrong) - 40} more")
    sys.exit(bool(wrong) and options.check)


if __name__ == "__main__":
    main()
