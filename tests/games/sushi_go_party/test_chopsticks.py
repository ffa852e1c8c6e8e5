"""BAGUETTES in play: one test per sentence or ruling."""

import pytest

from games.core.viewer import PUBLIC
from games.sushi_go_party.events import CardChosen
from tests.games.sushi_go_party.position import RULES, Table


def test_nothing_happens_in_the_turn_in_which_chopsticks_are_laid() -> None:
    """« Rien ne se passe le tour où vous jouez cette carte. »"""
    table = Table("chopsticks")
    assert table.refuses_to_lay(0, "chopsticks1: chopsticks1 + egg") == "not_on_table"
    table.lay("chopsticks1")
    assert table.dishes(0) == ["chopsticks1"]
    assert [hand.size for hand in table.state.hands] == [9, 9, 9]


def test_chopsticks_lay_two_cards_of_the_hand_in_a_later_turn() -> None:
    """« vous pourrez prendre 2 cartes lors d'un prochain tour »"""
    table = Table("chopsticks", hands=["", "", "egg salmon"])
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + salmon")
    assert table.dishes(0) == ["egg", "salmon"]


def test_chopsticks_may_wait_for_any_later_turn_or_stay_unused() -> None:
    """« vous pourrez utiliser son action bonus lors d'un autre tour »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.pass_turns(5)
    assert table.dishes(0)[0] == "chopsticks1"
    table.lay("chopsticks1: egg + salmon")
    assert table.newest(0, 2) == ["egg", "salmon"]


def test_chopsticks_are_announced_and_both_cards_chosen_before_the_reveal() -> None:
    """« dites « Baguettes » … juste avant qu'ils révèlent leur carte. Choisissez alors une 2e »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.play(table.chosen(0, "chopsticks1: egg + salmon"))
    # Until the others have chosen nobody is told.
    assert RULES.redact(table.events[-1], table.state, PUBLIC) == CardChosen(0, 2, None)
    for seat in (1, 2):
        table.play(table.plain(seat))
    assert table.dishes(0) == ["egg", "salmon"]
    assert table.phase == "choose"


def test_the_second_card_comes_from_the_hand_of_this_turn() -> None:
    """« une seconde carte de votre main du tour »"""
    full = "egg salmon tempura tempura sashimi sashimi maki1 maki1 maki2 maki2"
    table = Table("chopsticks", hands=["chopsticks1", "", full])
    table.lay("chopsticks1", "-", "tempura")
    assert table.refuses_to_lay(0, "chopsticks1: egg + squid") == "not_in_hand"
    # The same card twice takes two of them.
    assert table.refuses_to_lay(0, "chopsticks1: egg + egg") == "not_in_hand"
    table.lay("chopsticks1: egg + salmon")


def test_chopsticks_take_exactly_one_more_card() -> None:
    """« Choisissez alors une seconde carte »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    assert table.refuses_to_lay(0, "chopsticks1: egg") == "wrong_number_of_extras"
    assert table.refuses_to_lay(0, "chopsticks1: egg + egg + egg") == "wrong_number_of_extras"
    assert table.refuses_to_lay(0, "egg + salmon") == "wrong_number_of_extras"


def test_used_chopsticks_go_back_to_the_hand_before_it_is_passed() -> None:
    """« remplacez les Baguettes dans votre main avant de la passer à votre gauche »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + salmon")
    assert "chopsticks1" not in table.dishes(0)
    assert table.hand(1) == ["chopsticks1"]
    assert [hand.size for hand in table.state.hands] == [8, 8, 8]


def test_others_can_use_the_chopsticks_later_in_the_round() -> None:
    """« Ainsi, d'autres joueurs pourront les utiliser plus tard dans la manche. »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + salmon")
    table.lay("-", "chopsticks1")
    table.lay("-", "chopsticks1: egg + squid")
    assert table.newest(1, 2) == ["egg", "squid"]
    assert table.hand(2) == ["chopsticks1"]


def test_everybody_knows_that_the_chopsticks_are_in_that_hand() -> None:
    """« remplacez les Baguettes dans votre main »: openly."""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + salmon")
    assert RULES.view(table.state, PUBLIC).held(1).known == ["chopsticks1"]


def test_unused_chopsticks_are_worth_nothing() -> None:
    """« Des Baguettes inutilisées valent 0 point à la fin de la manche. »"""
    table = Table("chopsticks")
    table.lay("chopsticks1")
    table.end_round()
    assert {line.rule for line in table.state.sheets[0].lines[0]}.isdisjoint({"chopsticks"})


def test_chopsticks_need_a_second_card_in_the_hand() -> None:
    """A8: with a single card left there is no second card, so they cannot be announced."""
    table = Table("chopsticks", seats=2)
    table.lay("chopsticks1", "chopsticks2")
    table.pass_turns(7)
    table.lay("chopsticks1: egg + salmon")
    assert table.refuses_to_lay(1, "chopsticks2: chopsticks1 + egg") == "no_second_card"
    table.lay("-", "chopsticks1")
    assert (table.phase, table.state.round) == ("deal", 2)


def test_one_bonus_card_may_be_used_in_a_turn() -> None:
    """A7: one bonus card (chopsticks or spoon) per player per turn."""
    table = Table("chopsticks", "spoon")
    table.lay("chopsticks1")
    table.lay("chopsticks2")
    table.lay("spoon4")
    two = "chopsticks1 chopsticks2: egg + salmon + squid"
    assert table.refuses_to_lay(0, two) == "too_many_bonus_cards"
    assert table.refuses_to_lay(0, "chopsticks1 spoon4: egg + salmon") == "too_many_bonus_cards"
    table.lay("chopsticks2: egg + salmon")
    assert table.dishes(0) == ["chopsticks1", "spoon4", "egg", "salmon"]


def test_the_second_card_is_laid_after_all_first_cards() -> None:
    """A27: laid as an extra card when its number comes up, after first cards and what they do."""
    table = Table("uramaki", "chopsticks")
    table.lay("chopsticks1")
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki5 + uramaki3")
    # Five, then ten at the first card: that scores, and the three icons stay.
    assert table.at_once() == [8, 0, 0]
    assert table.dishes(0) == ["uramaki3"]


def test_second_cards_are_laid_in_the_order_of_the_numbers() -> None:
    """« dans l'ordre du nombre inscrit en bas à droite des cartes concernées »"""
    table = Table("chopsticks", "special_order")
    table.lay("chopsticks3", "chopsticks1")
    table.lay("chopsticks3: egg + special_order", "chopsticks1: egg + special_order")
    assert table.acting == ("copy", 1)
    table.copy(1, "egg")
    assert table.acting == ("copy", 0)
    table.copy(0, "egg")
    assert table.phase == "choose"


# PRÉCISIONS POUR UTILISER LES BAGUETTES


def test_an_extra_nigiri_must_go_onto_a_free_wasabi() -> None:
    """« si vous avez déjà un Wasabi, sans Sushi dessus, vous devez poser ce Sushi dessus »"""
    table = Table("chopsticks", "wasabi")
    table.lay("chopsticks1")
    table.lay("wasabi")
    table.lay("chopsticks1: tempura + squid")
    assert table.newest(0, 2) == ["tempura", "squid_on_wasabi"]


def test_wasabi_and_then_a_nigiri_through_chopsticks_count_three_times() -> None:
    """A24: the first card resolves before the second."""
    table = Table("chopsticks", "wasabi")
    table.lay("chopsticks1")
    table.lay("chopsticks1: wasabi + squid")
    assert table.dishes(0) == ["wasabi_under_squid", "squid_on_wasabi"]


def test_a_nigiri_and_then_wasabi_through_chopsticks_do_not() -> None:
    """A24, the other way round: the wasabi stays free."""
    table = Table("chopsticks", "wasabi")
    table.lay("chopsticks1")
    table.lay("chopsticks1: squid + wasabi")
    assert table.dishes(0) == ["squid", "wasabi"]


def test_two_nigiri_and_one_wasabi_put_the_first_card_onto_it() -> None:
    """A24: the first card is laid first."""
    table = Table("chopsticks", "wasabi")
    table.lay("chopsticks1")
    table.lay("wasabi")
    table.lay("chopsticks1: egg + squid")
    assert table.newest(0, 2) == ["egg_on_wasabi", "squid"]


def test_an_extra_miso_and_one_of_this_turn_are_all_discarded() -> None:
    """« si une autre Soupe Miso a été jouée à ce tour (même par vous), … toutes défaussées »"""
    table = Table("chopsticks", "miso")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + miso", "miso")
    assert table.discard == ["miso", "miso"]
    table.lay("-", "chopsticks1")
    table.lay("-", "chopsticks1: egg + miso")
    assert table.newest(1) == ["miso"]


def test_extra_uramaki_that_make_ten_score_at_once() -> None:
    """« si cette carte vous fait atteindre ou dépasser 10 symboles, marquez … immédiatement »"""
    table = Table("chopsticks", "uramaki")
    table.lay("chopsticks1")
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki3 + uramaki4")
    assert table.at_once() == [8, 0, 0]
    assert len(table.discard) == 3


def test_an_extra_menu_is_used_in_this_turn() -> None:
    """« MENU … : il faut appliquer la carte pendant ce tour … du plus petit au plus grand »"""
    table = Table("chopsticks", "menu")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + menu8", "menu9", "menu7")
    order = []
    for card in ("tempura", "sashimi", "dumpling"):
        order.append(table.acting)
        table.draw(table.state.acting, card)
        table.take(table.state.acting, card)
    assert order == [("draw", 2), ("draw", 0), ("draw", 1)]
    assert table.dishes(0) == ["egg", "sashimi"]


def test_an_extra_takeout_box_is_used_in_this_turn() -> None:
    """« BOITE À EMPORTER : il faut appliquer la carte pendant ce tour »"""
    table = Table("chopsticks", "takeout_box")
    table.lay("chopsticks1", "tempura")
    table.lay("tempura", "tempura")
    table.lay("chopsticks1: egg + takeout_box12", "takeout_box11")
    assert table.acting == ("pack", 1)
    table.pack(1, "tempura")
    assert table.acting == ("pack", 0)
    # The egg of this turn cannot be packed, and the Chopsticks are back in the hand already.
    table.pack(0, "tempura")
    assert table.dishes(0) == ["packed", "egg"]


@pytest.mark.parametrize("card", ["chopsticks2", "spoon5"])
def test_extra_chopsticks_or_a_spoon_wait_for_a_later_turn(card: str) -> None:
    """« BAGUETTES ou CUILLÈRE : gardez la carte pour un tour ultérieur. »"""
    table = Table("chopsticks", "spoon")
    table.lay("chopsticks1")
    table.lay(f"chopsticks1: egg + {card}")
    assert (table.phase, table.dishes(0)) == ("choose", ["egg", card])
    table.lay(f"{card}: egg + salmon" if card == "chopsticks2" else f"{card}: egg")
    assert table.phase == ("choose" if card == "chopsticks2" else "ask")


def test_an_extra_special_order_chooses_at_once_what_it_copies() -> None:
    """« COMMANDE SPÉCIALE : choisissez immédiatement, parmi vos cartes, laquelle vous copiez. »"""
    table = Table("chopsticks", "special_order")
    table.lay("chopsticks1")
    table.lay("tempura")
    table.lay("chopsticks1: egg + special_order")
    assert table.acting == ("copy", 0)
    # A15: as an extra card also cards that were laid in this turn, A29: and the Chopsticks.
    assert table.offered(0) == {"chopsticks1", "tempura", "egg"}
    table.copy(0, "egg")
    assert table.dishes(0) == ["tempura", "egg", "copy_egg"]
    assert "chopsticks1" in table.hand(1)
