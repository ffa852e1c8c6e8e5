"""The border between the games holds for games that nobody has named yet."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.processes import ROOT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the packages and of the contracts about them."""
    for package in ("config", "games", "replays", "tournaments"):
        ignored = shutil.ignore_patterns("__pycache__", "locale", "static", "templates")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "games" / "foo_bar").mkdir()
    (tmp_path / "games" / "foo_bar" / "__init__.py").write_text("")
    (tmp_path / "games" / "foo_bar" / "engine.py").write_text("from games.core import engine\n")
    return tmp_path


def judged(checkout: Path) -> str:
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-logo", "--no-cache", "--contract", "games"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


CROSSINGS = {
    "foo_bar/engine": ("games.sushi_bar.state", "games.registry"),
    "sushi_roll/state": ("games.foo_bar.engine",),
    "core/replay": ("games.foo_bar.engine",),
}


def test_a_new_game_stands_behind_the_border_without_a_line_about_it(checkout: Path) -> None:
    assert "1 kept, 0 broken" in judged(checkout)
    for module, imported in CROSSINGS.items():
        with (checkout / "games" / f"{module}.py").open("a") as file:
            file.writelines(f"\nimport {name}\n" for name in imported)
    said = judged(checkout)
    assert "0 kept, 1 broken" in said
    for module, imported in CROSSINGS.items():
        for name in imported:
            assert f"games.{module.replace('/', '.')} -> {name}" in said
