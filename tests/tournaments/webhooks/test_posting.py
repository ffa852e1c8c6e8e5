"""One request to a receiver: its name in the certificate, and never for long."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.services.processes import free_port
from tests.services.receiver import Receiver, Say
from tournaments.webhooks.services import posting
from tournaments.webhooks.services.posting import post

CERTIFICATE = Path(__file__).parents[2] / "services" / "localhost.pem"
"""For the name `localhost` alone, signed by itself."""


@pytest.fixture
def secure(settings: Settings) -> Iterator[Receiver]:
    """A receiver behind HTTPS."""
    receiver = Receiver(certificate=CERTIFICATE)
    settings.WEBHOOK_HOSTS = [f"127.0.0.0/8:{receiver.port}"]
    yield receiver
    receiver.stop()


def test_https_is_spoken_to_the_name_of_the_address(
    secure: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    reply = post(secure.address(host="localhost"), b'{"a": 1}', {"Kaiten-Id": "7"})
    assert (reply.status, reply.text, reply.problem) == (200, "taken", "")
    got = secure.next()
    assert (got.headers["Host"], got.headers["Kaiten-Id"]) == (f"localhost:{secure.port}", "7")
    assert got.body == {"a": 1}


def test_a_certificate_of_another_name_is_refused_before_anything_is_sent(
    secure: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    assert post(secure.address(host="127.0.0.1"), b"{}", {}).problem == "bad_certificate"
    assert secure.all() == []


def test_a_certificate_that_nobody_vouches_for_is_refused(secure: Receiver) -> None:
    assert post(secure.address(host="localhost"), b"{}", {}).problem == "bad_certificate"
    assert secure.all() == []


def test_an_answer_that_does_not_come_is_not_waited_for(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.3)
    waits = threading.Event()
    receiver.answer(Say(wait=waits))
    began = time.monotonic()
    assert post(receiver.address(), b"{}", {}).problem == "receiver_slow"
    assert time.monotonic() - began < 5
    waits.set()


def test_nobody_listens(settings: Settings) -> None:
    port = free_port()
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{port}"]
    assert post(f"http://127.0.0.1:{port}/", b"{}", {}).problem == "no_connection"


@pytest.fixture
def speaking(settings: Settings) -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Return a function that lets something speak that is no web server; it gives its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    settings.WEBHOOK_HOSTS = [f"127.0.0.1:{port}"]

    def speak(say: Callable[[socket.socket], None]) -> str:
        def serve() -> None:
            connected, _ = listener.accept()
            with connected:
                connected.recv(65536)
                say(connected)

        threading.Thread(target=serve, daemon=True).start()
        return f"http://127.0.0.1:{port}/"

    yield speak
    listener.close()


def test_what_answers_is_no_web_server(
    speaking: Callable[[Callable[[socket.socket], None]], str],
) -> None:
    address = speaking(lambda connected: connected.sendall(b"220 mail.example.org ESMTP\r\n"))
    assert post(address, b"{}", {}).problem == "bad_answer"


def test_an_answer_that_trickles_is_ended_in_time(
    speaking: Callable[[Callable[[socket.socket], None]], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.5)

    def trickle(connected: socket.socket) -> None:
        try:
            for _ in range(100):
                connected.sendall(b"H")
                time.sleep(0.1)  # the receiver is slow, not the test
        except OSError:
            pass

    began = time.monotonic()
    assert post(speaking(trickle), b"{}", {}).problem == "receiver_slow"
    assert time.monotonic() - began < 5
