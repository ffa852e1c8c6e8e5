"""What people say a table brought: places against scores, and who was not there."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import RuleViolation
from games.core.outcome import shared_places
from tests.known import known
from tests.tournaments.tournaments.director.play import HALL, Play, rules
from tournaments.tournaments.director.commands.base import Context
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.events import ResultRecorded, ResultReported
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.director.rankings import stage_standings

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
GOLF = {"game": "plain", "options": {"title": "Golf", "winner": "lowest"}}
PLAIN = {"game": "plain", "options": {"title": "Whist"}}


def announced(entrants: int = 8, **fields: Any) -> Play:
    play = Play(entrants, rules(**fields))
    play.announce()
    return play


BACKWARDS: dict[str, Any] = {"scores": [50, 40, 30, 20], "places": [4, 3, 2, 1]}


def test_places_that_contradict_the_scores_are_refused_on_a_slip() -> None:
    assert announced().refused("record", **TABLE, **BACKWARDS) == "places_contradict_scores"


def test_places_that_contradict_the_scores_are_refused_in_a_report() -> None:
    play = announced()
    who = play.table(1).entrants[0]
    assert play.refused("report", **TABLE, entrant=who, **BACKWARDS) == "places_contradict_scores"


def test_places_that_contradict_the_scores_are_refused_in_a_correction() -> None:
    play = announced()
    play.record(1, scores=[50, 40, 30, 20])
    assert play.refused("correct", **TABLE, **BACKWARDS) == "places_contradict_scores"


def test_a_better_score_does_not_share_a_place_with_a_worse_one() -> None:
    shared = {"scores": [50, 40, 30, 20], "places": [1, 1, 3, 4]}
    assert announced().refused("record", **TABLE, **shared) == "places_contradict_scores"


def test_equal_scores_may_be_separated() -> None:
    (event,) = announced().record(1, scores=[30, 40, 40, 20], places=[3, 2, 1, 4])
    assert event.report.places == (3, 2, 1, 4)


def test_a_ruling_may_say_what_a_slip_may_not() -> None:
    play = announced()
    play.do("rule", **TABLE, ruling="changed", result=BACKWARDS)
    assert known(play.table(1).result).places == (4, 3, 2, 1)


def test_where_the_lowest_score_wins_the_fewest_points_need_the_best_place() -> None:
    play = announced(games=[GOLF])
    wrong = {"scores": [50, 40, 30, 20], "places": [1, 2, 3, 4]}
    assert play.refused("record", **TABLE, **wrong) == "places_contradict_scores"
    play.record(1, **BACKWARDS)
    assert known(play.table(1).result).places == (4, 3, 2, 1)


def test_what_stood_before_it_was_refused_is_still_read_and_may_be_said_again() -> None:
    play = announced()
    play.do("rule", **TABLE, ruling="changed", result=BACKWARDS)
    assert play.record(1, **BACKWARDS) == []
    assert play.state == play.fresh()


@given(
    scores=st.lists(st.integers(0, 4), min_size=4, max_size=4),
    ranks=st.lists(st.integers(1, 4), min_size=4, max_size=4),
    gone=st.sets(st.integers(0, 3), max_size=2),
    golf=st.booleans(),
)
def test_a_slip_is_refused_exactly_where_somebody_better_is_not_ahead(
    scores: list[int], ranks: list[int], gone: set[int], golf: bool
) -> None:
    play = announced(games=[GOLF if golf else PLAIN])
    there = [seat for seat in range(4) if seat not in gone]
    given_places = dict(zip(there, shared_places([-ranks[seat] for seat in there]), strict=True))
    places = [given_places.get(seat, len(there) + 1) for seat in range(4)]

    def better(one: int, other: int) -> bool:
        return scores[one] < scores[other] if golf else scores[one] > scores[other]

    contradictory = any(
        better(one, other) and not places[one] < places[other] for one in there for other in there
    )
    said: dict[str, Any] = {
        "scores": scores,
        "places": places,
        "absent": [play.table(1).entrants[seat] for seat in gone],
    }
    if contradictory:
        assert play.refused("record", **TABLE, **said) == "places_contradict_scores"
    else:
        play.record(1, **said)


def test_a_no_show_has_no_score() -> None:
    play = announced()
    gone = play.table(1).entrants[1]
    (event,) = play.record(1, scores=[40, None, 30, 20], absent=[gone])
    assert event.report.scores == (40, None, 30, 20)
    assert event.report.places == (1, 4, 2, 3)
    assert play.state == play.fresh()


def test_somebody_who_was_there_has_a_score() -> None:
    play = announced()
    someone = play.table(1).entrants[2]
    for said in (
        {"scores": [40, None, 30, 20]},
        {"scores": [40, None, 30, 20], "absent": [someone]},
    ):
        assert play.refused("record", **TABLE, **said) == "scores_missing"
        beside = said | {"places": [1, 2, 3, 4]}
        assert play.refused("record", **TABLE, **beside) == "scores_missing"


def test_a_score_invented_for_a_no_show_is_not_kept() -> None:
    play = announced()
    gone = play.table(1).entrants[1]
    (event,) = play.record(1, scores=[40, 0, 30, 20], absent=[gone])
    assert event.report.scores == (40, None, 30, 20)
    assert play.record(1, scores=[40, 7, 30, 20], absent=[gone]) == []


def test_two_who_agree_but_for_the_score_of_a_no_show_agree() -> None:
    play = announced()
    first, gone, third, _ = play.table(1).entrants
    play.do("report", **TABLE, entrant=first, scores=[40, 0, 30, 20], absent=[gone])
    play.do("report", **TABLE, entrant=third, scores=[40, None, 30, 20], absent=[gone])
    assert play.table(1).origin == "players"
    assert not play.table(1).disputed


def test_reports_and_results_written_with_an_invented_score_are_read_as_without() -> None:
    play = announced()
    first, gone, third, _ = play.table(1).entrants
    old = Reported("complete", (1, 4, 2, 3), (40, 0, 30, 20), (gone,))
    other = Reported("complete", (1, 4, 2, 3), (9, 0, 8, 7), (play.table(2).entrants[1],))
    for event in (ResultReported(1, 1, 1, first, old), ResultRecorded(1, 1, 2, other, "slip")):
        play.log.append((event, play.moment))
        apply(play.state, event, play.moment)
    assert known(play.table(1).reports[first]).scores == (40, None, 30, 20)
    (_, event) = play.do("report", **TABLE, entrant=third, scores=[40, None, 30, 20], absent=[gone])
    assert event.report.scores == (40, None, 30, 20)
    assert known(play.table(2).result).scores == (9, None, 8, 7)
    assert play.state == play.fresh()


def test_where_the_lowest_score_wins_a_no_show_does_not_win() -> None:
    play = announced(games=[GOLF], tiebreaks=["points", "game_points"])
    gone = play.table(1).entrants[1]
    play.record(1, scores=[4, None, 3, 2], absent=[gone])
    assert known(play.table(1).result).places == (3, 4, 2, 1)
    rows = {row.entrant: row for row in stage_standings(play.state, 1)}
    assert rows[gone].points == 0
    assert rows[play.table(1).entrants[3]].points == 5


ABSURD: dict[str, Any] = {"scores": [41, 420, 38, 30]}


@pytest.mark.parametrize("command", ["record", "report", "correct"])
def test_a_score_the_game_cannot_give_is_asked_about_and_taken_once_confirmed(command: str) -> None:
    play = announced()
    said = dict(TABLE)
    if command == "report":
        said |= {"entrant": play.table(1).entrants[0]}
    if command == "correct":
        play.record(1, scores=[41, 42, 38, 30])
    with pytest.raises(RuleViolation, match="score_unlikely") as question:
        play.decide(command, **said, **ABSURD)
    who = play.table(1).entrants[1]
    assert question.value.params == {"score": 420, "least": -27, "most": 180, "entrant": who}
    assert play.do(command, **said, **ABSURD, confirm=True)


def test_a_ruling_is_not_asked_whether_it_means_its_scores() -> None:
    play = announced()
    play.do("rule", **TABLE, ruling="changed", result=ABSURD)
    assert known(play.table(1).result).scores == (41, 420, 38, 30)
    assert play.record(1, **ABSURD) == []


def test_the_range_is_that_of_those_who_played() -> None:
    play = announced(games=[{"game": "sushi_roll"}])
    fits: dict[str, Any] = {"scores": [140, 100, 90, None], "absent": [play.table(1).entrants[3]]}
    play.record(1, **fits)
    assert play.refused("record", **TABLE | {"table": 2}, scores=[140, 9, 8, 7]) == "score_unlikely"


def test_a_game_without_rules_asks_nothing() -> None:
    announced(games=[PLAIN]).record(1, scores=[999_999, 1, 2, -7])


def test_the_box_of_the_club_says_what_is_likely_where_it_differs() -> None:
    play = announced(games=[{"game": "sushi_bar"}])
    command = read_command("record", TABLE | {"scores": [60, 1, 2, 3]})
    with pytest.raises(RuleViolation, match="score_unlikely"):
        command.decide(play.state, Context(HALL))
    box: dict[str, Any] = {"sushi_bar": {"sushi_values": [20] * 12}}
    assert command.decide(play.state, Context(HALL, box=box.__getitem__))
