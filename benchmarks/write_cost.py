"""The CPU time of recording a match event by event, by the code of the working directory.

Run as a script from any tree of this repository, as match_cost.py is:

    write_cost.py post:sushi_bar tap:sushi_go_party

prints one figure each: an event sent to the API, and a tap of the recorder with the page that
answers it, over the first events of a match. The tap says what a phone says whose drawers are
closed: that the page keeps what they hold. Code that does not know this sends all of it.
"""

import json
import os
import runpy
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

if TYPE_CHECKING:
    from django.test import Client

    from games.core.events import Event

ROUNDS, MOST, SEATS, SEED = 5, 80, 4, 7
CLOSED = "board-drawer log-drawer more-drawer"
Send = Callable[[UUID, int, "Event"], None]


def main() -> None:
    """Print the best mean of seconds of CPU that each thing takes."""
    sys.path.insert(0, str(Path.cwd()))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/matches.sqlite3"
        import django

        runpy.run_path(str(Path(__file__).with_name("match_cost.py")))["leave_out"]("whitenoise")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(*(_best(*asked.split(":")) for asked in sys.argv[1:]))


def _best(what: str, slug: str) -> float:
    from django.test import Client

    from tests.factories import make_club, make_token, make_user

    club = make_club()
    client = Client(headers={"host": "localhost"})
    if what == "tap":
        client.force_login(make_user(staff=True))
        send = _taps(client)
    else:
        send = _posts(client, make_token()[1])
    events = _played(slug)
    return min(_mean(club.id, slug, events, send) for _ in range(ROUNDS))


def _mean(club_id: UUID, slug: str, events: "Sequence[Event]", send: Send) -> float:
    from replays.envelope import Envelope
    from replays.services.matches import NewMatch, create_match
    from tests.factories import NOW

    match_id = uuid4()
    new = NewMatch(club_id=club_id, game=slug, players=[None] * SEATS)
    create_match(match=new, envelope=Envelope("system", NOW), match_id=match_id)
    started = time.process_time()
    for version, event in enumerate(events, 1):
        send(match_id, version, event)
    return (time.process_time() - started) / len(events)


def _played(slug: str) -> "list[Event]":
    """Return the first events of a match between random bots."""
    from games.bots.random_bot import RandomBot
    from games.core.matches import make_setup, play_match
    from games.registry import rules_of

    rules = rules_of(slug)
    setup = make_setup(rules, seats=SEATS, options={})
    return play_match(rules, setup, [RandomBot()] * SEATS, SEED)[:MOST]


def _posts(client: "Client", token: str) -> Send:
    def send(match_id: UUID, version: int, event: "Event") -> None:
        answer = client.post(
            f"/api/v1/matches/{match_id}/events",
            json.dumps({"events": [_told(event)]}),
            content_type="application/json",
            headers={
                "Authorization": f"Bearer {token}",
                "If-Match": f'"{version}"',
                "Idempotency-Key": f"{match_id}-{version}",
            },
        )
        assert answer.status_code == 201, answer.content

    return send


def _taps(client: "Client") -> Send:
    def send(match_id: UUID, version: int, event: "Event") -> None:
        answer = client.post(
            f"/matches/{match_id}/record/",
            {"event": json.dumps(_told(event)), "expected_version": version, "key": str(uuid4())},
            headers={"HX-Request": "true", "HX-Target": "recorder", "Kaiten-Closed": CLOSED},
        )
        assert answer.status_code == 200, answer.content

    return send


def _told(event: "Event") -> dict[str, object]:
    import msgspec

    return {"type": event.type, "payload": msgspec.to_builtins(event)}


if __name__ == "__main__":
    main()
