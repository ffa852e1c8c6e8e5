"""A projector without a login at a club that shows its matches later, and a scorekeeper's phone."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from replays.services import life
from tests.e2e.pages import last_entry, let_in, require_accessible
from tests.factories import make_club, make_member, make_player
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tournaments.people.models import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]

LATE = "Visitors see this match %s minutes late, until it is over."
WAITING = {
    "en": "This club shows it to visitors when it is over.",
    "fr": "Ce club la montre aux visiteurs quand elle est finie.",
}


def ago(minutes: float) -> datetime:
    return datetime.now(UTC) - timedelta(minutes=minutes)


def test_a_projector_is_behind_the_phone_and_catches_up(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    club = make_club("Les Baguettes")
    Club.objects.filter(pk=club.pk).update(spectator_delay=50)
    players = [make_player(club, name).id for name in ("Chloé Martin", "Bastien Lefèvre")]
    sitting = Sitting(club_id=club.id, players=players, now=ago(70))
    # The second may be known in half a minute.
    for minutes in (60, 49.5, 1):
        sitting.play(now=ago(minutes))
    match = f"/matches/{sitting.id}/"
    projector = browser_page
    phone = known(projector.context.browser).new_context(base_url=live_server_url).new_page()
    let_in(phone, live_server_url, make_member(club, "scorekeeper"))

    projector.goto(match)
    phone.goto(f"{match}record/")
    expect(last_entry(phone)).to_contain_text("3")
    expect(projector.get_by_text(LATE % 50)).to_be_visible()
    expect(projector.locator("#match")).to_have_attribute("data-last", "1")
    # Nobody touches the projector, and nothing is written.
    expect(projector.locator("#match")).to_have_attribute("data-last", "2", timeout=90_000)
    expect(last_entry(phone)).to_contain_text("3")
    require_accessible(projector)

    Club.objects.filter(pk=club.pk).update(spectator_delay=None)
    for language in ("fr", "en"):
        projector.context.add_cookies(
            [{"name": "django_language", "value": language, "url": live_server_url}]
        )
        projector.goto(match)
        expect(projector.get_by_text(WAITING[language])).to_be_visible()
        expect(projector.locator("#match").get_by_text("Chloé M.").first).to_be_visible()
        expect(projector.locator("#frame")).to_have_count(0)
        require_accessible(projector)
    sitting.do(life.stop_match, now=ago(0), reason="time", result="score")
    expect(projector.locator("#match")).to_have_attribute("data-last", "3", timeout=30_000)
    phone.context.close()
