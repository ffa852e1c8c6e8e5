"""Our own programs, started by forking a process that has imported the heavy libraries already.

A program of ours spends a second or two importing before it does anything. Run as a module, this
file imports once whatever needs no settings, then waits on a socket; every request is a program
that a fork of it becomes: with its own process id, environment, output and end. What the program
reads from its environment it reads after the fork, as if it had been started by itself.
"""

import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any

from tests.services import processes

LIBRARIES = (
    "babel.messages",
    "celery.bin.celery",
    "celery.apps.worker",
    "celery.concurrency.prefork",
    "django.contrib.postgres.fields",
    "django.core.management",
    "django.db.models",
    "django.template.defaulttags",
    "games.registry",
    "kombu.transport.redis",
    "numpy",
    "openskill.models",
    "redis",
    "requests",
    "rich.console",
    "rich.table",
    "rustworkx",
    "segno",
    "tournaments.ladders.ratings.systems",
    "tournaments.tournaments.director.commands.catalogue",
    "tournaments.tournaments.standings.table",
    "uvicorn",
    "yaml",
)
LONGEST_REQUEST = 2**20


class Nursery:
    """The waiting process, seen from the one that wants programs."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket = ours
        with theirs, (folder / f"nursery-{os.getpid()}.log").open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.services.nursery", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            )

    def start(
        self, arguments: Sequence[str], *, log: Path, env: Mapping[str, str], cwd: Path
    ) -> "Program":
        """Start `python arguments…` as the leader of a session of its own."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        wanted = {"arguments": list(arguments), "env": dict(env), "cwd": str(cwd)}
        with theirs, log.open("ab") as output:
            data = json.dumps(wanted).encode()
            assert len(data) < LONGEST_REQUEST
            socket.send_fds(self._socket, [data], [theirs.fileno(), output.fileno()])
        return Program(ours)

    def stop(self) -> None:
        """Let the process end; the programs that still run end with it."""
        self._socket.close()
        self._process.wait()


class Program:
    """A program that was started so; the part of `subprocess.Popen` that tests use."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.pid = int(line.recv(64))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while the program runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code once there is one; raise TimeoutExpired if that takes too long."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the program has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the program at once."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None:
            self._line.settimeout(timeout)
            try:
                self.returncode = int(self._line.recv(64))
            except (BlockingIOError, TimeoutError):
                return None
            self._line.close()
        return self.returncode


def wait_for_a_program(requests: socket.socket) -> list[str]:
    """Fork for every request; return its arguments, in the child that is to run them."""
    lines: dict[int, socket.socket] = {}
    wake, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    with DefaultSelector() as selector:
        selector.register(requests, EVENT_READ)
        selector.register(wake, EVENT_READ)
        while True:
            ready = {key.fileobj for key, _ in selector.select()}
            if wake in ready:
                wake.recv(4096)
                _tell_of_the_dead(lines)
            if requests not in ready:
                continue
            data, files, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 2)
            if not data:
                os._exit(0)
            line, output = files
            child = os.fork()
            if child == 0:
                break
            os.close(output)
            lines[child] = socket.socket(fileno=line)
            lines[child].send(str(child).encode())
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for other in (requests, wake, waker, *lines.values()):
        other.close()
    os.close(line)
    return _become(json.loads(data), output)


def _tell_of_the_dead(lines: dict[int, socket.socket]) -> None:
    for child in list(lines):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            with lines.pop(child) as line, suppress(BrokenPipeError):
                line.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(wanted: dict[str, Any], output: int) -> list[str]:
    """Take on what makes one process differ from another; return the arguments."""
    os.setsid()
    processes.die_with_parent(signal.SIGTERM)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(wanted["cwd"])
    os.environ.clear()
    os.environ.update(wanted["env"])
    arguments: list[str] = wanted["arguments"]
    return arguments


def run(arguments: list[str]) -> None:
    """Run `python arguments…` in this process: a script, or a module after `-m`."""
    sys.path[0] = os.getcwd()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    processes.die_with_parent(signal.SIGKILL)
    for library in LIBRARIES:
        importlib.import_module(library)
    gc.freeze()
    run(wait_for_a_program(socket.socket(fileno=int(sys.argv[1]))))
