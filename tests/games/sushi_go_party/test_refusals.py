"""Every reason for which an event is refused, by its code and what it tells."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.core.events import Event
from games.core.words import CORE_WORDS, say
from games.sushi_go_party.events import (
    BoxPacked,
    CardChosen,
    Dealt,
    DishCopied,
    ExtraChosen,
    MenuDrawn,
    MenuTaken,
    SpoonAnswered,
    SpoonAsked,
)
from games.sushi_go_party.state import start
from games.sushi_go_party.words import WORDS
from games.testing.mutants import StrangerCame
from tests.games.sushi_go_party.position import Table

FULL = "egg egg salmon tempura tempura tempura sashimi sashimi maki1 maki2"


# Tables on which something is about to happen


def dealing() -> Table:
    table = Table("pudding")
    table.state = start(table.setup)
    return table


def ended() -> Table:
    table = Table()
    table.end_match()
    return table


def one_choice() -> Table:
    table = Table()
    table.play(table.chosen(0, "egg"))
    return table


def known_hand() -> Table:
    return Table(hands=[FULL])


def chopsticks(turns: int = 0, **options: Any) -> Table:
    """Seat 0 has Chopsticks 1 and 2."""
    table = Table("chopsticks", **options)
    table.lay("chopsticks1")
    table.lay("chopsticks2")
    table.pass_turns(turns)
    return table


def one_unknown_card() -> Table:
    """Seat 0 has Chopsticks and a hand of which one card is unknown."""
    known = "egg egg tempura tempura tempura sashimi sashimi maki1 maki2"
    table = Table("chopsticks", hands=["", "", known])
    table.lay("chopsticks1", "-", "maki1")
    return table


def second_card() -> Table:
    table = chopsticks(chopsticks_after_reveal=True)
    table.lay("chopsticks1: egg")
    return table


def special_order() -> Table:
    table = Table("special_order")
    table.lay("egg", "egg")
    table.lay("special_order")
    return table


def committing() -> Table:
    table = Table("special_order", commit_before_reveal=True)
    table.lay("egg")
    return table


def spoon(seats: int = 3) -> Table:
    table = Table("spoon", "maki", seats=seats)
    table.lay("spoon4")
    table.lay("spoon4: egg")
    return table


def asked(wanted: str = "nigiri") -> Table:
    table = spoon()
    table.ask(0, wanted)
    return table


def asked_in_vain() -> Table:
    table = asked()
    table.give(1, None)
    table.give(2, None)
    return table


def asked_a_known_hand() -> Table:
    """Seat 1 holds the known hand and is asked for nigiri."""
    table = Table("spoon", hands=[FULL])
    table.lay("maki2", "-", "spoon4")
    table.lay("-", "-", "spoon4: egg")
    table.ask(2, "nigiri")
    table.give(0, None)
    return table


def asked_nearly_everybody() -> Table:
    """Six of seven seats say that they have no maki: twelve must be somewhere else."""
    table = spoon(seats=8)
    table.ask(0, "maki")
    for seat in range(1, 7):
        table.give(seat, None)
    return table


def denied_nearly_all() -> Table:
    """Two hands have said no to everything but eggs and tempura: together they hold them all."""
    table = Table()
    for hand in table.state.hands[:2]:
        hand.unknown = 6
        hand.known = ["sashimi"] * 4
        for face in table.state.kit.faces:
            if face not in ("egg", "tempura"):
                hand.deny(face)
    return table


def menu() -> Table:
    table = Table("menu")
    table.lay()
    table.lay("menu7")
    return table


def drawn(cards: str = "") -> Table:
    table = menu()
    table.draw(0, cards)
    return table


def box() -> Table:
    table = Table("takeout_box")
    table.lay("egg")
    table.lay("takeout_box10")
    return table


def pair() -> Table:
    table = Table("takeout_box", "wasabi")
    for card in ("wasabi", "egg", "takeout_box10"):
        table.lay(card)
    return table


def four_eggs_laid() -> Table:
    table = Table()
    table.lay("egg", "egg", "egg")
    table.lay("egg")
    return table


def four_eggs_in_hands() -> Table:
    return Table("chopsticks", hands=["egg egg chopsticks1", "egg egg"])


class Case(NamedTuple):
    """A refusal: what is wrong, where, and the event."""

    code: str
    what: str
    table: Callable[[], Table]
    event: Event


def chosen(seat: int, turn: int, cards: str, uses: str = "", order: str | None = None) -> Event:
    first, *extras = cards.split()
    return CardChosen(seat, turn, first, tuple(uses.split()), tuple(extras), order)


UNKNOWN = (None,) * 10
CASES = [
    # Who and when
    Case("not_expected", "a card before the deal", dealing, chosen(0, 1, "egg")),
    Case("not_expected", "a deal within a round", Table, Dealt(0, 1, UNKNOWN)),
    Case("not_expected", "an answer without a question", spoon, SpoonAnswered(1, "egg")),
    Case("not_expected", "an event of another game", Table, StrangerCame(0)),
    Case("no_such_seat", "a seat that nobody has", Table, chosen(3, 1, "egg")),
    Case("no_such_seat", "a seat below the first", Table, chosen(-1, 1, "egg")),
    Case("match_over", "a card after the end", ended, chosen(0, 31, "egg")),
    Case("not_your_turn", "a hand out of order", dealing, Dealt(1, 1, UNKNOWN)),
    Case("not_your_turn", "a second choice in a turn", one_choice, chosen(0, 1, "egg")),
    Case("not_your_turn", "a dish without an order", special_order, DishCopied(1, 2, "egg")),
    Case("not_your_turn", "a second card of another", second_card, ExtraChosen(1, "egg")),
    Case("not_your_turn", "a question of another", spoon, SpoonAsked(1, "egg")),
    Case("not_your_turn", "an answer too early", asked, SpoonAnswered(2, "squid")),
    Case("not_your_turn", "a draw of another", menu, MenuDrawn(1, (None,) * 4)),
    Case("not_your_turn", "a take of another", drawn, MenuTaken(1, "egg")),
    Case("not_your_turn", "a box of another", box, BoxPacked(1, ())),
    Case("wrong_round", "a hand of another round", dealing, Dealt(0, 2, UNKNOWN)),
    Case("wrong_turn", "a card of another turn", Table, chosen(0, 2, "egg")),
    Case("wrong_turn", "a dish of another turn", special_order, DishCopied(0, 1, "egg")),
    # Cards
    Case("wrong_hand_size", "too few cards", dealing, Dealt(0, 1, UNKNOWN[1:])),
    Case("no_such_card", "dealt, not on the menu", dealing, Dealt(0, 1, ("eel", *UNKNOWN[1:]))),
    Case("no_such_card", "chosen, not on the menu", Table, chosen(0, 1, "temaki")),
    Case("no_such_card", "second card", chopsticks, chosen(0, 3, "egg pizza", "chopsticks1")),
    Case("no_such_card", "second card after", second_card, ExtraChosen(0, "pizza")),
    Case("no_such_card", "drawn", menu, MenuDrawn(0, ("pizza", None, None, None))),
    Case("no_such_card", "taken", drawn, MenuTaken(0, "pizza")),
    Case("no_such_card", "given", asked, SpoonAnswered(1, "pizza")),
    Case("card_untold", "a choice", Table, CardChosen(0, 1, None)),
    Case("card_untold", "a dish", special_order, DishCopied(0, 2, None)),
    Case("not_in_hand", "not in a known hand", known_hand, chosen(0, 1, "squid")),
    Case(
        "not_in_hand",
        "one unknown card is not two",
        one_unknown_card,
        chosen(0, 2, "squid salmon", "chopsticks1"),
    ),
    # Bonus cards and Special Orders
    Case("not_on_table", "not laid", Table, chosen(0, 1, "egg egg", "chopsticks1")),
    Case("not_on_table", "of another", chopsticks, chosen(1, 3, "egg egg", "chopsticks1")),
    Case("not_on_table", "no bonus card", committing, chosen(0, 2, "egg", "egg")),
    Case(
        "too_many_bonus_cards",
        "two chopsticks in a turn",
        chopsticks,
        chosen(0, 3, "egg egg salmon", "chopsticks1 chopsticks2"),
    ),
    Case(
        "no_second_card",
        "the last card of a hand",
        lambda: chopsticks(turns=7),
        chosen(0, 10, "egg salmon", "chopsticks1"),
    ),
    Case("wrong_number_of_extras", "none", chopsticks, chosen(0, 3, "egg", "chopsticks1")),
    Case("wrong_number_of_extras", "without chopsticks", Table, chosen(0, 1, "egg salmon")),
    Case("order_not_committed", "no dish", committing, chosen(0, 2, "special_order")),
    Case("order_not_now", "an ordinary card", committing, chosen(0, 2, "tempura", order="egg")),
    Case("cannot_copy", "not there", special_order, DishCopied(0, 2, "squid")),
    Case("no_free_wasabi", "none there", special_order, DishCopied(0, 2, "egg_on_wasabi")),
    # Spoon
    Case("no_such_type", "unheard of", spoon, SpoonAsked(0, "pizza")),
    Case("asked_for_other", "another card", asked, SpoonAnswered(1, "tempura")),
    Case("hides_card", "a card that is there", asked_a_known_hand, SpoonAnswered(1, None)),
    Case("denied_before", "said not to be there", asked_in_vain, chosen(2, 3, "squid")),
    # Menu and Takeout Box
    Case("wrong_number_drawn", "three cards", menu, MenuDrawn(0, (None,) * 3)),
    Case(
        "not_drawn",
        "another card",
        lambda: drawn("egg salmon tempura sashimi"),
        MenuTaken(0, "squid"),
    ),
    Case("not_another_menu", "out of a Menu", lambda: drawn("menu8"), MenuTaken(0, "menu8")),
    Case("not_packable", "one egg is not two", box, BoxPacked(0, ("egg", "egg"))),
    Case(
        "packs_more_simply",
        "of one pair there is no other",
        pair,
        BoxPacked(0, ("egg_on_wasabi", "wasabi_under_same_egg")),
    ),
    # What no deal explains
    Case("all_copies_laid", "a fifth egg", four_eggs_laid, chosen(1, 3, "egg")),
    Case("all_copies_seen", "eggs of other hands", four_eggs_in_hands, chosen(2, 1, "egg")),
    Case("too_few_copies", "five eggs in a deal", dealing, Dealt(0, 1, ("egg",) * 5 + UNKNOWN[5:])),
    Case(
        "too_few_copies",
        "a number twice",
        dealing,
        Dealt(0, 1, ("chopsticks1",) * 2 + UNKNOWN[2:]),
    ),
    Case("only_copy_laid", "used numbers", chopsticks, chosen(1, 3, "chopsticks1")),
    Case("only_copy_seen", "number elsewhere", four_eggs_in_hands, chosen(2, 1, "chopsticks1")),
    Case("too_many_desserts", "six", dealing, Dealt(0, 1, ("pudding",) * 6 + UNKNOWN[6:])),
    Case("no_other_cards_explain", "maki nowhere", asked_nearly_everybody, SpoonAnswered(7, None)),
    Case("no_deal_explains", "eggs and tempura alone", denied_nearly_all, chosen(2, 1, "egg")),
]
# Refusals of a setup, tested in `test_setup`, and of a count, tested in `test_tally`.
ELSEWHERE = {"cards_need_a_la_carte", "menu_wrong_composition", "card_not_for_seats"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}: {case.what}")
def test_an_event_that_cannot_be_is_refused_with_the_reason(case: Case) -> None:
    caught = case.table().refusal(case.event)
    assert caught.code == case.code
    for language in ("en", "fr"):
        text = say(WORDS, f"code.{case.code}", language, **caught.params)
        assert text != f"code.{case.code}"
        assert "{" not in text


def test_every_reason_of_this_game_is_tested() -> None:
    tested = {case.code for case in CASES}
    codes = {key.removeprefix("code.") for key in WORDS if key.startswith("code.")}
    events = {code for code in codes if not code.startswith("count_")} - ELSEWHERE
    assert events <= tested
    assert {f"code.{code}" for code in tested - events} <= set(CORE_WORDS)


def test_a_refusal_tells_how_many_copies_there_are() -> None:
    """« all four egg nigiri are already on the table »"""
    caught = four_eggs_laid().refusal(chosen(1, 3, "egg"))
    assert caught.params == {"number": 4, "cards": ["egg"]}


def told(table: Table, event: Event) -> list[str]:
    """Return the words of a refusal in English and French."""
    caught = table.refusal(event)
    return [say(WORDS, f"code.{caught.code}", one, **caught.params) for one in ("en", "fr")]


def test_a_refusal_tells_how_many_are_claimed_and_how_many_there_can_be() -> None:
    """Nobody knows where the four eggs are; five of them are one too many."""
    five = Dealt(0, 1, ("egg",) * 5 + UNKNOWN[5:])
    assert dealing().refusal(five).params == {
        "cards": ["egg"],
        "number": 4,
        "needed": 5,
        "left": 4,
    }
    assert told(dealing(), five)[0] == (
        "This takes 5 of egg nigiri; the box has 4, of which at most 4 are here."
    )
    # With one of them in another hand three are left.
    table = dealing()
    table.play(Dealt(0, 1, ("egg", *UNKNOWN[1:])))
    caught = table.refusal(Dealt(1, 1, ("egg",) * 4 + UNKNOWN[4:]))
    assert (caught.params["needed"], caught.params["left"]) == (4, 3)


def test_a_refusal_names_the_smallest_contradiction() -> None:
    """Twelve maki do not fit into the five cards of the deck and the five of the asker's hand."""
    caught = asked_nearly_everybody().refusal(SpoonAnswered(7, None))
    # Seven hands of five cards and the pile of desserts need two cards more than there are.
    needed = 7 * 5 + 8
    assert caught.params == {"cards": ["maki"], "needed": needed, "left": needed - 2}
    assert told(asked_nearly_everybody(), SpoonAnswered(7, None)) == [
        "No hidden cards explain this: it takes 43 other than maki, and 41 are left.",
        "Aucune carte cachée n'explique cela : il en faut 43 autres que maki saumon, "
        "il en reste 41.",
    ]


def test_a_contradiction_between_hands_names_only_what_they_can_hold() -> None:
    """Two hands of ten may hold eggs and tempura alone: 4 + 8 copies, of which one is claimed."""
    assert denied_nearly_all().refusal(chosen(2, 1, "egg")).params == {
        "cards": ["egg", "tempura"],
        "needed": 12,
        "left": 11,
    }
