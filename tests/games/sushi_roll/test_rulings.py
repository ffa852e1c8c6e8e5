"""The rulings A1 to A14 of what the rulebook leaves open."""

from typing import Any

import pytest

from games.sushi_roll.components import DESSERT_TOKENS, DICE
from games.sushi_roll.events import ChopsticksUsed
from games.sushi_roll.scoring import dessert_points, maki_points, set_points
from tests.games.sushi_roll.recount import best_sets
from tests.games.sushi_roll.table import RULES, choosing, code, menu, play, points, swap, take
from tests.games.sushi_roll.test_rules import finished


def test_a1_of_a_supply_that_is_too_small_one_takes_what_is_left() -> None:
    """2.3 A1: die says 2, one left → one token."""
    state = choosing(["menu2", "egg"], ["egg", "egg"])
    state.menus = [3, 14]
    assert play(state, take(0, "menu2")).menus == [4, 14]


@pytest.mark.parametrize(("cap", "desserts"), [(True, DESSERT_TOKENS - 30), (False, 3)])
def test_a1_desserts_run_out_at_thirty_two_unless_the_table_says_otherwise(
    cap: bool, desserts: int
) -> None:
    """2.3 A1: dessert tokens are tracked as integers; option for a cap of 32."""
    state = choosing(["dessert3", "egg"], ["egg", "egg"], dessert_cap=cap)
    state.desserts = [0, 30]
    assert play(state, take(0, "dessert3")).desserts == [desserts, 30]
    assert RULES.to_data(state)["supply"]["desserts"] == (0 if cap else None)


def test_a1_paid_tokens_can_be_taken_again() -> None:
    """2.3 A1: the supply is what nobody holds."""
    state = choosing(["menu2", "egg"], ["egg", "egg"])
    state.menus = [3, 15]
    state.faces = [("egg", "menu2"), ("egg", "egg")]
    play(state, menu(0, "egg"))
    assert RULES.to_data(state)["supply"]["menus"] == 1


def test_a2_a_tie_for_most_maki_leaves_the_second_place_which_needs_a_symbol() -> None:
    """2.3 A2"""
    assert maki_points([4, 4, 1]) == [6, 6, 3]
    assert maki_points([4, 4, 0]) == [6, 6, 0]
    assert maki_points([0, 0, 0]) == [0, 0, 0]
    assert maki_points([3, 2, 1]) == [6, 3, 0]


@pytest.mark.parametrize("name", ["dumpling", "tempura", "sashimi"])
def test_a3_sets_of_three_and_a_rest_are_always_the_best_split(name: str) -> None:
    """2.3 A3"""
    for symbols in range(25):
        assert set_points(name, symbols) == best_sets(name, symbols)


def test_a4_symbols_are_counted_not_dice() -> None:
    """2.3 A4: a face with two tempura counts as two."""
    sides: dict[str, Any] = {"appetizer_faces": [2, 1, 1, 0, 2, 0]}
    state = choosing(["tempura"], ["maki1"], trays={0: ["tempura2"]}, **sides)
    play(state, take(0, "tempura"), take(1, "maki1"))
    assert points(state, "tempura") == [10, 0]


@pytest.mark.parametrize(
    ("desserts", "expected"),
    [
        ([2, 2, 2], [0, 0, 0]),
        ([0, 0, 0], [0, 0, 0]),
        ([2, 2], [6, 6]),
        ([0, 0], [0, 0]),
        ([0, 1], [0, 6]),
        ([1, 0, 0, 0], [6, -6, -6, -6]),
    ],
)
def test_a5_desserts_that_are_all_tied(desserts: list[int], expected: list[int]) -> None:
    """2.3 A5: three or more net 0; two both +6, but the prize needs at least one dessert."""
    assert dessert_points(desserts) == expected


def test_a6_the_oldest_free_wasabi_takes_the_next_nigiri_even_a_low_one() -> None:
    """2.3 A6"""
    state = choosing(["egg"], ["maki1"], trays={0: ["wasabi", "wasabi", "squid"]})
    play(state, take(0, "egg"), take(1, "maki1"))
    assert points(state, "nigiri") == [9 + 3, 0]


def test_a7_a_swap_needs_a_die_on_both_belts() -> None:
    """2.3 A7: late players in the last turn find earlier players' belts empty."""
    state = choosing(["egg"], ["squid"], ["salmon"])
    play(state, take(0, "egg"))
    assert code(state, swap(1, "squid", 0, "egg")) == "belt_empty"
    opponents = {
        choice.opponent for choice in RULES.choices(state, 1) if isinstance(choice, ChopsticksUsed)
    }
    assert opponents == {2}
    (need,) = RULES.needs(state)
    assert [form.fixed["opponent"] for form in need.forms if "opponent" in form.fixed] == [2]
    play(state, swap(1, "squid", 2, "salmon"), take(1, "salmon"))
    assert not [choice for choice in RULES.choices(state, 2) if "opponent" in dir(choice)]


def test_a7_a_menu_rolls_at_least_one_die_of_the_own_belt() -> None:
    """2.3 A7"""
    state = choosing(["egg"], ["squid"])
    assert code(state, menu(0)) == "nothing_rerolled"
    assert code(state, menu(0, "squid")) == "die_not_on_belt"


def test_a8_left_over_tokens_round_down() -> None:
    """2.3 A8"""
    assert points(finished([0, 0], menus=[0, 3], chopsticks=[1, 0]), "tokens", 0) == [0, 1]


def test_a9_equal_scores_and_desserts_share_a_place_and_scores_may_be_negative() -> None:
    """2.3 A9"""
    outcome = RULES.outcome(finished([1, 0, 0]))
    assert (outcome.scores, outcome.places) == ((6, -6, -6), (1, 2, 2))


def test_a10_the_start_player_moves_with_the_red_belt_every_turn() -> None:
    """2.3 A10"""
    state = choosing(*[["egg", "maki1"]] * 3, red=2)
    for seat in (2, 0, 1):
        play(state, take(seat, "egg"))
    assert (state.red, state.seat) == (0, 0)


def test_a13_as_many_as_the_die_shows_are_gained() -> None:
    """2.3 A13"""
    state = choosing(["menu2", "egg"], ["egg", "egg"])
    assert play(state, take(0, "menu2")).menus == [5, 3]


def test_a14_three_players_pass_once_more_after_rounds_one_and_two_only() -> None:
    """2.3 A14: after round 3 nothing is passed."""
    for number, red in ((1, 1), (2, 1), (3, 0)):
        state = choosing(["egg"], ["egg"], ["egg"])
        state.round = number
        for seat in range(3):
            play(state, take(seat, "egg"))
        assert state.red == red


def test_placeholders_are_marked_with_their_sources() -> None:
    """2.2: what nobody could confirm is a placeholder in the table of components."""
    marked = {die.kind: die.placeholder for die in DICE}
    assert marked == {
        "appetizer": False,
        "maki": True,
        "nigiri": True,
        "special": True,
        "dessert": True,
    }
    assert all(die.source for die in DICE)
    reasons = {option.name: option.placeholder for option in RULES.options()}
    for die in DICE:
        marked_as = "made_up" if die.placeholder else "one_source"
        assert reasons[f"{die.kind}_faces"] == marked_as
