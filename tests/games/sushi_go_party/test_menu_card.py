"""MENU in play: one test per sentence or ruling."""

import pytest

from games.core.rng import SeededRng
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from games.sushi_go_party.events import MenuDrawn, MenuTaken
from tests.games.sushi_go_party.position import RULES, Table


def ordering(*types: str, seats: int = 3, first: str = "-") -> Table:
    """Return a table at which seat 0 has just laid a Menu, on its second turn."""
    table = Table("menu", *types, seats=seats)
    table.lay(first)
    table.lay("menu8")
    return table


def test_a_menu_draws_four_cards_off_the_deck() -> None:
    """« piochez 4 cartes dans le reste du paquet à côté du plateau »"""
    table = ordering()
    (need,) = RULES.needs(table.state)
    assert (need.kind, need.who) == ("draw", "chance")
    event = RULES.sample(table.state, need, SeededRng(1))
    assert isinstance(event, MenuDrawn)
    assert len(event.cards) == 4
    for number in (3, 5):
        assert table.refuses(MenuDrawn(0, ("egg",) * number)) == "wrong_number_drawn"
    table.play(event)
    assert table.acting == ("take", 0)


def test_a_menu_does_not_draw_from_the_pile_of_desserts() -> None:
    """« (pas le paquet de cartes DESSERT) »"""
    table = Table("menu", "pudding")
    for _ in range(2):
        table.lay("pudding", "pudding")
    table.lay("menu7")
    # Five puddings were shuffled in and four of them lie on the tables: ten more are in the pile.
    assert table.state.pile == 10
    caught = table.refusal(MenuDrawn(0, ("pudding", "pudding", None, None)))
    assert (caught.code, caught.params) == ("too_many_desserts", {"shuffled": 5, "seen": 6})
    table.draw(0, "pudding")


def test_a_dessert_that_was_shuffled_in_may_be_taken() -> None:
    """A10: the main deck contains shuffled-in desserts, so a dessert may be chosen."""
    table = ordering("pudding")
    table.draw(0, "pudding egg squid tempura")
    table.take(0, "pudding")
    assert table.newest(0) == ["pudding"]
    table.end_round()
    assert [laid.face for laid in table.state.kept[0]] == ["pudding"]


def test_only_the_seat_looks_at_the_four_cards() -> None:
    """« Regardez-les »"""
    table = ordering()
    table.draw(0, "egg squid salmon tempura")
    drawn = table.events[-1]
    assert isinstance(drawn, MenuDrawn)
    assert RULES.view(table.state, seat_viewer(0)).drawn == list(drawn.cards)
    for viewer in (PUBLIC, seat_viewer(1)):
        assert RULES.view(table.state, viewer).drawn == [None] * 4
        assert RULES.redact(drawn, table.state, viewer) == MenuDrawn(0, (None,) * 4)
    assert RULES.redact(drawn, table.state, ARBITER) == drawn


def test_one_of_the_four_is_laid_at_once() -> None:
    """« choisissez-en une … et jouez-la immédiatement »"""
    table = ordering()
    table.draw(0, "egg squid salmon tempura")
    assert table.offered(0) == {"egg", "squid", "salmon", "tempura"}
    assert table.refuses(MenuTaken(0, "sashimi")) == "not_drawn"
    table.take(0, "squid")
    assert table.newest(0) == ["squid"]
    assert table.phase == "choose"


def test_another_menu_may_not_be_taken() -> None:
    """« (mais pas une autre carte Menu) »"""
    table = ordering()
    table.draw(0, "menu7 menu9 egg tempura")
    assert table.offered(0) == {"egg", "tempura"}
    assert table.refuses(MenuTaken(0, "menu7")) == "not_another_menu"


def test_there_is_always_a_card_to_take() -> None:
    """A10: at most two other Menus exist, so a legal choice always exists."""
    table = ordering()
    four = ("menu7", "menu7", "menu9", "menu9")
    assert table.refuses(MenuDrawn(0, four)) == "not_another_menu"
    assert table.refuses(MenuDrawn(0, ("menu8", None, None, None))) == "only_copy_laid"


def test_the_other_three_go_back_into_the_deck() -> None:
    """« Remélangez les 3 autres cartes dans le paquet »"""
    table = ordering()
    deck = table.state.deck
    table.draw(0, "egg squid salmon tempura")
    assert table.state.deck == deck
    table.take(0, "squid")
    assert table.state.deck == deck - 1
    # Whoever saw them knows that they are in the deck and in no hand.
    assert RULES.view(table.state, seat_viewer(0)).deck_seen[0] == ("egg", "salmon", "tempura")
    table.lay("-", "menu9")
    table.draw(1, "egg salmon tempura sashimi")


def test_the_menu_is_discarded_until_the_next_round() -> None:
    """« défaussez le Menu face visible à côté du plateau … reprendre à la manche suivante »"""
    table = ordering()
    assert (table.discard, "menu8" in table.dishes(0)) == (["menu8"], False)
    table.draw(0)
    table.take(0, "egg")
    assert table.refuses_to_lay(1, "menu8") == "only_copy_laid"
    table.end_round()
    table.deal("menu8")


def test_a_draw_may_be_unknown_and_the_card_taken_is_open() -> None:
    """A scorekeeper does not see the four cards."""
    table = ordering()
    table.draw(0)
    assert "menu7" not in table.offered(0)
    assert {"egg", "squid", "pudding"} <= table.offered(0)
    table.take(0, "squid")
    table.lay("squid", "squid")
    assert table.refuses_to_lay(2, "squid") == "all_copies_laid"


def test_menus_of_one_turn_are_used_in_the_order_of_their_numbers() -> None:
    """« procédez dans l'ordre du nombre inscrit en bas à droite de chaque carte »"""
    table = Table("menu")
    table.lay("menu9", "menu7", "menu8")
    order = []
    for card in ("egg", "salmon", "squid"):
        order.append(table.acting)
        table.draw(table.state.acting, card)
        table.take(table.state.acting, card)
    assert order == [("draw", 1), ("draw", 2), ("draw", 0)]
    assert [table.dishes(seat) for seat in range(3)] == [["squid"], ["egg"], ["salmon"]]


def test_a_card_of_a_menu_leaves_the_hand_sizes_alone() -> None:
    """« piochez »: the hand that is passed on has one card less, as in every turn."""
    table = ordering()
    table.draw(0)
    table.take(0, "egg")
    assert [hand.size for hand in table.state.hands] == [8, 8, 8]
    assert [len(table.dishes(seat)) for seat in range(3)] == [2, 2, 2]


# PRÉCISIONS POUR UTILISER LE MENU


def test_a_nigiri_of_a_menu_must_go_onto_a_free_wasabi() -> None:
    """« si vous avez déjà un Wasabi, sans Sushi dessus, vous devez poser ce Sushi dessus »"""
    table = ordering("wasabi", first="wasabi")
    table.draw(0)
    table.take(0, "squid")
    assert table.dishes(0) == ["wasabi_under_squid", "squid_on_wasabi"]


def test_a_miso_of_a_menu_and_one_of_this_turn_are_all_discarded() -> None:
    """« si une autre Soupe Miso a été jouée à ce tour (même par vous), … toutes défaussées »"""
    table = Table("menu", "miso")
    table.lay("menu7", "miso", "menu8")
    assert table.dishes(1) == ["miso"]
    table.draw(0)
    table.take(0, "miso")
    assert (table.dishes(0), table.dishes(1)) == ([], [])
    # A31: the third one goes, too.
    table.draw(2)
    table.take(2, "miso")
    assert table.dishes(2) == []
    assert sorted(table.discard) == ["menu7", "menu8", "miso", "miso", "miso"]


def test_uramaki_of_a_menu_that_make_ten_score_at_once() -> None:
    """« si cette carte vous fait atteindre ou dépasser 10 symboles, marquez … immédiatement »"""
    table = ordering("uramaki", first="uramaki5")
    table.draw(0)
    table.take(0, "uramaki5")
    assert (table.at_once(), table.dishes(0)) == ([8, 0, 0], [])


def test_a_takeout_box_of_a_menu_is_used_in_this_turn() -> None:
    """« BOITE À EMPORTER : il faut appliquer la carte pendant ce tour »"""
    table = ordering("takeout_box", first="egg")
    table.draw(0)
    table.take(0, "takeout_box11")
    assert table.acting == ("pack", 0)
    table.pack(0, "egg")
    assert table.dishes(0) == ["packed"]
    assert table.discard == ["menu8", "takeout_box11"]


@pytest.mark.parametrize(("name", "card"), [("chopsticks", "chopsticks2"), ("spoon", "spoon5")])
def test_chopsticks_or_a_spoon_of_a_menu_wait_for_a_later_turn(name: str, card: str) -> None:
    """« BAGUETTES ou CUILLÈRE : gardez la carte pour un tour ultérieur. »"""
    table = ordering(name, first="egg")
    table.draw(0)
    table.take(0, card)
    assert (table.phase, table.dishes(0)) == ("choose", ["egg", card])
    table.lay(f"{card}: egg + salmon" if name == "chopsticks" else f"{card}: egg")


def test_a_special_order_of_a_menu_chooses_at_once_what_it_copies() -> None:
    """« COMMANDE SPÉCIALE : choisissez immédiatement »; A29: not the Menu, which is discarded."""
    table = ordering("special_order", first="egg")
    table.draw(0)
    table.take(0, "special_order")
    assert table.acting == ("copy", 0)
    assert table.offered(0) == {"egg"}
    table.copy(0, "egg")
    assert table.dishes(0) == ["egg", "copy_egg"]


def test_a_special_order_of_a_menu_with_nothing_to_copy_is_discarded() -> None:
    """« Si vous n'avez pas encore de carte devant vous, … immédiatement défaussée » (A15)"""
    table = Table("menu", "special_order")
    table.lay("menu7")
    table.draw(0)
    table.take(0, "special_order")
    assert table.phase == "choose"
    assert (table.dishes(0), table.discard) == ([], ["menu7", "special_order"])
