"""A server beside installed games: good ones bring their files, broken ones are named aloud."""

import json
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.core.quick_check import RESERVED
from tests.factories import make_user
from tests.games.packages import GAME, install, with_packages
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.services.processes import ROOT

pytestmark = pytest.mark.services

DRAWN = """
import json
from django.contrib.staticfiles import finders
from django.template.loader import get_template, select_template
from games.core import events
from games.registry import games
from replays.templatetags.game_words import piece
from replays.web.styles import styles_of
from tournaments.batches.services.live import may_wait_for_a_bot
nim, slugs = games()[-1], {rules.slug for rules in games()}
print(json.dumps({
    "slug": nim.slug,
    "board": get_template("games/nim/board.html").render({"frame": {"words": nim.words}}),
    "piece": piece("nim", nim.words, 3),
    "styles": [styles_of("nim"), finders.find("games/nim/board.css")],
    "bar": get_template("games/sushi_bar/board.html").origin.name,
    "heard": may_wait_for_a_bot("nim.taken"),
    "others": sorted({name.partition(".")[0] for name in events._classes} - slugs),
}))
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A good game with a board of its own, a broken one and one that would be Sushi Bar."""
    nim = install(tmp_path, "kaiten-nim", GAME.format(slug="nim"))
    for kind, name, text in (
        ("templates", "board.html", "{% load game_words %}{{ frame.words|word:'game.name' }}"),
        ("templates", "piece.html", "<b>{{ value }}{{ drawn }}</b>"),
        ("static", "board.css", ".nim { color: red }"),
    ):
        (nim / kind).mkdir(exist_ok=True)
        (nim / kind / name).write_text(text)
    install(tmp_path, "kaiten-broken", "import no_such_module")
    bar = install(tmp_path, "kaiten-double", GAME.format(slug="sushi_bar"))
    (bar / "templates").mkdir()
    (bar / "templates" / "board.html").write_text("not the counter")
    return tmp_path


def managed(packages: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=with_packages(packages, DJANGO_SETTINGS_MODULE="config.settings.test"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_check_warns_of_every_game_that_is_left_out_and_fails_for_none(packages: Path) -> None:
    done = managed(packages, "check")
    assert done.returncode == 0
    assert done.stderr.count("(kaiten.W001)") == 2
    assert "kaiten_broken of kaiten-broken 1.2: ModuleNotFoundError" in done.stderr
    assert "kaiten_double of kaiten-double 1.2: the slug sushi_bar is taken" in done.stderr


def test_an_installed_game_is_heard_and_its_files_are_found_in_its_package(packages: Path) -> None:
    done = managed(packages, "shell", "--no-imports", "-c", DRAWN)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "slug": "nim",
        "board": "Sticks",
        "piece": "<b>3None</b>",
        "styles": ["games/nim/board.css", str(packages / "kaiten_nim" / "static" / "board.css")],
        "bar": str(ROOT / "games" / "sushi_bar" / "templates" / "board.html"),
        "heard": True,
        "others": sorted(RESERVED),
    }


@pytest.fixture
def server(packages: Path, fresh_database: FreshDatabase) -> Iterator[LiveServer]:
    env = program_environment(fresh_database, PYTHONPATH=str(packages))
    server = LiveServer(env)
    yield server
    server.stop(with_signal=signal.SIGKILL)


def get(server: LiveServer, path: str, **headers: str) -> str:
    request = urllib.request.Request(server.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.read().decode()


def test_a_server_starts_and_names_what_is_left_out(server: LiveServer, client: Client) -> None:
    health: Any = json.loads(get(server, "/healthz"))
    assert health["left_out"] == [
        {"game": "kaiten_broken", "package": "kaiten-broken", "version": "1.2"},
        {"game": "kaiten_double", "package": "kaiten-double", "version": "1.2"},
    ]
    assert "WARNING config.apps: left out: the game kaiten_broken of" in server.words()
    assert '"slug":"nim"' in get(server, "/api/v1/games")
    assert get(server, "/static/games/nim/board.css") == ".nim { color: red }"

    client.force_login(make_user(staff=True))
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    for language, title in (("en", "Games that are left out"), ("fr", "Jeux laissés de côté")):
        page = get(server, "/admin/", **{"Cookie": cookie, "Accept-Language": language})
        assert title in page
        assert "<strong>kaiten_broken</strong> (kaiten-broken 1.2): ModuleNotFoundError" in page
        assert "the slug sushi_bar is taken" in page


def test_the_admin_says_nothing_where_nothing_is_left_out(db: None, client: Client) -> None:
    client.force_login(make_user(staff=True))
    assert "games-left-out" not in client.get("/admin/").content.decode()
