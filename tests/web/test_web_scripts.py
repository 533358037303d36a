"""Two rules for the scripts of the page: every sentence is a literal, and no type is any."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from unjam.web.http.static_files import STATIC

WORDS = STATIC / "ui" / "i18n.js"
"""Where sentences are put into words: the one file that says what it was handed."""
LITERAL = r'"(?:[^"\\\n]|\\.)*"\s*[,)]'


def loose_sentences(path: Path) -> list[str]:
    """Return the calls of t and plural whose template is not a literal, so that no tool could collect it."""
    if path == WORDS or path.suffix != ".js":
        return []
    text = path.read_text(encoding="utf-8")
    calls = re.finditer(r"(?<![\w.$])(t|plural)\(\s*", text)
    places = []
    for call in calls:
        rest = text[call.end() :]
        whole = rf"[^,]+,\s*{LITERAL}\s*{LITERAL}" if call[1] == "plural" else LITERAL
        if not re.match(whole, rest):
            places.append(f"{path.name}:{text.count(chr(10), 0, call.start()) + 1}")
    return places


def untyped(path: Path) -> list[str]:
    """Return the places where a type is any."""
    lines = path.read_text(encoding="utf-8").split("\n")
    named = re.compile(r"\{[^}]*\bany\b[^}]*\}|[=:<|,]\s*any\b(?=\s*[;,>|)\]}=]|\s*$)|\bas any\b")
    return [f"{path.name}:{n}" for n, line in enumerate(lines, 1) if named.search(line)]


@pytest.mark.parametrize("rule", [loose_sentences, untyped])
def test_scripts_follow_the_rule(rule: Callable[[Path], list[str]]) -> None:
    files = [path for path in STATIC.rglob("*") if path.suffix in (".js", ".ts")]
    assert len(files) > 20
    assert [place for path in files for place in rule(path)] == []


@pytest.mark.parametrize(
    ("rule", "line"),
    [
        (loose_sentences, "say(t(`Push it ${way}`));"),
        (loose_sentences, 'say(t("Push it " + way));'),
        (loose_sentences, "say(t(label));"),
        (loose_sentences, 'plural(n, one, "{n} moves");'),
        (loose_sentences, 'plural(n, "{n} move", many);'),
        (untyped, "/** @param {any} body */"),
        (untyped, "/** @type {Record<string, any>} */"),
        (untyped, "export type Body = any;"),
        (untyped, "  body: any;"),
    ],
)
def test_rule_catches_what_it_forbids(rule: Callable[[Path], list[str]], line: str, tmp_path: Path) -> None:
    path = tmp_path / "sample.js"
    path.write_text(f"// A sample.\n{line}\n")
    assert rule(path) == ["sample.js:2"]


def test_valid_lines_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "sample.js"
    path.write_text('t("No rule of any puzzle.");\nplural(\n  n,\n  "{n} move",\n  "{n} moves",\n);\nput(x);\nat(y);\n')
    assert loose_sentences(path) == []
    assert untyped(path) == []
