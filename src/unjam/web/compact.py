"""Scripts and style sheets without what only people read: comments, indentation, spaces between signs.

The files on disk are the source and stay readable; the server sends them compacted. Nothing is renamed and nothing
moves: a browser sees the tokens of the file in their order, less those that the grammar lets be left out: a semicolon
or a comma before a closing bracket, the brackets of a lone parameter, the nought before a point, the word const or let
where another such declaration stands before.
"""

from __future__ import annotations

import re

_NAME = r"(?:[\w$#@]|[^\x00-\x7f])+"
_STRING = r"""'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*\""""
_SCRIPT = re.compile(
    rf"(?P<blank>\s+|//[^\n]*|/\*[\s\S]*?\*/)|(?P<string>{_STRING})|(?P<number>\.?\d[\w.]*)|(?P<name>{_NAME})"
    r"|(?P<sign>>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--"
    r"|\+=|-=|\*=|/=|%=|&=|\|=|\^=|<<|>>|\*\*|[{}()\[\];,<>+\-*/%&|^!~?:=.])"
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_TEMPLATE = re.compile(r"(?:[^`\\$]|\\[\s\S]|\$(?!\{))*")
_BEFORE_REGEX = frozenset(
    (
        "return",
        "typeof",
        "instanceof",
        "in",
        "of",
        "new",
        "delete",
        "void",
        "throw",
        "case",
        "do",
        "else",
        "yield",
        "await",
    )
)
_STYLE = re.compile(
    rf"(?P<blank>(?:\s+|/\*[\s\S]*?\*/)+)|(?P<string>{_STRING})|(?P<url>url\([^)'\"]*\))|(?P<sign>[{{}}();:,>~\[\]])"
    r"|(?P<name>[^\s{}();:,>~\[\]'\"/]+|/)"
)


def script_tokens(text: str) -> list[tuple[str, str]]:
    r"""The kind and the text of every token, blanks and comments among them; ValueError where there is none.

    A slash begins a regular expression where no value can end; a template is cut at its expressions.

    >>> [token for kind, token in script_tokens("a = b / 2; c = /[/]/.test(`${d}`) // e") if kind != "blank"]
    ['a', '=', 'b', '/', '2', ';', 'c', '=', '/[/]/', '.', 'test', '(', '`${', 'd', '}`', ')']
    """
    out: list[tuple[str, str]] = []
    braces: list[bool] = []  # of each open brace: does its end go on with a template?
    last = ("sign", ";")
    at = 0
    while at < len(text):
        here = text[at]
        if here == "`" or (here == "}" and braces and braces[-1]):
            if here == "}":
                braces.pop()
            found = _TEMPLATE.match(text, at + 1)
            assert found is not None
            end = found.end() + (1 if text[found.end() : found.end() + 1] == "`" else 2)
            kind, token = "template", text[at:end]
            if not token.endswith(("`", "${")) or len(token) < 2:
                raise ValueError(f"a template does not end: {token[:40]}")
            if token.endswith("${"):
                braces.append(True)
        else:
            match = _REGEX.match(text, at) if here == "/" and text[at + 1 : at + 2] not in ("/", "*") else None
            kind = "regex"
            if match is None or _ends_value(last):
                match = _SCRIPT.match(text, at)
                if match is None:
                    raise ValueError(f"no token of a script: {text[at : at + 40]}")
                kind = match.lastgroup or ""
            token = match.group()
            if token == "{":
                braces.append(False)
            elif token == "}" and braces:
                braces.pop()
        out.append((kind, token))
        if kind != "blank":
            last = (kind, token)
        at += len(token)
    return out


def _ends_value(last: tuple[str, str]) -> bool:
    kind, token = last
    if kind == "sign":
        return token in (")", "]", "}", "++", "--")
    return not (kind == "name" and token in _BEFORE_REGEX) and not token.endswith("${")


def script(text: str) -> str:
    r"""The script without comments and needless blanks; a line's end stays where it may end a statement.

    >>> script("// why\n  const a = (b) => { go(b + +c); }; /* one */\n  go(a,\n    0.5,\n  )\n  return  a\n")
    'const a=b=>{go(b+ +c)};go(a,.5)\nreturn a'
    """
    out: list[str] = []
    before, line = ("sign", ";"), False
    for kind, token, broken in spare(script_tokens(text)):
        line = broken and not _goes_on(before, kind, token)
        if out and (line or _would_join(before[1], token)):
            out.append("\n" if line else " ")
        out.append(token)
        before = (kind, token)
    return "".join(out)


def spare(tokens: list[tuple[str, str]]) -> list[tuple[str, str, bool]]:
    """The tokens that a browser needs, each with whether a line ended before it."""
    kept: list[tuple[str, str, bool]] = []
    broken = False
    words = [""]  # for each open bracket and the whole: const or let while such a declaration is being read
    opened: list[str] = []  # of each open round bracket, the word before it
    empty = False  # does the bracket just closed belong to a loop or a condition, so that a semicolon is its body?
    for kind, token in tokens:
        if kind == "blank":
            broken = broken or "\n" in token
            continue
        before = kept[-1][:2] if kept else ("sign", ";")
        ended = broken and not _goes_on(before, kind, token)
        if token in ("const", "let") and kind == "name" and (ended or before[1] in (";", "{", "}")):
            if before == ("sign", ";") and words[-1] == token and len(kept) > 1:
                kept[-1] = ("sign", ",", kept[-1][2])
                broken = False
                continue
            words[-1] = token
        elif ended or before == ("sign", ";"):
            words[-1] = ""
        closes = kind == "sign" and token in (")", "]", "}") and before[0] == "sign" and len(kept) > 1
        spared = (before[1] == ";" and token == "}" and not empty) or (
            before[1] == "," and len(kept) > 1 and kept[-2][1] not in ("[", ",")
        )
        if closes and spared:
            kept.pop()
        if token == "=>" and [t for _, t, _ in kept[-3::2]] == ["(", ")"] and kept[-2][0] == "name":
            kept[-3:] = [(*kept[-2][:2], kept[-3][2])]
        kept.append((kind, token.removeprefix("0") if kind == "number" and token[:2] == "0." else token, broken))
        broken = False
        if token == "(":
            opened.append(before[1])
        empty = token == ";" and empty
        if token == ")" and opened:
            empty = opened.pop() in ("if", "for", "while", "with")
        if (kind == "sign" and token in ("(", "[", "{")) or (kind == "template" and token.endswith("${")):
            words.append("")
        elif kind == "sign" and token in (")", "]", "}") and len(words) > 1:
            words.pop()
        if kind == "template" and token[0] == "}" and len(words) > 1:
            words.pop()
    return kept


def _goes_on(before: tuple[str, str], kind: str, token: str) -> bool:
    """Whether a line's end between two tokens can never end a statement."""
    if before[0] == "sign" and before[1] not in (")", "]", "}", "++", "--"):
        return True
    return kind == "sign" and token in (
        ")",
        "]",
        "}",
        ",",
        ";",
        ".",
        "?.",
        "?",
        ":",
        "&&",
        "||",
        "??",
        "=",
        "==",
        "===",
    )


def _would_join(left: str, right: str) -> bool:
    a, b = left[-1], right[0]
    word = re.compile(r"[\w$#@]|[^\x00-\x7f]")
    if word.match(a) and word.match(b):
        return True
    return (a + b) in ("++", "--", "//", "/*") or (a.isdigit() and b == ".")


def style_tokens(text: str) -> list[tuple[str, str]]:
    """The kind and the text of every token of a style sheet; ValueError where there is none."""
    out, at = [], 0
    while at < len(text):
        match = _STYLE.match(text, at)
        if match is None:
            raise ValueError(f"no token of a style sheet: {text[at : at + 40]}")
        out.append((match.lastgroup or "", match.group()))
        at = match.end()
    return out


def style(text: str) -> str:
    r"""The style sheet without comments and needless blanks; a blank that means something stays one.

    >>> style("a:hover > b, .c :is(d, e) {\n  width: calc(1px + 2 * var(--u)); /* why */\n  margin: 0 auto;\n}\n")
    'a:hover>b,.c :is(d,e){width:calc(1px + 2*var(--u));margin:0 auto}'
    """
    out: list[str] = []
    blank, depth, inside = False, 0, False
    for kind, token in style_tokens(text):
        if kind == "blank":
            blank = True
            continue
        last = out[-1] if out else "{"
        if token == "}" and last == ";":
            out.pop()
        elif blank and last[-1] not in "{};:,>(" and token[0] not in "{};,>)!":
            factor = depth and inside and ("*" in (last, token) or "/" in (last, token))
            if not factor:
                out.append(" ")
        out.append(token)
        blank = False
        depth += (token == "(") - (token == ")")
        inside = token == ":" or (inside and token not in "{};")
    return "".join(out)
