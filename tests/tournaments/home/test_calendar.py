"""The evenings of a club in the calendar of a phone."""

from datetime import date

import pytest
from django.test import Client

from replays.envelope import Envelope
from tests.factories import NOW, make_club
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import Club
from tournaments.people.services.visibility import set_visibility
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def feed(client: Client, club: Club) -> str:
    answer = client.get(f"{club.get_absolute_url()}calendar.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    return answer.content.decode().replace("\r\n ", "")


def test_an_evening_keeps_its_id_when_it_is_moved_and_renamed(client: Client) -> None:
    club = make_club()
    field = Field(4, club=club)
    evening = Tournament.objects.filter(pk=field.id)
    title = "Été, semaine; un \\ deux " + "é" * 60
    evening.update(day=date(2026, 12, 31), title=title)
    lines = feed(client, club).split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    for line in (
        f"UID:{field.id}@kaiten",
        "DTSTART;VALUE=DATE:20261231",
        "DTEND;VALUE=DATE:20270101",
        "SUMMARY:Été\\, semaine\\; un \\\\ deux " + "é" * 60,
    ):
        assert line in lines
    assert any(line.startswith("URL:http") and str(field.id) in line for line in lines)
    evening.update(day=date(2027, 1, 7), title="Later")
    later = feed(client, club)
    assert f"UID:{field.id}@kaiten" in later
    assert "SUMMARY:Later" in later
    evening.update(day=None)
    assert "VEVENT" not in feed(client, club)


def test_what_is_kept_to_the_club_is_in_no_visitors_calendar(client: Client) -> None:
    club = make_club()
    field = Field(4, club=club)
    Tournament.objects.filter(pk=field.id).update(day=date(2026, 12, 31))
    assert str(field.id) in feed(client, club)
    assert str(field.id) not in feed(client, make_club("Other"))
    set_visibility(
        club_id=club.id,
        kind="tournament",
        stream_id=field.id,
        visibility="club",
        envelope=Envelope("cli", NOW),
    )
    assert str(field.id) not in feed(client, club)
