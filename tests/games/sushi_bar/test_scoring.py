"""Scoring (A9), counts of finished tables, and what the box cannot hold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.core.words import LANGUAGES, say
from games.sushi_bar.components import BONE_VALUES, SUSHI_VALUES
from games.sushi_bar.scoring import score_lines
from tests.games.sushi_bar.table import RULES, table

SETUP = make_setup(RULES, seats=2, options={})


def total(sushi: list[int], bones: list[int]) -> int:
    return sum(line.points for line in score_lines(sushi, bones))


def test_sushi_above_the_bones_does_not_count_and_leaves_from_the_top() -> None:
    """A9 « Toutes les bouchées de sushi qui dépassent ne comptent pas et sont retirées du jeu. »"""
    assert total([1, 2, 6], [-1]) == 0
    assert total([6, 2, 1], [-1]) == 5


def test_bones_always_count() -> None:
    """« Les arêtes comptent toujours. »"""
    assert total([], [-1, -2, -4]) == -7
    assert total([6], [-1, -2, -4]) == -1


def test_without_bones_no_sushi_counts() -> None:
    """« C'est pourquoi il faudra nécessairement prendre des arêtes durant la partie. »"""
    assert total([6, 6, 5], []) == 0


@given(st.lists(st.integers(1, 6), max_size=12), st.lists(st.integers(-4, -1), max_size=12))
def test_dropping_one_by_one_from_the_top_gives_the_same_score(
    sushi: list[int], bones: list[int]
) -> None:
    """A9, by hand: take the top sushi away until there are no more sushi than bones."""
    left = list(sushi)
    while len(left) > len(bones):
        left.pop()
    assert total(sushi, bones) == sum(left) + sum(bones)
    lines = {line.rule: line for line in score_lines(sushi, bones)}
    assert lines["sushi"].points == sum(left)
    assert lines["bones"].points == sum(bones)
    assert ("dropped" in lines) == (len(sushi) > len(bones))


def test_most_points_win_and_equal_scores_share_a_place() -> None:
    """« Le joueur qui totalise le plus de points remporte la partie. » A9: ties are shared."""
    state = table(
        seats=3, sushi_stacks={0: [3], 1: [6], 2: [3]}, bone_stacks={0: [-1], 1: [-1], 2: [-1]}
    )
    outcome = RULES.outcome(state)
    assert outcome.scores == (2, 5, 2)
    assert outcome.places == (2, 1, 2)
    assert (outcome.final, outcome.ending) == (False, "running")


def test_a_count_of_the_stacks_is_scored_by_the_same_rules() -> None:
    tables = [
        {"sushi": [1, 2, 5], "bones": [-1, -3]},
        {"sushi": [6], "bones": [-4, -1]},
    ]
    outcome = RULES.tally(SETUP, tables)
    assert (outcome.final, outcome.ending) == (True, "complete")
    assert outcome.scores == (-1, 1)
    assert outcome.places == (2, 1)
    assert outcome.breakdown[0] == score_lines([1, 2, 5], [-1, -3])


def test_a_count_may_miss_portions_but_not_seats() -> None:
    assert RULES.tally(SETUP, [{}, {"sushi": [1]}]).scores == (0, 0)
    given: list[list[dict[str, Any]]] = [[], [{}], [{}, {}, {}]]
    for tables in given:
        with pytest.raises(RuleViolation, match="bad_tables"):
            RULES.tally(SETUP, tables)


@pytest.mark.parametrize(
    "junk",
    [
        {"sushi": 3},
        {"sushi": ["1"]},
        {"sushi": [True]},
        {"sushi": [1.0]},
        {"bones": None},
        {"tea": []},
        [],
        "sushi",
        None,
    ],
)
def test_a_count_of_the_wrong_form_is_refused(
    junk: Any,
) -> None:
    with pytest.raises(RuleViolation, match="bad_tables"):
        RULES.tally(SETUP, [{}, junk])


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ({"bones": [-4]}, {"bones": [-4]}, -4),
        ({"sushi": [6, 6]}, {"sushi": [6]}, 6),
        ({"sushi": [7]}, {}, 7),
        ({"bones": [1]}, {}, 1),
        ({"sushi": list(SUSHI_VALUES), "bones": list(BONE_VALUES)}, {"bones": [-1]}, -1),
    ],
)
def test_a_count_of_more_portions_than_the_box_holds_is_refused(
    first: dict[str, list[int]], second: dict[str, list[int]], value: int
) -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(SETUP, [first, second])
    assert caught.value.code == "tally_too_many"
    assert caught.value.params["item"] == [value]
    assert caught.value.params["option"] == ("bone_values" if "bones" in first else "sushi_values")


def test_a_count_that_a_real_box_may_allow_names_the_option_that_says_so() -> None:
    with pytest.raises(RuleViolation) as caught:
        RULES.tally(SETUP, [{"bones": [-4, -4]}, {}])
    told = [
        say(RULES.words, "code.tally_too_many", word, **caught.value.params) for word in LANGUAGES
    ]
    assert told[0].endswith("If your box differs, correct the option “Values of the bones”.")
    assert told[1].endswith("Si votre boîte diffère, corrigez l'option « Valeurs des arêtes ».")


def test_a_count_follows_the_values_of_the_clubs_box() -> None:
    setup = make_setup(RULES, seats=2, options={"bone_values": [-4] * 12})
    assert RULES.tally(setup, [{"bones": [-4]}, {"bones": [-4]}]).scores == (-4, -4)
