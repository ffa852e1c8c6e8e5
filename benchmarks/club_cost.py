"""What the pages of a large club cost, by the code of the working directory.

Run as a script from any tree of this repository: so an earlier commit is measured beside ours.

    club_cost.py season evening

prints three figures for each page: seconds of CPU (the best of several), queries and bytes. Without
a word it measures every page that a visitor or an organiser can open, one a line, the dearest last.
"""

import os
import runpy
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from django.test import Client

    from benchmarks.big_club import BigClub

ROUNDS = 8
OFTEN = 5_000
"""So many matches the player sat in whose page is asked for."""
Cost = tuple[float, int, int]
MEMORY = Path("/dev/shm")  # noqa: S108  (a folder, and only ours inside)
"""Syncs to a disk take longer than the work; CPU time leaves them out, whoever waits does not."""


def main() -> None:
    """Print what each page costs."""
    sys.path.insert(0, str(Path.cwd()))
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/club.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        if sys.argv[1:]:
            print(*(figure for name in sys.argv[1:] for figure in _named(name)))
        else:
            for cost, name in sorted(_all()):
                print(f"{cost[0]:.4f} {cost[1]:3} {cost[2]:7} {name}", flush=True)


def _named(name: str) -> Cost:
    """Return what a page costs in a club that has what the page is about."""
    from django.test import Client

    from tournaments.people.models import User

    club = _big_club()
    match name:
        case "season":
            address = f"/seasons/{club.season}/"
        case "evening":
            address = f"/tournaments/{club.evening}/"
        case "cup":
            address = f"/tournaments/{club.cup}/"
        case _:
            club.import_matches(OFTEN, often=True)
            club.rate()
            address = f"/players/{club.players[0].id}/"
    organiser = User.objects.create_user(username=uuid4().hex[:12], is_staff=True)
    organiser.is_superuser = True
    organiser.save()
    client = Client(headers={"host": "localhost"})
    client.force_login(organiser)
    return _cost(client, address)


def _all() -> Iterator[tuple[Cost, str]]:
    """Yield what every page costs in a club that has everything."""
    from tests.access.addresses import pages
    from tests.access.world import World
    from tests.tournaments.tournaments.play import Friday

    club = _big_club()
    club.fill()
    world = World("public", Friday.at(club.row, club.cup))
    addresses = world.addresses
    addresses.places |= {
        "season_id": club.season,
        "ladder_id": club.rate(),
        "player_id": club.players[0].id,
    }
    addresses.special["tournaments:tournament-proposal"] = {"tournament_id": club.proposed}
    more = {"open evening": club.evening, "knock-out": club.knock_out, "proposed": club.proposed}
    asked = [(str(row), addresses.of(row)) for row in pages()]
    asked += [(f"tournament, {title}", f"/tournaments/{id_}/") for title, id_ in more.items()]
    for who in ("visitor", "owner"):
        client = world.client(who)
        client.defaults["HTTP_HOST"] = "localhost"
        for name, address in asked:
            answer = client.get(address)
            if answer.status_code == 200 and not answer.streaming:
                yield _cost(client, address), f"{name} by {who}"


def _big_club() -> "BigClub":
    """Return a club; an earlier tree has no such module, but what it calls."""
    made: BigClub = runpy.run_path(str(Path(__file__).with_name("big_club.py")))["BigClub"]()
    return made


def _cost(client: "Client", address: str) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
        assert answer.status_code == 200, (address, answer.status_code)
        queries = len(asked)
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        client.get(address)
        best = min(best, time.process_time() - started)
    return best, queries, len(answer.content)


if __name__ == "__main__":
    main()
