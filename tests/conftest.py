"""Shared by every test. Nothing here imports Django, so the pure tests run without it."""

import os
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from games.testing.scale import soaking

pytest_plugins = [
    "tests.plugins.services",
    "tests.plugins.databases",
    "tests.plugins.programs",
    "tests.plugins.browser",
    "tests.plugins.wheels",
    "tests.plugins.offline",
    "tests.plugins.language",
    "tests.plugins.rendering",
    "tests.plugins.rewriting",
    "tests.plugins.order",
    "tests.plugins.memory",
]

ON_POSTGRES = os.environ.get("KAITEN_TEST_DB") == "postgres"

# A shared machine is slow at random moments: how long an example takes proves nothing.
settings.register_profile(
    "dev", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", parent=settings.get_profile("dev"), max_examples=500)
settings.load_profile(
    os.environ.get("KAITEN_HYPOTHESIS", "ci" if os.environ.get("KAITEN_SOAK") == "1" else "dev")
)


CASES, MANY = 3, 24
"""Of a test with more cases than can differ, `make test` tries one of so many: on PostgreSQL of one
with more than `CASES`, of the pure ones with more than `MANY`."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make soak` runs; let `make test` (KAITEN_SAMPLE=1) leave out what is like others.

    Who has a broker has PostgreSQL too; of what starts other processes each database tries a half;
    the cases of one test differ in what is asked, not in how it is stored. Whoever names a test
    runs it, and a soak tries everything on both databases.
    """
    for item in items:
        module = getattr(item, "module", None)
        if hasattr(module, "scaled") or hasattr(module, "sampled"):
            item.add_marker("soak")
    if soaking() or os.environ.get("KAITEN_SAMPLE") != "1":
        return
    left = {item.nodeid for item in items if _is_left_to_the_other_database(item)}
    if not config.pluginmanager.hasplugin("django"):
        left |= _further_cases(items, MANY)
    elif ON_POSTGRES:
        left |= _further_cases(items, CASES)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


def _is_left_to_the_other_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("database") is None:
        return False
    if "valkey_url" in getattr(item, "fixturenames", ()):
        return not ON_POSTGRES
    starts_processes = item.get_closest_marker("services") is not None
    return starts_processes and bool(crc32(item.nodeid.encode()) % 2) != ON_POSTGRES


def _further_cases(items: list[pytest.Item], many: int) -> set[str]:
    """Return the cases of tests that are tried with others of theirs."""
    cases: dict[str, list[str]] = {}
    for item in items:
        if hasattr(item, "callspec"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item.nodeid)
    alike = (sorted(ids) for ids in cases.values() if len(ids) > many)
    return {node for ids in alike for number, node in enumerate(ids) if number % CASES}
