"""A score that the game can hardly give is asked about on the pages of a tournament."""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import HTMX, PODS, Field, send

FRENCH = {"Accept-Language": "fr"}
WIDTH = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
QUESTION = "A score of 420? This game gives from -27 to 180."


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_question_comes_back_with_everything_typed(
    staff: Client, headers: dict[str, str]
) -> None:
    field = Field(8).announced()
    form = field.scored(420, 37, 52, 11, kind="on_time")
    answer = send(staff, field, "record", headers, **form)
    assert answer.status_code == 422
    assert answer.text.count(QUESTION) == 1
    assert answer.text.count('role="alert"') == 1
    for part in ('value="420"', 'value="37"', 'name="confirm" value="true"', "on_time"):
        assert part in answer.text
    assert known(field.state.table(1, 1, 1)).result is None
    french = send(staff, field, "record", headers | FRENCH, **form)
    assert "Oui, 420 est juste" in french.text
    send(staff, field, "record", headers, **form, confirm="true")
    assert known(known(field.state.table(1, 1, 1)).result).scores == (420, 37, 52, 11)


@pytest.mark.django_db
def test_a_correction_asks_before_it_shows_what_would_change(staff: Client) -> None:
    field = Field(8).played()
    path = field.path("tables/1/1/1/")
    form = field.scored(420, 37, 52, 11)
    asked = staff.post(path, form)
    assert asked.status_code == 422
    assert QUESTION in asked.text
    shown = staff.post(path, form | {"confirm": "true"})
    assert "What this would change" in shown.text
    assert '<input type="hidden" name="confirm" value="true">' in shown.text
    send(staff, field, "correct", **form, confirm="true")
    assert known(known(field.state.table(1, 1, 1)).result).scores == (420, 37, 52, 11)


@pytest.mark.browser
@pytest.mark.services
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Save the result", "Yes, 420 is right", "Absent, walk-over", "confirmed")),
        (
            "fr",
            ("Enregistrer le résultat", "Oui, 420 est juste", "Absence, forfait", "confirmé"),
        ),
    ],
)
def test_a_typo_is_asked_about_and_a_no_show_has_no_score_on_the_card_of_a_table(
    browser_page: Page, fresh_database: FreshDatabase, language: str, words: tuple[str, ...]
) -> None:
    field = Field(8, PODS).announced()
    make_user("staff", staff=True)
    save, yes, more, confirmed = words
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/")
    spoken = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}
    page.context.add_cookies([spoken])  # type: ignore[list-item]
    page.goto(f"/login/?next={field.path()}")
    page.locator("input[name=username]").fill("staff")
    page.locator("input[name=password]").fill("secret")
    page.locator("main button").click()
    page.wait_for_url(f"**{field.path()}")
    card = page.locator("#table-1-1-1")
    scores = card.locator(".tour-seats input.tour-score")
    for score, box in zip((420, 37, 52), scores.all(), strict=False):
        box.fill(str(score))

    # Who is ticked as absent cannot be given a score.
    scores.nth(3).fill("7")
    card.get_by_text(more).click()
    card.locator("input[name=absent]").nth(3).check()
    expect(scores.nth(3)).to_be_disabled()
    card.get_by_role("button", name=save).click()

    # Enter sends the form again and does not answer for anybody.
    card.get_by_role("button", name=yes).wait_for()
    assert page.evaluate(WIDTH)
    with page.expect_response(lambda answer: "/do/record/" in answer.url):
        scores.nth(1).press("Enter")
    assert known(field.state.table(1, 1, 1)).result is None
    expect(scores.nth(0)).to_have_value("420")
    expect(scores.nth(3)).to_be_disabled()
    card.get_by_role("button", name=yes).click()
    card.get_by_text(confirmed).wait_for()
    result = known(known(field.state.table(1, 1, 1)).result)
    assert result.scores == (420, 37, 52, None)
