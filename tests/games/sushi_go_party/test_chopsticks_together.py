"""The option `chopsticks_together` (A27): every second card is laid before miso and uramaki act.

« Choisissez alors une seconde carte … et jouez les 2 immédiatement »
"""

from typing import Any

import pytest

from games.core.matches import make_setup
from games.sushi_go_party.components import A_LA_CARTE
from games.sushi_go_party.events import DishCopied
from tests.games.sushi_go_party.position import RULES, Table


def table_of(*types: str, **options: Any) -> Table:
    """Return a table that lays cards of Chopsticks together; seat 0 has Chopsticks."""
    table = Table("uramaki", "chopsticks", *types, **{"chopsticks_together": True, **options})
    table.lay("chopsticks1")
    return table


@pytest.mark.parametrize("rules", [1, 2])
def test_both_cards_of_chopsticks_may_be_laid_together(rules: int) -> None:
    """A27: the second card is laid at its number; the option lays both at once."""
    for option, dishes in ((False, ["uramaki3"]), (True, [])):
        table = table_of(chopsticks_together=option, rules=rules)
        table.lay("uramaki5")
        table.lay("chopsticks1: uramaki5 + uramaki3")
        assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], dishes)
        assert table.hand(1) == ["chopsticks1"]


def test_a_special_order_as_second_card_is_laid_before_uramaki_score() -> None:
    """« choisissez immédiatement, parmi vos cartes, laquelle vous copiez »"""
    table = table_of("special_order")
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki5 + special_order")
    assert table.acting == ("copy", 0)
    assert table.at_once() == [0, 0, 0]
    assert table.offered(0) == {"chopsticks1", "uramaki5"}
    table.copy(0, "uramaki5")
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], [])
    assert table.discard == ["uramaki5", "uramaki5", "special_order"]


def test_a_special_order_as_second_card_may_copy_a_miso_that_will_leave() -> None:
    """« elle compte aussi comme étant jouée au même tour » (A5)"""
    table = table_of("special_order", "miso")
    table.lay("chopsticks1: miso + special_order", "miso")
    assert (table.newest(0), table.newest(1)) == (["miso"], ["miso"])
    table.copy(0, "miso")
    assert table.discard == ["miso", "special_order", "miso"]
    assert table.dishes(0) == []


def test_nothing_takes_effect_before_the_second_cards_of_all_seats_lie_there() -> None:
    table = table_of("special_order", "miso")
    table.lay("egg", "chopsticks2", "miso")
    table.lay("chopsticks1: miso + special_order", "chopsticks2: egg + special_order", "miso")
    assert table.acting == ("copy", 0)
    table.copy(0, "egg")
    assert table.acting == ("copy", 1)
    assert (table.newest(2), table.discard) == (["miso"], [])
    table.copy(1, "egg")
    assert table.discard == ["miso", "miso"]
    # The soup of an earlier turn stays.
    assert table.dishes(2) == ["tempura", "miso"]


def test_with_several_chopsticks_all_their_cards_come_first() -> None:
    """A7 and A27 together: each second card at its number, then miso and uramaki."""
    table = table_of("special_order", many_bonus_cards=True)
    table.lay("chopsticks2")
    table.lay("uramaki3")
    table.lay("chopsticks1 chopsticks2: uramaki4 + special_order + uramaki5")
    assert table.acting == ("copy", 0)
    assert table.dishes(0) == ["chopsticks1", "chopsticks2", "uramaki3", "uramaki4"]
    table.copy(0, "uramaki4")
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], [])
    assert table.hand(1) == ["chopsticks1", "chopsticks2"]


def test_a_second_card_chosen_after_the_reveal_comes_first_too() -> None:
    """EN: chosen after seeing the others' cards; laid before anything takes effect."""
    for option, points, dishes in ((False, 8, ["chopsticks1"]), (True, 0, None)):
        table = table_of("miso", chopsticks_after_reveal=True, chopsticks_together=option)
        table.lay("uramaki5")
        table.lay("chopsticks1: uramaki5", "miso", "miso")
        assert table.acting == ("extra", 0)
        assert table.at_once()[0] == points
        assert table.dishes(0) == (dishes or ["chopsticks1", "uramaki5", "uramaki5"])
        assert table.discard.count("miso") == (0 if option else 2)
        table.second(0, "uramaki3")
        assert table.at_once() == [8, 0, 0]
        assert table.dishes(0) == ([] if option else ["uramaki3"])
        assert table.discard.count("miso") == 2


def test_a_special_order_chosen_after_the_reveal_copies_before_anything_leaves() -> None:
    table = table_of("special_order", chopsticks_after_reveal=True, many_bonus_cards=True)
    table.lay("chopsticks2")
    table.lay("uramaki5")
    table.lay("chopsticks1 chopsticks2: uramaki5")
    table.second(0, "special_order")
    table.copy(0, "uramaki5")
    assert table.at_once() == [0, 0, 0]
    table.second(0, "uramaki3")
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], [])


def test_where_nobody_uses_chopsticks_first_cards_take_effect_at_once() -> None:
    table = table_of("miso")
    table.lay("miso", "miso")
    assert (table.phase, table.discard) == ("choose", ["miso", "miso"])


def test_effects_with_larger_numbers_find_miso_and_uramaki_settled() -> None:
    """A6: Chopsticks have the smallest numbers; a Spoon asks when all of them are done."""
    table = Table("uramaki", "chopsticks", "spoon", chopsticks_together=True)
    table.lay("chopsticks1", "spoon4")
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki5 + uramaki3", "spoon4: egg")
    assert table.acting == ("ask", 1)
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], [])


# Rules version 1, for matches that were stored before


def test_by_the_first_rules_a_special_order_came_after_the_effects() -> None:
    table = table_of("special_order", rules=1)
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki5 + special_order")
    assert (table.acting, table.at_once()) == (("copy", 0), [8, 0, 0])
    table.play(DishCopied(0, 3, "chopsticks1"))
    assert table.dishes(0) == ["copy_chopsticks1"]


def test_by_the_first_rules_cards_after_the_reveal_were_not_laid_together() -> None:
    table = table_of(rules=1, chopsticks_after_reveal=True)
    table.lay("uramaki5")
    table.lay("chopsticks1: uramaki5")
    assert table.at_once() == [8, 0, 0]


def test_new_matches_are_played_by_the_second_rules() -> None:
    assert RULES.version == 2
    cards = ["uramaki", "miso", "tofu", "eel", "chopsticks", "special_order", "pudding"]
    setup = make_setup(RULES, seats=3, options={"menu": A_LA_CARTE, "cards": cards})
    assert setup.rules == 2
