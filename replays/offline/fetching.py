"""Brings the Python for browsers here: from two wheels, whose hashes are locked, what is needed.

It lies compressed in a folder that is named after all that decides what is in it, so that browsers
may keep it for good. Without it everything else works as ever.
"""

import gzip
import hashlib
import io
import logging
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from replays.offline.archives import archive
from replays.offline.terse import terse

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
LOCK = HERE / "wheels.lock"
STDLIB = HERE / "stdlib.txt"
"""What is kept of the standard library, by its path in Pyodide's archive."""
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
LEFT_BEHIND = 3600
"""Seconds after which nobody is still at work in a folder that was begun."""

_PYODIDE = "flet_web/web/pyodide/"
_BEGUN = ".new-"
_LOADERS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
FILES = (*_LOADERS, "stdlib.zip", "msgspec.zip")


class NotFetched(Exception):
    """The wheels could not be had, or are not what they should be."""


@cache
def runtime_digest() -> str:
    """Return the name of what this version of Kaiten would fetch."""
    parts = (LOCK, STDLIB, HERE / "fetching.py", HERE / "terse.py")
    return hashlib.sha256(b"\0".join(part.read_bytes() for part in parts)).hexdigest()[:12]


def fetch_runtime(folder: Path) -> bool:
    """Fetch the runtime into `folder`; return whether there was anything to do."""
    digest = runtime_digest()
    if (folder / digest).is_dir():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    _clear_left_behind(folder)
    with tempfile.TemporaryDirectory(prefix=_BEGUN, dir=folder) as place:
        made = Path(place) / digest
        made.mkdir()
        for name, content in _contents(_download(Path(place))).items():
            # Without a time in it every machine makes the same bytes.
            (made / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
        try:
            made.rename(folder / digest)
        except OSError:
            if not (folder / digest).is_dir():  # somebody else was quicker
                raise
    for old in folder.iterdir():
        if old.name != digest and not old.name.startswith("."):
            shutil.rmtree(old, ignore_errors=True)
    return True


def _clear_left_behind(folder: Path) -> None:
    """Remove what a server that was killed while it fetched could not."""
    for begun in folder.glob(f"{_BEGUN}*"):
        with suppress(OSError):  # somebody else was quicker
            if begun.stat().st_mtime < time.time() - LEFT_BEHIND:
                shutil.rmtree(begun, ignore_errors=True)


def fetch_quietly(folder: Path) -> None:
    """Fetch the runtime if it can be had: nobody waits for it."""
    try:
        if fetch_runtime(folder):
            logger.info("The rules for phones are here: recorders go on without a network.")
    except (NotFetched, OSError) as error:
        logger.info("The rules for phones could not be fetched: %s", error)


def _download(place: Path) -> list[Path]:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    # What is not reachable now will not be in a minute: the next start asks again.
    command += ["--retries", "1", "--timeout", "10"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--platform", PLATFORM]
    command += ["--python-version", PYTHON, "--implementation", "cp"]
    command += ["--abi", f"cp{PYTHON.replace('.', '')}", "--abi", "none"]
    command += ["--requirement", str(LOCK), "--dest", str(place / "wheels")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise NotFetched((done.stderr.strip().splitlines() or ["pip"])[-1])
    return sorted((place / "wheels").glob("*.whl"))


def _contents(wheels: list[Path]) -> Mapping[str, bytes]:
    """Return what a browser needs of the wheels."""
    runtime, msgspec = (ZipFile(wheel) for wheel in wheels)
    with runtime, msgspec:
        contents = {name: runtime.read(f"{_PYODIDE}{name}") for name in _LOADERS}
        with ZipFile(io.BytesIO(runtime.read(f"{_PYODIDE}python_stdlib.zip"))) as whole:
            kept = {name: terse(whole.read(name)) for name in STDLIB.read_text().split()}
        parts = [name for name in msgspec.namelist() if name.endswith((".py", ".so"))]
        return contents | {
            "stdlib.zip": archive(kept),
            "msgspec.zip": archive({name: msgspec.read(name) for name in parts}),
        }
