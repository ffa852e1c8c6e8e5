"""Forms that the browser sends itself, no scripts at all, and a hostile site."""

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from django.contrib.sessions.models import Session

from replays.models import Match, StoredEvent
from tests.e2e.pages import let_in
from tests.factories import make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import Player, User

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.services]


@pytest.fixture
def staff(fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str) -> User:
    user = make_user("staff", staff=True)
    let_in(browser_page, live_server_url, user)
    return user


def test_a_form_that_would_take_its_page_along_is_asked_for_first(
    staff: User, browser_page: "Page"
) -> None:
    from playwright.sync_api import expect

    make_club()
    page = browser_page
    page.goto("/players/add/")
    page.locator("[name=first_name]").fill("Nina")
    page.locator("[name=last_name]").fill("Novak")
    send = page.locator("#player-form .btn-primary")

    page.context.set_offline(True)
    send.click()
    said = page.locator("#player-form .btn-primary + .unsent")
    expect(said).to_contain_text("Not sent: no connection.")
    page.context.set_offline(False)
    Session.objects.all().delete()
    page.context.clear_cookies(name="csrftoken")
    said.get_by_role("button", name="Try again").click()
    page.get_by_role("dialog").wait_for()
    assert page.locator("[name=first_name]").input_value() == "Nina"
    log_in_again(page)
    page.get_by_text("Nina Novak was added.").wait_for()
    assert Player.objects.filter(first_name="Nina").count() == 1

    # Who wants to leave is not asked to log in first.
    Session.objects.all().delete()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in", exact=True).wait_for()


def test_a_comment_outlives_lost_connections_and_sessions_on_the_page_of_a_match(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str
) -> None:
    from playwright.sync_api import expect

    club = make_club()
    players = [make_player(club, name).id for name in ("Ana A", "Bo B")]
    sitting = Sitting(club_id=club.id, players=players).finish()
    let_in(browser_page, live_server_url, make_user("staff", staff=True))
    page = browser_page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/matches/{sitting.id}/?ply=3")
    page.get_by_text("Write a comment on this step").click()
    typed = page.locator("#comments [name=note]")
    typed.fill("The red one!")

    # Nothing that leads away takes the page along while there is no connection.
    page.context.set_offline(True)
    for role, name in (
        ("link", "Check this record now"),
        ("link", "PNG"),
        ("button", "Play on from this step"),
    ):
        page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        said = page.locator(".unsent", has_text="No connection")
        expect(said).to_have_count(1)
        expect(typed).to_have_value("The red one!")
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(said).to_have_count(0)
    page.get_by_role("button", name="Save the comment").click()
    expect(page.locator("#comments .unsent")).to_contain_text("Not sent: no connection.")
    page.context.set_offline(False)

    # A check needs no account; a comment asks for it again, and is written once.
    Session.objects.all().delete()
    page.get_by_role("link", name="Check this record now").click()
    expect(page.locator("#verified")).to_contain_text("nothing in it was changed")
    page.locator("#comments .unsent").get_by_role("button", name="Try again").click()
    log_in_again(page)
    page.wait_for_url("**/?ply=3#comments")
    expect(page.locator("#comments")).to_contain_text("The red one!")
    comments = StoredEvent.objects.filter(stream_id=sitting.id, type="log.annotated")
    assert comments.count() == 1

    # Who plays on keeps the answers that were given on the way.
    page.get_by_role("button", name="Play on from this step").click()
    page.get_by_label("Bo B").check()
    Session.objects.all().delete()
    page.get_by_role("button", name="Play on").click()
    log_in_again(page)
    page.wait_for_url("**/record/")
    assert Match.objects.filter(parent_id=sitting.id, parent_ply=3).count() == 1


def log_in_again(page: "Page") -> None:
    layer = page.get_by_role("dialog")
    layer.locator("[name=password]").fill("secret")
    layer.get_by_role("button", name="Log in").click()


def test_without_scripts_what_was_typed_comes_back_with_a_button(
    staff: User, browser_page: "Page", live_server_url: str
) -> None:
    browser = browser_page.context.browser
    assert browser is not None
    field = Field(8).announced()
    with browser.new_context(base_url=live_server_url, java_script_enabled=False) as context:
        page = context.new_page()
        let_in(page, live_server_url, staff, "fr")
        page.goto(field.path())
        card = page.locator("#table-1-1-1")
        for seat, score in enumerate((31, 24, 18, 7)):
            card.locator(f"[name=score_{seat}]").fill(str(score))
        Session.objects.all().delete()
        card.locator("form .btn-primary").click()
        page.get_by_role("alert").get_by_text("Vous n’êtes plus connecté.").wait_for()
        with context.expect_page() as opened:
            page.get_by_role("link", name="Se connecter dans un nouvel onglet").click()
        tab = opened.value
        tab.locator("[name=username]").fill("staff")
        tab.locator("[name=password]").fill("secret")
        tab.locator("main button").click()
        tab.locator("form[action='/logout/']").wait_for()
        # The login brought a new token: the first form is too old for it, and is shown once more.
        for _ in range(2):
            page.get_by_role("button", name="Envoyer de nouveau").click()
            page.wait_for_load_state()
        page.locator("#table-1-1-1").get_by_text("31").first.wait_for()
    recorded = StoredEvent.objects.filter(stream_id=field.id, type="tournament.result_recorded")
    assert recorded.count() == 1


def test_another_site_gets_an_error_and_no_button_for_what_it_makes_a_browser_send(
    staff: User, browser_page: "Page", live_server_url: str
) -> None:
    make_club()
    page = browser_page
    page.goto("/players/")
    form = f"""<form method=post action="{live_server_url}/players/add/">
        <input name=first_name value=Mallory><button>A kitten</button></form>"""
    page.goto(f"data:text/html,{quote(form)}")
    with page.expect_navigation(url=re.compile("/players/add/")):
        page.get_by_role("button", name="A kitten").click()
    assert "Mallory" not in page.content()
    assert page.locator("form").count() == 0
    assert not Player.objects.filter(first_name="Mallory").exists()
