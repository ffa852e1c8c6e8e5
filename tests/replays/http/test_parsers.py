"""Bodies are taken only if they can be stored exactly as they were sent."""

from io import BytesIO
from typing import Any

import pytest

from replays.http.parsers import LARGEST_BODY, StrictJSONParser, strict_json
from replays.http.problems import Refusal


def parse(body: bytes) -> Any:
    return StrictJSONParser().parse(BytesIO(body))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "malformed_json"),
        (b"{", "malformed_json"),
        (b"{'a': 1}", "malformed_json"),
        (b'{"a": 1,}', "malformed_json"),
        (b"[1] 2", "malformed_json"),
        (b'"\x01"', "malformed_json"),
        (b"\xef\xbb\xbf{}", "malformed_json"),
        (b'"\xff"', "invalid_utf8"),
        (b'"\xed\xa0\x80"', "invalid_utf8"),
        (b"NaN", "not_a_number"),
        (b"[Infinity]", "not_a_number"),
        (b"[-Infinity]", "not_a_number"),
        (b"1.0", "float_not_allowed"),
        (b"[1e5]", "float_not_allowed"),
        (b"1e999999999", "float_not_allowed"),
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'{"a": 1, "\\u0061": 2}', "duplicate_key"),
        (b'"\\u0000"', "nul_character"),
        (b'{"\\u0000": 1}', "nul_character"),
        (b'"\\ud800"', "lone_surrogate"),
        (b'{"\\udfff": 1}', "lone_surrogate"),
        (b"9007199254740992", "integer_too_large"),
        (b"-9007199254740992", "integer_too_large"),
        (b"1" * 100_000, "integer_too_large"),
        (b"[" * 33 + b"0" + b"]" * 33, "nested_too_deeply"),
        (b"[" * 500_000, "nested_too_deeply"),
        (b'{"a":' * 100_000, "nested_too_deeply"),
    ],
)
def test_what_cannot_be_stored_is_refused_with_its_code(body: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(body)
    assert refusal.value.code == code
    assert refusal.value.status == 400


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"{}", {}),
        (b' {"a": [1, null, true, "\xc3\xa9"]} ', {"a": [1, None, True, "é"]}),
        (b'"\\ud83c\\udf63"', "🍣"),
        (b"9007199254740991", 2**53 - 1),
        (b"-0", 0),
        (b"[" * 32 + b"0" + b"]" * 32, None),
    ],
)
def test_what_can_be_stored_is_taken(body: bytes, value: dict[str, Any] | int | str | None) -> None:
    parsed = parse(body)
    assert value is None or parsed == value


def test_a_body_of_one_megabyte_is_taken_and_one_byte_more_is_not() -> None:
    assert len(parse(b'"' + b"a" * (LARGEST_BODY - 2) + b'"')) == LARGEST_BODY - 2
    with pytest.raises(Refusal) as refusal:
        parse(b'"' + b"a" * (LARGEST_BODY - 1) + b'"')
    assert (refusal.value.code, refusal.value.status) == ("body_too_large", 413)


def test_a_malformed_body_says_where() -> None:
    with pytest.raises(Refusal) as refusal:
        strict_json('{\n "a": }')
    assert refusal.value.params == {"line": 2, "column": 7}
