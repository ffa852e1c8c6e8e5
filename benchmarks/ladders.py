"""A ladder of 100,000 matches: its rebuild, one more match, and the page of who played 5,000.

The peer rates the same tables in memory, with no database at all.
"""

import gc
import time
from datetime import timedelta
from random import Random
from uuid import UUID, uuid4

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openskill.models import PlackettLuce

from benchmarks.store import NOW
from benchmarks.timing import Batch, Row, best_of
from replays.envelope import Envelope
from replays.models import Match, MatchSeat
from replays.projections.matches import seat_id
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import DueCause
from tournaments.ladders.services.ladders import create_ladder
from tournaments.ladders.services.scheduling import schedule_updates
from tournaments.ladders.services.updates import catch_up, rebuild_ladder
from tournaments.people.models import Club, Player
from tournaments.people.services.clubs import create_club

MATCHES = 100_000
PLAYERS = 500
SEATS = 4
OFTEN = 5_000
"""So many matches the first player sat in."""
REBUILD_TARGET = 15.0
UPDATE_TARGET = 0.020
PAGE_TARGET = 0.150
GAMES = ("sushi_bar", "sushi_go_party")


class Archive:
    """A club whose matches are there as rows, as their streams would have made them."""

    def __init__(self) -> None:
        self._luck = Random(1)
        name = uuid4().hex
        self.club: Club = create_club(
            club_id=uuid4(), time_zone="UTC", name=name, slug=f"bench-{name[:12]}", now=NOW
        )
        self.players = [
            Player(id=uuid4(), club=self.club, first_name=f"P{number}", created_at=NOW)
            for number in range(PLAYERS)
        ]
        Player.objects.bulk_create(self.players)
        self.tables: list[list[int]] = []
        for start in range(0, MATCHES, 5_000):
            self.add(start, 5_000)
        self.next = MATCHES
        self.ladder: UUID = create_ladder(
            club=self.club, wanted=NewLadder(title="Bench", rules={}), envelope=Envelope("cli", NOW)
        ).stream_id

    def add(self, first: int, count: int) -> list[UUID]:
        """Store matches that ended one after the other; return their ids."""
        matches, seats = [], []
        for number in range(first, first + count):
            match = Match(
                id=uuid4(),
                club_id=self.club.id,
                game=GAMES[number % 2],
                rules=1,
                options="{}",
                seats=SEATS,
                source="table",
                rated=True,
                status="reported",
                result_kind="reported",
                created_at=NOW + timedelta(minutes=number),
                ended_at=NOW + timedelta(minutes=number, seconds=30),
            )
            matches.append(match)
            often = [0] if number % (MATCHES // OFTEN) == 0 else []
            others = self._luck.sample(range(1, PLAYERS), SEATS - len(often))
            table = [*often, *others]
            self.tables.append(table)
            scores = [self._luck.randint(10, 60) for _ in table]
            ranked = sorted(scores, reverse=True)
            seats += [
                MatchSeat(
                    id=seat_id(match.id, seat),
                    match_id=match.id,
                    seat=seat,
                    player_id=self.players[player].id,
                    place=ranked.index(score) + 1,
                    score=score,
                )
                for seat, (player, score) in enumerate(zip(table, scores, strict=True))
            ]
        Match.objects.bulk_create(matches, batch_size=500)
        MatchSeat.objects.bulk_create(seats, batch_size=500)
        return [match.id for match in matches]

    def rebuild(self) -> int:
        """Rate everything from nothing."""
        assert rebuild_ladder(ladder_id=self.ladder, now=NOW).rated >= MATCHES
        return 1

    def updating(self) -> Batch:
        """Return the update after one more match."""
        [match_id] = self.add(self.next, 1)
        self.next += 1
        schedule_updates([self.ladder], DueCause.MATCH, match_id)

        def batch() -> int:
            assert catch_up(ladder_id=self.ladder, now=NOW).rated == 1
            return 1

        return batch

    def rate_in_memory(self) -> int:
        """Rate the same tables with the peer, by place in the order of the seats."""
        model = PlackettLuce()
        ratings = [model.rating() for _ in range(PLAYERS)]
        for table in self.tables[:MATCHES]:
            rated = model.rate([[ratings[player]] for player in table])
            for player, [rating] in zip(table, rated, strict=True):
                ratings[player] = rating
        return 1


def ladder_rows(*, rounds: int) -> list[Row]:
    """Measure rebuild, update and page of a ladder with 100,000 matches of four."""
    archive = Archive()
    # Once each: these are seconds, and noise of milliseconds does not matter.
    ours, peer = _once(archive.rebuild), _once(archive.rate_in_memory)
    (update,) = best_of([archive.updating], rounds=rounds * 5)
    address = f"/players/{archive.players[0].id}/?ladder={archive.ladder}"
    client = Client()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
        queries = len(asked)

    def page() -> Batch:
        def batch() -> int:
            client.get(address)
            return 1

        return batch

    (spent,) = best_of([page], rounds=rounds)
    return [
        Row(
            f"ladder rebuilt, {MATCHES:,} matches of {SEATS}",
            "ladder",
            ours,
            "openskill in memory",
            peer,
            f"< {REBUILD_TARGET:.0f} s",
            ours < REBUILD_TARGET,
        ),
        Row(
            "ladder update after one match",
            "match",
            update,
            "",
            None,
            f"< {UPDATE_TARGET * 1000:.0f} ms",
            update < UPDATE_TARGET,
        ),
        Row(
            f"player page, {OFTEN:,} matches ({queries} queries)",
            "page",
            spent,
            "",
            None,
            f"< {PAGE_TARGET * 1000:.0f} ms",
            spent < PAGE_TARGET,
        ),
    ]


def _once(batch: Batch) -> float:
    gc.collect()
    started = time.perf_counter()
    batch()
    return time.perf_counter() - started
