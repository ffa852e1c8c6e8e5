"""Options about Chopsticks, Spoons and Special Orders, both ways. The default is the ruling."""

from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_go_party.events import CardChosen, DishCopied, ExtraChosen
from tests.games.sushi_go_party.position import RULES, Table

# chopsticks_after_reveal


def test_the_second_card_may_be_chosen_after_the_reveal() -> None:
    """EN: announced during the reveal, second card chosen after seeing the others'."""
    table = Table("chopsticks", chopsticks_after_reveal=True, hands=["", "", "egg salmon squid"])
    table.lay("chopsticks1")
    assert table.refuses_to_lay(0, "chopsticks1: egg + salmon") == "wrong_number_of_extras"
    table.lay("chopsticks1: egg", "tempura")
    assert table.acting == ("extra", 0)
    assert (table.newest(0), table.newest(1)) == (["egg"], ["tempura"])
    assert table.refuses(ExtraChosen(1, "egg")) == "not_your_turn"
    table.second(0, "salmon")
    assert table.dishes(0) == ["egg", "salmon"]
    assert table.hand(1) == ["chopsticks1", "squid"]

    table = Table("chopsticks")
    table.lay("chopsticks1")
    assert table.refuses_to_lay(0, "chopsticks1: egg") == "wrong_number_of_extras"


def test_a_second_card_after_the_reveal_comes_from_the_rest_of_the_hand() -> None:
    full = "egg salmon tempura tempura tempura sashimi sashimi sashimi maki1 maki2"
    table = Table("chopsticks", chopsticks_after_reveal=True, hands=["", "", full])
    table.lay("chopsticks1", "-", "maki1")
    table.lay("chopsticks1: egg")
    assert table.refuses(ExtraChosen(0, "egg")) == "not_in_hand"
    assert table.refuses(ExtraChosen(0, "squid")) == "not_in_hand"
    assert table.offered(0) == {"salmon", "tempura", "sashimi", "maki2"}


def test_second_cards_after_the_reveal_go_by_the_numbers() -> None:
    table = Table("chopsticks", "special_order", chopsticks_after_reveal=True)
    table.lay("chopsticks2", "chopsticks1")
    table.lay("chopsticks2: egg", "chopsticks1: egg")
    assert table.acting == ("extra", 1)
    table.second(1, "special_order")
    assert table.acting == ("copy", 1)
    table.copy(1, "egg")
    assert table.acting == ("extra", 0)
    table.second(0, "salmon")
    assert table.phase == "choose"


def test_chopsticks_after_the_reveal_need_a_second_card_too() -> None:
    """A8"""
    table = Table("chopsticks", seats=2, chopsticks_after_reveal=True)
    table.lay("chopsticks1")
    table.pass_turns(8)
    assert table.refuses_to_lay(0, "chopsticks1: egg") == "no_second_card"


# many_bonus_cards


def test_several_bonus_cards_may_be_used_in_one_turn() -> None:
    """A7: one per player per turn; the option allows several."""
    two = "chopsticks1 chopsticks2: egg + salmon + squid"
    for option in (False, True):
        table = Table("chopsticks", "spoon", many_bonus_cards=option)
        table.lay("chopsticks1")
        table.lay("chopsticks2")
        if not option:
            assert table.refuses_to_lay(0, two) == "too_many_bonus_cards"
            continue
        table.lay(two)
        assert table.dishes(0) == ["egg", "salmon", "squid"]
        assert table.hand(1) == ["chopsticks1", "chopsticks2"]
        assert [hand.size for hand in table.state.hands] == [7, 7, 7]


def test_chopsticks_and_a_spoon_of_one_turn_go_by_their_numbers() -> None:
    table = Table("chopsticks", "spoon", many_bonus_cards=True)
    table.lay("chopsticks3")
    table.lay("spoon4")
    table.lay("chopsticks3 spoon4: egg + salmon")
    assert table.acting == ("ask", 0)
    assert table.newest(0, 2) == ["egg", "salmon"]
    table.ask(0, "dumpling")
    table.give(1, "dumpling")
    assert table.dishes(0) == ["egg", "salmon", "dumpling"]
    assert (table.hand(1), table.hand(2)) == (["chopsticks3"], ["spoon4"])


def test_as_many_chopsticks_as_there_are_cards_to_take() -> None:
    """A8, with several: each needs a further card."""
    table = Table("chopsticks", seats=2, many_bonus_cards=True)
    table.lay("chopsticks1")
    table.lay("chopsticks2")
    table.pass_turns(6)
    two = "chopsticks1 chopsticks2: egg + egg + salmon"
    assert table.refuses_to_lay(0, two) == "no_second_card"
    table.lay("chopsticks1: egg + salmon")


def test_no_bonus_card_is_used_twice_in_a_turn() -> None:
    table = Table("chopsticks", many_bonus_cards=True)
    table.lay("chopsticks1")
    twice = "chopsticks1 chopsticks1: egg + egg + salmon"
    assert table.refuses_to_lay(0, twice) == "not_on_table"


# commit_before_reveal


def test_what_a_special_order_copies_may_be_committed_before_the_reveal() -> None:
    """EN: the face-down card points at its target. French: named when revealed."""
    table = Table("special_order", commit_before_reveal=True)
    table.lay("egg", "salmon")
    assert table.refuses_to_lay(0, "special_order") == "order_not_committed"
    assert table.refuses_to_lay(0, "special_order > squid") == "cannot_copy"
    assert table.refuses_to_lay(0, "tempura > egg") == "order_not_now"
    table.play(table.chosen(0, "special_order > egg"))
    chosen = table.events[-1]
    for viewer in (PUBLIC, seat_viewer(1)):
        assert RULES.redact(chosen, table.state, viewer) == CardChosen(0, 2, None)
    table.play(table.chosen(1, "special_order > salmon"))
    table.play(table.plain(2))
    assert table.phase == "choose"
    assert (table.newest(0), table.newest(1)) == (["copy_egg"], ["copy_salmon"])

    table = Table("special_order")
    table.lay("egg")
    assert table.refuses_to_lay(0, "special_order > egg") == "order_not_now"


def test_a_committed_copy_may_go_onto_a_free_wasabi() -> None:
    """A16"""
    table = Table("special_order", "wasabi", commit_before_reveal=True)
    table.lay("squid")
    assert table.refuses_to_lay(0, "special_order > squid_on_wasabi") == "no_free_wasabi"
    table.lay("wasabi")
    table.lay("special_order > squid_on_wasabi")
    assert table.newest(0) == ["copy_squid_on_wasabi"]


def test_a_special_order_with_nothing_to_copy_commits_to_nothing() -> None:
    table = Table("special_order", commit_before_reveal=True)
    assert table.refuses_to_lay(0, "special_order > egg") == "order_not_now"
    table.lay("special_order")
    assert (table.phase, table.discard) == ("choose", ["special_order"])


def test_an_extra_special_order_chooses_at_once_either_way() -> None:
    """« choisissez immédiatement, parmi vos cartes, laquelle vous copiez »"""
    for option in (False, True):
        table = Table("special_order", "chopsticks", commit_before_reveal=option)
        table.lay("chopsticks1")
        table.lay("chopsticks1: egg + special_order")
        assert table.acting == ("copy", 0)
        table.play(DishCopied(0, 2, "egg"))
        assert table.dishes(0) == ["egg", "copy_egg"]


# The option "copied_bonus_returns"


def test_the_copy_or_the_printed_card_goes_back_to_a_hand() -> None:
    """A17: the physical Special Order card; the option sends the printed card."""
    ways = {
        "copy": (["chopsticks1"], ["special_order"]),
        "original": (["copy_chopsticks1"], ["chopsticks1"]),
    }
    for option, (dishes, hand) in ways.items():
        table = Table("special_order", "chopsticks", copied_bonus_returns=option)
        table.lay("chopsticks1")
        table.lay("special_order")
        table.copy(0, "chopsticks1")
        table.lay("copy_chopsticks1: egg + salmon")
        assert table.dishes(0) == [*dishes, "egg", "salmon"]
        assert table.hand(1) == hand
        # What stayed can be used again.
        table.lay(f"{dishes[0]}: egg + salmon")


def test_without_the_printed_card_the_copy_goes_back_either_way() -> None:
    for option in ("copy", "original"):
        table = Table("special_order", "chopsticks", copied_bonus_returns=option)
        table.lay("chopsticks1")
        table.lay("special_order")
        table.copy(0, "chopsticks1")
        table.lay("chopsticks1: egg + salmon")
        assert table.hand(1) == ["chopsticks1"]
        table.lay("copy_chopsticks1: egg + salmon")
        assert "special_order" in table.hand(1)


def test_a_failed_copy_of_a_spoon_is_discarded_itself_either_way() -> None:
    """A17 speaks of what goes back to a hand; a Spoon that fails is discarded as it lies."""
    for option in ("copy", "original"):
        table = Table("special_order", "spoon", copied_bonus_returns=option)
        table.lay("spoon4")
        table.lay("special_order")
        table.copy(0, "spoon4")
        table.lay("copy_spoon4: egg")
        table.ask(0, "uramaki")
        assert table.discard == ["special_order"]
