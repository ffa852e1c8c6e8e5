"""A log that somebody changed behind the store's back is not read, whatever its kind is."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from replays.models import StoredEvent
from tests.answers import Answer
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.test_verify import all_triggers, drop, rows_of
from tests.tournaments.ladders.nights import begun, played
from tests.tournaments.people.test_merges import merge
from tests.tournaments.seasons.played import lead_it, make_people, make_season, play_evening
from tournaments.people.models import Club
from tournaments.tournaments.selectors.states import TOURNAMENT

pytestmark = pytest.mark.database


@pytest.fixture
def unguarded(fresh_database: FreshDatabase) -> Club:
    """A club in the database of somebody who owns it and has removed the triggers."""
    for trigger in all_triggers():
        drop(trigger)
    return make_club(slug="here")


def change_payload(stream_id: UUID, version: int = 1, **fields: Any) -> None:
    """Change what an event says and leave its hash, as another process would find it."""
    row = StoredEvent.objects.filter(stream_id=stream_id, version=version)
    payload = json.loads(row.get().payload) | fields
    changed = json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert row.exclude(payload=changed).update(payload=changed) == 1
    TOURNAMENT.forget()


def is_refused(response: Answer, version: int = 1) -> None:
    found = response.json()
    assert (response.status_code, found["code"]) == (409, "corrupt_stream"), found
    assert found["params"] == {"version": version, "problem": "hash_mismatch"}


def is_told(page: Answer) -> None:
    assert page.status_code == 409
    assert "This record cannot be shown" in page.text


def send(
    client: Client, method: str, path: str, body: dict[str, Any], headers: dict[str, str]
) -> Answer:
    return getattr(client, method)(
        f"/api/v1/{path}", body, content_type="application/json", headers=headers
    )


def test_a_match_is_not_read(client: Client, unguarded: Club) -> None:
    match = played(unguarded, [make_player(unguarded), make_player(unguarded)], [3, 2])
    change_payload(match, rated=False)
    is_refused(client.get(f"/api/v1/matches/{match}/events"))


def test_a_tournament_is_not_read(client: Client, unguarded: Club) -> None:
    people = make_people(unguarded, 3)
    tournament = play_evening(unguarded, dict(zip(people, (30, 20, 10), strict=True)))
    other = play_evening(unguarded, dict(zip(people, (10, 20, 30), strict=True)), title="Saturday")
    season = make_season(unguarded, evenings=[other, tournament])
    change_payload(tournament, title="Monday")
    for part in ("", "/standings", "/rounds"):
        is_refused(client.get(f"/api/v1/tournaments/{tournament}{part}"))
    headers = bearer(make_token()[1])
    is_refused(send(client, "post", f"tournaments/{tournament}/commands/reopen", {}, headers))
    is_told(client.get(f"/tournaments/{tournament}/"))
    is_refused(client.get(f"/api/v1/seasons/{season}/table"))
    assert client.get(f"/api/v1/tournaments/{other}/standings").status_code == 200


def test_what_was_changed_since_a_state_was_remembered_is_found(
    client: Client, unguarded: Club
) -> None:
    tournament = play_evening(unguarded, dict.fromkeys(make_people(unguarded, 3), 7), finish=False)
    standing = TOURNAMENT.load(tournament)
    change_payload(tournament, standing.version, confirmed=True)
    remembered = TOURNAMENT.verified(
        tournament, [row for row in rows_of(tournament) if row.version < standing.version]
    )
    TOURNAMENT.give_back(tournament, remembered)
    is_refused(client.get(f"/api/v1/tournaments/{tournament}"), standing.version)


def test_a_season_is_not_read(client: Client, unguarded: Club) -> None:
    season = make_season(unguarded, planned=10)
    lead_it(season, "revise", title="Spring")
    change_payload(season, 2, title="Autumn")
    is_refused(client.get(f"/api/v1/seasons/{season}/table"), 2)
    headers = bearer(make_token()[1]) | {"If-Match": '"2"'}
    is_refused(send(client, "patch", f"seasons/{season}", {"planned": 4}, headers), 2)
    is_told(client.get(f"/seasons/{season}/"))


def test_a_ladder_is_not_read(client: Client, unguarded: Club) -> None:
    ladder = begun(unguarded)
    change_payload(ladder, title="Another")
    headers = bearer(make_token()[1])
    is_refused(send(client, "post", f"ladders/{ladder}/rebuild", {}, headers))
    headers |= {"If-Match": '"1"'}
    is_refused(send(client, "patch", f"ladders/{ladder}", {"title": "Mine"}, headers))
    client.force_login(make_user(staff=True))
    is_told(client.get(f"/ladders/{ladder}/edit/"))


def test_the_merges_of_a_club_are_not_read(client: Client, unguarded: Club) -> None:
    one, other, third = (make_player(unguarded) for _ in range(3))
    merge(one, other)
    change_payload(unguarded.id, into=str(third.id))
    headers = bearer(make_token()[1])
    is_refused(client.post(f"/api/v1/players/{one.id}/unmerge", headers=headers))
