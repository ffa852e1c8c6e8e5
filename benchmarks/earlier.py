"""An earlier commit of this repository, measured beside the code as it stands."""

import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.timing import Row

ROOT = Path(__file__).resolve().parent.parent


def seconds_of(script: str) -> float:
    """Return what a script prints when it is run by the code as it stands."""
    return figures_of(script)[-1]


def earlier_seconds_of(script: str, commit: str) -> float | None:
    """Return what it prints when it is run by a commit; None where the clone does not hold it."""
    figures = earlier_figures_of(script, commit)
    return None if figures is None else figures[-1]


def beside(
    script: str, commit: str, asked: Mapping[str, str], *, target: float, each: int = 1
) -> Iterator[tuple[Row, list[float]]]:
    """Yield a row of seconds for each page that a script is asked for, beside those of a commit.

    A page has `each` figures, of which the first are the seconds; all of them come along.
    """
    ours = figures_of(script, *asked)
    before = earlier_figures_of(script, commit, *asked) or ()
    for name, at in zip(asked.values(), range(0, len(ours), each), strict=True):
        peer = before[at] if before else None
        goal = f"<= {target * 1000:.0f} ms"
        row = Row(name, "page", ours[at], f"commit {commit}", peer, goal, ours[at] <= target)
        yield row, ours[at : at + each]


def figures_of(script: str, *arguments: str) -> list[float]:
    """Return the figures that a script prints when it is run by the code as it stands."""
    return _figures(ROOT, script, arguments)


def lines_of(script: str) -> list[str]:
    """Return the lines that a script prints when it is run by the code as it stands."""
    return _lines(ROOT, script, ())


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
    return [float(figure) for figure in _lines(tree, script, arguments)[-1].split()]


def _lines(tree: Path, script: str, arguments: Sequence[str]) -> list[str]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.local"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / script), *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()
