"""The same seed gives the same levels whichever compiler built the core; run by ``make test-second-compiler``.

The random numbers are the same everywhere, but the order in which an expression draws them is the compiler's choice.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from unjam.families import FAMILIES

CORE = os.environ.get("UNJAM_SECOND_CORE", "")
MAKE = """
import json, sys
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from random import Random

family, core = sys.argv[1:]
if core:
    spec = spec_from_file_location("unjam._core", core)
    sys.modules["unjam._core"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["unjam._core"])
import unjam
from unjam import _core
from unjam.generation.generate import generator_for
from unjam.core.generator import LevelRequest
from unjam.core.family_info import DIFFICULTIES

generator, found = generator_for(unjam.family(family)), []
for level in DIFFICULTIES:
    for number in range(20):
        found += map(str, islice(generator.candidates(Random(f"{level} {number}"), LevelRequest(level)), 1))
    found += [each.record() for each in unjam.generate(family, level=level, count=2, seed=3, workers=1)]
print(json.dumps({"core": _core.__file__, "levels": found}))
"""


def levels(family: str, core: str) -> dict[str, object]:
    """The core that was loaded, and the candidates and levels it gives."""
    done = subprocess.run([sys.executable, "-c", MAKE, family, core], capture_output=True, text=True, check=True)
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


@pytest.mark.skipif(not CORE, reason="UNJAM_SECOND_CORE names a core that another compiler built")
@pytest.mark.parametrize("family", FAMILIES)
def test_both_compilers_give_the_same_levels(family: str) -> None:
    first, second = levels(family, ""), levels(family, CORE)
    assert second["core"] == CORE
    assert first["core"] != CORE
    assert second["levels"] == first["levels"]
    assert len(first["levels"]) >= 60  # type: ignore[arg-type]
