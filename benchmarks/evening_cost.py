"""The CPU time of the largest pages of a club's year, by the code of the working directory.

Run as a script from any tree of this repository: so an earlier commit is measured beside ours.

    evening_cost.py season evening

prints one figure each: the page of a season of 200 players and 30 evenings, and that of an open
evening of 60 people, as its organiser sees it while some play and others wait.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

ROUNDS = 8
EVENINGS, SEASON_PLAYERS, SEASON_TABLE = 30, 200, 8
PEOPLE, TABLE, PLAYED, PLAYING = 60, 4, 45, 6
PLAIN = {"game": "plain", "options": {"title": "Dominoes"}}


def main() -> None:
    """Print the best seconds of CPU of each page that is asked for."""
    sys.path.insert(0, str(Path.cwd()))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/evenings.sqlite3"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print(*(_best(PAGES[asked]()) for asked in sys.argv[1:]))


def _best(address: str) -> float:
    from django.test import Client

    from tournaments.people.models import User

    client = Client(headers={"host": "localhost"})
    organiser = User.objects.create_user(username=uuid4().hex[:12], is_staff=True)
    organiser.is_superuser = True
    organiser.save()
    client.force_login(organiser)
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        assert client.get(address).status_code == 200
        best = min(best, time.process_time() - started)
    return best


class Club:
    """A club of so many people, directed by commands."""

    def __init__(self, people: int) -> None:
        from benchmarks.store import NOW
        from replays.envelope import Envelope
        from tournaments.people.models import Player
        from tournaments.people.services.clubs import create_club

        name = uuid4().hex[:12]
        self.envelope = Envelope("cli", NOW)
        self.row = create_club(club_id=uuid4(), time_zone="UTC", name=name, slug=name, now=NOW)
        self.players = [
            Player(id=uuid4(), club=self.row, first_name=f"P{number}", created_at=NOW)
            for number in range(people)
        ]
        Player.objects.bulk_create(self.players)

    def tournament(self, **rules: object) -> UUID:
        """Return a tournament that everybody of the club has entered, begun."""
        from tournaments.tournaments.services.tournaments import NewTournament, create_tournament

        wanted = NewTournament("Evening", seed="bench")
        id_ = create_tournament(club=self.row, wanted=wanted, envelope=self.envelope).stream_id
        self.do(id_, "set_stage", rules={"games": [PLAIN]} | rules)
        self.do(id_, "enter", players=[str(one.id) for one in self.players], present=True)
        self.do(id_, "start_stage")
        return id_

    def do(self, id_: UUID, name: str, **fields: object) -> None:
        """Give one command; what is about a stage is about the only one."""
        from tournaments.tournaments.director.commands.catalogue import read_command
        from tournaments.tournaments.services.tournaments import direct

        stage = {} if name in ("enter", "finish") else {"stage": 1}
        command = read_command(name, fields | stage)
        direct(tournament_id=id_, command=command, envelope=self.envelope)


def _season() -> str:
    from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
    from tournaments.seasons.services import create_season, lead

    club = Club(SEASON_PLAYERS)
    wanted = NewSeason(title="Year", rules={}, planned=EVENINGS + 1)
    id_ = create_season(club=club.row, wanted=wanted, envelope=club.envelope).stream_id
    for number in range(EVENINGS):
        evening = _played(club, number)
        added = SEASON_COMMANDS.read("add_evening", {"tournament": str(evening)})
        lead(season_id=id_, command=added, envelope=club.envelope)
    return f"/seasons/{id_}/"


def _played(club: Club, number: int) -> UUID:
    """Return an evening of one round that is over."""
    rules = {"sizes": [SEASON_TABLE], "preferred": SEASON_TABLE, "rounds": 1}
    id_ = club.tournament(format="swiss", **rules)
    club.do(id_, "propose")
    club.do(id_, "publish")
    for table in range(1, SEASON_PLAYERS // SEASON_TABLE + 1):
        scores = [(table * 7 + seat * 11 + number * 13) % 50 for seat in range(SEASON_TABLE)]
        club.do(id_, "record", round=1, table=table, scores=scores)
    club.do(id_, "close_stage")
    club.do(id_, "finish")
    return id_


def _evening() -> str:
    club = Club(PEOPLE)
    id_ = club.tournament(format="open")
    for table in range(1, PLAYED + PLAYING + 1):
        seated = [(table * TABLE + seat * 7) % PEOPLE + 1 for seat in range(TABLE)]
        club.do(id_, "begin_table", entrants=seated)
        if table <= PLAYED:
            scores = [(table * 7 + seat * 11) % 50 for seat in range(TABLE)]
            club.do(id_, "record", round=1, table=table, scores=scores)
    return f"/tournaments/{id_}/"


PAGES: dict[str, Callable[[], str]] = {"season": _season, "evening": _evening}


if __name__ == "__main__":
    main()
