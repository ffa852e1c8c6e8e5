"""Every table that is played is a match, and both say the same."""

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.events import decode_payload
from replays.chain import Problem
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Anchor, Match, Outbox, StoredEvent
from replays.selectors.logs import load_log
from replays.selectors.recent import recent_matches
from replays.services import life
from replays.services.append import Appended, append_events, new_event
from replays.services.confirming import confirm_result
from replays.services.verify import verify_stream
from tests.envelopes import taken_by
from tests.factories import NOW, make_user
from tests.known import known
from tests.replays.sittings import Sitting
from tests.tournaments.tournaments.play import Friday, seats_of
from tournaments.tournaments.director.events import ResultRecorded
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.services import matches as table_matches

pytestmark = pytest.mark.django_db

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}


def players(friday: Friday, table: int = 1) -> list[UUID]:
    state = friday.state
    return [state.entrants[number].player for number in friday.table(table).entrants]


def do(friday: Friday, service: Callable[..., Any], table: int = 1, **fields: Any) -> Appended:
    match_id = friday.table(table).match
    fields |= {"expected_version": load_log(match_id).version, "actor": "cli", "now": NOW}
    return service(match_id=match_id, **taken_by(service, fields))


def test_a_slip_makes_a_reported_match_of_those_at_the_table(friday: Friday) -> None:
    assert Match.objects.count() == 0
    friday.record(1, scores=[7, 9, 7, 1])
    match = friday.match_of(1)
    assert match is not None
    assert (match.status, match.seats, match.club_id) == ("reported", 4, friday.club.id)
    expected = list(zip(players(friday), [2, 1, 2, 4], [7, 9, 7, 1], strict=True))
    assert seats_of(match.id) == expected
    assert Match.objects.count() == 1


def test_a_no_show_is_not_in_the_match_of_the_three_who_played(friday: Friday) -> None:
    table = friday.table(1)
    friday.record(1, scores=[5, 0, 9, 7], absent=[table.entrants[1]])
    there = [player for seat, player in enumerate(players(friday)) if seat != 1]
    expected = list(zip(there, [3, 1, 2], [5, 9, 7], strict=True))
    assert seats_of(table.match) == expected


@pytest.mark.parametrize("kind", ["walk_over", "void"])
def test_what_was_not_played_makes_no_match(friday: Friday, kind: str) -> None:
    absent = list(friday.table(1).entrants[1:]) if kind == "walk_over" else []
    friday.record(1, kind=kind, absent=absent)
    assert known(friday.table(1).result).kind == kind
    assert Match.objects.count() == 0


@pytest.mark.parametrize(
    "said",
    [
        {"scores": [7, 9, 7, 1]},
        {"scores": [7, 9, 7, 1], "kind": "on_time"},
        {"scores": [9, 9, 7, 1], "places": [2, 1, 3, 4]},
        {"places": [2, 1, 3, 4]},
        {"kind": "early"},
        {"kind": "early", "scores": [7, 9, 7, 1]},
        {"scores": [7, 9, 7, 1], "play_off": "first two"},
        {"scores": [7, 3, 8, 1], "absent": "second"},
        {"kind": "walk_over", "absent": "second"},
        {"kind": "void"},
    ],
)
def test_the_match_of_a_slip_changes_nothing_else(friday: Friday, said: dict[str, Any]) -> None:
    entrants = friday.table(1).entrants
    said = dict(said)
    if "play_off" in said:
        said["play_off"] = [entrants[2], entrants[0]]
    if "absent" in said:
        said["absent"] = [entrants[1]]
    friday.record(1, **said)
    before = friday.state
    assert friday.state == before


def test_a_recorded_match_gives_its_table_the_result_by_itself(friday: Friday) -> None:
    friday.play_by_bots(1)
    assert friday.table(1).started
    result = friday.table(1).result
    outcome = load_log(friday.table(1).match).outcome
    assert result is not None
    assert (friday.table(1).origin, result.kind) == ("match", "complete")
    assert (result.places, result.scores) == (tuple(outcome.places), tuple(outcome.scores))
    assert not friday.table(1).confirmed


def test_a_match_that_is_opened_again_takes_the_result_away(friday: Friday) -> None:
    friday.play_by_bots(1)
    do(friday, life.reopen_match)
    assert friday.table(1).is_open
    do(friday, life.report_result, scores=[1, 2, 3, 4])
    assert known(friday.table(1).result).scores == (1, 2, 3, 4)


def test_the_match_of_a_slip_that_is_opened_again_takes_the_result_away_too(friday: Friday) -> None:
    friday.record(1, scores=[7, 9, 7, 1])
    do(friday, life.reopen_match)
    assert friday.table(1).is_open


@pytest.mark.parametrize(("reason", "kind"), [("time", "on_time"), ("left", "early")])
def test_a_match_that_is_stopped_says_how(friday: Friday, reason: str, kind: str) -> None:
    friday.do("start_table", **TABLE)
    do(friday, life.stop_match, reason=reason, result="places", places=[2, 1, 3, 4])
    assert known(friday.table(1).result).kind == kind
    assert known(friday.table(1).result).places == (2, 1, 3, 4)


@pytest.mark.parametrize("end", [life.void_match, life.abandon_match])
def test_a_match_without_a_result_leaves_a_void_table(
    friday: Friday, end: Callable[..., Any]
) -> None:
    friday.do("start_table", **TABLE)
    do(friday, end)
    assert known(friday.table(1).result).kind == "void"


@pytest.mark.parametrize(
    ("service", "fields", "places"),
    [(life.rule_result, {"places": [4, 3, 2, 1]}, (4, 3, 2, 1)), (life.void_match, {}, None)],
)
@pytest.mark.parametrize("finished", [False, True])
def test_the_match_of_a_closed_stage_changes_its_table_too(
    friday: Friday,
    finished: bool,
    service: Callable[..., Any],
    fields: dict[str, Any],
    places: tuple[int, ...] | None,
) -> None:
    for table in (1, 2):
        friday.record(table, scores=[4, 3, 2, 1])
    friday.do("close_stage", stage=1)
    if finished:
        friday.do("finish")
    do(friday, service, **fields)
    assert known(friday.table(1).result).places == places
    assert friday.table(1).confirmed
    assert problem_of(friday) is None


def test_the_match_of_a_closed_stage_is_not_opened_again(friday: Friday) -> None:
    for table in (1, 2):
        friday.record(table, scores=[4, 3, 2, 1])
    friday.do("close_stage", stage=1)
    before = load_log(friday.table(1).match).version
    with pytest.raises(KaitenError, match="stage_closed"):
        do(friday, life.reopen_match)
    assert load_log(friday.table(1).match).version == before
    assert known(friday.table(1).result).places == (1, 2, 3, 4)
    friday.do("finish")
    with pytest.raises(KaitenError, match="tournament_over"):
        do(friday, life.reopen_match)
    friday.do("reopen")
    friday.do("reopen_stage", stage=1)
    do(friday, life.reopen_match)
    assert friday.table(1).is_open


def test_no_door_opens_the_match_of_a_closed_stage_again(friday: Friday, client: Client) -> None:
    for table in (1, 2):
        friday.record(table, scores=[4, 3, 2, 1])
    friday.do("close_stage", stage=1)
    match_id = friday.table(1).match
    client.force_login(make_user("staff", staff=True))
    answer = client.post(
        f"/api/v1/matches/{match_id}/reopen",
        {"note": "typo"},
        content_type="application/json",
        headers={"If-Match": '"2"'},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "stage_closed")
    form = {"key": str(uuid4()), "expected_version": 2, "note": "typo"}
    page = client.post(f"/matches/{match_id}/reopen/", form)
    assert page.status_code == 422
    assert "to take one away, reopen it first." in page.text
    assert load_log(match_id).version == 2


def test_a_ruling_that_says_what_the_table_of_a_closed_stage_says_is_taken(friday: Friday) -> None:
    for table in (1, 2):
        friday.record(table, scores=[4, 3, 2, 1])
    friday.do("close_stage", stage=1)
    do(friday, life.rule_result, places=[1, 2, 3, 4], scores=[4, 3, 2, 1])
    assert friday.table(1).origin == "slip"


def test_a_match_is_not_opened_again_once_the_next_round_stands_on_it(friday: Friday) -> None:
    for table in (1, 2):
        friday.play_by_bots(table)
    friday.announce()
    with pytest.raises(KaitenError, match="later_round_announced"):
        do(friday, life.reopen_match)
    do(friday, life.rule_result, places=[4, 3, 2, 1])
    assert known(friday.table(1).result).places == (4, 3, 2, 1)


def test_the_event_names_the_version_of_the_match_that_it_read(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    match_id = friday.table(1).match
    assert recorded(friday)[-1].version == load_log(match_id).version == 2
    do(friday, life.rule_result, places=[4, 3, 2, 1])
    assert recorded(friday)[-1].version == load_log(match_id).version == 3
    friday.do("correct", **TABLE, kind="void")
    assert recorded(friday)[-1].version == load_log(match_id).version == 4


def recorded(friday: Friday) -> list[ResultRecorded]:
    rows = StoredEvent.objects.filter(stream_id=friday.id, type=ResultRecorded.type)
    events = [decode_payload(row.type, row.schema, row.payload) for row in rows.order_by("version")]
    return cast(list[ResultRecorded], events)


def problem_of(friday: Friday) -> Problem | None:
    return verify_stream(friday.id).problem


def test_verification_compares_every_result_with_its_match(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.record(2, kind="early")
    friday.do("correct", **TABLE, scores=[1, 2, 3, 4], absent=[friday.table(1).entrants[0]])
    friday.do("correct", **TABLE, kind="walk_over", absent=[friday.table(1).entrants[0]])
    friday.do("correct", **TABLE, scores=[4, 3, 2, 1])
    assert problem_of(friday) is None
    with table_matches.joint_write():  # as before tables followed their matches
        do(friday, life.rule_result, places=[4, 3, 2, 1])
    assert problem_of(friday) == Problem("result_differs", friday.state.version)


def test_verification_finds_a_result_that_its_match_never_had(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    report = Reported(places=(4, 3, 2, 1), scores=(1, 2, 3, 4))
    append_events(
        stream_id=friday.id,
        kind="tournament",
        expected_version=friday.state.version,
        events=[new_event(ResultRecorded(1, 1, 1, report, "slip", version=2))],
        envelope=Envelope("cli", NOW),
    )
    assert problem_of(friday) == Problem("result_differs", friday.state.version)
    do(friday, life.rule_result, places=[4, 3, 2, 1], scores=[1, 2, 3, 4])
    assert known(problem_of(friday)).version == friday.state.version


def test_a_slip_is_two_appends_two_outbox_rows_and_few_statements(friday: Friday) -> None:
    friday.record(2, scores=[4, 3, 2, 1])  # the process remembers the tournament
    Outbox.objects.all().delete()
    anchors = Anchor.objects.count()
    with CaptureQueriesContext(connection) as captured:
        friday.record(1, scores=[4, 3, 2, 1])
    assert Anchor.objects.count() - anchors == 2
    assert set(Outbox.objects.values_list("topic", flat=True)) == {"ladders", "verify"}
    assert Outbox.objects.count() == 2

    assert len(captured) <= 25, [query["sql"][:150] for query in captured]


def test_a_correction_rules_the_match(friday: Friday) -> None:
    friday.play_by_bots(1)
    friday.do("correct", **TABLE, scores=[1, 2, 3, 4])
    match = friday.match_of(1)
    assert match is not None
    assert [row[1:] for row in seats_of(match.id)] == [(4, 1), (3, 2), (2, 3), (1, 4)]
    assert known(load_log(match.id).result).kind == "ruled"
    assert friday.table(1).origin == "slip"


@pytest.mark.parametrize("kind", ["walk_over", "void"])
def test_a_result_corrected_to_unplayed_voids_the_match_and_back_again(
    friday: Friday, kind: str
) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    absent = [friday.table(1).entrants[3]] if kind == "walk_over" else []
    friday.do("correct", **TABLE, kind=kind, absent=absent)
    assert known(friday.match_of(1)).status == "voided"
    assert known(friday.table(1).result).kind == kind
    friday.do("correct", **TABLE, scores=[1, 2, 3, 4])
    assert known(friday.match_of(1)).status == "reported"
    assert [row[1] for row in seats_of(friday.table(1).match)] == [4, 3, 2, 1]
    assert known(friday.table(1).result).scores == (1, 2, 3, 4)


def test_who_was_there_after_all_is_in_the_match_that_counts(friday: Friday) -> None:
    one, two, *_ = friday.table(1).entrants
    friday.record(1, scores=[0, 5, 9, 7], absent=[one])
    wrong = friday.table(1).match
    friday.do("correct", **TABLE, scores=[5, 0, 9, 7], absent=[two])
    there = [player for seat, player in enumerate(players(friday)) if seat != 1]
    assert [row[0] for row in seats_of(friday.table(1).match)] == there
    assert Match.objects.get(pk=wrong).status == "voided"
    friday.do("correct", **TABLE, scores=[5, 6, 9, 7])
    assert [row[0] for row in seats_of(friday.table(1).match)] == players(friday)
    assert known(friday.table(1).result).scores == (5, 6, 9, 7)
    assert Match.objects.exclude(status="voided").count() == 1


def test_a_result_taken_away_opens_the_match_and_entering_it_again_reports_it(
    friday: Friday,
) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("withdraw_result", **TABLE)
    assert not load_log(friday.table(1).match).ended
    friday.record(1, scores=[1, 2, 3, 4])
    assert [row[1] for row in seats_of(friday.table(1).match)] == [4, 3, 2, 1]
    assert Match.objects.count() == 1


def test_a_match_begun_for_a_table_that_is_seated_anew_is_void(friday: Friday) -> None:
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("withdraw_result", **TABLE)
    old, entrants = friday.table(1).match, friday.table(1).entrants
    tables = [{"table": 1, "entrants": entrants[::-1]}]
    friday.do("reseat", stage=1, round=1, tables=tables)
    assert Match.objects.get(pk=old).status == "voided"
    assert friday.table(1).is_open
    friday.record(1, scores=[4, 3, 2, 1])
    friday.do("withdraw_result", **TABLE)
    friday.do("withdraw_tables", stage=1, round=1)
    assert set(Match.objects.values_list("status", flat=True)) == {"voided"}


def test_two_who_agree_make_the_match(friday: Friday) -> None:
    first, second, *_ = friday.table(1).entrants
    friday.do("report", **TABLE, entrant=first, scores=[4, 3, 2, 1])
    assert Match.objects.count() == 0
    friday.do("report", **TABLE, entrant=second, scores=[4, 3, 2, 1])
    assert known(friday.match_of(1)).status == "reported"
    assert friday.table(1).origin == "players"


def test_a_ruling_against_the_scores_stands_at_the_table_and_in_its_match(friday: Friday) -> None:
    backwards: dict[str, Any] = {"scores": [50, 40, 30, 20], "places": [4, 3, 2, 1]}
    friday.do("rule", **TABLE, ruling="changed", result=backwards)
    assert known(friday.table(1).result).places == (4, 3, 2, 1)
    assert [row[1:] for row in seats_of(friday.table(1).match)] == [
        (4, 50),
        (3, 40),
        (2, 30),
        (1, 20),
    ]
    assert problem_of(friday) is None


def test_a_result_that_every_seat_agreed_to_counts_as_confirmed_at_its_table(
    friday: Friday,
) -> None:
    friday.do("start_table", **TABLE)
    do(friday, life.report_result, scores=[7, 9, 7, 1])
    for seat in range(4):
        assert not friday.table(1).confirmed
        do(friday, confirm_result, seat=seat)
    assert friday.table(1).confirmed
    assert verify_stream(friday.id).ok

    # Whoever directs the tournament has said why there, and opens what everybody agreed to.
    friday.do("withdraw_result", **TABLE)
    assert not friday.table(1).confirmed
    assert not load_log(friday.table(1).match).life.confirmed


def test_tables_are_nobodys_habit_when_a_match_is_begun(friday: Friday) -> None:
    friday.record(1, scores=[7, 9, 7, 1])
    assert recent_matches("cli", [friday.club.id]) == []
    played = Sitting("sushi_boat", players=[None, None], club_id=friday.club.id)
    assert [match.id for match in recent_matches("cli", [friday.club.id])] == [played.id]
