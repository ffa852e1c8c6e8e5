"""« Contenu » and « Mise en place du jeu », sentence by sentence."""

from collections import Counter
from typing import cast

import pytest

from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.sushi_boat.components import (
    CARDS,
    COLOURS,
    DISHES,
    GREENS,
    PLATE_COUNTS,
    PLATES,
    STAFF_TILES,
    TYPES,
    deck_size,
)
from games.sushi_boat.events import BeltFilled, CardRevealed, StaffPlaced
from games.sushi_boat.layout import Board
from games.sushi_boat.state import State
from tests.games.sushi_boat.table import BELT, RULES, STAFF, plates, play, refusal, table


def fresh(seats: int = 3, **options: object) -> State:
    return RULES.start(make_setup(RULES, seats=seats, options=options))


def with_staff(seats: int = 3) -> State:
    return play(fresh(seats), StaffPlaced(tuple(STAFF.values())))


def board() -> Board:
    return fresh().kit.board


def test_there_are_54_plates_twelve_in_each_of_four_colours_and_six_white() -> None:
    """« 54 assiettes … : 12 dans chacune des 4 couleurs + 6 blanches »"""
    totals = Counter(dict.fromkeys(COLOURS, 0))
    for plate, count in zip(PLATES, PLATE_COUNTS, strict=True):
        totals[plate.split("_")[0]] += count
    assert totals == {"blue": 12, "red": 12, "green": 12, "yellow": 12, "white": 6}


def test_the_placeholder_types_add_up_as_the_table_of_components_says() -> None:
    """4.2: « Totals 7,8,8,8,8,8,7 », seven types."""
    by_type = [sum(PLATE_COUNTS[kind::7]) for kind in range(7)]
    assert by_type == [7, 8, 8, 8, 8, 8, 7]
    assert len(TYPES) == 7
    assert PLATE_COUNTS[28:] == (1, 1, 1, 1, 1, 1, 0)


def test_there_are_25_cards_three_of_each_of_seven_side_dishes_and_four_wasabi() -> None:
    """« 25 cartes, y compris 3 de chacun des 7 Accompagnements, et 4 cartes Wasabi »; A1: seven."""
    cards = fresh().kit.cards
    assert sum(cards.values()) == 25
    assert cards["wasabi"] == 4
    assert len(DISHES) == 7
    for dish in DISHES:
        assert cards[f"{dish}_red"] + cards[f"{dish}_green"] == 3
    assert set(cards) == set(CARDS)


def test_the_placeholder_symbols_are_eleven_red_and_ten_green_and_one_tempura_is_red() -> None:
    """4.2: « 11 red / 10 green »; the only fact: a Tempura with a red symbol."""
    cards = fresh().kit.cards
    assert sum(cards[f"{dish}_red"] for dish in DISHES) == 11
    assert sum(GREENS) == 10
    assert cards["tempura_red"] >= 1


def test_there_are_seven_staff_tiles() -> None:
    """« 7 tuiles Personnel : 2 Neko, 2 Momoko, 1 Yuki & Takeshi, 1 Satsuki, 1 Hiroshi »"""
    assert STAFF_TILES == {"neko": 2, "momoko": 2, "yuki": 1, "satsuki": 1, "hiroshi": 1}


def test_the_shipped_board_is_the_placeholder_of_the_rules() -> None:
    """4.2: 14 slots, 6 rows, 15 spaces, 4+ at R2, L4, R6, seven staff places, three arrow seats."""
    shipped = board()
    assert shipped.length == 14
    assert list(shipped.hidden) == [6, 7]
    for row in range(1, 7):
        assert shipped.rows[6 - row] == shipped.rows[7 + row] == row
    assert len(shipped.names) == 15
    marked = [n for n, four in zip(shipped.names, shipped.four_plus, strict=True) if four]
    assert sorted(marked) == ["L4", "R2", "R6"]
    places = [shipped.names[space] for space in shipped.staff]
    assert places == ["L1", "R1", "L3", "R3", "L5", "R5", "L6"]
    arrows = {
        name: slots
        for name, slots in zip(shipped.names, shipped.slots, strict=True)
        if len(slots) == 2
    }
    assert arrows == {"M2": (4, 9), "M4": (2, 11), "M6": (0, 13)}


def test_a_staff_tile_lies_on_each_place_at_random() -> None:
    """« Mélangez les tuiles Personnel … et placez-en une aléatoirement sur chaque emplacement »"""
    state = fresh()
    (need,) = RULES.needs(state)
    tiles = {
        cast(StaffPlaced, RULES.sample(state, need, SeededRng(seed))).tiles for seed in range(20)
    }
    assert len(tiles) > 10
    for drawn in tiles:
        assert Counter(drawn) == Counter(STAFF_TILES)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        (("neko",) * 6, "wrong_number_of_tiles"),
        (("neko",) * 7, "too_many_tiles"),
        (("neko", "neko", "momoko", "momoko", "yuki", "satsuki", "cat"), "no_such_staff"),
    ],
)
def test_tiles_that_the_box_does_not_hold_are_refused(tiles: tuple[str, ...], code: str) -> None:
    assert refusal(fresh(), StaffPlaced(tiles)) == code


def test_everybody_gets_two_yen() -> None:
    """« Donnez 2 yens de la banque à chaque joueur. »"""
    assert fresh(5).yen == [2] * 5


def test_the_belt_is_filled_with_coloured_plates_and_three_go_into_the_trash() -> None:
    """« … jusqu'à ce que le plateau soit plein. Puis piochez 3 assiettes supplémentaires »"""
    state = with_staff()
    (need,) = RULES.needs(state)
    for seed in range(20):
        event = RULES.sample(state, need, SeededRng(seed))
        assert isinstance(event, BeltFilled)
        assert (len(event.belt), len(event.trash)) == (14, 3)
        assert not any(plate.startswith("white") for plate in (*event.belt, *event.trash))


def test_the_white_plates_are_in_the_bag_after_the_belt_is_full() -> None:
    """« Après avoir rempli le plateau, mettez les assiettes blanches dans le sac »; A23."""
    state = play(with_staff(), BeltFilled(plates(BELT), plates("GS GP GO")))
    assert state.bag_size == 54 - 17
    assert sum(count for plate, count in state.bag.items() if plate.startswith("white")) == 6
    assert state.phase == "reveal"


@pytest.mark.parametrize(
    ("belt", "trash", "code"),
    [
        (BELT[3:], "GS GP GO", "wrong_number_of_plates"),
        (BELT, "GS GP", "wrong_number_of_plates"),
        (BELT.replace("RK", "WS"), "GS GP GO", "white_too_early"),
        (BELT.replace("BP", "BS"), "GS GP GO", "too_many_plates"),
        (BELT, "GS GP WO", "white_too_early"),
    ],
)
def test_a_first_belt_that_cannot_be_is_refused(belt: str, trash: str, code: str) -> None:
    """A23: « never on the initial belt »; the box has one salmon on blue."""
    assert refusal(with_staff(), BeltFilled(plates(belt), plates(trash))) == code


def test_a_plate_that_does_not_exist_is_refused() -> None:
    event = BeltFilled(("blue_pizza", *plates(BELT)[1:]), plates("GS GP GO"))
    assert refusal(with_staff(), event) == "no_such_plate"


def test_the_order_in_which_plates_went_into_the_trash_does_not_matter() -> None:
    one = BeltFilled(plates(BELT), plates("GS GP GO"))
    assert one == BeltFilled(plates(BELT), plates("GO GS GP"))


@pytest.mark.parametrize(
    ("seats", "removed", "deck", "turns"),
    [(2, 7, 18, 9), (3, 4, 21, 7), (4, 1, 24, 6), (5, 0, 25, 5)],
)
def test_x11_cards_are_removed_and_everybody_gets_the_same_number_of_turns(
    seats: int, removed: int, deck: int, turns: int
) -> None:
    """BO-X11: « remove 7/4/1/0; deck 18/21/24/25; 9/7/6/5 turns each; 2 yen each; 3 in trash »"""
    assert deck_size(seats) == deck == 21 - removed + 4
    assert deck == seats * turns
    state = play(with_staff(seats), BeltFilled(plates(BELT), plates("GS GP GO")))
    assert state.deck == deck
    assert state.wasabis == 4
    assert state.yen == [2] * seats
    assert len(state.trash) == 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_first_cards_are_side_dishes_one_for_each_player(seats: int) -> None:
    """« Placez les cartes … que vous avez mis de côté sur le dessus de la pioche »"""
    for turn in range(1, seats + 1):
        state = table(seats=seats, phase="reveal", turn=turn)
        assert refusal(state, CardRevealed("wasabi")) == "wasabi_too_early"
        (need,) = RULES.needs(state)
        assert "wasabi" not in need.forms[0].fields[0].of
    state = table(seats=seats, phase="reveal", turn=seats + 1)
    RULES.check(state, CardRevealed("wasabi"))


def test_the_four_wasabi_cards_are_all_in_the_deck() -> None:
    """A card that leaves too few places for them is refused; « mélangez-les avec les Wasabi »."""
    state = table(seats=2, phase="reveal", turn=15)
    assert refusal(state, CardRevealed("mochi_green")) == "only_wasabi_left"
    (need,) = RULES.needs(state)
    assert need.forms[0].fields[0].of == ("wasabi",)
    assert RULES.sample(state, need, SeededRng(1)) == CardRevealed("wasabi")
    RULES.check(table(seats=2, phase="reveal", turn=14), CardRevealed("mochi_green"))


def test_a_card_comes_up_no_more_often_than_the_box_holds_it() -> None:
    state = table(phase="reveal")
    state.revealed["tempura_red"] = 2
    assert refusal(state, CardRevealed("tempura_red")) == "no_card_left"
    RULES.check(state, CardRevealed("tempura_green"))
    state.revealed["wasabi"] = 4
    assert refusal(state, CardRevealed("wasabi")) == "no_card_left"
    assert refusal(state, CardRevealed("sake_red")) == "no_such_card"


def test_cards_removed_unseen_may_be_any_and_the_deck_is_drawn_evenly() -> None:
    """« retirez au hasard …, sans les regarder »: side dishes that are left are equally likely."""
    state = table(seats=2, phase="reveal", turn=3)
    (need,) = RULES.needs(state)
    drawn = Counter(
        cast(CardRevealed, RULES.sample(state, need, SeededRng(seed))).card for seed in range(4000)
    )
    assert 800 < drawn["wasabi"] < 1200  # 4 of 16
    dishes = Counter(dict.fromkeys(DISHES, 0))
    for card, count in drawn.items():
        if card != "wasabi":
            dishes[card.split("_")[0]] += count
    assert all(330 < count < 530 for count in dishes.values())
