"""Builds what the page without a server runs on, into build/wasm/python: Pyodide, its library, and the package.

What is large is compressed here, and the page opens it: a plain file server compresses nothing. ``manifest.json`` lists
the files with their sizes, stored and unpacked.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import licences
import package
import paths
import runtime

import core

AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json")


def main() -> None:
    """Build everything; print the sizes."""
    runtime.fetch_runtime()
    module = core.build_core()
    shutil.rmtree(paths.PYTHON, ignore_errors=True)
    paths.PYTHON.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        parts = build_parts(Path(folder), module)
        with ThreadPoolExecutor() as pool:
            files = list(pool.map(store, parts))
    for name in AS_THEY_ARE:
        shutil.copyfile(paths.RUNTIME / name, paths.PYTHON / name)
        size = (paths.PYTHON / name).stat().st_size
        files.append({"name": name, "stored": size, "unpacked": size})
    files.sort(key=lambda each: str(each["name"]))
    text = json.dumps({"pyodide": paths.PYODIDE_VERSION, "files": files}, indent=1)
    (paths.PYTHON / "manifest.json").write_text(text + "\n", encoding="utf-8")
    licences.gather_licences(paths.LICENCES)
    for each in files:
        print(f"{each['stored']:>10,} {each['unpacked']:>12,}  {each['name']}")
    print(f"{sum(int(each['stored']) for each in files):>10,}")


def build_parts(folder: Path, module: Path) -> list[Path]:
    """Return the files to compress."""
    library, sources = folder / "library", folder / "package"
    library.mkdir()
    sources.mkdir()
    runtime.unpack_library(library)
    package.gather_package(sources, module)
    # Explanations in the code of the standard library are of no use on a page; an assertion of our own may be.
    for source, name, optimize in ((library, "python_stdlib.zip", 2), (sources, "unjam.zip", 0)):
        compiled = folder / f"compiled-{source.name}"
        compiled.mkdir()
        runtime.compile_modules(source, compiled, optimize)
        runtime.archive(compiled, folder / name)
    shutil.copyfile(paths.RUNTIME / "pyodide.asm.wasm", folder / "pyodide.asm.wasm")
    return [folder / name for name in ("pyodide.asm.wasm", "python_stdlib.zip", "unjam.zip")]


def store(path: Path) -> dict[str, str | int]:
    """Compress a file into the folder of results; return its entry in the manifest."""
    from zopfli.gzip import compress

    content = path.read_bytes()
    target = paths.PYTHON / f"{path.name}.gz"
    cached = paths.BUILD / "compressed" / hashlib.sha256(content).hexdigest()
    if not cached.exists():  # the largest file takes ten seconds and never changes
        cached.parent.mkdir(exist_ok=True)
        cached.with_suffix(".part").write_bytes(compress(content))
        cached.with_suffix(".part").rename(cached)
    shutil.copyfile(cached, target)
    return {"name": target.name, "stored": target.stat().st_size, "unpacked": len(content)}


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    main()
