"""Asking the API about ladders, and ladders to ask about."""

from typing import Any
from uuid import UUID

from django.test import Client

from replays.envelope import Envelope
from replays.models import StoredEvent
from tests.answers import Answer
from tests.factories import NOW
from tests.tournaments.ladders.nights import played, work
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import Ladder, LadderDue, LadderNote, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import create_ladder
from tournaments.people.models import Club, Player

WRITTEN_TO = (StoredEvent, Ladder, LadderPlayer, RatedMatch, LadderDue, LadderNote)


def send(
    client: Client,
    method: str,
    path: str,
    body: dict[str, Any] | bytes | str | None = None,
    headers: dict[str, str] | None = None,
    kind: str = "application/json",
) -> Answer:
    return getattr(client, method)(f"/api/v1/{path}", body, content_type=kind, headers=headers)


def read(client: Client, path: str, **headers: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/{path}", headers=headers)
    assert response.status_code == 200, response.content
    return response.json()


def is_refused(response: Answer, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code), response.content
    assert response.json()["detail"]


def at_version(headers: dict[str, str], ladder: UUID) -> dict[str, str]:
    return headers | {"If-Match": f'"{Ladder.objects.get(pk=ladder).version}"'}


def own(club: Club, title: str = "Cup", **rules: Any) -> UUID:
    return create_ladder(
        club=club, wanted=NewLadder(title=title, rules=rules), envelope=Envelope("cli", NOW)
    ).stream_id


def row_counts() -> list[int]:
    return [model.objects.count() for model in WRITTEN_TO]


def night(club: Club, people: list[Player]) -> UUID:
    match = played(club, people, [40, 30, 20, 10][: len(people)])
    work()
    return match
