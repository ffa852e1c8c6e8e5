"""Two worlds over the streams: who may not know is sent the same bytes in as many messages."""

import re

import pytest

from replays.services import undo
from tests.games.hidden_game.events import Dealt
from tests.replays.sittings import Sitting
from tests.replays.web.test_secrecy import HANDS, OTHER_HANDS
from tests.streams import Stream

pytestmark = [pytest.mark.database, pytest.mark.services, pytest.mark.usefixtures("fresh_database")]


def dealt(hands: tuple[tuple[str, ...], ...]) -> Sitting:
    sitting = Sitting("hidden_game", seats=2)
    sitting.play(*(Dealt(seat, cards) for seat, cards in enumerate(hands)))
    return sitting


def everything(url: str, path: str, sitting: Sitting) -> bytes:
    """Return all that a visitor is sent while a hand is dealt, taken back and dealt again."""
    with Stream(f"{url}{path.format(sitting.id)}") as stream:
        stream.until(b"id: 3\n")
        sitting.do(undo.rewind, to=2)
        stream.until(b"id: 4\n")
        sitting.do(undo.rewind, to=3)
        stream.until(b"id: 5\n")
        sitting.do(undo.annotate, target=2, text="Look")
        stream.until(b"id: 6\n")
        sent = stream.received.replace(str(sitting.id).encode(), b"ID")
    return re.sub(rb"retry: \d+", b"", sent)


@pytest.mark.parametrize("path", ["/api/v1/matches/{}/stream", "/live/steps/{}/?seat=public"])
def test_what_is_hidden_changes_no_byte_of_a_stream(live_server_url: str, path: str) -> None:
    worlds = [everything(live_server_url, path, dealt(hands)) for hands in (HANDS, OTHER_HANDS)]
    assert worlds[0] == worlds[1]
    assert b"dusk" not in worlds[1]
