"""Results that are typed while the session ends, the token ages, the network or the server is away.

Each time the scores stay in their form, the reason stands beside the button, and what is sent again
is written once.
"""

import json

import pytest
from django.conf import settings as configured
from django.contrib.sessions.models import Session
from playwright.sync_api import Dialog, Locator, Page, Route, expect
from pytest_django import Settings

from replays.models import StoredEvent
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.services.databases import point_default_connection_at
from tests.tournaments.tournaments.web.fields import PODS, Field

pytestmark = [pytest.mark.browser, pytest.mark.services]

GONE = "sqlite:////nowhere/at/all.sqlite3"
SCORES = ("31", "24", "18", "7")
WORDS = {
    "en": {
        "ended": "Not saved: you are not logged in any more. What you entered is still here.",
        "offline": "Not sent: no connection. What you entered is still here.",
        "away": "Not saved: the site cannot answer right now. What you entered is still here.",
        "refused": "Not saved: the form was refused as too old.",
        "other": "Not saved: somebody else is logged in here by now.",
        "wrong": "Please enter a correct username and password.",
        "again": "Try again",
        "as": "Send it as",
        "enter": "Log in and send",
        "close": "Not now",
    },
    "fr": {
        "ended": "Non enregistré : vous n’êtes plus connecté. Votre saisie est toujours là.",
        "offline": "Non envoyé : pas de connexion. Votre saisie est toujours là.",
        "away": "Non enregistré : le site ne peut pas répondre pour le moment.",
        "refused": "Non enregistré : le formulaire a été refusé, car trop ancien.",
        "other": "Non enregistré : quelqu’un d’autre s’est connecté ici entre-temps.",
        "wrong": "Saisissez un nom d’utilisateur et un mot de passe valides.",
        "again": "Réessayer",
        "as": "Envoyer en tant que",
        "enter": "Se connecter et envoyer",
        "close": "Pas maintenant",
    },
}


class Console:
    """The tables of a round, on a page that is open while things happen to its session."""

    def __init__(self, page: Page, url: str, field: Field, language: str) -> None:
        self.page = page
        self.url = url
        self.field = field
        self.language = language
        self.words = WORDS[language]

    def card(self, table: int) -> Locator:
        return self.page.locator(f"#table-1-1-{table}")

    def enter(self, table: int) -> None:
        """Type the scores of a table and press the button."""
        boxes = self.card(table).locator("input.tour-score[name^=score_]")
        for box, score in zip(boxes.all(), SCORES, strict=True):
            box.fill(score)
        self.card(table).locator("form .btn-primary").click()

    def require_kept(self, table: int, problem: str) -> Locator:
        """The scores are where they were, and the reason stands right after the button."""
        said = self.card(table).locator("form .btn-primary + .unsent[role=alert]")
        expect(said).to_contain_text(self.words[problem])
        boxes = self.card(table).locator("input.tour-score[name^=score_]")
        assert [box.input_value() for box in boxes.all()] == [*SCORES]
        assert self.results(table) == 0
        return said

    def require_saved(self, table: int) -> None:
        """The result stands on the page, and once in the log."""
        expect(self.card(table).locator("form.tour-result-form")).to_have_count(0)
        expect(self.page.locator(".unsent")).to_have_count(0)
        assert self.results(table) == 1

    def results(self, table: int) -> int:
        stored = StoredEvent.objects.filter(
            stream_id=self.field.id, type="tournament.result_recorded"
        )
        return sum(json.loads(event.payload)["table"] == table for event in stored)


@pytest.fixture(params=["en", "fr"])
def console(
    request: pytest.FixtureRequest,
    browser_page: Page,
    live_server_url: str,
    fresh_database: FreshDatabase,
) -> Console:
    """Four tables of four whose results are due."""
    field = Field(16, PODS | {"sizes": [4]}).announced()
    let_in(browser_page, live_server_url, make_user("staff", staff=True), request.param)
    browser_page.set_viewport_size({"width": 390, "height": 800})
    browser_page.goto(field.path())
    return Console(browser_page, live_server_url, field, request.param)


def test_scores_survive_the_end_of_the_session_and_of_the_token(
    console: Console, settings: Settings
) -> None:
    page, words = console.page, console.words
    Session.objects.all().delete()
    console.enter(1)
    layer = page.get_by_role("dialog")
    console.require_kept(1, "ended")
    # Who does not want to log in now can do it later.
    layer.get_by_role("button", name=words["close"]).click()
    said = console.require_kept(1, "ended")
    said.get_by_role("button", name=words["enter"]).click()
    expect(layer.locator("[name=username]")).to_have_value("staff")
    expect(layer.locator("[name=password]")).to_be_focused()
    layer.locator("[name=password]").fill("wrong")
    page.keyboard.press("Enter")
    expect(layer.get_by_role("alert")).to_contain_text(words["wrong"])
    if console.language == "en":
        require_accessible_in_both_schemes(page)
    layer.locator("[name=password]").fill("secret")
    layer.locator("form button").click()
    console.require_saved(1)

    # A token that is too old is nobody's business as long as the same person is there …
    page.context.clear_cookies(name=configured.CSRF_COOKIE_NAME)
    console.enter(2)
    console.require_saved(2)
    # … unless the browser takes no new one.
    settings.CSRF_COOKIE_PATH = "/elsewhere/"
    page.context.clear_cookies(name=configured.CSRF_COOKIE_NAME)
    console.enter(3)
    said = console.require_kept(3, "refused")
    settings.CSRF_COOKIE_PATH = "/"
    page.context.clear_cookies(name=configured.CSRF_COOKIE_NAME)
    said.get_by_role("button", name=words["again"]).click()
    console.require_saved(3)

    # Nothing is written for somebody else who came in between, unless they say so.
    other = make_user("other", staff=True)
    let_in(page, console.url, other, console.language)
    console.enter(4)
    said = console.require_kept(4, "other")
    said.get_by_role("button", name=f"{words['as']} other").click()
    console.require_saved(4)
    newest = StoredEvent.objects.filter(stream_id=console.field.id).latest("version")
    assert newest.actor == f"user:{other.pk}"


def test_scores_survive_while_network_and_server_are_away(
    console: Console, fresh_database: FreshDatabase
) -> None:
    page, words = console.page, console.words
    page.context.set_offline(True)
    console.enter(1)
    console.require_kept(1, "offline")
    console.enter(2)
    console.require_kept(2, "offline")
    # What somebody is still typing waits for them; the rest goes out by itself.
    console.card(2).locator("[name=score_0]").fill("13")
    console.card(2).locator("[name=score_0]").press("Tab")
    page.context.set_offline(False)
    expect(console.card(1).locator("form.tour-result-form")).to_have_count(0)
    console.card(2).locator("[name=score_0]").fill(SCORES[0])
    said = console.require_kept(2, "offline")
    if console.language == "en":
        require_accessible_in_both_schemes(page)
    # Leaving asks first, as long as something was not sent.
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.once("dialog", stay)
    page.evaluate("location.reload()")
    page.wait_for_function("document.readyState === 'complete'")
    assert asked == ["beforeunload"]
    said.get_by_role("button", name=words["again"]).dblclick()
    console.require_saved(2)
    assert console.results(1) == 1

    point_default_connection_at(GONE)
    console.enter(3)
    said = console.card(3).locator(".unsent")
    expect(said).to_contain_text(words["away"])
    point_default_connection_at(fresh_database.url)
    console.require_kept(3, "away")
    said.get_by_role("button", name=words["again"]).click()
    console.require_saved(3)

    # The first one had arrived; only its answer was lost.
    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route("**/do/record/", lose, times=1)
    console.enter(4)
    expect(console.card(4).locator(".unsent")).to_contain_text(words["offline"])
    assert console.results(4) == 1
    console.card(4).get_by_role("button", name=words["again"]).click()
    console.require_saved(4)
