"""« Étape 2 : Déplacez votre pion », « Parties à deux joueurs » and what yen buy."""

from typing import cast

import pytest

from games.sushi_boat.events import (
    CardRevealed,
    OrderPlaced,
    PawnBoughtOut,
    PawnMoved,
    PlateEaten,
    PlatesDrawn,
    TempuraPlayed,
    TurnEnded,
    YenTaken,
)
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import (
    ANA,
    BELT,
    BO,
    CY,
    letters,
    offered,
    pawn,
    plates,
    play,
    refusal,
    table,
)


def spaces(state: State) -> list[str]:
    return sorted(cast(PawnMoved, choice).space for choice in offered(state, PawnMoved))


def test_the_pawn_must_move_every_turn() -> None:
    """« Vous devez déplacer votre pion à chaque tour. » Nothing of step 3 comes before it."""
    state = table(phase="move", pawns={ANA: "L1"})
    assert refusal(state, YenTaken(ANA)) == "pawn_first"
    assert refusal(state, PlateEaten(ANA, 5)) == "pawn_first"
    assert refusal(state, TurnEnded(ANA)) == "pawn_first"
    assert refusal(state, TempuraPlayed(ANA, 5)) == "pawn_first"


def test_the_pawn_cannot_stay_where_it_was() -> None:
    """« Vous ne pouvez pas laisser votre pion sur la même case qu'au tour précédent. »"""
    state = table(phase="move", pawns={ANA: "L1"})
    assert refusal(state, PawnMoved(ANA, "L1")) == "pawn_must_move"
    assert "L1" not in spaces(state)


def test_any_action_space_that_is_not_occupied_may_be_taken() -> None:
    """« n'importe quelle case Action du plateau qui n'est pas déjà occupée par un autre pion »"""
    state = table(seats=4, phase="move", pawns={ANA: "L1", BO: "L3", CY: "M2"})
    assert len(spaces(state)) == 15 - 3
    assert refusal(state, PawnMoved(ANA, "L3")) == "space_occupied"
    assert refusal(state, PawnMoved(ANA, "X9")) == "no_such_space"
    play(state, PawnMoved(ANA, "R3"))
    assert pawn(state, ANA) == "R3"
    assert state.phase == "act"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_spaces_marked_4_plus_are_closed_to_two_and_three_players(seats: int) -> None:
    """« Si vous jouez à 2 ou à 3, vous ne pouvez déplacer votre pion sur aucune de ces cases. »"""
    state = table(seats=seats, phase="move")
    assert len(spaces(state)) == 12
    for space in ("R2", "L4", "R6"):
        assert refusal(state, PawnMoved(ANA, space)) == "space_for_four"


@pytest.mark.parametrize("seats", [4, 5])
def test_the_spaces_marked_4_plus_are_open_to_four_and_five_players(seats: int) -> None:
    """« Ces cases ne sont utilisées que dans les parties à 4 ou 5 joueurs. »"""
    assert len(spaces(table(seats=seats, phase="move"))) == 15


def test_a_pawn_off_the_board_may_go_to_any_free_space() -> None:
    """« Si votre pion n'est pas sur le plateau … n'importe quelle case vide. »"""
    state = table(phase="move", seat=BO, pawns={ANA: "L1", BO: "L3"}, yen={ANA: 1})
    state.seat = ANA
    play(state, PawnBoughtOut(ANA, BO), PawnMoved(ANA, "R1"), TurnEnded(ANA))
    assert pawn(state, BO) is None
    play(state, CardRevealed("mochi_green"), PawnMoved(BO, "L3"))
    assert pawn(state, BO) == "L3"


def test_x3_aria_sits_at_the_other_blue_plate_or_pays_matteo_for_his_place() -> None:
    """BO-X3: not at his seat unless she pays him 1 yen."""
    state = table(phase="move", pawns={BO: "L1"}, yen={ANA: 1, BO: 0})
    assert state.belt[5] == "blue_omelette"
    assert state.belt[4] == "blue_tuna"
    assert refusal(state, PawnMoved(ANA, "L1")) == "space_occupied"
    play(state.clone(), PawnMoved(ANA, "L2"))
    play(state, PawnBoughtOut(ANA, BO))
    assert (state.yen[ANA], state.yen[BO]) == (0, 1)
    assert pawn(state, BO) is None
    play(state, PawnMoved(ANA, "L1"))


def test_taking_a_place_is_paid_to_the_player_and_only_with_yen_in_hand() -> None:
    """« payer 1 yen à un autre joueur »; A19: « Payment only with yen in hand »"""
    state = table(phase="move", pawns={ANA: "R1", BO: "L1"}, yen={ANA: 0})
    assert refusal(state, PawnBoughtOut(ANA, BO)) == "no_yen"
    assert offered(state, PawnBoughtOut) == []
    state.yen[ANA] = 1
    assert refusal(state, PawnBoughtOut(ANA, ANA)) == "own_pawn"
    assert refusal(state, PawnBoughtOut(ANA, CY)) == "pawn_not_on_board"
    assert refusal(state, PawnBoughtOut(ANA, 3)) == "no_such_seat"
    assert offered(state, PawnBoughtOut) == [PawnBoughtOut(ANA, BO)]


def test_a19_several_pawns_may_be_bought_out_but_only_one_pawn_moves() -> None:
    """A19: « several seats may be bought over a turn but only one pawn move happens »"""
    state = table(phase="move", pawns={ANA: "R1", BO: "L1", CY: "L2"}, yen={ANA: 2})
    play(state, PawnBoughtOut(ANA, BO), PawnBoughtOut(ANA, CY), PawnMoved(ANA, "L2"))
    assert refusal(state, PawnMoved(ANA, "L1")) == "not_expected"


def test_a28_a_pawn_may_be_bought_out_in_step_3_too_though_the_seat_is_not_used() -> None:
    """A28: « at any time of one's turn after step 1, whether or not the seat is then used »"""
    state = table(phase="act", pawns={BO: "L1"}, yen={ANA: 1})
    play(state, PawnBoughtOut(ANA, BO))
    assert (pawn(state, BO), state.phase) == (None, "act")


def test_a8_nothing_is_bought_before_step_1_is_done() -> None:
    """A8: « any time in own turn after step 1 »"""
    state = table(phase="reveal", pawns={BO: "L1"})
    assert refusal(state, PawnBoughtOut(ANA, BO)) == "not_expected"
    assert refusal(state, OrderPlaced(ANA)) == "not_expected"


@pytest.mark.parametrize("phase", ["move", "act"])
def test_a_special_order_puts_a_plate_from_the_bag_at_the_start_of_the_belt(phase: str) -> None:
    """« redonner 1 yen à la banque pour ajouter 1 assiette piochée au hasard dans le sac »"""
    state = table(phase=phase, yen={ANA: 1})
    play(state, OrderPlaced(ANA))
    assert state.yen[ANA] == 0
    assert refusal(state, PlatesDrawn(plates("GC GT"))) == "wrong_number_of_plates"
    play(state, PlatesDrawn(plates("GC")))
    assert letters(state.belt) == "GC BS BP BO BC BT BM BK RS RP RO RC RT RM"
    assert letters(state.trash) == "GS GP GO RK"
    assert state.phase == phase
    assert refusal(state, OrderPlaced(ANA)) == "no_yen"


def test_special_orders_are_limited_by_yen_alone() -> None:
    """« vous pouvez dépenser des yens … dans n'importe quel ordre »"""
    state = table(phase="act", yen={ANA: 3}, belt=BELT.replace("BC", "-"))
    for text in ("GC", "GT", "GM"):
        play(state, OrderPlaced(ANA), PlatesDrawn(plates(text)))
    assert state.yen[ANA] == 0
    assert letters(state.belt[:3]) == "GM GT GC"


def test_a_special_order_needs_a_plate_in_the_bag_or_in_the_trash() -> None:
    state = table(phase="act", bag="", trash="")
    assert refusal(state, OrderPlaced(ANA)) == "no_plates_left"
    assert offered(state, OrderPlaced) == []
    state = table(phase="act", bag="", trash="GS GP")
    play(state, OrderPlaced(ANA), PlatesDrawn(plates("GP")))
    assert state.bag["green_salmon"] == 1


def test_the_order_may_bring_the_plate_that_is_eaten() -> None:
    """A8: buying comes at any time: what lies next to the pawn changes with the belt."""
    state = table(phase="act", at="L6", yen={ANA: 1})
    play(state, OrderPlaced(ANA), PlatesDrawn(plates("GC")), PlateEaten(ANA, 0))
    assert letters(state.stacks[ANA]) == "GC"


def test_x10_with_two_players_the_row_of_the_other_pawn_is_closed() -> None:
    """BO-X10: row 3 taken: all row-3 seats and all 4+ seats illegal; or pay 1 yen."""
    state = table(seats=2, phase="move", pawns={BO: "L3"})
    assert refusal(state, PawnMoved(ANA, "R3")) == "row_occupied"
    assert refusal(state, PawnMoved(ANA, "L3")) == "space_occupied"
    assert refusal(state, PawnMoved(ANA, "L4")) == "space_for_four"
    assert len(spaces(state)) == 15 - 3 - 2
    play(state, PawnBoughtOut(ANA, BO), PawnMoved(ANA, "R3"))


def test_with_two_players_an_arrow_seat_in_the_row_is_closed_too() -> None:
    """« vous ne pouvez pas placer votre pion sur une case Action de la même ligne »"""
    state = table(seats=2, phase="move", pawns={BO: "M4"})
    assert refusal(state, PawnMoved(ANA, "R4")) == "row_occupied"
    state = table(seats=2, phase="move", pawns={BO: "R4"})
    assert refusal(state, PawnMoved(ANA, "M4")) == "row_occupied"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a3_with_more_players_the_row_stays_open(seats: int) -> None:
    """A3: « three to five »: « vous pouvez vous déplacer sur une autre case de la même ligne »"""
    state = table(seats=seats, phase="move", pawns={BO: "L3"})
    assert "R3" in spaces(state)
    play(state, PawnMoved(ANA, "R3"))
    assert (pawn(state, ANA), pawn(state, BO)) == ("R3", "L3")


def test_only_the_active_seat_moves() -> None:
    state = table(phase="move")
    assert refusal(state, PawnMoved(BO, "L1")) == "not_your_turn"
    assert refusal(state, PawnMoved(9, "L1")) == "no_such_seat"
