"""Results that people tell, held against the game."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.outcome import shared_places
from games.core.told import require_agreement
from games.registry import rules_of
from replays.services import life
from tests.known import known
from tests.replays.sittings import Sitting

pytestmark = pytest.mark.django_db

BACKWARDS = {"scores": [50, 40, 30], "places": [3, 2, 1]}


def plain(**options: str) -> Sitting:
    return Sitting("plain", seats=3, options={"title": "Hanabi"} | options)


@pytest.mark.parametrize("said", [BACKWARDS, {"rounds": [[50, 40, 30]], "places": [3, 2, 1]}])
def test_places_that_contradict_the_scores_are_refused(said: dict[str, list[int]]) -> None:
    sitting = plain()
    with pytest.raises(RuleViolation, match="places_contradict_scores"):
        sitting.do(life.report_result, **said)
    assert sitting.version == 1


def test_where_the_lowest_score_wins_the_same_places_are_right() -> None:
    sitting = plain(winner="lowest")
    sitting.do(life.report_result, **BACKWARDS)
    assert known(sitting.log().result).places == (3, 2, 1)


def test_an_arbiter_may_rule_what_a_report_may_not_say() -> None:
    sitting = plain()
    sitting.do(life.rule_result, **BACKWARDS)
    assert known(sitting.log().result).places == (3, 2, 1)


def test_a_log_that_says_so_already_is_still_read() -> None:
    sitting = plain()
    sitting.do(life.report_result, decided=True, **BACKWARDS)
    assert known(sitting.log().result).places == (3, 2, 1)


def test_a_game_whose_places_do_not_follow_scores_is_not_asked() -> None:
    class Backwards(type(rules_of("plain"))):  # type: ignore[misc]
        places_follow_scores = False

    require_agreement(Backwards(), {}, [50, 40], [2, 1])
    with pytest.raises(RuleViolation, match="places_contradict_scores"):
        require_agreement(None, {}, [50, 40], [2, 1])
    require_agreement(None, {}, [50, 40, 40], shared_places([50, 40, 40]))


@pytest.mark.parametrize("said", [{"scores": [420, 12]}, {"rounds": [[400, 6], [20, 6]]}])
def test_a_score_the_game_cannot_give_is_asked_about(said: dict[str, Any]) -> None:
    sitting = Sitting("sushi_go_party")
    with pytest.raises(RuleViolation, match="score_unlikely") as question:
        sitting.do(life.report_result, **said)
    assert question.value.params == {"seat": 0, "score": 420, "least": -27, "most": 200}
    sitting.do(life.report_result, **said, confirm=True)
    assert known(sitting.log().result).scores == (420, 12)


def test_what_an_arbiter_rules_and_what_a_count_adds_up_to_is_not_asked_about() -> None:
    values = {"sushi_values": [1] * 12, "bone_values": [-1] * 12}
    sitting = Sitting(options=values)
    sitting.do(life.rule_result, places=[1, 2], scores=[420, 12])
    counted = Sitting("plain", options={"title": "Go"})
    counted.do(life.report_result, tables=[{"score": 4_000}, {"score": 9}])
    assert known(counted.log().result).scores == (4_000, 9)
