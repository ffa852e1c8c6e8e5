"""What a console says where a request was made that is refused, lost or broken: words, not a page.

How it waits for the session, the token and the network: `test_unsent.py`.
"""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from playwright.sync_api import Page, expect

from tests.e2e.pages import let_in, problems
from tests.factories import make_member
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import PODS, Field
from tournaments.people.models import Club, Membership

pytestmark = [pytest.mark.browser, pytest.mark.services]

SAVING = {
    "en": {
        "forbidden": "Not saved: your account may not do this.",
        "gone": "Not saved: what this belongs to is not here any more.",
        "broken": "Not saved: something went wrong.",
        "kept": "What you entered is still here.",
        "again": "Try again",
    },
    "fr": {
        "forbidden": "Non enregistré : votre compte ne permet pas cette action.",
        "gone": "Non enregistré : ce que cela concerne n’est plus là.",
        "broken": "Non enregistré : une erreur est survenue.",
        "kept": "Votre saisie est toujours là.",
        "again": "Réessayer",
    },
}
LOADING = {
    "en": {
        "ended": "This could not be loaded: you are not logged in any more.",
        "forbidden": "This could not be loaded: your account may not see it.",
        "gone": "This could not be loaded: it is not here any more.",
    },
    "fr": {
        "ended": "Le chargement a échoué : vous n’êtes plus connecté.",
        "forbidden": "Le chargement a échoué : votre compte n’y a pas accès.",
        "gone": "Le chargement a échoué : ce n’est plus là.",
    },
}
BREAK = (
    "CREATE TRIGGER broken BEFORE INSERT ON replays_storedevent BEGIN SELECT RAISE(ABORT, 'x'); END"
)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_result_that_is_refused_says_why_in_its_place_and_can_be_sent_again(
    fresh_database: FreshDatabase, browser_page: Page, live_server_url: str, language: str
) -> None:
    page, words = browser_page, SAVING[language]
    field = Field(4, PODS | {"sizes": [4]}).announced()
    organiser = make_member(field.club, "organiser")
    let_in(page, live_server_url, organiser, language)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(field.path())
    card = page.locator("#table-1-1-1")
    boxes = card.locator("input.tour-score[name^=score_]")
    for box, score in zip(boxes.all(), ("31", "24", "18", "7"), strict=True):
        box.fill(score)
    button = card.locator("form .btn-primary")
    said = button.locator("xpath=following-sibling::*[1][@role='alert']")

    def require_told(problem: str) -> None:
        """The words stand beside the button, once, and nothing of another page is in the card."""
        expect(said).to_contain_text(f"{words[problem]} {words['kept']}")
        expect(page.locator("main")).to_have_count(1)
        expect(page.locator(".unsent")).to_have_count(1)
        assert [box.input_value() for box in boxes.all()] == ["31", "24", "18", "7"]

    membership = Membership.objects.get(user=organiser)
    Membership.objects.filter(pk=membership.pk).update(role="member")
    button.click()
    require_told("forbidden")
    assert not problems(page)

    Membership.objects.all().delete()
    Club.objects.filter(pk=field.club.pk).update(visibility="club")
    said.get_by_role("button", name=words["again"]).click()
    require_told("gone")

    membership.save()
    with connection.cursor() as cursor:
        cursor.execute(BREAK)
    said.get_by_role("button", name=words["again"]).click()
    require_told("broken")

    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER broken")
    said.get_by_role("button", name=words["again"]).click()
    expect(card.locator("form.tour-result-form")).to_have_count(0)
    expect(page.locator(".unsent")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_search_that_is_refused_says_why_beside_its_field(
    fresh_database: FreshDatabase, browser_page: Page, live_server_url: str, language: str
) -> None:
    page, words = browser_page, LOADING[language]
    field = Field(4)
    organiser = make_member(field.club, "organiser")
    let_in(page, live_server_url, organiser, language)
    page.goto(field.path("entrants/"))
    search = page.locator("#search")
    told = page.locator(".form-row:has(#search) .unsent[role=alert]")

    Membership.objects.filter(user=organiser).update(role="member")
    search.fill("Pl")
    expect(told).to_contain_text(words["forbidden"])
    Club.objects.filter(pk=field.club.pk).update(visibility="club")
    membership = Membership.objects.get(user=organiser)
    Membership.objects.all().delete()
    search.fill("Pla")
    expect(told).to_contain_text(words["gone"])
    Club.objects.filter(pk=field.club.pk).update(visibility="public")
    Session.objects.all().delete()
    search.fill("Play")
    expect(told).to_contain_text(words["ended"])
    expect(page.locator("main")).to_have_count(1)

    membership.role = "organiser"
    membership.save()
    let_in(page, live_server_url, organiser, language)
    told.get_by_role("button").click()
    expect(told).to_have_count(0)
