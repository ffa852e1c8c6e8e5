"""Shared by every test. Nothing here imports Django, so the pure tests run without it."""

import os
import re
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
DOORS = re.compile(r"/(api|web)/|/test_(api|web|admin)\.py")
"""Where what is tested is how pages and API ask for what services do."""
SCALED = ("scaled", "sampled", "soaking", "require_accessible_in_both_schemes")
"""Whoever uses one of these does more in a soak."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `make soak` runs; let `make test` (KAITEN_SAMPLE=1) leave out what is like others.

    Who has a broker has PostgreSQL too; of what starts other processes each database tries a half,
    of what goes through a door PostgreSQL does; the cases of one test differ in what is asked, not
    in how it is stored; and a law is tried at every other number of seats. Whoever names a test
    runs it, and a soak tries everything on both databases.
    """
    left = {item.nodeid for item in items if _is_left_to_the_other_database(item)}
    further = _further_cases(items, CASES if ON_POSTGRES else MANY) | _further_matches(items)
    in_part = {_test_of(node) for node in left | further}
    for item in items:
        module = getattr(item, "module", None)
        if _test_of(item.nodeid) in in_part or any(hasattr(module, name) for name in SCALED):
            item.add_marker("soak")
    if soaking() or os.environ.get("KAITEN_SAMPLE") != "1":
        return
    if ON_POSTGRES or not config.pluginmanager.hasplugin("django"):
        left |= further
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
    items[:] = [item for item in items if item.nodeid not in left]


def _test_of(case: str) -> str:
    return case.partition("[")[0]


def _is_left_to_the_other_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("database") is None:
        return False
    if "valkey_url" in getattr(item, "fixturenames", ()):
        return not ON_POSTGRES
    chosen = bool(crc32(item.nodeid.encode()) % 2) == ON_POSTGRES
    if item.get_closest_marker("services") is not None:
        return not chosen
    return ON_POSTGRES and DOORS.search(item.nodeid) is not None and not chosen


def _further_cases(items: list[pytest.Item], many: int) -> set[str]:
    """Return the cases of tests that are tried with others of theirs."""
    cases: dict[str, list[str]] = {}
    for item in items:
        if hasattr(item, "callspec"):
            cases.setdefault(_test_of(item.nodeid), []).append(item.nodeid)
    alike = (sorted(ids) for ids in cases.values() if len(ids) > many)
    return {node for ids in alike for number, node in enumerate(ids) if number % CASES}


def _further_matches(items: list[pytest.Item]) -> set[str]:
    """Return every other match of each law of the games: which ones differs from law to law."""
    laws: dict[str, list[str]] = {}
    for item in items:
        if getattr(item, "cls", None) and "match" in getattr(item, "fixturenames", ()):
            laws.setdefault(_test_of(item.nodeid), []).append(item.nodeid)
    several = {law: sorted(ids) for law, ids in laws.items() if len(ids) > 1}
    return {node for law, ids in several.items() for node in ids[crc32(law.encode()) % 2 :: 2]}
