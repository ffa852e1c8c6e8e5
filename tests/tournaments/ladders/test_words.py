import re
from typing import Any
from uuid import UUID

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ladders.ratings.rating_system import Change, Part, Standing
from tournaments.ladders.words import change_words, rating_text, signed_text

ANA, BO, CHLOE, DAN = (UUID(int=number) for number in range(1, 5))
LABELS = {ANA: "Ana", BO: "Bo", CHLOE: "Chloé", DAN: "Dan"}


def change(place: int, **deltas: Any) -> Change:
    parts = tuple(Part(opponent, deltas[name]) for name, opponent in OPPONENTS if name in deltas)
    whole = sum(part.delta for part in parts)
    return Change(DAN, place, Standing(1500.0, 0.0), 1500.0 + whole, 0.0, 32.0, parts)


OPPONENTS = (("ana", ANA), ("bo", BO), ("chloe", CHLOE))


@pytest.mark.parametrize(
    ("value", "system", "text"),
    [
        (1546.87, "elo", "1547"),
        (1546.49, "elo", "1546"),
        (24.96, "openskill", "25.0"),
        (-0.04, "openskill", "0.0"),
        (-0.4, "elo", "0"),
        (-1.27, "openskill", "−1.3"),
    ],
)
def test_a_rating_is_rounded_not_cut(value: float, system: str, text: str) -> None:
    assert rating_text(value, system) == text


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        assert rating_text(24.96, "openskill") == "25,0"
        assert signed_text(-0.26, "openskill") == "−0,3"


def test_a_change_is_told_by_who_was_beaten_drawn_with_and_lost_to() -> None:
    places = {ANA: 3, BO: 4, CHLOE: 1}
    told = change_words(change(2, ana=9.2, bo=5.9, chloe=-3.1), places, LABELS, "elo")
    assert told == "+12: beat Ana (+9) and Bo (+6), lost to Chloé (−3)"
    level = change_words(change(1, ana=0.2, bo=-0.1), {ANA: 1, BO: 1}, LABELS, "elo")
    assert level == "0: drew with Ana (0) and Bo (0)"


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=3))
def test_what_is_shown_of_a_change_adds_up(deltas: list[float]) -> None:
    names = [name for name, _id in OPPONENTS]
    made = change(1, **dict(zip(names, deltas, strict=False)))
    told = change_words(made, {ANA: 2, BO: 2, CHLOE: 2}, LABELS, "elo")
    whole, _, parts = told.replace("−", "-").partition(":")
    assert sum(map(int, re.findall(r"\(([+-]?\d+)\)", parts))) == int(whole)
