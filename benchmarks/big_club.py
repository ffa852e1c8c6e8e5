"""A club after many years, made by its services alone: matches, evenings, a season, ladders."""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cached_property
from itertools import islice
from random import Random
from uuid import UUID, uuid4

from benchmarks.store import NOW
from replays.envelope import Envelope
from replays.models import Match
from tournaments.ladders.models import Ladder
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.usual import usual_id
from tournaments.past_results.rows import Wanted
from tournaments.past_results.services.imports import import_results
from tournaments.people.models import Player
from tournaments.people.services.clubs import create_club
from tournaments.seasons.commands import SEASON_COMMANDS, NewSeason
from tournaments.seasons.services import create_season, lead
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

PLAYERS, MATCHES, TOURNAMENTS = 200, 2_000, 34
EVENINGS, EVENING_TABLE = 30, 8
CUP, CUP_ROUNDS, CUP_TABLE = 128, 4, 4
CROWD, CROWD_TABLE, PLAYED, PLAYING = 60, 4, 45, 6
KNOCK_OUT = 32
FINAL = {
    "format": "elimination",
    "sizes": [4],
    "preferred": 4,
    "cut": {"kind": "top", "top": 16},
    "seeding": "former",
}
PLAIN = {"game": "plain", "options": {"title": "Dominoes"}}
AT_A_TIME = 250
"""Matches of a file: what a row costs does not depend on it."""


class BigClub:
    """A club of so many people; what has happened there happens when it is first asked for."""

    def __init__(self, people: int = PLAYERS) -> None:
        name = uuid4().hex[:12]
        self.envelope = Envelope("cli", NOW)
        self.row = create_club(club_id=uuid4(), time_zone="UTC", name=name, slug=name, now=NOW)
        self.players = [
            Player(
                id=uuid4(),
                club=self.row,
                first_name=f"Player{number}",
                last_name=f"Of{number}",
                created_at=NOW,
            )
            for number in range(people)
        ]
        Player.objects.bulk_create(self.players)

    @cached_property
    def season(self) -> UUID:
        """A season of evenings at which everybody was, two of them still to come."""
        wanted = NewSeason(title="Year", rules={}, planned=EVENINGS + 2)
        id_ = create_season(club=self.row, wanted=wanted, envelope=self.envelope).stream_id
        for number in range(EVENINGS):
            added = {"tournament": str(self._evening(number))}
            command = SEASON_COMMANDS.read("add_evening", added)
            lead(season_id=id_, command=command, envelope=self.envelope)
        return id_

    def fill(self) -> None:
        """Let everything have happened: so many matches, so many tournaments."""
        others = (self.season, self.cup, self.proposed, self.knock_out, self.evening)
        assert len(others) - 1 + EVENINGS == TOURNAMENTS
        self.import_matches(MATCHES - Match.objects.count())

    def _evening(self, number: int) -> UUID:
        sizes = {"sizes": [EVENING_TABLE], "preferred": EVENING_TABLE}
        id_ = self.tournament(
            f"Evening {number}", len(self.players), format="swiss", rounds=1, **sizes
        )
        self._play(id_, number)
        self.do(id_, "close_stage", stage=1)
        self.do(id_, "finish")
        return id_

    @cached_property
    def cup(self) -> UUID:
        """A large tournament in whose last round every other table is still being played."""
        return self._cup("Cup", half=True)

    @cached_property
    def proposed(self) -> UUID:
        """One as large whose last round is proposed."""
        id_ = self._cup("Other cup")
        self.do(id_, "propose", stage=1)
        return id_

    def _cup(self, title: str, *, half: bool = False) -> UUID:
        sizes = {"sizes": [CUP_TABLE], "preferred": CUP_TABLE, "rounds": CUP_ROUNDS + 1}
        id_ = self.tournament(title, CUP, format="swiss", **sizes)
        self.do(id_, "set_stage", stage=2, rules={"games": [PLAIN]} | FINAL)
        for number in range(CUP_ROUNDS):
            self._play(id_, number)
        if half:
            self._play(id_, CUP_ROUNDS, every=2)
        return id_

    @cached_property
    def knock_out(self) -> UUID:
        """A double elimination in its second round."""
        rules = {"format": "double_elimination", "sizes": [2], "preferred": 2}
        id_ = self.tournament("Knock-out", KNOCK_OUT, **rules)
        self._play(id_, 0)
        return id_

    @cached_property
    def evening(self) -> UUID:
        """An open evening at which some play and others wait."""
        id_ = self.tournament("Open evening", CROWD, format="open")
        for table in range(1, PLAYED + PLAYING + 1):
            seated = [(table * CROWD_TABLE + seat * 7) % CROWD + 1 for seat in range(CROWD_TABLE)]
            self.do(id_, "begin_table", stage=1, entrants=seated)
            if table <= PLAYED:
                self._record(id_, 1, table, CROWD_TABLE)
        return id_

    def tournament(self, title: str, entrants: int, **rules: object) -> UUID:
        """Return a new tournament that the first people of the club have entered, begun."""
        wanted = NewTournament(title, seed="bench")
        id_ = create_tournament(club=self.row, wanted=wanted, envelope=self.envelope).stream_id
        players = [str(one.id) for one in self.players[:entrants]]
        self.do(id_, "set_stage", stage=1, rules={"games": [PLAIN]} | rules)
        self.do(id_, "enter", players=players, present=True)
        self.do(id_, "start_stage", stage=1)
        return id_

    def do(self, id_: UUID, name: str, **fields: object) -> None:
        """Give a tournament one command."""
        command = read_command(name, fields)
        direct(tournament_id=id_, command=command, envelope=self.envelope)

    def _play(self, id_: UUID, number: int, *, every: int = 1) -> None:
        self.do(id_, "propose", stage=1)
        self.do(id_, "publish", stage=1)
        with reading(id_) as state:
            rounds = state.stages[1].rounds
            tables = rounds[max(rounds)].tables.values()
            due = [(max(rounds), one.number, len(one.entrants)) for one in tables]
        for round_, table, size in due[::every]:
            self._record(id_, round_, table, size, number)

    def _record(self, id_: UUID, round_: int, table: int, size: int, number: int = 0) -> None:
        scores = [(table * 7 + seat * 11 + number * 13) % 50 for seat in range(size)]
        self.do(id_, "record", stage=1, round=round_, table=table, scores=scores)

    def import_matches(self, count: int, *, often: bool = False) -> None:
        """Add matches of years ago from a spreadsheet; the first player sat at each if `often`."""
        lines = iter(self._lines(count, often))
        while part := list(islice(lines, AT_A_TIME)):
            header = ",".join(f"player {seat},score {seat}" for seat in range(1, 5))
            text = "\n".join([f"date,game,{header}", *part])
            wanted = Wanted(text.encode())
            done = import_results(
                club=self.row, wanted=wanted, envelope=self.envelope, at_once=AT_A_TIME
            )
            assert len(done.imported) == len(part)

    def _lines(self, count: int, often: bool) -> Iterator[str]:
        luck, names = Random(1), [f"{one.first_name} {one.last_name}" for one in self.players]
        always = names[:1] if often else []
        for number in range(count):
            day = date(2018, 1, 1) + timedelta(days=number // 4)
            seated = always + luck.sample(names[1:], 4 - len(always))
            seats = [f"{name},{luck.randint(10, 60)}" for name in seated]
            yield f"{day},{('Sushi Bar', 'Sushi Go Party!')[number % 2]},{','.join(seats)}"

    def rate(self) -> UUID:
        """Rate every match; return the ladder for all games."""
        begin_usual_ladders(club_id=self.row.id, envelope=self.envelope)
        for ladder in Ladder.objects.filter(club=self.row):
            rebuild_ladder(ladder_id=ladder.pk, now=NOW)
        return usual_id(self.row.id)
