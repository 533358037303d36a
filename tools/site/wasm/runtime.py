"""Fetches Pyodide, and makes its standard library smaller: compiled, and without what no page needs."""

from __future__ import annotations

import base64
import hashlib
import json
import tarfile
import tempfile
import zipfile
from pathlib import Path

import node
import paths

FILES = (
    "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "package.json",
)  # fmt: skip

# Modules that a puzzle page has no use for: other programs' protocols, tools for developers, screens and processes.
UNUSED = {
    "_aix_support", "_android_support", "_apple_support", "_ios_support", "_osx_support", "_pydatetime",
    "_pydecimal", "_pyio", "_pyrepl", "antigravity", "argparse", "bdb", "cProfile", "compileall", "configparser",
    "ctypes", "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput", "ftplib", "getpass", "idlelib",
    "imaplib", "mailbox", "modulefinder", "multiprocessing", "netrc", "nturl2path", "optparse", "pdb",
    "pickletools", "plistlib", "poplib", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc", "pydoc_data",
    "rlcompleter", "sched", "shelve", "smtplib", "socketserver", "sqlite3", "ssl", "statistics", "tarfile", "this",
    "timeit", "tkinter", "trace", "tracemalloc", "tty", "turtle", "turtledemo", "unittest", "venv", "wave",
    "webbrowser", "wsgiref", "xmlrpc", "zipapp",
}  # fmt: skip
UNUSED_PARTS = (
    "asyncio/__main__", "asyncio/proactor_events", "asyncio/tools", "asyncio/windows_",
    "concurrent/futures/process", "concurrent/interpreters", "email/mime", "http/cookiejar", "http/server",
    "logging/config", "logging/handlers", "_sysconfigdata_", "xml/dom", "xml/etree", "xml/sax",
)  # fmt: skip
ENCODINGS = {
    "__init__", "aliases", "ascii", "cp1252", "cp437", "hex_codec", "idna", "latin_1", "punycode",
    "raw_unicode_escape", "undefined", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be",
    "utf_32_le", "utf_7", "utf_8", "utf_8_sig",
}  # fmt: skip


def fetch_runtime() -> Path:
    """Return the folder of Pyodide's files; fetch them with npm the first time."""
    if (paths.RUNTIME / "complete").exists():
        return paths.RUNTIME
    with tempfile.TemporaryDirectory() as folder:
        package = f"pyodide@{paths.PYODIDE_VERSION}"
        done = node.npm("pack", "--silent", "--pack-destination", folder, package)
        if done.returncode:
            raise SystemExit(f"npm could not fetch {package}:\n{done.stderr[-2000:]}")
        (archive,) = Path(folder).glob("*.tgz")
        digest = hashlib.sha512(archive.read_bytes()).digest()
        if "sha512-" + base64.b64encode(digest).decode() != paths.PYODIDE_INTEGRITY:
            raise SystemExit(f"{package} is not what it was when this project was made with it")
        paths.RUNTIME.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archive) as files:
            for name in FILES:
                source = files.extractfile(f"package/{name}")
                assert source is not None
                (paths.RUNTIME / name).write_bytes(source.read())
    empty_lock(paths.RUNTIME / "pyodide-lock.json")
    (paths.RUNTIME / "complete").touch()
    return paths.RUNTIME


def empty_lock(path: Path) -> None:
    """Empty Pyodide's list of further packages: nothing is ever loaded from elsewhere."""
    lock = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({"info": lock["info"], "packages": {}}) + "\n", encoding="utf-8")


def is_needed(name: str) -> bool:
    """Return whether the page may need a module of the standard library.

    >>> is_needed("json/decoder.py"), is_needed("unittest/case.py"), is_needed("encodings/cp852.py")
    (True, False, False)
    """
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return name.endswith(".py") and first.removesuffix(".py") not in UNUSED and not name.startswith(UNUSED_PARTS)


def unpack_library(target: Path) -> None:
    """Write the sources of the modules that are needed to a folder."""
    with zipfile.ZipFile(paths.RUNTIME / "python_stdlib.zip") as library:
        for name in filter(is_needed, library.namelist()):
            library.extract(name, target)


def compile_modules(source: Path, target: Path, optimize: int) -> None:
    """Compile all modules below a folder by Pyodide's own Python; copy whatever else is there."""
    script = Path(__file__).with_name("compile_modules.py")
    # Bytecode knows the line of each instruction; the columns would be a third of it.
    done = node.python(script, [source, target, optimize], [script.parent, source, target], PYTHONNODEBUGRANGES="1")
    if done.returncode:
        raise SystemExit(f"compiling {source.name} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def archive(folder: Path, target: Path) -> None:
    """Put a folder into an archive that is not compressed, the same for the same files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as files:
        for each in sorted(folder.rglob("*")):
            if each.is_file():
                entry = zipfile.ZipInfo(each.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
                files.writestr(entry, each.read_bytes())
