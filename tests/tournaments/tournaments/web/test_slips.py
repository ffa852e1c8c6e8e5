"""Results typed as they stand on a slip: one line a table, with the keyboard alone."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.testing.scale import sampled
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import PODS, Field, send

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.mark.django_db
@pytest.mark.parametrize("line", ["42 38 38 21", "42,38;38:21", " 42/38, 38 21 "])
def test_a_whole_slip_in_the_first_box(staff: Client, line: str) -> None:
    field = Field(8).announced()
    send(staff, field, "record", **field.scored(line, "", "", ""))
    assert known(known(field.state.table(1, 1, 1)).result).scores == (42, 38, 38, 21)


@pytest.mark.django_db
def test_a_slip_leaves_out_who_was_absent(staff: Client) -> None:
    field = Field(8).announced()
    absent = field.seats()[1]
    send(staff, field, "record", **field.scored("42 38 21", "", "", "", absent=absent))
    assert known(known(field.state.table(1, 1, 1)).result).scores == (42, None, 38, 21)


@pytest.mark.django_db
def test_a_slip_with_too_many_or_too_few_scores_is_kept_and_says_so(staff: Client) -> None:
    field = Field(8).announced()
    refused = send(staff, field, "record", **field.scored("42 38 38", "", "", ""))
    assert refused.status_code == 422
    assert "This table takes 4 scores; 3 were typed." in refused.text
    assert 'value="42 38 38"' in refused.text
    refused = send(staff, field, "record", **field.scored("42", "38", "38", "21 17"))
    assert "This table takes 4 scores; 5 were typed." in refused.text
    assert known(field.state.table(1, 1, 1)).result is None


@pytest.mark.django_db
def test_what_is_recorded_on_the_page_needs_no_second_look(staff: Client) -> None:
    field = Field(8).announced()
    assert 'name="stands" value="true"' in staff.get(field.path()).text
    send(staff, field, "record", **field.scored(42, 38, 38, 21, stands="true"))
    assert known(field.state.table(1, 1, 1)).confirmed
    send(staff, field, "record", **field.scored(42, 38, 38, 21, table=2))
    assert not known(field.state.table(1, 1, 2)).confirmed


@pytest.mark.django_db
def test_names_stand_as_the_language_sorts_them(staff: Client) -> None:
    field = Field(0)
    for name in ("Zoé", "Élodie", "Eliott", "Emma"):
        send(staff, field, "enter", names=name, present="true", back="entrants")
    text = staff.get(field.path("entrants/")).text
    names = ("Eliott", "Élodie", "Emma", "Zoé")
    places = [text.index(f">{name}") for name in names]
    assert places == sorted(places)
    assert text.count('<span class="badge">guest</span>') == 4


@pytest.mark.django_db
def test_dropping_somebody_asks_first(staff: Client) -> None:
    field = Field(8).announced()
    text = staff.get(field.path("entrants/")).text
    asked = text.index('<details class="tour-asks">')
    assert asked < text.index("do/drop/") < text.index("</details>", asked)


@pytest.mark.browser
@pytest.mark.services
@pytest.mark.parametrize("language", sampled(["en", "fr"], 1))
def test_a_round_is_typed_by_keyboard_alone(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: Page, language: str
) -> None:
    field = Field(40, PODS).announced()
    user = make_user("host", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, user, language)
    page.goto(f"{live_server_url}{field.path()}#round")
    expect(page.locator("#table-1-1-1 input[name=score_0]")).to_be_focused()
    assert page.evaluate(FITS)
    assert page.evaluate("document.getElementById('round').offsetHeight") < 10 * 310
    require_accessible_in_both_schemes(page)
    page.keyboard.type("42 38,38;2x")
    page.keyboard.press("Enter")
    alert = page.locator("#table-1-1-1 [role=alert]")
    expect(alert).to_contain_text("2x")
    expect(page.locator("#table-1-1-1 input[name=score_3]")).to_have_value("2x")
    page.locator("#table-1-1-1 input[name=score_0]").select_text()
    for number in range(1, 11):
        expect(page.locator(f"#table-1-1-{number} input[name=score_0]")).to_be_focused()
        page.keyboard.type("42 38 38 21")
        page.keyboard.press("Enter")
    expect(page.locator("#next-step .btn-primary")).to_be_focused()
    tables = known(field.state.stages[1].last_round).tables.values()
    assert all(known(table.result).scores == (42, 38, 38, 21) for table in tables)
    assert all(table.confirmed for table in tables)


@pytest.mark.browser
@pytest.mark.services
def test_a_table_is_found_and_old_news_goes(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: Page
) -> None:
    field = Field(40, PODS)
    field.do("start_stage", stage=1)
    field.do("propose", stage=1)
    user = make_user("host", staff=True)
    page = browser_page
    let_in(page, live_server_url, user)
    page.goto(f"{live_server_url}{field.path('proposal/')}")
    tick = page.locator("[name=who]")
    tick.nth(0).check()
    tick.nth(7).check()
    bar = page.locator(".tour-bar")
    expect(bar).to_contain_text("⇄")
    expect(bar).to_be_in_viewport()
    bar.get_by_role("button", name="Swap the two").click()
    expect(page.locator(".badge", has_text="edited by hand")).to_be_visible()
    page.get_by_role("button", name="Announce the round").click()
    expect(page.locator(".messages")).to_contain_text("The round is announced.")
    find = page.get_by_label("Find a table")
    find.fill("7")
    expect(page.locator(".tour-table:visible")).to_have_count(1)
    find.press("Enter")
    page.keyboard.type("42 38 38 21")
    page.keyboard.press("Enter")
    expect(page.locator("#table-1-1-7 form.tour-result-form")).to_have_count(0)
    expect(page.locator(".messages")).to_have_count(0)
    page.reload()
    expect(page.locator(".tour-done summary")).to_contain_text("1 table with a result")
