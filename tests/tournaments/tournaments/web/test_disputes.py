"""Reports that differ on the pages: side by side, accepted, played again; and previews of forms."""

from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tight import tight
from tests.tournaments.tournaments.web.fields import HTMX, PODS, Field, send
from tests.tournaments.tournaments.web.test_results import sit_down

FIRST, SECOND = (50, 30, 20, 10), (50, 35, 20, 10)


def disputed(field: Field) -> tuple[int, ...]:
    """Let two at the first table report different things; return who sits there."""
    seats = field.announced().seats()
    for entrant, scores in zip(seats, (FIRST, SECOND), strict=False):
        field.do("report", stage=1, round=1, table=1, entrant=entrant, scores=scores)
    return seats


@pytest.mark.django_db
def test_whoever_reports_reads_whether_the_others_agree(client: Client) -> None:
    field = Field(8).announced()
    one, other, *_ = field.seats()
    told = []
    for entrant, scores in ((one, FIRST), (other, SECOND), (other, FIRST)):
        sit_down(client, field, entrant)
        report = field.scored(*scores, entrant=str(entrant))
        answer = send(client, field, "report", **report)
        told.append(client.get(answer.headers["Location"]).text)
    assert "once somebody else at the table says the same" in told[0]
    assert "1 other says something else" in told[1]
    assert "The table has its result." in told[2]
    assert known(field.state.table(1, 1, 1)).origin == "players"


@pytest.mark.django_db
def test_the_versions_are_for_the_table_and_organisers(client: Client) -> None:
    field = Field(8)
    seats = disputed(field)
    table = field.path("tables/1/1/1/")
    figure = '<td class="number">35</td>'
    assert figure not in client.get(table).text
    assert "reports differ" in client.get(table).text
    sit_down(client, field, field.seats(table=2)[0])
    assert figure not in client.get(table).text
    sit_down(client, field, seats[3])
    page = client.get(table).text
    assert figure in page
    assert "Accept this" not in page
    accept = field.at(entrant=str(seats[1]))
    assert send(client, field, "accept_report", **accept).status_code == 403


@pytest.mark.django_db
def test_a_version_is_accepted_or_the_table_played_again(staff: Client) -> None:
    field = Field(8)
    seats = disputed(field)
    match = known(field.state.table(1, 1, 1)).match
    again = field.at(back="table:1:1:1", form="replay", note="The wrong deck.")
    assert "Play the table again" in staff.get(field.path("tables/1/1/1/")).text
    send(staff, field, "replay", **again)
    table = known(field.state.table(1, 1, 1))
    assert (table.reports, table.match != match) == ({}, True)
    assert "Play the table again" not in staff.get(field.path("tables/1/1/1/")).text
    field.do("undo")
    answer = send(staff, field, "accept_report", HTMX, **field.at(entrant=str(seats[1])))
    assert (
        tight(answer.text).lstrip().startswith('<article class="card tour-table" id="table-1-1-1"')
    )
    assert known(known(field.state.table(1, 1, 1)).result).scores == SECOND


@pytest.mark.django_db
def test_a_swap_shows_what_it_would_change_before_it_is_written(
    staff: Client, client: Client
) -> None:
    field = Field(8, PODS | {"rounds": 3}).played()
    field.do("propose", stage=1)
    first, second = known(field.state.stages[1].draft).tables
    version = field.state.version
    who = [str(first.entrants[0]), str(second.entrants[0])]
    form = {"stage": "1", "back": "proposal", "form": "proposal", "who": who, "key": str(uuid4())}
    shown = staff.post(field.path("preview/swap/"), form)
    assert shown.status_code == 200
    assert "What this would change" in shown.text
    assert "Proposal of round 2, Table 1:" in " ".join(shown.text.split())
    assert f'name="who" value="{who[0]}" checked' in shown.text
    one = staff.post(field.path("preview/swap/"), form | {"who": who[:1]})
    assert one.status_code == 422
    assert "What this would change" not in one.text
    assert field.state.version == version
    client.logout()
    assert client.post(field.path("preview/swap/"), form).status_code == 302


@pytest.mark.browser
@pytest.mark.services
def test_a_dispute_is_decided_in_the_browser(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    field = Field(8)
    seats = disputed(field)
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/login/?next={field.path()}")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    card = page.locator("#table-1-1-1")
    expect(card.get_by_role("button", name="Accept this")).to_have_count(2)
    label = field.players[seats[1] - 1].first_name
    card.get_by_role("button", name=f"Accept this ({label} N.)").click()
    card.get_by_text("confirmed").wait_for()
    assert known(known(field.state.table(1, 1, 1)).result).scores == SECOND
    page.get_by_role("link", name="Enter the result of 1 table").wait_for()
