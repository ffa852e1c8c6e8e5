"""Components, the first table and the one option; the sentence or ruling is cited."""

from typing import Any, cast

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.core.words import LANGUAGES, say
from games.sushi_express.components import (
    ACTIONS,
    BOX,
    CUSTOMERS,
    OTHER_COLOURS,
    PARK,
    SUSHI_EXPRESS,
    TILES,
    USUAL_COLOURS,
    copies_of,
)
from games.sushi_express.events import BetPlaced, CustomersRevealed, FirstPlayerDrawn
from games.sushi_express.state import State
from tests.games.sushi_express.table import RULES, play, refusal, row_of


def start(seats: int = 3, **options: Any) -> State:
    return RULES.start(make_setup(RULES, seats=seats, options=options))


def test_the_deck_of_customers_is_that_of_the_rulebook() -> None:
    """SE-X7, 5.1: 36 customers = 8 light blue + 8 dark blue + 12 others + 8 tips."""
    copies = dict(zip(CUSTOMERS, start().copies, strict=True))
    assert (copies["light_blue"], copies["dark_blue"], copies["tip"]) == (8, 8, 8)
    others = {name: copies[name] for name in OTHER_COLOURS if copies[name]}
    assert others == dict.fromkeys(USUAL_COLOURS, 2)
    assert (len(others), sum(copies.values()), start().stock) == (6, 36, 36)


def test_the_action_cards_are_those_of_the_rulebook() -> None:
    """SE-X7: 28 action cards = 12 + 4 + 4 + 6 + 2."""
    assert dict(zip(ACTIONS, BOX, strict=True)) == {
        "same_bet": 12,
        "swap": 4,
        "reroll": 4,
        "one_further": 6,
        "tip_action": 2,
    }
    assert sum(BOX) == 28


def test_the_park_lies_opposite_sushi_express_with_five_houses_on_each_side() -> None:
    """A1 « le parc et Sushi Express étant placés à l'opposé l'un de l'autre »"""
    assert TILES == 12
    assert (PARK - SUSHI_EXPRESS) % TILES - 1 == (SUSHI_EXPRESS - PARK) % TILES - 1 == 5


@pytest.mark.parametrize("seats", range(3, 7))
def test_all_vans_start_on_sushi_express(seats: int) -> None:
    """« Toutes les camionnettes des joueurs sont placées sur la tuile Sushi Express. »"""
    assert start(seats).vans == [SUSHI_EXPRESS] * seats


@pytest.mark.parametrize(("seats", "pile"), [(3, 22), (4, 20), (5, 18), (6, 16)])
def test_everybody_gets_a_same_bet_and_a_one_further_and_the_rest_is_the_pile(
    seats: int, pile: int
) -> None:
    """« Chaque joueur prend deux cartes action, une carte "pari identique" et une carte … »"""
    state = start(seats)
    assert state.hands == state.seen == [[1, 0, 0, 1, 0]] * seats
    assert state.pile == pile


@pytest.mark.parametrize("seats", range(3, 7))
def test_as_many_customers_as_players_are_turned_up_from_a_shuffled_pile(seats: int) -> None:
    """« On pioche autant de cartes clients qu'il y a de joueurs … faces visibles »"""
    state = start(seats)
    (need,) = RULES.needs(state)
    (field,) = need.forms[0].fields
    assert (field.least, field.most, sum(field.supply)) == (seats, seats, 36)
    rows = {
        cast(CustomersRevealed, RULES.sample(state, need, SeededRng(seed))).customers
        for seed in range(20)
    }
    assert len(rows) > 10
    play(state, RULES.sample(state, need, SeededRng(0)))
    assert (len(row_of(state)), state.stock) == (seats, 36 - seats)


def test_the_first_player_is_drawn_at_random() -> None:
    """A16 « Le premier joueur est désigné d'une manière ou d'une autre. »"""
    state = play(start(), CustomersRevealed(("tip", "tip", "pink")))
    (need,) = RULES.needs(state)
    drawn = {
        cast(FirstPlayerDrawn, RULES.sample(state, need, SeededRng(seed))).seat
        for seed in range(30)
    }
    assert drawn == {0, 1, 2}
    play(state, FirstPlayerDrawn(2))
    assert (state.first, state.acting, state.round) == (2, 2, 1)
    play(state, BetPlaced(2, 7))
    assert state.acting == 0


def test_customers_have_no_order() -> None:
    one = CustomersRevealed(("tip", "pink", "light_blue"))
    assert one == CustomersRevealed(("light_blue", "pink", "tip"))
    assert one.customers == ("light_blue", "pink", "tip")


@pytest.mark.parametrize(
    ("customers", "code"),
    [
        ((), "wrong_number_of_customers"),
        (("pink",) * 2, "wrong_number_of_customers"),
        (("pink",) * 3, "customers_used_up"),
        (("brown", "tip", "tip"), "customer_not_in_box"),
        (("purple", "tip", "tip"), "no_such_customer"),
    ],
)
def test_customers_that_the_pile_cannot_give_are_refused(
    customers: tuple[str, ...], code: str
) -> None:
    assert refusal(start(), CustomersRevealed(customers)) == code  # type: ignore[arg-type]


def test_a_seat_that_does_not_exist_cannot_be_first() -> None:
    state = play(start(), CustomersRevealed(("tip", "tip", "pink")))
    for seat in (-1, 3):
        assert refusal(state, FirstPlayerDrawn(seat)) == "no_such_seat"


def test_a_club_may_name_the_other_colours_of_its_box() -> None:
    """5.1 [UNK]: three colours are placeholders; the option corrects them, and no rule changes."""
    mine = ["brown", "grey", "green", "pink", "violet", "black"]
    state = start(other_colours=mine)
    assert state.copies == copies_of(tuple(mine))
    play(state, CustomersRevealed(("brown", "brown", "tip")))
    assert refusal(start(other_colours=mine), CustomersRevealed(("red", "tip", "tip"))) == (
        "customer_not_in_box"
    )
    assert sum(state.copies) == 36


def test_a_colour_of_another_box_is_refused_with_the_option_that_corrects_it() -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.check(start(), CustomersRevealed(("brown", "tip", "tip")))
    english, french = (
        say(RULES.words, f"code.{caught.value.code}", word, **caught.value.params)
        for word in LANGUAGES
    )
    assert english == (
        "No such customer is in the box: brown. If your box differs, correct the option "
        "“Other customer colours”."
    )
    assert french == (
        "La boîte n'a pas de tel client : brun. Si votre boîte diffère, corrigez l'option "
        "« Autres couleurs de clients »."
    )


@pytest.mark.parametrize("colours", [[], ["pink"], list(OTHER_COLOURS[:7])])
def test_other_numbers_of_colours_are_refused(colours: list[str]) -> None:
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=3, options={"other_colours": colours})
    assert caught.value.code == "not_six_colours"


@pytest.mark.parametrize("seats", [2, 7])
def test_the_game_is_for_three_to_six(seats: int) -> None:
    """« Pour 3 à 6 joueurs »"""
    with pytest.raises(RuleViolation, match="wrong_seat_count"):
        start(seats)


def test_positions_are_equal_when_everything_they_hold_is() -> None:
    state, other = start(), start()
    assert state == other
    assert state != start(4)
    assert state != "a position"
    other.pile -= 1
    assert state != other
    assert "pile=22" in repr(state)
