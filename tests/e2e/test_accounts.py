"""Stories of accounts in a browser: another password, a forgotten one, a second factor."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from games.testing.scale import sampled
from tests.e2e.pages import log_in, require_accessible_in_both_schemes
from tests.factories import make_club, make_member, make_user
from tests.plugins.programs import LiveServer, program_environment
from tests.services.smtp import SmtpSink
from tests.tournaments.people.accounts.codes import code_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

    from tests.plugins.databases import FreshDatabase

pytestmark = [pytest.mark.browser, pytest.mark.services]

NEW = "a long new password"
PHONE: "ViewportSize" = {"width": 390, "height": 800}


def press(page: "Page", name: str) -> None:
    page.locator("main").get_by_role("button", name=name, exact=True).click()


def fill_in(page: "Page", **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)


def speak_french(page: "Page") -> None:
    page.get_by_role("button", name="FR").click()
    page.get_by_role("button", name="EN").wait_for()


def look_at(page: "Page", *, french: bool) -> None:
    """The page can be used by everybody; in French its words have room as well."""
    if french:
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), page.url
    else:
        require_accessible_in_both_schemes(page)


def try_to_log_in(page: "Page", username: str, password: str) -> None:
    page.goto("/login/?next=/account/")
    fill_in(page, username=username, password=password)
    page.locator("main form button").click()


def test_another_password_ends_the_session_of_another_browser(browser_page: "Page") -> None:
    make_club()
    make_user("anne", staff=True)
    here = browser_page
    browser = here.context.browser
    assert browser is not None
    log_in(here, "anne")
    elsewhere = browser.new_context(base_url=here.evaluate("location.origin"), locale="en-GB")
    there = elsewhere.new_page()
    log_in(there, "anne")
    here.get_by_role("link", name="My account").click()
    here.get_by_role("link", name="Change your password").click()
    fill_in(here, password="secret", new_password1="short", new_password2="short")
    press(here, "Change the password")
    here.get_by_text("This password is too short").wait_for()
    fill_in(here, password="secret", new_password1=NEW, new_password2=NEW)
    press(here, "Change the password")
    here.get_by_text("Everywhere else you are logged out").wait_for()
    here.get_by_role("cell", name="password changed").wait_for()
    there.goto("/account/")
    assert "/login/" in there.url
    elsewhere.close()


@pytest.mark.parametrize("french", sampled([False, True], 2))
def test_an_organiser_helps_somebody_to_a_new_password(browser_page: "Page", french: bool) -> None:
    words = (
        ("Mot de passe oublié ?", "Demandez à un organisateur", "Créer un lien pour anne")
        if french
        else ("Forgot your password?", "Ask an organiser of your club", "Make a link for anne")
    )
    make_club()
    make_user("anne")
    make_user("olga", staff=True)
    page = browser_page
    page.set_viewport_size(PHONE)
    page.goto("/login/")
    if french:
        speak_french(page)
    page.get_by_role("link", name=words[0]).click()
    page.get_by_text(words[1]).wait_for()
    try_to_log_in(page, "olga", "secret")
    page.locator("main a[href='/accounts/']").click()
    look_at(page, french=french)
    press(page, words[2])
    page.locator("svg.qr").wait_for()
    look_at(page, french=french)
    address = page.locator("code.secret").inner_text()
    page.locator("header form[action='/logout/'] button").click()
    page.goto(address)
    look_at(page, french=french)
    fill_in(page, new_password1=NEW, new_password2=NEW)
    page.keyboard.press("Enter")
    page.wait_for_url("**/login/")
    page.goto(address)
    page.get_by_role("heading", name="Ce lien" if french else "This link").wait_for()
    try_to_log_in(page, "anne", NEW)
    page.locator("#trace").wait_for()


@pytest.mark.parametrize("french", sampled([False, True], 2, 1))
def test_a_second_factor_is_set_up_and_asked_for(browser_page: "Page", french: bool) -> None:
    make_club()
    olga = make_user("olga", staff=True)
    page = browser_page
    page.set_viewport_size(PHONE)
    page.goto("/login/")
    if french:
        speak_french(page)
    try_to_log_in(page, "olga", "secret")
    page.locator("main a[href='/account/second-factor/']").click()
    fill_in(page, password="secret")
    page.keyboard.press("Enter")
    page.locator("svg.qr").wait_for()
    look_at(page, french=french)
    fill_in(page, code=code_for(olga))
    page.keyboard.press("Enter")
    page.locator(".codes").wait_for()
    look_at(page, french=french)
    codes = page.locator(".codes code").all_inner_texts()
    assert len(set(codes)) == 10

    def second_step(code: str) -> None:
        page.locator("header form[action='/logout/'] button").click()
        try_to_log_in(page, "olga", "secret")
        page.wait_for_url("**/login/code/**")
        page.keyboard.type("000000")
        page.keyboard.press("Enter")
        page.locator(".errorlist").wait_for()
        fill_in(page, code=code)
        page.keyboard.press("Enter")
        page.wait_for_url("**/account/")

    page.goto("/account/")
    if french:
        second_step(codes[0])
        page.get_by_role("cell", name="code de secours utilisé").wait_for()
        return
    # The code of this half minute was used for setting it up.
    second_step(code_for(olga, steps_on=1))
    page.locator("main a[href='/account/second-factor/']").click()
    fill_in(page, password="secret", code=codes[1])
    page.locator("button[value=off]").click()
    page.wait_for_url("**/account/")
    look_at(page, french=french)


@pytest.fixture
def sink() -> Iterator[SmtpSink]:
    server = SmtpSink()
    yield server
    server.stop()


class TestByMail:
    """With a server of its own whose worker sends real mails."""

    @pytest.fixture
    def live_server_url(self, fresh_database: "FreshDatabase", sink: SmtpSink) -> Iterator[str]:
        env = {
            "KAITEN_EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
            "KAITEN_EMAIL_FROM": "club@kaiten.example",
            "KAITEN_URL": "https://kaiten.example",
        }
        server = LiveServer(program_environment(fresh_database, **env))
        yield server.url
        server.process.kill()
        server.process.wait()

    def test_a_forgotten_password_is_reset_in_both_languages(
        self, browser_page: "Page", sink: SmtpSink
    ) -> None:
        make_club()
        make_user("anne", email="anne@club.example")
        page = browser_page
        for french in (False, True):
            page.goto("/login/")
            if french:
                speak_french(page)
            page.locator("main a[href='/forgotten/']").click()
            fill_in(page, name="ANNE@club.example" if french else "anne")
            page.keyboard.press("Enter")
            page.locator("main [role=status]").wait_for()
            mail = sink.next_mail()
            assert mail["To"] == "anne@club.example"
            assert ("Quelqu’un a demandé" if french else "Somebody asked") in mail.get_content()
            path = re.search(r"https://kaiten\.example(/link/\S+)", mail.get_content())
            assert path is not None
            page.goto(path[1])
            password = f"{NEW} {french}"
            fill_in(page, new_password1=password, new_password2=password)
            page.keyboard.press("Enter")
            page.wait_for_url("**/login/")
            try_to_log_in(page, "anne", password)
            page.locator("#trace").wait_for()
            page.locator("header form[action='/logout/'] button").click()
            page.goto(path[1])
            page.get_by_role("heading", name="Ce lien" if french else "This link").wait_for()


def test_a_token_is_made_copied_once_and_revoked(browser_page: "Page") -> None:
    from playwright.sync_api import expect

    club = make_club("Friday Club")
    make_member(club, "scorekeeper", "anne")
    page = browser_page
    page.set_viewport_size(PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    log_in(page, "anne")
    page.goto("/account/")
    page.get_by_role("link", name="Your API tokens").click()
    expect(page.get_by_text("No program acts for you yet.")).to_be_visible()
    look_at(page, french=False)
    fill_in(page, name="tablet at the bar")
    page.get_by_role("radio", name="Record").check()
    page.get_by_label("For which club").select_option("Friday Club")
    page.get_by_label("It works for").select_option("7 days")
    press(page, "Make the token")
    text = page.locator("#token-text")
    expect(text).to_have_text(re.compile(r"kaiten_\w{8}_\S{43}"))
    press(page, "Copy")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == text.inner_text()
    look_at(page, french=False)
    used = page.request.get("/api/v1/clubs", headers={"Authorization": f"Bearer {copied}"})
    assert used.status == 200
    page.goto("/account/tokens/")
    expect(page.get_by_text("tablet at the bar", exact=True)).to_be_visible()
    expect(page.get_by_text("Friday Club").first).to_be_visible()
    assert copied.rsplit("_", 1)[0] not in page.content()
    page.get_by_role("link", name="Revoke tablet at the bar").click()
    expect(page.get_by_text("This cannot be undone")).to_be_visible()
    look_at(page, french=False)
    press(page, "Revoke it for good")
    expect(page.get_by_text("The token is revoked.")).to_be_visible()
    expect(page.get_by_text("No program acts for you yet.")).to_be_visible()
    ended = page.request.get("/api/v1/clubs", headers={"Authorization": f"Bearer {copied}"})
    assert ended.status == 401
    page.goto("/account/")
    expect(page.get_by_role("cell", name="API token revoked")).to_be_visible()
