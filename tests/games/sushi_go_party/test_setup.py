"""MATÉRIEL, PRÉPARATION, SÉLECTION DES CARTES and the deal: one test per sentence or ruling."""

from collections import Counter

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.core.setup import Setup
from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_go_party.components import (
    BY_NAME,
    COLOUR_OF,
    COPIES,
    DESSERTS,
    DESSERTS_ADDED,
    FACES_OF,
    HAND_SIZES,
    MENUS,
    NUMBER,
    TYPES,
)
from games.sushi_go_party.events import Dealt
from games.sushi_go_party.state import start
from tests.games.sushi_go_party.position import RULES, Table
from tests.games.sushi_go_party.table import kit_with

OWN = ["maki", "tempura", "sashimi", "dumpling", "tea", "wasabi", "pudding"]


def setup(seats: int = 4, **options: object) -> Setup:
    return make_setup(RULES, seats=seats, options=options)


def refusal(seats: int = 4, **options: object) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        setup(seats, **options)
    return caught.value


# MATÉRIEL


def test_the_box_holds_181_cards() -> None:
    """« 181 cartes »"""
    assert sum(COPIES.values()) == 181


@pytest.mark.parametrize(
    ("group", "types", "each"),
    [
        ("nigiri", {"nigiri"}, 12),
        ("roll", {"maki", "temaki", "uramaki"}, 12),
        (
            "appetizer",
            {"tempura", "sashimi", "dumpling", "eel", "tofu", "onigiri", "edamame", "miso"},
            8,
        ),
        (
            "special",
            {"chopsticks", "soy_sauce", "tea", "menu", "spoon", "special_order", "takeout_box"}
            | {"wasabi"},
            3,
        ),
        ("dessert", {"pudding", "ice_cream", "fruit"}, 15),
    ],
)
def test_every_group_has_its_types_and_each_type_its_number_of_cards(
    group: str, types: set[str], each: int
) -> None:
    """« LES SUSHIS x 12, LES MAKIS 12 de chaque, LES HORS D'ŒUVRE 8 de chaque, … »"""
    assert {kind.name for kind in TYPES if kind.group == group} == types
    for name in types:
        assert sum(COPIES[face] for face in FACES_OF[name]) == each


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("nigiri", {"egg": 4, "salmon": 5, "squid": 3}),
        ("maki", {"maki1": 4, "maki2": 5, "maki3": 3}),
        ("uramaki", {"uramaki3": 4, "uramaki4": 4, "uramaki5": 4}),
        (
            "onigiri",
            {
                "onigiri_circle": 2,
                "onigiri_triangle": 2,
                "onigiri_square": 2,
                "onigiri_rectangle": 2,
            },
        ),
        (
            "fruit",
            {
                "fruit_ww": 2,
                "fruit_oo": 2,
                "fruit_pp": 2,
                "fruit_wo": 3,
                "fruit_wp": 3,
                "fruit_op": 3,
            },
        ),
    ],
)
def test_types_with_several_faces_have_the_copies_that_the_sources_agree_on(
    name: str, faces: dict[str, int]
) -> None:
    """Only pictures show them; see the sources of `components`."""
    assert dict(BY_NAME[name].faces) == faces


def test_there_are_as_many_of_each_fruit() -> None:
    """Fifteen cards with two icons each: ten of each of the three fruits."""
    icons = Counter("".join(face[-2:] * COPIES[face] for face in FACES_OF["fruit"]))
    assert icons == {"w": 10, "o": 10, "p": 10}


def test_chopsticks_spoons_menus_and_boxes_are_numbered_from_1_to_12_and_nothing_else_is() -> None:
    """« du nombre inscrit en bas à droite des cartes concernées »"""
    assert sorted(NUMBER.values()) == list(range(1, 13))
    assert {NUMBER[face] for face in FACES_OF["chopsticks"]} == {1, 2, 3}
    assert {NUMBER[face] for face in FACES_OF["spoon"]} == {4, 5, 6}
    assert {NUMBER[face] for face in FACES_OF["menu"]} == {7, 8, 9}
    assert {NUMBER[face] for face in FACES_OF["takeout_box"]} == {10, 11, 12}


def test_only_wasabi_shares_its_colour_with_another_type() -> None:
    """« Ozzie a 1 Wasabi, 1 Sushi calamar et 2 Sushis saumon. Ces 4 cartes jaunes … »"""
    assert COLOUR_OF["wasabi"] == COLOUR_OF["egg"] == COLOUR_OF["squid"]
    colours = Counter(COLOUR_OF[kind.faces[0][0]] for kind in TYPES)
    assert {colour for colour, types in colours.items() if types > 1} == {"nigiri"}


# PRÉPARATION


def test_all_copies_of_every_chosen_type_are_in_play() -> None:
    """« Pour chaque type de carte choisi, prenez tous les exemplaires de cartes (même nom). »"""
    kit = kit_with("maki", "onigiri", "tofu", "miso", "menu", "wasabi", "fruit")
    assert kit.box == {face: COPIES[face] for name in kit.menu for face in FACES_OF[name]}


@pytest.mark.parametrize("menu", MENUS)
def test_desserts_make_a_pile_and_all_other_cards_the_deck(menu: str) -> None:
    """« Mélangez les cartes DESSERT … Mélangez ensemble toutes les autres cartes choisies … »"""
    state = start(setup(4, menu=menu))
    others = sum(n for face, n in state.kit.box.items() if face not in DESSERTS)
    assert others == 54
    assert (state.deck, state.pile) == (54 + 5, 15 - 5)


# SÉLECTION DES CARTES


@pytest.mark.parametrize(
    ("menu", "cards"),
    [
        ("my_first_meal", "maki tempura sashimi miso tea wasabi ice_cream"),
        ("sushi_go", "maki tempura sashimi dumpling chopsticks wasabi pudding"),
        ("party_sampler", "temaki tempura dumpling tofu menu wasabi ice_cream"),
        ("master_menu", "temaki sashimi tofu onigiri spoon takeout_box fruit"),
        ("points_platter", "uramaki dumpling onigiri edamame special_order tea ice_cream"),
        ("cutthroat_combo", "temaki eel tofu miso spoon soy_sauce pudding"),
        ("big_banquet", "maki tempura dumpling eel chopsticks spoon ice_cream"),
        ("dinner_for_two", "uramaki tofu onigiri miso menu special_order fruit"),
    ],
)
def test_the_eight_menus_are_those_of_the_book_with_nigiri_in_all(menu: str, cards: str) -> None:
    """« Choisissez-en une : MENU ENFANT, MENU CLASSIQUE, MENU DÉCOUVERTE, … »"""
    assert len(MENUS) == 8
    assert start(setup(4, menu=menu)).kit.menu == ("nigiri", *cards.split())


@pytest.mark.parametrize(
    ("menu", "least", "most"),
    [
        ("my_first_meal", 2, 8),
        ("sushi_go", 2, 8),
        ("party_sampler", 2, 6),
        ("master_menu", 3, 8),
        ("points_platter", 3, 6),
        ("cutthroat_combo", 3, 8),
        ("big_banquet", 3, 8),
        ("dinner_for_two", 2, 6),
    ],
)
def test_a_menu_is_for_the_seats_that_all_its_cards_allow(menu: str, least: int, most: int) -> None:
    """The legal players of each menu follow from the two restrictions."""
    for seats in range(2, 9):
        if least <= seats <= most:
            assert start(setup(seats, menu=menu)).kit.seats == seats
        else:
            assert refusal(seats, menu=menu).code == "card_not_for_seats"


def test_a_menu_of_ones_own_has_nigiri_without_saying_so() -> None:
    """« Choisissez votre propre combinaison … Les SUSHIS (oui toujours !) »"""
    assert start(setup(menu="a_la_carte", cards=OWN)).kit.menu[0] == "nigiri"
    assert refusal(menu="a_la_carte", cards=["nigiri", *OWN]).code == "option_not_offered"


@pytest.mark.parametrize(
    ("cards", "group", "wanted", "found"),
    [
        (OWN[1:], "roll", 1, 0),
        ([*OWN, "temaki"], "roll", 1, 2),
        (["maki", *OWN[2:]], "appetizer", 3, 2),
        ([*OWN, "eel"], "appetizer", 3, 4),
        ([*OWN[:5], "pudding"], "special", 2, 1),
        ([*OWN, "chopsticks"], "special", 2, 3),
        (OWN[:-1], "dessert", 1, 0),
        ([*OWN, "fruit"], "dessert", 1, 2),
        ([], "roll", 1, 0),
    ],
)
def test_a_menu_of_ones_own_needs_one_roll_three_appetizers_two_specials_one_dessert(
    cards: list[str], group: str, wanted: int, found: int
) -> None:
    """« 1 type de MAKIS, 3 types de HORS D'ŒUVRE, 2 types de SUPPLÉMENTS, 1 type de DESSERTS »"""
    caught = refusal(menu="a_la_carte", cards=cards)
    assert caught.code == "menu_wrong_composition"
    assert caught.params == {"group": [group], "wanted": wanted, "found": found}


def test_every_legal_pair_of_specials_can_be_chosen() -> None:
    """« Choisissez votre propre combinaison avec les cartes que vous aimez ! »"""
    specials = [kind.name for kind in TYPES if kind.group == "special"]
    for one in specials:
        for other in specials:
            if one != other:
                cards = [*OWN[:4], one, other, "fruit"]
                assert {one, other} <= set(start(setup(menu="a_la_carte", cards=cards)).kit.menu)


@pytest.mark.parametrize(
    ("card", "instead_of", "least", "most"),
    [
        ("menu", "tea", 2, 6),
        ("special_order", "tea", 2, 6),
        ("spoon", "tea", 3, 8),
        ("edamame", "tempura", 3, 8),
    ],
)
def test_four_types_are_not_for_every_number_of_seats(
    card: str, instead_of: str, least: int, most: int
) -> None:
    """« Menu et Commande spéciale … pas … à 7 ou 8 joueurs. Cuillère et Edamame … pas … à 2 »"""
    cards = [card if name == instead_of else name for name in OWN]
    for seats in range(2, 9):
        if least <= seats <= most:
            assert card in start(setup(seats, menu="a_la_carte", cards=cards)).kit.menu
        else:
            caught = refusal(seats, menu="a_la_carte", cards=cards)
            assert caught.code == "card_not_for_seats"
            assert caught.params == {
                "cards": [card],
                "seats": seats,
                "least": least,
                "most": most,
            }


def test_cards_are_chosen_one_by_one_only_for_a_menu_of_ones_own() -> None:
    assert refusal(menu="my_first_meal", cards=OWN).code == "cards_need_a_la_carte"


def test_a_menu_that_does_not_exist_and_a_card_named_twice_are_refused() -> None:
    assert refusal(menu="breakfast").code == "option_not_offered"
    assert refusal(menu="a_la_carte", cards=[*OWN, "tea"]).code == "option_not_offered"


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_two_to_eight_play(seats: int) -> None:
    """« De 2 à 8 joueurs »"""
    caught = refusal(seats)
    assert caught.code == "wrong_seat_count"
    assert caught.params == {"seats": seats, "least": 2, "most": 8}


# DÉROULEMENT D'UNE MANCHE


@pytest.mark.parametrize(
    ("seats", "added"),
    [(seats, (5, 3, 2) if seats <= 5 else (7, 5, 3)) for seats in range(2, 9)],
)
def test_some_desserts_are_shuffled_in_before_each_round(
    seats: int, added: tuple[int, ...]
) -> None:
    """« Avant chaque manche, mélangez une partie des cartes DESSERT … selon ce tableau » (X17)"""
    table = Table("soy_sauce", "tea", seats=seats)
    dealt = seats * HAND_SIZES[seats]
    for number in range(3):
        shuffled = sum(added[: number + 1])
        kept = sum(map(len, table.state.kept))
        assert table.state.pile == 15 - shuffled
        assert table.state.deck == 54 + shuffled - kept - dealt
        table.end_round()
        if number < 2:
            table.deal()
    # « NB : de 2 à 5 joueurs, vous n'utiliserez pas les 5 cartes Dessert restantes. »
    assert table.state.pile == (5 if seats <= 5 else 0)


@pytest.mark.parametrize(
    ("seats", "size"), [(2, 10), (3, 10), (4, 9), (5, 9), (6, 8), (7, 8), (8, 7)]
)
def test_hands_have_the_size_of_the_table_of_the_book(seats: int, size: int) -> None:
    """« distribuez des cartes face cachée à chaque joueur selon ce tableau » (X18)"""
    table = Table(seats=seats)
    assert [hand.size for hand in table.state.hands] == [size] * seats
    state = start(setup(seats))
    assert RULES.needs(state)[0].forms[0].fields[0].least == size
    for wrong in (size - 1, size + 1):
        with pytest.raises(RuleViolation, match="wrong_hand_size"):
            RULES.check(state, Dealt(0, 1, (None,) * wrong))


def test_the_rest_of_the_deck_stays_beside_the_board() -> None:
    """« Laissez la partie non distribuée du paquet à côté du plateau »"""
    table = Table(seats=4)
    assert table.state.deck == 59 - 4 * 9


def test_the_deck_never_runs_out() -> None:
    """54 cards and the desserts that came in, less every dessert that may have been kept."""
    for seats in range(2, 9):
        added = DESSERTS_ADDED[seats]
        for number in range(3):
            fewest = 54 + sum(added[: number + 1]) - sum(added[:number])
            assert fewest >= seats * HAND_SIZES[seats]


def test_hands_are_dealt_at_random_from_the_deck() -> None:
    """« distribuez des cartes face cachée à chaque joueur »"""
    state = start(setup(4, menu="sushi_go"))
    (need,) = RULES.needs(state)
    assert (need.kind, need.who) == ("deal", "chance")
    event = RULES.sample(state, need, SeededRng(1))
    assert event != RULES.sample(state, need, SeededRng(2))
    RULES.check(state, event)
    assert isinstance(event, Dealt)
    assert set(event.cards) <= set(state.kit.box)


def test_nobody_sees_the_hand_of_another() -> None:
    """« Prenez vos cartes en main, sans les montrer aux autres. »"""
    table = Table(hands=["egg squid", "salmon"])
    own = RULES.view(table.state, seat_viewer(0))
    assert own.held(0).known == ["egg", "squid"]
    assert own.held(1).known == []
    assert [hand.known for hand in RULES.view(table.state, PUBLIC).hands] == [[], [], []]


def test_a_hand_may_be_known_in_part_or_not_at_all() -> None:
    """A scorekeeper writes down what was seen; what is left is found out by play."""
    table = Table("wasabi", hands=["egg wasabi"])
    assert table.hand(0) == ["egg", "wasabi"]
    assert [hand.unknown for hand in table.state.hands] == [8, 10, 10]
    assert {"egg", "wasabi", "squid"} <= table.offered(0)


def test_a_round_is_dealt_seat_by_seat_before_anybody_chooses() -> None:
    state = start(setup(3))
    for seat in range(3):
        assert state.phase == "deal"
        assert RULES.needs(state)[0].forms[0].fixed == {"seat": seat, "round": 1}
        RULES.apply(state, Dealt(seat, 1, (None,) * 10))
    assert state.phase == "choose"
