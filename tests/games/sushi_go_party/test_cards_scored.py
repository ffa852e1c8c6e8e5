"""GUIDE DES CARTES: what played cards are worth, sentence by sentence, through real turns.

The arithmetic of every card by itself is tested in `test_scoring`.
"""

import pytest

from tests.games.sushi_go_party.position import Table


def played(*turns: str, types: str = "", seats: int = 4) -> Table:
    """Return a table after some turns; a turn names a card per seat, `-` is a plain one."""
    table = Table(*types.split(), seats=seats)
    for turn in turns:
        table.lay(*turn.split())
    return table


@pytest.mark.parametrize(
    ("rule", "turns", "points"),
    [
        # « Chaque sushi omelette vaut 1 point … saumon 2 points … calamar 3 points »
        ("nigiri", ["egg salmon squid -"], [1, 2, 3, 0]),
        # « Ozzie et Jonas ont chacun 4 symboles, Orphée et Faustine en ont 3 chacun » (X2)
        ("maki", ["maki3 maki2 maki1 maki2", "maki1 maki2 maki2 maki1"], [6, 6, 3, 3]),
        # « Ozzie a 3 cartes Temaki, Jonas 2, Orphée et Faustine aucune » (X3)
        ("temaki", ["temaki temaki - -"] * 2 + ["temaki - - -"], [4, 0, -4, -4]),
        # « Nombre de Gyoza(s) : 1 2 3 4 5 ou + »
        ("dumpling", ["dumpling dumpling - -", "dumpling - - -"], [3, 1, 0, 0]),
        # « Ozzie a 3 Edamame, Jonas en a 2 et Orphée en a 1 » (X5)
        (
            "edamame",
            ["edamame edamame edamame -", "edamame edamame - -", "edamame - - -"],
            [6, 4, 2, 0],
        ),
        # « une seule carte Anguille, perdez 3 points … 2 cartes Anguille ou plus, gagnez 7 »
        ("eel", ["eel eel - -", "eel - - -"], [7, -3, 0, 0]),
        # « Jonas a 1 rond, 1 triangle et 2 carrés » (X6)
        (
            "onigiri",
            [
                "- onigiri_circle - -",
                "- onigiri_triangle - -",
                "- onigiri_square - -",
                "- onigiri_square - -",
            ],
            [0, 10, 0, 0],
        ),
        # « Avec 1 ou 2 Sashimis … pas de point. Avec 3 Sashimis … 10 points. »
        ("sashimi", ["sashimi sashimi tempura tempura"] * 2 + ["sashimi - - -"], [10, 0, 0, 0]),
        # « Avec 1 carte Tempura … pas de point. Avec 2 cartes Tempura … 5 points. »
        ("tempura", ["tempura tempura sashimi sashimi", "tempura maki1 maki1 maki1"], [5, 0, 0, 0]),
        # « Avec 1 Tofu … 2 points. Avec 2 Tofu … 6 points. … 3 Tofu et plus … 0 point. »
        ("tofu", ["tofu tofu tofu -", "tofu tofu - -", "tofu - - -"], [0, 6, 2, 0]),
        # « chacune … vaut 4 points si vous avez le plus de couleurs … (OK si égalité) »
        ("soy_sauce", ["soy_sauce soy_sauce egg -", "egg - maki1 -"], [4, 4, 0, 0]),
        # « Il faut comparer tous les joueurs, même ceux sans Sauce soja. »
        ("soy_sauce", ["soy_sauce egg - -", "soy_sauce maki1 - -"], [0, 0, 0, 0]),
    ],
)
def test_played_cards_score_as_the_guide_says(
    rule: str, turns: list[str], points: list[int]
) -> None:
    types = rule if rule != "nigiri" else ""
    assert played(*turns, types=types).worth(rule) == points


def test_the_tea_of_ozzie() -> None:
    """« Ozzie a 1 Wasabi, 1 Sushi calamar et 2 Sushis saumon … Thé vaut 4 points » (X7)"""
    table = played("wasabi", "squid", "salmon", "salmon", "tea", types="wasabi tea")
    assert table.worth("tea") == [4, 0, 0, 0]


def test_desserts_count_as_a_colour_only_in_the_round_in_which_they_were_laid() -> None:
    """« les desserts ne comptent que s'ils ont été posés pendant cette manche »"""
    table = played("pudding egg", "soy_sauce maki1", types="soy_sauce maki pudding", seats=2)
    assert table.worth("soy_sauce") == [4, 0]
    table.end_round()
    table.deal()
    table.lay("soy_sauce", "egg")
    table.lay("soy_sauce", "maki1")
    assert table.worth("soy_sauce") == [0, 0]


def test_most_puddings_win_six_and_fewest_lose_six_at_the_end_of_the_match() -> None:
    """« Ozzie a 4 cartes Flan, Jonas 2, Orphée et Faustine aucune » (X8)"""
    table = played("pudding pudding", "pudding", "pudding", types="pudding tea soy_sauce")
    table.end_round()
    table.deal()
    table.lay("pudding", "pudding")
    table.end_match()
    assert [lines[-1].points for lines in table.outcome().breakdown] == [6, 0, -6, -6]


def test_two_seats_never_lose_for_temaki_or_pudding() -> None:
    """« À 2 joueurs, le joueur ayant le moins … ne perd pas de points. » (X19)"""
    table = played("temaki", "pudding", types="temaki pudding tea soy_sauce", seats=2)
    assert table.worth("temaki") == [4, 0]
    table.end_match()
    assert [lines[-1].points for lines in table.outcome().breakdown] == [6, 0]


def test_four_ice_creams_of_any_rounds_give_twelve() -> None:
    """« 1, 2 ou 3 Glaces matcha ne rapportent rien, mais 4 Glaces matcha rapportent 12 points »"""
    table = played("ice_cream ice_cream", "ice_cream", types="ice_cream tea soy_sauce", seats=2)
    for _ in range(2):
        table.end_round()
        table.deal()
        table.lay("ice_cream", "ice_cream")
    table.end_match()
    assert [lines[-1].points for lines in table.outcome().breakdown] == [12, 0]


def test_fruit_count_by_kind_at_the_end_of_the_match() -> None:
    """« Ozzie n'a joué aucune carte Fruits et perd donc 6 points. » (X9)"""
    table = played("fruit_op", "fruit_pp", types="fruit tea soy_sauce", seats=2)
    table.end_match()
    # No watermelon -2, one orange 0, three pineapples 3.
    assert [lines[-1].points for lines in table.outcome().breakdown] == [1, -6]


def test_a_third_place_for_maki_takes_six_seats() -> None:
    """« De 6 à 8 joueurs : la seconde place rapporte 4 points … une 3e … 2 points » (X16)"""
    for seats, points in ((5, [6, 3, 0]), (6, [6, 4, 2])):
        table = played("maki3 maki2 maki1", types="maki", seats=seats)
        assert table.worth("maki")[:3] == points
