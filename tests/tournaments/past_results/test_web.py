from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Match
from tests.clients import SignedIn
from tests.factories import make_user
from tests.tight import tight
from tests.tournaments.past_results.files import EVENING
from tournaments.past_results.csv import read_matches
from tournaments.past_results.services import imports
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

PAGE = "/results/import/"
DOUBTFUL = EVENING + "2026-01-31,Catan,Chloée C,9,Igor Roy,8,,\n2026-02-30,Catan,Bo B,1,Ana A,3,,\n"


def looked_at(staff: Client, club: Club, text: str = DOUBTFUL) -> Any:
    return staff.post(PAGE, {"club": str(club.id), "text": text})


def decided(club: Club, page: Any, **fields: str) -> dict[str, str]:
    content = page.context["form"]["content"].value()
    usual = {"missing": "refuse", "mode": "all", "rated": "on", "import": "1"}
    return {"club": str(club.id), "content": content} | usual | fields


def test_a_list_is_pasted_looked_at_decided_and_imported(
    staff: SignedIn, club: Club, people: list[Player]
) -> None:
    assert f'href="{PAGE}"' in staff.get("/matches/").text
    page = looked_at(staff, club)
    shown = tight(page.text)
    assert (page.status_code, "new: 3" in shown) == (200, True)
    assert "Say first who this is: Chloée C." in shown
    assert "“2026-02-30” is not a date" in shown
    assert "1. Ana A. (31), 2. Chloé C. (30), 3. Bo B. (27)" in shown
    assert not Match.objects.exists()

    refused = staff.post(PAGE, decided(club, page))
    assert refused.status_code == 422
    assert "Nothing was imported: 2 lines need attention first." in refused.text
    answers = {"who-Chloée C": str(people[2].id), "missing": "guest"}
    again = staff.post(PAGE, decided(club, page, **answers) | {"import": ""})
    assert "new: 4" in tight(again.text)
    assert f'<option value="{people[2].id}" selected>' in tight(again.text)
    assert not Match.objects.exists()

    form = decided(club, page, **answers) | {"mode": "valid"}
    del form["rated"]
    done = staff.post(PAGE, form)
    assert "4 of 4 matches of the file are stored." in tight(done.text)
    assert "1 player was added." in tight(done.text)
    assert [match.rated for match in Match.objects.all()] == [False] * 4
    assert Player.objects.get(last_name="Roy").guest
    for match in Match.objects.all():
        assert f'href="/matches/{match.pk}/"' in done.text
    again = staff.post(PAGE, form)
    assert "All of it was here already; nothing was written." in again.text
    assert Match.objects.count() == 4


def test_a_long_file_shows_how_far_it_is_and_goes_on(
    staff: SignedIn, club: Club, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "AT_ONCE", 2)
    page = looked_at(staff, club, EVENING)
    step = staff.post(PAGE, decided(club, page))
    assert "2 of 3 matches of the file are stored." in tight(step.text)
    assert 'aria-valuenow="2"' in step.text
    assert 'hx-trigger="load, submit"' in step.text
    done = staff.post(PAGE, decided(club, page))
    assert "3 of 3 matches of the file are stored." in tight(done.text)
    assert "hx-trigger" not in done.text


def test_an_excel_file_is_uploaded_and_spoken_about_in_french(
    staff: SignedIn, club: Club, people: list[Player]
) -> None:
    text = "Date;Jeu;Joueur 1;Score 1;Joueur 2;Score 2\r\n31/01/2026;Échecs;Chloé C;1;Bo B;0\r\n"
    upload = SimpleUploadedFile("results.csv", text.encode("cp1252"))
    form = {"club": str(club.id), "file": upload}
    page = staff.post(PAGE, form, headers={"Accept-Language": "fr"})
    assert "31 janvier 2026" in page.text
    assert "Importer des résultats passés" in page.text


def test_the_example_can_be_read_in_both_languages(client: Client) -> None:
    for language, days in (("en", [9, 9, 16]), ("fr", [9, 9, 16])):
        file = client.get(f"{PAGE}example.csv", headers={"Accept-Language": language})
        matches = read_matches(file.content)
        assert [match.day.day for match in matches if match.error is None] == days


@pytest.mark.parametrize(
    "form",
    [{}, {"text": "colour\nred\n"}, {"content": "é"}, {"content": "!!", "mode": "all"}],
)
def test_what_cannot_be_read_is_refused_on_the_page(
    staff: SignedIn, club: Club, form: dict[str, str]
) -> None:
    page = staff.post(PAGE, {"club": str(club.id)} | form)
    assert (page.status_code, 'role="alert"' in page.text) == (422, True)


def test_the_page_is_for_those_who_may_write(client: Client, club: Club) -> None:
    assert client.get(PAGE).headers["Location"].startswith("/login/")
    client.force_login(make_user("guest"))
    assert client.get(PAGE).status_code == 403
    assert PAGE not in client.get("/matches/").text
