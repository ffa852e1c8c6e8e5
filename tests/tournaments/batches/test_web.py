import csv
import re
from io import StringIO
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page

from tests.answers import Answer
from tests.factories import NOW, make_club, make_user
from tests.plugins.programs import LiveServer
from tests.tight import tight
from tests.tournaments.batches.batches import add_results, make_batch, play_all
from tournaments.batches.models import Batch, BatchStatus, Chunk
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID

HTMX = {"HX-Request": "true"}


def form_of(club: Club, **fields: str) -> dict[str, str]:
    return {
        "game": "sushi_bar",
        "seats": "2",
        "club": str(club.id),
        "key": str(uuid4()),
        "bot_0": "greedy",
        "bot_1": "random",
        "how_many": "25",
        "seed": "7",
        "rotate": "on",
        "option_sushi_values": "1 1 2 2 3 3 4 4 5 5 6 6",
        "option_bone_values": "-1 -1 -1 -1 -1 -2 -2 -2 -2 -3 -3 -4",
    } | fields


def act(client: Client, model: str, action: str, *rows: Batch | Club) -> Answer:
    form = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    return client.post(f"/admin/tournaments/{model}/", form, follow=True)


@pytest.mark.django_db
def test_without_batches_the_list_says_so_and_offers_one_to_those_who_may(client: Client) -> None:
    make_club()
    page = client.get("/batches/")
    assert "No batch has been started yet." in page.text
    assert "/batches/new/" not in page.text
    client.force_login(make_user(staff=True))
    assert "/batches/new/" in client.get("/batches/").text


@pytest.mark.django_db
def test_the_list_shows_every_batch_and_is_reached_from_the_matches(client: Client) -> None:
    running, failed = make_batch(), make_batch(status=BatchStatus.FAILED)
    add_results(running, 5)
    page = client.get("/batches/").text
    for batch in (running, failed):
        assert f"/batches/{batch.id}/" in page
    assert "5 of 20 matches" in page
    assert 'href="/batches/"' in client.get("/matches/").text


@pytest.mark.django_db
def test_a_batch_is_begun_from_its_form_once_however_often_it_is_sent(staff: Client) -> None:
    club = make_club()
    page = staff.get("/batches/new/?game=sushi_bar&seats=2").text
    assert re.search(r'name="seed" value="\d+"', page)
    form = form_of(club, same_deal="on")
    first, again = staff.post("/batches/new/", form), staff.post("/batches/new/", form)
    batch = Batch.objects.get()
    for answer in (first, again):
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/batches/{batch.id}/")
    assert (batch.bots, batch.matches, batch.seed) == (["greedy", "random"], 25, 7)
    assert (batch.rotate, batch.same_deal, batch.rated) == (True, True, False)
    assert batch.actor.startswith("user:")
    staff.post("/batches/new/", form_of(club))
    assert Batch.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"bot_1": "nobody"}, "not one of the available choices"),
        ({"bot_1": ""}, "This field is required"),
        ({"how_many": "0"}, "greater than or equal to 1"),
        ({"how_many": "1000000"}, "less than or equal to 100000"),
        ({"how_many": "many"}, "Enter a whole number"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"rotate": "", "same_deal": "on"}, "needs everybody to move on"),
        ({"option_sushi_values": "one two"}, "Write whole numbers"),
        ({"option_sushi_values": "1 2 3"}, "errorlist"),
    ],
)
def test_a_form_that_makes_no_sense_is_shown_again_and_nothing_is_begun(
    staff: Client, changed: dict[str, str], said: str
) -> None:
    club = make_club()
    page = staff.post("/batches/new/", form_of(club, **changed))
    assert page.status_code == 422
    assert said in page.text
    assert not Batch.objects.exists()
    assert not Chunk.objects.exists()


@pytest.mark.django_db
def test_the_form_offers_the_options_of_the_game_but_no_game_that_is_only_reported(
    staff: Client,
) -> None:
    make_club()
    bar, party = (
        staff.get(f"/batches/new/?game={game}").text for game in ("sushi_bar", "sushi_go_party")
    )
    assert 'name="option_menu"' in party
    assert 'name="option_menu"' not in bar
    assert 'value="plain"' not in bar
    # An input of this name would hide the method that htmx asks every form with.
    assert 'name="matches"' not in bar
    for nonsense in ("game=plain", "game=x&seats=99&club=y", "seats=-3"):
        assert staff.get(f"/batches/new/?{nonsense}").status_code == 200


@pytest.mark.django_db
def test_only_those_who_may_record_start_and_cancel(client: Client) -> None:
    club, batch = make_club(), make_batch()
    for address in ("/batches/new/", f"/batches/{batch.id}/cancel/"):
        answer = client.post(address, form_of(club))
        assert (answer.status_code, answer.headers["Location"][:7]) == (302, "/login/")
    assert "Cancel the batch" not in client.get(f"/batches/{batch.id}/").text
    client.force_login(make_user())
    assert client.post("/batches/new/", form_of(club)).status_code == 403
    assert client.post(f"/batches/{batch.id}/cancel/").status_code == 403
    assert list(Batch.objects.values_list("status", flat=True)) == ["running"]


@pytest.mark.django_db
def test_a_batch_is_cancelled_from_its_page_once(staff: Client) -> None:
    batch = make_batch()
    address = f"/batches/{batch.id}/cancel/"
    assert staff.get(address).status_code == 405
    assert "What was played stays." in staff.post(address, follow=True).text
    again = staff.post(address, follow=True)
    assert "This batch has ended already." in again.text
    assert "Cancel the batch" not in again.text
    assert "Not a single match was played." in again.text


@pytest.mark.django_db
def test_a_running_batch_asks_for_its_progress_until_it_has_ended(client: Client) -> None:
    batch = make_batch(matches=6)
    page = client.get(f"/batches/{batch.id}/").text
    assert 'hx-trigger="every 1s"' in page
    bar = 'role="progressbar" aria-labelledby="progress-title" aria-valuemin="0"'
    assert f'{bar} aria-valuemax="6" aria-valuenow="0"' in tight(page)
    address = f"/batches/{batch.id}/progress/"
    moving = client.get(address, headers=HTMX)
    assert "0 of 6 matches played" in moving.text
    assert "HX-Retarget" not in moving.headers
    assert "<html" not in moving.text
    play_all(batch)
    ended = client.get(address, headers=HTMX)
    assert ended.headers["HX-Retarget"] == "#batch-body"
    assert "hx-trigger" not in ended.text
    assert "Wins by bot" in ended.text
    assert 'id="announcer"' in ended.text
    assert client.get(address).headers["Location"] == f"/batches/{batch.id}/"


@pytest.mark.django_db
def test_a_finished_batch_shows_figures_plots_and_a_way_to_every_match(client: Client) -> None:
    batch = make_batch(matches=24)
    play_all(batch)
    page = client.get(f"/batches/{batch.id}/").text
    for word in ("Wins by bot", "Wins by seat", "95 % interval", "Greedy", "Length of the matches"):
        assert word in page
    assert page.count("<figure") == 3
    assert "hx-trigger" not in page
    pages = page + client.get(f"/batches/{batch.id}/?page=2").text
    linked = re.findall(r'href="/matches/([0-9a-f-]{36})/"', pages)
    assert len(linked) == 24
    assert {UUID(match) for match in linked} == set(batch.results.values_list("id", flat=True))
    assert client.get(f"/matches/{linked.pop()}/").status_code == 200


@pytest.mark.django_db
def test_the_page_is_spoken_in_french_and_its_shapes_keep_whole_numbers(client: Client) -> None:
    batch = make_batch(matches=6)
    add_results(batch, 5)
    page = client.get(f"/batches/{batch.id}/", headers={"Accept-Language": "fr"}).text
    for word in ("Victoires par place", "5 parties jouées sur 6", "en cours", "médiane"):
        assert word in page
    assert re.search(r"\d+,\d\xa0%", page)
    for shape in re.findall(r"<rect[^>]+>", page):
        assert all(
            number.isdigit() for number in re.findall(r'(?:x|y|width|height)="([^"]*)"', shape)
        )


@pytest.mark.django_db
def test_matches_that_share_a_deal_come_with_a_warning_about_their_intervals(
    client: Client,
) -> None:
    for same_deal in (True, False):
        batch = make_batch(same_deal=same_deal)
        add_results(batch, 4)
        page = client.get(f"/batches/{batch.id}/").text
        assert ("matches share their luck" in page) == same_deal


@pytest.mark.django_db
def test_a_batch_that_failed_says_why(client: Client) -> None:
    batch = make_batch(status=BatchStatus.FAILED, error="ValueError", ended_at=NOW)
    assert "failing again and again: ValueError." in client.get(f"/batches/{batch.id}/").text


@pytest.mark.django_db
def test_a_batch_is_taken_home_as_a_file(client: Client) -> None:
    batch = make_batch()
    add_results(batch, 7)
    sheet = client.get(f"/batches/{batch.id}/export.csv")
    assert sheet.headers["Content-Disposition"] == f'attachment; filename="{batch.id}.csv"'
    assert len(list(csv.reader(StringIO(sheet.text)))) == 8
    assert len(client.get(f"/batches/{batch.id}/export.json").json()["results"]) == 7
    assert client.get(f"/batches/{batch.id}/export.xml").status_code == 404


@pytest.mark.django_db
def test_an_unknown_batch_is_not_found(staff: Client) -> None:
    for path in ("", "progress/", "export.csv"):
        address = f"/batches/{uuid4()}/{path}"
        assert staff.get(address, headers=HTMX).status_code == 404
    assert staff.post(f"/batches/{uuid4()}/cancel/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "progress/", "export.csv", "?page=2"])
def test_a_long_batch_takes_as_many_queries_as_a_short_one(client: Client, path: str) -> None:
    counts = []
    for number in (30, 300):
        batch = make_batch(matches=301)
        add_results(batch, number)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/batches/{batch.id}/{path}", headers=HTMX).status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 8


@pytest.mark.django_db
def test_a_long_list_takes_as_many_queries_as_a_short_one(client: Client) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            add_results(make_batch(), 2)
        with CaptureQueriesContext(connection) as captured:
            client.get("/batches/")
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 4


@pytest.mark.django_db
def test_the_admin_shows_progress_cancels_and_changes_nothing(boss: Client) -> None:
    batch = make_batch()
    add_results(batch, 3)
    page = boss.get("/admin/tournaments/batch/").text
    assert "3 / 20" in page
    assert f"/batches/{batch.id}/" in page
    assert "/batches/new/" in page
    assert "What was played stays." in act(boss, "batch", "cancel", batch).text
    assert "has ended already" in act(boss, "batch", "cancel", batch).text
    batch.refresh_from_db()
    assert batch.status == "cancelled"
    for path in ("add/", f"{batch.id}/delete/"):
        assert boss.get(f"/admin/tournaments/batch/{path}").status_code == 403
    assert boss.get(f"/admin/tournaments/batch/{batch.id}/change/").status_code == 200


@pytest.mark.django_db
def test_the_admin_leads_from_one_club_to_its_new_batch(boss: Client) -> None:
    club, other = make_club(), make_club()
    assert "choose one" in act(boss, "club", "start_batch", club, other).text
    page = act(boss, "club", "start_batch", club)
    assert page.redirect_chain == [(f"/batches/new/?club={club.id}", 302)]


def background(*args: str) -> str:
    out = StringIO()
    call_command("bots", "sushi_bar", "--background", "--seats", "greedy,random", *args, stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db
def test_the_command_begins_a_batch_in_the_background_and_names_its_page(client: Client) -> None:
    club = make_club()
    address = background("--matches", "12", "--seed", "5", "--keep-seats")
    batch = Batch.objects.get()
    assert (batch.club, batch.matches, batch.seed, batch.rotate) == (club, 12, 5, False)
    assert address.startswith("http://localhost:")
    assert address.endswith(f"/batches/{batch.id}/")
    assert client.get(f"/batches/{batch.id}/").status_code == 200


@pytest.mark.django_db
def test_the_command_takes_the_club_it_is_told_or_the_demo(client: Client) -> None:
    make_club("Aaa"), make_club("Demo", club_id=DEMO_CLUB_ID)
    other = make_club("Zzz")
    background()
    background("--club", str(other.id))
    assert set(Batch.objects.values_list("club", flat=True)) == {DEMO_CLUB_ID, other.id}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--matches", "0"], "bad_match_count"),
        (["--matches", "1000000"], "bad_match_count"),
        (["--seed", "-1"], "bad_seed"),
        (["--seed", "abc"], "bad_seed"),
        (["--seed", "9" * 30], "bad_seed"),
        (["--seats", "greedy,nobody"], "unknown_bot"),
        (["--seats", "greedy"], "wrong_seat_count"),
        (["--options", "nonsense=1"], "unknown_option"),
        (["--club", "7f0c7a52-0000-4000-8000-000000000000"], "unknown_club"),
        (["--save", "somewhere"], "background_saves_nothing"),
    ],
)
def test_the_command_refuses_what_makes_no_sense_and_begins_nothing(
    args: list[str], code: str
) -> None:
    make_club()
    with pytest.raises(CommandError, match=f"^{code}: ") as refused:
        background(*args)
    assert refused.value.returncode == 2
    assert not Batch.objects.exists()


@pytest.mark.django_db
def test_the_command_needs_a_club() -> None:
    with pytest.raises(CommandError, match=r"^no_club: "):
        background()


@pytest.mark.browser
@pytest.mark.services
def test_the_bar_moves_by_itself_until_the_figures_are_there(
    browser_page: Page, live_server_process: LiveServer
) -> None:
    """From the form to the replays, played by the worker inside the server."""
    make_club()
    make_user("staff", staff=True)
    browser_page.set_viewport_size({"width": 390, "height": 800})
    browser_page.goto("/login/?next=/batches/new/%3Fgame=sushi_bar")
    browser_page.get_by_label("Username").fill("staff")
    browser_page.get_by_label("Password").fill("secret")
    browser_page.locator("main button").click()
    browser_page.get_by_label("Number of matches").fill("60")
    browser_page.get_by_role("button", name="Start the batch").click()
    browser_page.get_by_role("progressbar").wait_for()
    # Nothing is pressed from here on.
    browser_page.get_by_text("60 of 60 matches played").first.wait_for(timeout=60_000)
    browser_page.get_by_role("heading", name="Wins by bot").wait_for()
    assert "finished" in browser_page.locator("#announcer").inner_text()
    assert browser_page.get_by_role("button", name="Cancel the batch").count() == 0
    root = "document.documentElement"
    assert browser_page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    browser_page.get_by_role("link", name="Match 1", exact=True).click()
    browser_page.wait_for_url("**/matches/**")
