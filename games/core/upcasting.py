"""Step-wise functions that turn an old payload into the next schema's payload, on read."""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[Any], Any]

steps: dict[tuple[str, int], Upcaster] = {}
"""Event type and schema → the step from that schema to the next."""


def upcaster(type_: str, *, from_schema: int) -> Callable[[Upcaster], Upcaster]:
    """Register the step of an event type from one schema to the next."""

    def register(step: Upcaster) -> Upcaster:
        known = steps.get((type_, from_schema), step)
        if (known.__module__, known.__qualname__) != (step.__module__, step.__qualname__):
            raise ValueError(f"{type_} has a step from schema {from_schema} in {known.__module__}")
        steps[(type_, from_schema)] = step
        return step

    return register


def upcast(type_: str, schema: int, target: int, data: Any) -> Any:
    for step in range(schema, target):
        data = steps[(type_, step)](data)
    return data
