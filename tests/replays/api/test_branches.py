"""Playing on from a step through the API."""

import json

import pytest
from django.test import Client

from replays.models import Match
from tests.answers import Answer
from tests.factories import bearer, make_club, make_member, make_player, make_token
from tests.replays.sittings import Sitting

pytestmark = pytest.mark.django_db


def test_a_member_plays_on_and_others_find_it_beside_the_match(client: Client) -> None:
    club = make_club()
    players = [make_player(club).id, make_player(club).id]
    sitting = Sitting("sushi_bar", seed=5, club_id=club.id, players=players).finish()
    member = make_member(club)
    path = f"/api/v1/matches/{sitting.id}/branches"

    def post(by: dict[str, str], **body: object) -> Answer:
        sent = json.dumps({"ply": 7, "seat": 0, "bots": ["greedy"]} | body)
        return client.post(path, sent, "application/json", headers=by)

    by = bearer(make_token(member, ("record",))[1])
    made = post(by | {"Idempotency-Key": "once"})
    again = post(by | {"Idempotency-Key": "once"})
    assert (made.status_code, again.status_code) == (201, 201)
    answer = made.json()
    assert again.json()["id"] == answer["id"]
    assert (answer["parent"], answer["parent_ply"]) == (str(sitting.id), 7)
    assert (answer["visibility"], answer["rated"], answer["version"]) == ("unlisted", False, 8)
    assert made["Location"] == f"/api/v1/matches/{answer['id']}"

    [found] = client.get(path).json()["branches"]
    assert found["id"] == answer["id"]
    listed = client.get(f"/api/v1/matches?club={club.id}", headers=by).json()["results"]
    assert [one["id"] for one in listed] == [str(sitting.id)]
    events = f"/api/v1/matches/{answer['id']}/events?as=seat:0"
    assert client.get(events, headers=by).json()["events"][0]["payload"]["parent"]["ply"] == 7

    assert post({}).status_code == 401
    reader = bearer(make_token(member, ("read",))[1])
    stranger = bearer(make_token(make_member(make_club(), "owner"), ("admin",))[1])
    assert (post(reader).status_code, post(stranger).status_code) == (403, 403)
    refused = post(by, ply=999)
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_ply")
    assert Match.objects.filter(parent_id=sitting.id).count() == 1
