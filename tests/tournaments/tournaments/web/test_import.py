"""A tournament that was directed elsewhere comes in on a page."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Page, expect

from replays.envelope import Envelope
from tests.e2e.pages import log_in, require_accessible_in_both_schemes
from tests.factories import NOW, make_club, make_player, make_user
from tests.plugins.databases import FreshDatabase
from tests.tournaments.tournaments.handed_over import handed_over
from tournaments.people.models import Club, Player
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament

PATH = "/tournaments/import/"


def upload(data: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("day.jsonl", data.encode() if isinstance(data, str) else data)


@pytest.mark.browser
@pytest.mark.services
def test_an_organiser_imports_the_day_of_a_laptop(
    browser_page: Page, fresh_database: FreshDatabase
) -> None:
    """Upload, one question, import; and the longer file in the evening without a question."""
    away = handed_over("Ana Bell", "Bo Carr", "Zoé Roy")
    club = make_club("Here", slug="here")
    make_player(club, "Ana Bell")
    bo = make_player(club, "Bo Car")
    make_user("staff", staff=True)
    page = browser_page
    page.set_viewport_size({"width": 390, "height": 800})
    log_in(page, "staff")
    page.goto("/tournaments/")
    page.get_by_role("link", name="Import a tournament").click()

    def choose(text: str) -> None:
        file: Any = {"name": "day.jsonl", "mimeType": "text/plain", "buffer": text.encode()}
        page.get_by_label("File of a tournament").set_input_files(file)
        page.get_by_role("button", name="Look at the file").click()

    choose("nonsense")
    page.get_by_role("alert").get_by_text("not the file of a tournament").wait_for()
    choose(away.noon)
    page.get_by_text("The file was written for “Laptop”.").wait_for()
    require_accessible_in_both_schemes(page)
    ana = page.get_by_label("Who Ana Bell is here")
    expect(ana.locator("option:checked")).to_have_text(re.compile("Ana Bell"))
    page.get_by_role("button", name="Import").click()
    assert not Tournament.objects.exists()  # the browser asks for the choice
    page.get_by_label("Who Bo Carr is here").select_option(label="Bo Car")
    page.get_by_role("button", name="Import").click()
    page.get_by_text("Friday is here now.").wait_for()
    page.get_by_role("heading", name="Friday").wait_for()
    assert Player.objects.get(pk=away.players["Bo Carr"]).merged_into == bo

    page.goto(f"{PATH}?club=here")
    choose(away.evening)
    page.get_by_text("Its beginning is here; the rest is added.").wait_for()
    page.get_by_role("button", name="Import").click()
    page.get_by_text("Friday goes on here: 3 events were added.").wait_for()
    page.goto(f"{PATH}?club=here")
    choose(away.evening)
    page.get_by_text("All of it is here already.").wait_for()
    page.get_by_role("link", name="To the tournament").click()
    page.get_by_role("link", name="Log").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="All of it as one file").click()
    assert download.value.path().read_text() == export_tournament(Tournament.objects.get().pk)


@pytest.mark.django_db
class TestThePage:
    def test_it_is_for_those_who_may_direct(self, client: Client, staff: Client) -> None:
        make_club()
        assert client.get(PATH).headers["Location"].startswith("/login/")
        client.force_login(make_user("member"))
        assert client.get(PATH).status_code == 403
        assert "Import a tournament" not in client.get("/tournaments/").text
        assert staff.get(PATH).status_code == 200

    def test_a_choice_that_is_missing_keeps_the_others(self, staff: Client, club: Club) -> None:
        away = handed_over("Ana Bell", "Bo Carr")
        make_player(club, "Ana Bel")
        bo = make_player(club, "Bo Car")
        seen = staff.post(PATH, {"club": str(club.id), "file": upload(away.evening)})
        form = {"club": str(club.id), "content": seen.context["content"]}
        chosen = {f"who-{away.players['Bo Carr']}": str(bo.id)}
        refused = staff.post(PATH, form | chosen)
        assert refused.status_code == 422
        assert "it is not sure who they are here" in refused.text
        assert f'value="{bo.id}" selected' in " ".join(refused.text.split())
        assert not Tournament.objects.exists()
        chosen |= {f"who-{away.players['Ana Bell']}": "new"}
        done = staff.post(PATH, form | chosen, follow=True)
        assert "Friday is here now." in done.text
        again = staff.post(PATH, form | chosen, follow=True)
        assert "Friday was here already: nothing has changed." in again.text

    @pytest.mark.parametrize(
        "data", [b"", b"\0\1\xff", b"{}\n", b"PK\x03\x04", b"x" * (8 * 1024 * 1024 + 1)]
    )
    def test_a_file_that_is_none_is_refused(self, staff: Client, club: Club, data: bytes) -> None:
        page = staff.post(PATH, {"club": str(club.id), "file": upload(data)})
        assert page.status_code == 422
        assert 'role="alert"' in page.text

    @pytest.mark.parametrize("content", ["", "é", "!!", "eA=="])
    def test_a_form_that_was_tampered_with_is_refused(
        self, staff: Client, club: Club, content: str
    ) -> None:
        assert staff.post(PATH, {"club": str(club.id), "content": content}).status_code == 422

    def test_what_went_on_here_and_there_cannot_be_imported(
        self, staff: Client, club: Club
    ) -> None:
        away = handed_over("Ana Bell", "Bo Carr")
        staff.post(PATH, {"club": str(club.id), "file": upload(away.noon)})
        seen = staff.post(PATH, {"club": str(club.id), "file": upload(away.noon)})
        staff.post(PATH, {"club": str(club.id), "content": seen.context["content"]})
        tournament = Tournament.objects.get()
        staff.post(f"/tournaments/{tournament.pk}/do/rename/", {"title": "Ours"})
        tournament.refresh_from_db()
        assert tournament.title == "Ours"
        page = staff.post(PATH, {"club": str(club.id), "file": upload(away.evening)})
        assert "Went on here and there" in page.text
        assert '<button class="btn btn-primary">' not in page.text

    def test_the_page_speaks_french(self, staff: Client, club: Club) -> None:
        staff.cookies["django_language"] = "fr"
        away = handed_over("Ana Bell", "Bo Carr")
        make_player(club, "Ana Bel")
        page = staff.post(PATH, {"club": str(club.id), "file": upload(away.noon)})
        assert "Importer un tournoi" in page.text
        assert "Le fichier a été écrit pour « Laptop »." in page.text
        assert "à vérifier" in page.text

    def test_the_file_is_for_organisers(self, client: Client, staff: Client, club: Club) -> None:
        made = create_tournament(
            club=club, wanted=NewTournament("Friday"), envelope=Envelope("cli", NOW)
        )
        path = f"/tournaments/{made.stream_id}/file.jsonl"
        assert client.get(path).status_code == 302
        assert staff.get(path).content.decode() == export_tournament(made.stream_id)
