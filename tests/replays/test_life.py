"""How matches end, and how an end is undone."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.canonical import digest
from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.events import MatchAbandoned
from replays.models import Note
from replays.services import life, undo
from replays.services.notes import erase_note
from tests.known import known
from tests.replays.sittings import Sitting, request_key
from tests.replays.tables import NOW, PLAYERS

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def refused(sitting: Sitting, service: Callable[..., Any], **fields: Any) -> str:
    version = sitting.version
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        sitting.do(service, **fields)
    assert sitting.version == version
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    return refusal.value.code


def plain(seats: int = 3, **options: str) -> Sitting:
    return Sitting("plain", seats=seats, options={"title": "Hanabi"} | options)


def test_reported_scores_give_the_places() -> None:
    sitting = plain()
    sitting.do(life.report_result, scores=[10, 30, 10])
    log = sitting.log()
    assert (log.status, known(log.result).kind) == ("reported", "reported")
    assert known(log.result).places == (2, 1, 2)
    assert known(log.result).scores == (10, 30, 10)


def test_the_lowest_score_wins_where_the_box_says_so() -> None:
    sitting = plain(winner="lowest")
    sitting.do(life.report_result, scores=[10, 30, 10])
    assert known(sitting.log().result).places == (1, 3, 1)


def test_scores_of_a_game_with_rules_can_be_reported_too() -> None:
    sitting = Sitting(seats=2)
    sitting.do(life.report_result, scores=[-3, 12])
    assert known(sitting.log().result).places == (2, 1)


def test_places_alone_can_be_reported() -> None:
    sitting = plain()
    sitting.do(life.report_result, places=[3, 1, 2])
    assert (known(sitting.log().result).places, known(sitting.log().result).scores) == (
        (3, 1, 2),
        None,
    )


def test_places_beside_scores_break_a_tie_as_the_table_did() -> None:
    sitting = plain()
    sitting.do(life.report_result, scores=[10, 10, 5], places=[2, 1, 3])
    assert known(sitting.log().result).places == (2, 1, 3)


def test_rounds_add_up() -> None:
    sitting = plain()
    sitting.do(life.report_result, rounds=[[1, 2, 3], [10, 0, 0]])
    report = sitting.log().life.reported
    assert report is not None
    assert report.scores == (11, 2, 3)
    assert report.rounds == ((1, 2, 3), (10, 0, 0))


def test_a_count_is_scored_by_the_rules() -> None:
    sitting = Sitting("hidden_game")
    tables = [
        {"table": ["amber", "coral"], "hand": ["dusk"], "tray": ["blue"]},
        {"table": ["blue", "blue"], "hand": ["amber"], "tray": ["coral"]},
    ]
    outcome = sitting.log().rules.tally(sitting.log().setup, tables)
    sitting.do(life.report_result, tables=tables)
    log = sitting.log()
    assert (known(log.result).kind, known(log.result).scores) == ("reported", outcome.scores)
    assert known(log.life.reported).tables == tuple(tables)


def test_a_count_the_rules_refuse_writes_nothing() -> None:
    assert refused(Sitting(), life.report_result, tables=[{"pile": 3}]) == "bad_tables"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "empty_report"),
        ({"scores": [1, 2]}, "bad_scores"),
        ({"scores": [1, 2, 10**12]}, "bad_scores"),
        ({"scores": [1, 2, True]}, "bad_scores"),
        ({"scores": [1, 2, "3"]}, "bad_scores"),
        ({"places": [1, 2]}, "bad_places"),
        ({"places": [1, 3, 3]}, "bad_places"),
        ({"places": [0, 1, 2]}, "bad_places"),
        ({"places": [2, 2, 2]}, "bad_places"),
        ({"rounds": []}, "bad_rounds"),
        ({"rounds": [[1, 2]]}, "bad_rounds"),
        ({"rounds": [[1, 2, 3], [1, 2]]}, "bad_rounds"),
        ({"scores": [1, 2, 3], "rounds": [[1, 2, 3]]}, "crowded_report"),
        ({"scores": [1, 2, 3], "tables": []}, "crowded_report"),
    ],
)
def test_a_report_that_does_not_fit_the_table_is_refused(
    fields: dict[str, list[Any]], code: str
) -> None:
    assert refused(plain(), life.report_result, **fields) == code


def test_a_report_can_be_corrected_by_another() -> None:
    sitting = plain()
    sitting.do(life.report_result, scores=[1, 2, 3])
    sitting.do(life.report_result, scores=[3, 2, 1])
    assert known(sitting.log().result).places == (1, 2, 3)


def test_a_report_beside_a_finished_record_changes_nothing_but_is_kept() -> None:
    sitting = Sitting().finish()
    derived = sitting.log().result
    sitting.do(life.report_result, scores=[40, 39])
    log = sitting.log()
    assert (log.status, log.result) == ("finished", derived)
    assert known(log.life.reported).scores == (40, 39)
    assert [seat.reported_score for seat in sitting.seats] == [40, 39]
    assert derived is not None
    assert [seat.score for seat in sitting.seats] == list(known(derived.scores))


def test_a_report_survives_a_reopening_and_stands_beside_the_record() -> None:
    sitting = Sitting()
    sitting.do(life.report_result, scores=[40, 39])
    sitting.do(life.reopen_match)
    assert (sitting.row.status, sitting.row.result_kind) == ("open", "")
    sitting.finish()
    assert known(sitting.log().result).kind == "derived"
    assert [seat.reported_score for seat in sitting.seats] == [40, 39]


def test_a_repeated_report_gets_the_first_answer() -> None:
    sitting = plain()
    first = sitting.do(life.report_result, scores=[1, 2, 3], request=request_key())
    again = sitting.do(life.report_result, scores=[1, 2, 3], request=request_key())
    assert (again.last_version, again.repeated) == (first.last_version, True)


def test_stopping_by_score_takes_what_the_rules_count_so_far() -> None:
    sitting = Sitting()
    sitting.play_on(9)
    outcome = sitting.log().outcome
    sitting.do(life.stop_match, reason="time", result="score")
    log = sitting.log()
    assert (log.status, log.ending, known(log.result).kind) == ("stopped", "time", "derived")
    assert (known(log.result).places, known(log.result).scores) == (outcome.places, outcome.scores)


def test_stopping_with_agreed_places() -> None:
    sitting = Sitting()
    sitting.do(life.stop_match, reason="left", result="places", places=[2, 1])
    log = sitting.log()
    assert (log.ending, known(log.result).kind, known(log.result).places) == (
        "left",
        "agreed",
        (2, 1),
    )


def test_stopping_without_a_result() -> None:
    sitting = Sitting()
    sitting.do(life.stop_match, reason="other", result="none")
    assert (sitting.log().status, sitting.log().result) == ("stopped", None)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"reason": "bored", "result": "none"}, "bad_stop"),
        ({"reason": "time", "result": "coin"}, "bad_stop"),
        ({"reason": "time", "result": "places"}, "bad_stop"),
        ({"reason": "time", "result": "score", "places": [1, 2]}, "bad_stop"),
        ({"reason": "time", "result": "places", "places": [1, 3]}, "bad_places"),
    ],
)
def test_a_stop_that_makes_no_sense_is_refused(fields: dict[str, Any], code: str) -> None:
    assert refused(Sitting(), life.stop_match, **fields) == code


def test_a_plain_game_has_no_score_so_far() -> None:
    assert refused(plain(), life.stop_match, reason="time", result="score") == "bad_stop"


def test_an_arbiter_outweighs_the_record() -> None:
    sitting = Sitting().finish()
    sitting.do(life.rule_result, places=[1, 1], note="Dice off the table")
    log = sitting.log()
    assert (log.status, log.ending) == ("finished", "complete")
    assert (known(log.result).kind, known(log.result).places, known(log.result).scores) == (
        "ruled",
        (1, 1),
        None,
    )


def test_a_ruling_ends_an_open_match() -> None:
    sitting = Sitting()
    sitting.do(life.rule_result, places=[2, 1], scores=[0, 5])
    log = sitting.log()
    assert (log.status, log.ending, known(log.result).scores) == ("stopped", "ruled", (0, 5))


def test_a_report_after_a_ruling_does_not_undo_it() -> None:
    sitting = plain()
    sitting.do(life.report_result, scores=[1, 2, 3])
    sitting.do(life.rule_result, places=[1, 2, 3])
    sitting.do(life.report_result, scores=[3, 5, 4])
    assert known(sitting.log().result).kind == "ruled"
    assert [seat.reported_score for seat in sitting.seats] == [3, 5, 4]


def test_a_ruling_needs_a_place_for_every_seat() -> None:
    assert refused(Sitting(), life.rule_result, places=[1]) == "bad_places"


def test_an_abandoned_match_has_no_result() -> None:
    sitting = Sitting()
    sitting.do(life.abandon_match, note="Fire alarm")
    assert (sitting.row.status, sitting.row.result_kind) == ("abandoned", "")


def test_a_voided_match_loses_its_result_until_it_is_reopened() -> None:
    sitting = Sitting().finish()
    sitting.do(life.void_match)
    assert sitting.log().result is None
    assert refused(sitting, life.void_match) == "match_voided"
    assert refused(sitting, life.rule_result, places=[1, 2]) == "match_voided"
    assert refused(sitting, life.report_result, scores=[1, 2]) == "match_ended"
    sitting.do(life.reopen_match)
    assert sitting.log().status == "open"


@pytest.mark.parametrize(
    ("service", "fields"),
    [
        (life.stop_match, {"reason": "time", "result": "none"}),
        (life.abandon_match, {}),
        (life.take_over_seat, {"seat": 0, "player": None}),
        (undo.rewind, {"to": 1}),
    ],
)
def test_an_ended_match_must_be_reopened_first(
    service: Callable[..., Any], fields: dict[str, Any]
) -> None:
    assert refused(Sitting().finish(), service, **fields) == "match_ended"


def test_an_open_match_cannot_be_reopened() -> None:
    assert refused(Sitting(), life.reopen_match) == "match_not_ended"


def test_a_seat_can_be_taken_over_and_left_empty() -> None:
    sitting = Sitting()
    sitting.do(life.take_over_seat, seat=1, player=PLAYERS[5])
    assert sitting.log().players == (PLAYERS[0], PLAYERS[5])
    sitting.do(life.take_over_seat, seat=1, player=None)
    assert [seat.player_id for seat in sitting.seats] == [PLAYERS[0], None]
    assert sitting.log().everyone == sorted([PLAYERS[0], PLAYERS[1], PLAYERS[5]])


def test_nobody_can_take_over_a_second_seat_or_one_that_is_not_there() -> None:
    sitting = Sitting()
    assert refused(sitting, life.take_over_seat, seat=1, player=PLAYERS[0]) == "player_twice"
    assert refused(sitting, life.take_over_seat, seat=2, player=None) == "no_such_seat"
    assert refused(sitting, life.take_over_seat, seat=-1, player=None) == "no_such_seat"


def test_a_reason_lives_beside_the_log_and_only_its_digest_in_it() -> None:
    sitting = Sitting()
    sitting.do(life.abandon_match, note="  Ana had to leave ")
    event = sitting.log().entries[-1].event
    assert isinstance(event, MatchAbandoned)
    assert event.note == digest("Ana had to leave")
    assert Note.objects.get(stream_id=sitting.id, version=2).text == "Ana had to leave"


def test_an_erased_reason_leaves_the_log_intact() -> None:
    sitting = Sitting()
    sitting.do(life.abandon_match, note="Ana had to leave")
    erase_note(match_id=sitting.id, version=2, now=NOW)
    erase_note(match_id=sitting.id, version=2, now=NOW)
    note = Note.objects.get(stream_id=sitting.id, version=2)
    assert (note.text, note.erased_at) == ("", NOW)
    assert sitting.log().version == 2


def test_a_note_that_is_not_there_cannot_be_erased() -> None:
    with pytest.raises(KaitenError) as refusal:
        erase_note(match_id=Sitting().id, version=1, now=NOW)
    assert refusal.value.code == "unknown_note"


@pytest.mark.parametrize(
    ("note", "code"), [("x" * 2001, "note_too_long"), ("a\0b", "nul_character")]
)
def test_a_note_that_cannot_be_kept_is_refused(note: str, code: str) -> None:
    assert refused(Sitting(), life.abandon_match, note=note) == code


def test_an_empty_reason_is_none() -> None:
    sitting = Sitting()
    sitting.do(life.abandon_match, note="   ")
    event = sitting.log().entries[-1].event
    assert isinstance(event, MatchAbandoned)
    assert event.note is None
    assert not Note.objects.exists()
