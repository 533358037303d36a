"""Puts the whole page into the documentation site, as plain files: `make site`.

It needs no server: the handlers run in Python in workers of the browser. The other folders hold Python as `make wasm`
builds it, and the licences of all that is in it. What never changes, such as the levels, is written as files, so that
the first view shows before Python runs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import shutil
from hashlib import blake2b
from pathlib import Path

from code_view import starts

from unjam.web.http.bundle import strip_types
from unjam.web.http.constant_answers import ConstantAnswers
from unjam.web.http.static_files import IN_BROWSER, STATIC, PageFiles
from unjam.web.options import ServerOptions
from unjam.web.server import make_state
from unjam.web.wire.encoding import dumps

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""As a server sends it, and what Python needs: WebAssembly, and workers that are held to this policy too."""
WORKERS = ("server_worker.js", "search_worker.js", "save_worker.js")
SERVICE_WORKER = "service_worker.js"
LINK = re.compile(r'\b(href)="/([^"]*)"')


def write_app(out: Path, python: Path, licences: Path) -> None:
    """Write the page below the folder, and nothing else there."""
    shutil.rmtree(out, ignore_errors=True)
    files = PageFiles(root="", in_browser=True)
    runtime = f"python/{_digest(python)}"
    shutil.copytree(python, out / runtime)
    for path in _served(files):
        _write(out / files.version / path, files.files[path].content)
    for path, content in _answers():
        _write(out / files.version / f"answers{path}.json.gz", gzip.compress(content, 9, mtime=0))
    _write(out / "index.html", _html(files, runtime).encode())
    _write(out / "service-worker.js", _service_worker(out).encode())
    shutil.copytree(licences, out / "licences")


def _digest(folder: Path) -> str:
    digest = blake2b(digest_size=8)
    for path in sorted(folder.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _served(files: PageFiles) -> list[str]:
    """The files that the page loads: its bundles, styles and pictures, and the modules of its workers."""
    modules = files.bundles.imported(IN_BROWSER + name for name in WORKERS)
    return [path for path in files.files if not path.endswith(".js") or path.startswith("bundle/") or path in modules]


def _answers() -> list[tuple[str, bytes]]:
    """The answers that never change, each with its path, and what students start from in the Code view."""
    constants = ConstantAnswers(make_state(ServerOptions()))
    answers = [(path, answer.content) for path, answer in constants.all()]
    return [*answers, ("/code", dumps(starts()).encode())]


def _html(files: PageFiles, runtime: str) -> str:
    """The page with its policy in itself, since plain files are sent without one, and with addresses behind a #."""
    html = LINK.sub(r'\1="#/\2"', files.page("").content.decode())
    html = html.replace("<html ", f'<html data-server="browser" data-python="{runtime}/" ', 1)
    charset, referrer = '<meta charset="utf-8">', '<meta name="referrer" content="no-referrer">'
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    return html.replace(charset, "\n".join((charset, policy, referrer)), 1)


def _service_worker(out: Path) -> str:
    """The script that keeps the files in the browser; it changes with any of them. Translations are kept when used."""
    paths = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    kept = [path for path in paths if "/words/" not in path and path != "index.html"]
    digest = blake2b("".join([*kept, (out / "index.html").read_text(encoding="utf-8")]).encode(), digest_size=8)
    site = json.dumps({"version": digest.hexdigest(), "files": ["./", *kept]})
    text = (STATIC / IN_BROWSER / SERVICE_WORKER).read_text(encoding="utf-8")
    return f"self.site = {site};\n{strip_types(text)}"


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="such as build/site/app")
    parser.add_argument("python", type=Path, help="such as build/wasm/python")
    parser.add_argument("licences", type=Path, help="such as build/wasm/licences")
    options = parser.parse_args()
    write_app(options.out, options.python, options.licences)
