"""Forgotten passwords where mail is set up: a real SMTP server gets the link."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from pytest_django import Settings

from tests.factories import make_club, make_player, make_user
from tests.services.smtp import SmtpSink
from tournaments.people.account_models import OneTimeLink, PasswordRequest, SecurityEvent
from tournaments.people.models import User
from tournaments.people.services.players import link_account
from tournaments.people.services.reset_mails import send_reset, sweep_requests

pytestmark = pytest.mark.django_db

LINK = re.compile(r"https://kaiten\.example(/link/[\w-]{43}/)")


@pytest.fixture
def sink(settings: Settings) -> Iterator[SmtpSink]:
    server = SmtpSink()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.DEFAULT_FROM_EMAIL = "club@kaiten.example"
    settings.SITE_URL = "https://kaiten.example"
    yield server
    server.stop()


def ask(name: str, *, language: str = "en") -> Any:
    spoken: dict[str, Any] = {"Accept-Language": language}
    return Client().post("/forgotten/", {"name": name}, headers=spoken)


def work() -> None:
    """Do what the worker does."""
    for request in PasswordRequest.objects.all():
        send_reset(request_id=request.pk)


def test_a_mail_brings_a_link_that_works_for_an_hour(anne: User, sink: SmtpSink) -> None:
    assert ask("anne").status_code == 200
    assert not OneTimeLink.objects.exists()
    work()
    mail = sink.next_mail()
    assert (mail["To"], mail["From"]) == ("anne@club.example", "club@kaiten.example")
    assert mail["Subject"] == "A new password for Kaiten"
    match = LINK.search(mail.get_content())
    assert match is not None
    assert Client().get(match[1]).status_code == 200
    link = OneTimeLink.objects.get()
    assert link.expires_at - link.created_at == timedelta(hours=1)
    assert SecurityEvent.objects.get().kind == "link_mailed"
    assert not PasswordRequest.objects.exists()


def test_an_address_means_every_account_that_has_it_however_it_is_written(
    anne: User, sink: SmtpSink
) -> None:
    make_user("anne2", email="anne@club.example")
    make_user("locked", email="anne@club.example", is_active=False)
    ask("ANNE@club.example")
    work()
    told = [sink.next_mail().get_content() for _ in range(2)]
    assert "“anne”" in told[0]
    assert "“anne2”" in told[1]
    assert sink.kept.empty()


def test_the_mail_speaks_the_language_of_the_club_or_else_of_who_asked(
    anne: User, sink: SmtpSink
) -> None:
    ask("anne", language="fr")
    work()
    assert "Choisissez-en un ici" in sink.next_mail().get_content()
    link_account(player=make_player(make_club(language="en"), "Anne A"), user=anne)
    ask("anne", language="fr")
    work()
    assert "Choose one here" in sink.next_mail().get_content()


def test_nobody_gets_a_mail_for_a_name_without_an_address(sink: SmtpSink) -> None:
    make_user("boris")
    for name in ("boris", "nobody", "' OR 1=1"):
        ask(name)
    work()
    assert sink.kept.empty()
    assert not OneTimeLink.objects.exists()
    assert not PasswordRequest.objects.exists()


def test_a_mail_server_that_is_away_is_asked_again_until_it_is_too_late(
    anne: User, sink: SmtpSink, settings: Settings
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    ask("anne")
    with pytest.raises(OSError, match="refused"):
        work()
    assert PasswordRequest.objects.count() == 1
    settings.EMAIL_PORT = port
    work()
    assert sink.next_mail()["To"] == "anne@club.example"
    ask("anne")
    now = datetime.now(UTC)
    sweep_requests(now=now)
    assert PasswordRequest.objects.count() == 1
    PasswordRequest.objects.update(created_at=F("created_at") - timedelta(hours=2))
    sweep_requests(now=now)
    assert not PasswordRequest.objects.exists()


def test_one_name_and_one_address_can_ask_for_a_few_mails_only(anne: User, sink: SmtpSink) -> None:
    statuses = [ask("anne") for _ in range(4)]
    assert [answer.status_code for answer in statuses] == [200, 200, 200, 429]
    assert statuses[-1].headers["Retry-After"] == "600"
    assert PasswordRequest.objects.count() == 3
    assert ask("Anne").status_code == 429
    spread = [ask(f"name{number}").status_code for number in range(20)]
    assert spread.count(429) > 0


def test_without_mail_the_page_says_whom_to_ask(anne: User, client: Client) -> None:
    login = client.get("/login/").text
    assert "/forgotten/" in login
    for answer in (client.get("/forgotten/"), ask("anne")):
        assert answer.status_code == 200
        assert "Ask an organiser of your club" in answer.text
        assert 'name="name"' not in answer.text
    assert not PasswordRequest.objects.exists()
