"""Comments through the API: written, listed and taken away by those who may."""

import json
from typing import Any

import pytest
from django.test import Client

from replays.models import Note
from replays.services import life
from tests.factories import bearer, make_club, make_member, make_player, make_token
from tests.replays.sittings import Sitting
from tournaments.people.models import Club, Player, User

pytestmark = pytest.mark.django_db

SECRET = "Between us: a mistake"


@pytest.fixture
def club() -> Club:
    return make_club("Les Baguettes")


@pytest.fixture
def sitting(club: Club) -> Sitting:
    players = [make_player(club, "Ana Blanc").id, make_player(club, "Bo Carré").id]
    return Sitting("sushi_bar", seed=5, club_id=club.id, players=players).finish()


def headers(user: User, scope: str = "record") -> dict[str, str]:
    return bearer(make_token(user, (scope,))[1])


def write(client: Client, sitting: Sitting, by: dict[str, str], **body: object) -> Any:
    return client.post(
        f"/api/v1/matches/{sitting.id}/comments",
        json.dumps({"target": 4, "text": "The turning point.", "audience": "public"} | body),
        "application/json",
        headers=by | {"If-Match": f'"{sitting.version}"'},
    )


def listed(client: Client, sitting: Sitting, by: dict[str, str]) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/matches/{sitting.id}/comments", headers=by)
    found: list[dict[str, Any]] = answer.json()["comments"]
    return found


def test_a_comment_is_listed_for_those_whom_it_is_for(
    client: Client, club: Club, sitting: Sitting
) -> None:
    ana = make_member(club)
    Player.objects.filter(first_name="Ana").update(user=ana)
    assert write(client, sitting, headers(ana)).status_code == 201
    assert write(client, sitting, headers(ana), audience="club", text=SECRET).status_code == 201

    [public] = listed(client, sitting, {})
    assert {name: public[name] for name in ("target", "ply", "audience", "text", "author")} == {
        "target": 4,
        "ply": 3,
        "audience": "public",
        "text": "The turning point.",
        "author": "Ana B.",
    }
    assert [one["text"] for one in listed(client, sitting, headers(make_member(club), "read"))] == [
        "The turning point.",
        SECRET,
    ]


def test_a_club_comment_is_in_no_byte_for_others(
    client: Client, club: Club, sitting: Sitting
) -> None:
    """Two comments of the same readers and moment differ in nothing that others are given."""
    outsider = headers(make_member(make_club(), "owner"), "admin")
    path = f"/api/v1/matches/{sitting.id}"
    addresses = [
        *(f"{path}/comments", f"{path}/events?as=public", path, f"{path}/state"),
        *(f"{path}/events?as=seat:0", f"{path}/export?format=kgn", f"/matches/{sitting.id}/"),
        *(f"/matches/{sitting.id}/?ply=3", f"/matches/{sitting.id}/record.kgn"),
    ]
    write(client, sitting, headers(make_member(club)), audience="club", text=SECRET)
    digest = Note.objects.get().digest

    for by in ({}, outsider):
        for address in addresses:
            answer = client.get(address, headers=by)
            assert answer.status_code == 200, address
            text = answer.content.decode()
            assert SECRET not in text
            assert digest not in text
            assert "comment-write" not in text
    [row] = [
        row
        for row in client.get(f"{path}/events?as=public&limit=1000").json()["events"]
        if row["type"] == "log.annotated"
    ]
    assert row["payload"] is None
    assert SECRET not in client.get(f"{path}/export?format=jsonl").content.decode()


def test_who_may_not_is_refused(client: Client, club: Club, sitting: Sitting) -> None:
    member = make_member(club)
    stranger = make_member(make_club(), "owner")

    assert write(client, sitting, {}).status_code == 401
    assert write(client, sitting, headers(stranger, "admin")).status_code == 403
    assert write(client, sitting, headers(member, "read")).status_code == 403
    refused = write(client, sitting, headers(member), audience="scorekeepers")
    assert (refused.status_code, refused.json()["code"]) == (403, "audience_not_permitted")
    refused = write(client, sitting, headers(member), target=999)
    assert (refused.status_code, refused.json()["code"]) == (404, "no_such_version")
    assert write(client, sitting, headers(member), audience="nobody").status_code == 400
    sitting.do(life.reopen_match)
    refused = write(client, sitting, headers(member))
    assert (refused.status_code, refused.json()["code"]) == (409, "comment_too_early")


def test_a_comment_is_taken_away_by_its_author_or_an_organiser(
    client: Client, club: Club, sitting: Sitting
) -> None:
    member, other = make_member(club), make_member(club, "arbiter")
    for _ in range(2):
        write(client, sitting, headers(member))
    path, last = f"/api/v1/matches/{sitting.id}/comments", sitting.version

    assert client.delete(f"{path}/{last}", headers=headers(other)).status_code == 403
    assert client.delete(f"{path}/{last}", headers=headers(member, "read")).status_code == 403
    assert client.delete(f"{path}/{last}").status_code == 401
    # Another token of the same account is the same author.
    assert client.delete(f"{path}/{last}", headers=headers(member)).status_code == 204
    boss = headers(make_member(club, "organiser"), "organise")
    assert client.delete(f"{path}/{last - 1}", headers=boss).status_code == 204
    assert client.delete(f"{path}/4", headers=boss).status_code == 404

    taken = listed(client, sitting, {})
    assert [(one["text"], one["author"]) for one in taken] == [(None, None)] * 2
    assert all(one["taken_away_at"] for one in taken)
