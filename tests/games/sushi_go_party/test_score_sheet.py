"""Desserts, the sheet of a round, and the result of a match."""

from itertools import combinations_with_replacement

import pytest

from games.core.outcome import ScoreLine
from games.sushi_go_party.components import FACES_OF, MENUS
from games.sushi_go_party.scoring import FRUIT, outcome, standing
from games.sushi_go_party.state import Sheet, State, start
from tests.games.sushi_go_party.table import desserts, kit_with, laid, many, setup_with, sheet

# Desserts


def test_most_puddings_win_six_and_fewest_lose_six() -> None:
    """SGP-X8 « Ozzie marque 6 points. Orphée et Faustine perdent 6 points chacun. » SGP-X22 (EN)"""
    assert desserts("pudding", many(4, 2, 0, 0, of="pudding")) == [6, 0, -6, -6]
    assert desserts("pudding", many(4, 2, 1, 1, of="pudding")) == [6, 0, -6, -6]
    assert desserts("pudding", many(3, 3, 1, of="pudding")) == [6, 6, -6]


def test_two_seats_never_lose_for_pudding() -> None:
    """SGP-X19 « À 2 joueurs, le joueur ayant le moins de Flans ne perd pas de points. »"""
    assert desserts("pudding", many(1, 0, of="pudding")) == [6, 0]


def test_four_ice_creams_give_twelve() -> None:
    """SGP-X15 « 1, 2 ou 3 … ne rapportent rien, mais 4 Glaces matcha rapportent 12 points. »"""
    worth = [desserts("ice_cream", many(n, 0, of="ice_cream"))[0] for n in range(10)]
    assert worth == [0, 0, 0, 0, 12, 12, 12, 12, 24, 24]


def fruit(*faces: str) -> int:
    """Return what fruit cards give to one of two seats."""
    return desserts("fruit", [laid(*[f"fruit_{face}" for face in faces]), []])[0]


def test_fruit_count_by_kind_and_none_at_all_loses_six() -> None:
    """SGP-X9 « Jonas a 0 symbole pastèque, 1 symbole orange et 4 symboles ananas … 4 points. »

    No cards with two icons each make Jonas' five; the table of the book does.
    « Ozzie n'a joué aucune carte Fruits et perd donc 6 points. »
    """
    assert FRUIT[0] + FRUIT[1] + FRUIT[4] == 4
    assert fruit() == -6
    assert fruit("op", "op", "pp") == -2 + 1 + 6
    assert fruit("wo") == 0 + 0 - 2


def test_every_hand_of_fruit_agrees_with_the_table_of_the_book() -> None:
    """« Nombre de fruit(s) d'une sorte : 0 1 2 3 4 5 ou + ; point(s) : -2 0 1 3 6 10 »"""
    table = {0: -2, 1: 0, 2: 1, 3: 3, 4: 6}
    faces = [face.removeprefix("fruit_") for face in FACES_OF["fruit"]]
    for size in range(6):
        for cards in combinations_with_replacement(faces, size):
            icons = "".join(cards)
            assert fruit(*cards) == sum(table.get(icons.count(kind), 10) for kind in "wop")


def test_a_dessert_copy_counts_among_the_desserts() -> None:
    """A18 « … la Commande spéciale est mise de côté avec les autres desserts. »"""
    assert desserts("pudding", [laid("pudding", "copy:pudding"), laid("pudding"), []]) == [6, 0, -6]
    assert desserts("fruit", [laid("fruit_ww", "copy:fruit_ww"), []])[0] == 6 - 2 - 2


# The sheet


@pytest.mark.parametrize("menu", MENUS)
def test_a_round_has_one_line_for_every_type_that_scores_in_the_order_of_the_box(menu: str) -> None:
    """« Faites ensuite le décompte de toutes les autres cartes jouées à cette manche. »"""
    seats = 4
    setup = setup_with(*MENUS[menu], seats=seats)
    kit = start(setup).kit
    silent = {"chopsticks", "spoon", "menu", "special_order", "wasabi", kit.menu[-1]}
    expected = [
        "packed" if name == "takeout_box" else name for name in kit.menu if name not in silent
    ]
    for lines in sheet(kit, []):
        assert list(lines) == expected
        assert all(line.round == 1 for line in lines.values())


def test_a_line_tells_what_was_counted_in_numbers() -> None:
    kit = kit_with("maki", "onigiri", "edamame", "eel", "tea", "takeout_box", "fruit", seats=3)
    cards = ("squid>wasabi", "salmon", "maki3", "tea", "edamame", "onigiri_circle", "packed:egg")
    lines = sheet(kit, [laid(*cards), laid("edamame", "maki1")])[0]
    assert {rule: line.detail for rule, line in lines.items()} == {
        "nigiri": "3×3 2",
        "maki": "3",
        "eel": "0",
        "onigiri": "1",
        "edamame": "1×1",
        "packed": "1×2",
        "tea": "1×3",
    }


def test_points_scored_in_the_round_are_told_apart_from_icons_left() -> None:
    lines = sheet(kit_with("uramaki", seats=3), [laid("uramaki4")], points=[8, 0, 0], claims=1)
    assert [seat["uramaki"].detail for seat in lines] == ["+8 4", "0", "0"]


def test_a_round_and_desserts_add_up_to_the_points_of_the_example() -> None:
    """SGP-X1 « Ozzie gagne 27 points à la 3e manche ! » Groups of 7, 3, 12 and 5 make 27.

    The pictures are lost; an eel pair, a squid, four ice creams and a tempura pair give the same.
    """
    kit = kit_with("eel", "tempura", "maki", "ice_cream", seats=3)
    lines = sheet(kit, [laid("eel", "eel", "squid", "ice_cream", "tempura", "tempura")])[0]
    earlier = laid("ice_cream", "ice_cream", "ice_cream")
    last = desserts("ice_cream", [[*earlier, *laid("ice_cream")], []])[0]
    groups = [lines["eel"].points, lines["nigiri"].points, last, lines["tempura"].points]
    assert groups == [7, 3, 12, 5]
    assert sum(line.points for line in lines.values()) + last == 27


# The result


def finished(*totals: int, kept: tuple[list[str], ...] = (), seats: int = 3) -> State:
    """Return a state after one round in which each seat scored so much."""
    state = start(setup_with("ice_cream", "uramaki", seats=seats))
    lines = tuple((ScoreLine("nigiri", total, "", 1),) for total in totals)
    state.sheets.append(Sheet(((),) * seats, ((),) * seats, lines))
    for seat, cards in enumerate(kept):
        state.kept[seat] = tuple(laid(*cards))
    return state


def test_the_most_points_win() -> None:
    """« Le joueur cumulant le plus de points est le vainqueur ! »"""
    state = finished(12, -3, 20)
    state.phase = "over"
    result = outcome(state)
    assert result.final
    assert result.ending == "complete"
    assert result.scores == (12, -3, 20)  # A22: below 0 is allowed
    assert result.places == (2, 3, 1)


def test_a_tie_goes_to_the_most_dessert_cards_and_else_is_shared() -> None:
    """A23 « En cas d'égalité, celui ayant le plus de cartes DESSERT l'emporte ! »"""
    state = finished(9, 9, 9, kept=(["ice_cream"], ["ice_cream", "copy:ice_cream"], ["ice_cream"]))
    state.phase = "over"
    assert outcome(state).places == (2, 1, 2)


def test_desserts_wait_for_the_end() -> None:
    """« Il faut les garder jusqu'à la fin de la partie. Elles seront comptées à ce moment-là. »"""
    state = finished(9, 9, 9, kept=(["ice_cream"] * 4, [], []))
    running = outcome(state)
    assert (running.final, running.ending) == (False, "running")
    assert running.scores == (9, 9, 9)
    assert running.places == (1, 1, 1)
    state.phase = "over"
    over = outcome(state)
    assert over.scores == (21, 9, 9)
    assert over.breakdown[0][-1] == ScoreLine("ice_cream", 12, "4")


def test_points_of_the_running_round_count_at_once() -> None:
    """« Il gagne immédiatement 8 points … le joueur avance son pion. »"""
    state = finished(1, 2, 3)
    state.round, state.points = 2, [8, 0, 0]
    result = outcome(state)
    assert result.scores == (9, 2, 3)
    assert result.breakdown[0][-1] == ScoreLine("uramaki", 8, round=2)
    assert len(result.breakdown[1]) == 1


def test_a_standing_is_what_the_round_would_give_now() -> None:
    state = finished(50, 0, 0)
    state.tables[0] = tuple(laid("squid", "uramaki3"))
    state.tables[1] = tuple(laid("uramaki4", "ice_cream", "ice_cream"))
    state.points = [8, 0, 0]
    assert standing(state) == (11, 2, 0)
