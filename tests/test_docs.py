"""What the README and the formats page show is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unjam

ROOT = Path(__file__).parents[1]
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", re.findall(r"```level\n(.*?)```", FORMATS, re.DOTALL))
def test_every_level_of_the_formats_page_is_read(text: str) -> None:
    (puzzle,) = unjam.read(text)
    assert puzzle.family in FORMATS
    assert type(puzzle).parse(str(puzzle)) == puzzle
    assert unjam.solve(puzzle).status == "solved"


def test_the_five_lines_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    first = capsys.readouterr().out.splitlines()[0]
    promised = re.search(r"# (16 \['.*?'), …", README)
    assert promised is not None
    assert first.startswith(promised[1])


def test_links_and_pictures_exist() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'(?:\]\(|src=")([^)":#]+)', text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
