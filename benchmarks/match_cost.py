"""The CPU time of looking at a match, by the code of the working directory.

Run as a script from any tree of this repository: so an earlier commit is measured beside ours.
Nothing of a test run is in the way: no signals of rendered templates, no captured queries.

    match_cost.py page:200 step:sushi_bar bundle:sushi_bar

prints one figure each: the match page after 200 events, opened again and again (`fresh:200`: each
time at another step), one step of a whole match asked for alone, and one in the match's bundles;
`poll:200` is the question whether there is more.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

if TYPE_CHECKING:
    from django.test import Client

ROUNDS, PAGES, SEATS = 10, 5, 4
FRAME = {"HX-Request": "true", "HX-Target": "frame"}
Run = Callable[[], int]
"""Does some work and returns how many units it did."""


def main() -> None:
    """Print the best seconds of CPU of each thing that is asked for."""
    sys.path.insert(0, str(Path.cwd()))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/matches.sqlite3"
        import django

        leave_out("whitenoise")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(*(_best(_prepared(*asked.split(":"))) for asked in sys.argv[1:]))


def leave_out(package: str) -> None:
    """Do without what earlier code served its files with, and nothing installs any more."""
    from django.conf import settings

    for name in ("INSTALLED_APPS", "MIDDLEWARE"):
        rows = [row for row in getattr(settings, name) if not row.startswith(package)]
        setattr(settings, name, rows)


def _prepared(what: str, of: str) -> Run:
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    match what:
        case "page":
            return _pages(client, int(of), step=0)
        case "fresh":
            return _pages(client, int(of), step=1)
        case "poll":
            return _polls(client, int(of))
        case "step":
            return _steps(client, played(of))
        case _:
            return _bundles(played(of))


def _best(run: Run) -> float:
    run()
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        units = run()
        best = min(best, (time.process_time() - started) / units)
    return best


def _pages(client: "Client", length: int, *, step: int) -> Run:
    from benchmarks.store import OurStore, long_events

    store, back = OurStore(long_events()), count(0, step)
    match_id = store.new_match()
    store.append(match_id, 1, store.events[:length])

    def run() -> int:
        for _ in range(PAGES):
            answer = client.get(f"/matches/{match_id}/?ply={length - next(back)}")
            assert answer.status_code == 200
        return PAGES

    return run


def _polls(client: "Client", length: int) -> Run:
    """Ask whether a public match has anything new, when it has not."""
    from benchmarks.store import CLUB, NOW, OurStore, long_events
    from tournaments.people.models import Club

    Club.objects.create(id=CLUB, name="Bench", time_zone="UTC", created_at=NOW)
    store = OurStore(long_events())
    match_id = store.new_match()
    store.append(match_id, 1, store.events[:length])
    address = f"/live/match/{match_id}/news/?mark={length + 1}"
    if client.get(address).status_code == 404:  # as it was called before there were streams
        address = f"/matches/{match_id}/news/?after={length + 1}"

    def run() -> int:
        for _ in range(PAGES):
            assert client.get(address).status_code == 204
        return PAGES

    return run


def played(slug: str) -> UUID:
    """Return a match that random bots played to its end."""
    from benchmarks.store import CLUB, NAMESPACE, NOW
    from games.bots.random_bot import RandomBot
    from games.core.matches import make_setup, play_match
    from games.registry import rules_of
    from replays.envelope import Envelope
    from replays.services.append import append_events, new_event
    from replays.services.matches import NewMatch, create_match

    rules = rules_of(slug)
    setup = make_setup(rules, seats=SEATS, options={})
    events = play_match(rules, setup, [RandomBot()] * SEATS, 7)
    match_id = uuid5(NAMESPACE, f"stage {slug}")
    new = NewMatch(club_id=CLUB, game=slug, players=[None] * SEATS, options={}, source="table")
    create_match(match=new, envelope=Envelope("system", NOW), match_id=match_id)
    append_events(
        stream_id=match_id,
        kind="match",
        expected_version=1,
        events=[new_event(event) for event in events],
        envelope=Envelope("system", NOW),
    )
    return match_id


def _steps(client: "Client", match_id: UUID) -> Run:
    from replays.selectors.logs import load_log

    asked = range(0, len(load_log(match_id).plies), 15)

    def run() -> int:
        for ply in asked:
            answer = client.get(f"/matches/{match_id}/", {"ply": str(ply)}, headers=FRAME)
            assert answer.status_code == 200
        return len(asked)

    return run


def _bundles(match_id: UUID) -> Run:
    from games.core.viewer import ARBITER
    from replays.selectors.logs import load_log
    from replays.web.bundles import Screening

    def run() -> int:
        log = load_log(match_id)
        labels = [f"Seat {seat + 1}" for seat in range(SEATS)]
        screening = Screening(log, ARBITER, labels, "en")
        for part in range(len(screening.outline.parts)):
            screening.pack(part)
        return len(log.plies) + 1

    return run


if __name__ == "__main__":
    main()
