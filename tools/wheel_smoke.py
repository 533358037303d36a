"""Tries an installed unjam as a newcomer would: run it with the Python that has the wheel, where no compiler is found.

python -I tools/wheel_smoke.py [--signature NUMBER] [--page] [--compilers]

Prints a line for each thing that was tried and ends with an error at the first that is wrong. Needs nothing but unjam.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from importlib.metadata import distribution, requires
from importlib.resources import files
from pathlib import Path

COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make", "ld")
UNJAM = shutil.which("unjam", path=str(Path(sys.executable).parent)) or "unjam"


def run_unjam(*args: str, stdin: str = "") -> str:
    """Return what the command prints."""
    words = os.environ | {"PYTHONUTF8": "1"}
    run = subprocess.run([UNJAM, *args], input=stdin, env=words, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, f"unjam {' '.join(args)}: {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout


def report(line: str) -> None:
    print(line, flush=True)


def try_place(compilers: bool) -> None:
    """The package is the installed one, and nothing here could have built it."""
    import unjam

    assert Path(unjam.__file__).is_relative_to(sys.prefix), unjam.__file__
    compilers_here = [name for name in COMPILERS if shutil.which(name)]
    assert compilers or not compilers_here, f"a compiler is within reach: {compilers_here}"
    wheel = distribution("unjam").read_text("WHEEL") or ""
    tags = [line.removeprefix("Tag: ") for line in wheel.splitlines() if line.startswith("Tag: ")]
    report(f"Python {sys.version.split()[0]}, unjam {unjam.__version__}, wheel {' '.join(tags)}")
    report(f"compilers on PATH: {len(compilers_here)}")


def try_core() -> None:
    """The best core for this processor is loaded, under the name that the wheel's tag promises."""
    from unjam import _core

    best = "the only one"
    try:
        from unjam import _processor
    except ImportError:
        pass
    else:
        built = ["x86-64", *os.listdir(Path(_processor.__file__).with_name("_cores"))]
        best = [name for name in _processor.instructions() if name in built][-1]
        assert _core.instructions() == best, (_core.instructions(), best)
    wheel = distribution("unjam").read_text("WHEEL") or ""
    assert ("-abi3-" in wheel) == (Path(_core.__file__).name.split(".")[1] == "abi3"), _core.__file__
    try:
        _core.packing_generate(0, 4, (3, 5), 4, (2, 8), 8, 1, 50, 1)
    except ValueError:
        pass
    else:
        raise AssertionError("an error of the core is an exception of Python")
    report(f"core {Path(_core.__file__).name} for {_core.instructions()}, {best}")


def try_families() -> None:
    """A shipped level of each family is solved, rated and drawn, and a new one made."""
    import unjam
    from unjam.formats.shipped import bundled

    for name in unjam.FAMILIES:
        level = bundled(name)[0]
        text = unjam.family(name).parse(level.board).storage_text()
        answer = json.loads(run_unjam("solve", "--json", stdin=text).splitlines()[0])
        assert answer["status"] == "solved", answer
        assert json.loads(run_unjam("rate", "--json", stdin=text).splitlines()[0])["level"]
        assert run_unjam("show", stdin=text).strip()
        with tempfile.TemporaryDirectory() as folder:
            for kind, start in (("svg", b"<svg"), ("png", b"\x89PNG")):
                picture = Path(folder) / f"level.{kind}"
                run_unjam("show", f"--{kind}", str(picture), stdin=text)
                assert start in picture.read_bytes()[:200], kind
        new = json.loads(run_unjam("generate", name, "--seed", "1", "--workers", "1", "--json").splitlines()[0])
        report(f"{name}: {level.title!r} solved in {answer['cost']}, rated, drawn; generated one ({new['cost']} moves)")


def try_languages() -> None:
    """The catalogues are there."""
    for language, word in (("fr", "Résoudre"), ("es", "Resuelve"), ("en", "Solve")):
        assert word in run_unjam("--lang", language, "--help"), language
    report("English, Spanish, French")


def try_files() -> None:
    """What is no Python is there too, and what only the repository needs is not."""
    package = files("unjam")
    page = ("web/static/index.html", "web/static/app/app.js", "integrations/notebook/widget.js")
    for name in ("py.typed", "_core.pyi", *page):
        assert (package / name).is_file(), name
    odd = [file for file in distribution("unjam").files or () if file.suffix in {".po", ".cpp", ".hpp"}]
    assert not odd, odd
    report(f"typed stubs, the page's files, {len(distribution('unjam').files or ())} files in all")


def try_bench(signature: int | None) -> None:
    """The searches expand exactly the positions that those of the repository expand."""
    lines = run_unjam("bench").splitlines()
    assert signature is None or lines[-1] == f"Bench: {signature}", (lines[-1], signature)
    report(lines[-1] + ("" if signature is None else ", as expected"))


def try_page() -> None:
    """The page is served, with its scripts and its levels."""
    command = [sys.executable, "-u", UNJAM, "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(word for line in server.stdout for word in line.split() if word.startswith("http"))
            address = address.rstrip("/,.")
            for path, part in (
                ("/", "<!doctype html"),
                ("/static/app/app.js", "import"),
                ("/api/v1/health", "running"),
            ):
                with urllib.request.urlopen(address + path, timeout=60) as answer:
                    assert part in answer.read().decode().lower(), path
        finally:
            server.terminate()
    report("the page is served")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--signature", type=int, help="what `unjam bench` must end with")
    parser.add_argument("--compilers", action="store_true", help="compilers may be within reach")
    parser.add_argument("--page", action="store_true", help="the extra [web] is installed too")
    options = parser.parse_args()
    assert requires("unjam"), "the wheel names what it needs"
    try_place(options.compilers)
    try_core()
    try_files()
    try_languages()
    try_families()
    try_bench(options.signature)
    if options.page:
        try_page()


if __name__ == "__main__":
    main()
