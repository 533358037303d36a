"""Every example on every page is run or marked as output; commands and options in the text exist."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
import pytest
from doc_pages import OUTPUT, ROOT, Block, Reader, blocks, pages

import unjam
from unjam.cli import localize
from unjam.cli import unjam as command_line

RUN = [page for page in pages() if page.name != "CHANGELOG.md" and page != ROOT / "README.md"]
"""The README's are run by test_readme.py."""
KINDS = {name.removeprefix("_") for name in vars(Reader) if re.fullmatch("_[a-z]+", name)}


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reader:
    monkeypatch.syspath_prepend(str(tmp_path))
    known, before = dict(unjam.FAMILIES), set(sys.modules)
    yield Reader(tmp_path)
    unjam.FAMILIES.clear()
    unjam.FAMILIES.update(known)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.mark.parametrize("page", pages(), ids=named)
def test_every_block_is_run_or_marked_as_output(page: Path) -> None:
    for block in blocks(page.read_text(encoding="utf-8")):
        assert block.kind in {*KINDS, *OUTPUT}, f"{named(page)}, line {block.line}: '{block.kind}' is neither"


@pytest.mark.parametrize("page", [page for page in RUN if any(True for _ in blocks(page.read_text()))], ids=named)
def test_examples_of_a_page_run(page: Path, reader: Reader) -> None:
    prepare = PREPARED.get(named(page))
    if prepare:
        prepare(reader.folder)
    for block in blocks(page.read_text(encoding="utf-8")):
        reader.run(block)


# -- what a page takes for granted: files that its reader has


def _some_boards(folder: Path) -> None:
    boards = "oBCCooDBoEFFDAAEGHDooIGHJoxIKoJLLLKo\nooooBoooooBoAAooBooooDDooooooooooooo\n"
    for name in ("boards.txt", "more/two.txt", "boards/one.txt"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(boards, encoding="utf-8")
    import duckdb

    duckdb.execute(f"COPY (SELECT '{boards.split()[0]}' AS text) TO '{folder / 'old.parquet'}' (FORMAT parquet)")


def _a_sokoban_level(folder: Path) -> None:
    (folder / "level.xsb").write_text("#####\n#@$.#\n#####\n", encoding="utf-8")
    (folder / "mine.txt").write_text("R\n", encoding="utf-8")


def _some_plays(folder: Path) -> None:
    from unjam.datasets.plays import PlayLog
    from unjam.formats.position_id import encode

    level = unjam.read("rushhour/first-gear")[0]
    won = level
    for move in unjam.solve(level).moves:
        won = won.play(move)
    log = PlayLog(folder / "plays")
    events = [(0, "start", encode(level)), (900, "hint", encode(level)), (9_000, "win", encode(won))]
    log.add("0123456789abcdef", encode(level), 0, events)
    log.close()


PREPARED = {
    "docs/scaling.md": _some_boards,
    "docs/sokoban.md": _a_sokoban_level,
    "docs/plays.md": _some_plays,
    "docs/howto/site-owner.md": _some_plays,
}


# -- the reader itself: each kind of wrong block is rejected


UNTRUE = {
    "```\nunjam solve x\n```": "neither",
    "```yaml\na: 1\n```": "neither",
    "Look:\n\n    unjam solve x\n": "neither",
    "```python\nassert 1 == 2, 'no'\n```": "no",
    "```python\n>>> 1 + 1\n3\n```": "Expected",
    "```console\n$ echo one\ntwo\n```": "it prints",
    "```console\n$ unjam solve nothing.txt\n```": "nothing.txt",
    "```sh\nunjam solve nothing.txt\n```": "nothing.txt",
    "```sh\nmake coffee\n```": "target",
    "```sh\npip install 'unjam[kitchen]'\n```": "extras",
    "```level\n#####\n#@.$#\n#####\n```": "no solution",
    "```json\n{1}\n```": "property name",
}


@pytest.mark.parametrize("page", UNTRUE)
def test_reader_rejects_wrong_docs(page: str, reader: Reader) -> None:
    (block,) = blocks(page)
    with pytest.raises(Exception, match=re.escape(UNTRUE[page])):
        reader.run(block)


def test_reader_accepts_correct_docs(reader: Reader) -> None:
    page = "Save this as `one.py`:\n\n```python\nONE = 1\n```\n\n1. A list:\n\n    more of it\n\n" + (
        "```python\n>>> from one import ONE\n>>> ONE\n1\n\n```\n```console\n$ echo one; echo 3.4 ms\none\n12 s\n```\n"
        "```console\n$ seq 9\n1\n...\n9\n```\n```text\nanything\n```\n"
    )
    parsed = list(blocks(page))
    assert [block.kind for block in parsed] == ["python", "python", "console", "console", "text"]
    assert parsed[0] == Block("python", "ONE = 1\n", 3, "one.py")
    for block in parsed:
        reader.run(block)


# -- commands that stand in a sentence


def inline_commands(text: str) -> list[str]:
    return re.findall(r"(?<!`)`(unjam [a-z][^`\n]*)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def test_commands_in_sentences_exist() -> None:
    root = localize(command_line)
    count = 0
    for page in pages():
        for command in inline_commands(page.read_text(encoding="utf-8")):
            count += 1
            assert not (why := unknown(root, command.split()[1:])), f"{named(page)}: `{command}`: {why}"
    assert count > 20
    assert unknown(root, ["solve", "--fast"]) == "no option --fast"
    assert unknown(root, ["library", "burn"]) == "no command burn"


def unknown(command: click.Command, words: list[str]) -> str:
    """Return a message about the first command or option that does not exist, or nothing."""
    with click.Context(command, info_name="unjam") as ctx:
        while isinstance(command, click.Group) and words and re.fullmatch("[a-z-]+", words[0]):
            inner = command.get_command(ctx, words[0])
            if inner is None:
                return f"no command {words[0]}"
            command, words = inner, words[1:]
    if isinstance(command, click.Group) and words and words[0].startswith("add|"):
        return ""
    from unjam.families import FAMILIES, family

    known = {each for option in command.params for each in option.opts}
    known |= {f"--{option.name}" for name in FAMILIES for option in family(name).about.options}
    wrong = [word for word in words if (flag := re.match(r"--[a-z-]+", word)) and flag[0] not in known]
    return f"no option {wrong[0]}" if wrong else ""
