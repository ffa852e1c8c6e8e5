"""Going back by page: a stage planned again, an old result corrected, an alternate who comes."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from replays.models import Match, Note
from tests.e2e.pages import require_accessible
from tests.factories import make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.web.fields import FINAL, KNOCK_OUT, PODS, Field, send

SWISS = PODS | {"rounds": 1, "sizes": [4]}


def final(entrants: int = 8) -> Field:
    """Return a tournament whose final has begun; nothing of it is announced."""
    field = Field(entrants, SWISS, FINAL).played()
    field.do("close_stage", stage=1)
    field.do("start_stage", stage=2)
    return field


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("staff", staff=True))
    return client


def line(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.django_db
def test_the_start_of_a_stage_is_undone_after_its_consequences_were_shown(staff: Client) -> None:
    field = final().announced(2)
    field.do("record", stage=2, round=1, table=1, scores=[10, 20, 30, 40])
    assert "Undo the start of stage 2" in staff.get(field.path()).text
    assert "Undo the start" not in staff.get(field.path("?stage=1")).text
    page = staff.get(field.path("stages/2/undo/")).text
    assert "Void: stage 2, round 1, table 1." in page
    assert "Places in the tournament:" in page
    match_id = known(field.state.table(2, 1, 1)).match
    seen = {"stage": 2, "expected_version": field.state.version, "note": "one of them left"}
    answer = send(staff, field, "unstart_stage", **seen, back="unstart:2", form="unstart_stage")
    assert answer.headers["Location"] == field.path()
    assert field.state.stages[2].status == "planned"
    assert Match.objects.get(pk=match_id).status == "voided"
    assert Note.objects.get(stream_id=match_id).text == "one of them left"
    assert "one of them left" in staff.get(f"/matches/{match_id}/").text
    log = staff.get(field.path("log/")).text
    assert "The start of stage 2 was undone." in log
    assert "one of them left" in log
    assert staff.get(field.path("stages/2/undo/")).status_code == 404


@pytest.mark.django_db
def test_only_organisers_see_the_way_back(client: Client) -> None:
    field = final()
    assert client.get(field.path("stages/2/undo/")).status_code == 302
    assert "Undo the start" not in client.get(field.path()).text


@pytest.mark.django_db
@pytest.mark.parametrize("over", [False, True])
def test_a_slip_of_the_swiss_can_be_corrected_to_the_end_and_after(
    staff: Client, over: bool
) -> None:
    field = final().played(2)
    field.do("close_stage", stage=2)
    if over:
        field.do("finish")
    assert field.path("tables/1/1/1/#correct") in staff.get(field.path("rounds/?stage=1")).text
    table = staff.get(field.path("tables/1/1/1/")).text
    assert "Correct the result" in table
    assert "Withdraw the result" not in table
    form = field.scored(10, 20, 30, 40, back="table:1:1:1")
    shown = line(staff.post(field.path("tables/1/1/1/"), form).text)
    assert "Would have qualified for stage 2: " in shown
    assert 'value="keep" checked' in shown
    assert "tables of it have begun: keep it, or make it void." in shown
    seen = form | {"expected_version": str(field.state.version), "then": "keep"}
    send(staff, field, "correct", **seen)
    assert known(known(field.state.table(1, 1, 1)).result).scores == (10, 20, 30, 40)


@pytest.mark.django_db
def test_a_bracket_shows_who_would_have_come_and_why_it_cannot_be_kept(staff: Client) -> None:
    field = Field(4, KNOCK_OUT).played().announced()
    form = field.scored(1, 42, back="table:1:1:1")
    shown = line(staff.post(field.path("tables/1/1/1/"), form).text)
    assert "Round 2, table 1: " in shown
    assert 'value="repair" checked' in shown
    assert "have it taken back with the correction." in shown
    french = staff.post(field.path("tables/1/1/1/"), form, headers={"Accept-Language": "fr"}).text
    assert "faites-la annuler avec la correction" in french
    seen = form | {"expected_version": str(field.state.version), "then": "repair"}
    send(staff, field, "correct", **seen)
    assert list(field.state.stages[1].rounds) == [1]


@pytest.mark.django_db
def test_an_alternate_is_offered_to_whoever_has_no_result(staff: Client) -> None:
    field = final().announced(2)
    gone, coming = field.seats(2)[0], field.state.stages[2].alternates[0]
    entrants = line(staff.get(field.path("entrants/")).text)
    assert entrants.count("Replace by the next alternate (") == 4
    send(staff, field, "substitute", entrant=gone, stage=2, back="entrants", form="entrant")
    assert coming in field.seats(2)
    table = staff.get(field.path("tables/2/1/1/")).text
    assert "Somebody did not come" in table
    other = field.state.stages[2].alternates[1]
    send(staff, field, "substitute", entrant=coming, by=other, stage=2, back="table:2:1:1")
    assert other in field.seats(2)
    field.do("record", stage=2, round=1, table=1, scores=[4, 3, 2, 1])
    assert "Somebody did not come" not in staff.get(field.path("tables/2/1/1/")).text
    assert "Replace by" not in staff.get(field.path("entrants/")).text
    refused = send(staff, field, "substitute", entrant=other, stage=2, back="entrants")
    assert refused.status_code == 422
    assert "has a result in this stage" in refused.text
    assert "plays, and not" in staff.get(field.path("log/")).text


@pytest.mark.browser
@pytest.mark.services
def test_a_slip_is_found_when_the_final_is_about_to_begin(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """The Swiss is corrected, the final begins anew, and an alternate comes for a missing one."""
    field = final().announced(2)
    before = field.state.stages[2].seeds
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/login/?next={field.path('rounds/?stage=1')}")
    page.get_by_label("Username").fill("staff")
    page.get_by_label("Password").fill("secret")
    page.locator("main button").click()
    page.locator("#table-1-1-1").get_by_role("link", name="Correct").click()
    for seat, score in enumerate((10, 20, 30, 40)):
        page.locator(f"#correct input[name=score_{seat}]").fill(str(score))
    page.get_by_role("button", name="Show what it would change").click()
    page.get_by_role("heading", name="What this would change").wait_for()
    expect(page.get_by_text("Would have qualified for stage 2")).to_be_visible()
    expect(page.get_by_label("Withdraw what has not begun, and pair it again")).to_be_checked()
    expect(page.get_by_text("The start of stage 2 is undone.").first).to_be_visible()
    require_accessible(page)
    page.get_by_role("button", name="Correct it").click()
    page.get_by_text("The result is corrected.").wait_for()
    assert field.state.stages[2].status == "planned"

    page.goto(field.path())
    page.get_by_role("link", name="Look at the cut and begin stage 2").click()
    page.get_by_role("button", name="Begin stage 2").click()
    page.get_by_text("The stage has begun.").wait_for()
    assert {*field.state.stages[2].seeds} != {*before}
    page.get_by_role("button", name="Announce the round").click()
    page.get_by_text("The round is announced.").wait_for()

    missing, coming = field.seats(2)[0], field.state.stages[2].alternates[0]
    page.locator("#table-2-1-1").get_by_role("link", name="Table 1").click()
    page.get_by_label("Instead of").first.select_option(str(missing))
    page.get_by_role("button", name="Replace").click()
    page.get_by_text("Somebody else plays instead.").wait_for()
    assert coming in field.seats(2)
    require_accessible(page)

    page.goto(field.path("stages/2/undo/"))
    require_accessible(page)
    page.get_by_label("Reason").fill("the hall closes")
    page.get_by_role("button", name="Undo the start of stage 2").click()
    page.get_by_text("The stage is planned again.").wait_for()
    assert field.state.stages[2].status == "planned"
