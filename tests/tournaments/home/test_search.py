"""One search over players, tournaments and matches."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import make_club, make_player, make_user
from tests.replays.web.markup import text_of
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import StreamVisibility

pytestmark = pytest.mark.django_db


def found(client: Client, text: str) -> str:
    return text_of(client.get("/search/", {"q": text}))


def test_a_part_of_a_name_finds_people_evenings_and_matches(client: Client) -> None:
    field = Field(8).announced()
    field.sitting(1)
    elodie = make_player(field.club, "Élodie Martin")
    assert f"/players/{elodie.id}/" in found(client, "elod")
    assert field.path() in found(client, "frid")
    page = found(client, "player3")
    seated = next(player for player in field.players if player.first_name == "Player3")
    assert f"/players/{seated.id}/" in page
    assert "Sushi" in found(client, "SUSHI")


def test_nothing_and_nonsense_find_nothing(client: Client) -> None:
    Field(4)
    assert "Nothing is called" not in found(client, "")
    assert "/players/" not in found(client, " ").partition("<main")[2]
    for text in ("zzz", "\0", "%", "_", "x" * 5000):
        assert "Nothing is called" in found(client, text) or not text.strip("\0")


def test_whole_names_are_found_by_those_who_may_read_them(client: Client) -> None:
    club = make_club()
    bo = make_player(club, "Bo Secretname")
    assert f"/players/{bo.id}/" not in found(client, "secretname")
    staff = Client()
    staff.force_login(make_user(staff=True))
    assert f"/players/{bo.id}/" in found(staff, "secretname")


def test_what_somebody_may_not_know_of_is_not_found(client: Client) -> None:
    field = Field(8).announced()
    StreamVisibility.objects.create(
        id=field.id, club=field.club, kind="tournament", visibility="club"
    )
    assert field.path() not in found(client, "friday")


def test_a_search_takes_as_many_queries_however_much_it_finds(client: Client) -> None:
    counts = []
    for entrants in (8, 40):
        Field(entrants).played()
        with CaptureQueriesContext(connection) as seen:
            assert client.get("/search/", {"q": "player"}).status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 25
