"""Home: what is on, what comes next, and how the last evenings ended."""

from collections.abc import Mapping
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.timezone import localdate

from replays.live.callers import Caller
from tests.factories import make_club
from tests.replays.web.markup import text_of
from tests.tournaments.tournaments.web.fields import Field
from tournaments.live import club_mark
from tournaments.people.models import Club, StreamVisibility
from tournaments.tournaments.models import Tournament, TournamentEntrant

pytestmark = pytest.mark.django_db

FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def club() -> Club:
    return make_club()


def home(client: Client, club: Club, headers: Mapping[str, str] | None = None) -> str:
    return text_of(client.get(club.get_absolute_url(), headers=headers))


def test_a_coming_evening_stands_on_home_until_its_day_is_past(club: Club, client: Client) -> None:
    field = Field(4, club=club)
    evening = Tournament.objects.filter(pk=field.id)
    evening.update(day=localdate() + timedelta(days=7))
    assert "Coming up" in home(client, club)
    assert "À venir" in home(client, club, headers=FRENCH)
    assert field.state.title in home(client, club)
    evening.update(day=localdate() - timedelta(days=1))
    assert "Coming up" not in home(client, club)


def test_a_running_evening_shows_its_tables_and_their_results(club: Club, client: Client) -> None:
    field = Field(8, club=club)
    field.announced()
    page = home(client, club)
    assert "Round 1" in page
    assert "2 tables are still playing." in page
    scores = [40, 30, 20, 10]
    field.do("record", stage=1, round=1, table=1, scores=scores)
    page = home(client, club)
    assert "1 table is still playing." in page
    assert all(str(score) in page for score in scores)
    assert field.path() in page


def test_an_evening_that_is_over_names_who_won(club: Club, client: Client) -> None:
    field = Field(8, club=club).played().played()
    field.do("close_stage", stage=1)
    field.do("finish")
    page = home(client, club)
    assert "Last evenings" in page
    assert "still playing" not in page
    first = TournamentEntrant.objects.get(tournament=field.id, place=1)
    assert f"/players/{first.player_id}/" in page


def test_whoever_looks_at_home_is_told_of_evenings_too(club: Club) -> None:
    field = Field(8, club=club)
    before = club_mark(Caller(""), club.id)
    field.announced()
    assert club_mark(Caller(""), club.id) != before


def test_what_a_club_keeps_to_itself_is_not_on_the_home_of_others(
    club: Club, client: Client
) -> None:
    field = Field(8, club=club)
    field.announced()
    assert field.path() in home(client, club)
    StreamVisibility.objects.create(id=field.id, club=club, kind="tournament", visibility="club")
    assert field.path() not in home(client, club)


def test_home_takes_as_many_queries_for_many_tables(client: Client) -> None:
    counts = []
    for entrants in (8, 40):
        field = Field(entrants).announced()
        with CaptureQueriesContext(connection) as seen:
            assert client.get(field.club.get_absolute_url()).status_code == 200
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 25
