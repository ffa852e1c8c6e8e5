"""What a recorder offers to a browser that can judge by itself, and how it is served."""

import gzip
import re
from pathlib import Path

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.testing.scale import scaled
from replays.offline.drawing import draw
from replays.offline.fetching import runtime_digest
from replays.offline.packing import packed_rules
from replays.offline.phone import Table
from tests.replays.web.conftest import FRENCH, HTMX, House
from tests.replays.web.markup import text_of

FOREVER = "public, max-age=31536000, immutable"
WASM = "wasm-unsafe-eval"


@pytest.fixture
def installed(tmp_path: Path, settings: Settings) -> Path:
    """A folder with one file of a runtime in it."""
    folder = tmp_path / runtime_digest()
    folder.mkdir()
    (folder / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(b"wasm"))
    settings.OFFLINE, settings.OFFLINE_DIR = True, tmp_path
    return folder


def _page(house: House, staff: Client) -> str:
    return text_of(staff.get(reverse("replays:record", args=[house.sitting().id])))


@pytest.mark.django_db
def test_a_recorder_offers_the_rules_where_they_are_installed(
    house: House, staff: Client, installed: Path, settings: Settings
) -> None:
    page = _page(house, staff)
    assert f'data-runtime="/offline/{runtime_digest()}/"' in page
    assert f'data-rules="/offline/{packed_rules().digest}/rules.zip"' in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids), "each is found by its id"
    settings.OFFLINE = False
    assert "rules-here" not in _page(house, staff)


@pytest.mark.django_db
def test_without_them_a_recorder_is_what_it_was(
    house: House, staff: Client, tmp_path: Path, settings: Settings
) -> None:
    settings.OFFLINE, settings.OFFLINE_DIR = True, tmp_path
    page = _page(house, staff)
    assert "rules-here" not in page
    assert 'id="queue"' in page


@pytest.mark.django_db
def test_what_a_phone_keeps_is_served_for_good(client: Client, installed: Path) -> None:
    address = f"/offline/{runtime_digest()}/pyodide.asm.wasm"
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.content) == b"wasm"
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Type"] == "application/wasm"
    assert packed.headers["Cache-Control"] == FOREVER
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.content == b"wasm"
    assert "Content-Encoding" not in plain.headers
    rules = client.get(f"/offline/{packed_rules().digest}/rules.zip")
    assert rules.content == gzip.decompress(packed_rules().content)
    for missing in (
        f"/offline/{runtime_digest()}/rules.zip",
        f"/offline/{packed_rules().digest}/pyodide.asm.wasm",
        f"/offline/{runtime_digest()}/secret_key",
    ):
        assert client.get(missing).status_code == 404


@pytest.mark.django_db
def test_the_script_of_the_worker_alone_may_run_webassembly(
    client: Client, house: House, staff: Client, installed: Path
) -> None:
    worker = client.get("/static/replays/js/rules.worker.js")
    assert f"script-src 'self' '{WASM}'" in worker.headers["Content-Security-Policy"]
    page = staff.get(reverse("replays:record", args=[house.sitting().id]))
    others = [
        page,
        client.get("/static/replays/js/rules.js"),
        client.get("/static/joined/recorder.mjs"),
    ]
    for answer in others:
        assert answer.status_code == 200
        assert WASM not in answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_a_browser_may_keep_what_it_goes_on_with_for_one_account(
    house: House, staff: Client, installed: Path, settings: Settings
) -> None:
    sitting, over = house.sitting(), house.sitting().finish()
    record, told = (reverse(f"replays:{name}", args=[sitting.id]) for name in ("record", "told"))
    new = reverse("replays:new")
    account = staff.session["_auth_user_id"]
    for address in (record, told, f"{new}?game=sushi_bar&mode=record"):
        assert staff.get(address).headers["Kaiten-Keep"] == account
    for address in (
        reverse("replays:record", args=[over.id]),
        f"{new}?game=sushi_bar&mode=report",
        reverse("replays:match", args=[sitting.id]),
    ):
        assert "Kaiten-Keep" not in staff.get(address).headers
    assert "Kaiten-Keep" not in staff.get(record, headers=HTMX).headers, "a part is no page"
    settings.OFFLINE = False
    assert "Kaiten-Keep" not in staff.get(record).headers


@pytest.mark.django_db
def test_the_script_that_keeps_pages_is_for_the_whole_site(
    client: Client, installed: Path, settings: Settings
) -> None:
    script = client.get("/offline/pages.js")
    assert script.headers["Service-Worker-Allowed"] == "/"
    assert script.headers["Cache-Control"] == "no-cache"
    assert WASM not in script.headers["Content-Security-Policy"]
    settings.OFFLINE = False
    assert client.get("/offline/pages.js").status_code == 404


GAMES = ["sushi_bar", "sushi_boat", "sushi_express", "sushi_go_party", "sushi_roll"]


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_is_told_the_match_and_draws_what_the_server_asks(
    house: House, staff: Client, game: str
) -> None:
    sitting = house.sitting(game, seats=3)
    for _ in range(scaled(64)):
        address = reverse("replays:record", args=[sitting.id])
        page = text_of(staff.get(address, headers=HTMX | FRENCH))
        told = text_of(staff.get(reverse("replays:told", args=[sitting.id]), headers=FRENCH))
        drawn = msgspec.json.decode(draw(Table(told), "[]", address, "board-drawer"))["parts"]
        assert [name for name, part in drawn.items() if _plain(part) not in _plain(page)] == []
        sitting.play_on(1 + sitting.luck.below(5))
        if sitting.log().ended:
            break


def _plain(html: str) -> str:
    """Return a page without what is another one each time it is drawn."""
    html = re.sub(r'<input type="hidden" name="(csrfmiddlewaretoken|key)"[^>]*>', "", html)
    html = re.sub(r'name="(choosers|need-\d+)-[^"]*"', "", html)
    return " ".join(html.split())


@pytest.mark.django_db
def test_nobody_is_told_more_than_the_recorder_shows(
    house: House, staff: Client, member: Client
) -> None:
    open_, over = house.sitting(), house.sitting().finish()
    addresses = [reverse("replays:told", args=[sitting.id]) for sitting in (open_, over)]
    assert [staff.get(address).status_code for address in addresses] == [200, 404]
    assert member.get(addresses[0]).status_code == 403
    assert Client().get(addresses[0]).status_code == 302
    dealt = house.sitting(source="online")
    assert staff.get(reverse("replays:told", args=[dealt.id])).status_code == 404
