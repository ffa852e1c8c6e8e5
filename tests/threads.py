"""Running several callers at the same moment, each with a database connection of its own."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any


def run_together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Start every call at once and return, in order, what each returned or raised."""
    from django.db import connections

    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        gate.wait(timeout=60)
        try:
            return call()
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        return list(pool.map(run, calls))
