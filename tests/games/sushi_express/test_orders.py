"""Phase 4 and the end; the sentence or ruling is cited."""

from typing import Any, cast

import pytest

from games.core.events import Event
from games.core.rng import SeededRng
from games.sushi_express.components import Decision
from games.sushi_express.events import (
    ActionDrawn,
    BetPlaced,
    CustomersRevealed,
    CustomerTaken,
    DiceThrown,
    HandShown,
    RowDecided,
)
from games.sushi_express.state import State
from tests.games.sushi_express.table import (
    RULES,
    bet,
    in_stock,
    play,
    refusal,
    row_of,
    served,
    table,
    throw,
)

NONE = {0: (), 1: (), 2: ()}
LOW = (1, 1)


def gone(number: int) -> tuple[str, ...]:
    """Return so many customers that lie in the discard."""
    box = ["light_blue"] * 7 + ["dark_blue"] * 7 + ["tip"] * 8
    box += [name for name in ("yellow", "orange", "red", "green", "violet") for _ in range(2)]
    return tuple([*box, "pink"][:number])


def driven(bets: tuple[int, ...] = (7, 5, 4), **position: Any) -> State:
    """Return the table after a round without customers, before the lowest bettor decides."""
    return throw(bet(table(hands=NONE, **position), *bets), (6, 6))


def test_the_lowest_bettor_decides_about_the_rest_of_the_row() -> None:
    """« le joueur qui avait fait le pari le plus faible choisit de laisser … ou de défausser »"""
    state = driven((5, 4, 7))
    assert (state.phase, state.acting) == ("row", 1)
    assert list(RULES.choices(state, 1)) == [RowDecided(1, "keep"), RowDecided(1, "discard")]
    assert refusal(state, RowDecided(0, "keep")) == "not_your_turn"
    assert refusal(state, RowDecided(1, "half")) == "no_such_decision"  # type: ignore[arg-type]


def test_all_remaining_customers_are_kept_or_all_are_discarded() -> None:
    """« Il doit soit toutes les laisser, soit toutes les défausser. »"""
    outcomes: list[tuple[Decision, int, int]] = [("keep", 2, 0), ("discard", 0, 2)]
    for decision, row, discarded in outcomes:
        state = throw(bet(table(vans=(8, 1, 2), hands=NONE, pile=0), 7, 3, 2), (6, 6))
        play(state, CustomerTaken(0, "pink"), RowDecided(2, decision))
        assert (len(row_of(state)), sum(state.discarded)) == (row, discarded)


def test_the_row_is_completed_to_one_customer_per_player() -> None:
    """« Ensuite, il complète par les premières cartes de la pioche »"""
    state = throw(bet(table(vans=(8, 1, 2), hands=NONE, pile=0), 7, 3, 2), (6, 6))
    play(state, CustomerTaken(0, "pink"), RowDecided(2, "keep"))
    assert state.phase == "reveal"
    assert refusal(state, CustomersRevealed(("tip", "tip"))) == "wrong_number_of_customers"
    play(state, CustomersRevealed(("tip",)))
    assert row_of(state) == ["light_blue", "dark_blue", "tip"]
    assert state.stock == 36 - 4


def test_only_customers_of_the_pile_are_turned_up() -> None:
    state = play(driven(), RowDecided(2, "discard"))
    (need,) = RULES.needs(state)
    stock = in_stock(state)
    for seed in range(50):
        drawn = cast(CustomersRevealed, RULES.sample(state, need, SeededRng(seed))).customers
        assert drawn.count("pink") <= 1
    assert sum(stock) == state.stock == 33
    assert refusal(state, CustomersRevealed(("pink", "pink", "tip"))) == "customers_used_up"


def test_the_lowest_bettor_bets_first_in_the_next_round() -> None:
    """« le joueur qui parie sur la plus petite valeur sera le premier joueur du tour suivant »"""
    state = play(driven((5, 4, 7)), RowDecided(1, "keep"))
    assert (state.round, state.first, state.acting, state.phase) == (2, 1, 1, "bet")


def test_a_lowest_bettor_who_failed_still_begins() -> None:
    """A5: if the lowest bettor failed his roll he still starts (bets are remembered)."""
    state = bet(table(hands=NONE, pile=0), 5, 4, 7)
    throw(state, LOW, LOW, LOW, LOW, LOW, LOW)
    play(state, CustomersRevealed(("tip", "tip", "tip")))
    assert (state.first, state.round) == (1, 2)


def test_when_everybody_failed_the_row_must_go() -> None:
    """« Dans ce cas, ces cartes sont obligatoirement défaussées et remplacées »"""
    state = bet(table(hands=NONE, pile=0), 5, 4, 7)
    throw(state, LOW, LOW, LOW, LOW, LOW, LOW)
    assert (state.phase, row_of(state), sum(state.discarded)) == ("reveal", [], 3)
    play(state, CustomersRevealed(("tip", "tip", "tip")))
    assert row_of(state) == ["tip"] * 3


def test_an_empty_row_leaves_nothing_to_decide() -> None:
    """A18: with no card face up there is nothing to choose."""
    state = throw(bet(table(vans=(8, 9, 10), hands=NONE), 7, 6, 5), (6, 6))
    play(state, CustomerTaken(0, "pink"), CustomerTaken(1, "dark_blue"))
    assert (state.phase, row_of(state), served(state, 2)) == ("reveal", [], ["light_blue"])


def test_the_match_ends_when_the_pile_cannot_complete_the_row() -> None:
    """« La partie se termine lorsqu'il n'y a plus suffisamment de cartes clients … »"""
    state = driven(discarded=gone(31))
    assert state.stock == 2
    play(state, RowDecided(2, "discard"))
    assert (state.phase, state.stock) == ("over", 2)
    assert refusal(state, BetPlaced(0, 7)) == "match_over"
    assert RULES.outcome(state).final


def test_a_pile_that_just_suffices_lets_the_match_go_on() -> None:
    """A13: game ends when the pile cannot refill to n."""
    state = play(driven(discarded=gone(30)), RowDecided(2, "discard"))
    assert (state.phase, state.stock) == ("reveal", 3)


def test_a_full_row_that_is_kept_goes_on_with_an_empty_pile() -> None:
    """A18: keeping a full row with an empty pile goes on; a discard can end the match."""
    state = driven(discarded=gone(33))
    assert state.stock == 0
    again = state.clone()
    play(state, RowDecided(2, "keep"))
    assert (state.phase, state.round) == ("bet", 2)
    assert play(again, RowDecided(2, "discard")).phase == "over"


def test_discards_are_never_reshuffled() -> None:
    """A18."""
    state = driven(discarded=gone(30))
    play(state, RowDecided(2, "discard"))
    kinds = {kind for kind, count in enumerate(in_stock(state)) if count}
    (need,) = RULES.needs(state)
    offered = need.forms[0].fields[0]
    assert sum(offered.supply) == state.stock
    assert len(offered.of) == len(kinds)


def test_hands_are_shown_before_the_scoring() -> None:
    """« Cette carte est révélée au moment du décompte des points »"""
    state = driven(discarded=gone(31))
    state.hands[1], state.unknown[2] = [0, 0, 0, 0, 1], 2
    play(state, RowDecided(2, "discard"))
    assert (state.phase, [need.seat for need in RULES.needs(state)]) == ("show", [1, 2])
    assert not RULES.outcome(state).final
    assert list(RULES.choices(state, 1)) == [HandShown(1, ("tip_action",))]
    play(state, HandShown(2, ("swap", "same_bet")))
    assert state.phase == "show"
    assert refusal(state, HandShown(2, ("swap", "same_bet"))) == "not_your_turn"
    (form,) = RULES.needs(state)[0].forms
    assert (form.fields[0].of, form.fields[0].supply) == (("tip_action",), (1,))
    play(state, HandShown(1, ("tip_action",)))
    assert state.phase == "over"
    assert [lines[3].detail for lines in RULES.outcome(state).breakdown] == ["0", "0", "2"]


def test_a_hand_that_everybody_knows_need_not_be_shown() -> None:
    """What follows from public information is no event."""
    state = driven(discarded=gone(31))
    state.hands[0] = state.seen[0] = [1, 0, 0, 1, 0]
    assert play(state, RowDecided(2, "discard")).phase == "over"
    assert [lines[3].detail for lines in RULES.outcome(state).breakdown] == ["2", "0", "0"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (HandShown(0, ()), "wrong_hand_size"),
        (HandShown(0, ("same_bet", "swap", "swap")), "hides_card"),
        (HandShown(0, ("same_bet", "one_further", "sushi")), "no_such_card"),  # type: ignore[arg-type]
        (HandShown(0, ("same_bet", "one_further", "reroll")), "no_deal_explains"),
        (HandShown(1, ()), "not_your_turn"),
        (HandShown(5, ()), "no_such_seat"),
        (DiceThrown((1, 2)), "not_expected"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(event: Event, code: str) -> None:
    state = driven(discarded=gone(31))
    state.hands[0] = [1, 0, 0, 1, 0]
    state.unknown[0], state.played[2] = 1, 4
    play(state, RowDecided(2, "discard"))
    assert refusal(state, event) == code


def test_action_cards_leave_the_game_after_use() -> None:
    """« Chaque carte action ne peut servir qu'une fois …, et est retirée du jeu après usage. »"""
    state = bet(table(), 7, 7, 7)
    assert state.played[0] == 2
    assert sum(state.played) + state.pile + sum(map(state.hand_size, range(3))) == 28


def test_a_drawn_card_must_be_one_that_is_left() -> None:
    state = throw(bet(table(hands=NONE), 9, 8, 7), LOW, LOW)
    state.played[4] = 2
    assert refusal(state, ActionDrawn(0, "tip_action")) == "no_deal_explains"
    play(state, ActionDrawn(0, None))
