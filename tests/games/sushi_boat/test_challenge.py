"""« Défi Wasabi »: the secret guesses, Takoyaki, the tunnel and the cubes."""

from typing import Any

import pytest

from games.core.events import Choice
from games.core.rng import SeededRng
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from games.sushi_boat.events import (
    CardRevealed,
    GuessPlaced,
    PawnMoved,
    PlatesDrawn,
    TakoyakiGuessed,
)
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import (
    ANA,
    BELT,
    BO,
    CY,
    RULES,
    letters,
    offered,
    plates,
    play,
    refusal,
    table,
)

GREEN_TUNNEL = BELT.replace("BK RS", "GT GM")


def challenged(**position: Any) -> State:
    """Return a position in which a wasabi card has just been revealed."""
    return play(table(phase="reveal", **position), CardRevealed("wasabi"))


def guess(seat: int, *cubes: str, challenge: int = 1) -> GuessPlaced:
    return GuessPlaced(seat, challenge, cubes)


def push(state: State) -> State:
    (need,) = RULES.needs(state)
    return play(state, RULES.sample(state, need, SeededRng(1)))


def all_guess(state: State, *guesses: tuple[str, ...]) -> State:
    for seat, cubes in enumerate(guesses):
        play(state, guess(seat, *cubes))
    return state


def test_the_trash_goes_back_into_the_bag_first() -> None:
    """« Tout d'abord, prenez toutes les assiettes de la poubelle et remettez-les dans le sac »"""
    before = table(phase="reveal")
    state = challenged()
    assert state.trash == []
    assert state.bag_size == before.bag_size + 3


def test_a_wasabi_card_leaves_the_game_and_fills_nothing() -> None:
    """« retirez la carte Wasabi du jeu (ne la mettez pas dans la défausse) »; A13."""
    state = challenged(belt=BELT.replace("RK", "-"), discard=("miso",))
    assert state.discard == ["miso"]
    assert state.due == 0
    assert state.revealed["wasabi"] == 1


def test_every_player_lays_two_cubes_on_any_colours_both_on_one_if_wanted() -> None:
    """« chaque joueur prend 2 cubes … Vous pouvez placer les deux cubes sur la même couleur »"""
    state = challenged()
    assert [need.seat for need in RULES.needs(state)] == [0, 1, 2]
    for seat in range(3):
        assert len(offered(state, GuessPlaced, seat=seat)) == 15
        assert guess(seat, "blue", "blue") in offered(state, GuessPlaced, seat=seat)


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (GuessPlaced(0, 1, ("blue",)), "wrong_number_of_cubes"),
        (GuessPlaced(0, 1, ("blue",) * 3), "wrong_number_of_cubes"),
        (GuessPlaced(0, 1, ()), "wrong_number_of_cubes"),
        (GuessPlaced(0, 1, ("blue", "pink")), "no_such_guess"),
        (GuessPlaced(0, 1, ("blue", "takoyaki")), "no_such_guess"),
        (GuessPlaced(0, 1, ("takoyaki",)), "not_in_hand"),
        (GuessPlaced(0, 1, None), "guess_untold"),
        (GuessPlaced(0, 2, ("blue", "red")), "wrong_challenge"),
        (GuessPlaced(3, 1, ("blue", "red")), "no_such_seat"),
        (GuessPlaced(1, 1, ("blue", "red")), "already_guessed"),
        (TakoyakiGuessed(0, 1, ("blue", "red")), "not_expected"),
        (PawnMoved(0, "L1"), "not_expected"),
    ],
)
def test_anything_but_two_cubes_is_refused(event: Choice, code: str) -> None:
    state = play(challenged(), guess(BO, "red", "red"))
    assert refusal(state, event) == code


def test_white_can_be_guessed_unless_the_club_says_no() -> None:
    """4.2: « may white be guessed on the mat? … yes, 5 choices; opt »"""
    assert guess(ANA, "blue", "white") in offered(challenged(), GuessPlaced)
    state = challenged(guess_white=False)
    assert len(offered(state, GuessPlaced)) == 10
    assert refusal(state, guess(ANA, "blue", "white")) == "no_such_guess"


def test_plates_are_added_until_both_hidden_plates_have_left_the_tunnel() -> None:
    """« ajoutez des assiettes … jusqu'à ce que les deux assiettes cachées soient révélées »"""
    state = all_guess(challenged(), *[("red", "red")] * 3)
    assert (state.phase, state.due) == ("push", 2)
    push(state)
    assert state.belt[8:10] == list(plates("BK RS"))
    assert letters(state.trash) == "RK RM"
    assert state.phase == "move"


@pytest.mark.parametrize(
    ("belt", "due"),
    [
        (BELT.replace("BC", "-"), 3),  # a gap before the tunnel takes one plate
        (BELT.replace("RP", "-"), 2),  # one behind it lets the tunnel move on at once
        (BELT.replace("BS BP BO BC BT BM", "- - - - - -"), 8),
        (BELT.replace("RP RO RC RT RM RK", "- - - - - -"), 2),
    ],
)
def test_gaps_before_the_tunnel_take_plates_and_gaps_behind_it_do_not(belt: str, due: int) -> None:
    """A9: « plates are inserted until both formerly hidden plates have left the tunnel »"""
    state = all_guess(challenged(belt=belt), *[("red", "red")] * 3)
    hidden = state.belt[6:8]
    assert state.due == due
    push(state)
    assert not any(plate in state.belt[6:8] for plate in hidden)
    assert all(plate in (*state.belt[8:], *state.trash) for plate in hidden)


def test_x2_matteo_guesses_red_and_green_against_two_green_plates_and_keeps_one_cube() -> None:
    """BO-X2: 3 plates back to the bag; keeps 1, returns 1; card removed; on to step 2."""
    state = challenged(belt=GREEN_TUNNEL, trash="YS YP YO")
    assert state.trash == []
    all_guess(state, ("red", "green"), ("green", "green"), ("blue", "yellow"))
    push(state)
    assert state.cubes == [1, 2, 0]
    assert (state.phase, state.seat) == ("move", ANA)
    assert "wasabi" not in state.discard


def test_a6_an_ordinary_player_keeps_one_cube_per_plate_of_the_colour() -> None:
    """A6: « sum over colours of min(cubes, plates) »"""
    state = all_guess(challenged(), ("blue", "blue"), ("blue", "red"), ("red", "white"))
    push(state)
    assert state.cubes == [1, 2, 1]


def test_a6_per_cube_every_cube_on_a_colour_present_is_kept() -> None:
    """A6, `opt: per_cube for all`"""
    state = challenged(per_cube=True)
    push(all_guess(state, ("blue", "blue"), ("blue", "red"), ("red", "white")))
    assert state.cubes == [2, 2, 1]


def test_cubes_add_up_over_the_challenges() -> None:
    state = push(all_guess(challenged(), *[("blue", "red")] * 3))
    state.phase = "reveal"
    play(state, CardRevealed("wasabi"))
    colours = tuple(plate.split("_")[0] for plate in state.hidden)
    for seat in range(3):
        play(state, guess(seat, *colours, challenge=2))
    push(state)
    assert state.cubes == [4, 4, 4]


def test_a5_nobody_sees_a_guess_before_all_are_locked() -> None:
    """A5: « lock → Takoyaki peek and choice → push → resolve »; guesses are secret."""
    state = play(challenged(), guess(ANA, "blue", "red"))
    assert RULES.view(state, seat_viewer(ANA)).placed[ANA] == ("blue", "red")
    for viewer in (seat_viewer(BO), seat_viewer(CY), PUBLIC):
        assert RULES.view(state, viewer).placed == [None, None, None]
        told = RULES.redact(guess(ANA, "blue", "red"), state, viewer)
        assert told == GuessPlaced(ANA, 1, None)
    assert RULES.view(state, ARBITER) == state
    play(state, guess(BO, "red", "red"), guess(CY, "red", "red"))
    assert RULES.view(state, PUBLIC).placed == state.placed
    assert RULES.redact(guess(ANA, "blue", "red"), state, PUBLIC) == guess(ANA, "blue", "red")


def test_a7_takoyaki_is_played_in_a_challenge_even_on_anothers_turn_and_counts_as_eaten() -> None:
    """A7: « explicit exception, any player … Counts as an eaten side dish. »"""
    state = challenged(hands={BO: ["takoyaki", "gyoza"]})
    assert guess(BO, "takoyaki") in offered(state, GuessPlaced, seat=BO)
    all_guess(state, ("red", "red"), ("takoyaki",), ("blue", "blue"))
    assert (state.hands[BO], state.eaten[BO]) == (["gyoza"], ["takoyaki"])
    (need,) = RULES.needs(state)
    assert (need.kind, need.seat) == ("takoyaki", BO)


def test_takoyaki_sees_what_the_others_laid_and_may_win_three_cubes() -> None:
    """« 3 cubes … regarder le choix de tous les autres … Il est possible de gagner les 3 cubes »"""
    state = challenged(hands={BO: ["takoyaki"]})
    all_guess(state, ("red", "red"), ("takoyaki",), ("blue", "yellow"))
    seen = RULES.view(state, seat_viewer(BO)).placed
    assert seen == [("red", "red"), None, ("blue", "yellow")]
    assert RULES.view(state, seat_viewer(ANA)).placed == [("red", "red"), None, None]
    assert RULES.view(state, PUBLIC).placed == [None, None, None]
    play(state, TakoyakiGuessed(BO, 1, ("blue", "blue", "red")))
    push(state)
    assert state.cubes == [1, 3, 1]


def test_a6_takoyaki_keeps_every_cube_on_a_colour_present() -> None:
    """A6: « Takoyaki player: every cube lying on a colour present … is kept »"""
    state = challenged(hands={BO: ["takoyaki"]})
    all_guess(state, ("red", "red"), ("takoyaki",), ("blue", "blue"))
    push(play(state, TakoyakiGuessed(BO, 1, ("blue", "blue", "blue"))))
    assert state.cubes == [1, 3, 1]


def test_a27_takoyaki_takes_two_or_three_cubes() -> None:
    """A27: « one per player and challenge, with two or three cubes »"""
    state = challenged(hands={BO: ["takoyaki", "takoyaki"]})
    all_guess(state, ("red", "red"), ("takoyaki",), ("blue", "blue"))
    assert state.hands[BO] == ["takoyaki"]
    assert refusal(state, TakoyakiGuessed(BO, 1, ("blue",))) == "wrong_number_of_cubes"
    assert refusal(state, TakoyakiGuessed(BO, 1, ("blue",) * 4)) == "wrong_number_of_cubes"
    assert refusal(state, TakoyakiGuessed(ANA, 1, ("blue",) * 2)) == "not_your_turn"
    assert refusal(state, TakoyakiGuessed(7, 1, ("blue",) * 2)) == "no_such_seat"
    assert refusal(state, TakoyakiGuessed(BO, 1, None)) == "guess_untold"
    assert refusal(state, TakoyakiGuessed(BO, 3, ("blue",) * 2)) == "wrong_challenge"
    assert refusal(state, TakoyakiGuessed(BO, 1, ("sake", "blue"))) == "no_such_guess"
    assert len(offered(state, TakoyakiGuessed, seat=BO)) == 15 + 35
    push(play(state, TakoyakiGuessed(BO, 1, ("blue", "red"))))
    assert state.cubes[BO] == 2


def test_a7_several_takoyaki_choose_in_turn_order_each_seeing_earlier_choices() -> None:
    """A7: « choose after all others, in turn order from the active player »"""
    state = challenged(seat=BO, hands={ANA: ["takoyaki"], CY: ["takoyaki"]})
    all_guess(state, ("takoyaki",), ("yellow", "white"), ("takoyaki",))
    assert state.declared == [CY, ANA]
    assert RULES.view(state, seat_viewer(CY)).placed[BO] == ("yellow", "white")
    assert RULES.view(state, seat_viewer(ANA)).placed == [None, None, None]
    play(state, TakoyakiGuessed(CY, 1, ("blue", "red", "red")))
    assert RULES.view(state, seat_viewer(ANA)).placed[BO:] == [
        ("yellow", "white"),
        ("blue", "red", "red"),
    ]
    assert RULES.view(state, seat_viewer(BO)).placed[CY] is None
    play(state, TakoyakiGuessed(ANA, 1, ("green", "green")))
    assert state.phase == "push"
    push(state)
    assert state.cubes == [0, 0, 3]


def test_a7_a_takoyaki_player_who_has_chosen_does_not_see_who_chooses_later() -> None:
    """A7: « each seeing earlier choices », not later ones."""
    state = challenged(hands={seat: ["takoyaki"] for seat in (ANA, BO, CY)})
    all_guess(state, *[("takoyaki",)] * 3)
    play(state, TakoyakiGuessed(ANA, 1, ("red", "red")), TakoyakiGuessed(BO, 1, ("blue",) * 3))
    assert RULES.view(state, seat_viewer(ANA)).placed == [("red", "red"), None, None]
    assert RULES.view(state, seat_viewer(BO)).placed == [("red", "red"), ("blue",) * 3, None]
    assert RULES.view(state, seat_viewer(CY)).placed == [("red", "red"), ("blue",) * 3, None]
    late = TakoyakiGuessed(BO, 1, ("blue",) * 3)
    assert RULES.redact(late, state, seat_viewer(ANA)) == TakoyakiGuessed(BO, 1, None)
    assert RULES.redact(late, state, seat_viewer(CY)) == late


def test_who_declared_takoyaki_is_open_once_the_guesses_are_locked() -> None:
    state = challenged(hands={BO: ["takoyaki"]})
    play(state, guess(BO, "takoyaki"))
    assert RULES.redact(guess(BO, "takoyaki"), state, PUBLIC) == GuessPlaced(BO, 1, None)
    play(state, guess(ANA, "red", "red"), guess(CY, "red", "red"))
    assert RULES.redact(guess(BO, "takoyaki"), state, PUBLIC) == guess(BO, "takoyaki")
    assert RULES.redact(guess(ANA, "red", "red"), state, PUBLIC) == GuessPlaced(ANA, 1, None)
    late = TakoyakiGuessed(BO, 1, ("red", "red"))
    play(state, late)
    assert RULES.redact(late, state, PUBLIC) == late


def test_a9_hidden_plates_count_even_if_bag_and_trash_run_out() -> None:
    """A9: « If bag and trash run out before both came out, they count all the same »"""
    belt = "- - - - - BM BK RS RP RO RC RT RM RK"
    state = all_guess(challenged(belt=belt, bag="YT", trash=""), *[("blue", "red")] * 3)
    assert state.due == 1
    play(state, PlatesDrawn(plates("YT")))
    assert state.belt[6:8] == list(plates("BK RS"))
    assert state.cubes == [2, 2, 2]
    state = challenged(belt=belt, bag="", trash="")
    all_guess(state, *[("blue", "red")] * 3)
    assert (state.phase, state.cubes) == ("move", [2, 2, 2])


def test_a9_plates_that_fell_can_come_back_in_the_same_push() -> None:
    """A25 within a challenge: the new trash goes into the empty bag."""
    state = all_guess(challenged(bag="YT", trash=""), *[("blue", "red")] * 3)
    assert state.due == 2
    assert refusal(state, PlatesDrawn(plates("YT YT"))) == "not_in_bag"
    play(state, PlatesDrawn(plates("YT RK")))
    assert letters(state.belt[:2]) == "RK YT"
    assert letters(state.trash) == "RM"


def test_a24_cubes_are_never_short() -> None:
    """A24: « treat as unlimited »"""
    state = challenged(seats=5, hands={0: ["takoyaki"], 1: ["takoyaki"]})
    state.cubes = [10, 10, 9, 9, 9]
    all_guess(state, ("takoyaki",), ("takoyaki",), *[("blue", "red")] * 3)
    play(state, TakoyakiGuessed(0, 1, ("blue",) * 3), TakoyakiGuessed(1, 1, ("red",) * 3))
    assert sum(push(state).cubes) == 47 + 12


def test_an_empty_tunnel_gives_no_cubes_where_it_is_in_reach() -> None:
    """With `hidden_plates` cards may take the hidden plates: then there is nothing to guess."""
    state = challenged(hidden_plates=True, belt=BELT.replace("BK RS", "- -"))
    all_guess(state, *[("blue", "red")] * 3)
    assert (state.phase, state.cubes, state.due) == ("move", [0, 0, 0], 0)
