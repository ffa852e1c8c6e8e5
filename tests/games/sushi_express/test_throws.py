"""Phase 2: throws and rerolls; the sentence or ruling is cited."""

from collections import Counter
from typing import cast

import pytest

from games.core.rng import SeededRng
from games.sushi_express.components import THROWN
from games.sushi_express.events import (
    ActionDrawn,
    BetPlaced,
    DiceThrown,
    DieRerolled,
    RerollChosen,
    VanMoved,
)
from games.sushi_express.state import State
from tests.games.sushi_express.table import HAND, RULES, bet, play, refusal, row_of, table, throw

LOW = (1, 2)


def test_the_highest_bet_throws_first() -> None:
    """« Le joueur ayant parié sur la valeur la plus élevée jette les dés. »"""
    state = bet(table(), 4, 9, 6)
    assert (state.phase, state.acting) == ("throw", 1)


def test_of_a_stack_the_top_pawn_acts_first() -> None:
    """« en commençant par le pion du haut de la pile, puis en descendant »"""
    state = bet(table(), 9, 9, 9)
    order = []
    for _ in range(3):
        order.append(state.acting)
        throw(state, LOW, LOW)
        play(state, ActionDrawn(state.acting, None))
    assert order == [2, 1, 0]


def test_both_dice_are_thrown_together() -> None:
    """« Le joueur lance toujours les deux dés simultanément »"""
    state = bet(table(), 9, 8, 7)
    (field,) = RULES.needs(state)[0].forms[0].fields
    assert (field.of, field.least, field.most) == ((1, 2, 3, 4, 5, 6), 2, 2)
    assert DiceThrown((5, 2)) == DiceThrown((2, 5))
    for dice in ((0, 3), (1, 7), (-1, 13)):
        assert refusal(state, DiceThrown(dice)) == "no_such_face"


def test_a_failed_first_throw_is_followed_by_a_second() -> None:
    """A7 « a droit à deux jets de dés »: the second is compulsory after a failed first one."""
    state = throw(bet(table(), 9, 8, 7), (3, 4))
    assert (state.phase, state.acting, state.throw) == ("throw", 0, 1)
    throw(state, (4, 5))
    assert state.driving


def test_two_throws_below_the_bet_give_a_card_and_no_drive() -> None:
    """SE-X3: no move, +1 action card, pawn back, next highest throws."""
    state = throw(bet(table(), 9, 8, 7), (3, 4), (2, 6))
    assert (state.phase, state.acting, state.failed) == ("draw", 0, [True, False, False])
    assert not state.boxes[9]
    play(state, ActionDrawn(0, "swap"))
    assert (state.hands[0], state.pile) == ([1, 1, 0, 1, 0], 21)
    assert (state.phase, state.acting, state.throw) == ("throw", 1, 0)
    assert state.vans == [0, 0, 0]


def test_a_throw_that_reaches_the_bet_ends_the_phase_at_once() -> None:
    """SE-X4: no second throw; thrower and all who have not thrown move, highest bet first."""
    state = throw(bet(table(), 9, 8, 7), (4, 4), LOW)
    play(state, ActionDrawn(0, None))
    throw(state, (4, 4))
    assert (state.phase, state.acting) == ("move", 1)
    play(state, VanMoved(1, 0))
    assert state.acting == 2
    play(state, VanMoved(2, 0))
    assert (state.vans, state.failed) == ([0, 8, 7], [True, False, False])


@pytest.mark.parametrize(("dice", "hit"), [((3, 4), True), ((3, 3), False), ((6, 6), True)])
def test_a_throw_must_be_at_least_the_bet(dice: tuple[int, int], hit: bool) -> None:
    """« un jet de dé supérieur ou égal à son pari »"""
    assert throw(bet(table(), 7, 6, 5), dice).driving == hit


def test_a_bet_of_two_always_succeeds() -> None:
    """A6."""
    state = bet(table(hands={0: (), 1: (), 2: ()}, pile=0), 2, 12, 11)
    throw(state, (1, 1), (1, 1), (1, 1), (1, 1), (1, 1))
    assert state.driving
    assert state.vans == [2, 0, 0]


def test_when_nobody_reaches_a_bet_the_row_is_discarded() -> None:
    """A6 « personne ne peut déplacer sa camionnette, et on passe directement à la phase 4 »"""
    state = bet(table(), 9, 8, 7)
    for seat in range(3):
        throw(state, LOW, LOW)
        play(state, ActionDrawn(seat, None))
    assert (state.phase, row_of(state), state.vans) == ("reveal", [], [0, 0, 0])
    assert sum(state.discarded) == 3


def test_an_empty_pile_gives_no_card() -> None:
    """« Lorsque la pioche de cartes action est épuisée, … ne piochent plus de carte action. »"""
    state = throw(bet(table(pile=0), 9, 8, 7), LOW, LOW)
    assert (state.phase, state.acting) == ("throw", 1)
    assert state.hand_size(0) == 2


def test_the_card_that_is_drawn_is_the_thrower_s() -> None:
    state = throw(bet(table(), 9, 8, 7), LOW, LOW)
    assert refusal(state, ActionDrawn(1, None)) == "not_your_turn"
    assert refusal(state, ActionDrawn(0, "sushi")) == "no_such_card"  # type: ignore[arg-type]
    assert refusal(state, DiceThrown((6, 6))) == "not_expected"


def reroller(*, throws: int = 1, cards: int = 1) -> State:
    state = bet(table(hands={0: (*HAND, *["reroll"] * cards)}), 9, 8, 7)
    return throw(state, *[(2, 5)] * throws)


@pytest.mark.parametrize("throws", [1, 2])
def test_a_reroll_card_throws_one_of_the_dice_again(throws: int) -> None:
    """« vous pouvez immédiatement relancer l'un des deux dés … premier ou … second jet »"""
    state = reroller()
    if throws == 2:
        play(state, RerollChosen(0, None), DiceThrown((2, 5)))
    play(state, RerollChosen(0, 2))
    assert (state.phase, state.dice, state.hands[0][2], state.played[2]) == ("rethrow", (5,), 0, 1)
    play(state, DieRerolled(4))
    assert (state.dice, state.driving) == ((4, 5), True)


def test_either_die_may_be_thrown_again() -> None:
    state = play(reroller(), RerollChosen(0, 5), DieRerolled(1))
    assert state.dice == (1, 2)


def test_of_a_pair_one_die_is_thrown_again() -> None:
    state = bet(table(hands={0: ("reroll",)}), 9, 8, 7)
    throw(state, (3, 3))
    assert list(RULES.choices(state, 0)) == [RerollChosen(0, None), RerollChosen(0, 3)]
    play(state, RerollChosen(0, 3))
    assert state.dice == (3,)


def test_a_die_thrown_again_in_vain_leaves_the_second_throw() -> None:
    """A7: one die again, immediately after a failing throw."""
    state = play(reroller(), RerollChosen(0, 2), DieRerolled(1))
    assert (state.phase, state.throw) == ("throw", 1)


def test_rerolls_may_be_repeated_with_further_cards() -> None:
    """A7: may be repeated with further cards."""
    state = play(reroller(cards=2), RerollChosen(0, 2), DieRerolled(3), RerollChosen(0, 3))
    play(state, DieRerolled(6))
    assert (state.dice, state.driving, state.played[2]) == ((5, 6), True, 2)


def test_a_throw_that_reaches_the_bet_cannot_be_thrown_again() -> None:
    """« Si … vous avez obtenu un résultat inférieur à votre pari »"""
    state = throw(bet(table(hands={0: (*HAND, "reroll")}), 9, 8, 7), (4, 5))
    assert state.phase == "move"
    assert refusal(state, RerollChosen(0, 4)) == "not_expected"


def test_only_the_thrower_throws_again_and_only_his_dice() -> None:
    state = reroller()
    assert refusal(state, RerollChosen(1, 2)) == "not_your_turn"
    assert refusal(state, RerollChosen(0, 4)) == "die_not_thrown"
    state = play(state, RerollChosen(0, 2))
    for face in (0, 7):
        assert refusal(state, DieRerolled(face)) == "no_such_face"


def test_nobody_is_asked_for_a_card_that_everybody_knows_not_to_be_there() -> None:
    """A hand that the table knows, or four rerolls laid down, leave nothing to decide."""
    state = throw(bet(table(), 9, 8, 7), LOW)
    assert state.phase == "throw"
    state = bet(table(hands={0: (*HAND, "swap")}), 9, 8, 7)
    state.played[2] = 4
    assert throw(state, LOW).phase == "throw"


def test_a_seat_with_secret_cards_is_always_asked() -> None:
    """Whether a seat holds a reroll must not show in what the match waits for."""
    for cards in ((*HAND, "swap"), (*HAND, "reroll")):
        state = throw(bet(table(hands={0: cards}), 9, 8, 7), LOW)
        assert state.phase == "reroll"
    assert (
        refusal(throw(bet(table(hands={0: (*HAND, "swap")}), 9, 8, 7), LOW), RerollChosen(0, 1))
        == "not_in_hand"
    )


def test_a_card_of_another_phase_cannot_be_played() -> None:
    """« chaque carte doit être jouée durant une phase précise »"""
    state = throw(bet(table(hands={0: (*HAND, "reroll")}), 9, 8, 7), LOW)
    assert refusal(state, VanMoved(0, 1)) == "not_expected"
    assert refusal(state, BetPlaced(0, 8)) == "not_expected"


def test_both_dice_are_ordinary_and_fair() -> None:
    """5.1: 2 ordinary dice."""
    state = bet(table(hands={0: (*HAND, "reroll")}), 9, 8, 7)
    (need,) = RULES.needs(state)
    rng = SeededRng("fair")
    thrown = Counter(cast(DiceThrown, RULES.sample(state, need, rng)).dice for _ in range(3_600))
    assert set(thrown) == set(THROWN)
    for (low, high), number in thrown.items():
        assert abs(number - (100 if low == high else 200)) < 60
    throw(state, (2, 5))
    play(state, RerollChosen(0, 2))
    (need,) = RULES.needs(state)
    faces = Counter(cast(DieRerolled, RULES.sample(state, need, rng)).face for _ in range(600))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
