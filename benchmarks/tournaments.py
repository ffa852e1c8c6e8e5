"""One result and one rebuild of a tournament of 500, as the server does them.

There is no peer: no library that we know of keeps a tournament of larger tables as a log. A result
is measured beside the code of before, when it was written into two logs that told each other.
"""

from collections.abc import Iterator
from random import Random
from uuid import UUID, uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.earlier import earlier_seconds_of, seconds_of
from benchmarks.store import NOW
from benchmarks.timing import Batch, Row, best_of
from replays.envelope import Envelope
from replays.services.rebuild import rebuild_stream
from tournaments.people.models import Player
from tournaments.people.services.clubs import create_club
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.events import TOURNAMENT_STREAM
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

ENTRANTS = 500
ROUNDS = 5
RESULTS = 8
RESULT_TARGET = 0.050
REBUILD_TARGET = 5.0
PEER = "none keeps one"
TOLD_TWICE = "7c2ca4a5d662"
SHARE_TARGET = 0.6
RULES = {
    "format": "swiss",
    "games": [{"game": "sushi_go_party"}],
    "sizes": [3, 4],
    "preferred": 4,
    "rounds": ROUNDS,
}


class Hall:
    """A tournament of 500 whose last round is being played."""

    def __init__(self) -> None:
        self._luck = Random(1)
        name = uuid4().hex
        club = create_club(club_id=uuid4(), name=name, slug=f"bench-{name[:12]}", now=NOW)
        players = [
            Player(id=uuid4(), club=club, first_name=f"P{number}", created_at=NOW)
            for number in range(ENTRANTS)
        ]
        Player.objects.bulk_create(players)
        self.id: UUID = create_tournament(
            club=club, wanted=NewTournament("Bench", seed="bench"), envelope=Envelope("cli", NOW)
        ).stream_id
        self.do("set_stage", stage=1, rules=RULES)
        self.do("enter", players=[str(player.id) for player in players], present=True)
        self.do("start_stage", stage=1)
        for _ in range(ROUNDS - 1):
            self.open_tables = self._announced()
            self.record(ENTRANTS)
        self.open_tables = self._announced()

    def do(self, name: str, **data: object) -> None:
        """Give one command."""
        command = read_command(name, data)
        direct(tournament_id=self.id, command=command, envelope=Envelope("cli", NOW))

    def _announced(self) -> Iterator[tuple[int, int, int]]:
        self.do("propose", stage=1)
        self.do("publish", stage=1)
        with reading(self.id) as state:
            rounds = state.stages[1].rounds
            last = rounds[max(rounds)]
            sizes = [(table.number, len(table.entrants)) for table in last.tables.values()]
        return iter([(last.number, table, size) for table, size in sizes])

    def record(self, most: int) -> int:
        """Give so many open tables a result; return how many there were."""
        done = 0
        for round_, table, size in self.open_tables:
            scores = [self._luck.randint(10, 60) for _ in range(size)]
            self.do("record", stage=1, round=round_, table=table, scores=scores)
            done += 1
            if done == most:
                break
        return done


def tournament_rows(*, rounds: int) -> list[Row]:
    """Measure recording a result and rebuilding the rows of a tournament of 500."""
    hall = Hall()
    with CaptureQueriesContext(connection) as asked:
        hall.record(1)

    def recording() -> Batch:
        return lambda: hall.record(RESULTS)

    def rebuilding() -> Batch:
        def batch() -> int:
            rebuild_stream(stream_id=hall.id, kind=TOURNAMENT_STREAM)
            return 1

        return batch

    result, rebuild = best_of([recording, rebuilding], rounds=rounds)
    ours, before = seconds_of("result_cost.py"), earlier_seconds_of("result_cost.py", TOLD_TWICE)
    return [
        Row(
            "one result, CPU time, beside the code of before",
            "result",
            ours,
            f"commit {TOLD_TWICE}",
            before,
            f"<= {SHARE_TARGET}x",
            None if before is None else ours <= SHARE_TARGET * before,
        ),
        Row(
            f"one result among {ENTRANTS} entrants, {len(asked)} queries",
            "result",
            result,
            PEER,
            None,
            f"< {RESULT_TARGET * 1000:.0f} ms",
            result < RESULT_TARGET,
        ),
        Row(
            f"rebuild of {ENTRANTS} entrants, {ROUNDS} rounds",
            "rebuild",
            rebuild,
            PEER,
            None,
            f"< {REBUILD_TARGET:.0f} s",
            rebuild < REBUILD_TARGET,
        ),
    ]
