"""Somebody did not come: no door asks for a score of theirs or shows one."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import strip_tags

from replays.models import Match
from replays.services.verify import verify_stream
from tests.clients import SignedIn
from tests.known import known
from tests.tournaments.people.test_api import post
from tests.tournaments.tournaments.doors import Evening
from tests.tournaments.tournaments.play import Friday, seats_of
from tests.tournaments.tournaments.test_admin import form_of, page_of
from tests.tournaments.tournaments.test_api import get, refused
from tests.tournaments.tournaments.web.fields import PODS, Field, send
from tests.tournaments.tournaments.web.test_plans import save
from tournaments.tournaments.director.events import ResultRecorded
from tournaments.tournaments.director.fold import apply
from tournaments.tournaments.director.parts import Reported
from tournaments.tournaments.selectors.csv import tournament_csv
from tournaments.tournaments.selectors.log_words import event_words
from tournaments.tournaments.selectors.rounds import round_view
from tournaments.tournaments.selectors.tournaments import labels_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}


def test_a_no_show_has_neither_score_nor_seat_in_the_match(friday: Friday) -> None:
    gone = friday.table(1).entrants[1]
    friday.record(1, scores=[40, None, 30, 20], absent=[gone])
    assert known(friday.table(1).result).scores == (40, None, 30, 20)
    assert [row[1:] for row in seats_of(friday.table(1).match)] == [(1, 40), (2, 30), (3, 20)]
    friday.do("correct", **TABLE, scores=[40, None, 30, 35], absent=[gone])
    assert [row[1:] for row in seats_of(friday.table(1).match)] == [(1, 40), (3, 30), (2, 35)]
    assert verify_stream(friday.id).problem is None


def test_a_match_that_was_begun_for_everybody_is_begun_again_for_those_who_came(
    friday: Friday,
) -> None:
    friday.do("start_table", **TABLE)
    begun, gone = friday.table(1).match, friday.table(1).entrants[1]
    friday.record(1, scores=[40, None, 30, 20], absent=[gone])
    assert Match.objects.get(pk=begun).status == "voided"
    assert [row[1:] for row in seats_of(friday.table(1).match)] == [(1, 40), (2, 30), (3, 20)]
    assert verify_stream(friday.id).problem is None


def test_the_api_takes_null_for_the_absent_alone_and_says_what_points_are_for(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    path = f"{evening.path}/commands/record"
    body = TABLE | {"scores": [40, None, 30, 20]}
    refused(post(client, path, body, staff_headers), 422, "scores_missing")
    answer = post(client, path, body | {"absent": [2]}, staff_headers)
    assert answer.status_code == 201, answer.content
    seats = answer.json()["table"]["seats"]
    assert [seat["score"] for seat in seats] == [40, None, 30, 20]
    assert [seat["why"] for seat in seats] == ["place", "no_show", "place", "place"]
    post(client, path.replace("record", "correct"), walk_over(), staff_headers)
    (row,) = get(client, f"{evening.path}/rounds")["rounds"]
    seats = row["tables"][0]["seats"]
    assert [(seat["why"], seat["points"]) for seat in seats] == [
        ("walk_over", "5"),
        ("no_show", "0"),
        ("walk_over", "5"),
        ("walk_over", "5"),
    ]


def walk_over() -> dict[str, Any]:
    return TABLE | {"kind": "walk_over", "absent": [2]}


def test_the_admin_shows_and_takes_no_score_of_a_no_show(boss: SignedIn) -> None:
    evening = Evening(entrants=4).start()
    evening.announce()
    form = {"place": "1/1/1", "kind": "complete", "absent": "2", "scores": "40 - 30 20"}
    assert boss.post(form_of(evening, "record"), form).status_code == 302
    seats = boss.get(page_of(evening)).text.partition('<ol class="k-seats">')[2]
    words = " ".join(strip_tags(seats.partition("</ol>")[0]).split())
    assert words.count("absent") == 1
    assert "Ada01 Z. absent" in words
    assert " 0" not in words


def test_lists_and_the_shell_name_the_absent_without_a_score(friday: Friday) -> None:
    gone = friday.table(1).entrants[1]
    friday.record(1, scores=[40, 0, 30, 20], absent=[gone])
    rows = tournament_csv("pairings", friday.state, labels_of(friday.state)).splitlines()
    assert any(f",{gone}," in row and row.endswith(",,,0,absent") for row in rows)
    out = StringIO()
    call_command("tournament", "pairings", str(friday.id), stdout=out)
    words = " ".join(out.getvalue().split())
    assert "(absent)" in words
    assert ": 0" not in words


def test_the_log_leaves_out_the_score_that_former_releases_made_up(friday: Friday) -> None:
    """They stored a 0 of whoever did not come, also where the table had been seated anew."""
    seats, others = (friday.table(number).entrants for number in (1, 2))
    swapped = ([*seats[:-1], others[-1]], [*others[:-1], seats[-1]])
    tables = [{"table": number, "entrants": one} for number, one in enumerate(swapped, 1)]
    friday.do("reseat", stage=1, round=1, tables=tables)
    friday.do("move_table", **TABLE, to=2)
    state, at = friday.state, friday.state.log[-1][1]
    report = Reported("complete", (1, 4, 2, 3), (40, 0, 30, 20), (seats[1],))
    apply(state, ResultRecorded(1, 1, 2, report, "slip", False), at)
    said = event_words(state, state.version, labels_of(state))
    assert said == "Round 1, table 2: 40 : – : 30 : 20."
    seen = round_view(state, 1, 1, labels_of(state)).tables[1].seats[1]
    assert (seen.absent, seen.place, seen.score) == (True, None, None)


def test_the_page_reads_no_score_of_somebody_who_is_ticked_as_absent(staff: Client) -> None:
    field = Field(8).announced()
    gone = field.seats()[1]
    send(staff, field, "record", **field.scored(40, 12, 30, 20, absent=[str(gone)]))
    result = known(known(field.state.table(1, 1, 1)).result)
    assert result.scores == (40, None, 30, 20)
    log = staff.get(field.path("log/")).text
    names = [f"Player{entrant - 1} N." for entrant in field.seats()]
    told = zip(names, ("40", "–", "30", "20"), strict=True)
    assert ", ".join(f"{name} {score}" for name, score in told) in log


def test_what_byes_walk_overs_and_no_shows_give_is_planned_and_told(staff: Client) -> None:
    field = Field(8)
    read = staff.get(field.path("plan/")).text
    assert "A walk-over gives those who came</dt><dd>as much as a win" in read
    own = {"walk_over": "own", "walk_over_points": "2,5", "no_show": "-1", "bye": "average"}
    assert save(staff, field, 1, **own).status_code == 302
    scoring = field.state.stages[1].rules.scoring
    assert scoring == {"walk_over": "5/2", "no_show": "-1", "bye": "average"}
    read = staff.get(field.path("plan/")).text
    for words in ("gives those who came</dt><dd>2½", "absent gets</dt><dd>−1", "the average of"):
        assert words in read
    before = field.state.version
    assert save(staff, field, 1).status_code == 302
    assert field.state.version == before
    assert save(staff, field, 1, no_show="many").status_code == 422


def test_table_and_standings_say_why_somebody_got_points_without_playing(staff: Client) -> None:
    field = Field(8, PODS | {"scoring": {"walk_over": "5/2", "no_show": "-1"}}).announced()
    gone = field.seats()[1]
    send(staff, field, "record", **field.at(kind="walk_over", absent=[str(gone)]))
    page = staff.get(field.path()).text
    assert page.count('<span class="small muted">walk-over</span>') == 3
    assert "+−1" not in page
    for words in ("round 1: walk-over, +2½", "round 1: absent, −1"):
        assert words in page
    french = staff.get(field.path(), headers={"Accept-Language": "fr"}).text
    assert "ronde 1 : forfait, +2½" in french
