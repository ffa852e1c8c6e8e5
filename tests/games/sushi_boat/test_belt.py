"""« Étape 1 : Révélez une carte de la pioche »: the belt, the bag and the trash."""

import pytest

from games.core.errors import RuleViolation
from games.core.rng import SeededRng
from games.sushi_boat.belt import insert, push_on
from games.sushi_boat.components import PLATES
from games.sushi_boat.events import CardRevealed, GuessPlaced, PlatesDrawn
from tests.games.sushi_boat.table import BELT, RULES, laid, letters, plates, play, refusal, table

ONE_GAP = BELT.replace("BC", "-")


def test_the_card_goes_to_the_discard_pile() -> None:
    """« retournez la carte au sommet de la pioche et placez-la sur la défausse »"""
    state = play(table(phase="reveal", discard=("miso",)), CardRevealed("tempura_red"))
    assert state.discard == ["miso", "tempura"]


def test_x1_a_red_symbol_fills_one_gap_and_pushes_one_plate_into_the_trash() -> None:
    """BO-X1: 1 gap, red: 2 plates inserted, 1 falls, belt full."""
    state = play(table(phase="reveal", belt=ONE_GAP), CardRevealed("tempura_red"))
    assert state.due == 2
    play(state, PlatesDrawn(plates("GC YM")))
    assert letters(state.belt) == "YM GC BS BP BO BT BM BK RS RP RO RC RT RM"
    assert letters(state.trash) == "GS GP GO RK"
    assert state.phase == "move"


def test_x1b_a_green_symbol_fills_one_gap_and_nothing_falls() -> None:
    """BO-X1b: 1 gap, green: 1 plate inserted, 0 fall."""
    state = play(table(phase="reveal", belt=ONE_GAP), CardRevealed("tempura_green"))
    assert state.due == 1
    play(state, PlatesDrawn(plates("GC")))
    assert letters(state.belt) == "GC BS BP BO BT BM BK RS RP RO RC RT RM RK"
    assert letters(state.trash) == "GS GP GO"


def test_a_green_symbol_asks_for_nothing_when_the_belt_is_full() -> None:
    """« jusqu'à ce qu'il soit plein, sans laisser aucune assiette tomber »"""
    state = play(table(phase="reveal"), CardRevealed("mochi_green"))
    assert (state.due, state.phase) == (0, "move")


@pytest.mark.parametrize("gaps", [0, 1, 2, 5])
def test_with_g_gaps_green_takes_g_plates_and_red_one_more(gaps: int) -> None:
    """4.3: « green symbol inserts g plates, red inserts g+1 (exactly one falls) »"""
    belt = " ".join(["-"] * gaps + BELT.split()[gaps:])
    for card, more in (("mochi_green", 0), ("mochi_red", 1)):
        state = play(table(phase="reveal", belt=belt, trash=""), CardRevealed(card))
        assert state.due == gaps + more
        if state.due:
            (need,) = RULES.needs(state)
            play(state, RULES.sample(state, need, SeededRng(gaps)))
        assert None not in state.belt
        assert len(state.trash) == more


def test_plates_come_on_at_the_start_and_push_only_up_to_the_first_gap() -> None:
    """« ajoutez toujours les assiettes au début du tapis roulant »; 4.3."""
    belt = laid("BS BP - BO - BC")
    assert insert(belt, "green_tuna") is None
    assert letters(belt) == "GT BS BP BO - BC"
    belt = laid("- BP BO")
    assert insert(belt, "green_tuna") is None
    assert letters(belt) == "GT BP BO"


def test_a_plate_pushed_onto_a_full_belt_drops_the_last_one() -> None:
    belt = laid("BS BP BO")
    assert insert(belt, "green_tuna") == "blue_octopus"
    assert letters(belt) == "GT BS BP"


def test_a11_a_pushed_plate_takes_the_run_before_it_along_and_leaves_a_gap() -> None:
    """A11: « moves 1 forward, pushing the contiguous run ahead; leaves a gap »"""
    belt = laid("BS BP BO - BC")
    assert push_on(belt, 1) is None
    assert letters(belt) == "BS - BP BO BC"


def test_a11_a_pushed_run_may_drop_the_last_plate() -> None:
    belt = laid("BS - BO BC BT")
    assert push_on(belt, 2) == "blue_tuna"
    assert letters(belt) == "BS - - BO BC"


def test_the_number_of_plates_is_what_the_symbol_asks_for() -> None:
    state = play(table(phase="reveal", belt=ONE_GAP), CardRevealed("tempura_red"))
    assert refusal(state, PlatesDrawn(plates("GC"))) == "wrong_number_of_plates"
    assert refusal(state, PlatesDrawn(plates("GC YM YM"))) == "wrong_number_of_plates"


def test_a_plate_that_lies_elsewhere_cannot_come_out_of_the_bag() -> None:
    state = play(table(phase="reveal", belt=ONE_GAP), CardRevealed("tempura_red"))
    assert refusal(state, PlatesDrawn(plates("BS GC"))) == "not_in_bag"
    assert refusal(state, PlatesDrawn(plates("WS WS"))) == "not_in_bag"
    assert refusal(state, PlatesDrawn(("blue_pizza", "green_tuna"))) == "no_such_plate"


def test_an_empty_bag_is_filled_with_the_trash() -> None:
    """« remettez toutes les assiettes de la poubelle dans le sac et mélangez bien »"""
    state = table(phase="reveal", belt=ONE_GAP, bag="YT", trash="GS GP GO")
    play(state, CardRevealed("tempura_red"), PlatesDrawn(plates("YT GP")))
    assert letters(state.belt)[:5] == "GP YT"
    assert letters(state.trash) == "RK"
    assert letters(p for p in PLATES for _ in range(state.bag[p])) == "GS GO"


def test_a25_the_trash_goes_back_only_when_the_bag_is_empty() -> None:
    """A25: « at the moment a plate is needed and the bag is empty »: the bag comes out first."""
    state = table(phase="reveal", belt=ONE_GAP, bag="YT", trash="GS GP GO")
    play(state, CardRevealed("tempura_red"))
    assert refusal(state, PlatesDrawn(plates("GP YT"))) == "bag_first"
    assert refusal(state, PlatesDrawn(plates("GP GS"))) == "bag_first"
    assert refusal(state, PlatesDrawn(plates("YT YT"))) == "not_in_bag"


def test_a18_filling_stops_when_bag_and_trash_are_empty() -> None:
    """A18: « if still empty stop filling »"""
    gaps = BELT.replace("BC", "-").replace("BT", "-").replace("RM", "-")
    state = play(table(phase="reveal", belt=gaps, bag="YT", trash="GS"), CardRevealed("mochi_red"))
    assert state.due == 2
    play(state, PlatesDrawn(plates("YT GS")))
    assert (state.belt.count(None), state.bag_size, state.trash) == (1, 0, [])
    state = play(table(phase="reveal", belt=gaps, bag="", trash=""), CardRevealed("mochi_red"))
    assert (state.due, state.phase) == (0, "move")


def test_what_is_offered_for_the_draw_is_what_the_bag_holds() -> None:
    state = play(table(phase="reveal", bag="YT YT YS", trash="GS"), CardRevealed("mochi_red"))
    (need,) = RULES.needs(state)
    field = need.forms[0].fields[0]
    assert dict(zip(field.of, field.supply, strict=True)) == {"yellow_salmon": 1, "yellow_tuna": 2}
    assert field.ordered


def test_a_draw_beyond_the_bag_offers_and_samples_the_trash_as_well() -> None:
    """A25: whatever is sampled is legal, the bag's plates first."""
    state = table(phase="reveal", belt=ONE_GAP, bag="YT", trash="GS GP GO")
    play(state, CardRevealed("tempura_red"))
    (need,) = RULES.needs(state)
    field = need.forms[0].fields[0]
    assert letters(field.of) == "GS GP GO YT"
    assert refusal(state, PlatesDrawn(("pink_tuna", "blue_pizza"))) == "no_such_plate"
    for seed in range(10):
        event = RULES.sample(state, need, SeededRng(seed))
        RULES.check(state, event)
        assert isinstance(event, PlatesDrawn)
        assert event.plates[0] == "yellow_tuna"


def test_a_push_beyond_the_bag_offers_the_plates_that_may_fall_and_come_back() -> None:
    """A9: the last plates of the belt fall into the trash and may come out again."""
    state = table(phase="reveal", bag="", trash="")
    play(state, CardRevealed("wasabi"))
    for seat in range(3):
        play(state, GuessPlaced(seat, 1, ("red", "red")))
    assert state.due == 0
    state = table(phase="reveal", bag="YT", trash="")
    play(state, CardRevealed("wasabi"))
    for seat in range(3):
        play(state, GuessPlaced(seat, 1, ("red", "red")))
    (need,) = RULES.needs(state)
    field = need.forms[0].fields[0]
    assert (field.supply, state.due) == ((), 2)
    assert "red_cucumber" in field.of
    event = RULES.sample(state, need, SeededRng(1))
    assert isinstance(event, PlatesDrawn)
    assert letters(event.plates) == "YT RK"
    RULES.check(state, event)


def test_only_what_is_due_can_be_sampled() -> None:
    state = table(phase="reveal")
    (need,) = RULES.needs(state)
    play(state, CardRevealed("mochi_green"))
    with pytest.raises(RuleViolation) as caught:
        RULES.sample(state, need, SeededRng(1))
    assert caught.value.code == "not_expected"
    (need,) = RULES.needs(state)
    with pytest.raises(RuleViolation) as caught:
        RULES.sample(state, need, SeededRng(1))
    assert caught.value.code == "not_expected"
