"""Write docs/files.md: every source file with the first sentence of its own description, and the names it defines.

Run it after adding, moving or describing a file; a test compares the page with the sources.
"""

import argparse
import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "files.md"
PATTERNS = ["src/unjam/**/*.py", "cpp/**/*.[hc]pp", "src/unjam/web/static/**/*.js", "src/unjam/web/static/**/*.css"]
HEAD = """\
# Every file

The source files, each with the first sentence of its own description and the names that it defines for others.
`tools/make_file_map.py` writes this page; [Architecture](architecture.md) explains the folders.
"""


def first_sentence(text: str) -> str:
    """Return the first sentence of a description, on one line.

    >>> first_sentence("Lower bounds on a walk,\\nby distance. More follows.")
    'Lower bounds on a walk, by distance.'
    """
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.split(r"(?<=[^A-Z\s][.!?])\s+(?=[A-Z`])", paragraph, maxsplit=1)[0]


def description(path: Path) -> str:
    """Return the first sentence of a docstring or opening comment; empty if there is none."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return first_sentence(ast.get_docstring(ast.parse(source)) or "")
    if path.suffix == ".css":
        opening = re.match(r"/\*(.*?)\*/", source, re.DOTALL)
        return first_sentence(opening[1]) if opening else ""
    opening = re.match(r"(?://.*\n)+", source)
    return first_sentence(re.sub(r"^// ?", "", opening[0], flags=re.MULTILINE)) if opening else ""


SCRIPT_EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) (\w+)", re.MULTILINE)
CPP_TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?= *[{:]| final)", re.MULTILINE)
CPP_FUNCTION = re.compile(
    r"^(?!return|using|namespace|else)[A-Za-z][\w:<>,&* \[\]]*? (\w+)\((?!\))[^;]*?\) *(?:const )?\{", re.MULTILINE
)


def public_names(path: Path) -> list[str]:
    """Return the classes and functions that a file defines for others, in their order."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        names = [each.name for each in ast.parse(source).body if isinstance(each, kinds)]
        return [name for name in names if not name.startswith("_")]
    if path.suffix == ".js":
        return SCRIPT_EXPORT.findall(source)
    if path.suffix in {".hpp", ".cpp"}:
        matches = [*CPP_TYPE.finditer(source), *CPP_FUNCTION.finditer(source)]
        return list(dict.fromkeys(match[1] for match in sorted(matches, key=re.Match.start)))
    return []


def line(path: Path) -> str:
    """Return a file's line of the page; names that the sentence contains are not repeated."""
    sentence = description(path)
    names = [name for name in public_names(path) if not re.search(rf"\b{name}\b", sentence)]
    return f"- `{path.name}`: {sentence} {', '.join(f'`{name}`' for name in names)}".rstrip(": ")


def page() -> str:
    """Return the page's text."""
    folders: dict[str, list[str]] = {}
    for path in sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern)):
        if path.name != "__init__.py" or description(path):
            folder = path.parent.relative_to(ROOT).as_posix()
            folders.setdefault(folder, []).append(line(path))
    sections = [f"\n## {folder}\n\n" + "\n".join(lines) + "\n" for folder, lines in folders.items()]
    return HEAD + "".join(sections)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    PAGE.write_text(page(), encoding="utf-8")
