"""A whole round of slips on one page, saved together."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.answers import Answer
from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import Field

KEY = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"


def save(client: Client, field: Field, **lines: str) -> Answer:
    where = {"stage": "1", "round": "1", "key": KEY}
    return client.post(field.path("slips/"), where | lines)


def scores(field: Field, table: int) -> tuple[int | None, ...] | None:
    result = known(field.state.table(1, 1, table)).result
    return result.scores if result is not None else None


@pytest.mark.django_db
def test_lines_become_results_that_stand_and_the_others_stay_open(staff: Client) -> None:
    field = Field(12).announced()
    assert staff.get(field.path("slips/")).text.count('name="slip_') == 3
    saved = save(staff, field, slip_1="42 38 38 21", slip_3="42.38,38;21", slip_2=" ")
    assert saved.headers["Location"] == field.path("slips/")
    assert scores(field, 1) == scores(field, 3) == (42, 38, 38, 21)
    assert scores(field, 2) is None
    assert known(field.state.table(1, 1, 1)).confirmed
    shown = staff.get(field.path("slips/")).text
    assert "2 results are saved." in shown
    assert shown.count('name="slip_') == 1
    version = field.state.version
    save(staff, field, slip_1="42 38 38 21", slip_3="42.38,38;21", slip_2=" ")
    assert field.state.version == version
    last = save(staff, field, slip_2="1 2 3 4")
    assert last.headers["Location"] == field.path()
    assert "No table waits for a result." in staff.get(field.path("slips/")).text


@pytest.mark.django_db
def test_what_is_refused_stays_in_its_line_and_holds_up_no_other(staff: Client) -> None:
    field = Field(16).announced()
    lines = {"slip_1": "42 38 38", "slip_2": "42 38 38 x", "slip_3": "420 38 38 21"}
    refused = save(staff, field, **lines, slip_4="4 3 2 1")
    assert refused.status_code == 422
    assert scores(field, 4) == (4, 3, 2, 1)
    assert refused.text.count('aria-invalid="true"') == 3
    for table, words in enumerate(lines.values(), 1):
        assert scores(field, table) is None
        assert f'value="{words}"' in refused.text
    assert "This table takes 4 scores; 3 were typed." in refused.text
    assert "Yes, 420 is right" in refused.text
    # A yes is a yes to what was asked about alone.
    other = save(staff, field, slip_3="42 38 380 21", sure_3="420 38 38 21")
    assert other.status_code == 422
    assert save(staff, field, slip_3="420 38 38 21", sure_3="420 38 38 21").status_code == 302
    assert scores(field, 3) == (420, 38, 38, 21)


@pytest.mark.django_db
def test_a_slip_of_a_table_that_has_another_result_by_now_says_so(staff: Client) -> None:
    field = Field(8).announced()
    field.do("record", stage=1, round=1, table=1, scores=[1, 2, 3, 4])
    refused = save(staff, field, slip_1="42 38 38 21")
    assert refused.status_code == 422
    assert "Table 1: " in refused.text
    assert scores(field, 1) == (1, 2, 3, 4)


@pytest.mark.browser
@pytest.mark.services
def test_a_round_is_typed_or_pasted_line_by_line(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: Page
) -> None:
    field, page = Field(20).announced(), browser_page
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, make_user("host", staff=True))
    page.goto(field.path())
    page.get_by_role("link", name="All slips on one page").click()
    expect(page.locator("#slip_1")).to_be_focused()
    require_accessible_in_both_schemes(page)
    page.keyboard.type("42 38 38 21")
    page.keyboard.press("Enter")
    expect(page.locator("#slip_2")).to_be_focused()
    page.locator("#slip_2").evaluate(
        """line => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "9 8 7 6\\n5 4 3 2\\n420 3 2 1");
          const options = { clipboardData, bubbles: true, cancelable: true };
          line.dispatchEvent(new ClipboardEvent("paste", options));
        }"""
    )
    expect(page.locator("#slip_4")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("4 3 2 1")
    page.keyboard.press("Enter")
    expect(page.locator("#slip_4")).to_be_focused()
    assert [scores(field, table) for table in (1, 2, 3, 5)] == [
        (42, 38, 38, 21),
        (9, 8, 7, 6),
        (5, 4, 3, 2),
        (4, 3, 2, 1),
    ]
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert scores(field, 4) is None
    page.get_by_role("button", name="Yes, 420 is right").click()
    page.wait_for_url(lambda url: not url.endswith("/slips/"))
    assert scores(field, 4) == (420, 3, 2, 1)
