"""Tests that wait for other processes come first, so that the end of a run is made of quick ones.

Under xdist's `worksteal` each worker begins with an equal part of the list: each part gets its
share of the slow tests at its front. At the end whoever has nothing left takes quick ones over.
"""

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("services")]
    quick = [item for item in items if not item.get_closest_marker("services")]
    parts = []
    for left in range(workers, 0, -1):
        size = (len(slow) + len(quick)) // left
        share = -(-len(slow) // left)
        part, slow = slow[:share], slow[share:]
        rest = size - len(part)
        parts += [*part, *quick[:rest]]
        quick = quick[rest:]
    assert len(parts) == len(items)
    items[:] = parts
