"""Write docs/files.md: every source file with the first sentence of its own description.

Run it after adding, moving or describing a file; a test compares the page with the sources.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "files.md"
PATTERNS = ["src/unjam/**/*.py", "cpp/**/*.[hc]pp", "src/unjam/web/static/**/*.js", "src/unjam/web/static/**/*.css"]
HEAD = """\
# Every file

The source files, each with the first sentence of its own description. `tools/make_file_map.py` writes this page;
[Architecture](architecture.md) explains the folders.
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


def page() -> str:
    """Return the page's text."""
    folders: dict[str, list[str]] = {}
    for path in sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern)):
        if path.name != "__init__.py" or description(path):
            folder = path.parent.relative_to(ROOT).as_posix()
            folders.setdefault(folder, []).append(f"- `{path.name}`: {description(path)}".rstrip(": "))
    sections = [f"\n## {folder}\n\n" + "\n".join(lines) + "\n" for folder, lines in folders.items()]
    return HEAD + "".join(sections)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
