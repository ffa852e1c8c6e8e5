"""« Étape 3 : Effectuez deux actions parmi trois au choix »: eating, the staff, yen."""

from typing import Any

import pytest

from games.core.events import Choice, Event
from games.core.rng import SeededRng
from games.sushi_boat.components import PLATES
from games.sushi_boat.events import (
    CardRevealed,
    DishDiscarded,
    DishFetched,
    GyozaPlayed,
    PlateEaten,
    PlateFetched,
    PlateKept,
    SatsukiAsked,
    SatsukiDrew,
    TrashSearched,
    TurnEnded,
    YenTaken,
)
from games.sushi_boat.state import State
from games.testing.mutants import StrangerCame
from tests.games.sushi_boat.table import (
    ANA,
    BELT,
    BO,
    RULES,
    STAFF,
    letters,
    offered,
    plates,
    play,
    refusal,
    table,
)


def at(tile: str, **position: Any) -> State:
    """Return a position in which Ana sits next to a member of the staff, at L3 (slot 3, row 3)."""
    staff = {**STAFF, "L3": tile}
    return table(at="L3", staff=staff, **position)


# Two of three


def test_two_actions_are_performed_in_any_order_and_never_the_same_twice() -> None:
    """« Vous pouvez effectuer vos actions dans l'ordre de votre choix. … pas deux fois la même »"""
    state = table(at="L1")
    play(state, YenTaken(ANA))
    assert refusal(state, YenTaken(ANA)) == "action_done"
    play(state, PlateEaten(ANA, 5))
    assert refusal(state, TrashSearched(ANA, "green_salmon")) == "two_actions_done"
    assert refusal(state, YenTaken(ANA)) == "action_done"
    other = table(at="L1")
    play(other, TrashSearched(ANA, "green_salmon"), PlateEaten(ANA, 5))
    assert refusal(other, YenTaken(ANA)) == "two_actions_done"
    third = play(table(at="L1"), TrashSearched(ANA, "green_salmon"), YenTaken(ANA))
    assert refusal(third, PlateEaten(ANA, 5)) == "two_actions_done"


def test_eating_twice_is_refused_even_if_another_plate_comes() -> None:
    state = play(table(at="M2"), PlateEaten(ANA, 4))
    assert refusal(state, PlateEaten(ANA, 9)) == "action_done"


def test_a4_a_turn_may_end_after_fewer_actions() -> None:
    """A4: « up to 2 »"""
    for actions in ([], [YenTaken(ANA)], [YenTaken(ANA), TrashSearched(ANA, "green_salmon")]):
        state = play(table(at="L1"), *actions)
        assert (state.seat, state.phase) == (ANA, "act")
        play(state, TurnEnded(ANA))
        assert (state.seat, state.phase) == (BO, "reveal")


def test_the_turn_goes_round_clockwise() -> None:
    """« le jeu se déroule dans le sens des aiguilles d'une montre »"""
    state = play(table(), TurnEnded(ANA))
    assert (state.seat, state.phase, state.actions, state.moved) == (BO, "reveal", 0, False)
    state = play(table(seat=2), TurnEnded(2))
    assert state.seat == ANA


def test_a21_the_match_ends_with_the_turn_of_the_last_card() -> None:
    """« La partie prend fin lorsque la dernière carte … est révélée. Finissez votre tour »"""
    state = table(seats=3, seat=2, turn=21)
    assert state.deck == 0
    play(state, YenTaken(2), TurnEnded(2))
    assert state.phase == "over"
    assert RULES.outcome(state).final
    assert refusal(state, TurnEnded(2)) == "match_over"


def test_a21_a_wasabi_as_last_card_still_runs_its_challenge() -> None:
    """A21: « A wasabi as last card still runs its challenge »"""
    state = table(seats=3, seat=2, turn=21, phase="reveal")
    play(state, CardRevealed("wasabi"))
    assert len(RULES.needs(state)) == 3


def test_an_event_of_no_game_is_not_expected() -> None:
    assert refusal(table(), StrangerCame(ANA)) == "not_expected"


# Eating


def test_x4_the_eaten_plate_goes_on_top_of_the_stack_and_leaves_its_slot_empty() -> None:
    """BO-X4: « plate on top of her stack, slot empty »"""
    state = play(table(at="L5", stacks={ANA: "RS"}), PlateEaten(ANA, 1))
    assert letters(state.stacks[ANA]) == "RS BP"
    assert state.belt[1] is None


def test_only_a_plate_next_to_the_pawn_is_eaten() -> None:
    """« prenez l'assiette qui est sur l'emplacement à côté de la case »"""
    state = table(at="L5")
    assert refusal(state, PlateEaten(ANA, 2)) == "slot_not_next_to_pawn"
    assert refusal(state, PlateEaten(ANA, -13)) == "slot_not_next_to_pawn"
    empty = table(at="L5", belt=BELT.replace("BP", "-"))
    assert refusal(empty, PlateEaten(ANA, 1)) == "slot_empty"
    assert offered(empty, PlateEaten) == []


def test_an_arrow_space_offers_two_plates_of_which_one_is_taken() -> None:
    """« vous ne pouvez prendre qu'une seule de ces assiettes, pas les deux ! »"""
    state = table(at="M2")
    assert offered(state, PlateEaten) == [PlateEaten(ANA, 4), PlateEaten(ANA, 9)]
    play(state, PlateEaten(ANA, 9))
    assert offered(state, PlateEaten) == []


# The staff


@pytest.mark.parametrize(
    ("tile", "event"),
    [
        ("hiroshi", PlateFetched(ANA, 10)),
        ("yuki", PlateFetched(ANA, 2)),
        ("neko", TrashSearched(ANA, "green_salmon")),
        ("momoko", DishFetched(ANA)),
        ("satsuki", SatsukiAsked(ANA)),
    ],
)
def test_a_member_of_the_staff_costs_1_yen_to_the_bank_and_is_an_action(
    tile: str, event: Choice
) -> None:
    """« vous devez payer 1 yen à la banque »; A17."""
    state = at(tile, discard=("miso",), yen={ANA: 2})
    play(state, event)
    assert state.yen[ANA] == 1
    assert sum(state.yen) == 5
    if state.phase == "satsuki":
        (need,) = RULES.needs(state)
        play(state, RULES.sample(state, need, SeededRng(1)))
        play(state, *offered(state, PlateKept)[:1])
    assert not offered(state, type(event))
    poor = at(tile, discard=("miso",), yen={ANA: 0})
    assert refusal(poor, event) == "no_yen"
    assert not offered(poor, type(event))


@pytest.mark.parametrize("tile", ["hiroshi", "yuki", "neko", "momoko", "satsuki"])
def test_only_the_staff_next_to_the_pawn_can_be_asked(tile: str) -> None:
    """« Certaines cases Action ont une tuile Personnel à côté d'elles. »"""
    here: dict[str, list[type[Event]]] = {
        "hiroshi": [PlateFetched],
        "yuki": [PlateFetched],
        "neko": [TrashSearched],
        "momoko": [DishFetched],
        "satsuki": [SatsukiAsked],
    }
    state = at(tile, discard=("miso",))
    every = (PlateFetched, TrashSearched, DishFetched, SatsukiAsked)
    assert {type(choice) for choice in offered(state, *every)} == set(here[tile])
    if tile != "neko":
        assert refusal(state, TrashSearched(ANA, "green_salmon")) == "staff_not_here"
    assert offered(table(at="L2", discard=("miso",)), *every) == []


def test_hiroshi_fetches_from_the_opposite_side_of_the_row() -> None:
    """« l'assiette … du côté opposé du plateau (sur la même ligne …) »; A17: on top."""
    state = at("hiroshi", stacks={ANA: "YS"})
    assert offered(state, PlateFetched) == [PlateFetched(ANA, 10)]
    assert refusal(state, PlateFetched(ANA, 3)) == "slot_out_of_reach"
    play(state, PlateFetched(ANA, 10))
    assert letters(state.stacks[ANA]) == "YS RC"
    assert state.belt[10] is None


def test_yuki_and_takeshi_fetch_from_the_slots_beside() -> None:
    """« un des emplacements adjacents à la case (à droite ou à gauche sur le tapis roulant) »"""
    state = at("yuki")
    assert offered(state, PlateFetched) == [PlateFetched(ANA, 2), PlateFetched(ANA, 4)]
    assert refusal(state, PlateFetched(ANA, 3)) == "slot_out_of_reach"
    play(state, PlateFetched(ANA, 4))
    assert letters(state.stacks[ANA]) == "BT"


def test_yuki_at_the_ends_of_the_belt_and_beside_the_tunnel_reaches_one_slot() -> None:
    """A10: « no for … Yuki&Takeshi, Hiroshi; opt »"""
    first = table(at="L6", staff={**STAFF, "L6": "yuki"})
    assert offered(first, PlateFetched) == [PlateFetched(ANA, 1)]
    beside = table(at="L1", staff={**STAFF, "L1": "yuki"})
    assert offered(beside, PlateFetched) == [PlateFetched(ANA, 4)]
    assert refusal(beside, PlateFetched(ANA, 6)) == "slot_hidden"
    reach = table(at="L1", staff={**STAFF, "L1": "yuki"}, hidden_plates=True)
    play(reach, PlateFetched(ANA, 6))
    assert letters(reach.stacks[ANA]) == "BK"


@pytest.mark.parametrize(
    ("tile", "slot", "belt"),
    [
        ("hiroshi", 10, BELT.replace("RC", "-")),
        ("yuki", 2, BELT.replace("BO", "-").replace("BT", "-")),
    ],
)
def test_a15_a_helper_without_a_plate_to_fetch_cannot_be_asked(
    tile: str, slot: int, belt: str
) -> None:
    """A15: « Hiroshi/Yuki with empty slots: ability cannot be used (no payment) »"""
    state = at(tile, belt=belt)
    assert offered(state, PlateFetched) == []
    assert refusal(state, PlateFetched(ANA, slot)) == "slot_empty"


def test_x5_neko_brings_a_plate_of_ones_choice_out_of_the_trash() -> None:
    """BO-X5: « yen -1, plate on top »"""
    state = table(at="L1", trash="GS BS GO", belt=BELT.replace("BS", "RS"), stacks={ANA: "BP"})
    play(state, TrashSearched(ANA, "blue_salmon"))
    assert letters(state.stacks[ANA]) == "BP BS"
    assert letters(state.trash) == "GS GO"
    assert state.yen[ANA] == 1


def test_a15_neko_brings_only_what_is_in_the_trash() -> None:
    """A15: « Neko with empty trash … cannot be used »"""
    assert refusal(table(at="L1"), TrashSearched(ANA, "red_tuna")) == "not_in_trash"
    empty = table(at="L1", trash="")
    assert refusal(empty, TrashSearched(ANA, "red_tuna")) == "trash_empty"
    assert offered(empty, TrashSearched) == []


def test_the_same_plate_twice_in_the_trash_is_one_choice() -> None:
    state = table(at="L1", trash="GC GC")
    assert offered(state, TrashSearched) == [TrashSearched(ANA, "green_california")]


def test_momoko_gives_the_top_card_of_the_discard_pile() -> None:
    """« prenez la carte Accompagnement au sommet de la défausse et ajoutez-la à votre main »"""
    state = play(table(at="R1", discard=("mochi", "miso")), DishFetched(ANA))
    assert state.hands[ANA] == ["miso"]
    assert state.discard == ["mochi"]


def test_a26_momoko_gives_nothing_from_an_empty_discard_pile() -> None:
    """A13, A26: « Momoko with an empty discard cannot be used and is not paid »"""
    state = table(at="R1")
    assert refusal(state, DishFetched(ANA)) == "discard_empty"
    assert offered(state, DishFetched) == []


def test_x13_of_three_side_dishes_one_is_discarded_at_once_without_its_effect() -> None:
    """BO-X13, « vous ne pouvez avoir que 2 cartes … en main »; A13: it becomes the top discard."""
    state = table(at="R1", hands={ANA: ["gyoza", "mochi"]}, discard=("yakitori", "miso"))
    play(state, DishFetched(ANA))
    assert state.phase == "discard"
    assert refusal(state, GyozaPlayed(ANA)) == "not_expected"
    assert refusal(state, TurnEnded(ANA)) == "not_expected"
    assert refusal(state, DishDiscarded(ANA, "tempura")) == "not_in_hand"
    assert refusal(state, DishDiscarded(ANA, "sake")) == "no_such_card"
    assert len(offered(state, DishDiscarded)) == 3
    play(state, DishDiscarded(ANA, "gyoza"))
    assert (state.hands[ANA], state.discard) == (["mochi", "miso"], ["yakitori", "gyoza"])
    assert (state.eaten[ANA], state.phase) == ([], "act")


@pytest.mark.parametrize(("end", "stack"), [("top", "YS GT"), ("bottom", "GT YS")])
def test_a16_satsuki_draws_two_and_one_goes_on_top_or_at_the_bottom(end: str, stack: str) -> None:
    """« ajoutez une des deux … sur le dessus ou en dessous … Remettez l'autre … dans le sac »"""
    state = at("satsuki", stacks={ANA: "YS"})
    before = state.bag_size
    play(state, SatsukiAsked(ANA), SatsukiDrew(plates("WS GT")))
    assert state.bag_size == before - 2
    assert len(offered(state, PlateKept)) == 4
    assert refusal(state, PlateKept(ANA, "red_tuna", end)) == "not_drawn"
    assert refusal(state, PlateKept(ANA, "green_tuna", "middle")) == "no_such_end"
    play(state, PlateKept(ANA, "green_tuna", end))
    assert letters(state.stacks[ANA]) == stack
    assert state.bag["white_salmon"] == 1
    assert state.bag_size == before - 1
    assert state.phase == "act"


def test_a25_satsuki_draws_the_last_plate_alone() -> None:
    """A25: « with one plate left … draws one; with none the ability cannot be used »"""
    state = play(at("satsuki", bag="GT", trash=""), SatsukiAsked(ANA))
    assert state.due == 1
    play(state, SatsukiDrew(plates("GT")))
    assert offered(state, PlateKept) == [
        PlateKept(ANA, "green_tuna", "top"),
        PlateKept(ANA, "green_tuna", "bottom"),
    ]
    none = at("satsuki", bag="", trash="")
    assert refusal(none, SatsukiAsked(ANA)) == "no_plates_left"
    assert offered(none, SatsukiAsked) == []


def test_a25_satsuki_takes_the_bag_before_the_trash() -> None:
    state = play(at("satsuki", bag="GT", trash="GS GP"), SatsukiAsked(ANA))
    assert refusal(state, SatsukiDrew(plates("GS GP"))) == "bag_first"
    assert refusal(state, SatsukiDrew(plates("GT GT"))) == "not_in_bag"
    assert refusal(state, SatsukiDrew(plates("GT"))) == "wrong_number_of_plates"
    assert refusal(state, SatsukiDrew(("x", "y"))) == "no_such_plate"
    play(state, SatsukiDrew(plates("GP GT")))
    assert state.trash == []
    assert letters(p for p in PLATES for _ in range(state.bag[p])) == "GS"


def test_satsuki_draws_from_the_trash_when_the_bag_is_empty() -> None:
    state = play(at("satsuki", bag="", trash="GS GP"), SatsukiAsked(ANA))
    play(state, SatsukiDrew(plates("GP GS")), PlateKept(ANA, "green_salmon", "top"))
    assert (state.bag_size, state.bag["green_shrimp"]) == (1, 1)


# Yen


def test_x6_an_action_takes_one_yen() -> None:
    """BO-X6: « +1 yen »"""
    state = play(table(), YenTaken(ANA))
    assert state.yen[ANA] == 3
