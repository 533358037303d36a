"""What the server makes of its scripts and style sheets: fewer bytes, the same meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unjam.web import files
from unjam.web.compact import script, script_tokens, spare, style
from web_browser import Visit
from web_server import address

STATIC = Path(files.__file__).parent / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
STYLES = sorted(STATIC.glob("*.css"))
RULES = """texts => texts.map((text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText); })"""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_keeps_its_tokens(path: Path) -> None:
    text = path.read_text()
    short = script(text)
    assert [token for _, token, _ in spare(script_tokens(short))] == [
        token for _, token, _ in spare(script_tokens(text))
    ]
    assert script(short) == short
    assert len(short) < len(text)


def test_scripts_still_parse() -> None:
    with Visit() as visit:
        page = visit.open("/")
        for path in SCRIPTS:  # a module that does not parse, or lacks an import, is refused
            page.evaluate("name => import(name)", f"{address()}/static/{path.name}")


def test_a_style_sheet_keeps_its_rules() -> None:
    with Visit() as visit:
        page = visit.open("/")
        for path in STYLES:
            text = path.read_text()
            long, short = page.evaluate(RULES, [text, style(text)])
            assert len(long) > 5
            assert [blanks(rule) for rule in short] == [blanks(rule) for rule in long]


def blanks(rule: str) -> str:
    """A rule without the blanks that a custom property keeps as written."""
    return re.sub(r"\s*([,/*(){}:;])\s*", r"\1", rule)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("a = b / c / d;", "a=b/c/d"),
        ("a = /[/*]\\// . test(b) // c", "a=/[/*]\\//.test(b)"),
        ("x = \"// no\" + '/* no */'", "x=\"// no\"+'/* no */'"),
        ("`a // ${ b + `/* ${ c } */` } d`", "`a // ${b+`/* ${c} */`} d`"),
        ("return /a b/.exec(c)", "return/a b/.exec(c)"),
        ("a\n++b", "a\n++b"),
        ("a = b\n(c)", "a=b\n(c)"),
        ("a + +b - -c", "a+ +b- -c"),
        ("if (a) {\n  b();\n}\nelse {\n  c();\n}", "if(a){b()}\nelse{c()}"),
        ("for (const a of b) { if (c) ; }", "for(const a of b){if(c);}"),
        ("const a = 1; const b = (c) => c;\nlet d = 2;", "const a=1,b=c=>c;let d=2"),
        ("const a = 1\nb();\nconst c = 2;", "const a=1\nb();const c=2"),
        ("for (let i = 0; i < 9; i++) go();", "for(let i=0;i<9;i++)go()"),
        ("[1, , 2,]; f(a, b,); ({ a, })", "[1,,2];f(a,b);({a})"),
        ("async (a) => a; (a, b) => 0.5; () => 10.5", "async a=>a;(a,b)=>.5;()=>10.5"),
        ("a ? .5 : b?.c", "a?.5:b?.c"),
    ],
)
def test_the_hard_places_of_a_script(text: str, short: str) -> None:
    assert script(text).removesuffix(";") == short


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (".a > .b , .c:is(.d , .e) .f { color : red ; }", ".a>.b,.c:is(.d,.e) .f{color :red}"),
        (".a :hover, .a:hover *, [b] [c] { margin: 0 -1px }", ".a :hover,.a:hover *,[b] [c]{margin:0 -1px}"),
        ("a { width: calc(1px + 2 * (3px - var(--x, 0))); }", "a{width:calc(1px + 2*(3px - var(--x,0)))}"),
        ('a::before { content: "a  ;} b"; /* c */ }', 'a::before{content:"a  ;} b"}'),
        (
            "@media (min-width: 9px) and (color) { a { b: c !important; } }",
            "@media (min-width:9px) and (color){a{b:c!important}}",
        ),
    ],
)
def test_the_hard_places_of_a_style_sheet(text: str, short: str) -> None:
    assert style(text) == short
