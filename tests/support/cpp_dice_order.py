"""Finds C++ expressions that roll dice twice in an order which the compiler chooses.

``f(dice.below(6), dice.below(6))`` rolls the first argument first with clang and the last one first with g++, so the
same seed would give other levels on another system. The text is scanned, not parsed: what it reports can always be
written as two statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

DECLARED = re.compile(r"\b(?:Dice|Random)&?\s+(\w+)\b")
FUNCTION = re.compile(r"\b(\w+)\s*(?:=\s*\[[^\]]*\]\s*)?(?:\([^;{}]*\)\s*)?(?:const\s*|mutable\s*)?\{")
NOT_FUNCTIONS = {"if", "for", "while", "switch", "else", "do", "catch", "try", "return", "struct", "class", "namespace"}
HEAD = re.compile(r"\b(?:if|for|while|switch|if constexpr)$")
SEQUENCED = re.compile(r"&&|\|\||\?|:|,")


def rolls_in_one_expression(cpp: Path) -> list[str]:
    """Return the expressions of the folder with two rolls in no defined order."""
    files = {
        path: _code(path.read_text(encoding="utf-8")) for path in sorted([*cpp.rglob("*.hpp"), *cpp.rglob("*.cpp")])
    }
    dice = {name for code in files.values() for name in DECLARED.findall(code)}
    wrong = []
    for path, code in files.items():
        call = _rolling_call(code, dice)
        for start, text in _expressions(code) if call else ():
            rolls = [match.start() for match in call.finditer(text)]
            if any(not _in_order(text, one, two) for one, two in pairwise(rolls)):
                line = code.count("\n", 0, start + rolls[0]) + 1
                wrong.append(f"{path.relative_to(cpp)}:{line} rolls twice: {' '.join(text.split())}")
    return wrong


def _code(text: str) -> str:
    """Return the text without comments and string contents, on the same lines."""
    return re.sub(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"', lambda match: '""' if match[0][0] == '"' else "", text)


def _rolling_call(code: str, dice: set[str]) -> re.Pattern[str] | None:
    """Return a pattern for calls that roll: of a die, or of a function or lambda of the file that rolls."""
    used = {name for name in dice if re.search(rf"\b{name}\b", code)}
    if not used:
        return None
    rollers: set[str] = set()
    while True:
        calls = [rf"(?:{'|'.join(sorted(used))})(?:\.\w+)?", *sorted(rollers)]
        call = re.compile(rf"(?<![\w.])(?:this->)?(?:{'|'.join(calls)})\(")
        calling = {name for name, body in _functions(code) if name not in NOT_FUNCTIONS and call.search(body)}
        if calling <= rollers:
            return call
        rollers |= calling


def _functions(code: str) -> Iterator[tuple[str, str]]:
    for match in FUNCTION.finditer(code):
        depth, end = 1, match.end()
        while depth and end < len(code):
            depth += (code[end] == "{") - (code[end] == "}")
            end += 1
        yield match[1], code[match.end() : end]


def _expressions(code: str) -> Iterator[tuple[int, str]]:
    """Yield the full expressions of the code, each with its start."""
    start, opened = 0, list[bool]()  # for every open bracket, whether what it closes is a part of its own
    for at, mark in enumerate(code):
        before = code[start:at].rstrip()
        if mark == "(":
            opened.append(bool(HEAD.search(before)))
        elif mark == "{":  # a block, unless it is a list of values among arguments
            opened.append(before.count("(") <= before.count(")") or before.endswith((")", "]")))
        ends = mark == ";" or (mark in "({" and opened[-1]) or (mark in ")}" and bool(opened) and opened.pop())
        if ends:
            yield start, code[start:at]
            start = at + 1


def _in_order(text: str, one: int, two: int) -> bool:
    """Whether an operator between the two rolls orders them or makes only one of them happen."""
    depth = lowest = 0
    marks: set[str] = set()
    for at in range(one, two):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < lowest:
            lowest, marks = depth, set()
        if depth == lowest and (match := SEQUENCED.match(text, at)):
            marks.add(match[0])
    before = text[:one]
    outermost = before.count("(") + before.count("{") + lowest == before.count(")") + before.count("}")
    return bool(marks) and (outermost or "," not in marks)
