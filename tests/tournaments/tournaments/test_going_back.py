"""Going back through the services: over the border of a stage, after the end, from any round."""

from random import Random
from typing import Any

import pytest
from django.test import Client

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.models import Match, Note
from replays.selectors.logs import load_log
from replays.services import life
from tests.factories import NOW, make_user
from tests.known import known
from tests.tournaments.tournaments.play import FINAL, Friday, dump, seats_of, swiss
from tests.tournaments.tournaments.test_streams import require_same_everywhere
from tournaments.tournaments.models import TournamentEntrant, TournamentTable
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.services.files import import_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SLIP: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def evening() -> Friday:
    """A Swiss of one round is closed, its final has begun; nothing of it is announced."""
    friday = Friday(8, swiss(rounds=1), FINAL)
    friday.announce()
    friday.record(1, scores=[40, 30, 20, 10])
    friday.record(2, scores=[41, 31, 21, 11])
    friday.do("close_stage", stage=1)
    friday.do("start_stage", stage=2)
    return friday


def play_final(friday: Friday) -> None:
    friday.announce(2)
    friday.record(1, stage=2, scores=[9, 8, 7, 6])


def test_the_door_into_a_final_opens_backwards_too(evening: Friday) -> None:
    evening.do("unstart_stage", stage=2)
    assert evening.state.stages[2].status == "planned"
    assert evening.state.stages[2].seeds == ()
    evening.do("reopen_stage", stage=1)
    evening.do("withdraw_result", **SLIP)
    require_same_everywhere(evening)
    evening.record(1, scores=[10, 20, 30, 40])
    evening.do("close_stage", stage=1)
    evening.do("start_stage", stage=2)
    evening.do("unstart_stage", stage=2)
    evening.do("drop_stage", stage=2)
    require_same_everywhere(evening)


def test_a_final_that_was_played_is_kept_as_void_matches_with_the_reason(evening: Friday) -> None:
    play_final(evening)
    match_id = evening.table(1, 1, 2).match
    evening.do("unstart_stage", stage=2, note="wrong four people")
    assert Match.objects.get(pk=match_id).status == "voided"
    assert Note.objects.filter(stream_id=match_id).get().text == "wrong four people"
    assert not TournamentTable.objects.filter(tournament_id=evening.id, stage=2).exists()
    require_same_everywhere(evening)


@pytest.mark.parametrize("end", ["close_stage", "finish"])
def test_a_slip_of_the_swiss_is_corrected_after_the_final(evening: Friday, end: str) -> None:
    play_final(evening)
    evening.do("close_stage", stage=2)
    if end == "finish":
        evening.do("finish")
    evening.do("correct", **SLIP, scores=[10, 20, 30, 40])
    assert known(evening.table(1).result).places == (4, 3, 2, 1)
    assert [row[1] for row in seats_of(evening.table(1).match)] == [4, 3, 2, 1]
    assert evening.state.stages[2].status == "closed"
    require_same_everywhere(evening)


def test_the_places_of_a_finished_tournament_follow_a_correction(evening: Friday) -> None:
    play_final(evening)
    evening.do("close_stage", stage=2)
    evening.do("finish")
    outside = [n for n in range(1, 9) if n not in evening.state.stages[2].seeds]

    def places() -> dict[int, int | None]:
        rows = TournamentEntrant.objects.filter(tournament_id=evening.id, number__in=outside)
        return dict(rows.values_list("number", "place"))

    before = places()
    table = next(n for n in (1, 2) if set(outside) & set(evening.table(n).entrants))
    evening.do("correct", stage=1, round=1, table=table, scores=[40, 30, 10, 20])
    assert places() != before
    live = dump(evening.id)
    require_same_everywhere(evening)
    assert dump(evening.id) == live


@pytest.mark.parametrize("finished", [False, True])
def test_a_ruling_on_the_match_of_a_closed_stage_changes_its_table(
    evening: Friday, client: Client, finished: bool
) -> None:
    if finished:
        play_final(evening)
        evening.do("close_stage", stage=2)
        evening.do("finish")
    match_id = evening.table(1).match
    client.force_login(make_user("staff", staff=True))
    answer = client.post(
        f"/api/v1/matches/{match_id}/rule",
        {"places": [1, 2, 2, 4], "note": "typo"},
        content_type="application/json",
        headers={"If-Match": f'"{load_log(match_id).version}"'},
    )
    assert answer.status_code == 201
    assert known(evening.table(1).result).places == (1, 2, 2, 4)
    require_same_everywhere(evening)


def test_round_one_is_corrected_and_round_four_paired_again() -> None:
    friday = Friday(16, swiss(rounds=5))
    luck = Random(4)
    for _ in range(3):
        friday.play_round(luck)
    friday.announce()
    scores = list(known(known(friday.table(1).result).scores)[::-1])
    friday.do("correct", **SLIP, scores=scores, then="repair")
    assert sorted(friday.state.stages[1].rounds) == [1, 2, 3]
    friday.announce()
    require_same_everywhere(friday)


KNOCK_OUT: dict[str, Any] = FINAL | {"sizes": [2], "preferred": 2, "cut": {"kind": "all"}}


@pytest.fixture
def cup() -> Friday:
    """A knock-out of four is played to its end."""
    friday = Friday(4, KNOCK_OUT | {"seeding": "entry"})
    luck = Random(2)
    friday.play_round(luck)
    friday.play_round(luck)
    return friday


def test_tables_that_others_would_have_come_to_are_void_with_the_reason(cup: Friday) -> None:
    match_id = cup.table(1, 2).match
    scores = list(known(known(cup.table(1).result).scores)[::-1])
    cup.do("correct", **SLIP, scores=scores, then="void", note="the slips were swapped")
    assert Match.objects.get(pk=match_id).status == "voided"
    assert Note.objects.get(stream_id=match_id).text == "the slips were swapped"
    assert not TournamentTable.objects.filter(tournament_id=cup.id, round=2).exists()
    require_same_everywhere(cup)
    cup.play_round(Random(3))
    require_same_everywhere(cup)


def test_a_ruling_on_a_match_does_not_pull_a_bracket_apart(cup: Friday) -> None:
    match_id = cup.table(1).match
    places = list(known(known(cup.table(1).result).places)[::-1])
    version = load_log(match_id).version
    with pytest.raises(KaitenError, match="later_table_begun"):
        life.rule_result(
            match_id=match_id,
            expected_version=version,
            places=places,
            envelope=Envelope("cli", NOW),
        )
    assert load_log(match_id).version == version
    require_same_everywhere(cup)


def test_an_arbiter_may_say_what_becomes_of_later_tables(cup: Friday) -> None:
    ruled = {"scores": list(known(known(cup.table(1).result).scores)[::-1])}
    cup.do("rule", **SLIP, ruling="changed", result=ruled, then="void", note="seen on video")
    assert cup.table(1).origin == "ruling"
    assert list(cup.state.stages[1].rounds) == [1]
    require_same_everywhere(cup)


def test_whoever_comes_instead_sits_in_the_match(evening: Friday) -> None:
    evening.announce(2)
    table = evening.table(1, 1, 2)
    evening.do("start_table", stage=2, round=1, table=1)
    evening.do("substitute", stage=2, entrant=table.entrants[0])
    assert Match.objects.get(pk=table.match).status == "voided"
    evening.record(1, stage=2, scores=[9, 8, 7, 6])
    seated = evening.table(1, 1, 2)
    players = [evening.state.entrants[number].player for number in seated.entrants]
    assert [row[0] for row in seats_of(seated.match)] == players
    assert table.entrants[0] not in seated.entrants
    require_same_everywhere(evening)


def test_a_tournament_that_went_back_is_the_same_after_export_and_import(evening: Friday) -> None:
    play_final(evening)
    evening.do("unstart_stage", stage=2, note="wrong four people")
    evening.do("start_stage", stage=2)
    evening.do("substitute", stage=2, entrant=evening.state.stages[2].seeds[0])
    play_final(evening)
    evening.do("close_stage", stage=2)
    evening.do("finish")
    text = export_tournament(evening.id)
    again = import_tournament(text=text, envelope=Envelope("cli", NOW), source="file")
    assert not again.created
    assert "wrong four people" in text
    require_same_everywhere(evening)
