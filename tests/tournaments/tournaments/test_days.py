"""The day of a tournament is a day, whichever command says it."""

from datetime import date
from typing import Any

import pytest
from django.test import Client

from games.core.errors import RuleViolation
from replays.models import StoredEvent
from tests.factories import make_club, make_user
from tournaments.commands import clean_day
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db

WRONG = ["þ", "soon", "2026-13-01", "2026-02-30", "20260101", "2026-01-01T10:00"]


def send(client: Client, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    answer = client.post(path, body, content_type="application/json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize("day", WRONG)
def test_what_is_no_day_is_refused_and_nothing_is_written(client: Client, day: str) -> None:
    client.force_login(make_user(staff=True))
    club = make_club()
    path = f"/api/v1/clubs/{club.slug}/tournaments"
    assert send(client, path, {"title": "Cup", "day": day})[0] in (400, 422)
    assert not Tournament.objects.exists()
    _, made = send(client, path, {"title": "Cup", "day": "2026-3-21"})
    assert made["day"] == "2026-03-21"
    before = StoredEvent.objects.count()
    rename = f"/api/v1/tournaments/{made['id']}/commands/rename"
    status, refusal = send(client, rename, {"title": "Cup", "day": day})
    assert (status, refusal["code"]) == (422, "bad_date")
    assert StoredEvent.objects.count() == before
    assert send(client, rename, {"title": "Cup", "day": "2026-03-22"})[0] == 201
    assert Tournament.objects.get().day == date(2026, 3, 22)


@pytest.mark.parametrize("day", WRONG)
def test_a_refusal_repeats_no_more_than_the_beginning(day: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        clean_day(day * 100)
    assert (refusal.value.code, refusal.value.params["text"]) == ("bad_date", (day * 100)[:40])
    assert clean_day("") == ""
