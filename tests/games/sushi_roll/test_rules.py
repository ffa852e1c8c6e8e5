"""One test per sentence of the rulebook; the sentence is cited."""

from collections import Counter
from typing import Any, cast

import pytest

from games.core.needs import Need
from games.core.rng import SeededRng
from games.core.viewer import PUBLIC, seat_viewer
from games.sushi_roll.components import (
    BAG,
    CHOPSTICKS_TOKENS,
    DESSERT_TOKENS,
    DICE,
    KIND_OF,
    MENU_TOKENS,
    unpack,
)
from games.sushi_roll.events import (
    BeltsDealt,
    ChopsticksUsed,
    DiceDrawn,
    DiceRolled,
    DieTaken,
    MenuUsed,
)
from games.sushi_roll.scoring import dishes
from games.sushi_roll.state import State
from tests.games.sushi_roll.table import (
    RULES,
    choosing,
    code,
    drawn,
    menu,
    play,
    points,
    rolled,
    started,
    swap,
    take,
)
from tests.known import known


def needed(state: State) -> Need:
    (need,) = RULES.needs(state)
    return need


def chance(state: State, seed: int = 1) -> State:
    """Let chance do what it has to until somebody chooses."""
    rng = SeededRng(seed)
    while RULES.needs(state) and needed(state).seat is None:
        play(state, RULES.sample(state, needed(state), rng))
    return state


# Contenu


def test_there_are_thirty_dice_of_five_kinds() -> None:
    """« 30 dés (10 Hors-d'œuvre, 6 Makis, 5 Sushis, 5 Spécial et 4 Desserts) »"""
    assert [die.number for die in DICE] == [10, 6, 5, 5, 4]
    assert len(unpack(BAG)) == 30


def test_every_die_has_six_sides() -> None:
    """A die is a cube; the placeholders too."""
    for die in DICE:
        assert sum(die.faces.values()) == 6


def test_the_tokens_of_the_box() -> None:
    """« 20 jetons Dessert (14 « 1 » et 6 « 3 ») - 18 jetons Menu - 12 jetons Baguettes »"""
    assert (DESSERT_TOKENS, MENU_TOKENS, CHOPSTICKS_TOKENS) == (32, 18, 12)


# Préparation


def test_everybody_starts_with_two_chopsticks_and_three_menus_in_sight_of_all() -> None:
    """« Chaque joueur prend 2 jetons Baguettes et 3 jetons Menu … à la vue de tous. » (SR-X7)"""
    for seats in RULES.seats:
        state = started(seats)
        assert (state.chopsticks, state.menus) == ([2] * seats, [3] * seats)
        for viewer in (PUBLIC, seat_viewer(1)):
            assert RULES.view(state, viewer) == state


def test_the_belts_are_shuffled_face_down_and_dealt_one_of_them_red() -> None:
    """« Mélangez-les face cachée et distribuez-en un à chacun. »"""
    state = started(4)
    need = needed(state)
    found = {cast(BeltsDealt, RULES.sample(state, need, SeededRng(seed))).red for seed in range(40)}
    assert found == {0, 1, 2, 3}
    assert play(state, BeltsDealt(2)).seat == 2


@pytest.mark.parametrize(("seats", "size"), [(2, 8), (3, 7), (4, 6), (5, 5)])
def test_the_number_of_dice_depends_on_the_number_of_players(seats: int, size: int) -> None:
    """« Nombre de joueurs : 2 3 4 5 / Dés : 8 7 6 5 » (SR-X6)"""
    state = play(started(seats), BeltsDealt(0))
    for seat in range(seats):
        event = RULES.sample(state, needed(state), SeededRng(seat))
        assert isinstance(event, DiceDrawn)
        assert (event.seat, len(event.dice)) == (seat, size)
        play(state, event)
    assert [state.size(seat) for seat in range(seats)] == [size] * seats


def test_dice_are_drawn_at_random_out_of_one_bag() -> None:
    """« Mettez tous les dés dans le sac … chaque joueur prend des dés au hasard »"""
    state = play(started(5), BeltsDealt(0))
    draws = {RULES.sample(state, needed(state), SeededRng(seed)) for seed in range(50)}
    assert len(draws) > 20
    play(state, drawn(0, *["dessert"] * 4, "maki"))
    assert code(state, drawn(1, "dessert", *["maki"] * 4)) == "not_in_bag"


def test_the_faces_do_not_matter_before_the_roll() -> None:
    """« (peu importe la face pour l'instant) »"""
    state = play(started(5), BeltsDealt(0), drawn(0, *["appetizer"] * 5))
    assert RULES.to_data(state)["belts"][0] == [{"kind": "appetizer", "face": None}] * 5


# 1. Les plats arrivent


def test_everybody_rolls_all_the_dice_of_the_belt_before_anybody_chooses() -> None:
    """« Tous les joueurs lancent simultanément tous les dés de leur tapis roulant »"""
    state = play(started(3), BeltsDealt(1))
    chance(state)
    assert [len(faces) for faces in state.faces] == [7, 7, 7]
    assert needed(state).seat == 1


def test_rolled_dice_lie_on_the_belt_as_they_came_up() -> None:
    """« puis ils les replacent sur leur tapis sans en changer les faces »"""
    state = play(started(5), BeltsDealt(0))
    for seat in range(5):
        play(state, drawn(seat, "appetizer", "maki", "nigiri", "special", None))
    play(state, rolled(0, "squid", "wasabi", "maki3", "tempura", "tempura"))
    assert state.faces[0] == ("tempura", "tempura", "maki3", "squid", "wasabi")


def test_every_side_of_a_die_is_equally_likely() -> None:
    """The roll of a die shows each of its six sides as often as any other."""
    state = play(started(2, maki_faces=[1, 2, 3]), BeltsDealt(0))
    play(state, drawn(0, *["maki"] * 6, *["nigiri"] * 2), drawn(1, *["appetizer"] * 8))
    rng = SeededRng(5)
    counts = Counter(
        face
        for _ in range(1000)
        for face in cast(DiceRolled, RULES.sample(state, needed(state), rng)).faces
        if known(face).startswith("maki")
    )
    assert 900 < counts["maki1"] < 1100
    assert 1850 < counts["maki2"] < 2150
    assert 2850 < counts["maki3"] < 3150


# 2. Chacun choisit son plat


def test_the_red_belt_starts_and_everybody_plays_once_clockwise() -> None:
    """« Le joueur ayant le tapis à bordure rouge commence, puis chacun joue une fois, en sens
    horaire. »
    """
    state = choosing(*[["egg", "maki1"]] * 4, red=2)
    order = []
    for _ in range(4):
        order.append(needed(state).seat)
        play(state, take(state.seat, "egg"))
    assert order == [2, 3, 0, 1]
    assert state.phase == "roll"


def test_a_menu_is_paid_into_the_supply_and_rolls_any_dice_of_the_own_belt_again() -> None:
    """« Menu : remettez 1 de vos jetons Menu dans la réserve, puis relancez autant de dés de votre
    tapis roulant que vous voulez. »
    """
    state = choosing(["egg", "maki1", "maki2"], ["egg", "egg", "tempura"])
    supply = RULES.to_data(state)["supply"]["menus"]
    parts = [choice.faces for choice in RULES.choices(state, 0) if isinstance(choice, MenuUsed)]
    assert len(parts) == 2**3 - 1
    assert all(part for part in parts)
    play(state, menu(0, "maki1", "egg"))
    assert (state.menus, RULES.to_data(state)["supply"]["menus"]) == ([2, 3], supply + 1)
    assert (needed(state).kind, state.faces[0]) == ("reroll", ("maki2",))


def test_dice_rolled_again_go_back_onto_the_belt() -> None:
    """« Remettez-les ensuite sur votre tapis. »"""
    state = choosing(["egg", "maki1", "maki2"], ["egg", "egg", "tempura"])
    play(state, menu(0, "maki1", "egg"), rolled(0, "maki3", "squid"))
    assert state.faces == [("maki2", "maki3", "squid"), ("tempura", "egg", "egg")]
    assert needed(state).seat == 0


def test_chopsticks_are_paid_and_swap_a_die_with_an_opponents_belt_faces_unchanged() -> None:
    """« Baguettes : remettez 1 de vos jetons Baguettes dans la réserve, puis choisissez un dé sur
    le tapis roulant d'un adversaire et échangez-le avec un dé de votre tapis roulant sans en
    changer les faces. »
    """
    state = choosing(["egg", "maki1"], ["squid", "sashimi"], ["wasabi", "wasabi"])
    supply = RULES.to_data(state)["supply"]["chopsticks"]
    play(state, swap(0, "egg", 1, "squid"))
    assert state.faces == [("maki1", "squid"), ("sashimi", "egg"), ("wasabi", "wasabi")]
    assert state.chopsticks == [1, 2, 2]
    assert RULES.to_data(state)["supply"]["chopsticks"] == supply + 1
    assert needed(state).seat == 0


def test_dice_on_trays_are_never_swapped() -> None:
    """« Important : on n'échange jamais les dés sur les plateaux. »"""
    state = choosing(["egg"], ["maki1"], trays={0: ["tempura"], 1: ["squid"]})
    assert code(state, swap(0, "egg", 1, "squid")) == "die_not_on_belt"
    assert code(state, swap(0, "tempura", 1, "maki1")) == "die_not_on_belt"


def test_menus_and_chopsticks_go_in_any_order_and_as_often_as_they_last() -> None:
    """« vous pouvez utiliser des menus et des baguettes dans n'importe quel ordre et plusieurs
    fois, tant que vous avez des jetons à dépenser. »
    """
    state = choosing(["egg", "maki1"], ["squid", "sashimi"])
    play(state, swap(0, "egg", 1, "squid"), menu(0, "squid"), rolled(0, "salmon"))
    play(state, menu(0, "maki1"), rolled(0, "maki2"), swap(0, "maki2", 1, "sashimi"))
    assert code(state, swap(0, "salmon", 1, "maki2")) == "no_chopsticks_left"
    play(state, menu(0, "salmon", "sashimi"), rolled(0, "egg", "dumpling"))
    assert code(state, menu(0, "egg")) == "no_menu_left"
    kinds = {type(choice) for choice in RULES.choices(state, 0)}
    assert kinds == {DieTaken}


def test_a_die_must_be_chosen_and_ends_the_turn() -> None:
    """« On doit choisir un dé à garder. » Menus and chopsticks come before it."""
    state = choosing(["egg", "maki1"], ["squid", "sashimi"])
    play(state, take(0, "egg"))
    assert code(state, menu(0, "maki1")) == "not_your_turn"
    assert needed(state).seat == 1


def test_the_die_goes_onto_the_tray_with_its_face() -> None:
    """« mettez-le sur votre plateau sans changer sa face. »"""
    state = play(choosing(["egg", "maki1"], ["squid", "sashimi"]), take(0, "egg"))
    assert (state.trays, state.faces[0]) == ([("egg",), ()], ("maki1",))


def test_a_dessert_die_gives_its_number_of_desserts_at_once() -> None:
    """« prenez aussi immédiatement des jetons Dessert dans la réserve » (A13: that many more)"""
    state = choosing(["dessert3", "egg"], ["egg", "egg"])
    state.desserts = [1, 0]
    assert play(state, take(0, "dessert3")).desserts == [4, 0]


@pytest.mark.parametrize(
    ("face", "tokens"), [("menu1", (4, 2)), ("menu2", (5, 2)), ("chopsticks1", (3, 3))]
)
def test_a_menu_or_chopsticks_die_gives_its_tokens_at_once(
    face: str, tokens: tuple[int, ...]
) -> None:
    """« prenez aussi immédiatement les jetons correspondants dans la réserve »"""
    sides: dict[str, Any] = {"special_faces": [1, 1, 1, 1, 1, 1, 0]}
    state = play(choosing([face, "egg"], ["egg", "egg"], **sides), take(0, face))
    assert (state.menus[0], state.chopsticks[0]) == tokens


def test_an_empty_supply_gives_no_tokens() -> None:
    """« dans le cas rare où la réserve est épuisée, ne prenez pas de jetons. »"""
    state = choosing(["chopsticks1", "menu2"], ["egg", "egg"])
    state.chopsticks, state.menus = [2, 10], [3, 15]
    after = play(state.clone(), take(0, "chopsticks1"))
    assert after.chopsticks == [2, 10]
    assert play(state, take(0, "menu2")).menus == [3, 15]


def test_a_nigiri_must_go_onto_a_free_wasabi() -> None:
    """« vous devez poser le sushi sur le wasabi. »"""
    state = choosing(["squid"], ["egg"], trays={0: ["wasabi"]})
    assert dishes(play(state, take(0, "squid")).trays[0]) == ("squid_on_wasabi",)


def test_one_nigiri_per_wasabi() -> None:
    """« un sushi maximum par wasabi »"""
    assert dishes(("wasabi", "egg", "squid")) == ("egg_on_wasabi", "squid")
    assert dishes(("wasabi", "wasabi", "egg", "squid")) == ("egg_on_wasabi", "squid_on_wasabi")


def test_a_wasabi_never_goes_under_a_nigiri_that_was_there_before() -> None:
    """« On ne peut pas prendre un wasabi et le placer sous un sushi déjà acquis. »"""
    assert dishes(("squid", "wasabi", "egg")) == ("squid", "egg_on_wasabi")


# 3. Faites tourner


def test_belts_go_to_the_left_neighbour_and_are_rolled_again() -> None:
    """« chacun transfère simultanément son tapis à son voisin de gauche. »"""
    state = choosing(["egg", "maki1"], ["squid", "sashimi"], ["wasabi", "dessert1"])
    play(state, take(0, "egg"), take(1, "squid"), take(2, "wasabi"))
    kinds = [[die["kind"] for die in belt] for belt in RULES.to_data(state)["belts"]]
    assert kinds == [["dessert"], ["maki"], ["appetizer"]]
    assert (state.phase, state.red, state.turn) == ("roll", 1, 7)
    assert all(die["face"] is None for belt in RULES.to_data(state)["belts"] for die in belt)


def test_empty_belts_end_the_round() -> None:
    """« Si les tapis roulants sont vides, c'est la fin de la manche »"""
    state = choosing(["egg"], ["squid"])
    play(state, take(0, "egg"), take(1, "squid"))
    assert (state.round, state.turn, state.phase, len(state.sheets)) == (2, 1, "draw", 1)


# Les points


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [([4, 4, 3, 3], [6, 6, 3, 3]), ([5, 3, 1, 0], [6, 3, 0, 0]), ([2, 0, 0, 0], [6, 0, 0, 0])],
)
def test_most_maki_give_six_and_second_most_three_ties_in_full(
    symbols: list[int], expected: list[int]
) -> None:
    """« Le joueur en ayant le plus gagne 6 points. Le joueur en ayant le 2e plus grand nombre (au
    moins 1) marque 3 points. » (SR-X1: Agathe, Aloïs, Lucie et Félicie)
    """
    trays = {seat: ["maki1"] * (number % 2) for seat, number in enumerate(symbols)}
    for seat, number in enumerate(symbols):
        trays[seat] += ["maki2"] * (number // 2)
    state = choosing(*[["wasabi"]] * 4, trays=trays)
    for seat in range(4):
        play(state, take(seat, "wasabi"))
    assert points(state, "maki") == expected


def test_a_nigiri_is_worth_one_two_or_three_and_on_wasabi_three_times_that() -> None:
    """« omelette vaut 1 point … saumon 2 … calamar 3 »; « Un sushi posé sur un wasabi triple sa
    valeur. » (SR-X5)
    """
    trays = {0: ["egg", "salmon", "squid"], 1: ["wasabi", "egg", "wasabi", "salmon", "wasabi"]}
    state = choosing(["maki1"], ["squid"], trays=trays)
    play(state, take(0, "maki1"), take(1, "squid"))
    assert points(state, "nigiri") == [6, 3 + 6 + 9]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("dumpling", (2, 4, 8)), ("tempura", (1, 5, 10)), ("sashimi", (0, 6, 13))],
)
def test_appetizers_are_worth_more_together(name: str, expected: tuple[int, ...]) -> None:
    """« Nombre de raviolis / tempuras / sashimis : 1 2 3 » (SR-X4)"""
    for number, worth in enumerate(expected):
        state = choosing([name], ["maki1"], trays={0: [name] * number})
        play(state, take(0, name), take(1, "maki1"))
        assert points(state, name) == [worth, 0]


def test_several_sets_of_a_symbol_all_count() -> None:
    """« 10 pour le trio de tempuras, 1 pour le tempura restant et 6 pour l'ensemble de sashimis »
    (SR-X2: Aloïs gagne 17 points)
    """
    state = choosing(["sashimi"], ["maki1"], trays={0: ["tempura"] * 4 + ["sashimi"]})
    play(state, take(0, "sashimi"), take(1, "maki1"))
    assert RULES.outcome(state).scores[0] == 17


def test_a_bare_wasabi_and_dice_for_tokens_give_nothing_in_a_round() -> None:
    """« Un wasabi sans dé sushi par-dessus ne vaut rien. Les desserts, les baguettes et les menus
    ne rapportent des points qu'à la fin de la partie. »
    """
    state = choosing(["wasabi"], ["egg"], trays={0: ["dessert3", "menu2", "chopsticks1"]})
    play(state, take(0, "wasabi"), take(1, "egg"))
    assert RULES.outcome(state).scores == (0, 1)


# Nouvelle manche


def test_all_dice_go_back_into_the_bag_and_as_many_are_drawn_again() -> None:
    """« Remettez tous les dés dans le sac et mélangez-les. Prenez-en chacun au hasard le même
    nombre qu'à la manche précédente »
    """
    state = choosing(["dessert1"], ["dessert2"])
    play(state, take(0, "dessert1"), take(1, "dessert2"))
    (field,) = needed(state).forms[0].fields
    assert (field.least, field.most, field.supply) == (8, 8, (10, 6, 5, 5, 4))
    assert state.desserts == [1, 2]
    assert state.trays == [(), ()]


@pytest.mark.parametrize(("seats", "step"), [(2, 1), (3, 1), (4, 1), (5, 4)])
def test_somebody_else_starts_the_next_round(seats: int, step: int) -> None:
    """« Uniquement à 3 joueurs, faites tourner les tapis roulants à votre gauche à la fin de la
    manche. … Cela garantit que le 1er joueur change pour la manche suivante. » (SR-X10, A10, A14)
    """
    for red in range(seats):
        state = play(started(seats), BeltsDealt(red))
        rng = SeededRng(red)
        while state.round == 1:
            if needed(state).seat is None:
                play(state, RULES.sample(state, needed(state), rng))
            else:
                play(state, take(state.seat, state.faces[state.seat][0]))
        assert state.red == (red + step) % seats


def test_a_match_is_three_rounds() -> None:
    """« Une partie dure 3 manches. »"""
    state = chance(started(2))
    rng = SeededRng(3)
    rounds = []
    while RULES.needs(state):
        rounds.append(state.round)
        if needed(state).seat is None:
            play(state, RULES.sample(state, needed(state), rng))
        else:
            play(state, take(state.seat, state.faces[state.seat][0]))
    assert sorted(set(rounds)) == [1, 2, 3]
    assert RULES.outcome(state).final
    assert not any(isinstance(choice, ChopsticksUsed) for choice in RULES.choices(state, 0))


# Fin du jeu


def finished(
    desserts: list[int],
    menus: list[int] | None = None,
    chopsticks: list[int] | None = None,
    trays: dict[int, list[str]] | None = None,
) -> State:
    """Return a match that ends now with these tokens; the last dice give nothing."""
    seats = len(desserts)
    state = choosing(*[["wasabi"]] * seats, trays=trays)
    state.round = 3
    state.desserts = list(desserts)
    state.menus = list(menus or [0] * seats)
    state.chopsticks = list(chopsticks or [0] * seats)
    for seat in range(seats):
        play(state, take(seat, "wasabi"))
    assert state.phase == "over"
    return state


def test_most_desserts_win_six_and_fewest_lose_six_ties_in_full() -> None:
    """« Agathe et Lucie ont 5 desserts chacune, Aloïs et Félicie n'en ont pas. » (SR-X3)"""
    assert points(finished([5, 0, 5, 0]), "desserts", 0) == [6, -6, 6, -6]
    assert points(finished([5, 1, 3]), "desserts", 0) == [6, -6, 0]


def test_two_players_lose_nothing_for_fewer_desserts() -> None:
    """« à 2 joueurs, le joueur avec le moins de desserts ne perd pas de points. » (SR-X8)"""
    assert points(finished([5, 1]), "desserts", 0) == [6, 0]


def test_two_tokens_of_any_sort_give_a_point() -> None:
    """« 1 point pour chaque ensemble de 2 jetons Menu et/ou Baguettes (n'importe quelle
    combinaison) »
    """
    state = finished([0, 0, 0], menus=[3, 1, 0], chopsticks=[2, 1, 1])
    assert points(state, "tokens", 0) == [2, 1, 0]


def test_the_highest_sum_wins_and_desserts_break_a_tie() -> None:
    """« le joueur ayant la somme la plus haute gagne la partie ! En cas d'égalité, celui ayant le
    plus de desserts l'emporte ! »
    """
    state = finished([2, 3, 3, 9], trays={1: ["salmon"], 0: ["salmon"], 2: ["egg"]})
    outcome = RULES.outcome(state)
    assert outcome.scores == (2 - 6, 2, 1, 6)
    assert outcome.places == (4, 2, 3, 1)
    equal = finished([1, 3, 2, 5], menus=[12, 0, 0, 0], trays={1: ["egg"], 2: ["egg"]})
    assert RULES.outcome(equal).scores == (0, 1, 1, 6)
    assert RULES.outcome(equal).places == (4, 2, 3, 1)


def test_dice_never_change_their_kind() -> None:
    """« sans en changer les faces »: a die of the bag stays the die it is through a whole round."""
    state = chance(play(started(2), BeltsDealt(0)))
    start = Counter(KIND_OF[face] for faces in state.faces for face in faces)
    rng = SeededRng(9)
    while state.round == 1:
        if needed(state).seat is None:
            play(state, RULES.sample(state, needed(state), rng))
        else:
            play(state, take(state.seat, state.faces[state.seat][-1]))
    taken = Counter(KIND_OF[face] for tray in state.sheets[0].trays for face in tray)
    assert taken == start
