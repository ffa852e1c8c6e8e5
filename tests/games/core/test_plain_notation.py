"""The notation of a game that has none of its own loses nothing, whatever an event holds."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.events import Choice, event_type
from games.core.plain_notation import read, write

LABELS = ("Ana", "no", "thing_done", "x-y")
_TEXT = st.text(
    alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6
)
_WORDS = st.sampled_from(
    ["amber", "Ana", "no", "yes", "?", "12", "-3", "", "a b", "(x)", "a|b", "{}"]
)
_PLAIN: st.SearchStrategy[Any] = st.none() | st.booleans() | st.integers(-99, 99) | _WORDS | _TEXT
_VALUES = st.recursive(
    _PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=2)
)


@event_type("notation_test.thing_done")
class ThingDone(Choice, frozen=True):
    value: Any
    to: int | None = None


@given(st.integers(0, 3), _VALUES, st.none() | st.integers(0, 3))
def test_every_event_reads_back(seat: int, value: Any, to: int | None) -> None:
    event = ThingDone(seat, value, to)
    text = write("notation_test", event, LABELS, ("seat", "to"))
    assert text == text.strip() != ""
    assert not set(text) & set("|{}\n\r:")
    assert read("notation_test", text, LABELS, {ThingDone.type: ("seat", "to")}) == event


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "Ana",
            "thing_done",
            "Bo thing_done value=1",
            "Ana thing_done value",
            "Ana unknown value=1",
        ),
        *(
            "Ana thing_done value=1 value=2",
            "Ana thing_done value=1 more=2",
            "Ana thing_done value=(1",
        ),
        *(
            'Ana thing_done value="x',
            "Ana  thing_done value=1",
            "Ana thing_done value=~1",
            "Ana thing_done",
        ),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation, match="bad_notation"):
        read("notation_test", text, LABELS, {})
