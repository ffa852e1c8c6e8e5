"""One request to a receiver: to an address that is allowed at this moment, quickly or not at all.

Nothing is asked twice of the network: the name is resolved, what it stands for is judged, and that
very address is connected to, with the name in `Host` and in the certificate.
"""

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException

from replays.errors import KaitenError
from tournaments.webhooks.addresses import Target, permitted_ip, read_address

CONNECT_SECONDS = 3.0
WHOLE_SECONDS = 8.0
"""From the connection to the end of the answer, however slowly it trickles."""
MOST_READ = 1000
"""Bytes of an answer that are looked at."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a status and the beginning of the answer, or why there is none."""

    status: int | None = None
    text: str = ""
    problem: str = ""
    """A code; empty for what was received."""

    @property
    def received(self) -> bool:
        return not self.problem


def post(address: str, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Send a body to an address and return what came back; never raises for a receiver."""
    try:
        target = read_address(address)
        ip = permitted_ip(target)
    except KaitenError as error:
        return Reply(problem=error.code)
    try:
        with (
            closing(socket.create_connection((str(ip), target.port), CONNECT_SECONDS)) as plain,
            _ended_in_time(plain) as late,
        ):
            plain.settimeout(WHOLE_SECONDS)
            return _exchanged(plain, target, body, headers, late)
    except TimeoutError:
        return Reply(problem="receiver_slow")
    except OSError:
        return Reply(problem="no_connection")


def _exchanged(
    plain: socket.socket,
    target: Target,
    body: bytes,
    headers: Mapping[str, str],
    late: threading.Event,
) -> Reply:
    try:
        with closing(_secured(plain, target)) as connected:
            connection = HTTPConnection(target.host, target.port)
            connection.sock = connected
            own = {"Host": target.authority, "Content-Type": "application/json"}
            own |= {"User-Agent": "Kaiten", "Connection": "close"}
            connection.request("POST", target.path, body, own | dict(headers))
            with connection.getresponse() as answer:
                return _reply(answer.status, answer.read(MOST_READ))
    except ssl.SSLCertVerificationError:
        return Reply(problem="bad_certificate")
    except (OSError, HTTPException) as error:
        if late.is_set() or isinstance(error, TimeoutError):
            return Reply(problem="receiver_slow")
        return Reply(problem="bad_answer" if isinstance(error, HTTPException) else "no_connection")


def _secured(plain: socket.socket, target: Target) -> socket.socket:
    """Return the connection itself, or one that is encrypted for the name of the target."""
    if target.scheme == "http":
        return plain
    return ssl.create_default_context().wrap_socket(plain, server_hostname=target.host)


@contextmanager
def _ended_in_time(connected: socket.socket) -> Iterator[threading.Event]:
    """End a connection that is still open when its time is up; the event says that it was."""
    late = threading.Event()
    with closing(connected.dup()) as same:

        def end() -> None:
            late.set()
            with suppress(OSError):
                same.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(WHOLE_SECONDS, end)
        timer.start()
        try:
            yield late
        finally:
            timer.cancel()
            timer.join()


def _reply(status: int, beginning: bytes) -> Reply:
    # PostgreSQL keeps no NUL in a text.
    text = beginning.decode("utf-8", "replace").replace("\0", "")
    if 200 <= status < 300:
        return Reply(status, text)
    if status == 410:
        return Reply(status, text, "receiver_gone")
    redirects = 300 <= status < 400
    return Reply(status, text, "receiver_redirects" if redirects else "receiver_refuses")
