"""What the board is given: dishes by their names, and equal cards in piles."""

import pytest

from games.registry import rules_of
from games.sushi_go_party.drawing import board, dish, piece, served, tallied
from games.sushi_go_party.view import to_data
from games.testing.play import sitting


@pytest.mark.parametrize(
    ("name", "kind", "symbol", "copy", "on_wasabi"),
    [
        ("squid", "nigiri", "squid", False, False),
        ("copy_squid_on_wasabi", "nigiri", "squid", True, True),
        ("wasabi_under_egg", "wasabi", "wasabi", False, False),
        ("copy_wasabi_spent", "wasabi", "wasabi", True, False),
        ("copy_chopsticks2", "chopsticks", "chopsticks", True, False),
        ("takeout_box11", "takeout_box", "takeout_box", False, False),
        ("fruit_wo", "fruit", "fruit_wo", False, False),
        ("onigiri", "onigiri", "onigiri", False, False),
        ("packed", "packed", "packed", False, False),
        ("place1", "plain", "", False, False),
    ],
)
def test_a_dish_is_drawn_by_what_its_name_says(
    name: str, kind: str, symbol: str, copy: bool, on_wasabi: bool
) -> None:
    assert dish(name) == (kind, symbol, copy, on_wasabi)


def test_a_number_on_a_form_is_no_card() -> None:
    assert piece(3) == ("plain", "", False, False)
    assert piece("egg") == dish("egg")


def test_a_wasabi_is_not_drawn_again_beside_the_nigiri_that_lies_on_it() -> None:
    table = ["wasabi_under_squid", "tempura", "squid_on_wasabi", "egg", "wasabi", "tempura"]
    assert served(table) == [
        [("squid_on_wasabi", 1), ("egg", 1)],
        [("tempura", 2)],
        [("wasabi", 1)],
    ]


def test_a_table_is_served_alike_from_its_groups_and_from_its_names() -> None:
    names = ["maki3", "packed", "copy_tempura", "tempura", "packed"]
    groups = [{"type": "any", "dishes": [{"dish": name} for name in names]}]

    assert served(groups) == served(names)
    assert served(names)[-1] == [("packed", 2)]


def test_unknown_cards_are_not_counted_among_the_known() -> None:
    assert tallied(["egg", None, "egg", "tofu"]) == [("egg", 2), ("tofu", 1)]


def test_the_board_lays_out_every_card_of_the_state() -> None:
    match = sitting(rules_of("sushi_go_party"), 4, 0)
    for state, _ in match.some_states(12):
        told, drawn = to_data(state), board(state)
        for before, after in zip(told["seats"], drawn["seats"], strict=True):
            hand = before["hand"] and before["hand"]["cards"]
            assert (after["hand"] and after["hand"]["size"]) == (hand and len(hand))
            assert not hand or after["hand"]["piles"] == tallied(hand)
            assert after["kept"] == tallied(before["kept"])
            assert after["table"] == served(before["groups"])
        assert drawn["discard"] == tallied(told["discard"])
        assert [sheet["totals"] for sheet in drawn["sheets"]] == [
            sheet["totals"] for sheet in told["sheets"]
        ]
