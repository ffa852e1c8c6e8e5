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
    "tests.plugins.rendering",
    "tests.plugins.order",
    "tests.plugins.memory",
]

# A shared machine is slow at random moments: how long an example takes proves nothing.
settings.register_profile(
    "dev", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", parent=settings.get_profile("dev"), max_examples=500)
settings.load_profile(
    os.environ.get("KAITEN_HYPOTHESIS", "ci" if os.environ.get("KAITEN_SOAK") == "1" else "dev")
)


CASES = 3
"""Of a test with many cases the run on PostgreSQL tries one of so many."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make soak` runs; leave to one database what need not be tried on both.

    Who has a broker has PostgreSQL too, and the cases of one test differ in what is asked, not in
    how it is stored. A soak tries everything on both.
    """
    for item in items:
        module = getattr(item, "module", None)
        if hasattr(module, "scaled") or hasattr(module, "sampled"):
            item.add_marker("soak")
    if soaking():
        return
    if os.environ.get("KAITEN_TEST_DB") == "postgres":
        left = _further_cases(items)
    else:
        left = {item.nodeid for item in items if _has_a_broker(item)}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


def _has_a_broker(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return "valkey_url" in names and item.get_closest_marker("database") is not None


def _further_cases(items: list[pytest.Item]) -> set[str]:
    """Return the cases of tests that are tried with others of theirs."""
    cases: dict[str, list[str]] = {}
    for item in items:
        if hasattr(item, "callspec"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item.nodeid)
    many = (sorted(ids) for ids in cases.values() if len(ids) > CASES)
    return {node for ids in many for number, node in enumerate(ids) if number % CASES}
