"""The names under which gymnasium finds our environments; importing unjam or its gym module registers them."""

from __future__ import annotations

NAMES = {"RushHour": "rushhour", "Tiles": "tiles", "Klotski": "blocks", "Sokoban": "sokoban", "Packing": "packing"}
"""What an environment is called, and its family."""
VECTORS = ("sokoban", "tiles")
"""The families of which the core steps many boards at once."""


def register() -> None:
    """Makes the environments known to gymnasium; what they need is loaded when one is made."""
    from gymnasium.envs.registration import register as known
    from gymnasium.envs.registration import registry

    for name, family in NAMES.items():
        if f"unjam/{name}-v0" in registry:
            continue
        vector = "unjam.integrations.gym:PuzzleVectorEnv" if family in VECTORS else None
        known(
            id=f"unjam/{name}-v0",
            entry_point="unjam.integrations.gym:PuzzleEnv",
            vector_entry_point=vector,
            kwargs={"family_name": family},
        )
