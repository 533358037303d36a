"""What a measurement was made on."""

from __future__ import annotations

import platform
from pathlib import Path

from unjam import _core


def machine() -> str:
    """The processor's name and the set of instructions that the core was built for."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.processor() or platform.machine()}, core for {_core.instructions()}"
