from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.events import (
    Choice,
    decode_event,
    decode_payload,
    encode_payload,
    event_class,
    event_type,
    event_types,
)
from games.core.upcasting import upcaster


@event_type("eventtests.stone_taken", schema=3)
class StoneTaken(Choice, frozen=True):
    heaps: tuple[int, ...]
    note: str | None = None


@upcaster("eventtests.stone_taken", from_schema=1)
def _heap_becomes_heaps(data: dict[str, Any]) -> dict[str, Any]:
    return {"seat": data["seat"], "heaps": [data["heap"]]}


@upcaster("eventtests.stone_taken", from_schema=2)
def _note_is_added(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "note": "old"}


@given(st.integers(-5, 5), st.lists(st.integers(0, 9)), st.none() | st.just("é"))
def test_an_event_survives_its_payload(seat: int, heaps: list[int], note: str | None) -> None:
    event = StoneTaken(seat, tuple(heaps), note)
    payload = encode_payload(event)
    assert decode_payload(event.type, event.schema, payload) == event
    assert decode_payload(event.type, event.schema, payload.encode()) == event


def test_a_payload_is_canonical() -> None:
    event = StoneTaken(1, (2, 3))
    assert encode_payload(event) == '{"heaps":[2,3],"note":null,"seat":1}'


def test_old_payloads_are_lifted_step_by_step() -> None:
    old = decode_payload("eventtests.stone_taken", 1, '{"seat":1,"heap":4}')
    assert old == StoneTaken(1, (4,), "old")
    newer = decode_payload("eventtests.stone_taken", 2, '{"seat":1,"heaps":[4]}')
    assert newer == old


@pytest.mark.parametrize("schema", [0, -1, 4, 99])
def test_a_schema_that_is_not_known_is_refused(schema: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        decode_payload("eventtests.stone_taken", schema, "{}")
    assert refused.value.code == "newer_schema"


DAMAGED = ["", "{", "[]", "null", '"seat"', '{"seat":"1","heaps":[]}', b"\xff", "[" * 9999]


@pytest.mark.parametrize("schema", [1, 2, 3])
@pytest.mark.parametrize("payload", DAMAGED)
def test_a_damaged_payload_is_refused_whatever_its_schema(
    payload: bytes | str, schema: int
) -> None:
    with pytest.raises(RuleViolation) as refused:
        decode_payload("eventtests.stone_taken", schema, payload)
    assert refused.value.code == "malformed_event"


@pytest.mark.parametrize(
    "payload",
    [
        '{"seat":1}',
        '{"seat":1,"heaps":[1.5]}',
        '{"seat":1,"heaps":[],"extra":1}',
        '{"seat":1,"heaps":[],"note":1}',
    ],
)
def test_a_payload_of_another_form_is_refused(payload: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        decode_payload("eventtests.stone_taken", 3, payload)
    assert refused.value.code == "malformed_event"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"seat": True, "heaps": []}, "malformed_event"),
        ({"seat": 1, "heaps": {}}, "malformed_event"),
        ("seat", "malformed_event"),
        (None, "malformed_event"),
        ({"seat": 2**53, "heaps": []}, "integer_too_large"),
        ({"seat": 1, "heaps": [], "note": "\0"}, "nul_character"),
        ({"seat": 1, "heaps": [1.0]}, "not_plain_json"),
    ],
)
def test_plain_data_is_checked_strictly(data: dict[str, Any] | str | None, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        decode_event("eventtests.stone_taken", data)
    assert refused.value.code == code


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(RuleViolation) as refused:
        event_class("eventtests.never_happened")
    assert refused.value.code == "unknown_event_type"


def test_a_name_belongs_to_one_class() -> None:
    assert event_types("eventtests") == (StoneTaken,)
    assert event_types("event") == ()
    with pytest.raises(ValueError, match="taken"):

        @event_type("eventtests.stone_taken")
        class Other(Choice, frozen=True):
            pass


def test_events_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        StoneTaken(1, ()).seat = 2  # type: ignore[misc]
