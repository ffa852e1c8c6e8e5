"""The sides of the dice can be corrected; the correction is part of the setup."""

from typing import Any, cast

import pytest

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.rng import SeededRng
from games.sushi_roll.components import DICE
from games.sushi_roll.events import BeltsDealt, DiceRolled
from tests.games.sushi_roll.table import RULES, code, drawn, play, rolled, started


def refused(**options: Any) -> str:
    with pytest.raises(RuleViolation) as caught:
        make_setup(RULES, seats=3, options=options)
    return caught.value.code


def test_every_die_has_an_option_with_the_table_as_its_default() -> None:
    options = {option.name: option for option in RULES.options()}
    for die in DICE:
        option = options[f"{die.kind}_faces"]
        assert (option.kind, option.default) == ("table", list(die.faces.values()))


def test_a_corrected_die_is_recorded_in_the_setup_and_rolled_so() -> None:
    setup = make_setup(RULES, seats=5, options={"dessert_faces": [0, 0, 6]})
    assert setup.options["dessert_faces"] == [0, 0, 6]
    state = play(RULES.start(setup), BeltsDealt(0), drawn(0, *["dessert"] * 4, "maki"))
    for seat in range(1, 5):
        play(state, drawn(seat, *[None] * 5))
    (need,) = RULES.needs(state)
    assert cast(DiceRolled, RULES.sample(state, need, SeededRng(1))).faces[-4:] == ("dessert3",) * 4
    assert code(state, rolled(0, "dessert1", None, None, None, None)) == "no_such_face"


def test_faces_that_a_box_does_not_have_are_not_offered() -> None:
    state = play(started(5), BeltsDealt(0))
    for seat in range(5):
        play(state, drawn(seat, *[None] * 5))
    (need,) = RULES.needs(state)
    assert "menu2" in need.forms[0].fields[0].of
    assert "menu1" not in need.forms[0].fields[0].of


def test_tables_that_are_no_die_are_refused() -> None:
    assert refused(maki_faces=[2, 2, 1]) == "not_six_sides"
    assert refused(maki_faces=[7, 0, -1]) == "not_six_sides"
    assert refused(maki_faces=[3, 3]) == "wrong_number_of_faces"
    assert refused(maki_faces=[]) == "wrong_number_of_faces"
    assert refused(special_faces=[6, 0, 0, 0, 0, 0, 0, 0]) == "wrong_number_of_faces"
    assert refused(dessert_cap=1) == "option_wrong_kind"
