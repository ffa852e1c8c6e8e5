"""An earlier commit of this repository, measured beside the code as it stands."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds_of(script: str) -> float:
    """Return what a script prints when it is run by the code as it stands."""
    return _seconds(script, ROOT)


def earlier_seconds_of(script: str, commit: str) -> float | None:
    """Return what it prints when it is run by a commit; None where the clone does not hold it."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=False
    )
    if packed.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
            tree.extractall(folder, filter="data")
        return _seconds(script, Path(folder))


def _seconds(script: str, tree: Path) -> float:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.local"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / script)],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout.split()[-1])
