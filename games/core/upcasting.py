"""Step-wise functions that turn an old payload into the next schema's payload, on read."""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[Any], Any]

_steps: dict[tuple[str, int], Upcaster] = {}


def upcaster(type_: str, *, from_schema: int) -> Callable[[Upcaster], Upcaster]:
    """Register the step of an event type from one schema to the next."""

    def register(step: Upcaster) -> Upcaster:
        _steps[(type_, from_schema)] = step
        return step

    return register


def upcast(type_: str, schema: int, target: int, data: Any) -> Any:
    for step in range(schema, target):
        data = _steps[(type_, step)](data)
    return data
