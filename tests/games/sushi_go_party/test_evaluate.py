"""What the greedy bot is told a card on its own table is worth, and the laws of every worth."""

from typing import Any, cast

import pytest

from games.bots import bot_named
from games.core.matches import make_setup, play_match
from games.core.replay import checked_fold
from games.core.rng import SeededRng
from games.core.unknown import Hand
from games.core.viewer import seat_viewer
from games.sushi_go_party import scoring
from games.sushi_go_party.components import MENUS, NIGIRI
from games.sushi_go_party.evaluate import evaluate
from games.sushi_go_party.events import CardChosen, Dealt, DishCopied, MenuTaken
from games.sushi_go_party.state import Laid, State, free_wasabi, start
from games.testing.mutants import StrangerCame
from games.testing.scale import scaled
from tests.games.sushi_go_party.choosing import RULES, act, position, worth
from tests.games.sushi_go_party.table import laid

# Sets


def test_the_third_sashimi_is_worth_more_than_a_squid() -> None:
    state = position("sashimi sashimi", hands=("sashimi squid",))
    assert worth(state, "sashimi") == 1000
    assert worth(state, "squid") == 300


def test_a_tempura_completes_its_pair_rather_than_leaving_it_for_a_salmon() -> None:
    state = position("tempura", types=("tempura",), left=1)
    assert worth(state, "tempura") == 500 > worth(state, "salmon") == 200


def test_the_first_card_of_a_set_is_worth_what_it_promises_and_nothing_on_the_last_turn() -> None:
    coming = position("", hands=("", "", "", "tempura sashimi sashimi eel"), left=5)
    for card in ("tempura", "sashimi", "eel"):
        assert worth(coming, card) > 0
    nothing = position("", types=("tempura", "sashimi", "eel"), left=5)
    assert worth(nothing, "tempura") == worth(nothing, "sashimi") == 0
    assert worth(nothing, "eel") == -300
    last = position("", hands=("", "", "", "tempura sashimi sashimi eel"), left=0)
    assert worth(last, "tempura") == worth(last, "sashimi") == 0
    assert worth(last, "eel") == -300


def test_a_card_in_the_next_hand_is_likelier_to_come_than_one_in_a_hand_further_away() -> None:
    promises = [
        worth(position("", hands=hands, left=6), "tempura")
        for hands in (("", "", "", "tempura"), ("", "", "tempura"), ("", "tempura"))
    ]
    assert promises == sorted(promises, reverse=True)
    assert promises[0] > promises[-1] > 0


def test_the_own_hand_comes_back_without_the_card_that_is_taken_from_it() -> None:
    one = position("", hands=("tempura",), left=5)
    two = position("", hands=("tempura tempura",), left=5)
    assert worth(one, "tempura") == 0 < worth(two, "tempura")
    assert worth(position("", hands=("tempura tempura",), left=3), "tempura") == 0


def test_cards_nobody_has_seen_promise_less_the_more_of_them_were_laid() -> None:
    def unknown(laid_already: int) -> int:
        state = position("", types=("tempura",), left=6)
        for hand in state.hands[1:]:
            hand.unknown = 7
        state.left = [("tempura",) * laid_already, (), (), ()]
        return worth(state, "tempura")

    promises = [unknown(number) for number in (0, 4, 8)]
    assert promises[0] > promises[1] > promises[2] == 0


def test_a_third_tofu_costs_six_points() -> None:
    state = position("tofu tofu", left=4)
    assert worth(state, "tofu") == -600
    assert worth(position("tofu", left=4), "tofu") > worth(position("tofu tofu tofu"), "tofu") == 0


def test_the_second_eel_is_worth_ten_points_and_a_third_none() -> None:
    assert worth(position("eel"), "eel") == 1000
    assert worth(position("eel eel"), "eel") == 0


def test_dumplings_are_worth_more_the_more_there_are_up_to_five() -> None:
    numbers = [position(" ".join(["dumpling"] * n), types=("dumpling",)) for n in range(6)]
    assert [worth(state, "dumpling") for state in numbers] == [100, 200, 300, 400, 500, 0]


def test_a_new_shape_of_onigiri_is_worth_more_than_one_that_lies_there() -> None:
    state = position("onigiri_circle onigiri_square")
    assert worth(state, "onigiri_triangle") == 500
    assert worth(state, "onigiri_circle") == 100


# Nigiri and wasabi


def test_a_squid_on_wasabi_is_worth_nine_points() -> None:
    assert worth(position("wasabi"), "squid") == 900
    assert worth(position("squid>wasabi"), "squid") == 300


def test_an_egg_is_held_back_from_the_wasabi_while_a_squid_is_coming() -> None:
    waits = position("wasabi", hands=("egg salmon", "", "", "squid"), left=3)
    alone = position("wasabi", hands=("egg salmon",), left=3)
    assert worth(waits, "egg") < 0 < worth(alone, "egg") == 300
    assert worth(position("", hands=("", "", "", "squid"), types=("wasabi",), left=3), "wasabi") > 0


def test_a_wasabi_is_worth_nothing_on_the_last_turn() -> None:
    assert worth(position("", types=("wasabi",)), "wasabi") == 0


# Races


@pytest.mark.parametrize(
    ("mine", "card", "points"),
    [("", "maki1", 0), ("", "maki2", 3), ("maki1", "maki2", 6), ("maki3 maki1", "maki3", 0)],
)
def test_on_the_last_turn_maki_are_worth_the_places_they_win(
    mine: str, card: str, points: int
) -> None:
    assert worth(position(mine, "maki3", "maki1 maki1"), card) == 100 * points


def test_seats_that_share_a_place_of_maki_take_no_further_one_away() -> None:
    assert worth(position("", "maki3", "maki3", "maki1"), "maki2") == 300


def test_six_seats_race_for_three_places_of_maki() -> None:
    state = position("", "maki3", "maki2", "", "", "", seats=6)
    assert worth(state, "maki1") == 200


def test_a_lead_that_others_can_still_catch_is_worth_less_than_one_at_the_end() -> None:
    early, late = (position("", "temaki", "", "", left=left) for left in (6, 0))
    assert worth(early, "temaki") < worth(late, "temaki") == 800


def test_two_seats_do_not_fear_to_have_fewest() -> None:
    assert worth(position("", "temaki temaki", seats=2), "temaki") == 0
    assert worth(position("", "temaki temaki", "", "temaki"), "temaki") == 400


def test_puddings_of_earlier_rounds_count_in_the_race() -> None:
    state = position("", types=("pudding",))
    kept = Laid("pudding", "pudding", 1, 1)
    state.kept = [(kept,), (kept, kept), (), ()]
    assert worth(state, "pudding") == 600


def test_uramaki_that_reach_ten_win_the_next_place() -> None:
    state = position("uramaki5 uramaki3")
    assert worth(state, "uramaki3") == 800 - 200
    state.claims = 1
    assert worth(state, "uramaki3") == 600 - 200
    state.claims = 2
    assert worth(state, "uramaki3") == 0


def test_uramaki_promise_less_to_who_comes_later() -> None:
    hands = ("", "", "", "uramaki5 uramaki5")
    first = position("", hands=hands, left=5)
    third = position("", "uramaki5 uramaki4", "uramaki5 uramaki4", hands=hands, left=5)
    assert worth(first, "uramaki4") > worth(third, "uramaki4")


def test_english_places_of_uramaki_are_known() -> None:
    state = position("uramaki5 uramaki3", "", "", "", uramaki="en")
    state.claims = 1
    assert worth(state, "uramaki3") == 0  # five points with ten of them, five for most of the rest
    state.tables[1] = tuple(laid("uramaki5", "uramaki4"))
    assert worth(state, "uramaki3") == 500


def test_edamame_are_worth_a_point_for_everybody_who_has_some() -> None:
    assert worth(position("", "edamame", "edamame edamame"), "edamame") == 200
    assert worth(position("", types=("edamame",)), "edamame") == 0
    assert worth(position("", types=("edamame",), left=5), "edamame") > 0


# Miso


def test_a_miso_is_worth_less_the_likelier_another_one_is_laid() -> None:
    safe = position("", hands=("miso", "egg", "egg", "egg"))
    risky = position("", hands=("miso", "egg miso", "egg", "egg"), left=1)
    lost = position("", hands=("miso", "miso", "egg", "egg"))
    hidden = position("", hands=("miso",))
    hidden.hands[hidden.hand_of(1)] = Hand([], 1)
    assert worth(safe, "miso") == 300 > worth(risky, "miso") > worth(lost, "miso") == 0
    assert 0 < worth(hidden, "miso") < 300


def test_a_second_miso_of_a_turn_destroys_the_first() -> None:
    state = position("chopsticks1", hands=("miso miso egg",), left=2)
    pair = worth(state, "miso", "miso", uses=("chopsticks1",))
    assert pair < worth(state, "miso", "egg", uses=("chopsticks1",))
    state = act(position("", types=("miso", "menu"), phase="take"))
    assert evaluate(state, 0, MenuTaken(0, "miso")) == 300
    state.misos = 1
    assert evaluate(state, 0, MenuTaken(0, "miso")) == 0


# The whole table


def test_tea_is_worth_the_largest_set_and_makes_it_worth_more() -> None:
    state = position("egg egg tempura", types=("tea",))
    assert worth(state, "tea") == 200
    assert worth(position("tea egg", types=("tea",)), "salmon") == 200 + 100


def test_soy_sauce_makes_new_colours_worth_more() -> None:
    state = position("soy_sauce egg", "egg tempura tofu", types=("tempura",))
    assert worth(state, "tempura") == 400
    assert worth(state, "egg") == 100


# Desserts


def test_a_fourth_ice_cream_is_worth_twelve_points() -> None:
    state = position("", types=("ice_cream",))
    state.kept[0] = tuple(laid(*["ice_cream"] * 3))
    assert worth(state, "ice_cream") == 1200
    assert worth(position("", types=("ice_cream",)), "ice_cream") == 0
    assert worth(position("", types=("ice_cream",), number=1), "ice_cream") > 0


def test_fruit_save_from_having_none_of_a_kind() -> None:
    state = position("", types=("fruit",))
    assert worth(state, "fruit_ww") == 300
    assert worth(state, "fruit_wo") == 400
    state.kept[0] = tuple(laid("fruit_ww", "fruit_ww"))
    assert worth(state, "fruit_ww") == 400


# Any choice


def test_what_nobody_chose_is_worth_nothing() -> None:
    state = position("")
    assert evaluate(state, 0, CardChosen(0, 20, None)) == 0
    assert evaluate(state, 0, DishCopied(0, 20, None)) == 0
    assert evaluate(state, 0, StrangerCame(0)) == 0


EXACT = (
    *("egg", "salmon", "squid", "maki1", "maki3", "temaki", "tempura", "sashimi", "dumpling"),
    *("eel", "tofu", "onigiri_circle", "onigiri_square", "edamame", "soy_sauce", "tea", "wasabi"),
    *("pudding", "ice_cream", "fruit_ww", "fruit_op"),
)
"""Cards whose points on the last turn nobody else can still touch."""


@pytest.mark.parametrize("menu", MENUS)
def test_on_the_last_turn_a_card_is_worth_exactly_what_it_scores(menu: str) -> None:
    setup = make_setup(RULES, seats=4, options={"menu": menu})
    for number in range(4):
        state = start(setup)
        for event in play_match(RULES, setup, [bot_named("random")] * 4, f"last/{number}"):
            if state.round == 3 and state.phase == "choose" and state.held(0).size == 1:
                break
            RULES.apply(state, event)
        assert state.phase == "choose"
        for seat in range(4):
            for card in set(EXACT) & set(state.kit.faces):
                choice = CardChosen(seat, state.turn, card)
                assert evaluate(state, seat, choice) == 100 * _scored(state, seat, card), card


def _scored(state: State, seat: int, card: str) -> int:
    after = state.clone()
    wasabi = free_wasabi(state, seat) if card in NIGIRI else 0
    after.tables[seat] += (Laid(card, card, state.turn, 99, wasabi),)
    return _points(after)[seat] - _points(state)[seat]


def _points(state: State) -> list[int]:
    kept = [(*one, *table) for one, table in zip(state.kept, state.tables, strict=True)]
    desserts = [lines[0].points for lines in scoring.dessert_lines(state.kit, kept)]
    return [sum(both) for both in zip(scoring.standing(state), desserts, strict=True)]


VARIANTS = [
    {"menu": "sushi_go", "many_bonus_cards": True},
    {"menu": "sushi_go", "chopsticks_after_reveal": True, "wasabi_same_turn": False},
    {"menu": "points_platter", "commit_before_reveal": True, "uramaki": "en"},
    *[{"menu": menu} for menu in MENUS],
]


@pytest.mark.parametrize(
    "options", VARIANTS, ids=lambda options: "-".join([str(options["menu"]), *list(options)[1:]])
)
def test_a_worth_is_a_whole_number_that_depends_on_the_view_alone(options: dict[str, Any]) -> None:
    setup = make_setup(RULES, seats=4, options=options)
    state = start(setup)
    for event in play_match(RULES, setup, [bot_named("greedy")] * 4, "whole"):
        seat = cast(Dealt | CardChosen, event).seat
        view = RULES.view(state, seat_viewer(seat))
        before = view.clone()
        for choice in RULES.choices(view, seat):
            value = evaluate(view, seat, choice)
            assert type(value) is int
            assert value == evaluate(before, seat, choice)
        assert view == before
        RULES.apply(state, event)


def test_what_a_seat_cannot_know_changes_no_worth() -> None:
    setup = make_setup(RULES, seats=4, options={"menu": "master_menu"})
    state = start(setup)
    for ply, event in enumerate(play_match(RULES, setup, [bot_named("greedy")] * 4, "unknown")):
        if ply % 7 == 0:
            for seat in range(4):
                view = RULES.view(state, seat_viewer(seat))
                other = RULES.view(RULES.determinize(view, SeededRng(ply)), seat_viewer(seat))
                for choice in RULES.choices(view, seat):
                    assert evaluate(view, seat, choice) == evaluate(other, seat, choice)
        RULES.apply(state, event)


def _share_of_wins(menu: str, matches: int) -> float:
    setup = make_setup(RULES, seats=4, options={"menu": menu})
    wins = 0
    for number in range(matches):
        seat = number % 4
        bots = [bot_named("greedy" if other == seat else "random") for other in range(4)]
        events = play_match(RULES, setup, bots, f"strength/{number}")
        wins += RULES.outcome(checked_fold(RULES, setup, events)).places[seat] == 1
    return wins / matches


def test_greedy_beats_three_random_players() -> None:
    assert _share_of_wins("sushi_go", 40) >= 0.7


@pytest.mark.soak
@pytest.mark.parametrize("menu", MENUS)
def test_greedy_beats_three_random_players_on_every_menu(menu: str) -> None:
    assert _share_of_wins(menu, max(20, scaled(200))) >= 0.6
