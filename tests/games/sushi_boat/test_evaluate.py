"""What choices are worth, and that playing by it beats chance."""

import pytest

from games.bots import bot_named
from games.core.events import Choice
from games.core.matches import make_setup, play_match
from games.core.replay import fold
from games.sushi_boat import events as facts
from games.sushi_boat.state import State
from games.testing.scale import scaled
from tests.games.sushi_boat.table import ANA, BELT, BO, RULES, STAFF, play, table


def worth(state: State, event: Choice) -> int:
    return RULES.evaluate(state, event.seat, event)


def test_a_plate_that_goes_on_with_a_run_is_worth_more() -> None:
    state = table(at="M2", stacks={ANA: "BS"})
    assert worth(state, facts.PlateEaten(ANA, 4)) > worth(state, facts.PlateEaten(ANA, 9))


def test_a_new_type_is_worth_more_than_one_that_is_there() -> None:
    state = table(at="M2", stacks={ANA: "GS YT WO"})
    assert state.belt[4] == "blue_tuna"
    state.belt[9] = "red_california"
    assert worth(state, facts.PlateEaten(ANA, 9)) > worth(state, facts.PlateEaten(ANA, 4))


def test_the_sixth_type_is_worth_most_at_the_end() -> None:
    late = table(at="L1", seat=2, turn=21, stacks={2: "GS RP GO RC GT"})
    late.seat, late.pawns[2] = 2, late.kit.board.index["L1"]
    assert worth(late, facts.PlateEaten(2, 5)) >= 500


def test_a_space_is_worth_its_two_best_actions() -> None:
    state = table(phase="move", stacks={ANA: "BS"})
    with_neko, alone = facts.PawnMoved(ANA, "L1"), facts.PawnMoved(ANA, "R4")
    assert worth(state, with_neko) > worth(state, alone)
    empty = table(phase="move", belt=BELT.replace("RT", "-"), stacks={ANA: "BS"})
    assert worth(empty, alone) < worth(state, alone)


@pytest.mark.parametrize("tile", ["hiroshi", "yuki", "neko", "momoko", "satsuki"])
def test_every_member_of_the_staff_is_worth_its_yen_early_on(tile: str) -> None:
    staff = {**STAFF, "L3": tile}
    served = table(phase="move", staff=staff, discard=("gyoza",))
    broke = table(phase="move", staff=staff, discard=("gyoza",), yen={ANA: 0})
    move = facts.PawnMoved(ANA, "L3")
    assert worth(served, move) > worth(broke, move)


def test_a_guess_is_worth_the_cubes_that_it_would_keep() -> None:
    state = play(table(phase="reveal"), facts.CardRevealed("wasabi"))
    assert worth(state, facts.GuessPlaced(ANA, 1, ("blue", "red"))) == 200
    assert worth(state, facts.GuessPlaced(ANA, 1, ("blue", "blue"))) == 100
    assert worth(state, facts.GuessPlaced(ANA, 1, ("green", "white"))) == 0
    generous = play(table(phase="reveal", per_cube=True), facts.CardRevealed("wasabi"))
    assert worth(generous, facts.GuessPlaced(ANA, 1, ("blue", "blue"))) == 200


def test_takoyaki_is_worth_more_than_two_cubes_and_takes_three() -> None:
    state = play(table(phase="reveal", hands={BO: ["takoyaki"]}), facts.CardRevealed("wasabi"))
    late = facts.GuessPlaced(BO, 1, ("takoyaki",))
    assert worth(state, late) > 200
    play(state, late, *(facts.GuessPlaced(seat, 1, ("red", "red")) for seat in (0, 2)))
    assert worth(state, facts.TakoyakiGuessed(BO, 1, ("red",) * 3)) == 300
    assert worth(state, facts.TakoyakiGuessed(BO, 1, ("red",) * 2)) == 200


def test_side_dishes_are_played_rather_than_kept() -> None:
    hand = ["gyoza", "edamame"]
    state = table(hands={ANA: hand}, stacks={ANA: "RS"})
    assert worth(state, facts.GyozaPlayed(ANA)) > worth(state, facts.TurnEnded(ANA))
    assert worth(state, facts.EdamamePlayed(ANA, 3)) > worth(state, facts.TurnEnded(ANA))


def test_yakitori_and_tempura_bring_a_better_plate_before_the_pawn() -> None:
    state = table(at="L5", hands={ANA: ["yakitori", "tempura"]}, stacks={ANA: "RS"})
    better, same = facts.YakitoriPlayed(ANA, (1, 9)), facts.YakitoriPlayed(ANA, (2, 3))
    assert worth(state, better) > worth(state, same)
    play(state, facts.PlateEaten(ANA, 1))
    state.belt[1] = "blue_shrimp"
    assert worth(state, better) == worth(state, same)


def test_a_pawn_is_bought_out_only_for_a_better_place() -> None:
    state = table(phase="move", pawns={BO: "L1"}, stacks={ANA: "BS"})
    state.belt[:5] = [None] * 5
    state.belt[8:] = [None] * 6
    assert worth(state, facts.PawnBoughtOut(ANA, BO)) > worth(state, facts.PawnMoved(ANA, "R4"))
    full = table(phase="act", pawns={BO: "L1"})
    assert worth(full, facts.PawnBoughtOut(ANA, BO)) < 0
    assert worth(full, facts.OrderPlaced(ANA)) < 0


def test_the_bottom_of_the_stack_is_chosen_where_a_run_goes_on_there() -> None:
    state = table(at="R3", stacks={ANA: "BS RP"})
    state.phase, state.drawn = "keep", ("blue_tuna", "green_tuna")
    bottom = facts.PlateKept(ANA, "blue_tuna", "bottom")
    assert worth(state, bottom) > worth(state, facts.PlateKept(ANA, "blue_tuna", "top"))


def test_a_gyoza_is_the_last_card_to_discard() -> None:
    state = table(hands={ANA: ["gyoza", "mochi", "takoyaki"]})
    worths = [worth(state, facts.DishDiscarded(ANA, dish)) for dish in state.hands[ANA]]
    assert worths[0] < worths[2] < worths[1]


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_greedy_beats_random_players(seats: int) -> None:
    matches = max(10, scaled(100))
    won = 0
    for number in range(matches):
        place = number % seats
        bots = [bot_named("greedy" if seat == place else "random") for seat in range(seats)]
        setup = make_setup(RULES, seats=seats, options={})
        events = play_match(RULES, setup, bots, f"greedy/{number}")
        won += RULES.outcome(fold(RULES, setup, events)).places[place] == 1
    assert won >= matches * 9 // 10
