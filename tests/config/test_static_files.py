"""Static files and compression, asked for from outside of a real `serve` process."""

import gzip
import http.client
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.factories import make_club
from tests.games.packages import GAME, install
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import LiveServer, program_environment
from tests.replays.sittings import Sitting

pytestmark = pytest.mark.services

FOREVER = "public, max-age=31536000, immutable"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Site(NamedTuple):
    server: LiveServer

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        line.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = line.getresponse()
        told = {name.lower(): value for name, value in answer.getheaders()}
        found = Answer(answer.status, told, answer.read())
        line.close()
        return found

    def packed(self, path: str, **headers: str) -> Answer:
        return self.ask(path, Accept_Encoding="br, gzip", **headers)


@contextmanager
def served(database: FreshDatabase, packages: Path, **changes: str) -> Iterator[Site]:
    env = program_environment(database, PYTHONPATH=str(packages), **changes)
    server = LiveServer(env)
    try:
        yield Site(server)
    finally:
        server.stop(with_signal=signal.SIGKILL)


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A game of another package, with a style sheet of its own."""
    nim = install(tmp_path, "kaiten-nim", GAME.format(slug="nim"))
    (nim / "static").mkdir()
    (nim / "static" / "board.css").write_text(".nim { color: red }")
    return tmp_path


def styles_of_nim(site: Site) -> str:
    [address] = re.findall(r"/static/joined/game/[^\"]+", site.ask("/games/nim/").text)
    return str(address)


def test_static_files_are_hashed_compressed_and_kept_for_good(
    fresh_database: FreshDatabase, packages: Path
) -> None:
    with served(fresh_database, packages) as site:
        page = site.ask("/games/sushi_boat/").text
        names = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
        assert len(names) == 6, names  # two style sheets, two scripts, icons, symbols
        for name in names:
            assert re.search(r"\.[0-9a-f]{12}\.(css|js|mjs|svg)$", name)
            plain, packed = site.ask(name), site.packed(name)
            assert plain.headers["cache-control"] == packed.headers["cache-control"] == FOREVER
            assert "content-encoding" not in plain.headers
            assert packed.headers["content-encoding"] == "gzip"
            assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
            assert packed.text == plain.text
            assert len(packed.body) < len(plain.body)
            assert plain.headers["etag"] != packed.headers["etag"]
            for known, again in ((plain, site.ask), (packed, site.packed)):
                fresh = again(name, If_None_Match=known.headers["etag"])
                assert (fresh.status, fresh.body) == (304, b"")
                assert fresh.headers["cache-control"] == FOREVER
            head = site.ask(name, "HEAD")
            assert head.body == b""
            assert head.headers["content-length"] == str(len(plain.body))
            # A part may be asked for; the whole is always a right answer.
            assert site.ask(name, Range="bytes=0-9").body == plain.body
        check_other_names(site)
        check_answers(site)
        first = styles_of_nim(site)
        assert ".nim { color: red }" in site.packed(first).text

    (packages / "kaiten_nim" / "static" / "board.css").write_text(".nim { color: blue }")
    with served(fresh_database, packages) as site:
        second = styles_of_nim(site)
        assert second != first
        assert ".nim { color: blue }" in site.ask(second).text
        old = site.ask(first)
        assert ".nim { color: blue }" in old.text
        assert old.headers["cache-control"] == "no-cache"


def check_other_names(site: Site) -> None:
    """Plain names lead to the same files for a minute, and nothing else leads anywhere."""
    plain = site.packed("/static/games/nim/board.css")
    assert plain.text == ".nim { color: red }"
    assert plain.headers["cache-control"] == "public, max-age=60"
    assert site.packed("/static/rest_framework/fonts/fontawesome-webfont.woff").status == 200
    for name in (
        "kaiten/css/none.css",
        "kaiten/css",
        "../manage.py",
        "%2e%2e/manage.py",
        "joined/none.css",
        "joined/match/no/board.css",
        "joined/site/games/nim/board.css",
        "",
    ):
        assert site.ask(f"/static/{name}").status == 404, name
    assert site.ask("/static/games/nim/board.css", "POST").status == 405


def check_answers(site: Site) -> None:
    """Pages and the API are compressed once; ETags hold, and the version is read from them."""
    page = site.packed("/games/")
    assert page.headers["content-encoding"] == "gzip"
    assert "Accept-Encoding" in page.headers["vary"]
    assert "<!DOCTYPE html>" in page.text
    assert "content-encoding" not in site.ask("/games/").headers
    games = site.packed("/api/v1/games")
    assert games.headers["content-encoding"] == "gzip"
    assert '"slug":"nim"' in games.text
    club = make_club("Les Baguettes")
    match = Sitting(club_id=club.id, players=[None, None]).finish()
    state = f"/api/v1/matches/{match.id}/state"
    whole, packed = site.ask(state), site.packed(state)
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["etag"] == f"W/{whole.headers['etag']}"
    for known in (whole, packed):
        for again in (site.ask, site.packed):
            assert again(state, If_None_Match=known.headers["etag"]).status == 304


def test_while_developing_files_come_straight_from_their_folders(
    fresh_database: FreshDatabase, packages: Path
) -> None:
    with served(fresh_database, packages, KAITEN_DEBUG="1") as site:
        page = site.ask("/games/nim/").text
        for name in ("kaiten/css/base.css", "replays/css/boards.css", "games/nim/board.css"):
            assert f'<link rel="stylesheet" href="/static/{name}">' in page
        assert '<script type="module" src="/static/kaiten/js/site.js"></script>' in page
        assert "joined" not in page
        for colour in ("red", "blue"):
            text = f".nim {{ color: {colour} }}"
            (packages / "kaiten_nim" / "static" / "board.css").write_text(text)
            answer = site.ask("/static/games/nim/board.css")
            assert answer.text == text
            assert answer.headers["cache-control"] == "no-cache"
