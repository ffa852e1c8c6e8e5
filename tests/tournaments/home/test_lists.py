"""The list of matches and that of players in a club with tournaments."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from replays.models import Match
from tests.factories import make_player
from tests.replays.web.markup import text_of
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import StreamVisibility

pytestmark = pytest.mark.django_db


def listed(client: Client, **asked: str) -> str:
    return text_of(client.get("/matches/", asked)).partition("<main")[2]


def test_a_match_names_its_tournament_and_puts_the_score_beside_the_name(client: Client) -> None:
    field = Field(8).announced()
    sitting = field.sitting(1)

    page = listed(client)

    assert str(sitting.id) in page
    assert f'href="{field.path()}"' in page
    assert 'class="plate' not in page


def test_words_and_days_narrow_the_list(client: Client) -> None:
    field = Field(8).announced()
    sitting, other = (str(field.sitting(number).id) for number in (1, 2))
    match = Match.objects.get(pk=sitting)
    seated = match.seatings.values_list("player_id", flat=True)
    name = next(player.first_name for player in field.players if player.id in seated)

    assert (sitting in listed(client, q=name), other in listed(client, q=name)) == (True, False)
    assert sitting in listed(client, q="FRIDAY")
    assert sitting in listed(client, q=f"frid {name}")
    assert sitting not in listed(client, q=f"nobody {name}")
    made = match.created_at.date()
    day = timedelta(days=1)
    assert sitting in listed(client, since=str(made), until=str(made))
    assert sitting not in listed(client, since=str(made + day))
    assert sitting not in listed(client, until=str(made - day))
    for nonsense in ("yesterday", "9999-12-31", "0001-01-01"):
        assert client.get("/matches/", {"since": nonsense, "until": nonsense}).status_code == 200


def test_a_tournament_that_is_not_listed_is_neither_named_nor_found(client: Client) -> None:
    field = Field(8).announced()
    sitting = str(field.sitting(1).id)
    StreamVisibility.objects.create(
        id=field.id, club=field.club, kind="tournament", visibility="unlisted"
    )

    assert field.path() not in listed(client)
    assert sitting not in listed(client, q="friday")


def test_players_are_listed_with_what_they_did(client: Client) -> None:
    field = Field(8).announced()
    field.sitting(1)
    make_player(field.club, "Gus Guest", guest=True)

    page = text_of(client.get("/players/"))
    guests = text_of(client.get("/players/", {"kind": "guests"}))

    assert "Last seen" in page
    assert "Gus" in guests
    assert "Player3" not in guests
    assert "Nobody fits this filter." in text_of(client.get("/players/", {"kind": "bots"}))


def test_a_player_page_lists_tournaments_and_titles(client: Client) -> None:
    field = Field(8).announced()
    player = field.players[0]

    page = text_of(client.get(f"/players/{player.id}/"))

    assert 'id="evenings-title"' in page
    assert field.path() in page


def test_more_players_do_not_ask_the_database_more_often(client: Client) -> None:
    field = Field(4).announced()
    field.sitting(1)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            client.get("/players/")
        return len(queries)

    asked()
    few = asked()
    for number in range(20):
        make_player(field.club, f"Extra{number} Person")

    assert asked() == few <= 25


def test_pages_below_a_section_mark_it(client: Client) -> None:
    field = Field(8).announced()

    def marked(path: str) -> list[tuple[str, str]]:
        nav = text_of(client.get(path)).partition('class="site-nav"')[2].partition("</nav>")[0]
        return re.findall(r'href="([^"]+)"\s+aria-current="(\w+)"', nav)

    assert marked("/tournaments/") == [("/tournaments/", "page")]
    assert marked(field.path()) == [("/tournaments/", "true")]
    assert marked(f"/players/{field.players[0].id}/") == [("/players/", "true")]
    assert marked("/") == [("/", "page")]
    assert marked("/search/") == []
