"""Every option, both ways, as it changes play; those about bonus cards in `test_options_bonus`."""

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.setup import Option
from games.sushi_go_party.options import OPTIONS
from tests.games.sushi_go_party.position import RULES, Table


def test_every_option_has_the_ruling_as_its_default() -> None:
    assert {option.name: option.default for option in OPTIONS} == {
        "menu": "sushi_go",
        "cards": [],
        "uramaki": "fr",
        "skip_place_after_tie": False,
        "chopsticks_after_reveal": False,
        "chopsticks_together": False,
        "wasabi_same_turn": True,
        "many_bonus_cards": False,
        "commit_before_reveal": False,
        "copied_bonus_returns": "copy",
        "takeout_frees_wasabi": True,
        "packed_desserts": "leave",
        "tea_counts_desserts": True,
    }


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_of_the_wrong_kind_is_refused(option: Option) -> None:
    for junk in ([None], 7, {"a": 1}):
        with pytest.raises(RuleViolation) as caught:
            make_setup(RULES, seats=3, options={option.name: junk})
        assert caught.value.code in {"option_wrong_kind", "option_not_offered"}


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RuleViolation, match="unknown_option"):
        make_setup(RULES, seats=3, options={"wasabi": True})


# menu, cards


def test_the_menu_is_one_of_the_eight_or_ones_own() -> None:
    plain = make_setup(RULES, seats=3, options={})
    assert RULES.start(plain).kit.menu[1:4] == ("maki", "tempura", "sashimi")
    chosen = make_setup(RULES, seats=3, options={"menu": "master_menu"})
    assert RULES.start(chosen).kit.menu[1] == "temaki"
    own = {
        "menu": "a_la_carte",
        "cards": ["fruit", "tea", "menu", "miso", "tofu", "eel", "uramaki"],
    }
    setup = make_setup(RULES, seats=3, options=own)
    # In the order of the box, whatever the order of the choice.
    assert setup.options["cards"] == ["uramaki", "eel", "tofu", "miso", "menu", "tea", "fruit"]
    assert RULES.start(setup).kit.menu == ("nigiri", *setup.options["cards"])


# The option "uramaki": fr (A1-A4) or en (8/5/2, A33)


def test_english_places_are_eight_five_and_two() -> None:
    """EN: places 8/5/2. In the French rules the third to have ten gets nothing (A3)."""
    for option, points in (("fr", [8, 6, 0]), ("en", [8, 5, 2])):
        table = Table("uramaki", uramaki=option)
        table.lay("uramaki5", "uramaki5", "uramaki4")
        table.lay("uramaki5", "-", "uramaki4")
        table.lay("-", "uramaki5")
        table.lay("-", "-", "uramaki3")
        assert table.at_once() == points
    # All three places are taken: what is left at the end gives nothing.
    table.lay("uramaki3")
    table.end_round()
    assert table.scored("uramaki") == [8, 5, 2]


def test_english_places_of_one_turn_go_by_the_icons() -> None:
    """EN: same-turn ties are first broken by icon total. French: same turn = tie (A2)."""
    for option, points in (("fr", [8, 8, 0]), ("en", [5, 8, 0])):
        table = Table("uramaki", uramaki=option)
        table.lay("uramaki3", "uramaki4")
        table.lay("uramaki3", "uramaki5")
        table.lay("uramaki4", "uramaki5")
        assert table.at_once() == points


def test_english_ties_share_a_place_and_skip_the_next() -> None:
    """EN: remaining ties share and skip the next place."""
    table = Table("uramaki", uramaki="en")
    table.lay("uramaki5", "uramaki5", "uramaki4")
    table.lay("uramaki5", "uramaki5", "uramaki4")
    assert table.at_once() == [8, 8, 0]
    table.lay("-", "-", "uramaki3")
    assert table.at_once() == [8, 8, 2]


def test_only_the_next_english_place_is_given_at_the_end_of_the_round() -> None:
    """EN: end of round awards only the next unclaimed place (could be 8, 5 or 2)."""
    for option, points in (("fr", [2, 0, 0]), ("en", [8, 0, 0])):
        table = Table("uramaki", uramaki=option)
        table.lay("uramaki5", "uramaki4")
        table.end_round()
        assert table.scored("uramaki") == points
    for option, points in (("fr", [8, 2, 0]), ("en", [8, 5, 0])):
        table = Table("uramaki", uramaki=option)
        table.lay("uramaki5", "uramaki4")
        table.lay("uramaki5")
        table.end_round()
        assert table.scored("uramaki") == points


def test_english_places_are_settled_at_the_end_of_the_turn() -> None:
    """A33; in the French rules after every card (A27)."""
    for option, dishes in (("fr", ["uramaki3"]), ("en", [])):
        table = Table("uramaki", "chopsticks", uramaki=option)
        table.lay("chopsticks1")
        table.lay("uramaki5")
        table.lay("chopsticks1: uramaki5 + uramaki3")
        assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], dishes)


def test_an_english_total_counts_extra_cards_of_the_turn() -> None:
    """A33: 10 with the first card and 13 with the second beat a neighbour's 12."""
    table = Table("uramaki", "chopsticks", uramaki="en")
    table.lay("chopsticks1", "uramaki4")
    table.lay("uramaki5", "uramaki4")
    table.lay("chopsticks1: uramaki5 + uramaki3", "uramaki4")
    assert table.at_once() == [8, 5, 0]


# skip_place_after_tie


def test_a_tie_for_the_first_place_may_use_up_the_second() -> None:
    """A1: not skipped; the option is the English rule."""
    for option, points in ((False, 6), (True, 0)):
        table = Table("uramaki", skip_place_after_tie=option)
        table.lay("uramaki5", "uramaki5", "uramaki4")
        table.lay("uramaki5", "uramaki5", "uramaki4")
        table.lay("-", "-", "uramaki3")
        assert table.at_once() == [8, 8, points]
        # Without a place the icons stay, for the prize at the end (A3).
        assert table.dishes(2).count("uramaki4") == (2 if option else 0)


# wasabi_same_turn


@pytest.mark.parametrize("together", [False, True])
def test_wasabi_and_a_nigiri_of_the_same_turn_may_stay_apart(together: bool) -> None:
    """A24: wasabi first, then the nigiri triples; the option says that it does not."""
    ways = {
        True: ["wasabi_under_squid", "squid_on_wasabi"],
        False: ["wasabi", "squid"],
    }
    for option, dishes in ways.items():
        table = Table("wasabi", "chopsticks", wasabi_same_turn=option, chopsticks_together=together)
        table.lay("chopsticks1")
        table.lay("chopsticks1: wasabi + squid")
        assert table.dishes(0) == dishes
        # The wasabi that stayed free takes the next nigiri.
        table.lay("egg")
        assert table.newest(0) == ["egg" if option else "egg_on_wasabi"]


def test_a_wasabi_of_an_earlier_turn_is_used_either_way() -> None:
    for option in (True, False):
        table = Table("wasabi", "chopsticks", wasabi_same_turn=option)
        table.lay("chopsticks1")
        table.lay("wasabi")
        table.lay("chopsticks1: wasabi + squid")
        assert table.dishes(0) == ["wasabi_under_squid", "wasabi", "squid_on_wasabi"]


# takeout_frees_wasabi


def test_the_wasabi_of_a_packed_nigiri_may_stay_used() -> None:
    """A12: it becomes free again; the option leaves it used."""
    ways = {True: ["wasabi", "packed"], False: ["wasabi_spent", "packed"]}
    for option, dishes in ways.items():
        table = Table("takeout_box", "wasabi", takeout_frees_wasabi=option)
        table.lay("wasabi")
        table.lay("egg")
        table.lay("takeout_box10")
        table.pack(0, "egg_on_wasabi")
        assert table.dishes(0) == dishes
        table.lay("squid")
        assert table.newest(0) == ["squid_on_wasabi" if option else "squid"]
        # A used wasabi can be packed like any other card.
        table.lay("takeout_box11")
        table.pack(0, table.dishes(0)[0])
        assert table.dishes(0) == ["packed", "packed", "squid"]


# packed_desserts


@pytest.mark.parametrize(
    ("option", "gone", "back"), [("leave", ["fruit_ww"], 0), ("return", [], 1)]
)
def test_a_packed_dessert_leaves_the_game_or_goes_back_into_the_deck(
    option: str, gone: list[str], back: int
) -> None:
    """A13: the physical card leaves the game (not reshuffled); the option shuffles it in."""
    table = Table("takeout_box", "fruit", packed_desserts=option)
    table.lay("fruit_ww")
    table.lay("takeout_box10")
    table.pack(0, "fruit_ww")
    table.end_round()
    assert table.scored("packed")[0] == 2
    assert (table.state.gone, table.state.deck) == (gone, 54 + 5 + 3 - 1 + back)
    assert table.state.kept == [(), (), ()]
    # There are two such cards in the box.
    table.deal(*["fruit_ww"] * (1 + back))
    assert table.refuses_to_lay(2, "fruit_ww") == "all_copies_seen"


# tea_counts_desserts


def test_desserts_of_this_round_have_a_colour_for_tea_or_have_not() -> None:
    """A19: count current-round desserts; the option does not."""
    for option, points in ((True, 3), (False, 1)):
        table = Table("tea", "pudding", tea_counts_desserts=option)
        for card in ("tea", "pudding", "pudding", "pudding"):
            table.lay(card)
        assert table.worth("tea") == [points, 0, 0]


def test_desserts_of_earlier_rounds_have_no_colour_for_tea() -> None:
    """A19: desserts played this round."""
    table = Table("tea", "pudding")
    for _ in range(3):
        table.lay("pudding")
    table.end_round()
    table.deal()
    table.lay("tea")
    assert table.worth("tea")[0] == 1
