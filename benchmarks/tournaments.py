"""One result, one preview and one rebuild of a tournament of 500; the admin's page of one of 128.

There is no peer: no library that we know of keeps a tournament of larger tables as a log. A result
is measured beside the code of before, when it was written into two logs that told each other, and
the page beside that which made a form of every row.
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
from tournaments.tournaments.selectors.consequences import consequences_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

ENTRANTS = 500
ROUNDS = 5
RESULTS = 8
RESULT_TARGET = 0.050
PREVIEW_TARGET = 0.200
REBUILD_TARGET = 5.0
PEER = "none keeps one"
TOLD_TWICE = "7c2ca4a5d662"
SHARE_TARGET = 0.6
ROW_BY_ROW = "37fe336dabd3"
PAGE_TARGET = 0.200
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
        club = create_club(
            club_id=uuid4(), time_zone="UTC", name=name, slug=f"bench-{name[:12]}", now=NOW
        )
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

    def preview(self) -> int:
        """Look at what another order of seats at the last table would change."""
        with reading(self.id) as state:
            row = state.stages[1].rounds[ROUNDS]
            last = row.tables[max(row.tables)]
            seats = {"table": last.number, "entrants": last.entrants[::-1]}
            there = {"stage": 1, "round": ROUNDS, "tables": [seats]}
            consequences_view(self.id, state, read_command("reseat", there))
        return 1


def tournament_rows(*, rounds: int) -> list[Row]:
    """Measure a result, a preview and a rebuild of the rows of a tournament of 500."""
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

    def previewing() -> Batch:
        return hall.preview

    result, rebuild, preview = best_of([recording, rebuilding, previewing], rounds=rounds)
    ours, before = seconds_of("result_cost.py"), earlier_seconds_of("result_cost.py", TOLD_TWICE)
    page, page_before = seconds_of("admin_page.py"), earlier_seconds_of("admin_page.py", ROW_BY_ROW)
    return [
        Row(
            "admin page of 128 entrants, CPU time, beside the code of before",
            "page",
            page,
            f"commit {ROW_BY_ROW}",
            page_before,
            f"<= {PAGE_TARGET * 1000:.0f} ms",
            page <= PAGE_TARGET,
        ),
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
            f"preview of other seats among {ENTRANTS} entrants",
            "preview",
            preview,
            PEER,
            None,
            f"< {PREVIEW_TARGET * 1000:.0f} ms",
            preview < PREVIEW_TARGET,
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
