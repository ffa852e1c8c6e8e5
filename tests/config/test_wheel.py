"""Kaiten as a wheel: built from what Git keeps, installed, and served from any folder."""

import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.services import processes
from tests.services.processes import ROOT
from tests.services.wheels import PACKAGES, Environment

pytestmark = pytest.mark.services


def test_the_wheel_holds_every_file_of_the_packages_and_the_compiled_translations(
    kaiten_wheel: Path,
) -> None:
    kept = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in (".mo", ".pyc")
    }
    with ZipFile(kaiten_wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    assert len(kept) > 700
    assert held == kept | {
        f"{app}/locale/fr/LC_MESSAGES/django.mo" for app in ("config", "replays", "tournaments")
    }


@pytest.fixture(scope="module")
def installed(kaiten_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("installed"), kaiten_wheel)


def files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file()}


@pytest.fixture(scope="module")
def server(installed: Environment) -> Iterator[str]:
    """The address of an installed Kaiten that was prepared with nothing but its own program."""
    before = files_below(installed.packages)
    for arguments in (("check",), ("migrate", "--verbosity", "0"), ("demo",)):
        done = installed.run(*arguments)
        assert done.returncode == 0, done.stderr
    with installed.served(processes.free_port()) as address:
        yield address
    assert files_below(installed.packages) == before, "an installed Kaiten writes beside its code"


def page(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Language": "fr"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


@pytest.mark.parametrize(("game", "drawn"), [("sushi_bar", "bar"), ("sushi_go_party", "sgp")])
def test_an_installed_kaiten_serves_boards_in_french(server: str, game: str, drawn: str) -> None:
    listed = page(f"{server}/matches/?game={game}&status=finished")
    match = re.search(r'href="(/matches/[0-9a-f-]{36}/)', listed)
    assert match, listed
    board = page(f"{server}{match[1]}?ply=9")  # after the first throw of dice
    assert "Ce qui s’est passé" in board
    assert f'class="board {drawn} ' in board
    addresses = set(re.findall(r'"(/static/[^"#]+)', board))
    own = rf"joined/match/games/{game}/board\.\w+\.css"
    assert [address for address in addresses if re.search(own, address)]
    assert f'<symbol id="{game}-' in board
    for address in addresses:
        assert page(server + address)


def test_what_an_installed_kaiten_keeps_lies_where_it_was_started(
    installed: Environment, server: str
) -> None:
    assert (installed.home / "var" / "kaiten.sqlite3").exists()


def test_or_in_the_folder_that_was_named(installed: Environment, tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"
    done = installed.run("migrate", "--verbosity", "0", KAITEN_HOME=str(home), SECRET_KEY="")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (home / "var").iterdir()} >= {"kaiten.sqlite3", "secret_key"}


def test_the_program_takes_the_arguments_of_manage_py(installed: Environment) -> None:
    assert "kaiten migrate" in installed.run("migrate", "--help").stdout
    assert installed.run("no_such_command").returncode == 1
    refused = installed.run("check", DATABASE_URL="no-address")
    assert (refused.returncode, refused.stderr[:8]) == (2, "kaiten: ")
