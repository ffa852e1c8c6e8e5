"""The hash chain, recomputed by independent means."""

import hashlib
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.canonical import canonical_json
from games.core.errors import RuleViolation
from replays.chain import (
    GENESIS,
    Problem,
    RecordedEvent,
    event_hash,
    first_break,
    is_canonical,
    is_timestamp,
    require_canonical,
    timestamp,
)

STREAM = UUID("0193a5f2-1111-7aaa-8bbb-0123456789ab")
MOMENT = "2026-11-16T01:43:00.123456Z"

texts = st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    max_size=20,
)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
payloads = st.dictionaries(texts, values, max_size=5)


def plain_json(value: list[Any] | dict[str, Any]) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@given(payloads, texts, st.integers(1, 2**31), st.binary(min_size=32, max_size=32))
def test_the_hash_is_sha256_of_the_previous_one_and_the_canonical_envelope(
    payload: dict[str, Any], actor: str, version: int, previous: bytes
) -> None:
    envelope = [str(STREAM), version, "match.voided", 1, payload, actor, MOMENT, "key"]
    expected = hashlib.sha256(previous + plain_json(envelope).encode()).hexdigest()

    text = plain_json(payload)
    assert is_canonical(text)
    sealing = (("match.voided", 1, text), (actor, MOMENT, "key"))
    assert event_hash(previous.hex(), STREAM, version, *sealing) == expected


def test_a_hash_that_was_ever_written_stays_the_same() -> None:
    fields = (("match.voided", 1, '{"note":null}'), ("user:1", MOMENT, ""))
    assert event_hash(GENESIS, STREAM, 1, *fields) == (
        "17e88bd384d3931d2f05db4f740dbb848283a6bdade0ab5257f8ee5e32473701"
    )


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ('{"b":1,"a":2}', "payload_not_canonical"),
        ('{"a": 1}', "payload_not_canonical"),
        ('{"a":1}\n', "payload_not_canonical"),
        ('{"a":1,"a":1}', "payload_not_canonical"),
        ('{"a":"\\u00e9"}', "payload_not_canonical"),
        ('{"a":-0}', "payload_not_canonical"),
        ('{"a":1.5}', "not_plain_json"),
        ('{"a":1e3}', "not_plain_json"),
        ('{"a":1.0}', "not_plain_json"),
        ('{"a":NaN}', "not_plain_json"),
        ("[1]", "not_plain_json"),
        ("null", "not_plain_json"),
        ("", "not_plain_json"),
        ("{", "not_plain_json"),
        ('{"a":"\\ud800"}', "not_plain_json"),
        ('{"a":"\ud800"}', "not_plain_json"),
        ('{"a":"\\u0000"}', "nul_character"),
        ('{"a":9007199254740992}', "integer_too_large"),
        ('{"a":-9007199254740992}', "integer_too_large"),
        ('{"a":123456789012345678901234567890}', "integer_too_large"),
        ('{"a":' + "[" * 40 + "]" * 40 + "}", "nested_too_deeply"),
        ('{"a":' + "[" * 5000 + "]" * 5000 + "}", "not_plain_json"),
    ],
)
def test_a_payload_in_any_other_form_is_refused(payload: str, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        require_canonical(payload)
    assert refused.value.code == code


@pytest.mark.parametrize(
    "payload",
    ["{}", '{"a":9007199254740991}', '{"a":"é"}', '{"a":"\\\\u0000"}', '{"1":"1234567890123456"}'],
)
def test_what_only_looks_unusual_is_accepted(payload: str) -> None:
    require_canonical(payload)
    assert is_canonical(payload)
    assert canonical_json(json.loads(payload)) == payload


def test_a_moment_is_hashed_in_utc_with_microseconds() -> None:
    paris = timezone(timedelta(hours=1))
    assert timestamp(datetime(2026, 11, 16, 2, 43, tzinfo=paris)) == "2026-11-16T01:43:00.000000Z"
    assert is_timestamp(timestamp(datetime(2026, 1, 1, tzinfo=UTC)))
    with pytest.raises(ValueError, match="time zone"):
        timestamp(datetime(2026, 11, 16))  # noqa: DTZ001  (the point of the test)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-16T01:43:00Z",
        "2026-11-16 01:43:00.123456Z",
        "2026-13-16T01:43:00.123456Z",
        "2026-11-16T25:43:00.123456Z",
        "2026-11-16T01:43:00.123456+00:00",
        "2026-11-16T01:43:00.123456Z\n",
    ],
)
def test_a_moment_in_any_other_form_is_not_a_timestamp(text: str) -> None:
    assert not is_timestamp(text)


def make_rows(count: int) -> list[RecordedEvent]:
    rows, previous = [], GENESIS
    for version in range(1, count + 1):
        content, envelope = ("match.voided", 1, '{"note":null}'), ("user:1", MOMENT, "")
        previous = event_hash(previous, STREAM, version, content, envelope)
        rows.append(RecordedEvent(version, *content, *envelope, previous))
    return rows


def test_an_intact_chain_has_no_break() -> None:
    rows = make_rows(5)
    assert first_break(STREAM, rows, {5: rows[-1].hash}) is None
    assert first_break(STREAM, [], {}) is None


def test_a_missing_row_is_named() -> None:
    rows = make_rows(5)
    assert first_break(STREAM, rows[1:], {}) == Problem("gap", 1)
    assert first_break(STREAM, rows[:2] + rows[3:], {}) == Problem("gap", 3)


def test_a_row_that_stands_twice_is_named() -> None:
    rows = make_rows(3)
    assert first_break(STREAM, [*rows[:2], *rows[1:]], {}) == Problem("duplicate_version", 2)


def test_a_log_under_another_id_is_not_the_same_log() -> None:
    assert first_break(UUID(int=1), make_rows(2), {}) == Problem("hash_mismatch", 1)


def test_an_anchor_that_says_otherwise_is_named() -> None:
    assert first_break(STREAM, make_rows(3), {2: GENESIS}) == Problem("anchor_mismatch", 2)


def test_a_log_sealed_over_a_payload_that_is_not_canonical_is_named() -> None:
    content, envelope = ("match.voided", 1, '{ "note":null}'), ("user:1", MOMENT, "")
    sealed = event_hash(GENESIS, STREAM, 1, content, envelope)
    row = RecordedEvent(1, *content, *envelope, sealed)
    assert first_break(STREAM, [row], {}) == Problem("payload_not_canonical", 1)


def test_a_row_that_cannot_be_hashed_at_all_is_named() -> None:
    row = RecordedEvent(1, "match.voided", 1, "\ud800", "user:1", MOMENT, "", GENESIS)
    assert first_break(STREAM, [row], {}) == Problem("hash_mismatch", 1)
