"""JupyterLab on a free port with a notebook opened in a browser, for the tests of the widget."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator, Page, expect
from web_browser import PATIENCE, STILL, browser

QUIET = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True},
    "notebook-extension/tracker": {"windowingMode": "none"},
}
READY = """async () => {
  await window.jupyterapp?.restored;
  const context = window.jupyterapp?.shell.currentWidget?.sessionContext;
  await context?.ready;
  return context?.session?.kernel?.status === "idle";
}"""
"""Whether the notebook's kernel is idle."""
RUN = """(cell) => {
  const waits = cell.querySelector(".jp-InputPrompt").textContent.trim() === "[ ]:";
  if (waits) window.jupyterapp.commands.execute("notebook:run-cell");
  return !waits;
}"""
"""Runs the clicked cell; JupyterLab ignores this until it knows the notebook."""
KERNEL = {
    "argv": [sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    "display_name": "unjam",
    "language": "python",
}


@contextmanager
def jupyter_lab(command: str, folder: Path) -> Iterator[Lab]:
    """Start a JupyterLab that ignores the machine's own settings and uses the kernel of these tests."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {name: folder / name for name in ("config", "data", "runtime", "settings", "workspaces", "ipython", "notes")}
    for each in own.values():
        each.mkdir()
    (own["data"] / "kernels" / "unjam").mkdir(parents=True)
    (own["data"] / "kernels" / "unjam" / "kernel.json").write_text(json.dumps(KERNEL))
    environment = os.environ | {
        "HOME": str(folder),
        "IPYTHONDIR": str(own["ipython"]),
        "JUPYTER_CONFIG_DIR": str(own["config"]),
        "JUPYTER_DATA_DIR": str(own["data"]),
        "JUPYTER_RUNTIME_DIR": str(own["runtime"]),
        "JUPYTERLAB_SETTINGS_DIR": str(own["settings"]),
        "JUPYTERLAB_WORKSPACES_DIR": str(own["workspaces"]),
        "JUPYTER_PLATFORM_DIRS": "1",
    }
    arguments = [
        command, "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", f"--ServerApp.root_dir={own['notes']}", "--expose-app-in-browser",
    ]  # fmt: skip
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(
            arguments, env=environment, cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, running, folder / "log")
        yield Lab(address, own["notes"], own["settings"])
    finally:
        running.terminate()
        running.wait(timeout=60)


def _wait(address: str, running: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        try:
            with urlopen(f"{address}/api/status", timeout=5):
                return
        except OSError:
            assert running.poll() is None, log.read_text()
            time.sleep(0.1)
    raise AssertionError(f"no JupyterLab in time\n{log.read_text()}")


class Lab:
    """A JupyterLab that is running."""

    def __init__(self, address: str, notes: Path, settings: Path) -> None:
        self.address, self.notes, self.settings = address, notes, settings

    @contextmanager
    def notebook(self, *cells: str, dark: bool = False, width: int = 1000) -> Iterator[Notebook]:
        """Open a new notebook with these cells in Chromium; no cell has been run."""
        self.set(QUIET | {"apputils-extension/themes": {"theme": f"JupyterLab {'Dark' if dark else 'Light'}"}})
        name = f"note{len(list(self.notes.iterdir()))}.ipynb"
        kernel = {"kernelspec": {"name": "unjam", "display_name": "unjam", "language": "python"}}
        nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=kernel), self.notes / name)
        context = browser().new_context(viewport={"width": width, "height": 1400})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(f"{self.address}/doc/tree/{name}")
        try:
            yield Notebook(page)
            assert not complaints, complaints
        finally:
            page.evaluate("() => window.jupyterapp?.serviceManager.sessions.shutdownAll()")
            context.close()

    def set(self, settings: dict[str, Any]) -> None:
        for name, values in settings.items():
            path = self.settings / "@jupyterlab" / f"{name}.jupyterlab-settings"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values))


class Notebook:
    """An open notebook: runs cells and returns their outputs."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.wait_for_function(READY)

    def cell(self, number: int) -> Locator:
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def run(self, number: int) -> Locator:
        """Run the cell and return its output."""
        cell = self.cell(number)
        cell.locator(".cm-content").click()
        self.page.wait_for_function(RUN, arg=cell.element_handle(), polling=250)
        expect(cell.locator(".jp-InputPrompt").first).to_have_text(re.compile(r"\[\d+\]:"))
        return cell.locator(".jp-OutputArea-output").first

    def drag(self, board: Locator, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from the middle of one cell of the board to that of another, with the mouse."""
        self.page.evaluate(STILL)
        well = board.locator(".well")
        well.scroll_into_view_if_needed()
        area = well.bounding_box()
        assert area is not None
        u = area["width"] / float(board.evaluate("el => getComputedStyle(el).getPropertyValue('--cols')"))
        spots = [(area["x"] + (column + 0.5) * u, area["y"] + (row + 0.5) * u) for row, column in (start, end)]
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        self.page.mouse.move(*spots[1], steps=8)
        self.page.mouse.up()
