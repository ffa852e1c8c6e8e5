"""Notices for everybody: typed by an organiser, shown in the room and on phones, until over."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from games.core.canonical import digest
from replays.models import Note, StoredEvent
from replays.services.notes import erase_note
from tests.e2e.pages import another_page, let_in, require_accessible
from tests.factories import NOW, make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.director.play import Play, rules
from tests.tournaments.tournaments.web.fields import Field, send
from tournaments.tournaments.selectors.notices import notice_of, standing_notice
from tournaments.tournaments.selectors.tournaments import tournament_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

PIZZA = "Pizza <b>is</b> here"
SHOWN = "Pizza &lt;b&gt;is&lt;/b&gt; here"
SECTIONS = ("", "rounds/", "boards/", "entrants/", "plan/", "log/", "tv/", "tables/1/1/1/")


def test_a_notice_stands_until_another_the_end_or_its_own_time() -> None:
    play = Play(8, rules())
    assert play.refused("show_notice", text="  ") == "notice_missing"
    assert play.refused("show_notice", text="x" * 121) == "bad_notice"
    assert play.refused("show_notice", text="a\u202eb") == "bad_notice"
    for minutes in (-1, 1441):
        assert play.refused("show_notice", text="x", minutes=minutes) == "bad_notice_minutes"
    assert play.do("take_away_notice") == []
    play.do("show_notice", text=" Round 3\tat 21:15 ")
    assert play.do("show_notice", text="Round 3 at 21:15") == []
    assert play.state.notice is not None
    assert (play.state.notice.note, play.state.notice.until) == (digest("Round 3 at 21:15"), None)
    play.moment = "2026-11-16T20:00:00.000000Z"
    play.do("show_notice", text="Soon", minutes=15)
    assert str(play.state.notice.until) == "2026-11-16 20:15:00+00:00"
    play.do("take_away_notice")
    assert play.state.notice is None
    play.do("show_notice", text="Last round")
    play.play_rounds(1)
    play.do("close_stage", stage=1)
    play.do("finish")
    assert play.state.notice is None
    assert play.refused("show_notice", text="x") == "tournament_over"
    assert play.state == play.fresh()


@pytest.mark.django_db
def test_every_page_shows_the_notice_and_organisers_alone_write_it(
    staff: Client, client: Client
) -> None:
    field = Field(8).announced()
    send(staff, field, "show_notice", text=PIZZA, minutes="0", form="notice")
    for section in SECTIONS:
        answer = client.get(field.path(section))
        assert answer.status_code == 200, section
        assert SHOWN in answer.text, section
    assert SHOWN in client.get(field.club.get_absolute_url()).text
    assert "Show it" not in client.get(field.path()).text
    assert "Take the notice away" in staff.get(field.path()).text
    assert send(client, field, "show_notice", text="mine").status_code in (302, 403)
    send(staff, field, "take_away_notice")
    assert SHOWN not in client.get(field.path()).text
    assert "Take the notice away" not in staff.get(field.path()).text
    send(staff, field, "undo")
    assert SHOWN in client.get(field.path()).text


@pytest.mark.django_db
def test_a_notice_that_is_too_long_is_refused_and_stays_in_its_field(staff: Client) -> None:
    field = Field(4)
    version = field.state.version
    refused = send(staff, field, "show_notice", text="x" * 121, minutes="15", form="notice")
    assert refused.status_code == 422
    assert "at most 120 printable characters" in refused.text
    assert f'value="{"x" * 121}"' in refused.text
    assert field.state.version == version
    assert not Note.objects.exists()


@pytest.mark.django_db
def test_the_text_is_beside_the_log_goes_with_its_time_and_can_be_erased(client: Client) -> None:
    field = Field(4)
    field.do("show_notice", text="Ada is late", minutes=15)
    stored = StoredEvent.objects.filter(stream_id=field.id)
    assert not any("Ada is late" in payload for payload in stored.values_list("payload", flat=True))
    [before] = [standing_notice(field.id, field.state, NOW + timedelta(minutes=14))]
    assert before is not None
    assert before.text == "Ada is late"
    assert standing_notice(field.id, field.state, NOW + timedelta(minutes=15)) is None
    field.do("show_notice", text="Ada is late")
    api = f"/api/v1/tournaments/{field.id}"
    told = client.get(api).json()["notice"]
    assert (told["text"], told["until"]) == ("Ada is late", None)
    version = tournament_of(field.id).version
    erase_note(match_id=field.id, version=version, now=NOW)
    assert notice_of(field.id, field.state) is None
    assert client.get(api).json()["notice"] is None
    assert client.get(field.path()).status_code == 200


@pytest.mark.browser
@pytest.mark.services
def test_what_an_organiser_types_appears_on_a_phone_and_in_the_room(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    field = Field(8).announced()
    page = browser_page
    let_in(page, live_server_url, make_user("boss", staff=True))
    small = {"viewport": {"width": 390, "height": 800}, "locale": "fr-FR"}
    with (
        another_page(page, live_server_url, **small) as phone,
        another_page(page, live_server_url, viewport={"width": 1920, "height": 1080}) as room,
        another_page(page, live_server_url) as home,
    ):
        phone.goto(field.path())
        room.goto(field.path("tv/"))
        home.goto(field.club.get_absolute_url())
        page.goto(field.path())
        page.get_by_label("Notice for everybody").fill("Pizza is here")
        page.get_by_role("button", name="Show it").click()
        for other in (page, phone, room, home):
            expect(other.locator(".notice-board")).to_have_text("Pizza is here")
            # It was there before, so that a screen reader tells what came into it.
            expect(other.locator(".notice-board[role=status]")).to_have_count(1)
        # From ten metres: larger than the names.
        size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
        assert room.locator(".notice-board p").evaluate(size) >= 1080 / 20
        require_accessible(room)
        require_accessible(phone)
        require_accessible(page)
        # What was said is no longer news once something else has happened.
        expect(page.locator(".messages")).to_have_count(1)
        field.do("record", stage=1, round=1, table=1, scores=[40, 30, 20, 10])
        expect(page.locator(".messages")).to_have_count(0)
        page.get_by_role("button", name="Take the notice away").click()
        for other in (page, phone, room, home):
            expect(other.locator(".notice-board")).to_have_text("")
