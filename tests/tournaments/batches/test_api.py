import csv
import json
from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from replays.envelope import Envelope, RequestKey
from replays.models import Match
from tests.factories import NOW, bearer, make_club, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.batches.batches import add_results, make_batch, play_all
from tests.tournaments.people.test_api import is_problem, post
from tournaments.batches.models import Batch, BatchResult, BatchStatus, Chunk
from tournaments.batches.selectors.batches import progress_of, statistics_of_batch
from tournaments.batches.services.batches import NewBatch, create_batch
from tournaments.people.models import Club

pytestmark = pytest.mark.database


def body_of(club: Club, **fields: Any) -> dict[str, Any]:
    return {
        "club": str(club.id),
        "game": "sushi_bar",
        "bots": ["greedy", "random"],
        "matches": 25,
        "seed": 7,
    } | fields


@pytest.mark.django_db
def test_a_batch_is_begun_with_every_option_resolved_and_cut_into_chunks(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    response = post(client, "batches", body_of(club, same_deal=True, rated=True), staff_headers)
    assert response.status_code == 201
    begun = response.json()
    assert response.headers["Location"] == f"/api/v1/batches/{begun['id']}"
    batch = Batch.objects.get()
    assert (str(batch.id), batch.status, batch.seed) == (begun["id"], "running", 7)
    assert begun["options"] == batch.options != {}
    assert (begun["rotate"], begun["same_deal"], begun["rated"]) == (True, True, True)
    assert begun["progress"] == {
        "done": 0,
        "total": 25,
        "matches_per_second": None,
        "seconds_left": None,
    }
    assert begun["statistics"] is None
    assert batch.chunks.count() == 3
    assert batch.actor.startswith("token:")
    assert "actor" not in begun


@pytest.mark.django_db
def test_a_batch_without_a_seed_gets_one_of_its_own(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    body = body_of(club)
    del body["seed"]
    seeds = {post(client, "batches", body, staff_headers).json()["seed"] for _ in range(3)}
    assert len(seeds) == 3
    assert post(client, "batches", body | {"seed": None}, staff_headers).status_code == 201


@pytest.mark.django_db
def test_the_same_key_begins_one_batch_and_another_body_under_it_is_refused(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    body = body_of(club)
    del body["seed"]
    headers = staff_headers | {"Idempotency-Key": "night-run"}
    first = post(client, "batches", body, headers)
    again = post(client, "batches", body, headers)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    for changed in ({"seed": 3}, {"matches": 26}, {"options": {"hide_covered": True}}):
        is_problem(post(client, "batches", body | changed, headers), 422, "request_key_reused")
    assert Batch.objects.count() == 1
    other = bearer(make_token()[1]) | {"Idempotency-Key": "night-run"}
    assert post(client, "batches", body, other).json()["id"] != first.json()["id"]
    bad = staff_headers | {"Idempotency-Key": "x" * 201}
    is_problem(post(client, "batches", body, bad), 400, "bad_idempotency_key")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"bots": ["greedy", "nobody"]}, "unknown_bot"),
        ({"bots": ["greedy", ""]}, "invalid_input"),
        ({"bots": ["greedy"]}, "wrong_seat_count"),
        ({"bots": []}, "wrong_seat_count"),
        ({"bots": ["random"] * 12}, "wrong_seat_count"),
        ({"bots": ["random"] * 41}, "invalid_input"),
        ({"bots": "greedy"}, "invalid_input"),
        ({"bots": [["greedy"], "random"]}, "invalid_input"),
        ({"matches": 0}, "bad_match_count"),
        ({"matches": -1}, "bad_match_count"),
        ({"matches": 1_000_000}, "bad_match_count"),
        ({"matches": "10"}, "invalid_input"),
        ({"matches": True}, "invalid_input"),
        ({"seed": -1}, "bad_seed"),
        ({"seed": 2**53}, "integer_too_large"),
        ({"seed": "7"}, "invalid_input"),
        ({"game": "chess"}, "unknown_game"),
        ({"game": "plain", "options": {"title": "Go"}}, "reported_only"),
        ({"options": {"nonsense": 1}}, "unknown_option"),
        ({"options": {"hide_covered": "perhaps"}}, "option_wrong_kind"),
        ({"options": []}, "invalid_input"),
        ({"same_deal": True, "rotate": False}, "same_deal_needs_rotation"),
        ({"rated": "yes"}, "invalid_input"),
        ({"colour": "red"}, "invalid_input"),
    ],
)
def test_a_batch_that_makes_no_sense_is_refused_and_nothing_is_begun(
    client: Client, staff_headers: dict[str, str], changed: dict[str, Any], code: str
) -> None:
    club = make_club()
    response = post(client, "batches", body_of(club, **changed), staff_headers)
    unread = code in ("invalid_input", "integer_too_large")
    is_problem(response, 400 if unread else 422, code)
    assert not Batch.objects.exists()
    assert not Chunk.objects.exists()


@pytest.mark.django_db
def test_beginning_and_cancelling_take_staff_with_the_scope_write_in_this_club(
    client: Client,
) -> None:
    club, batch = make_club(), make_batch()
    attempts = [
        (None, 401, "not_authenticated"),
        (bearer(make_token(make_user())[1]), 403, "permission_denied"),
        (bearer(make_token(scopes=("read",))[1]), 403, "permission_denied"),
        (bearer(make_token(club=make_club())[1]), 403, "permission_denied"),
    ]
    for headers, status, code in attempts:
        is_problem(post(client, "batches", body_of(club), headers), status, code)
        is_problem(post(client, f"batches/{batch.id}/cancel", {}, headers), status, code)
    assert list(Batch.objects.values_list("status", flat=True)) == ["running"]
    own = bearer(make_token(club=club)[1])
    assert post(client, "batches", body_of(club), own).status_code == 201


@pytest.mark.django_db
def test_a_club_or_batch_that_is_not_there_is_told_so(
    client: Client, staff_headers: dict[str, str]
) -> None:
    lost = make_club()
    lost.id = uuid4()
    is_problem(post(client, "batches", body_of(lost), staff_headers), 404, "unknown_club")
    nowhere = f"batches/{uuid4()}"
    is_problem(post(client, f"{nowhere}/cancel", {}, staff_headers), 404, "unknown_batch")
    for path in ("", "/results", "/export"):
        is_problem(client.get(f"/api/v1/{nowhere}{path}"), 404, "unknown_batch")


@pytest.mark.django_db
def test_a_batch_is_cancelled_once(client: Client, staff_headers: dict[str, str]) -> None:
    batch = make_batch()
    response = post(client, f"batches/{batch.id}/cancel", {}, staff_headers)
    assert (response.status_code, response.json()["status"]) == (200, "cancelled")
    assert response.json()["ended_at"]
    again = post(client, f"batches/{batch.id}/cancel", {}, staff_headers)
    assert is_problem(again, 409, "batch_ended")["params"] == {"status": "cancelled"}
    done = make_batch(status=BatchStatus.FINISHED, ended_at=NOW)
    is_problem(post(client, f"batches/{done.id}/cancel", {}, staff_headers), 409, "batch_ended")
    done.refresh_from_db()
    assert (done.status, done.ended_at) == ("finished", NOW)


@pytest.mark.django_db
def test_a_batch_that_was_played_tells_its_figures_and_leads_to_its_matches(client: Client) -> None:
    batch = make_batch(matches=6)
    play_all(batch)
    told = client.get(f"/api/v1/batches/{batch.id}").json()
    assert (told["status"], told["done"], told["progress"]["done"]) == ("finished", 6, 6)
    assert told["progress"]["seconds_left"] is None
    figures = told["statistics"]
    assert (figures["matches"], figures["chance"]) == (6, 0.5)
    assert {row["bot"]: row["trials"] for row in figures["bots"]} == {"greedy": 6, "random": 6}
    assert sum(row["win_rate"] for row in figures["seats"]) == pytest.approx(1)
    for row in figures["bots"] + figures["seats"]:
        assert 0 <= row["low"] <= row["win_rate"] <= row["high"] <= 1
    assert sum(row["count"] for row in figures["lengths"]["counts"]) == 6
    rows = client.get(f"/api/v1/batches/{batch.id}/results").json()["results"]
    assert [row["index"] for row in rows] == list(range(6))
    for row in rows:
        assert client.get(row["address"]).json()["content_hash"] == row["content_hash"]
    assert Match.objects.count() == 6


@pytest.mark.django_db
def test_results_are_read_page_by_page(client: Client) -> None:
    batch = make_batch(matches=9)
    add_results(batch, 9)
    address, found = f"/api/v1/batches/{batch.id}/results?limit=4", []
    while address:
        page = client.get(address).json()
        found += [row["index"] for row in page["results"]]
        address = page["next"]
    assert found == list(range(9))


@pytest.mark.django_db
def test_batches_are_listed_newest_first_and_narrowed(client: Client) -> None:
    one, other = make_club(), make_club()
    old = make_batch(one, created_at=NOW - timedelta(days=1), status=BatchStatus.FINISHED)
    new = make_batch(one, matches=9)
    make_batch(other, game="sushi_go_party")
    add_results(new, 4)
    rows = client.get(f"/api/v1/batches?club={one.id}").json()["results"]
    assert [(row["id"], row["done"]) for row in rows] == [(str(new.id), 4), (str(old.id), 20)]
    assert "statistics" not in rows[0]
    assert {row["club_name"] for row in rows} == {one.name}
    for query, count in (("status=running", 2), ("game=sushi_go_party", 1), ("game=chess", 0)):
        assert len(client.get(f"/api/v1/batches?{query}").json()["results"]) == count
    for query, code in (
        ("status=lost", "bad_choice"),
        ("club=x", "bad_id"),
        (f"game={'x' * 41}", "bad_text"),
        ("colour=red", "unknown_parameter"),
        ("cursor=x", "bad_cursor"),
        ("limit=0", "bad_limit"),
    ):
        is_problem(client.get(f"/api/v1/batches?{query}"), 400, code)


@pytest.mark.django_db
def test_a_batch_is_exported_as_csv_and_as_json(client: Client) -> None:
    batch = make_batch(matches=5, bots=["greedy", "random", "random"])
    play_all(batch)
    address = f"/api/v1/batches/{batch.id}/export"
    sheet = client.get(address)
    assert sheet.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert sheet.headers["Content-Disposition"] == f'attachment; filename="{batch.id}.csv"'
    rows = list(csv.DictReader(StringIO(sheet.content.decode())))
    whole = json.loads(client.get(f"{address}?format=json").content)
    assert (whole["seed"], whole["bots"]) == (batch.seed, batch.bots)
    assert len(rows) == len(whole["results"]) == 5
    for row, result in zip(rows, whole["results"], strict=True):
        assert (row["match"], row["content_hash"]) == (result["match"], result["content_hash"])
        assert [row[f"bot_{seat}"] for seat in (1, 2, 3)] == result["bots"]
        assert [int(row[f"score_{seat}"]) for seat in (1, 2, 3)] == result["scores"]
        assert [int(row[f"place_{seat}"]) for seat in (1, 2, 3)] == result["places"]
    is_problem(client.get(f"{address}?format=xml"), 400, "unknown_format")


@pytest.mark.django_db
def test_an_empty_batch_is_exported_as_its_headings(client: Client) -> None:
    batch = make_batch()
    lines = client.get(f"/api/v1/batches/{batch.id}/export").content.decode().splitlines()
    heading = "index,match,bot_1,place_1,score_1,bot_2,place_2,score_2,events,content_hash,at"
    assert lines == [heading]


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "/results", "/export", "/export?format=json"])
def test_a_long_batch_takes_as_many_queries_as_a_short_one(client: Client, path: str) -> None:
    short, long = make_batch(matches=3), make_batch(matches=300)
    add_results(short, 3)
    add_results(long, 299)
    counts = [queries(client, f"/api/v1/batches/{batch.id}{path}") for batch in (short, long)]
    assert counts[0] == counts[1] <= 6


@pytest.mark.django_db
def test_a_page_of_many_batches_takes_as_many_queries_as_one_of_few(client: Client) -> None:
    for _ in range(4):
        add_results(make_batch(), 2)
    assert queries(client, "/api/v1/batches") == 2


@pytest.mark.django_db
def test_the_time_left_follows_the_speed_of_the_last_matches() -> None:
    batch = make_batch(matches=300, created_at=NOW - timedelta(hours=2))
    add_results(batch, 200, first_at=NOW - timedelta(seconds=199))
    found = progress_of(batch, now=NOW)
    assert (found.done, found.percent) == (200, 66)
    assert found.per_second == pytest.approx(1)
    assert found.left == timedelta(seconds=100)
    one = make_batch()
    add_results(one, 1)
    assert progress_of(one, now=NOW).left is None


@pytest.mark.django_db
def test_an_ended_batch_was_as_fast_as_all_of_it() -> None:
    batch = make_batch(status=BatchStatus.FINISHED, ended_at=NOW + timedelta(seconds=10))
    add_results(batch, 20)
    found = progress_of(batch, now=datetime.now(UTC))
    assert (found.per_second, found.left, found.percent) == (2.0, None, 100)


@pytest.mark.django_db
def test_figures_of_many_results_come_from_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    batch = make_batch(matches=100_000)
    add_results(batch, 5000)
    with django_assert_num_queries(1):
        found = statistics_of_batch(batch)
    assert found is not None
    assert found.matches == 5000 == BatchResult.objects.count()


def test_twins_of_one_request_begin_one_batch(fresh_database: FreshDatabase) -> None:
    club = make_club()
    key = RequestKey(scope="api:test", key="twin", body_digest="0" * 64)
    begin = partial(
        create_batch,
        club=club,
        wanted=NewBatch("sushi_bar", ["random", "random"], 30),
        envelope=Envelope("cli", NOW, key),
    )
    begun = run_together([begin] * 6)
    assert {batch.id for batch in begun} == {Batch.objects.get().id}
    assert Chunk.objects.count() == 3
