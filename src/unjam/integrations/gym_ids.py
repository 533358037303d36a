"""Registers the environments with gymnasium, when ``gym`` is imported or ``unjam`` is imported after gymnasium."""

from __future__ import annotations

NAMES = {"RushHour": "rushhour", "Tiles": "tiles", "Klotski": "blocks", "Sokoban": "sokoban", "Packing": "packing"}
"""Name of an environment -> its family."""
VECTORS = ("sokoban", "tiles")
"""The families with a native vector environment."""


def register() -> None:
    """Register the environments by name; their module is loaded on first use."""
    from gymnasium.envs import registration

    for name, family in NAMES.items():
        if f"unjam/{name}-v0" in registration.registry:
            continue
        vector = "unjam.integrations.gym:PuzzleVectorEnv" if family in VECTORS else None
        registration.register(
            id=f"unjam/{name}-v0",
            entry_point="unjam.integrations.gym:PuzzleEnv",
            vector_entry_point=vector,
            kwargs={"family_name": family},
        )
