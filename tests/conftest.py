"""Every run draws the same random boards, and no test is failed for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "unjam", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.load_profile("unjam")
