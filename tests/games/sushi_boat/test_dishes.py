"""« Accompagnements »: each of the seven, and when they may be played."""

from typing import Any

import pytest

from games.core.events import Choice
from games.sushi_boat.components import FOUR_PLUS_TEXT, SPACES_TEXT
from games.sushi_boat.events import (
    EdamamePlayed,
    GuessPlaced,
    GyozaPlayed,
    MisoPlayed,
    MochiPlayed,
    PlateEaten,
    TempuraPlayed,
    TurnEnded,
    YakitoriPlayed,
    YenTaken,
)
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import (
    ANA,
    BELT,
    BO,
    RULES,
    STAFF,
    letters,
    offered,
    play,
    refusal,
    table,
)

EVERY = (EdamamePlayed, GyozaPlayed, MisoPlayed, MochiPlayed, TempuraPlayed, YakitoriPlayed)


def holding(*dishes: str, **position: Any) -> State:
    return table(hands={ANA: list(dishes)}, **position)


@pytest.mark.parametrize(
    "event",
    [
        TempuraPlayed(ANA, 3),
        EdamamePlayed(ANA, 3),
        MisoPlayed(ANA),
        GyozaPlayed(ANA),
        YakitoriPlayed(ANA, (1, 2)),
        MochiPlayed(ANA, ("L1", "L3")),
    ],
)
def test_a_side_dish_is_played_from_the_hand_and_then_lies_before_its_player(event: Choice) -> None:
    """« suivez les instructions … puis placez-la face visible en face de vous »; A14."""
    dish = type(event).__name__.removesuffix("Played").lower()
    assert refusal(holding("takoyaki", stacks={ANA: "YS"}), event) == "not_in_hand"
    state = holding(dish, stacks={ANA: "YS"})
    assert event in offered(state, type(event))
    play(state, event)
    assert (state.hands[ANA], state.eaten[ANA], state.discard) == ([], [dish], [])
    assert state.actions == 0


def test_any_number_of_side_dishes_may_be_played_before_between_and_after_the_actions() -> None:
    """« autant de cartes Accompagnement que vous le souhaitez durant votre tour »"""
    state = holding("gyoza", "tempura", at="L5")
    play(state, GyozaPlayed(ANA), PlateEaten(ANA, 1), YenTaken(ANA), TempuraPlayed(ANA, 0))
    assert state.eaten[ANA] == ["gyoza", "tempura"]
    play(state, TurnEnded(ANA))


def test_a7_takoyaki_has_no_use_in_step_3() -> None:
    """A7: « jouez cette carte durant un Défi Wasabi »"""
    state = holding("takoyaki")
    assert offered(state, *EVERY) == []
    assert refusal(state, GuessPlaced(ANA, 0, ("takoyaki",))) == "not_expected"


def test_tempura_pushes_a_plate_one_place_towards_the_trash_and_gives_1_yen() -> None:
    """« poussez-la d'une place vers l'avant … Après avoir poussé l'assiette, prenez 1 yen »"""
    state = play(holding("tempura", belt=BELT.replace("BT", "-")), TempuraPlayed(ANA, 2))
    assert letters(state.belt) == "BS BP - BO BC BM BK RS RP RO RC RT RM RK"
    assert state.yen[ANA] == 3


def test_tempura_may_make_a_plate_fall_into_the_trash() -> None:
    """« ce qui peut forcer une assiette à tomber dans la poubelle »"""
    state = play(holding("tempura"), TempuraPlayed(ANA, 12))
    assert letters(state.belt[11:]) == "RT - RM"
    assert letters(state.trash) == "GS GP GO RK"


def test_tempura_on_the_last_slot_drops_that_plate() -> None:
    state = play(holding("tempura"), TempuraPlayed(ANA, 13))
    assert state.belt[13] is None
    assert letters(state.trash[-1:]) == "RK"


def test_tempura_before_the_tunnel_pushes_the_hidden_plates_on() -> None:
    state = play(holding("tempura", belt=BELT.replace("RO", "-")), TempuraPlayed(ANA, 5))
    assert letters(state.belt) == "BS BP BO BC BT - BM BK RS RP RC RT RM RK"


def test_x7_edamame_swaps_the_top_of_the_stack_with_a_plate_on_the_belt() -> None:
    """BO-X7: « tops swapped, yellow in that slot, +1 yen, card face up = 1 side dish eaten »"""
    belt = BELT.replace("RO", "GT")
    state = holding("edamame", belt=belt, stacks={ANA: "BS YM"})
    play(state, EdamamePlayed(ANA, 9))
    assert letters(state.stacks[ANA]) == "BS GT"
    assert letters(state.belt[9:10]) == "YM"
    assert (state.yen[ANA], state.eaten[ANA]) == (3, ["edamame"])


def test_a12_edamame_needs_a_plate_in_ones_own_stack() -> None:
    """A12: « needs at least one plate in own stack »"""
    state = holding("edamame")
    assert refusal(state, EdamamePlayed(ANA, 3)) == "stack_empty"
    assert offered(state, EdamamePlayed) == []


def test_miso_takes_the_top_card_of_the_discard_pile() -> None:
    """« piochez la carte Accompagnement au sommet de la défausse et ajoutez-la à votre main »"""
    state = play(holding("miso", "gyoza", discard=("mochi", "tempura")), MisoPlayed(ANA))
    assert (state.hands[ANA], state.discard) == (["gyoza", "tempura"], ["mochi"])
    assert (state.yen[ANA], state.phase) == (2, "act")


def test_a26_miso_may_be_eaten_though_the_discard_pile_is_empty() -> None:
    """A26: « except Miso (looks, takes no card when the discard is empty) and Gyoza »"""
    state = play(holding("miso"), MisoPlayed(ANA))
    assert (state.hands[ANA], state.eaten[ANA]) == ([], ["miso"])


def test_gyoza_gives_a_point_and_nothing_else() -> None:
    """« cette carte vaut 1 point de victoire à la fin de la partie »"""
    state = play(holding("gyoza"), GyozaPlayed(ANA))
    assert state.yen[ANA] == 2
    lines = {line.rule: line.points for line in RULES.outcome(state).breakdown[ANA]}
    assert lines["gyoza"] == 1


def test_yakitori_swaps_two_plates_and_gives_1_yen() -> None:
    """« échangez les places de 2 assiettes de votre choix sur le plateau, puis prenez 1 yen »"""
    state = play(holding("yakitori"), YakitoriPlayed(ANA, (9, 1)))
    assert letters(state.belt) == "BS RO BO BC BT BM BK RS RP BP RC RT RM RK"
    assert state.yen[ANA] == 3


@pytest.mark.parametrize("slots", [(), (1,), (1, 1), (1, 2, 3)])
def test_yakitori_swaps_exactly_two_different_plates(slots: tuple[int, ...]) -> None:
    assert refusal(holding("yakitori"), YakitoriPlayed(ANA, slots)) == "not_two_plates"


def test_mochi_swaps_two_staff_tiles_and_gives_no_yen() -> None:
    """« échangez les places de 2 tuiles Personnel »; A12: « gives no yen »"""
    state = play(holding("mochi"), MochiPlayed(ANA, ("R3", "L1")))
    assert state.staff == ["satsuki", "momoko", "yuki", "neko", "hiroshi", "neko", "momoko"]
    assert state.yen[ANA] == 2


@pytest.mark.parametrize(
    ("spaces", "code"),
    [
        (("L1",), "not_two_tiles"),
        (("L1", "L1"), "not_two_tiles"),
        (("L1", "L2"), "no_staff_there"),
        (("L1", "X1"), "no_such_space"),
    ],
)
def test_mochi_swaps_exactly_two_tiles(spaces: tuple[str, ...], code: str) -> None:
    assert refusal(holding("mochi"), MochiPlayed(ANA, spaces)) == code


def test_the_swapped_staff_serve_at_their_new_places() -> None:
    state = play(holding("mochi", at="L1", trash="GS"), MochiPlayed(ANA, ("L1", "R3")))
    assert state.tile == "satsuki"


@pytest.mark.parametrize(
    ("dish", "event"),
    [
        ("tempura", TempuraPlayed(ANA, 6)),
        ("edamame", EdamamePlayed(ANA, 7)),
        ("yakitori", YakitoriPlayed(ANA, (5, 6))),
    ],
)
def test_a10_side_dishes_do_not_reach_the_hidden_plates_unless_the_club_says_so(
    dish: str, event: Choice
) -> None:
    """A10: « no for Tempura, Edamame, Yakitori …; opt »"""
    assert refusal(holding(dish, stacks={ANA: "YS"}), event) == "slot_hidden"
    state = holding(dish, stacks={ANA: "YS"}, hidden_plates=True)
    assert event in offered(state, type(event))
    play(state, event)
    assert state.belt != table().belt


@pytest.mark.parametrize(
    "event", [TempuraPlayed(ANA, 14), EdamamePlayed(ANA, -1), YakitoriPlayed(ANA, (3, 99))]
)
def test_there_are_only_the_slots_of_the_belt(event: Choice) -> None:
    dish = type(event).__name__.removesuffix("Played").lower()
    assert refusal(holding(dish, stacks={ANA: "YS"}), event) == "no_such_slot"


def test_a_side_dish_cannot_touch_an_empty_slot() -> None:
    state = holding("tempura", belt=BELT.replace("BC", "-"))
    assert refusal(state, TempuraPlayed(ANA, 3)) == "slot_empty"
    assert TempuraPlayed(ANA, 3) not in offered(state, TempuraPlayed)


def test_a26_side_dishes_without_a_possible_effect_cannot_be_played() -> None:
    """A26: « Tempura with no visible plate, Yakitori with fewer than two, Mochi with fewer … »"""
    bare = "- - - - - - BK RS - - - - - -"
    state = holding("tempura", "yakitori", belt=bare)
    assert offered(state, *EVERY) == []
    one = "BS - - - - - BK RS - - - - - -"
    assert offered(holding("yakitori", belt=one), YakitoriPlayed) == []
    lonely = {
        "layout": "own",
        "spaces": SPACES_TEXT,
        "four_plus": FOUR_PLUS_TEXT,
        "staff_places": "L1",
    }
    alone = holding("mochi", at="L2", staff={"L1": "neko"}, **lonely)
    assert offered(alone, MochiPlayed) == []
    assert refusal(alone, MochiPlayed(ANA, ("L1", "L2"))) == "no_staff_there"


def test_a_side_dish_left_in_the_hand_counts_for_nothing() -> None:
    """A27: « A Gyoza left in the hand scores nothing. »"""
    state = table(hands={ANA: ["gyoza", "gyoza"], BO: ["gyoza"]})
    assert RULES.outcome(state).scores == (0, 0, 0)


def test_two_equal_cards_in_a_hand_are_one_choice() -> None:
    state = holding("gyoza", "gyoza")
    assert offered(state, GyozaPlayed) == [GyozaPlayed(ANA)]
    assert len(STAFF) == 7
