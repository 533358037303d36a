"""Compiles the native core as a WebAssembly module that Pyodide loads like any other extension.

The compiler is clang as the package ziglang has it; no Emscripten is needed. ``core.py`` compiles what has changed, two
files at a time, and links ``_core.so``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import headers
import paths

TARGET = [
    "--target=wasm32-unknown-emscripten", "-fPIC", "-fwasm-exceptions", "-mllvm", "-wasm-enable-sjlj",
    "-fvisibility=hidden",
]  # fmt: skip
# As in CMakeLists.txt: sums are rounded in the same way everywhere, so that a seed gives the same levels.
OPTIONS = [
    "-std=gnu++20", "-ffp-contract=off", "-O3", "-DNDEBUG", "-DPy_LIMITED_API=0x030C0000",
    "-ffunction-sections", "-fdata-sections",
]  # fmt: skip
NANOBIND_OPTIONS = ["-O1", "-DNB_BUILD", "-DNB_COMPACT_ASSERTIONS", "-fno-strict-aliasing"]


class Compiler:
    """Compiles C++ files of the core and links them."""

    def __init__(self, objects: Path) -> None:
        self.zig = paths.package_folder("ziglang")
        self.nanobind = paths.package_folder("nanobind")
        self.objects = objects
        library = self.zig / "lib"
        headers.write_headers(objects / "include", self.zig)
        system = [library / "libcxx/include", library / "libcxxabi/include", library / "include",
                  library / "libc/include/riscv32-linux-musl", library / "libc/include/generic-musl",
                  self.nanobind / "ext/robin_map/include"]  # fmt: skip
        self.includes = [
            "-nostdinc",
            "-nostdinc++",
            "-include",
            str(objects / "include/__config_site"),
            "-include",
            "cstdio",
        ]
        self.includes += [
            f"-I{each}" for each in (objects / "include", paths.PROJECT / "cpp", self.nanobind / "include")
        ]
        for each in (*system, objects / "include/python"):
            self.includes += ["-isystem", str(each)]

    def sources(self) -> list[Path]:
        """Return what the core consists of, what takes longest first."""
        own = sorted((paths.PROJECT / "cpp/bind").glob("*.cpp"), key=lambda each: -each.stat().st_size)
        return [*own, self.nanobind / "src/nb_combined.cpp"]

    def compile(self, source: Path) -> Path:
        """Compile one file unless its object is newer than all that went into it; return the object."""
        target = self.objects / f"{source.stem}.o"
        if not is_current(target):
            own = OPTIONS if source.is_relative_to(paths.PROJECT / "cpp") else OPTIONS + NANOBIND_OPTIONS
            command = [
                str(self.zig / "zig"),
                "clang",
                *TARGET,
                *self.includes,
                *own,
                "-MD",
                "-MF",
                str(target.with_suffix(".d")),
            ]
            run([*command, "-c", "-xc++", str(source), "-o", str(target)])
        return target

    def link(self, objects: list[Path], target: Path) -> None:
        """Link the objects; what they lack, Pyodide's main module has."""
        command = [
            str(self.zig / "zig"),
            "wasm-ld",
            "-shared",
            "--experimental-pic",
            "--unresolved-symbols=import-dynamic",
        ]
        run([*command, "--strip-all", "--gc-sections", "--export=PyInit__core", "-o", str(target), *map(str, objects)])


def is_current(target: Path) -> bool:
    """Return whether an object is newer than its sources and than this file, as its dependencies tell."""
    rules = target.with_suffix(".d")
    if not target.exists() or not rules.exists():
        return False
    _, _, names = rules.read_text(encoding="utf-8").replace("\\\n", " ").partition(": ")
    made = target.stat().st_mtime
    return all(os.path.exists(each) and os.stat(each).st_mtime <= made for each in [*names.split(), __file__])


def run(command: list[str]) -> None:
    """Run a command; show what it says only if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stderr[-4000:]}")


def build_core() -> Path:
    """Compile and link the core; return the module."""
    paths.OBJECTS.mkdir(parents=True, exist_ok=True)
    compiler = Compiler(paths.OBJECTS)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compiler.compile, compiler.sources()))
    target = paths.OBJECTS / "_core.so"
    if not target.exists() or any(each.stat().st_mtime > target.stat().st_mtime for each in objects):
        compiler.link(objects, target)
    return target


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(build_core())
