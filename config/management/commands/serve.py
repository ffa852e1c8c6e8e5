"""`manage.py serve`: the whole application in one process, for a club's own machine."""

import io
import os
import signal
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import segno
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.utils.translation import gettext as _

from config import local_hosts
from config.startup import refuse_old_tables, refuse_unsafe_start
from replays.live import wakeups
from tournaments.people.selectors.clubs import has_own_club
from tournaments.people.services.setup_codes import issue_setup_code, setup_path

EVERYWHERE = "0.0.0.0"  # noqa: S104  (the phones of the club are meant to reach it)


class Command(BaseCommand):
    """Serve pages, API, live feeds and background work until Ctrl-C or SIGTERM."""

    help = "Serve Kaiten in one process, with its worker inside."
    requires_system_checks = []  # run below, together with those of the database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=EVERYWHERE, help="address to listen on")
        parser.add_argument(
            "--prepare", action="store_true", help="migrate, and fill an empty database, first"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["prepare"]:
            call_command("migrate", verbosity=0)
            if settings.DEMO:
                call_command("demo", if_empty=True)
        try:
            refuse_old_tables(_program())
            refuse_unsafe_start()
        except ImproperlyConfigured as error:
            raise CommandError(str(error)) from error
        listener = _listen(options["host"], settings.PORT)
        self._announce(options["host"])
        for number in (signal.SIGINT, signal.SIGTERM):
            # Uvicorn shuts down on both and then passes the signal on to whoever had it before.
            signal.signal(number, _leave)
        server = Server(
            uvicorn.Config(
                "config.asgi:application",
                lifespan="on",
                log_config=None,
                access_log=settings.DEBUG,
                server_header=False,
                # Live feeds never end by themselves.
                timeout_graceful_shutdown=3,
            )
        )
        server.run(sockets=[listener])
        if not server.started:
            raise CommandError(_("The server could not start."))

    def _announce(self, host: str) -> None:
        self.stdout.write(_("Kaiten is here: %s") % f"http://localhost:{settings.PORT}")
        lan = local_hosts.lan_address() if host == EVERYWHERE else None
        if lan:
            address = f"http://{lan}:{settings.PORT}"
            self.stdout.write(_("On the same network: %s") % address)
            drawing = io.StringIO()
            segno.make(address, micro=False).terminal(out=drawing, compact=True)
            self.stdout.write(drawing.getvalue())
        if not has_own_club():
            code = issue_setup_code(actor="cli", now=datetime.now(UTC))
            address = f"http://{lan or 'localhost'}:{settings.PORT}{setup_path(code)}"
            self.stdout.write(_("Set up your own club: %s") % address)
            self.stdout.write(_("The code for it: %s") % code)
        connections.close_all()
        self.stdout.write(_("Stop it with Ctrl-C."))
        self.stdout.flush()


class Server(uvicorn.Server):
    """Ends live streams as soon as it is told to stop: whoever follows comes back by themselves."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        wakeups.close()
        super().handle_exit(sig, frame)


def _program() -> str:
    """Return how this program is called in a shell."""
    name = Path(sys.argv[0]).name
    return f"python {name}" if name == "manage.py" else name


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise CommandError(
            _("Port %(port)s is not free (%(reason)s). Choose another: make run PORT=8001")
            % {"port": port, "reason": error.strerror}
        ) from error
    return listener


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    # A task that outlasted its patience must not keep the process alive: the sweep takes it up.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
