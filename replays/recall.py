"""What a request has asked need not be asked again, until anything is written."""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

from django.db import connection

T = TypeVar("T")

_known: ContextVar[dict[Hashable, Any] | None] = ContextVar("known", default=None)
_READING = ("SELECT", "SAVEPOINT", "RELEASE")


@contextmanager
def recalling() -> Iterator[None]:
    """Let `recall` keep what it is told until the end of this block or the first write in it."""
    known: dict[Hashable, Any] = {}

    def watch(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if known and not str(sql).startswith(_READING):
            known.clear()
        return execute(sql, *rest)

    token = _known.set(known)
    try:
        with connection.execute_wrapper(watch):
            yield
    finally:
        _known.reset(token)


def recall(key: Hashable, ask: Callable[[], T]) -> T:
    """Return what was asked under a key before; outside of `recalling` everything is asked anew."""
    known = _known.get()
    if known is None:
        return ask()
    if key not in known:
        known[key] = ask()
    answer: T = known[key]
    return answer
