import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from config.checks import check_mail
from config.email_url import email_from_url


def test_without_an_address_no_mail_is_sent() -> None:
    assert email_from_url("") == {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://mail.example", 25, False, False),
        ("smtp+tls://me:p%40ss@mail.example", 587, True, False),
        ("smtps://me:p%40ss@mail.example:4650", 4650, False, True),
    ],
)
def test_a_mail_server_is_one_line(url: str, port: int, tls: bool, ssl: bool) -> None:
    found = email_from_url(url)
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example", port)
    assert (found.get("EMAIL_USE_TLS", False), found.get("EMAIL_USE_SSL", False)) == (tls, ssl)
    assert found["EMAIL_HOST_PASSWORD"] == ("p@ss" if "@" in url else "")


def test_mails_can_go_to_a_folder_or_the_terminal() -> None:
    assert email_from_url("file:///var/mail%20out")["EMAIL_FILE_PATH"] == "/var/mail out"
    assert email_from_url("console://")["EMAIL_BACKEND"].endswith("console.EmailBackend")


@pytest.mark.parametrize("url", ["mail.example", "smtp://", "pop3://x", "smtp://x:y", "file://x/y"])
def test_what_is_no_mail_server_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="KAITEN_EMAIL_URL") as refused:
        email_from_url(f"{url}")
    assert "x:y" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "sender", "site", "warnings"),
    [
        ("", "", "", 0),
        ("smtp://mail.example", "club@k.example", "https://k.example", 0),
        ("smtp://mail.example", "", "https://k.example", 1),
        ("", "club@k.example", "https://k.example", 1),
        ("smtp://mail.example", "club@k.example", "https://*", 1),
    ],
)
def test_mail_that_is_set_up_by_half_is_told(
    settings: Settings, url: str, sender: str, site: str, warnings: int
) -> None:
    settings.EMAIL_URL, settings.DEFAULT_FROM_EMAIL, settings.SITE_URL = url, sender, site
    assert [message.id for message in check_mail()] == ["kaiten.W002"] * warnings
