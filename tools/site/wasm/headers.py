"""Headers for compiling the core to WebAssembly with a compiler that has none for Emscripten.

The compiler's musl headers are those of a 32-bit system whose types differ in one name. ``pyconfig.h`` is written from
what Pyodide's own Python says about its build. The rest of Python's headers are this machine's: the core uses only the
stable interface, which is the same for every Python from 3.12 on. A Python 3.11 lacks a few declarations of it, which
``since_3_12.h`` adds.
"""

from __future__ import annotations

import runpy
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

import paths

# libc++ as Pyodide's main module has it; the names of its functions contain the namespace.
LIBCXX = """
#define _LIBCPP_ABI_VERSION 2
#define _LIBCPP_ABI_NAMESPACE __2
#define _LIBCPP_ABI_FORCE_ITANIUM 0
#define _LIBCPP_ABI_FORCE_MICROSOFT 0
#define _LIBCPP_HAS_THREADS 1
#define _LIBCPP_HAS_MONOTONIC_CLOCK 1
#define _LIBCPP_HAS_MUSL_LIBC 1
#define _LIBCPP_HAS_THREAD_API_PTHREAD 1
#define _LIBCPP_HAS_THREAD_API_EXTERNAL 0
#define _LIBCPP_HAS_THREAD_API_WIN32 0
#define _LIBCPP_HAS_VENDOR_AVAILABILITY_ANNOTATIONS 0
#define _LIBCPP_HAS_FILESYSTEM 1
#define _LIBCPP_HAS_RANDOM_DEVICE 1
#define _LIBCPP_HAS_LOCALIZATION 1
#define _LIBCPP_HAS_UNICODE 1
#define _LIBCPP_HAS_WIDE_CHARACTERS 1
#define _LIBCPP_HAS_TIME_ZONE_DATABASE 0
#define _LIBCPP_INSTRUMENTED_WITH_ASAN 0
#define _LIBCPP_PSTL_BACKEND_SERIAL
#define _LIBCPP_HARDENING_MODE_DEFAULT _LIBCPP_HARDENING_MODE_NONE
"""


def write_headers(folder: Path, zig: Path) -> None:
    """Write the headers that stand before all others."""
    write(folder / "__config_site", LIBCXX.lstrip())
    musl = (zig / "lib/libc/include/riscv32-linux-musl/bits/alltypes.h").read_text(encoding="utf-8")
    if musl.count("#define _Addr int") != 1:
        raise SystemExit("the compiler's musl headers are not those that were expected")
    write(folder / "bits" / "alltypes.h", musl.replace("#define _Addr int", "#define _Addr long"))
    write(folder / "pyconfig.h", pyconfig())
    # Without the machine's own pyconfig.h, which Python.h would find beside itself.
    shutil.copytree(
        sysconfig.get_path("include"),
        folder / "python",
        ignore=shutil.ignore_patterns("pyconfig.h", "internal"),
        dirs_exist_ok=True,
    )
    if sys.version_info < (3, 12):
        write(folder / "Python.h", Path(__file__).with_name("since_3_12.h").read_text(encoding="utf-8"))


def pyconfig() -> str:
    """Return ``pyconfig.h`` as it was when Pyodide's Python was compiled."""
    with zipfile.ZipFile(paths.RUNTIME / "python_stdlib.zip") as stdlib, tempfile.TemporaryDirectory() as folder:
        name = next(each for each in stdlib.namelist() if each.startswith("_sysconfigdata_"))
        values = runpy.run_path(stdlib.extract(name, folder))["build_time_vars"]
    macros = {
        name: value for name, value in values.items() if name.startswith(("HAVE_", "SIZEOF_", "ALIGNOF_", "WITH_"))
    }
    lines = [f"#define {name} {value}" for name, value in sorted(macros.items()) if value not in (0, "", None)]
    return "\n".join(["#pragma once", *lines, ""])


def write(path: Path, text: str) -> None:
    """Write a file unless it is there already: what includes it is compiled anew when it changes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
