"""Shared by every test. Nothing here imports Django, so the pure tests run without it."""

import os

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = [
    "tests.plugins.services",
    "tests.plugins.databases",
    "tests.plugins.programs",
    "tests.plugins.browser",
    "tests.plugins.wheels",
    "tests.plugins.language",
    "tests.plugins.order",
    "tests.plugins.memory",
]

# A shared machine is slow at random moments: how long an example takes proves nothing.
settings.register_profile(
    "dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", parent=settings.get_profile("dev"), max_examples=500)
settings.load_profile(
    os.environ.get("KAITEN_HYPOTHESIS", "ci" if os.environ.get("KAITEN_SOAK") == "1" else "dev")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make soak` runs: every module that scales its work as the contract does."""
    for item in items:
        module = getattr(item, "module", None)
        if hasattr(module, "scaled") or hasattr(module, "sampled"):
            item.add_marker("soak")
