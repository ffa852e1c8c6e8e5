"""An earlier commit of this repository, measured beside the code as it stands."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds_of(script: str) -> float:
    """Return what a script prints when it is run by the code as it stands."""
    return figures_of(script)[-1]


def earlier_seconds_of(script: str, commit: str) -> float | None:
    """Return what it prints when it is run by a commit; None where the clone does not hold it."""
    figures = earlier_figures_of(script, commit)
    return None if figures is None else figures[-1]


def figures_of(script: str, *arguments: str) -> list[float]:
    """Return the figures that a script prints when it is run by the code as it stands."""
    return _figures(ROOT, script, arguments)


def earlier_figures_of(script: str, commit: str, *arguments: str) -> list[float] | None:
    """Return what it prints when it is run by a commit; None where the clone does not hold it."""
    packed = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit], capture_output=True, check=False
    )
    if packed.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as tree:
            tree.extractall(folder, filter="data")
        return _figures(Path(folder), script, arguments)


def _figures(tree: Path, script: str, arguments: Sequence[str]) -> list[float]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.local"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / script), *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(figure) for figure in done.stdout.splitlines()[-1].split()]
