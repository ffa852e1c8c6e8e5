"""COMMANDE SPÉCIALE, « PRÉCISIONS SELON LA CARTE COPIÉE »: one test per sentence or ruling."""

import pytest

from games.sushi_go_party.dishes import copyable
from games.sushi_go_party.events import DishCopied
from games.sushi_go_party.state import Laid
from tests.games.sushi_go_party.position import Table, ordering

# SUSHI


def test_a_copied_nigiri_is_not_on_the_wasabi_of_the_other() -> None:
    """« la Commande spéciale n'est pas considérée comme étant aussi sur ce Wasabi »"""
    table = ordering("wasabi", "squid", types=("wasabi",))
    assert table.offered(0) == {"wasabi", "squid"}
    table.copy(0, "squid")
    assert table.dishes(0) == ["wasabi_under_squid", "squid_on_wasabi", "copy_squid"]
    assert table.worth("nigiri")[0] == 9 + 3


def test_a_copy_of_a_plain_nigiri_may_go_onto_a_free_wasabi() -> None:
    """« vous pouvez placer la Commande spéciale (qui est donc un Sushi) sur ce Wasabi »"""
    table = ordering("squid", "wasabi", types=("wasabi",))
    assert table.offered(0) == {"squid", "squid_on_wasabi", "wasabi"}
    table.copy(0, "squid_on_wasabi")
    assert table.dishes(0) == ["squid", "wasabi_under_squid", "copy_squid_on_wasabi"]
    assert table.worth("nigiri")[0] == 3 + 9
    # « un SUSHI sur chaque Wasabi »
    table.lay("egg")
    assert table.newest(0) == ["egg"]


def test_a_copy_of_a_plain_nigiri_need_not_go_onto_a_free_wasabi() -> None:
    """A16: may (not must), unlike a real nigiri which must."""
    table = ordering("squid", "wasabi", types=("wasabi",))
    table.copy(0, "squid")
    assert table.dishes(0) == ["squid", "wasabi", "copy_squid"]


def test_a_copy_of_a_nigiri_on_wasabi_may_not_use_another_free_one() -> None:
    """A16: the text gives the option only for the un-wasabied case."""
    table = ordering("wasabi", "squid", "wasabi", types=("wasabi",))
    assert table.offered(0) == {"wasabi", "squid"}
    assert table.refuses(DishCopied(0, 4, "squid_on_wasabi")) == "cannot_copy"
    # With another squid that lies on none it may.
    table = ordering("squid", "wasabi", "squid", "wasabi", types=("wasabi",))
    assert "squid_on_wasabi" in table.offered(0)


def test_without_a_free_wasabi_a_copy_lies_on_none() -> None:
    """« et que vous avez une carte Wasabi sans Sushi dessus »"""
    table = ordering("squid", types=("wasabi",))
    assert table.refuses(DishCopied(0, 2, "squid_on_wasabi")) == "no_free_wasabi"


def test_a_nigiri_whose_wasabi_was_packed_counts_as_lying_on_none() -> None:
    """A32: a copy of it may go on a free wasabi.

    No menu has Wasabi, Takeout Box and Special Order: the table is laid by hand.
    """
    table = ordering("egg", types=("wasabi",))
    table.state.tables[0] = (
        Laid("wasabi", "", 1, 1),
        Laid("squid", "squid", 1, 2),
        Laid("wasabi", "wasabi", 1, 3),
    )
    assert copyable(table.state, 0) == ["packed", "squid", "squid_on_wasabi", "wasabi"]


# WASABI


@pytest.mark.parametrize("dishes", [("wasabi",), ("wasabi", "egg")])
def test_a_copied_wasabi_is_a_free_one(dishes: tuple[str, ...]) -> None:
    """« (avec ou sans Sushi dessus) … Elle n'est pas considérée comme ayant un Sushi dessus. »"""
    table = ordering(*dishes, types=("wasabi",))
    table.copy(0, "wasabi")
    assert table.newest(0) == ["copy_wasabi"]
    if dishes == ("wasabi",):
        table.lay("salmon")
    table.lay("squid")
    assert table.newest(0) == ["squid_on_wasabi"]
    assert "copy_wasabi_under_squid" in table.dishes(0)


# SOUPE MISO


def test_a_copied_miso_and_one_of_this_turn_are_all_discarded() -> None:
    """« si vous copiez une Soupe miso alors qu'une autre est jouée au même tour … »"""
    table = Table("special_order", "miso")
    table.lay("miso")
    table.lay("special_order", "miso")
    table.copy(0, "miso")
    assert (table.dishes(0), table.dishes(1)[1:]) == (["miso"], [])
    assert table.discard == ["special_order", "miso"]


def test_two_copied_miso_of_one_turn_are_discarded() -> None:
    """« (y compris par vous) »: two copies count as two soups."""
    table = Table("special_order", "miso")
    table.lay("miso")
    table.lay("-", "miso")
    table.lay("special_order", "special_order")
    table.copy(0, "miso")
    table.copy(1, "miso")
    assert table.discard == ["special_order", "special_order"]
    assert table.worth("miso") == [3, 3, 0]


def test_a_copy_of_a_miso_laid_by_the_same_seat_in_this_turn_discards_both() -> None:
    """« (y compris par vous) », through Chopsticks."""
    table = Table("special_order", "chopsticks", "miso")
    table.lay("chopsticks1")
    table.lay("chopsticks1: miso + special_order")
    table.copy(0, "miso")
    assert (table.dishes(0), table.discard) == ([], ["miso", "special_order"])


def test_a_copied_miso_that_is_alone_in_its_turn_gives_three() -> None:
    """« marque des points exactement comme si elle était la carte copiée »"""
    table = ordering("miso", types=("miso",))
    table.copy(0, "miso")
    assert table.worth("miso") == [6, 0, 0]


# CALIFORNIA


def test_copied_uramaki_that_make_ten_score_at_once_and_all_are_discarded() -> None:
    """« Défaussez la Commande spéciale et les autres cartes California. »"""
    table = ordering("uramaki5", types=("uramaki",))
    table.copy(0, "uramaki5")
    assert table.at_once() == [8, 0, 0]
    assert (table.dishes(0), table.discard) == ([], ["uramaki5", "special_order"])


# COMMANDE SPÉCIALE


def test_a_copy_of_a_copy_is_a_second_copy_of_the_first_card() -> None:
    """« devient une 2e copie identique à la carte initialement copiée »"""
    table = Table("special_order", "takeout_box", "onigiri")
    table.lay("onigiri_circle")
    table.lay("special_order")
    table.copy(0, "onigiri_circle")
    # Only the copy is left: the card itself is packed.
    table.lay("takeout_box10")
    table.pack(0, "onigiri_circle")
    table.lay("special_order")
    assert table.offered(0) == {"packed", "onigiri_circle"}
    table.copy(0, "onigiri_circle")
    assert table.dishes(0) == ["packed", "copy_onigiri_circle", "copy_onigiri_circle"]
    assert table.worth("onigiri")[0] == 2


# BAGUETTES ou CUILLÈRE


def test_a_copied_bonus_card_is_used_in_a_later_turn_only() -> None:
    """« Elle pourra être utilisée lors d'un prochain tour. »"""
    table = Table("special_order", "chopsticks")
    table.lay("chopsticks1")
    assert table.refuses_to_lay(0, "copy_chopsticks1: special_order + egg") == "not_on_table"
    table.lay("special_order")
    table.copy(0, "chopsticks1")
    assert table.phase == "choose"
    table.lay("copy_chopsticks1: egg + salmon")
    assert table.dishes(0) == ["chopsticks1", "egg", "salmon"]


def test_used_copied_chopsticks_return_as_a_special_order() -> None:
    """A17: the physical Special Order card goes back, reverting to a Special Order."""
    table = Table("special_order", "chopsticks")
    table.lay("chopsticks1")
    table.lay("special_order")
    table.copy(0, "chopsticks1")
    table.lay("copy_chopsticks1: egg + salmon")
    assert table.hand(1) == ["special_order"]
    table.lay("-", "special_order")
    table.copy(1, table.dishes(1)[0])
    assert table.newest(1)[0].startswith("copy_")


def test_a_used_copied_spoon_goes_to_the_giver_as_a_special_order() -> None:
    """A17, with a Spoon."""
    table = Table("special_order", "spoon")
    table.lay("spoon5")
    table.lay("special_order")
    table.copy(0, "spoon5")
    table.lay("copy_spoon5: egg")
    table.ask(0, "dumpling")
    table.give(1, "dumpling")
    assert table.dishes(0) == ["spoon5", "egg", "dumpling"]
    assert table.hand(2) == ["special_order"]


def test_a_failed_copied_spoon_is_discarded() -> None:
    """« la Cuillère est défaussée »: the copy is the Spoon here."""
    table = Table("special_order", "spoon")
    table.lay("spoon5")
    table.lay("special_order")
    table.copy(0, "spoon5")
    table.lay("copy_spoon5: egg")
    table.ask(0, "uramaki")
    assert (table.dishes(0), table.discard) == (["spoon5", "egg"], ["special_order"])


def test_a_copy_acts_at_the_number_of_the_card_it_copies() -> None:
    """« considérée comme ayant le même nombre inscrit en bas à droite de la carte »"""
    table = Table("special_order", "spoon")
    table.lay("spoon6", "spoon5")
    table.lay("special_order", "special_order")
    table.copy(0, "spoon6")
    table.copy(1, "spoon5")
    table.lay("copy_spoon6: egg", "copy_spoon5: egg")
    assert table.acting == ("ask", 1)
    table.ask(1, "uramaki")
    assert table.acting == ("ask", 0)


def spoon_and_copy_apart(table: Table) -> None:
    """Bring spoon4 before seat 2 while seat 0 keeps a copy of it."""
    table.lay("spoon4")
    table.lay("special_order")
    table.copy(0, "spoon4")
    table.lay("spoon4: egg")
    table.ask(0, "nigiri")
    table.give(1, "egg")
    table.lay("-", "-", "spoon4")


def test_the_printed_card_acts_before_its_copy_before_another_seat() -> None:
    """A17: resolve the printed card first, then seat order from the first seat."""
    table = Table("special_order", "spoon", seats=4)
    spoon_and_copy_apart(table)
    table.lay("copy_spoon4: salmon", "-", "spoon4: salmon")
    assert table.acting == ("ask", 2)
    table.ask(2, "uramaki")
    assert table.acting == ("ask", 0)


def test_copies_of_one_card_act_in_the_order_of_the_seats() -> None:
    """A17: then seat order from the first seat."""
    table = Table("special_order", "spoon", seats=4)
    spoon_and_copy_apart(table)
    table.lay("-", "-", "special_order")
    table.copy(2, "spoon4")
    table.lay("copy_spoon4: salmon", "-", "copy_spoon4: salmon")
    assert table.acting == ("ask", 0)
    table.ask(0, "uramaki")
    assert table.acting == ("ask", 2)


# Toute carte retournée par une BOITE À EMPORTER


def test_a_copy_of_a_packed_card_is_face_down_too() -> None:
    """« retournez aussi la Commande spéciale. Elle vaudra 2 points à la fin de la manche. »"""
    table = Table("special_order", "takeout_box")
    table.lay("squid")
    table.lay("takeout_box10")
    table.pack(0, "squid")
    table.lay("special_order")
    assert table.offered(0) == {"packed"}
    table.copy(0, "packed")
    assert table.dishes(0) == ["packed", "packed"]
    assert (table.worth("packed")[0], table.worth("nigiri")[0]) == (4, 0)


# FLAN, FRUITS, GLACE MATCHA


@pytest.mark.parametrize(
    ("name", "face"), [("pudding", "pudding"), ("fruit", "fruit_op"), ("ice_cream", "ice_cream")]
)
def test_a_copy_of_a_dessert_is_kept_to_the_end_and_out_of_the_deck(name: str, face: str) -> None:
    """« mise de côté avec les autres desserts … pas remise dans le paquet »"""
    table = ordering(face, types=(name,))
    table.copy(0, face)
    table.end_round()
    assert [(laid.card, laid.face) for laid in table.state.kept[0]] == [
        (face, face),
        ("special_order", face),
    ]
    assert table.state.deck == 54 + 5 + 3 - 2
    # Two Special Orders are left for the later rounds.
    table.deal("special_order special_order")
    assert table.refuses_to_lay(1, "special_order") == "all_copies_seen"


def test_a_copied_dessert_counts_in_the_end_and_breaks_ties() -> None:
    """A18: counts as a dessert card (also for tie-break)."""
    table = Table("special_order", "tea", "ice_cream", seats=2)
    table.lay("ice_cream", "ice_cream")
    table.lay("special_order", "tea")
    table.copy(0, "ice_cream")
    for _ in range(2):
        table.end_round()
        table.deal()
        table.lay("ice_cream")
    table.end_match()
    last = [lines[-1] for lines in table.outcome().breakdown]
    assert [(line.points, line.detail) for line in last] == [(12, "4"), (0, "1")]
    assert [len(kept) for kept in table.state.kept] == [4, 1]
