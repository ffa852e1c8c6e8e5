"""Points of a round: every sentence of the guide to the cards, and every ruling on scoring."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.sushi_go_party.components import COLOUR_OF, DESSERTS, FACES_OF
from games.sushi_go_party.scoring import english_places
from tests.games.sushi_go_party.table import (
    column,
    desserts,
    kit_with,
    laid,
    many,
    sheet,
)


def alone(rule: str, *cards: str) -> int:
    """Return what one rule gives to the first of three seats when the others have nothing."""
    return column(rule, [laid(*cards), [], []])[0]


# Nigiri and wasabi


@pytest.mark.parametrize(("face", "plain"), [("egg", 1), ("salmon", 2), ("squid", 3)])
def test_nigiri_count_one_two_or_three_and_three_times_as_much_on_wasabi(
    face: str, plain: int
) -> None:
    """SGP-X10 « Chaque sushi omelette vaut 1 point … sur une carte Wasabi vaut 3 points. »"""
    assert alone("nigiri", face) == plain
    assert alone("nigiri", f"{face}>wasabi") == 3 * plain
    assert alone("nigiri", face, f"{face}>wasabi", face) == 5 * plain


def test_a_wasabi_triples_only_the_nigiri_that_lies_on_it() -> None:
    """« Vous ne pouvez placer qu'un SUSHI sur chaque Wasabi. »"""
    assert alone("nigiri", "wasabi", "squid", "egg>wasabi") == 6


def test_a_wasabi_without_a_nigiri_is_worth_nothing_and_has_no_line() -> None:
    """« Un Wasabi sans Sushi dessus vaut 0 point. »"""
    lines = sheet(kit_with("wasabi"), [laid("wasabi", "wasabi")])[0]
    assert sum(line.points for line in lines.values()) == 0
    assert "wasabi" not in lines


# Rolls


def test_most_maki_icons_give_six_the_second_most_three_and_ties_share_in_full() -> None:
    """SGP-X2 « Ozzie et Jonas gagnent 6 points chacun, Orphée et Faustine 3 points chacun. »"""
    tables = [
        laid("maki1", "maki3"),
        laid("maki2", "maki2"),
        laid("maki3"),
        laid("maki1", "maki2"),
    ]
    assert column("maki", tables) == [6, 6, 3, 3]


def test_a_tie_for_most_maki_leaves_the_second_place() -> None:
    """SGP-X20 Icons 5, 5, 3, 1."""
    tables = [laid("maki3", "maki2"), laid("maki2", "maki3"), laid("maki3"), laid("maki1")]
    assert column("maki", tables) == [6, 6, 3, 0]


def test_a_place_for_maki_takes_at_least_one_icon() -> None:
    """« Le joueur en ayant le 2e plus grand nombre (au moins 1) marque 3 points. »"""
    assert column("maki", [laid("maki1"), [], [], []]) == [6, 0, 0, 0]
    assert column("maki", [[], [], []]) == [0, 0, 0]


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_six_or_more_seats_have_a_second_place_of_four_and_a_third_of_two(seats: int) -> None:
    """SGP-X16 « De 6 à 8 joueurs : la seconde place rapporte 4 points et … 2 points. »"""
    tables = [laid("maki1"), laid("maki3"), laid("maki2"), laid("maki2"), [], laid("maki3")]
    tables += [[]] * (seats - 6)
    assert column("maki", tables)[:6] == [2, 6, 4, 4, 0, 6]
    assert column("maki", [laid("maki1")] + [[]] * (seats - 1)) == [6] + [0] * (seats - 1)


def test_five_seats_still_have_two_places_for_maki() -> None:
    """« Si vous jouez avec les Makis saumon de 6 à 8 joueurs, retournez la tuile. »"""
    tables = [laid("maki3"), laid("maki2"), laid("maki1"), [], []]
    assert column("maki", tables) == [6, 3, 0, 0, 0]


def test_most_temaki_win_four_and_fewest_lose_four() -> None:
    """SGP-X3 « Ozzie marque 4 points. Orphée et Faustine perdent 4 points chacun. »"""
    assert column("temaki", many(3, 2, 0, 0, of="temaki")) == [4, 0, -4, -4]


def test_ties_for_most_temaki_all_win() -> None:
    """« Ils gagnent ou perdent tous les 4 points. »"""
    assert column("temaki", many(2, 2, 1, of="temaki")) == [4, 4, -4]


def test_two_seats_never_lose_for_temaki() -> None:
    """SGP-X19 « À 2 joueurs, le joueur ayant le moins de Temaki ne perd pas de points. »"""
    assert column("temaki", many(3, 0, of="temaki")) == [4, 0]


@pytest.mark.parametrize("name", ["temaki", "pudding"])
def test_all_equal_is_nothing_for_three_and_a_prize_for_two_who_have_any(name: str) -> None:
    """A21 Three or more: + and − make 0; two: both win if they have one."""
    score = desserts if name == "pudding" else column
    prize = 6 if name == "pudding" else 4
    assert score(name, many(2, 2, 2, of=name)) == [0, 0, 0]
    assert score(name, many(0, 0, 0, of=name)) == [0, 0, 0]
    assert score(name, many(1, 1, of=name)) == [prize, prize]
    assert score(name, many(0, 0, of=name)) == [0, 0]


FRENCH = kit_with("uramaki", seats=3)
ENGLISH = kit_with("uramaki", seats=3, uramaki="en")


def test_points_for_ten_uramaki_and_the_prize_for_the_most_left_add_up() -> None:
    """SGP-X4 « Orphée et Jonas ont le plus de symboles (4 chacun) … 2 points chacun. »"""
    tables = [[], laid("uramaki4"), laid("uramaki4")]  # Ozzie, Jonas, Orphée
    assert column("uramaki", tables, kit=FRENCH, points=[8, 8, 0], claims=1) == [8, 10, 2]


def test_the_prize_for_the_most_uramaki_takes_an_icon_and_ignores_places() -> None:
    """A3 « Le joueur avec le plus de symboles California devant lui gagne 2 points. »"""
    assert column("uramaki", [[], [], []], kit=FRENCH) == [0, 0, 0]
    late = [laid("uramaki5", "uramaki5"), laid("uramaki3"), []]
    assert column("uramaki", late, kit=FRENCH, points=[8, 6, 0], claims=2) == [10, 6, 0]


def test_an_unclaimed_english_place_goes_to_the_most_icons_at_the_end() -> None:
    """EN: the end of the round awards only the next unclaimed place, 8, 5 or 2."""
    tables = [laid("uramaki3"), laid("uramaki5"), laid("uramaki5")]
    for claims, prize in enumerate((8, 5, 2, 0)):
        got = column("uramaki", tables, kit=ENGLISH, claims=claims)
        assert got == [0, prize, prize]
    assert english_places([[], []], 0, end=True) == []


def test_english_places_of_one_turn_go_by_icons() -> None:
    """EN: same-turn ties are first broken by the icon total."""
    ten, eleven, twelve = ["uramaki5"] * 2, ["uramaki4", "uramaki4", "uramaki3"], ["uramaki4"] * 3
    tables = [laid(*ten), laid(*twelve), laid(*eleven), laid("uramaki5")]
    assert english_places(tables, 0, end=False) == [(0, 2), (1, 8), (2, 5)]
    assert english_places(tables, 1, end=False) == [(1, 5), (2, 2)]  # the third place is the last
    assert english_places(tables, 3, end=False) == []


def test_english_ties_share_a_place_and_skip_the_next() -> None:
    """EN: remaining ties share and skip the next place."""
    ten = laid("uramaki5", "uramaki5")
    eleven = laid("uramaki4", "uramaki4", "uramaki3")
    assert english_places([ten, ten, ten], 0, end=False) == [(0, 8), (1, 8), (2, 8)]
    assert english_places([ten, eleven, eleven], 0, end=False) == [(0, 2), (1, 8), (2, 8)]
    assert english_places([ten, ten, []], 2, end=False) == [(0, 2), (1, 2)]
    assert english_places([laid("uramaki5"), [], []], 0, end=False) == []


# Appetizers


@pytest.mark.parametrize(
    ("name", "worth"),
    [
        # SGP-X14 « Avec 2 cartes Tempura, vous marquez 5 points. » « … plusieurs paires … »
        ("tempura", [0, 0, 5, 5, 10, 10, 15, 15, 20]),
        # SGP-X14 « Avec 3 Sashimis, vous marquez 10 points. » « … plusieurs séries de 3 … »
        ("sashimi", [0, 0, 0, 10, 10, 10, 20, 20, 20]),
        # SGP-X11 « Nombre de Gyoza(s) : 1 2 3 4 5 ou + ; point(s) : 1 3 6 10 15 »
        ("dumpling", [0, 1, 3, 6, 10, 15, 15, 15, 15]),
        # SGP-X12 « une seule carte Anguille, perdez 3 points … 2 ou plus, gagnez 7 points »
        ("eel", [0, -3, 7, 7, 7, 7, 7, 7, 7]),
        # SGP-X13 « Si vous avez 3 Tofu et plus, ils valent tous 0 point. »
        ("tofu", [0, 2, 6, 0, 0, 0, 0, 0, 0]),
        # « … jusqu'à la fin de la manche où elle vaudra 3 points » « … plusieurs Soupes miso … »
        ("miso", [0, 3, 6, 9, 12, 15, 18, 21, 24]),
    ],
)
def test_appetizers_of_one_face_count_by_their_number(name: str, worth: list[int]) -> None:
    assert [alone(name, *[name] * number) for number in range(9)] == worth


def test_edamame_give_a_point_for_each_opponent_who_has_some() -> None:
    """SGP-X5 « Chacune des cartes Edamame d'Ozzie vaut 2 points … Jonas 4 … Orphée 2. »"""
    assert column("edamame", many(3, 2, 1, 0, of="edamame")) == [6, 4, 2, 0]


def test_the_only_one_with_edamame_gets_nothing() -> None:
    """« Si vous êtes le seul à en avoir joué à cette manche, vous ne gagnez pas de point. »"""
    assert column("edamame", many(3, 0, 0, of="edamame")) == [0, 0, 0]


def test_no_edamame_is_worth_more_than_four() -> None:
    """« Aucune carte Edamame ne peut valoir plus de 4 points. »"""
    assert column("edamame", many(1, 1, 1, 1, 2, of="edamame")) == [4, 4, 4, 4, 8]
    assert column("edamame", many(1, 1, 1, 1, 1, 1, 2, 0, of="edamame")) == [4] * 6 + [8, 0]


def onigiri(circles: int, triangles: int, squares: int, rectangles: int) -> int:
    """Return what so many of each shape give."""
    shapes = zip(FACES_OF["onigiri"], (circles, triangles, squares, rectangles), strict=True)
    return alone("onigiri", *[face for face, number in shapes for _ in range(number)])


def test_onigiri_count_different_shapes_and_make_several_sets() -> None:
    """SGP-X6 « 9 points pour la série de 3 … et 1 point pour la seconde …, soit 10 points. »"""
    assert onigiri(1, 1, 2, 0) == 10
    assert [onigiri(*[1] * n, *[0] * (4 - n)) for n in range(5)] == [0, 1, 4, 9, 16]
    assert onigiri(2, 2, 2, 2) == 32


def test_onigiri_sets_are_the_best_that_can_be_made() -> None:
    """« Vous pouvez réaliser plusieurs séries de formes différentes. »"""
    best: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 0}
    worth = (0, 1, 4, 9, 16)
    for shapes in product(range(4), repeat=4):  # copies may exceed the two of the box
        for one in product((0, 1), repeat=4):
            rest = tuple(n - taken for n, taken in zip(shapes, one, strict=True))
            if sum(one) and min(rest) >= 0:
                best[shapes] = max(best.get(shapes, 0), worth[sum(one)] + best[rest])
        assert onigiri(*shapes) == best[shapes]


# Specials


def test_tea_counts_the_largest_colour_wasabi_with_nigiri() -> None:
    """SGP-X7 « Ces 4 cartes jaunes font que sa carte Thé vaut 4 points. »"""
    assert alone("tea", "wasabi", "squid", "salmon", "salmon", "tea") == 4
    assert alone("tea", "squid>wasabi", "salmon", "salmon", "tea", "maki1") == 4


def test_every_tea_counts_and_tea_has_a_colour_too() -> None:
    """A19 « Chacune de vos cartes Thé vaut 1 point par carte de la couleur choisie. »"""
    assert alone("tea", "tea") == 1
    assert alone("tea", "tea", "tea", "eel", "eel") == 4
    assert alone("tea", "tea", "tea", "tea") == 9
    assert alone("tea", "eel", "eel") == 0


def test_tea_counts_desserts_of_this_round_unless_a_club_says_otherwise() -> None:
    """A19 Desserts of the current round count for tea; `tea_counts_desserts` turns it off."""
    table = laid("tea", "pudding", "pudding", "pudding")
    for counted, points in ((True, 3), (False, 1)):
        kit = kit_with("tea", "pudding", tea_counts_desserts=counted)
        assert column("tea", [table], kit=kit)[0] == points


def test_soy_sauce_gives_four_each_for_the_most_colours_even_when_tied() -> None:
    """« Chacune … vaut 4 points si vous avez le plus de couleurs différentes (OK si égalité). »"""
    two = laid("soy_sauce", "soy_sauce", "maki1", "maki3")
    assert column("soy_sauce", [two, laid("soy_sauce", "tofu"), laid("eel")]) == [8, 4, 0]


def test_soy_sauce_is_compared_with_seats_that_have_none() -> None:
    """A20 « Il faut comparer tous les joueurs, même ceux sans Sauce soja. »"""
    assert column("soy_sauce", [laid("soy_sauce", "egg"), laid("egg", "eel", "tofu")]) == [0, 0]


def test_soy_sauce_has_a_colour_and_wasabi_shares_that_of_nigiri() -> None:
    """« Les cartes Sauce soja sont prises en compte pour les couleurs. »"""
    assert column("soy_sauce", [laid("soy_sauce"), laid("egg")]) == [4, 0]
    assert (
        column("soy_sauce", [laid("soy_sauce", "egg>wasabi"), laid("egg", "eel", "tofu")])[0] == 0
    )


def test_soy_sauce_counts_desserts_of_this_round() -> None:
    """« Les desserts ne comptent que s'ils ont été posés pendant cette manche. »"""
    for counts in (True, False):  # the option is about tea only
        kit = kit_with("soy_sauce", seats=2, tea_counts_desserts=counts)
        tables = [laid("soy_sauce", "pudding"), laid("egg", "tofu")]
        assert column("soy_sauce", tables, kit=kit) == [4, 0]


def test_unused_chopsticks_and_spoons_are_worth_nothing_and_have_no_line() -> None:
    """« Des Baguettes inutilisées valent 0 point. » « Une Cuillère inutilisée vaut 0 point. »"""
    kit = kit_with("chopsticks", "spoon")
    lines = sheet(kit, [laid("chopsticks1", "chopsticks3", "spoon4")])[0]
    assert sum(line.points for line in lines.values()) == 0
    assert not {"chopsticks", "spoon"} & set(lines)


def test_a_packed_card_is_worth_two_and_nothing_else() -> None:
    """A11 « Ces cartes ne sont plus prises en compte … mais elles vaudront 2 points. »"""
    kit = kit_with("takeout_box", "eel", "tofu", seats=3)
    lines = sheet(kit, [laid("eel", "packed:eel", "packed:tofu", "packed:squid")])[0]
    assert lines["packed"].points == 6
    assert lines["eel"].points == -3
    assert lines["tofu"].points == lines["nigiri"].points == 0


def test_a_packed_card_has_no_colour() -> None:
    """A20 « … et n'ont plus de « couleur » »."""
    kit = kit_with("takeout_box", "soy_sauce", seats=2)
    tables = [laid("soy_sauce", "packed:eel", "packed:tofu"), laid("egg", "tofu")]
    assert column("soy_sauce", tables, kit=kit) == [0, 0]
    kit = kit_with("takeout_box", "tea", seats=2)
    tables = [laid("tea", "packed:eel", "packed:eel", "packed:tea"), []]
    assert column("tea", tables, kit=kit) == [1, 0]


def test_packed_cards_have_a_line_only_where_takeout_boxes_are_on_the_menu() -> None:
    assert "packed" in sheet(kit_with("takeout_box"), [[]])[0]
    assert "packed" not in sheet(kit_with("tea", "wasabi"), [[]])[0]


def test_a_special_order_scores_exactly_as_what_it_copies() -> None:
    """« … marque des points exactement comme si elle était la carte copiée. »"""
    kit = kit_with("special_order", "tempura", "onigiri", "maki", seats=2)
    cards = ("tempura", "copy:tempura", "onigiri_circle", "copy:onigiri_circle", "copy:maki3")
    first, second = sheet(kit, [laid(*cards), laid("maki2")])
    assert first["tempura"].points == 5
    assert first["onigiri"].points == 2
    assert (first["maki"].points, second["maki"].points) == (6, 3)
    assert "special_order" not in first


def test_a_copied_nigiri_counts_three_times_only_on_its_own_wasabi() -> None:
    """« … la Commande spéciale n'est pas considérée comme étant aussi sur ce Wasabi. »"""
    kit = kit_with("special_order", "wasabi")
    assert column("nigiri", [laid("squid>wasabi", "copy:squid")], kit=kit)[0] == 12
    assert column("nigiri", [laid("squid", "copy:squid>wasabi")], kit=kit)[0] == 12


def test_a_special_order_has_the_colour_of_what_it_copies() -> None:
    """« Une Commande spéciale prend la couleur de la carte qu'elle copie. »"""
    kit = kit_with("special_order", "tea", seats=2)
    assert column("tea", [laid("tea", "eel", "eel", "copy:eel")], kit=kit)[0] == 3
    kit = kit_with("special_order", "soy_sauce", seats=2)
    tables = [laid("soy_sauce", "copy:soy_sauce"), laid("egg", "copy:tofu")]
    assert column("soy_sauce", tables, kit=kit)[0] == 0


COLOURED = ["egg", "squid>wasabi", "wasabi", "maki1", "maki3", "eel", "tofu", "pudding"]
TABLES = st.lists(
    st.lists(st.sampled_from([*COLOURED, "packed:eel", "soy_sauce", "tea"]), max_size=10),
    min_size=4,
    max_size=4,
)


@given(TABLES, st.booleans())
def test_tea_and_soy_sauce_agree_with_a_naive_count_of_colours(
    texts: list[list[str]], counted: bool
) -> None:
    """A19, A20 by hand: look at every card's background one by one."""
    tables = [laid(*cards) for cards in texts]
    kit = kit_with("tea", "soy_sauce", "pudding", "eel", "tofu", tea_counts_desserts=counted)
    faces = [[card.face for card in table if card.face] for table in tables]
    colours = [len({COLOUR_OF[face] for face in seen}) for seen in faces]
    for seat, lines in enumerate(sheet(kit, tables)):
        most = colours[seat] == max(colours)
        assert lines["soy_sauce"].points == 4 * most * faces[seat].count("soy_sauce")
        sizes = Counter(COLOUR_OF[face] for face in faces[seat] if counted or face not in DESSERTS)
        assert lines["tea"].points == sum(
            max(sizes.values()) for face in faces[seat] if face == "tea"
        )
