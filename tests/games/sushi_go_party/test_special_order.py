"""COMMANDE SPÉCIALE in play: one test per sentence or ruling."""

import pytest

from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_go_party.components import MAKI
from games.sushi_go_party.events import DishCopied
from games.sushi_go_party.scoring import icons as count_icons
from tests.games.sushi_go_party.position import RULES, Table, ordering


def test_a_special_order_copies_a_card_laid_before_in_this_round() -> None:
    """« copie une carte … que vous avez jouée précédemment lors de cette manche »"""
    table = ordering("egg", "tempura")
    assert table.phase == "order"
    assert table.offered(0) == {"egg", "tempura"}
    assert table.refuses(DishCopied(0, 3, "squid")) == "cannot_copy"
    table.copy(0, "tempura")
    assert table.dishes(0) == ["egg", "tempura", "copy_tempura"]
    assert table.phase == "choose"


def test_desserts_of_earlier_rounds_are_not_copied() -> None:
    """« lors de cette manche »"""
    table = Table("special_order", "pudding")
    table.lay("pudding")
    table.end_round()
    table.deal()
    table.lay("egg")
    table.lay("special_order")
    assert table.offered(0) == {"egg"}


def test_only_cards_of_the_own_table_are_copied() -> None:
    """« que vous avez jouée »"""
    table = Table("special_order")
    table.lay("egg", "squid")
    table.lay("special_order")
    assert table.offered(0) == {"egg"}
    assert table.refuses(DishCopied(1, 2, "squid")) == "not_your_turn"


def test_the_copied_card_is_chosen_at_the_reveal() -> None:
    """« Dès que vous la révélez, placez-la sur la carte que vous voulez copier. »"""
    table = Table("special_order")
    table.lay("egg")
    assert table.refuses_to_lay(0, "special_order > egg") == "order_not_now"
    table.lay("special_order", "salmon", "squid")
    assert [need.seat for need in RULES.needs(table.state)] == [0]
    # Everybody's card is open by then, none is laid yet.
    assert table.state.limbo == [("special_order",), ("salmon",), ("squid",)]


def test_several_special_orders_of_one_turn_choose_at_once_and_in_secret() -> None:
    """French timing: all Special Order players choose secretly and simultaneously."""
    table = Table("special_order")
    table.lay("egg", "salmon", "squid")
    table.lay("special_order", "special_order", "tempura")
    assert [need.seat for need in RULES.needs(table.state)] == [0, 1]
    table.copy(1, "salmon")
    assert [need.seat for need in RULES.needs(table.state)] == [0]
    for viewer in (PUBLIC, seat_viewer(0)):
        assert RULES.view(table.state, viewer).orders == [None, None, None]
        assert RULES.redact(table.events[-1], table.state, viewer) == DishCopied(1, 2, None)
    assert RULES.view(table.state, seat_viewer(1)).orders == [None, "salmon", None]
    assert table.newest(2) == ["squid"]
    table.copy(0, "egg")
    assert [table.newest(seat) for seat in range(3)] == [["copy_egg"], ["copy_salmon"], ["tempura"]]
    assert RULES.redact(table.events[-2], table.state, PUBLIC) == DishCopied(1, 2, "salmon")


@pytest.mark.parametrize(
    ("types", "dishes", "rule", "points"),
    [
        ((), ("squid",), "nigiri", 6),
        (("eel",), ("eel",), "eel", 7),
        (("dumpling",), ("dumpling", "dumpling"), "dumpling", 6),
        (("sashimi",), ("sashimi", "sashimi"), "sashimi", 10),
        (("tofu",), ("tofu", "tofu"), "tofu", 0),
        (("miso",), ("miso",), "miso", 6),
        (("onigiri",), ("onigiri_circle",), "onigiri", 2),
        (("tea",), ("tea",), "tea", 4),
        (("soy_sauce",), ("soy_sauce",), "soy_sauce", 8),
    ],
)
def test_a_special_order_scores_exactly_like_the_card_it_copies(
    types: tuple[str, ...], dishes: tuple[str, ...], rule: str, points: int
) -> None:
    """« marque des points exactement comme si elle était la carte copiée »"""
    table = ordering(*dishes, types=types)
    table.copy(0, dishes[0])
    assert table.worth(rule)[0] == points


@pytest.mark.parametrize(("face", "icons"), [("maki1", 1), ("maki2", 2), ("maki3", 3)])
def test_all_icons_of_the_copied_card_are_copied(face: str, icons: int) -> None:
    """« s'il y a plusieurs symboles sur la carte copiée, elle les copie à l'identique »"""
    table = ordering(face, types=("maki",))
    table.copy(0, face)
    assert count_icons(table.state.tables[0], MAKI) == 2 * icons


def test_with_nothing_on_the_table_a_special_order_is_discarded() -> None:
    """« Si vous n'avez pas encore de carte devant vous, … immédiatement défaussée »"""
    table = Table("special_order")
    table.lay("special_order", "squid")
    assert (table.phase, table.dishes(0), table.discard) == ("choose", [], ["special_order"])
    table.end_round()
    # « Elle sera remise dans le paquet à la prochaine manche. »
    table.deal("special_order special_order special_order")


def test_a_table_emptied_by_uramaki_has_nothing_to_copy() -> None:
    """« pas encore de carte devant vous »: what was discarded does not lie there."""
    table = Table("special_order", "uramaki")
    table.lay("uramaki5")
    table.lay("uramaki5")
    table.lay("special_order")
    assert (table.phase, table.discard[-1]) == ("choose", "special_order")


def test_a_special_order_has_to_copy_something_if_it_can() -> None:
    """« placez-la sur la carte que vous voulez copier »"""
    table = ordering("egg")
    assert table.refuses(DishCopied(0, 2, None)) == "card_untold"


def test_as_a_first_card_it_copies_cards_of_earlier_turns_only() -> None:
    """A15: as primary card, only earlier turns."""
    table = Table("special_order", "chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: special_order + squid")
    assert table.offered(0) == {"chopsticks1"}


def test_as_an_extra_card_it_copies_cards_of_this_turn_too() -> None:
    """A15: as an extra card, also cards already placed this turn."""
    table = Table("special_order", "chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: squid + special_order")
    assert "squid" in table.offered(0)
    table.copy(0, "squid")
    assert table.dishes(0) == ["squid", "copy_squid"]


def test_an_extra_special_order_may_copy_the_chopsticks_that_brought_it() -> None:
    """A29: still on the table until it returns."""
    table = Table("special_order", "chopsticks")
    table.lay("chopsticks1")
    table.lay("chopsticks1: egg + special_order")
    table.copy(0, "chopsticks1")
    assert table.dishes(0) == ["egg", "copy_chopsticks1"]
    assert table.hand(1) == ["chopsticks1"]


def test_a_special_order_has_the_colour_of_what_it_copies() -> None:
    """« NB : une Commande spéciale prend la couleur de la carte qu'elle copie. »"""
    table = ordering("tea", "egg", types=("tea",))
    table.copy(0, "egg")
    assert table.worth("tea")[0] == 2
