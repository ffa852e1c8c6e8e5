"""BOITE À EMPORTER in play: one test per sentence or ruling."""

from typing import Any

import pytest

from games.sushi_go_party.events import BoxPacked
from tests.games.sushi_go_party.position import Table


def packing(*dishes: str, types: tuple[str, ...] = (), **options: Any) -> Table:
    """Return a table at which seat 0 has laid some cards, one a turn, and now a Takeout Box."""
    table = Table("takeout_box", *types, **options)
    for card in dishes:
        table.lay(card)
    table.lay("takeout_box10")
    return table


def test_dishes_of_earlier_turns_may_be_turned_face_down() -> None:
    """« Vous pouvez retourner immédiatement face cachée une ou des carte(s) »"""
    table = packing("egg", "tempura", "maki1")
    assert table.acting == ("pack", 0)
    table.pack(0, "egg", "maki1")
    assert table.dishes(0) == ["packed", "tempura", "packed"]
    assert table.phase == "choose"


def test_any_number_may_be_packed_also_none_or_all() -> None:
    """A11: any number including none (« vous pouvez »)."""
    table = packing("egg", "tempura")
    table.pack(0)
    assert table.dishes(0) == ["egg", "tempura"]
    table = packing("egg", "tempura")
    table.pack(0, "egg", "tempura")
    assert table.dishes(0) == ["packed", "packed"]


def test_only_dishes_of_earlier_turns_of_this_round() -> None:
    """« posée(s) devant vous lors des tours précédents de cette manche »"""
    table = Table("takeout_box", "chopsticks")
    table.lay("pudding")
    table.end_round()
    table.deal()
    table.lay("chopsticks1")
    table.lay("tempura")
    table.lay("chopsticks1: egg + takeout_box10")
    for dish in ("egg", "takeout_box10", "chopsticks1", "pudding"):
        assert table.refuses(BoxPacked(0, (dish,))) == "not_packable"
    table.pack(0, "tempura")


def test_of_equal_dishes_the_one_of_an_earlier_turn_is_packed() -> None:
    """« lors des tours précédents »"""
    table = Table("takeout_box", "chopsticks")
    table.lay("egg")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + takeout_box10")
    assert table.refuses(BoxPacked(0, ("egg", "egg"))) == "not_packable"
    table.pack(0, "egg")
    assert table.dishes(0) == ["packed", "egg"]


def test_only_dishes_of_the_own_table() -> None:
    """« carte(s) posée(s) devant vous »"""
    table = Table("takeout_box")
    table.lay("egg", "squid")
    table.lay("takeout_box10")
    assert table.refuses(BoxPacked(0, ("squid",))) == "not_packable"
    assert table.refuses(BoxPacked(1, ("squid",))) == "not_your_turn"


def test_as_many_of_a_dish_as_lie_there() -> None:
    """« une ou des carte(s) »"""
    table = packing("egg", "egg")
    assert table.refuses(BoxPacked(0, ("egg", "egg", "egg"))) == "not_packable"
    table.pack(0, "egg", "egg")
    assert table.dishes(0) == ["packed", "packed"]


def test_a_packed_card_counts_two_and_no_longer_what_it_was() -> None:
    """« plus prises en compte pour ce qu'elles représentaient … mais elles vaudront 2 points »"""
    table = packing("eel", "squid", "salmon", types=("eel",))
    assert (table.worth("eel")[0], table.worth("nigiri")[0]) == (-3, 5)
    table.pack(0, "eel", "squid")
    assert (table.worth("eel")[0], table.worth("nigiri")[0]) == (0, 2)
    table.end_round()
    assert table.scored("packed") == [4, 0, 0]


def test_a_packed_card_has_no_colour() -> None:
    """« n'ont plus de « couleur » »"""
    table = packing("tea", "dumpling", "dumpling", "dumpling", types=("tea",))
    assert table.worth("tea")[0] == 3
    table.pack(0, "dumpling", "dumpling")
    assert table.worth("tea")[0] == 1

    for packed, points in ((), [4, 4]), (("tempura",), [0, 4]):
        table = Table("takeout_box", "soy_sauce")
        table.lay("soy_sauce", "soy_sauce")
        table.lay("tempura", "tempura")
        table.lay("takeout_box10", "tempura")
        table.pack(0, *packed)
        assert table.worth("soy_sauce")[:2] == points


def test_the_box_is_discarded_until_the_next_round() -> None:
    """« Défaussez la Boite à emporter face visible à côté du plateau »"""
    table = packing("egg")
    assert table.discard == []
    table.pack(0)
    assert (table.dishes(0), table.discard) == (["egg"], ["takeout_box10"])
    assert table.refuses_to_lay(1, "takeout_box10") == "only_copy_laid"
    table.end_round()
    # « à remettre dans le paquet à la manche suivante »
    table.deal("takeout_box10")


def test_a_box_with_nothing_to_pack_is_discarded_without_a_question() -> None:
    """« posée(s) devant vous lors des tours précédents »: in the first turn there is nothing."""
    table = Table("takeout_box")
    table.lay("takeout_box10")
    assert (table.phase, table.dishes(0), table.discard) == ("choose", [], ["takeout_box10"])


def test_boxes_of_one_turn_are_used_in_the_order_of_their_numbers() -> None:
    """« procédez dans l'ordre du nombre inscrit en bas à droite de chaque carte »"""
    table = Table("takeout_box")
    table.lay()
    table.lay("takeout_box12", "takeout_box10", "takeout_box11")
    for seat in (1, 2, 0):
        assert table.acting == ("pack", seat)
        table.pack(seat)


def test_a_packed_card_cannot_be_packed_again() -> None:
    """A32: a flipped card cannot be flipped again."""
    table = packing("egg", "tempura")
    table.pack(0, "egg")
    table.lay("takeout_box11")
    assert table.refuses(BoxPacked(0, ("packed",))) == "not_packable"
    table.pack(0, "tempura")
    assert table.dishes(0) == ["packed", "packed"]
    # With everything face down there is nothing left to ask.
    table.lay("takeout_box12")
    assert table.phase == "choose"


# With wasabi (A12, A32)


def test_a_packed_nigiri_frees_its_wasabi() -> None:
    """A12: flip the nigiri and its wasabi becomes free again for the next nigiri."""
    table = packing("wasabi", "egg", types=("wasabi",))
    table.pack(0, "egg_on_wasabi")
    assert table.dishes(0) == ["wasabi", "packed"]
    table.lay("squid")
    assert table.dishes(0) == ["wasabi_under_squid", "packed", "squid_on_wasabi"]
    table.end_round()
    assert (table.scored("nigiri")[0], table.scored("packed")[0]) == (9, 2)


def test_a_packed_wasabi_leaves_its_nigiri_plain() -> None:
    """A12: flip the wasabi and the nigiri stays and scores base value."""
    table = packing("wasabi", "squid", types=("wasabi",))
    table.pack(0, "wasabi_under_squid")
    assert table.dishes(0) == ["packed", "squid"]
    table.end_round()
    assert (table.scored("nigiri")[0], table.scored("packed")[0]) == (3, 2)


def test_a_nigiri_without_its_wasabi_does_not_move_onto_another() -> None:
    """A12: it stays as it is, also when a wasabi is free."""
    table = packing("wasabi", "squid", "wasabi", types=("wasabi",))
    table.pack(0, "wasabi_under_squid")
    assert table.dishes(0) == ["packed", "squid", "wasabi"]
    table.lay("egg")
    assert table.newest(0, 2) == ["wasabi_under_egg", "egg_on_wasabi"]


def test_all_cards_of_one_box_turn_at_once() -> None:
    """A32: a nigiri and the wasabi beneath it go together."""
    table = packing("wasabi", "squid", types=("wasabi",))
    table.pack(0, "squid_on_wasabi", "wasabi_under_squid")
    assert table.dishes(0) == ["packed", "packed"]
    table.lay("egg")
    assert table.newest(0) == ["egg"]


def test_a_packed_free_wasabi_takes_no_nigiri() -> None:
    """« plus prises en compte pour ce qu'elles représentaient »"""
    table = packing("wasabi", types=("wasabi",))
    table.pack(0, "wasabi")
    table.lay("squid")
    assert table.dishes(0) == ["packed", "squid"]


def test_dishes_that_would_behave_otherwise_have_names_of_their_own() -> None:
    """With two used wasabi the choice says which of them is packed."""
    table = packing("wasabi", "egg", "wasabi", "squid", types=("wasabi",))
    table.pack(0, "wasabi_under_egg")
    assert table.dishes(0) == ["packed", "egg", "wasabi_under_squid", "squid_on_wasabi"]


# Bonus cards, miso and uramaki


def test_packed_chopsticks_cannot_be_used() -> None:
    """« plus prises en compte pour ce qu'elles représentaient »"""
    table = packing("chopsticks1", types=("chopsticks",))
    table.pack(0, "chopsticks1")
    assert table.refuses_to_lay(0, "chopsticks1: egg + salmon") == "not_on_table"
    assert table.refuses_to_lay(0, "packed: egg + salmon") == "not_on_table"


def test_packed_uramaki_have_no_icons() -> None:
    """« plus prises en compte pour ce qu'elles représentaient »"""
    table = packing("uramaki5", types=("uramaki",))
    table.pack(0, "uramaki5")
    table.lay("uramaki5")
    assert table.at_once() == [0, 0, 0]
    assert table.dishes(0) == ["packed", "uramaki5"]


# Its desserts (A13)


@pytest.mark.parametrize("dessert", ["pudding", "ice_cream", "fruit_wo"])
def test_a_packed_dessert_is_no_dessert_and_leaves_the_game(dessert: str) -> None:
    """A13: scores 2, no longer a dessert, and the physical card leaves the game."""
    table = packing(dessert, types=(dessert.partition("_w")[0],))
    table.pack(0, dessert)
    table.end_round()
    assert table.scored("packed")[0] == 2
    assert table.state.kept[0] == ()
    assert table.state.gone == [dessert]
    assert table.state.deck == 54 + 5 + 3 - 1


def test_a_packed_dessert_counts_neither_in_the_end_nor_for_a_tie() -> None:
    """A13: neither for dessert scoring nor tie-break."""
    table = Table("takeout_box", "tea", "temaki", "ice_cream", seats=2)
    table.lay("ice_cream", "tempura")
    table.lay("takeout_box10", "tea")
    table.pack(0, "ice_cream")
    table.end_match()
    assert [len(kept) for kept in table.state.kept] == [0, 0]
    last = table.outcome().breakdown[0][-1]
    assert (last.rule, last.points, last.detail) == ("ice_cream", 0, "0")


# With Special Orders (A14, A30)


def test_a_special_order_stays_what_it_copies_when_that_is_packed() -> None:
    """« la Commande spéciale continue d'être considérée comme la carte copiée » (A14)"""
    table = Table("takeout_box", "special_order")
    table.lay("squid")
    table.lay("special_order")
    table.copy(0, "squid")
    table.lay("takeout_box10")
    table.pack(0, "squid")
    assert table.dishes(0) == ["packed", "copy_squid"]
    table.end_round()
    assert (table.scored("nigiri")[0], table.scored("packed")[0]) == (3, 2)


def test_a_special_order_can_be_packed_itself() -> None:
    """« une ou des carte(s) posée(s) devant vous »"""
    table = Table("takeout_box", "special_order")
    table.lay("squid")
    table.lay("special_order")
    table.copy(0, "squid")
    table.lay("takeout_box10")
    table.pack(0, "copy_squid")
    assert table.dishes(0) == ["squid", "packed"]


def test_a_packed_copy_of_a_dessert_goes_back_into_the_deck() -> None:
    """A30: being no dessert card it goes back to the deck."""
    table = Table("takeout_box", "special_order", "pudding")
    table.lay("pudding")
    table.lay("special_order")
    table.copy(0, "pudding")
    table.lay("takeout_box10")
    table.pack(0, "copy_pudding")
    table.end_round()
    assert [laid.card for laid in table.state.kept[0]] == ["pudding"]
    assert table.state.gone == []
    assert table.state.deck == 54 + 5 + 3 - 1


def test_a_copy_of_a_packed_dessert_goes_back_into_the_deck() -> None:
    """A30: copying a flipped dessert is a flipped card worth 2."""
    table = Table("takeout_box", "special_order", "pudding")
    table.lay("pudding")
    table.lay("takeout_box10")
    table.pack(0, "pudding")
    table.lay("special_order")
    table.copy(0, "packed")
    table.end_round()
    assert table.scored("packed")[0] == 4
    assert table.state.kept[0] == ()
    assert table.state.gone == ["pudding"]
    assert table.state.deck == 54 + 5 + 3 - 1
