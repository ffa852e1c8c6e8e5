"""Kaiten as a club installs it: wheels of what a clean checkout holds, in fresh environments."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from tests.services import processes
from tests.services.processes import ROOT

PACKAGES = ("config", "games", "replays", "tournaments")
MADE = shutil.ignore_patterns("__pycache__", "*.mo")
UV = [sys.executable, "-m", "uv"]


def build(project: Path, folder: Path) -> Path:
    """Build the wheel of a project into a folder of its own; return it."""
    command = [*UV, "build", "--quiet", "--wheel", "--out-dir", str(folder), str(project)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [built] = folder.glob("*.whl")
    return built


def build_kaiten(folder: Path) -> Path:
    """Build the wheel of what Git keeps of this checkout, without touching it."""
    checkout = folder / "checkout"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, checkout / package, ignore=MADE)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, checkout)
    return build(checkout, folder)


class Environment:
    """A fresh environment with some wheels, which sees our libraries but not our checkout."""

    def __init__(self, folder: Path, *wheels: Path) -> None:
        self.home = folder / "club"
        self.home.mkdir()
        self.folder = folder / "environment"
        command = [sys.executable, "-m", "venv", "--without-pip", str(self.folder)]
        subprocess.run(command, check=True)
        self.python = self.folder / "bin" / "python"
        self.program = self.folder / "bin" / "kaiten"
        self.pip("install", "--no-deps", "--no-index", *map(str, wheels))
        [self.packages] = self.folder.glob("lib/python*/site-packages")
        (self.packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
        own = {"KAITEN_HOME": "", "KAITEN_OFFLINE": "0"}
        self.env = {"PATH": os.defpath, "SECRET_KEY": "k" * 50, **own}

    def pip(self, command: str, *arguments: str) -> None:
        """Install or uninstall packages."""
        subprocess.run(
            [*UV, "pip", command, "--quiet", "--python", str(self.python), *arguments], check=True
        )

    def run(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        """Run `kaiten arguments…` to its end."""
        return subprocess.run(
            [str(self.program), *arguments],
            cwd=self.home,
            env=self.env | changes,
            capture_output=True,
            text=True,
            check=False,
        )

    def served(
        self, port: int, env: Mapping[str, str] | None = None
    ) -> AbstractContextManager[str]:
        """Serve on a port for as long as the block runs; yields the address."""
        return processes.served(
            [str(self.program), "serve"],
            log=self.home / "log",
            env=env or self.env,
            port=port,
            cwd=self.home,
        )
