"""Where webhooks may go: where the operator allows it, whatever a name stands for."""

import socket
from ipaddress import ip_address

import pytest
from pytest_django import Settings

from config.checks import check_webhooks
from replays.errors import KaitenError
from tournaments.webhooks.addresses import permitted_ip, read_address
from tournaments.webhooks.services import posting


def resolved(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name stand for these addresses; returns what was asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_options: object) -> list[object]:
        asked.append(host)
        return [(0, 0, 0, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def code_of(address: str) -> str:
    try:
        permitted_ip(read_address(address))
    except KaitenError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    "address",
    [
        "",
        "hooks.example.org",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "https://",
        "https:///path",
        "https://user:secret@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:x/",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nHost: other",
        "https://a..b/",
        "https://hooks.example.org/" + "x" * 500,
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(KaitenError, match="webhook_bad_address"):
        read_address(address)


def test_an_address_is_taken_apart_as_it_is_sent() -> None:
    target = read_address("HTTPS://Hooks.Example.org/a/b?c=d")
    assert (target.scheme, target.host, target.port) == ("https", "hooks.example.org", 443)
    assert (target.path, target.authority) == ("/a/b?c=d", "hooks.example.org")
    assert read_address("http://[::1]:8080").authority == "[::1]:8080"
    assert read_address("http://[::1]:8080").path == "/"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("https://hooks.example.org/", ""),
        ("http://hooks.example.org/", ""),
        ("https://hooks.example.org:8443/", "webhook_not_allowed"),
        ("https://other.example.org:8443/", ""),
        ("https://other.example.org/", "webhook_not_allowed"),
        ("https://www.hooks.example.org/", "webhook_not_allowed"),
        ("https://example.org/", "webhook_not_allowed"),
    ],
)
def test_a_name_is_allowed_with_the_usual_ports_or_with_its_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, address: str, code: str
) -> None:
    settings.WEBHOOK_HOSTS = ["Hooks.example.org", "other.example.org:8443"]
    asked = resolved(monkeypatch, "93.184.216.34")
    assert code_of(address) == code
    assert not any("www" in host or host == "example.org" for host in asked)


@pytest.mark.parametrize(
    "inner",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1", "169.254.169.254", "224.0.0.1"),
        "0.0.0.0",  # noqa: S104  (nobody listens there)
        *("::1", "fd00::1", "fe80::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    ],
)
def test_a_name_never_opens_a_network_of_our_own(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, inner: str
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    resolved(monkeypatch, inner)
    assert code_of("https://hooks.example.org/") == "webhook_not_allowed"
    settings.WEBHOOK_HOSTS = ["hooks.example.org", "0.0.0.0/0", "::/0"]
    assert code_of("https://hooks.example.org/") == ""


def test_of_several_addresses_one_that_is_allowed_is_taken(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    resolved(monkeypatch, "10.0.0.1", "93.184.216.34")
    assert permitted_ip(read_address("https://hooks.example.org/")) == ip_address("93.184.216.34")


def test_a_network_is_allowed_whatever_it_is_called_there(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = ["10.1.0.0/16:9000", "[fd00::1]:9000"]
    resolved(monkeypatch, "10.1.2.3")
    assert code_of("http://board.lan:9000/") == ""
    assert code_of("http://board.lan/") == "webhook_not_allowed"
    resolved(monkeypatch, "10.2.0.1")
    assert code_of("http://board.lan:9000/") == "webhook_not_allowed"
    resolved(monkeypatch, "fd00::1")
    assert code_of("http://board.lan:9000/") == ""


def test_without_an_allowed_address_there_are_no_webhooks(settings: Settings) -> None:
    settings.WEBHOOK_HOSTS = []
    assert code_of("http://127.0.0.1/") == "webhooks_off"


def test_a_name_that_nobody_has_is_said_to_be_unknown(settings: Settings) -> None:
    settings.WEBHOOK_HOSTS = ["nobody.invalid"]
    assert code_of("http://nobody.invalid/") == "webhook_host_unknown"


def test_a_name_that_changes_its_mind_is_connected_to_where_it_was_judged(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org"]
    asked = resolved(monkeypatch, "93.184.216.34")
    connected: list[object] = []

    def connect(where: object, _timeout: float) -> socket.socket:
        connected.append(where)
        resolved(monkeypatch, "127.0.0.1")
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", connect)
    reply = posting.post("http://hooks.example.org/", b"{}", {})
    assert reply.problem == "receiver_slow"
    assert (connected, asked) == ([("93.184.216.34", 80)], ["hooks.example.org"])
    assert posting.post("http://hooks.example.org/", b"{}", {}).problem == "webhook_not_allowed"


@pytest.mark.parametrize(
    "word", ["10.0.0.1/8", "name:0", "name:99999", "name:x", "[::1", "a/b", ":"]
)
def test_a_server_does_not_start_with_a_list_that_cannot_be_read(
    settings: Settings, word: str
) -> None:
    settings.WEBHOOK_HOSTS = ["hooks.example.org", word]
    assert [message.id for message in check_webhooks()] == ["kaiten.E005"]
    settings.WEBHOOK_HOSTS = ["hooks.example.org", "[::1]:80", "::1", "10.0.0.0/8"]
    assert check_webhooks() == []
