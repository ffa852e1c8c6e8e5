"""Days and hours are those of the club, whatever clock the browser has."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from replays.envelope import Envelope
from replays.models import Match
from replays.services import matches
from tests.e2e.pages import another_page, let_in
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tournaments.people.models import Club

LATE = datetime(2026, 11, 14, 20, 30, tzinfo=UTC)
"""In Nouméa it is half past seven on the next morning."""


def match_of(club: Club) -> Match:
    players = [make_player(club).id for _seat in range(3)]
    new = matches.NewMatch(club_id=club.id, game="sushi_bar", players=players, options={})
    made = matches.create_match(match=new, envelope=Envelope("cli", LATE))
    return Match.objects.get(pk=made.stream_id)


@pytest.mark.django_db
def test_a_page_tells_the_day_of_its_club(client: Client) -> None:
    club = make_club(time_zone="Pacific/Noumea")
    match = match_of(club)
    assert "Nov. 15, 2026" in client.get(f"/matches/{match.pk}/").text
    assert "Nov 15, 2026" in client.get("/matches/").text
    assert "Nov 15, 2026" not in client.get("/matches/?until=2026-11-14").text
    assert "Nov 15, 2026" in client.get("/matches/?since=2026-11-15&until=2026-11-15").text


@pytest.mark.django_db
def test_clubs_of_different_clocks_each_keep_theirs(client: Client) -> None:
    here, far = make_club(time_zone="UTC"), make_club(time_zone="Pacific/Noumea")
    days = {club.slug: match_of(club).pk for club in (here, far)}
    for slug, day in ((here.slug, "Nov. 14, 2026"), (far.slug, "Nov. 15, 2026")):
        for address in (f"/matches/{days[slug]}/", f"/c/{slug}/matches/{days[slug]}/"):
            assert day in client.get(address).text, address


@pytest.mark.browser
@pytest.mark.services
def test_a_browser_elsewhere_shows_the_clock_and_the_words_of_the_club(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: Page
) -> None:
    club = make_club(time_zone="Pacific/Noumea")
    match, user = match_of(club), make_user("host", staff=True)
    today = datetime.now(ZoneInfo("Pacific/Noumea")).date()
    with another_page(browser_page, live_server_url, timezone_id="America/Los_Angeles") as page:
        let_in(page, live_server_url, user, "fr")
        page.goto(f"/matches/{match.pk}/")
        expect(page.get_by_text("15 novembre 2026").first).to_be_visible()
        page.goto("/tournaments/new/")
        day = page.get_by_label("Jour")
        expect(day).to_have_value(today.isoformat())
        day.fill("2026-11-04")
        expect(page.locator("output.day-words")).to_have_text("mercredi 4 novembre 2026")
        day.fill("")
        expect(page.locator("output.day-words")).to_have_count(0)
