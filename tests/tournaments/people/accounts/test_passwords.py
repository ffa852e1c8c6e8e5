"""One's own password and address: what ends, what stays, what is written down."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from tests.clients import SignedIn
from tests.factories import bearer, make_token, make_user
from tournaments.people.account_models import SecurityEvent
from tournaments.people.models import ApiToken, User

pytestmark = pytest.mark.django_db

NEW = "a long new password"


def change(client: Client, old: str = "secret", **fields: str) -> Any:
    form = {"password": old, "new_password1": NEW, "new_password2": NEW} | fields
    return client.post("/account/password/", form)


def kinds(account: User) -> list[str]:
    return list(SecurityEvent.objects.filter(account=account).values_list("kind", flat=True))


def test_strangers_are_asked_to_log_in(client: Client) -> None:
    for page in ("", "password/", "email/", "second-factor/"):
        answer = client.get(f"/account/{page}")
        assert (answer.status_code, answer.headers["Location"]) == (
            302,
            f"/login/?next=/account/{page}",
        )
    assert change(client).status_code == 302
    assert client.get("/accounts/").status_code == 302


def test_the_header_leads_to_the_account(anne: User) -> None:
    assert 'href="/account/"' in SignedIn(anne).get("/games/").text
    assert 'href="/account/"' not in Client().get("/games/").text


def test_another_password_ends_every_other_session(anne: User) -> None:
    here, there = SignedIn(anne), SignedIn(anne)
    changed = change(here)
    assert (changed.status_code, changed.headers["Location"]) == (302, "/account/")
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
    anne.refresh_from_db()
    assert anne.check_password(NEW)
    assert kinds(anne) == ["password_changed"]
    page = here.get("/account/").text
    assert "password changed" in page
    assert NEW not in page


def test_the_old_password_is_needed_and_the_new_one_is_judged(anne: User) -> None:
    own = SignedIn(anne)
    wrong = change(own, "not it")
    assert wrong.status_code == 422
    assert "This is not your password." in wrong.text
    short = change(own, new_password1="anne", new_password2="anne")
    assert "too short" in short.text
    assert "too similar" in short.text
    assert change(own, new_password2="other").status_code == 422
    anne.refresh_from_db()
    assert anne.check_password("secret")
    assert kinds(anne) == []


def test_guesses_at_the_old_password_are_counted(anne: User) -> None:
    own = SignedIn(anne)
    assert [change(own, "guess").status_code for _ in range(5)] == [422] * 5
    refused = change(own)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    assert "Too many tries. Wait 60 seconds and try again." in refused.text
    anne.refresh_from_db()
    assert anne.check_password("secret")


def test_api_tokens_stay_unless_they_are_to_go_as_well(anne: User) -> None:
    own = SignedIn(anne)
    assert "revoke my API tokens" not in own.get("/account/password/").text
    token, text = make_token(anne, now=anne.date_joined)
    assert "revoke my API tokens" in own.get("/account/password/").text
    change(own)
    assert Client().get("/api/v1/clubs", headers=bearer(text)).status_code == 200
    change(own, NEW, new_password1=f"{NEW} 2", new_password2=f"{NEW} 2", revoke_tokens="on")
    assert Client().get("/api/v1/clubs", headers=bearer(text)).status_code == 401
    assert ApiToken.objects.get(pk=token.pk).revoked_at is not None
    assert kinds(anne).count("tokens_revoked") == 1


def test_an_address_is_changed_by_who_knows_the_password(anne: User, settings: Settings) -> None:
    own = SignedIn(anne)
    assert "sends no mails yet" in own.get("/account/email/").text
    wrong = own.post("/account/email/", {"email": "x@club.example", "password": "no"})
    assert wrong.status_code == 422
    assert own.post("/account/email/", {"email": "x", "password": "secret"}).status_code == 422
    own.post("/account/email/", {"email": "Anne@New.Example", "password": "secret"})
    anne.refresh_from_db()
    assert anne.email == "Anne@new.example"
    assert kinds(anne) == ["email_changed"]


def test_signing_in_with_a_new_browser_leaves_a_trace_and_a_known_one_does_not(
    anne: User,
) -> None:
    own = Client()
    for _ in range(2):
        own.post("/login/", {"username": "anne", "password": "secret"})
        own.post("/logout/")
    assert kinds(anne) == ["new_device"]


def test_a_password_that_the_admin_sets_leaves_a_trace(anne: User, boss: SignedIn) -> None:
    form = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    answer = boss.post(f"/admin/tournaments/user/{anne.pk}/password/", form)
    assert answer.status_code == 302
    event = SecurityEvent.objects.get()
    assert (event.account, event.kind) == (anne, "password_changed")
    assert event.actor == f"user:{boss.user.pk}"
    listed = boss.get("/admin/tournaments/securityevent/").text
    assert "password changed" in listed
    assert "anne" in listed
    assert "an organiser" in SignedIn(User.objects.get(pk=anne.pk)).get("/account/").text


def test_a_trace_cannot_be_changed_in_the_admin(anne: User, boss: SignedIn) -> None:
    change(SignedIn(anne))
    event = SecurityEvent.objects.get()
    for page in ("add/", f"{event.pk}/delete/"):
        assert boss.get(f"/admin/tournaments/securityevent/{page}").status_code == 403


def test_an_account_is_deleted_with_its_trace(anne: User, boss: SignedIn) -> None:
    change(SignedIn(anne))
    answer = boss.post(f"/admin/tournaments/user/{anne.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 302
    assert not User.objects.filter(pk=anne.pk).exists()
    assert not SecurityEvent.objects.exists()


def test_a_trace_is_nobody_elses(anne: User) -> None:
    change(SignedIn(anne))
    assert "password changed" not in SignedIn(make_user("boris")).get("/account/").text
