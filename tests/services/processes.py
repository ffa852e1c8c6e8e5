"""Starting programs for tests so that none of them outlives the test run."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 60.0
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class Process(Protocol):
    """A running program, however it was started."""

    pid: int

    @property
    def returncode(self) -> Any: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, number: int, /) -> None: ...

    def kill(self) -> None: ...


class NotReady(Exception):
    """A program ended, or never answered, before it could be used."""


def start(
    command: Sequence[str],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    last_signal: signal.Signals = signal.SIGTERM,
    **options: Any,
) -> subprocess.Popen[bytes]:
    """Start `command` with its output in `log`; it gets `last_signal` if this process dies."""
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(os.environ if env is None else env),
            cwd=options.pop("cwd", ROOT),
            preexec_fn=lambda: die_with_parent(last_signal),
            **options,
        )


def die_with_parent(last_signal: signal.Signals) -> None:
    """Have the system send this process a signal when the one that started it ends."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(last_signal))


def stop(process: Process, *, with_signal: signal.Signals) -> int:
    """Ask `process` to end, insist if it does not, and return its exit code."""
    if process.poll() is None:
        process.send_signal(with_signal)
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return int(process.returncode)


def wait_until(
    ready: Callable[[], bool],
    *,
    process: Process,
    log: Path,
    what: str,
    patience: float = PATIENCE,
) -> None:
    """Return once `ready()` holds; raise NotReady with the program's words if it never does."""
    deadline = time.monotonic() + patience
    while not ready():
        ended = process.poll() is not None
        if ended or time.monotonic() > deadline:
            words = log.read_text(errors="replace")[-4000:]
            how = f"ended with {process.returncode}" if ended else "did not become ready"
            raise NotReady(f"{what} {how}:\n{words}")
        time.sleep(0.05)


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listens(port: int) -> bool:
    """Tell whether something on this machine accepts connections on `port`."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def served(
    command: Sequence[str],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    port: int | None = None,
    patience: float = PATIENCE,
    **options: Any,
) -> Iterator[str]:
    """Run `command` as a server on a port until the block ends; yields the address."""
    port = port or free_port()
    env = {**(os.environ if env is None else env), "PORT": str(port)}
    process = start([*command, "--host", "127.0.0.1"], log=log, env=env, **options)
    try:
        wait_until(
            lambda: listens(port), process=process, log=log, what="the server", patience=patience
        )
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(process, with_signal=signal.SIGKILL)
