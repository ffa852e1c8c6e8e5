"""What the greedy bot is told bonus cards, questions, copies and boxes are worth."""

from typing import Any, cast

from games.core.events import Event
from games.core.unknown import Hand
from games.sushi_go_party.evaluate import evaluate
from games.sushi_go_party.events import (
    BoxPacked,
    DishCopied,
    ExtraChosen,
    MenuTaken,
    SpoonAnswered,
    SpoonAsked,
)
from tests.games.sushi_go_party.choosing import RULES, act, best, position, worth
from tests.games.sushi_go_party.table import laid

# Bonus cards


def test_chopsticks_bring_a_second_card_to_the_table_of_the_first() -> None:
    state = position("chopsticks1", hands=("wasabi squid egg",), left=1)
    use: dict[str, Any] = {"uses": ("chopsticks1",)}
    assert worth(state, "wasabi", "squid", **use) == 900 + worth(state, "wasabi")
    assert worth(state, "squid", "egg", **use) == 400
    assert worth(state, "wasabi", "squid", **use) > worth(state, "squid", "wasabi", **use)


def test_chopsticks_are_kept_early_and_spent_late() -> None:
    early, late = (position("chopsticks1", hands=("squid egg egg",), left=left) for left in (7, 1))
    use: dict[str, Any] = {"uses": ("chopsticks1",)}
    assert worth(early, "squid", "egg", **use) < worth(early, "squid")
    assert worth(late, "squid", "egg", **use) > worth(late, "squid")
    assert worth(early, "chopsticks2") > worth(late, "chopsticks2") == 0


def test_chopsticks_after_the_reveal_are_worth_the_best_of_the_rest() -> None:
    state = position(
        "chopsticks1", hands=("squid salmon egg",), left=1, chopsticks_after_reveal=True
    )
    assert worth(state, "squid", uses=("chopsticks1",)) == 300 + 200
    state = act(position("", hands=("salmon egg",), phase="extra"))
    choices: list[Event] = [ExtraChosen(0, "egg"), ExtraChosen(0, "salmon")]
    assert best(state, 0, choices) == ExtraChosen(0, "salmon")
    unknown = position("chopsticks1", hands=("",), left=1, chopsticks_after_reveal=True)
    assert worth(unknown, "squid", uses=("chopsticks1",)) == 300


def test_a_spoon_is_announced_for_a_card_that_completes_a_set() -> None:
    state = position("spoon4 sashimi sashimi", hands=("egg egg", "", "sashimi"), left=5)
    assert worth(state, "egg", uses=("spoon4",)) > worth(state, "egg")
    useless = position("spoon4 sashimi sashimi", hands=("egg egg", "", "egg"), left=5)
    assert worth(useless, "egg", uses=("spoon4",)) < worth(useless, "egg")


def test_a_spoon_asks_for_a_card_that_it_knows_to_be_in_a_hand() -> None:
    state = act(position("sashimi sashimi", hands=("", "", "sashimi squid"), types=("spoon",)))
    state.phase = "ask"
    questions = list(RULES.choices(state, 0))
    assert cast(SpoonAsked, best(state, 0, questions)).wanted == "sashimi"
    state.hands = [Hand([], 0), Hand([], 0), Hand([], 0), Hand(["squid"], 0)]
    state.passes = 0
    assert cast(SpoonAsked, best(state, 0, questions)).wanted == "squid"


def test_a_spoon_asks_in_vain_for_what_is_not_on_the_menu_or_was_denied() -> None:
    state = act(position("", types=("spoon", "tempura"), phase="ask"))
    for hand in state.hands[1:]:
        hand.unknown = 3
    assert evaluate(state, 0, SpoonAsked(0, "soy_sauce")) == 0
    assert 0 < evaluate(state, 0, SpoonAsked(0, "squid")) < 300
    assert 0 < evaluate(state, 0, SpoonAsked(0, "nigiri")) < 100
    for hand in state.hands:
        hand.lacks = ["squid"]
    assert evaluate(state, 0, SpoonAsked(0, "squid")) == 0


def test_a_spoon_is_answered_with_what_serves_the_asker_least() -> None:
    state = act(position("wasabi", hands=("", "egg squid salmon"), types=("spoon",)))
    state.phase, state.asked_seat, state.wanted = "answer", 1, "nigiri"
    assert best(state, 1, list(RULES.choices(state, 1))) == SpoonAnswered(1, "egg")
    assert evaluate(state, 1, SpoonAnswered(1, None)) == 0


# Menu, Special Order, Takeout Box


def test_a_menu_takes_the_best_card_of_those_drawn() -> None:
    state = act(position("tempura", types=("menu",), phase="take"))
    state.drawn = ["egg", "tempura", "squid", "menu8"]
    assert best(state, 0, list(RULES.choices(state, 0))) == MenuTaken(0, "tempura")
    assert worth(state, "menu7") > 0


def test_a_special_order_copies_what_is_worth_most() -> None:
    state = position("squid egg wasabi tempura", types=("special_order",))
    state.orders_due, state.phase = [0], "order"
    copied = cast(DishCopied, best(state, 0, list(RULES.choices(state, 0))))
    assert copied.dish == "squid_on_wasabi"
    assert worth(state, "special_order") == 900
    state.tables[0] = tuple(laid("packed:egg", "packed:egg", "egg"))
    assert evaluate(state, 0, DishCopied(0, 20, "packed")) == 200 == worth(state, "special_order")
    state.tables[0] = ()
    assert worth(state, "special_order") == 0


def test_a_committed_special_order_is_worth_what_it_copies() -> None:
    state = position("squid tofu tofu", types=("special_order",), commit_before_reveal=True)
    assert worth(state, "special_order", order="squid") == 300
    assert worth(state, "special_order", order="tofu") == -600


def test_a_special_order_may_be_the_first_or_the_second_card_of_chopsticks() -> None:
    types = ("special_order", "chopsticks")
    state = position("chopsticks1 tempura", hands=("special_order egg",), types=types, left=1)
    use: dict[str, Any] = {"uses": ("chopsticks1",)}
    assert worth(state, "special_order", "egg", **use) == 600
    assert worth(state, "egg", "special_order", **use) == 600
    state.tables[0] += tuple(laid("packed:egg"))
    state.tables[0] = tuple(one for one in state.tables[0] if one.face != "tempura")
    assert worth(state, "special_order", "egg", **use) == 200 + 100


def test_cards_that_do_not_stay_leave_the_table_to_the_second_card() -> None:
    types = ("takeout_box", "chopsticks")
    state = position("chopsticks1 eel", hands=("takeout_box10 squid",), types=types, left=1)
    pair = worth(state, "takeout_box10", "squid", uses=("chopsticks1",))
    assert pair == worth(state, "takeout_box10") + 300


def test_a_takeout_box_packs_a_lone_eel_and_leaves_a_squid_on_its_wasabi() -> None:
    state = act(
        position("eel squid>wasabi tempura", types=("takeout_box",), phase="pack"), 10, 0, 0, 99
    )
    packed = best(state, 0, list(RULES.choices(state, 0)))
    assert packed == BoxPacked(0, ("eel", "tempura"))
    assert evaluate(state, 0, packed) == 500 + 200
    assert evaluate(state, 0, BoxPacked(0, ())) == 0
    assert evaluate(state, 0, BoxPacked(0, ("squid_on_wasabi",))) == 200 - 900
    assert evaluate(state, 0, BoxPacked(0, ("wasabi_under_squid",))) == 200 - 600


def test_a_takeout_box_leaves_a_miso_that_is_worth_more_than_a_packed_card() -> None:
    state = act(position("miso", types=("takeout_box",), phase="pack"), 10, 0, 0, 99)
    assert evaluate(state, 0, BoxPacked(0, ("miso",))) == 200 - 300


def test_a_takeout_box_is_worth_what_it_can_pack() -> None:
    state = position("eel squid>wasabi tempura packed:egg", types=("takeout_box",))
    assert worth(state, "takeout_box10") == 500 + 200
    assert worth(position("squid", types=("takeout_box",)), "takeout_box10") == 0
