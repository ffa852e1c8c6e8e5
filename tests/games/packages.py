"""Packages as pip would have installed them: a module, and the metadata with its entry points."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.services.processes import ROOT

GAME = """
from games.core.events import Choice, event_type
from games.core.upcasting import upcaster
from games.plain.engine import Plain

@event_type("{slug}.taken", schema=2)
class Taken(Choice, frozen=True):
    sticks: int

@upcaster("{slug}.taken", from_schema=1)
def lift(data):
    return data | {{"sticks": 1}}

class Game(Plain):
    slug = "{slug}"
    words = Plain.words | {{"game.name": ("Sticks", "Bâtons")}}
"""


def install(folder: Path, name: str, text: str, *, entry: str = "") -> Path:
    """Write a package of one game into a folder of packages; return the folder of its own."""
    module = name.replace("-", "_")
    package = folder / module
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(text)
    info = folder / f"{module}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    entry = entry or f"{module} = {module}:Game"
    (info / "entry_points.txt").write_text(f"[kaiten.games]\n{entry}\n")
    return package


def with_packages(folder: Path, **environment: str) -> dict[str, str]:
    """Return the environment of a process that finds the packages of a folder."""
    return os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"} | environment


def asked(folder: Path, program: str) -> Any:
    """Return what a process that finds the packages prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=with_packages(folder),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
