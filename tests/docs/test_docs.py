"""README and formats page are correct, and the site has every page and every public name."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from doc_pages import pages

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "site"))

import board
import gather
import reference

import unjam

ROOT = Path(__file__).parents[2]
FORMATS = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", re.findall(r"```level\n(.*?)```", FORMATS, re.DOTALL))
def test_every_level_of_the_formats_page_is_solved(text: str) -> None:
    (puzzle,) = unjam.read(text)
    assert puzzle.family in FORMATS
    assert type(puzzle).parse(str(puzzle)) == puzzle
    assert unjam.solve(puzzle).status == "solved"


def test_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    first = capsys.readouterr().out.splitlines()[0]
    promised = re.search(r"print\(result\) +# (solved .*?) …", README)
    assert promised is not None
    assert first.startswith(promised[1])


def test_links_and_pictures_exist() -> None:
    for page in pages():
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r'(?:\]\(|src=")([^)":#]+)', text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


# -- the site, before it is built


def test_every_public_name_is_in_the_reference_once() -> None:
    assert sorted(name for group in reference.GROUPS.values() for name in group.names) == sorted(unjam.__all__)
    verbs = reference.pages()["reference/verbs.md"]
    assert "## unjam.solve { #solve }" in verbs
    assert '```pycon\n>>> solve("1 2 0 3 4 5 6 7 8").cost\n2\n```' in verbs
    assert "``" not in re.sub("```", "", verbs)


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pages")
    gather.gather(out)
    return out


def leaves(nav: object) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [leaf for each in (nav.values() if isinstance(nav, dict) else nav) for leaf in leaves(each)]


def test_every_page_is_in_the_navigation(gathered: Path) -> None:
    shown = leaves(tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"])
    there = [path.relative_to(gathered).as_posix() for path in gathered.rglob("*.md")]
    assert sorted(shown) == sorted(page for page in there if not page.startswith("source/"))


def test_links_out_of_docs_lead_to_pages_of_the_site(gathered: Path) -> None:
    changelog = (gathered / "changelog.md").read_text(encoding="utf-8")
    assert "](gym.md)" in changelog
    assert "](docs/" not in changelog
    assert "](../source/src/unjam/search/astar.py.md)" in (gathered / "search" / "astar.md").read_text(encoding="utf-8")
    assert (gathered / "source" / "src" / "unjam" / "search" / "astar.py.md").exists()


def test_commands_are_documented_in_every_language(gathered: Path) -> None:
    english, french = (
        (gathered / "reference" / name).read_text(encoding="utf-8") for name in ("commands.md", "commands-fr.md")
    )
    assert "| `--target` `TEXT` | Rush Hour: the label of the car to free" in english  # an option of one family
    assert "### unjam library export-plays" in english
    assert "Résoudre chaque niveau" in french
    assert re.findall(r"^#+ .*", english, re.MULTILINE)[1:] == re.findall(r"^#+ .*", french, re.MULTILINE)[1:]


def test_recorded_board_matches_the_level() -> None:
    table = json.loads(board.recorded())
    held, drawn = table["family"], unjam.widget(board.LEVEL)._family  # the notebook's script draws it
    assert (held.keys(), held["buttons"]) == (drawn.keys(), drawn["buttons"])
    position, at, played = unjam.read(board.LEVEL)[0], 0, 0
    assert table["best"] == unjam.solve(position).cost
    while "best" in (row := table["positions"][at]):
        ids = [piece["id"] for piece in table["scene"]["pieces"]]
        written = {(ids[piece], (r, c)) for piece, r, c, _ in row["to"]}
        assert written == {(move.piece, move.to) for move in position.moves()}
        piece, r, c, at = row["to"][row["best"]]
        position, played = position.play(unjam.Move(ids[piece], (r, c))), played + 1
    assert position.is_solved()
    assert row["solved"]
    assert played == table["best"]
