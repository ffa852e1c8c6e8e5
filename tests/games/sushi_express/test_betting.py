"""Phase 1: bets, "same bet" and "swap"; the sentence or ruling is cited."""

from typing import cast

import pytest

from games.core.events import Choice
from games.sushi_express.events import BetPlaced, DiceThrown, PawnsSwapped, RowDecided
from games.sushi_express.state import State
from tests.games.sushi_express.table import HAND, RULES, bet, play, refusal, table


def boxes(state: State) -> dict[int, tuple[int, ...]]:
    return {box: pawns for box, pawns in enumerate(state.boxes) if pawns}


def test_everybody_bets_once_clockwise_from_the_first_player() -> None:
    """« En commençant par le premier joueur, et en poursuivant en sens horaire »"""
    state = table(seats=4, first=2)
    for seat in (2, 3, 0, 1):
        assert state.acting == seat
        other = (seat + 1) % 4
        assert refusal(state, BetPlaced(other, 12 - seat)) == "not_your_turn"
        bet(state, 12 - seat)
    assert (state.phase, boxes(state)) == ("throw", {12: (0,), 11: (1,), 10: (2,), 9: (3,)})


def test_a_bet_is_a_total_from_two_to_twelve() -> None:
    """« le joueur choisit un résultat entre 2 et 12 »"""
    state = table(hands={0: ()})
    assert [cast(BetPlaced, event).box for event in RULES.choices(state, 0)] == list(range(2, 13))
    for box in (-1, 0, 1, 13):
        assert refusal(state, BetPlaced(0, box)) == "no_such_box"


def test_a_total_that_another_seat_chose_is_taken() -> None:
    """« Un joueur ne peut pas parier sur un résultat qui a déjà été choisi ce tour-ci … »"""
    state = bet(table(hands={1: ("one_further",)}), 7)
    assert 7 not in [cast(BetPlaced, event).box for event in RULES.choices(state, 1)]
    assert refusal(state, BetPlaced(1, 7)) == "not_in_hand"


def test_bets_can_be_made_anew_in_the_next_round() -> None:
    """« ce tour-ci »: pawns are back before everybody bets again."""
    state = table(row=("tip", "tip", "tip"), hands={0: (), 1: (), 2: ()})
    bet(state, 7, 5, 4)
    play(state, DiceThrown((6, 6)), RowDecided(2, "keep"))
    assert (state.phase, state.round, boxes(state), state.bets) == ("bet", 2, {}, [0, 0, 0])
    bet(state, 7, 5, 4)


def test_a_same_bet_card_puts_the_pawn_on_top() -> None:
    """« placer son pion de pari sur la même case qu'un autre joueur, en le posant … au dessus »"""
    state = bet(table(), 7, 7)
    assert boxes(state) == {7: (0, 1)}
    assert (state.hands[1][0], state.played[0]) == (0, 1)


def test_several_pawns_may_be_stacked() -> None:
    """A9 « il peut alors y avoir plus de deux pions empilés sur une case »"""
    state = bet(table(first=1), 7, 7, 7)
    assert boxes(state) == {7: (1, 2, 0)}


def test_a_same_bet_card_is_not_spent_on_a_free_box() -> None:
    """A20: playable only onto an occupied box."""
    state = bet(table(), 7, 8)
    assert state.played == [0] * 5


def test_a_swap_exchanges_neighbouring_pawns_before_the_own_bet() -> None:
    """A8 « intervertir deux pions de pari placés sur des cases voisines »"""
    state = bet(table(hands={1: (*HAND, "swap")}), 7)
    assert refusal(state, PawnsSwapped(1, 7)) == "nothing_to_swap"
    state = bet(table(hands={2: (*HAND, "swap")}), 7, 8)
    play(state, PawnsSwapped(2, 7))
    assert boxes(state) == {7: (1,), 8: (0,)}
    assert (state.phase, state.acting, state.played[1], state.hands[2][1]) == ("bet", 2, 1, 0)
    assert refusal(state, PawnsSwapped(2, 7)) == "not_in_hand"


def test_a_swap_after_the_own_bet_is_laid_down_with_it() -> None:
    """A8: before or after placing; A20: the swaps end with the next seat's bet."""
    state = bet(table(hands={1: (*HAND, "swap")}), 7)
    play(state, BetPlaced(1, 8, 1))
    assert (state.phase, state.acting, state.hands[1][1]) == ("swap", 1, 0)
    assert refusal(state, BetPlaced(2, 3)) == "not_expected"
    assert list(RULES.choices(state, 1)) == [PawnsSwapped(1, 7)]
    play(state, PawnsSwapped(1, 7))
    assert boxes(state) == {7: (1,), 8: (0,)}
    assert (state.phase, state.acting, state.played[1]) == ("bet", 2, 1)


def test_a_swap_after_the_last_bet_ends_before_the_first_throw() -> None:
    """A20: … or the first throw."""
    state = bet(table(hands={2: (*HAND, "swap")}), 7, 5)
    play(state, BetPlaced(2, 6, 1))
    assert refusal(state, DiceThrown((1, 2))) == "not_expected"
    play(state, PawnsSwapped(2, 6))
    assert (state.phase, boxes(state)) == ("throw", {5: (1,), 6: (0,), 7: (2,)})
    assert state.bets == [6, 5, 7]


def test_a_swap_needs_pawns_on_both_of_two_neighbouring_boxes() -> None:
    """A8: numerically neighbouring boxes, both occupied; 12 and 2 are no neighbours."""
    state = bet(table(hands={2: (*HAND, "swap")}), 12, 2)
    for box in range(13):
        assert refusal(state, PawnsSwapped(2, box)) == "nothing_to_swap"
    assert refusal(state, BetPlaced(2, 7, 1)) == "nothing_to_swap"
    RULES.check(state, BetPlaced(2, 11, 1))
    RULES.check(state, BetPlaced(2, 3, 1))


def test_whole_stacks_move_and_keep_their_order() -> None:
    """« l'ensemble de la pile est déplacée sans modifier l'ordre des pions dans la pile »"""
    state = bet(table(seats=4, hands={3: (*HAND, "swap")}), 7, 7, 8)
    play(state, PawnsSwapped(3, 7))
    assert boxes(state) == {7: (2,), 8: (0, 1)}


def test_a_seat_may_play_several_cards_in_its_turn() -> None:
    """« un joueur peut jouer autant de cartes action qu'il le souhaite, … plusieurs identiques »"""
    state = bet(table(seats=4, hands={2: ("same_bet", "swap", "swap", "swap")}), 7, 8)
    play(state, PawnsSwapped(2, 7), BetPlaced(2, 7, 2))
    play(state, PawnsSwapped(2, 7), PawnsSwapped(2, 7))
    assert boxes(state) == {7: (1, 2), 8: (0,)}
    assert (state.hands[2], state.played) == ([0] * 5, [1, 3, 0, 0, 0])


def test_positions_after_swaps_count_for_free_boxes_and_bets() -> None:
    """A5: positions after swaps count."""
    state = bet(table(seats=4, hands={2: ("swap",), 3: ()}), 7, 8)
    play(state, PawnsSwapped(2, 7))
    bet(state, 4, 5)
    assert state.bets == [8, 7, 4, 5]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (BetPlaced(1, 8, -1), "no_such_number"),
        (BetPlaced(1, 8, 0), "no_such_number"),
        (BetPlaced(1, 8, 1), "not_in_hand"),
        (BetPlaced(1, 8, 2**60), "not_in_hand"),
        (BetPlaced(3, 8), "no_such_seat"),
        (BetPlaced(-1, 8), "no_such_seat"),
        (BetPlaced(0, 8), "not_your_turn"),
        (PawnsSwapped(0, 7), "not_your_turn"),
    ],
)
def test_what_breaks_a_rule_of_betting_is_refused(event: Choice, code: str) -> None:
    assert refusal(bet(table(), 7), event) == code


def test_the_lowest_bettor_begins_the_next_round() -> None:
    """« le joueur qui parie sur la plus petite valeur sera le premier joueur du tour suivant »"""
    state = bet(table(), 9, 4, 6)
    assert state.lowest == 1


def test_of_a_stack_on_the_lowest_box_the_bottom_pawn_is_the_lowest() -> None:
    """A5: tops act first, so the bottom pawn is the lowest; positions after swaps count."""
    state = bet(table(seats=4, hands={3: ("swap",)}), 4, 4, 5)
    play(state, BetPlaced(3, 9, 1), PawnsSwapped(3, 4))
    assert (state.bets, state.lowest) == ([5, 5, 4, 9], 2)
    state = bet(table(seats=4), 9, 4, 4, 8)
    assert state.lowest == 1
