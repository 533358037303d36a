"""Makes the notebook's board one script, of the page's own modules and styles, with esbuild.

    python tools/bundle_widget.py            # writes src/unjam/integrations/notebook/widget.js
    python tools/bundle_widget.py --check    # says whether it is what its sources would make

The script begins with a mark of its sources, so that a test without node sees when it is stale.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "unjam"
FRONT, STYLES, BUNDLE = (
    SOURCE / "integrations" / "notebook" / name for name in ("widget_source.js", "widget.css", "widget.js")
)
STATIC = SOURCE / "web" / "static"
ESBUILD = ["npx", "--yes", "esbuild@0.25.10"]
SYMBOLS = ("tick", "left", "right", "up", "down", "arrowleft", "arrowright", "arrowup", "arrowdown")


def sources() -> list[Path]:
    """Every file that goes into the bundle: what the front imports, and what that imports, and so on."""
    files, open_ = {FRONT, STYLES, STATIC / "index.html"}, [FRONT, STYLES]
    while open_:
        path = open_.pop()
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r'(?:from|@import)\s+"(\.[^"]+\.(?:js|css))"', text):
            other = (path.parent / name).resolve()
            if other not in files:
                files.add(other)
                open_.append(other)
    return sorted(files)


def mark() -> str:
    """A mark of everything that goes into the bundle."""
    digest = blake2b(digest_size=12)
    for path in sources():
        digest.update(drawings().encode() if path.suffix == ".html" else path.read_bytes())
    return f"// Made by tools/bundle_widget.py from {digest.hexdigest()}; change its sources instead.\n"


def drawings() -> str:
    """The drawings that the board takes from the page's markup."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    hero = re.search(r'<template id="hero">.*?</template>', page, re.DOTALL)
    assert hero is not None
    symbols = [re.search(rf'<symbol id="i-{name}".*?</symbol>', page) for name in SYMBOLS]
    return hero[0] + "<svg class=drawings>" + "".join(each[0] for each in symbols if each) + "</svg>"


def styles() -> str:
    bundled = subprocess.run(
        [*ESBUILD, str(STYLES), "--bundle", "--minify"], capture_output=True, text=True, check=True
    ).stdout
    return hosted(bundled).strip()


def hosted(rules: str) -> str:
    """The rules of the page's root for the element that holds the board; what is asked of it goes into brackets.

    >>> hosted(":root{--a:1}:root[data-theme=dark]{--a:2}:root:not([data-animation=full]){--a:3}")
    ':host{--a:1}:host([data-theme=dark]){--a:2}:host(:not([data-animation=full])){--a:3}'
    """
    scoped = re.sub(r":root((?:\[[^\]]*\]|:not\([^)]*\))+)", r":host(\1)", rules)
    return scoped.replace(":root", ":host")


def bundle() -> str:
    """The whole script."""
    words = [
        f"--define:UNJAM_STYLE={json.dumps(styles())}", f"--define:UNJAM_DRAWINGS={json.dumps(drawings())}",
    ]  # fmt: skip
    bundle = subprocess.run(
        [*ESBUILD, str(FRONT), "--bundle", "--format=esm", "--minify", "--charset=utf8", *words],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return mark() + bundle


def is_stale() -> bool:
    """Whether the bundle was made of other sources."""
    return not BUNDLE.exists() or not BUNDLE.read_text(encoding="utf-8").startswith(mark())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where the bundle is stale")
    if parser.parse_args().check:
        sys.exit("widget.js is stale: run tools/bundle_widget.py" if is_stale() else 0)
    BUNDLE.write_text(bundle(), encoding="utf-8")


if __name__ == "__main__":
    main()
