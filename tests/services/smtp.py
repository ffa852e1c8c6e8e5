"""A real SMTP server that keeps what it is given: enough of RFC 5321 for one sender at a time."""

import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Queue

PATIENCE = 30


class _Session(socketserver.StreamRequestHandler):
    server: "SmtpSink"

    def handle(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline().decode("ascii", "replace").strip():
            match line.split(":")[0].split()[0].upper():
                case "EHLO" | "HELO" | "MAIL" | "RCPT" | "RSET" | "NOOP":
                    self._say("250 fine")
                case "DATA":
                    self._say("354 go on")
                    self._keep()
                    self._say("250 kept")
                case "QUIT":
                    self._say("221 bye")
                    return
                case _:
                    self._say("502 unknown here")

    def _keep(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b"."))
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.server.kept.put(message)

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class SmtpSink(socketserver.ThreadingTCPServer):
    """Listens on a port of its own until it is stopped."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.port: int = self.server_address[1]
        self.kept: Queue[EmailMessage] = Queue()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def next_mail(self) -> EmailMessage:
        """Return the next mail, waiting for it if need be."""
        return self.kept.get(timeout=PATIENCE)

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join(PATIENCE)
