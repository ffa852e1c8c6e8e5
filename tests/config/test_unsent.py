"""Forms that are not taken: scripts are told why, browsers without them get back what they sent."""

import re
from collections.abc import Mapping
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from replays.models import StoredEvent
from tests.answers import Answer
from tests.factories import make_club, make_user
from tests.plugins.databases import FreshDatabase
from tests.services.databases import point_default_connection_at
from tests.tournaments.tournaments.web.fields import HTMX, Field
from tournaments.people.models import Player

HERE = {"Sec-Fetch-Site": "same-origin"}
FRENCH = {"Accept-Language": "fr"}
GONE = "sqlite:////nowhere/at/all.sqlite3"
SCORES = (31, 24, 18, 7)


class Browser(Client):
    """One without scripts that checks tokens, and sends forms as the page holds them."""

    def __init__(self) -> None:
        super().__init__(enforce_csrf_checks=True)

    def log_in(self, name: str) -> None:
        page = self.get("/login/")
        form = hidden(page) | {"username": name, "password": "secret"}
        assert self.post("/login/", form).status_code == 302

    def send(self, path: str, form: Mapping[str, object], **headers: str) -> Answer:
        return self.post(path, form, headers=HERE | headers)


def hidden(page: Answer) -> dict[str, object]:
    """Return what the hidden inputs of the page's last form hold."""
    form = page.text[page.text.rindex("<form") :]
    found = re.findall(r'<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"', form)
    values: dict[str, list[str]] = {}
    for name, value in found:
        values.setdefault(name, []).append(unescape(value))
    return {name: texts if len(texts) > 1 else texts[0] for name, texts in values.items()}


def results(field: Field) -> int:
    return StoredEvent.objects.filter(stream_id=field.id, type="tournament.result_recorded").count()


def record(field: Field) -> str:
    return field.path("do/record/")


@pytest.mark.django_db
def test_htmx_is_told_that_the_session_has_ended_and_gets_no_login_page(client: Client) -> None:
    field = Field(8).announced()
    form = field.scored(*SCORES, key=str(uuid4()))
    answer = client.post(record(field), form, headers=HTMX)
    assert (answer.status_code, answer.headers["Kaiten-Refused"]) == (401, "session_ended")
    assert "You are not logged in any more." in answer.text
    assert "<form" not in answer.text
    assert "no-store" in answer.headers["Cache-Control"]
    french = client.post(record(field), form, headers=HTMX | FRENCH)
    assert "Vous n’êtes plus connecté." in french.text
    assert client.get(field.path("candidates/"), headers=HTMX).status_code == 401
    assert results(field) == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/tournaments/new/", "/matches/00000000-0000-4000-8000-000000000000/roll/"]
)
def test_nothing_is_written_for_another_account_than_the_page_was_made_for(path: str) -> None:
    made_for, other = make_user(staff=True), make_user(staff=True)
    browser = Client()
    for now in (None, other):
        if now is not None:
            browser.force_login(now)
        answer = browser.post(path, headers=HTMX | {"Kaiten-Account": str(made_for.pk)})
        assert (answer.status_code, answer.headers["Kaiten-Refused"]) == (401, "session_ended")
    browser.force_login(made_for)
    answer = browser.post(path, headers=HTMX | {"Kaiten-Account": str(made_for.pk)})
    assert "Kaiten-Refused" not in answer.headers


@pytest.mark.django_db
def test_without_scripts_a_result_survives_the_end_of_the_session_and_is_saved_once() -> None:
    field = Field(8).announced()
    make_user("staff", staff=True)
    browser = Browser()
    browser.log_in("staff")
    page = browser.get(field.path())
    token = hidden(page)["csrfmiddlewaretoken"]
    form = field.scored(*SCORES, key=str(uuid4()), csrfmiddlewaretoken=token, note="a < b\r\n“c”")
    Session.objects.all().delete()

    ended = browser.send(record(field), form)
    assert (ended.status_code, ended.headers["Kaiten-Refused"]) == (401, "session_ended")
    assert "What you typed is kept on this page." in ended.text
    kept = hidden(ended)
    assert {name: str(value) for name, value in form.items() if name != "csrfmiddlewaretoken"} == {
        name: value for name, value in kept.items() if name != "csrfmiddlewaretoken"
    }
    # Somebody who is still not logged in loses nothing either.
    assert hidden(browser.send(record(field), kept))["note"] == "a < b\r\n“c”"

    # In another tab; with it the token changes.
    browser.log_in("staff")
    old = browser.send(record(field), kept)
    assert (old.status_code, old.headers["Kaiten-Refused"]) == (403, "csrf")
    for _ in range(2):
        saved = browser.send(record(field), hidden(old))
        assert saved.status_code == 302
    assert results(field) == 1


@pytest.mark.django_db
def test_what_is_kept_has_every_value_no_password_and_asks_for_the_file_again() -> None:
    browser = Browser()
    login = {"username": "ana", "password": "hunter2", "csrfmiddlewaretoken": "x" * 32}
    answer = browser.send("/login/", login, **FRENCH)
    assert answer.status_code == 403
    assert hidden(answer)["username"] == "ana"
    assert "hunter2" not in answer.text
    assert 'type="password" name="password"' in answer.text
    assert "Ce que vous avez saisi est conservé sur cette page." in answer.text

    upload = SimpleUploadedFile("people.csv", b"first name\nAna\n")
    form = {"file": upload, "club": ["one", "two"], "csrfmiddlewaretoken": "x" * 32}
    answer = browser.send("/players/import/", form)
    assert hidden(answer)["club"] == ["one", "two"]
    assert "Choose the file again: people.csv" in answer.text
    assert 'enctype="multipart/form-data"' in answer.text
    assert 'type="file" name="file"' in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent_from",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://testserver"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {},
    ],
)
def test_what_another_site_made_a_browser_send_never_becomes_a_button(
    sent_from: dict[str, str],
) -> None:
    make_user("staff", staff=True)
    browser = Browser()
    browser.log_in("staff")
    field = Field(8).announced()
    form = field.scored(*SCORES, key=str(uuid4()), csrfmiddlewaretoken="x" * 32)
    refused = browser.post(record(field), form, headers=sent_from)
    assert refused.status_code == 403
    assert "<form" not in refused.text
    assert form["key"] not in refused.text
    assert results(field) == 0


@pytest.mark.django_db
def test_over_plain_http_the_origin_tells_that_a_page_of_this_site_has_sent_it() -> None:
    form = {"first_name": "Ana", "csrfmiddlewaretoken": "x" * 32}
    answer = Browser().post("/players/add/", form, headers={"Origin": "http://testserver"})
    assert hidden(answer)["first_name"] == "Ana"


@pytest.mark.django_db
def test_who_is_not_asked_by_a_form_of_this_site_is_led_to_the_login_page(client: Client) -> None:
    assert client.post("/tournaments/new/").status_code == 302
    assert client.get("/tournaments/new/", headers=HERE).status_code == 302


@pytest.mark.django_db
def test_a_page_that_only_members_see_keeps_what_was_typed_as_one_that_is_not_there(
    client: Client, staff_client: Client
) -> None:
    answer = client.post("/nothing/here/", {"note": "Word4711"}, headers=HERE)
    assert (answer.status_code, hidden(answer)["note"]) == (404, "Word4711")
    assert "only for people who are logged in" in answer.text
    assert (
        "Word4711"
        not in staff_client.post("/nothing/here/", {"note": "Word4711"}, headers=HERE).text
    )


@pytest.fixture
def staff_client(db: None) -> Client:
    browser = Client()
    browser.force_login(make_user(staff=True))
    return browser


def test_a_form_that_meets_a_database_that_is_away_is_kept(fresh_database: FreshDatabase) -> None:
    club = make_club()
    browser = Client(raise_request_exception=False)
    browser.force_login(make_user(staff=True))
    form = {"club": str(club.id), "first_name": "Ana", "last_name": "A", "display": "initial"}
    here = fresh_database.url
    point_default_connection_at(GONE)
    away = browser.post("/players/add/", form, headers=HERE | FRENCH)
    point_default_connection_at(here)
    assert (away.status_code, away.headers["Retry-After"]) == (503, "5")
    assert "Patientez quelques secondes" in away.text
    assert browser.post("/players/add/", hidden(away), headers=HERE).status_code == 302
    assert Player.objects.filter(first_name="Ana").count() == 1


@pytest.mark.django_db
def test_a_page_asks_who_is_logged_in_and_gets_the_token_of_the_moment(client: Client) -> None:
    path = reverse("session")
    nobody = client.get(path)
    assert (nobody.json()["account"], nobody.json()["name"]) == ("", "")
    assert "no-store" in nobody.headers["Cache-Control"]
    user = make_user("ana")
    browser = Browser()
    browser.log_in("ana")
    told = browser.get(path).json()
    assert (told["account"], told["name"]) == (str(user.pk), "ana")
    form = {"csrfmiddlewaretoken": told["token"]}
    assert browser.post("/logout/", form).status_code == 302
    assert browser.post(path, form).status_code == 405
