"""128 entrants on a phone: every page stays short, and whoever is looked for is found."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.e2e.pages import let_in, require_accessible_in_both_schemes
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import KNOCK_OUT, Field, send
from tournaments.tournaments.web.folding import IN_SIGHT, parts_of

SWISS = {
    "format": "swiss",
    "games": [{"game": "sushi_go_party"}],
    "sizes": [3, 4],
    "preferred": 4,
    "rounds": 3,
}
CROWD = 128
LONGEST = 6_000
"""How many pixels of a phone a page may take."""


def require_short(page: Page, address: str) -> None:
    page.goto(address)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height < LONGEST, (address, height)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), address


def play_a_round(field: Field) -> None:
    for number, table in known(field.state.stages[1].last_round).tables.items():
        scores = [60 - number % 7 - 9 * seat for seat in range(len(table.entrants))]
        field.do("record", stage=1, round=1, table=number, scores=scores)


def test_a_list_that_is_a_little_too_long_stays_whole() -> None:
    whole = list(range(IN_SIGHT * 3 // 2))
    assert [part.rows for part in parts_of(whole)] == [whole]
    parts = parts_of(list(range(CROWD)))
    assert [row for part in parts for row in part.rows] == list(range(CROWD))
    assert [(part.first, part.last) for part in parts[:2]] == [(1, 20), (21, 40)]
    assert parts[-1].last == CROWD


@pytest.mark.django_db
def test_a_slip_of_a_long_round_comes_back_whole_where_something_is_wrong(staff: Client) -> None:
    field = Field(40, SWISS).announced()
    text = staff.get(field.path()).text
    assert text.count("tour-slip") == 10
    assert "How it ended" not in text
    refused = send(staff, field, "record", {"HX-Request": "true"}, **field.scored(9, 8, "", 1))
    assert refused.status_code == 422
    assert "tour-slip" not in refused.text
    assert "How it ended" in refused.text
    told = send(staff, field, "record", {"HX-Request": "true"}, **field.scored(9, 8, 7, 90))
    line = told.text.partition("</section>")[0]
    assert "tour-line" in line
    assert line.index("Player") < line.index("90") < line.index("9</span>")


@pytest.mark.browser
@pytest.mark.services
def test_the_pages_of_a_crowd_fit_a_phone(
    fresh_database: FreshDatabase, live_server_url: str, browser_page: Page
) -> None:
    field = Field(CROWD, SWISS)
    page, user = browser_page, make_user("host", staff=True)
    page.set_viewport_size({"width": 390, "height": 844})
    let_in(page, live_server_url, user)
    require_short(page, field.path("entrants/"))
    last = page.locator(f"#entrant-{CROWD}")
    assert not last.is_visible()
    find = page.get_by_label("Find somebody")
    find.fill(f"player{CROWD - 1}")
    expect(last).to_be_visible()
    expect(page.locator(".tour-people > li:visible")).to_have_count(1)
    find.fill("")
    expect(last).to_be_hidden()
    require_accessible_in_both_schemes(page)
    play_a_round(field.announced())
    field.do("propose", stage=1)
    require_short(page, field.path("proposal/"))
    field.do("publish", stage=1)
    for section in ("rounds/", ""):
        require_short(page, field.path(section))
    require_accessible_in_both_schemes(page)
    _type_the_last_table(page, field)
    names = page.get_by_label("Find a name")
    rows = page.locator(".tour-ranking tbody tr:visible")
    expect(rows).to_have_count(IN_SIGHT)
    names.fill("player77 ")
    expect(rows).to_have_count(1)
    bracket = Field(CROWD, KNOCK_OUT, club=field.club).announced()
    play_a_round(bracket)
    require_short(page, bracket.path())
    assert page.locator(".tour-pan").evaluate("box => box.scrollHeight > box.clientHeight")
    # French takes more room.
    let_in(page, live_server_url, user, "fr")
    for section in ("", "entrants/"):
        require_short(page, field.path(section))


def _type_the_last_table(page: Page, field: Field) -> None:
    """Find a table that is folded away; what is typed there goes on to the first open one."""
    page.get_by_label("Find a table").fill("32")
    page.get_by_label("Find a table").press("Enter")
    box = page.locator("#table-1-2-32 input[name=score_0]")
    expect(box).to_be_focused()
    page.get_by_label("Find a table").fill("")
    page.locator("#round > details").last.evaluate("fold => { fold.open = true }")
    box.focus()
    page.keyboard.type("42 38 38 21")
    page.keyboard.press("Enter")
    expect(page.locator("#table-1-2-1 input[name=score_0]")).to_be_focused()
    assert known(known(field.state.table(1, 2, 32)).result).scores == (42, 38, 38, 21)
