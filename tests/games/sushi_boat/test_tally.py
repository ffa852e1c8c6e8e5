"""A count: what lies before each seat, scored by the same code."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.needs import Field
from games.sushi_boat.components import CARDS, DISHES, PLATES
from games.testing.refusal_laws import require_words
from tests.games.sushi_boat.matches import drawn_setup, played
from tests.games.sushi_boat.table import RULES, plates

SETUP = make_setup(RULES, seats=3, options={})


def tables(**first: Any) -> list[dict[str, Any]]:
    return [first, {}, {}]


def test_aria_is_scored_from_what_lies_before_her() -> None:
    """BO-X9 as a count: 21."""
    counted: list[dict[str, Any]] = [
        {
            "stack": list(plates("BS BP WO BC BT RM RS YP GO YO")),
            "dishes": ["gyoza", "tempura"],
            "cubes": 4,
            "yen": 1,
        },
        {"dishes": ["miso", "miso", "miso"]},
        {"dishes": ["mochi"], "cubes": 3, "yen": 7},
    ]
    outcome = RULES.tally(SETUP, counted)
    assert outcome.final
    assert outcome.scores == (21, 5, 3)
    assert outcome.places == (1, 2, 3)


def test_yen_break_ties_in_a_count_too() -> None:
    outcome = RULES.tally(SETUP, [{"cubes": 3, "yen": 1}, {"cubes": 3, "yen": 4}, {"cubes": 3}])
    assert outcome.places == (2, 1, 3)


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ([{}, {}], "bad_tables"),
        (tables(score=3), "bad_tables"),
        (tables(stack="blue_salmon"), "bad_tables"),
        (tables(stack=["blue_pizza"]), "bad_tables"),
        (tables(stack=[3]), "bad_tables"),
        (tables(dishes=["wasabi"]), "bad_tables"),
        (tables(cubes=-1), "count_wrong_cubes"),
        (tables(cubes=9), "count_wrong_cubes"),
        (tables(cubes=True), "bad_tables"),
        (tables(yen="2"), "bad_tables"),
        (tables(yen=51), "count_wrong_yen"),
        (tables(yen=-1), "count_wrong_yen"),
        (tables(cubes=10, dishes=["takoyaki"]), "count_wrong_cubes"),
        (tables(stack=["blue_salmon", "blue_salmon"]), "tally_too_many"),
        ([{"dishes": ["miso"] * 2}, {"dishes": ["miso"] * 2}, {}], "tally_too_many"),
        ([7, {}, {}], "bad_tables"),
    ],
)
def test_a_count_that_the_box_cannot_give_is_refused(counted: list[Any], code: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(SETUP, counted)
    assert caught.value.code == code


def beyond(field: Field) -> Iterator[list[Any]]:
    """Yield lists of one seat that a field of a count does not allow."""
    items = [item for item, n in zip(field.of, field.supply, strict=True) for _ in range(n)]
    yield [*items, *items][: field.most + 1]
    for item, n in zip(field.of, field.supply, strict=True):
        yield [item] * (n + 1)
    known = PLATES if field.name == "stack" else DISHES
    yield from ([item] for item in (*known, *CARDS, "", 0, None) if item not in field.of)


@pytest.mark.parametrize("seats", RULES.seats)
def test_whatever_is_beyond_a_field_is_refused_and_its_limit_is_not(seats: int) -> None:
    kinds: set[str] = set()
    for options in ({}, {"plates": [12, *[0] * 6] * 4 + [6, *[0] * 6]}):
        setup = make_setup(RULES, seats=seats, options=options)
        for field in RULES.count_fields(setup):
            for wrong in beyond(field) if field.many else ([3], "3", None, 3.0, True):
                with pytest.raises(RuleViolation) as caught:
                    RULES.tally(setup, [{}] * (seats - 1) + [{field.name: wrong}])
                require_words(RULES, caught.value)
                kinds.add(caught.value.code)
            if field.many:
                full = [i for i, n in zip(field.of, field.supply, strict=True) for _ in range(n)]
                most = [{field.name: full[: field.most]}] + [{}] * (seats - 1)
                assert RULES.tally(setup, most).final
    assert kinds == {"bad_tables", "count_stack_too_high", "tally_too_many"}


def test_nobody_takes_more_than_two_plates_a_turn() -> None:
    """« jusqu'à deux actions », and a plate with each of eating and asking: 14 in seven turns."""
    stack = list(PLATES[:15])
    assert RULES.tally(SETUP, tables(stack=stack[:14])).final
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(SETUP, [{}, {"stack": stack}, {}])
    assert caught.value.code == "count_stack_too_high"
    assert caught.value.params == {"number": 2, "found": 15, "most": 14}


def test_each_takoyaki_may_give_a_third_cube() -> None:
    """Two cubes in each of four challenges; « gagner les 3 cubes » with Takoyaki."""
    for eaten in range(4):
        counted = tables(cubes=8 + eaten, dishes=["takoyaki"] * eaten)
        assert RULES.tally(SETUP, counted).breakdown[0][-1].points == 8 + eaten


def test_a_count_of_a_played_match_gives_its_outcome() -> None:
    for number in range(20):
        setup = drawn_setup(f"tally/{number}")
        _, last = played(setup, f"tally/{number}")
        counted = [
            {
                "stack": last.stacks[seat],
                "dishes": last.eaten[seat],
                "cubes": last.cubes[seat],
                "yen": last.yen[seat],
            }
            for seat in range(setup.seats)
        ]
        outcome = RULES.tally(setup, counted)
        truth = RULES.outcome(last)
        assert (outcome.scores, outcome.places) == (truth.scores, truth.places)
        for field in RULES.count_fields(setup):
            sizes = [len(table[field.name]) for table in counted if field.many]
            assert all(size <= field.most for size in sizes)
