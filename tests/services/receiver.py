"""A real HTTP server that keeps what webhooks bring it and answers what a test says."""

import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any, NamedTuple

PATIENCE = 30


class Got(NamedTuple):
    """One request."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw)


class Say(NamedTuple):
    """One answer; `wait` is waited for before it is given."""

    status: int = 200
    text: bytes = b"taken"
    headers: tuple[tuple[str, str], ...] = ()
    wait: threading.Event | None = None


class _Handler(BaseHTTPRequestHandler):
    server: "Receiver"
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.put(Got(self.path, dict(self.headers), raw))
        try:
            say = self.server.next_answers.get_nowait()
        except Empty:
            say = Say()
        if say.wait is not None:
            say.wait.wait(PATIENCE)
        self.send_response(say.status)
        for name, value in (*say.headers, ("Content-Length", str(len(say.text)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(say.text)

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


class Receiver(ThreadingHTTPServer):
    """Listens on a port of its own until it is stopped; answers 200 unless told otherwise."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0, certificate: Path | None = None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)
            self.scheme = "https"
        self.port: int = self.server_address[1]
        self.got: Queue[Got] = Queue()
        self.next_answers: Queue[Say] = Queue()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def address(self, path: str = "/hook", host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"

    def answer(self, *answers: Say) -> None:
        """Give these answers to the next requests."""
        for say in answers:
            self.next_answers.put(say)

    def next(self) -> Got:
        """Return the next request, waiting for it if need be."""
        return self.got.get(timeout=PATIENCE)

    def all(self) -> list[Got]:
        """Return what has come so far, and forget it."""
        found = []
        while not self.got.empty():
            found.append(self.got.get_nowait())
        return found

    def handle_error(self, *_args: Any) -> None:
        """Say nothing of clients that hang up."""

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join(PATIENCE)
