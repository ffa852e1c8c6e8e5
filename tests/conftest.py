"""Shared by every test. Nothing here imports Django, so the pure tests run without it."""

import os

import pytest
from hypothesis import HealthCheck, settings

from games.testing.scale import soaking

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make soak` runs, and leave workers on Valkey to the run on PostgreSQL."""
    for item in items:
        module = getattr(item, "module", None)
        if hasattr(module, "scaled") or hasattr(module, "sampled"):
            item.add_marker("soak")
    # Who has a broker has PostgreSQL too; a soak tries both.
    if not soaking() and os.environ.get("KAITEN_TEST_DB") != "postgres":
        twice = [item for item in items if _is_of_workers(item)]
        config.hook.pytest_deselected(items=twice)
        items[:] = [item for item in items if not _is_of_workers(item)]


def _is_of_workers(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return "celery_worker" in names and item.get_closest_marker("database") is not None
