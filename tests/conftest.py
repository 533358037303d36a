"""Every run draws the same random boards, and no test is failed for being slow."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location

from hypothesis import HealthCheck, settings

if core := os.environ.get("UNJAM_CORE"):  # another build of the native core, as `make sanitize` makes
    spec = spec_from_file_location("unjam._core", core)
    sys.modules["unjam._core"] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules["unjam._core"])

os.environ["LC_ALL"] = "C.UTF-8"  # in English, whatever the machine speaks

settings.register_profile(
    "unjam", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("unjam")
