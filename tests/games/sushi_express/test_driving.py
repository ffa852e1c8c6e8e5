"""Phase 3: drives, customers, the park and "one tile further"; the sentence or ruling is cited."""

from typing import Any

import pytest

from games.sushi_express.driving import destination
from games.sushi_express.events import (
    ActionDrawn,
    CustomerTaken,
    ParkCameFirst,
    RowDecided,
    VanMoved,
)
from games.sushi_express.state import State
from tests.games.sushi_express.table import (
    HAND,
    RULES,
    bet,
    play,
    refusal,
    row_of,
    served,
    table,
    throw,
)

NONE = {0: (), 1: (), 2: ()}
SIX = (6, 6)


def drive(bets: tuple[int, ...], *, seats: int = 3, **position: Any) -> State:
    """Return the table after the highest bettor has reached his bet, nobody holding a card."""
    hands = position.pop("hands", dict.fromkeys(range(seats), ()))
    return throw(bet(table(seats=seats, hands=hands, **position), *bets), SIX)


def test_everybody_with_a_pawn_on_the_board_must_drive_exactly_the_bet() -> None:
    """A4 « Tous les joueurs … doivent maintenant déplacer leurs camionnettes »"""
    state = drive((7, 5, 4))
    assert state.vans == [7, 5, 4]
    assert not any(state.boxes)


def test_the_highest_bet_drives_first() -> None:
    """« Le joueur ayant fait le pari le plus élevé déplace sa camionnette en premier. »"""
    state = drive((5, 9, 7), hands={})
    order = []
    while state.phase == "move":
        order.append(state.acting)
        play(state, VanMoved(state.acting, 0))
    assert order == [1, 2, 0]


def test_of_a_stack_the_top_pawn_drives_first() -> None:
    """« ils jouent les phases 2 et 3 en commençant par le pion du haut de la pile »"""
    state = drive((5, 5, 5), hands={})
    for seat, tile in ((2, 5), (1, 6), (0, 7)):
        assert state.acting == seat
        play(state, VanMoved(seat, 0))
        if tile == 6:
            play(state, ActionDrawn(seat, None))
        assert state.vans[seat] == tile


def test_tiles_with_another_van_are_not_counted() -> None:
    """« Les tuiles occupées par une autre camionnette ne sont pas comptées »"""
    state = drive((3, 2, 12), vans=(1, 9, 2), hands={})
    assert destination(state, 0, 1) == (3, False)
    assert destination(state, 0, 3) == (5, False)
    assert destination(state, 2, 7) == (10, False)


@pytest.mark.parametrize("seats", range(3, 7))
def test_no_two_vans_stop_on_the_same_tile_once_they_have_left(seats: int) -> None:
    """« une camionnette ne peut plus s'arrêter sur une tuile déjà occupée par une autre »"""
    for start in range(12):
        vans = [(start + seat) % 12 for seat in range(seats)]
        state = table(seats=seats, vans=vans)
        for steps in range(1, 19):
            tile, _ = destination(state, 0, steps)
            assert tile not in vans[1:]


def test_the_first_driver_with_a_bet_of_twelve_passes_the_full_start_tile() -> None:
    """SE-X5: 11 free tiles, the start tile is skipped: 1 past Sushi Express, one customer."""
    state = drive((12, 3, 2), hands={})
    play(state, VanMoved(0, 0))
    assert (state.vans[0], state.phase, state.acting) == (1, "customer", 0)
    play(state, CustomerTaken(0, "pink"))
    assert (served(state, 0), row_of(state)) == (["pink"], ["light_blue", "dark_blue"])


def test_leaving_sushi_express_is_not_passing_it() -> None:
    """A10: leaving the start tile is not passing."""
    state = drive((7, 5, 4))
    assert [served(state, seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize(("start", "steps"), [(10, 2), (10, 3), (11, 1), (5, 7)])
def test_reaching_or_passing_sushi_express_earns_a_customer(start: int, steps: int) -> None:
    """« termine son déplacement sur la tuile Sushi Express, ou la franchit sans s'y arrêter »"""
    state = table(vans=(start, 1, 2))
    tile, serves = destination(state, 0, steps)
    assert serves
    assert destination(state, 0, steps - 1)[1] == (tile != 0 and steps > 1)


def test_passing_an_occupied_sushi_express_counts_as_passing() -> None:
    """A10."""
    assert destination(table(vans=(11, 0, 5)), 0, 1) == (1, True)


def test_several_passes_in_one_move_earn_one_customer() -> None:
    """« Si un joueur passe la tuile Sushi Express plusieurs fois …, il ne prend … qu'une … »"""
    vans = (11, 1, 2, 3, 4, 5)
    state = drive((12, 7, 6, 5, 4, 3), seats=6, vans=vans)
    assert destination(table(seats=6, vans=vans), 0, 8) == (0, True)
    assert (state.vans[0], state.phase, state.acting) == (9, "customer", 0)
    play(state, CustomerTaken(0, "tip"))
    assert served(state, 0) == ["tip"]
    assert state.acting != 0


def test_after_a_full_lap_the_own_start_tile_counts_like_any_other() -> None:
    """A21: … unless another van stands on it."""
    assert destination(table(vans=(3, 7, 8)), 0, 10) == (3, True)
    assert destination(table(vans=(3, 3, 8)), 0, 10)[0] == 2
    assert destination(table(vans=(3, 3, 8)), 0, 11)[0] == 4


def test_the_seat_chooses_any_face_up_customer_tips_included() -> None:
    """A11: any face-up card incl. tips."""
    state = drive((3, 7, 4), vans=(8, 5, 10), row=("pink", "tip", "tip"))
    assert state.acting == 1
    assert list(RULES.choices(state, 1)) == [CustomerTaken(1, "pink"), CustomerTaken(1, "tip")]
    assert refusal(state, CustomerTaken(1, "green")) == "customer_not_there"
    assert refusal(state, CustomerTaken(1, "sushi")) == "no_such_customer"  # type: ignore[arg-type]
    assert refusal(state, CustomerTaken(0, "tip")) == "not_your_turn"


def test_a_customer_that_was_taken_is_not_replaced_before_the_orders() -> None:
    """« La carte prise par le joueur n'est pas remplacée. »"""
    state = drive((3, 8, 4), vans=(8, 5, 10), row=("pink", "tip", "green"))
    play(state, CustomerTaken(1, "green"))
    assert (row_of(state), state.acting, state.phase) == (["pink", "tip"], 2, "customer")
    play(state, CustomerTaken(2, "tip"))
    assert (row_of(state), state.phase) == (["pink"], "row")


def test_the_only_kind_of_customer_left_is_taken_without_asking() -> None:
    state = drive((3, 8, 4), vans=(8, 5, 10), row=("pink", "tip", "tip"))
    play(state, CustomerTaken(1, "pink"))
    assert (served(state, 2), row_of(state)) == (["tip"], ["tip"])


def test_stopping_at_the_park_earns_an_action_card() -> None:
    """« Lorsqu'une camionnette termine son déplacement sur la tuile Parc, … première carte »"""
    state = drive((6, 5, 4))
    assert (state.phase, state.acting, state.vans[0]) == ("draw", 0, 6)
    assert refusal(state, ActionDrawn(1, None)) == "not_your_turn"
    play(state, ActionDrawn(0, "reroll"))
    assert (state.hands[0], state.vans) == ([0, 0, 1, 0, 0], [6, 5, 4])


def test_driving_past_the_park_earns_nothing() -> None:
    """A12: only when stopping exactly."""
    state = drive((7, 5, 4))
    assert state.phase == "row"


def test_a_park_without_action_cards_gives_none() -> None:
    """A12: action pile empty -> nothing."""
    state = drive((6, 5, 4), pile=0)
    assert (state.phase, state.vans) == ("row", [6, 5, 4])


def park_and_customer() -> State:
    return drive((2, 8, 3), vans=(1, 8, 3))


def test_a_move_can_earn_a_customer_and_then_a_park_card() -> None:
    """A19: a move can earn a customer and a park card, in either order."""
    state = park_and_customer()
    assert (state.vans[1], state.phase) == (6, "customer")
    play(state, CustomerTaken(1, "pink"), ActionDrawn(1, "swap"))
    assert (served(state, 1), state.hands[1]) == (["pink"], [0, 1, 0, 0, 0])


def test_a_move_can_earn_a_park_card_and_then_a_customer() -> None:
    """A19: … in either order."""
    other = play(park_and_customer(), CustomerTaken(1, "pink"), ActionDrawn(1, "swap"))
    state = play(park_and_customer(), ParkCameFirst(1))
    assert refusal(state, CustomerTaken(1, "pink")) == "not_expected"
    play(state, ActionDrawn(1, "swap"))
    assert refusal(state, ParkCameFirst(1)) == "no_card_at_the_park"
    assert play(state, CustomerTaken(1, "pink")) == other


def test_the_only_kind_of_customer_and_a_park_card_both_come() -> None:
    state = drive((2, 8, 3), vans=(1, 8, 3), row=("tip", "tip", "tip"))
    assert (served(state, 1), state.phase) == (["tip"], "draw")


def test_each_one_further_card_adds_a_tile() -> None:
    """« En jouant plusieurs cartes de ce type, vous pouvez avancer d'autant de cases en plus. »"""
    hands = {0: ("one_further",) * 3}
    for further in range(4):
        state = drive((4, 3, 2), hands=hands)
        play(state, VanMoved(0, further))
        assert (state.vans[0], state.played[3]) == (4 + further, further)
    assert refusal(drive((4, 3, 2), hands=hands), VanMoved(0, 4)) == "not_in_hand"
    assert refusal(drive((4, 3, 2), hands=hands), VanMoved(0, -1)) == "no_such_number"


def test_a_card_drawn_at_the_park_cannot_lengthen_that_move() -> None:
    """A19: the number of "one further" cards is declared with the move."""
    state = drive((6, 5, 4))
    play(state, ActionDrawn(0, "one_further"))
    assert (state.acting, state.phase, state.vans[0]) == (2, "row", 6)


def test_a_drive_that_no_card_can_lengthen_follows_by_itself() -> None:
    """Functions of public information are no events: nobody is asked who cannot choose."""
    state = drive((7, 5, 4), hands={0: (), 1: HAND, 2: ()})
    assert (state.vans, state.phase, state.acting) == ([7, 0, 0], "move", 1)
    play(state, VanMoved(1, 1), ActionDrawn(1, None))
    assert state.vans == [7, 6, 4]


def test_with_six_players_nobody_can_hold_a_hidden_one_further() -> None:
    """5.1: with 6 players all "one further" cards are dealt out."""
    state = bet(
        table(seats=6, hands={0: ("same_bet", None), 1: (*HAND, "swap")}), *range(12, 6, -1)
    )
    state.played[3] = 1
    throw(state, SIX)
    assert (state.phase, state.acting) == ("customer", 0)


def test_a_seat_that_failed_does_not_drive() -> None:
    state = bet(table(hands=NONE), 9, 8, 7)
    throw(state, (1, 1), (1, 1))
    play(state, ActionDrawn(0, None))
    throw(state, SIX)
    assert state.vans[0] == 0
    play(state, RowDecided(2, "keep"))
    assert state.acting == 2
