"""A day on a laptop without network, handed over to the club's server as one file."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from replays.envelope import Envelope
from replays.models import Match, Stream
from replays.services.verify import verify_stream
from tests.factories import NOW, bearer, make_club, make_player, make_token
from tests.plugins.databases import FreshDatabase
from tests.tournaments.ladders.nights import numbers, rebuilt, shown, work
from tests.tournaments.seasons.played import PLAIN, direct_it, make_season, table
from tests.tournaments.tournaments.test_incoming import counts, logs_of
from tournaments.backups.archive import pack
from tournaments.backups.selectors import backup_parts
from tournaments.backups.services import restore_club
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.imports import import_players
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.files import import_tournament
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament

pytestmark = pytest.mark.database
Elsewhere = Callable[[], AbstractContextManager[None]]
NAMES = ("Ana Bell", "Bo Carr", "Chloé Dune", "Dan Elm", "Eve Frost", "Fay Gale")
PASTED = "first name,last name\n" + "".join(f"{name.replace(' ', ',')}\n" for name in NAMES)
RULES = {"format": "swiss", "games": [PLAIN], "sizes": [3, 4], "preferred": 3, "rounds": 2}


@dataclass(frozen=True)
class Day:
    """A tournament that is directed on the laptop."""

    id: UUID

    @classmethod
    def begun(cls, club: Club) -> "Day":
        made = create_tournament(
            club=club, wanted=NewTournament("Saturday", "2026-11-14"), envelope=Envelope("cli", NOW)
        )
        day = cls(made.stream_id)
        day.do("set_stage", stage=1, rules=RULES)
        day.enter(Player.objects.filter(club=club))
        return day

    def do(self, name: str, note: str = "", **fields: Any) -> None:
        direct_it(self.id, name, note, **fields)

    def enter(self, players: Any, **more: Any) -> None:
        self.do("enter", players=[str(one.id) for one in players], present=True, **more)

    def play(self, round_: int) -> None:
        """Announce a round and enter every slip: who entered earlier does better."""
        self.do("propose", stage=1)
        self.do("publish", stage=1)
        for number, entrants in self.tables(round_).items():
            scores = [50 - entrant for entrant in entrants]
            self.do("record", stage=1, round=round_, table=number, scores=scores)

    def tables(self, round_: int) -> dict[int, tuple[int, ...]]:
        with reading(self.id) as state:
            tables = state.stages[1].rounds[round_].tables
            return {number: one.entrants for number, one in tables.items()}


@pytest.fixture
def server(fresh_database: FreshDatabase) -> Club:
    """The club on its server: most of the people, under ids of its own, a ladder."""
    club = make_club("Here", slug="here")
    for name in ("Ana Bell", "Bo Carr", "CHLOE Dune", "Dan Elm", "Eve Frosst"):
        make_player(club, name)
    begin_usual_ladders(club_id=club.id, envelope=Envelope("cli", NOW))
    work()
    return club


def hand_over(text: str, **choices: str) -> dict[str, Any]:
    """Send a file to the server as a program of the organiser's would."""
    headers = bearer(make_token()[1])
    path = "/api/v1/clubs/here/tournaments/import"
    people = ",".join(f"{one}:{who}" for one, who in choices.items())
    client = Client()
    kind = "application/x-ndjson"
    preview = client.post(f"{path}/preview", text, content_type=kind, headers=headers).json()
    asked = {row["player"]: row for row in preview["people"] if row["status"] == "resembles"}
    if asked:
        refused = client.post(path, text, content_type=kind, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "tournament_file_people")
        # The organiser knows that everybody in doubt is the one who is offered.
        chosen = [f"{one}:{row['candidates'][0]['id']}" for one, row in asked.items()]
        people = ",".join([people, *chosen] if people else chosen)
    address = f"{path}?people={people}" if people else path
    answer = client.post(address, text, content_type=kind, headers=headers)
    assert answer.status_code in (200, 201), answer.content
    return {"asked": sorted(row["name"] for row in asked.values()), **answer.json()}


def test_a_day_on_a_laptop_that_was_set_up_anew(server: Club, elsewhere: Elsewhere) -> None:
    with elsewhere():
        laptop = make_club("Our laptop", slug="laptop")
        import_players(club=laptop, data=PASTED.encode(), mode="all", now=NOW)
        day = Day.begun(laptop)
        day.do("start_stage", stage=1)
        day.play(1)
        noon = export_tournament(day.id)
        day.enter([make_player(laptop, "Gus", guest=True)], late="0")
        day.play(2)
        first = day.tables(1)[1]
        day.do("correct", stage=1, round=1, table=1, scores=[10 + one for one in first])
        day.do("close_stage", stage=1)
        day.do("finish")
        evening = export_tournament(day.id)
        assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())

    done = hand_over(noon)
    assert (done["asked"], done["created"]) == (["Eve Frost"], True)
    done = hand_over(evening)
    assert (done["asked"], done["created"], done["events"] > 0) == ([], False, True)
    season = make_season(server, evenings=[day.id], planned=1)
    work()
    once = counts(), numbers(), table(season)
    for text in (evening, evening):
        assert hand_over(text)["events"] == 0
    work()
    assert (counts(), numbers(), table(season)) == once == (counts(), rebuilt(), table(season))

    assert logs_of(export_tournament(day.id)) == logs_of(evening)
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
    people = Player.objects.filter(club=server, merged_into=None, kind="person")
    names = sorted(map(str, people))
    known = ["Ana Bell", "Bo Carr", "CHLOE Dune", "Dan Elm", "Eve Frosst"]
    assert names == sorted([*known, "Fay Gale", "Gus"])
    rated = {str(Player.objects.get(pk=one)) for one in shown(usual_id(server.id))}
    assert rated == {*known, "Fay Gale"}
    assert Match.objects.filter(club_id=server.id).count() == Match.objects.count()
    assert Tournament.objects.get().status == "finished"
    assert len(table(season)) == 7


def test_a_day_on_a_laptop_that_has_the_clubs_backup(server: Club, elsewhere: Elsewhere) -> None:
    backup = pack(str(server.id), backup_parts(server))
    with elsewhere():
        restore_club(data=backup, envelope=Envelope("cli", NOW), source="backup")
        laptop = Club.objects.get()
        day = Day.begun(laptop)
        day.enter([make_player(laptop, "Gus", guest=True)])
        day.do("start_stage", stage=1)
        day.play(1)
        text = export_tournament(day.id)

    done = hand_over(text)
    assert (done["asked"], done["created"]) == ([], True)
    work()
    assert numbers() == rebuilt()
    assert Player.objects.filter(merged_into=None).count() == 6
    assert not Player.objects.exclude(merged_into=None).exists()
    # And back again: the server goes on, the laptop takes that in.
    day.play(2)
    longer = export_tournament(day.id)
    with elsewhere():
        back = import_tournament(text=longer, envelope=Envelope("cli", NOW), source=str(uuid4()))
        assert (back.created, back.events > 0) == (False, True)
        assert export_tournament(day.id) == longer
