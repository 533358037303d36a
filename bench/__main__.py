"""Runs every benchmark, or the named ones: python -m bench [FOLDER OF LEVELS] [family, family.part, table, wasm …]."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from bench.machine import machine

BENCHES = ("rushhour", "tiles", "blocks", "sokoban", "sokoban_any", "packing", "lab", "generate", "library")


def main(argv: list[str]) -> None:
    levels = next((Path(word) for word in argv if Path(word).is_dir() and word not in BENCHES), None)
    chosen = [word for word in argv if word.partition(".")[0] in (*BENCHES, "table", "wasm")] or list(BENCHES)
    if levels is None:
        print("no folder of published levels: measuring on levels of our own")
    print(f"on {machine()}")
    for name in chosen:
        print(f"\n== {name}")
        family, _, part = name.partition(".")
        getattr(import_module(f"bench.{family}"), part or "run")(levels, print)


if __name__ == "__main__":
    main(sys.argv[1:])
