"""CUILLÈRE in play: one test per sentence or ruling."""

from typing import Any, cast

import pytest

from games.core.viewer import PUBLIC
from games.sushi_go_party.events import SpoonAnswered, SpoonAsked
from tests.games.sushi_go_party.position import RULES, Table

REST = "tempura tempura tempura sashimi sashimi maki1 maki1"


def asking(*types: str, seats: int = 4, **options: Any) -> Table:
    """Return a table at which seat 0 has just announced its Spoon and laid an egg."""
    table = Table("spoon", *types, seats=seats, **options)
    table.lay("spoon4")
    table.lay("spoon4: egg")
    return table


def test_nothing_happens_in_the_turn_in_which_a_spoon_is_laid() -> None:
    """« Rien ne se passe au tour où vous jouez la Cuillère. »"""
    table = Table("spoon")
    assert table.refuses_to_lay(0, "spoon4: spoon4") == "not_on_table"
    table.lay("spoon4")
    assert (table.phase, table.dishes(0)) == ("choose", ["spoon4"])


def test_a_spoon_may_be_used_in_any_later_turn() -> None:
    """« vous pourrez utiliser son action bonus lors d'un autre tour »"""
    table = Table("spoon")
    table.lay("spoon4")
    table.pass_turns(4)
    table.lay("spoon4: egg")
    assert table.acting == ("ask", 0)


def test_a_spoon_is_announced_before_and_asks_after_the_reveal() -> None:
    """« Tous les joueurs (vous aussi) jouent leur carte normalement. Annoncez alors le nom »"""
    table = Table("spoon")
    table.lay("spoon4")
    table.lay("spoon4: egg", "salmon", "squid")
    assert [table.newest(seat) for seat in range(3)] == [["egg"], ["salmon"], ["squid"]]
    assert table.acting == ("ask", 0)
    assert [hand.size for hand in table.state.hands] == [8, 8, 8]


def test_a_spoon_takes_no_second_card_of_the_own_hand() -> None:
    """« prendre une carte dans la main d'un autre joueur »"""
    table = Table("spoon")
    table.lay("spoon4")
    assert table.refuses_to_lay(0, "spoon4: egg + salmon") == "wrong_number_of_extras"


def test_any_type_of_card_may_be_asked_for() -> None:
    """« Annoncez alors le nom de n'importe quel type de carte. »"""
    table = asking()
    wanted = [cast(SpoonAsked, event).wanted for event in RULES.choices(table.state, 0)]
    assert {"nigiri", "maki", "tempura", "spoon", "chopsticks", "pudding"} <= set(wanted)
    # A28: a type that is not on the menu may be asked for, too.
    assert {"uramaki", "eel", "menu"} <= set(wanted)
    assert table.refuses(SpoonAsked(0, "pizza")) == "no_such_type"


def test_the_left_neighbour_is_asked_first_and_then_clockwise() -> None:
    """« en commençant par votre voisin de gauche puis en tournant en sens horaire »"""
    table = Table("spoon", seats=4)
    table.lay("-", "-", "spoon4")
    table.lay("-", "-", "spoon4: egg")
    table.ask(2, "tempura")
    order = []
    while table.phase == "answer":
        order.append(table.state.asked_seat)
        table.give(table.state.asked_seat, None)
    assert order == [3, 0, 1]


def test_the_first_who_has_such_a_card_gives_it() -> None:
    """« Le 1er joueur qui en a une en main … vous la donne. »"""
    table = asking()
    table.ask(0, "dumpling")
    table.give(1, None)
    table.give(2, "dumpling")
    assert table.phase == "choose"
    assert table.newest(0) == ["dumpling"]


def test_whoever_has_such_a_card_must_give_it() -> None:
    """A9: the holder must give. « vous la donne »"""
    full = f"egg squid {REST} maki2"
    table = Table("spoon", hands=["spoon4", full])
    table.lay("spoon4", "maki2")
    table.lay("spoon4: egg", "-", "tempura")
    # Seat 2 holds now what was dealt to seat 1.
    table.ask(0, "nigiri")
    table.give(1, None)
    caught = table.refusal(SpoonAnswered(2, None))
    assert (caught.code, caught.params) == ("hides_card", {"cards": ["egg", "squid"]})
    table.give(2, "egg")


def test_nobody_asks_himself() -> None:
    """A9: opponents only."""
    table = Table("spoon", hands=["spoon4", "", "squid"])
    table.lay("spoon4")
    assert table.hand(0) == ["squid"]
    table.lay("spoon4: egg")
    table.ask(0, "squid")
    table.give(1, None)
    assert table.refuses(SpoonAnswered(0, "squid")) == "not_your_turn"
    table.give(2, None)
    assert table.discard == ["spoon4"]


def test_the_card_is_laid_at_once_and_the_spoon_goes_to_the_hand_it_came_from() -> None:
    """« Jouez-la immédiatement et donnez la carte Cuillère en échange au joueur concerné »"""
    table = asking()
    table.ask(0, "dumpling")
    table.give(1, None)
    table.give(2, "dumpling")
    assert table.dishes(0) == ["egg", "dumpling"]
    # « pour qu'il l'ajoute à sa main (avant de la passer à sa gauche) »
    assert table.hand(3) == ["spoon4"]
    assert [hand.size for hand in table.state.hands] == [7] * 4
    assert RULES.view(table.state, PUBLIC).held(3).known == ["spoon4"]
    table.lay("-", "-", "-", "spoon4")
    table.lay("-", "-", "-", "spoon4: egg")
    assert table.acting == ("ask", 3)


def test_a_spoon_that_nobody_can_answer_is_discarded_until_the_next_round() -> None:
    """« Si personne ne dispose de la carte demandée, la Cuillère est défaussée. »"""
    table = asking()
    table.ask(0, "dumpling")
    for seat in (1, 2, 3):
        table.give(seat, None)
    assert (table.phase, table.discard, table.dishes(0)) == ("choose", ["spoon4"], ["egg"])
    table.end_round()
    # « pensez à la reprendre à la manche suivante »
    table.deal("spoon4")


def test_an_unused_spoon_is_worth_nothing() -> None:
    """« Une Cuillère inutilisée vaut 0 point à la fin de la manche. »"""
    table = Table("spoon")
    table.lay("spoon4")
    table.end_round()
    assert {line.rule for line in table.state.sheets[0].lines[0]}.isdisjoint({"spoon"})


def test_one_card_may_be_asked_for_exactly_and_only_that_may_be_given() -> None:
    """« vous pouvez préciser la carte exacte … et l'on ne pourra vous donner que cette carte »"""
    table = asking()
    table.ask(0, "maki3")
    assert table.refuses(SpoonAnswered(1, "maki2")) == "asked_for_other"
    table.give(1, None)
    table.give(2, "maki3")
    assert table.newest(0) == ["maki3"]


def test_without_saying_which_the_holder_chooses() -> None:
    """« Si vous ne précisez pas, on peut vous donner n'importe laquelle. » (A9)"""
    full = "maki1 maki2 maki3 tempura tempura tempura sashimi sashimi sashimi dumpling"
    table = Table("spoon", hands=[full])
    table.lay("dumpling", "-", "spoon4")
    table.lay("-", "sashimi", "spoon4: egg")
    table.ask(2, "maki")
    table.give(0, None)
    assert table.offered(1) == {"maki1", "maki2", "maki3"}
    assert table.refuses(SpoonAnswered(1, "tempura")) == "asked_for_other"
    assert table.refuses(SpoonAnswered(1, None)) == "hides_card"
    table.give(1, "maki1")


def test_asking_for_nigiri_does_not_mean_wasabi() -> None:
    """A9: asking for "nigiri" does not match wasabi."""
    full = "wasabi wasabi wasabi maki1 maki1 tempura tempura tempura sashimi sashimi"
    table = Table("spoon", "wasabi", hands=[full])
    table.lay("maki1", "spoon4")
    table.lay("-", "spoon4: maki1")
    table.ask(1, "nigiri")
    table.give(2, None)
    table.give(0, None)
    assert table.discard == ["spoon4"]


def test_a_spoon_in_the_last_turn_is_discarded() -> None:
    """A8: when all hands are empty it always fails."""
    table = Table("spoon")
    table.lay("spoon4")
    table.pass_turns(8)
    table.lay("spoon4: egg")
    # Nobody was asked, and the Spoon did not lie there at the end.
    assert (table.phase, table.state.round) == ("deal", 2)
    assert not any(laid.card == "spoon4" for laid in table.state.sheets[0].tables[0])


def test_a_type_that_is_not_on_the_menu_fails_without_asking_anybody() -> None:
    """A28: a type that is not on the menu may be asked for (it fails)."""
    table = asking()
    table.ask(0, "uramaki")
    assert (table.phase, table.discard) == ("choose", ["spoon4"])


def test_spoons_ask_one_after_the_other_in_the_order_of_their_numbers() -> None:
    """A28: each asking after the earlier ones were answered."""
    table = Table("spoon", seats=4)
    table.lay("spoon6", "-", "spoon5", "spoon4")
    table.lay("spoon6: egg", "-", "spoon5: egg", "spoon4: egg")
    assert table.acting == ("ask", 3)
    table.ask(3, "uramaki")
    assert table.acting == ("ask", 2)
    table.ask(2, "dumpling")
    table.give(3, "dumpling")
    assert table.acting == ("ask", 0)
    # The Spoon that was given away in this turn can be taken from that hand, by its number.
    table.ask(0, "spoon5")
    table.give(1, None)
    table.give(2, None)
    assert table.refuses(SpoonAnswered(3, None)) == "hides_card"
    table.give(3, "spoon5")
    assert table.newest(0) == ["spoon5"]
    assert table.hand(0) == ["spoon6"]


def test_a_spoon_can_take_chopsticks_that_went_back_in_the_same_turn() -> None:
    """A28: a bonus card that went back to a hand this turn may be taken by a later Spoon."""
    table = Table("spoon", "chopsticks")
    table.lay("spoon4", "chopsticks1")
    table.lay("spoon4: egg", "chopsticks1: egg + salmon")
    table.ask(0, "chopsticks")
    assert table.offered(1) >= {"chopsticks1"}
    table.give(1, "chopsticks1")
    assert table.dishes(0) == ["egg", "chopsticks1"]
    # It was laid in this turn: it can be used from the next one on.
    table.lay("chopsticks1: egg + salmon")


def test_a_printed_number_may_be_asked_for_exactly() -> None:
    """A28: `chopsticks2` and no other."""
    table = asking("chopsticks")
    table.ask(0, "chopsticks2")
    assert table.refuses(SpoonAnswered(1, "chopsticks1")) == "asked_for_other"
    table.give(1, "chopsticks2")
    assert table.newest(0) == ["chopsticks2"]


def test_a_failed_spoon_tells_that_nobody_has_such_a_card() -> None:
    """A question that failed is a negative fact: none of that type in those hands."""
    table = asking()
    table.ask(0, "nigiri")
    for seat in (1, 2, 3):
        table.give(seat, None)
    # The hand that seat 0 held was not asked; it has gone on to seat 1.
    assert "squid" in table.offered(1)
    for seat in (0, 2, 3):
        assert table.offered(seat).isdisjoint({"egg", "salmon", "squid"})
        assert table.refuses_to_lay(seat, "squid") == "denied_before"


# PRÉCISIONS POUR UTILISER LA CUILLÈRE


def test_a_nigiri_of_a_spoon_must_go_onto_a_free_wasabi() -> None:
    """« si vous avez déjà un Wasabi, sans Sushi dessus, vous devez poser ce Sushi dessus »"""
    table = Table("spoon", "wasabi")
    table.lay("spoon4")
    table.lay("wasabi")
    table.lay("spoon4: tempura")
    table.ask(0, "squid")
    table.give(1, "squid")
    assert table.dishes(0) == ["wasabi_under_squid", "tempura", "squid_on_wasabi"]


def test_a_miso_of_a_spoon_and_one_of_this_turn_are_all_discarded() -> None:
    """« si une autre Soupe Miso a été jouée à ce tour (même par vous), … toutes défaussées »"""
    table = Table("spoon", "miso")
    table.lay("spoon4")
    table.lay("spoon4: miso")
    table.ask(0, "miso")
    table.give(1, "miso")
    assert (table.dishes(0), table.discard) == ([], ["miso", "miso"])
    assert table.hand(2) == ["spoon4"]


def test_uramaki_of_a_spoon_that_make_ten_score_at_once() -> None:
    """« si cette carte vous fait atteindre ou dépasser 10 symboles, marquez … immédiatement »"""
    table = Table("spoon", "uramaki")
    table.lay("spoon4")
    table.lay("uramaki5")
    table.lay("spoon4: egg")
    table.ask(0, "uramaki")
    table.give(1, "uramaki5")
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], ["egg"])


def test_a_menu_of_a_spoon_is_used_in_this_turn() -> None:
    """« MENU … : il faut appliquer la carte pendant ce tour »"""
    table = Table("spoon", "menu")
    table.lay("spoon4")
    table.lay("spoon4: egg", "menu7")
    table.ask(0, "menu")
    table.give(1, "menu8")
    assert table.acting == ("draw", 1)
    table.draw(1)
    table.take(1, "tempura")
    assert table.acting == ("draw", 0)
    table.draw(0)
    table.take(0, "sashimi")
    assert table.dishes(0) == ["egg", "sashimi"]
    assert sorted(table.discard) == ["menu7", "menu8"]


def test_a_takeout_box_of_a_spoon_is_used_in_this_turn() -> None:
    """« BOITE À EMPORTER : il faut appliquer la carte pendant ce tour »"""
    table = Table("spoon", "takeout_box")
    table.lay("spoon4")
    table.lay("tempura")
    table.lay("spoon4: egg")
    table.ask(0, "takeout_box")
    table.give(1, "takeout_box10")
    assert table.acting == ("pack", 0)
    table.pack(0, "tempura")
    assert table.dishes(0) == ["packed", "egg"]


@pytest.mark.parametrize("card", ["chopsticks2", "spoon5"])
def test_chopsticks_or_a_spoon_of_a_spoon_wait_for_a_later_turn(card: str) -> None:
    """« BAGUETTES ou CUILLÈRE : gardez la carte pour un tour ultérieur. »"""
    table = Table("spoon", "chopsticks")
    table.lay("spoon4")
    table.lay("spoon4: egg")
    table.ask(0, card)
    table.give(1, card)
    assert (table.phase, table.dishes(0)) == ("choose", ["egg", card])


def test_a_special_order_of_a_spoon_chooses_at_once_and_may_copy_the_spoon() -> None:
    """« COMMANDE SPÉCIALE : choisissez immédiatement »; A29: the Spoon still lies there."""
    table = Table("spoon", "special_order")
    table.lay("spoon4")
    table.lay("spoon4: egg")
    table.ask(0, "special_order")
    table.give(1, "special_order")
    assert table.acting == ("copy", 0)
    assert table.offered(0) == {"spoon4", "egg"}
    table.copy(0, "spoon4")
    assert table.dishes(0) == ["egg", "copy_spoon4"]
    assert table.hand(2) == ["spoon4"]
