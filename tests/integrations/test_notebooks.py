"""The example notebooks run from the first cell to the last, and are stored without output."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat", reason="notebooks are read with nbformat, a development tool")
pytest.importorskip("ipykernel", reason="notebooks are run in a kernel")
nbclient = pytest.importorskip("nbclient", reason="notebooks are run by nbclient, a development tool")
pytest.importorskip("anywidget", reason="needs the notebook extra")

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"
NAMES = ["searching-for-beginners", "is-my-level-any-good", "rate-and-generate"]
SHOWN = {
    "searching-for-beginners": ["image/svg+xml", "application/vnd.jupyter.widget-view+json", "text/html"],
    "is-my-level-any-good": ["image/svg+xml", "application/vnd.jupyter.widget-view+json", "text/html"],
    "rate-and-generate": ["text/html", "application/vnd.jupyter.widget-view+json", "image/svg+xml"],
}
"""What kinds of pictures come out of each."""


def test_all_notebooks_are_tested() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.ipynb")) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_stored_without_output(name: str) -> None:
    note = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    nbformat.validate(note)
    assert (note.nbformat, note.nbformat_minor) >= (4, 5)
    assert len({cell.id for cell in note.cells}) == len(note.cells)
    for cell in note.cells:
        assert cell.source.strip()
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs_to_its_end(name: str, tmp_path: Path) -> None:
    if name == "rate-and-generate":
        pytest.importorskip("duckdb", reason="needs the library extra")
    note = run(FOLDER / f"{name}.ipynb", tmp_path)
    kinds = set()
    for cell in note.cells:
        for output in cell.get("outputs", ()):
            assert output.output_type != "error", output
            assert output.get("name") != "stderr", output.text
            kinds |= set(output.get("data", {}))
    assert set(SHOWN[name]) <= kinds


def run(path: Path, folder: Path) -> Any:
    """The notebook with what came out of its cells; a cell that raises is told with its code."""
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager

    class Manager(AsyncKernelManager):
        """The Python of these tests, whatever kernels the machine knows."""

        kernel_spec = KernelSpec(argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"])

    note = nbformat.read(path, as_version=4)
    own = {name: str(folder / name) for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")}
    client = nbclient.NotebookClient(note, timeout=180, kernel_manager_class=Manager)
    return client.execute(cwd=str(folder), env=os.environ | own)
