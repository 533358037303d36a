"""Loads the best build of the native core that the processor can run.

A package built on the machine it runs on has a single core. A distributed package has a generic core, which runs
everywhere, and a folder with a core for each newer instruction set. The environment variable UNJAM_INSTRUCTIONS selects
one of them, for tests and measurements.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def choose(supported: Sequence[str], built: Sequence[str], requested: str | None = None) -> str | None:
    """Return the best instruction set that the processor supports and a core was built for; None for the generic core.

    >>> choose(["x86-64", "x86-64-v3"], ["x86-64-v3", "x86-64-v4"])
    'x86-64-v3'
    """
    if requested:
        return requested if requested in built else None
    return next((name for name in reversed(supported) if name in built), None)


def _load() -> None:
    """Load the chosen core as `unjam._core`, unless a core is already loaded or the generic one is chosen."""
    if "unjam._core" in sys.modules:
        return
    try:
        from .. import _processor
    except ImportError:
        return
    from importlib.util import module_from_spec, spec_from_file_location  # only needed if there is a choice
    from pathlib import Path

    cores = Path(_processor.__file__).with_name("_cores")
    name = choose(_processor.instructions(), os.listdir(cores), os.environ.get("UNJAM_INSTRUCTIONS"))
    if not name:
        return
    (file,) = (cores / name).glob("_core.*")
    spec = spec_from_file_location("unjam._core", file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules["unjam._core"] = module = module_from_spec(spec)
    spec.loader.exec_module(module)


_load()
