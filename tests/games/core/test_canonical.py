import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.canonical import (
    DEEPEST_NESTING,
    LARGEST_INTEGER,
    canonical_json,
    digest,
    require_plain,
)
from games.core.errors import RuleViolation

texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST_INTEGER, LARGEST_INTEGER) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=20,
)


@given(plain)
def test_plain_data_has_one_text_that_reads_back(value: dict[str, Any] | bool | str | None) -> None:
    require_plain(value)
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text


@given(st.dictionaries(texts, st.integers(0, 9)))
def test_keys_are_sorted_by_code_point_whatever_order_they_came_in(value: dict[str, int]) -> None:
    backwards = dict(reversed(value.items()))
    assert canonical_json(backwards) == canonical_json(value)
    assert list(json.loads(canonical_json(value))) == sorted(value)


def test_the_text_has_no_spaces_and_keeps_letters_as_they_are() -> None:
    assert canonical_json({"b": [1, None], "a": "é🍣"}) == '{"a":"é🍣","b":[1,null]}'


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (LARGEST_INTEGER + 1, "integer_too_large"),
        (-LARGEST_INTEGER - 1, "integer_too_large"),
        (1.5, "not_plain_json"),
        (float("nan"), "not_plain_json"),
        (b"x", "not_plain_json"),
        ({1: 2}, "not_plain_json"),
        ({"x"}, "not_plain_json"),
        ("a\0b", "nul_character"),
        ({"a\0b": 1}, "nul_character"),
        ("\ud800", "lone_surrogate"),
        ([["\udfff"]], "lone_surrogate"),
    ],
)
def test_what_cannot_be_stored_exactly_is_refused(value: Any, code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        require_plain({"inside": [value]})
    assert refused.value.code == code


def test_nesting_has_a_limit() -> None:
    value: list[Any] = []
    for _ in range(DEEPEST_NESTING):
        value = [value]
    require_plain(value)
    with pytest.raises(RuleViolation) as refused:
        require_plain([value])
    assert refused.value.code == "nested_too_deeply"


def test_a_digest_is_the_sha256_of_the_text() -> None:
    assert digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
