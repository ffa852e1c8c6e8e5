"""One-time links: used once, and nothing when they are not good any more."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from replays.errors import KaitenError
from tests.answers import Answer
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tournaments.people.account_models import OneTimeLink, Purpose, SecurityEvent
from tournaments.people.models import User
from tournaments.people.services.links import NewLink, find_link, issue_link, revoke_links
from tournaments.people.services.passwords import reset_password

NEW = "a long new password"
HOUR = timedelta(hours=1)


def make_link(account: User | None) -> str:
    """Return the secret of a link that is good for an hour."""
    wanted = NewLink(Purpose.PASSWORD, account, HOUR)
    return issue_link(link_id=uuid4(), wanted=wanted, actor="cli", now=datetime.now(UTC)).secret


def sent() -> dict[str, str]:
    return {"new_password1": NEW, "new_password2": NEW}


@pytest.mark.django_db
def test_a_link_sets_a_new_password_once(anne: User, client: Client) -> None:
    secret = make_link(anne)
    page = client.get(f"/link/{secret}/")
    assert page.status_code == 200
    assert "anne" in page.text
    assert "no-store" in page.headers["Cache-Control"]
    done = client.post(f"/link/{secret}/", sent())
    assert (done.status_code, done.headers["Location"]) == (302, "/login/")
    anne.refresh_from_db()
    assert anne.check_password(NEW)
    # Nobody is logged in by it, and it is used up.
    assert "_auth_user_id" not in client.session
    assert client.get(f"/link/{secret}/").status_code == 404
    assert client.post(f"/link/{secret}/", sent()).status_code == 404
    link = OneTimeLink.objects.get()
    assert secret not in (link.digest, str(link))
    assert SecurityEvent.objects.get().kind == "password_reset"


@pytest.mark.django_db
def test_a_weak_password_is_refused_in_words_and_uses_nothing_up(
    anne: User, client: Client
) -> None:
    secret = make_link(anne)
    weak = {"new_password1": "anne", "new_password2": "anne"}
    spoken: dict[str, Any] = {"Accept-Language": "fr"}
    refused = client.post(f"/link/{secret}/", weak, headers=spoken)
    assert refused.status_code == 422
    assert "Ce mot de passe est trop court" in refused.text
    differs = client.post(f"/link/{secret}/", sent() | {"new_password2": "other"})
    assert differs.status_code == 422
    assert client.post(f"/link/{secret}/", sent()).status_code == 302


@pytest.mark.django_db
def test_no_log_names_a_link_that_still_works(
    anne: User, client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"link": (1, 60)}
    secret = make_link(anne)
    assert client.post(f"/link/{secret}/", {"new_password1": "x"}).status_code == 422
    client.get("/link/1/")
    assert client.get(f"/link/{secret}/").status_code == 429
    assert secret not in caplog.text


@pytest.mark.django_db
def test_a_link_ends_every_session_and_every_other_link(anne: User, client: Client) -> None:
    client.force_login(anne)
    first, second = make_link(anne), make_link(anne)
    Client().post(f"/link/{first}/", sent())
    assert client.get("/account/").status_code == 302
    assert client.get(f"/link/{second}/").status_code == 404


def spoilt(spoil: Callable[[User], Any]) -> str:
    """Return the secret of a link after something happened to it."""
    account = make_user()
    secret = make_link(account)
    spoil(account)
    return secret


def told(answer: Answer) -> tuple[tuple[str, str], ...]:
    """Return the headers of an answer without the moment it was made at."""
    headers = dict(answer.headers)
    headers.pop("Expires", None)
    return tuple(sorted(headers.items()))


DEAD: dict[str, Callable[[], str]] = {
    "guessed": lambda: "x" * 43,
    "short": lambda: "1",
    "not ASCII": lambda: "é\U0001f363",
    "expired": lambda: spoilt(
        lambda account: OneTimeLink.objects.filter(account=account).update(
            expires_at=F("created_at")
        )
    ),
    "revoked": lambda: spoilt(
        lambda account: revoke_links(
            account=account, purpose=Purpose.PASSWORD, now=datetime.now(UTC)
        )
    ),
    "used": lambda: spoilt(
        lambda account: OneTimeLink.objects.filter(account=account).update(used_at=F("created_at"))
    ),
    "of a locked account": lambda: spoilt(
        lambda account: User.objects.filter(pk=account.pk).update(is_active=False)
    ),
    "of a deleted account": lambda: spoilt(lambda account: account.delete()),
    "for something else": lambda: spoilt(
        lambda account: OneTimeLink.objects.filter(account=account).update(purpose="invitation")
    ),
    "for nobody": lambda: make_link(None),
}


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "post"])
def test_links_that_do_not_work_are_one_answer_byte_for_byte(method: str) -> None:
    answers = set()
    for make in DEAD.values():
        client = Client()
        answer = getattr(client, method)(f"/link/{make()}/", sent() if method == "post" else None)
        assert not answer.cookies
        answers.add((answer.status_code, answer.content, told(answer)))
    assert len(answers) == 1
    ((status, body, _headers),) = answers
    assert status == 404
    assert b"This link does not work" in body


@pytest.mark.django_db
def test_every_look_at_a_dead_link_costs_the_same_queries(
    django_assert_num_queries: Any, client: Client
) -> None:
    for make in DEAD.values():
        secret = make()
        # For the club of the site, and for the link.
        with django_assert_num_queries(2):
            client.get(f"/link/{secret}/")


@pytest.mark.django_db
def test_dead_links_are_counted_by_address_and_good_ones_are_not(
    anne: User, client: Client, settings: Settings
) -> None:
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"link": (3, 60)}
    secret = make_link(anne)
    for _ in range(4):
        assert client.get(f"/link/{secret}/").status_code == 200
    statuses = [client.get(f"/link/{number}/").status_code for number in range(4)]
    assert statuses == [404] * 3 + [429]
    # A good one waits as well, or waiting would tell which is good.
    refused = client.get(f"/link/{secret}/")
    guessed = client.get("/link/22/")
    assert refused.status_code == guessed.status_code == 429
    assert refused.content == guessed.content
    assert refused.headers["Retry-After"] == guessed.headers["Retry-After"]
    assert client.get(f"/link/{secret}/", REMOTE_ADDR="192.0.2.9").status_code == 200


@pytest.mark.database
def test_of_two_uses_at_once_one_wins(fresh_database: FreshDatabase) -> None:
    anne = make_user("anne")
    secret = make_link(anne)
    now = datetime.now(UTC)

    def use(password: str) -> Callable[[], None]:
        link = find_link(secret=secret, now=now)
        assert link is not None
        return lambda: reset_password(link=link, password=password, revoke_tokens=False, now=now)

    passwords = [f"a long new password {number}" for number in range(4)]
    outcomes = run_together([use(password) for password in passwords])
    winners = [outcome is None for outcome in outcomes]
    assert winners.count(True) == 1
    lost = [outcome for outcome in outcomes if outcome is not None]
    assert all(isinstance(error, KaitenError) and error.code == "link_dead" for error in lost)
    anne.refresh_from_db()
    assert anne.check_password(passwords[winners.index(True)])
    assert SecurityEvent.objects.count() == 1
