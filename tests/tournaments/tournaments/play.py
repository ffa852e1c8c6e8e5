"""Tournaments in the database, directed through the services alone."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

from games.bots import bot_named
from games.core.matches import play_match
from games.core.rng import SeededRng
from replays.envelope import Envelope, RequestKey
from replays.models import Match, MatchSeat
from replays.selectors.logs import load_log
from replays.services import matches
from replays.services.append import Appended
from tests.factories import NOW, make_club
from tests.tournaments.tournaments.director.play import rules
from tournaments.people.models import Club, Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.state import Round, State, Table
from tournaments.tournaments.models import Tournament, TournamentEntrant, TournamentTable
from tournaments.tournaments.selectors.states import tournament_state
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

PROJECTIONS = (Tournament, TournamentEntrant, TournamentTable)
UNPLAYED = ("walk_over", "void")
FINAL = rules("elimination", sizes=[4], cut={"kind": "top", "top": 4}, seeding="former")
"""A table of the best four."""


class Friday:
    """A tournament of a club of its own."""

    def __init__(self, entrants: int = 0, *stages: dict[str, Any], start: bool = True) -> None:
        self.club = make_club()
        self.id: UUID = create_tournament(
            club=self.club,
            wanted=NewTournament("Friday", seed="lots"),
            envelope=Envelope("cli", NOW),
        ).stream_id
        for number, stage in enumerate(stages, 1):
            self.do("set_stage", stage=number, rules=stage)
        if entrants:
            self.do("enter", players=self.people(entrants), present=True)
        if entrants and stages and start:
            self.do("start_stage", stage=1)

    @classmethod
    def at(cls, club: Club, tournament_id: UUID) -> "Friday":
        """Return a tournament that is there already."""
        friday = cls.__new__(cls)
        friday.club, friday.id = club, tournament_id
        return friday

    def people(self, count: int) -> list[str]:
        """Return the ids of new players of the club."""
        new = [
            Player(id=uuid4(), club=self.club, first_name=f"P{number}", created_at=NOW)
            for number in range(count)
        ]
        Player.objects.bulk_create(new)
        return [str(player.id) for player in new]

    def do(
        self,
        name: str,
        *,
        actor: str = "cli",
        note: str = "",
        expected: int | None = None,
        request: RequestKey | None = None,
        **data: Any,
    ) -> Appended:
        return direct(
            tournament_id=self.id,
            command=read_command(name, data),
            envelope=Envelope(actor, NOW, request, note=note),
            expected_version=expected,
        )

    @property
    def state(self) -> State:
        return tournament_state(self.id)

    def row(self, stage: int = 1) -> Round:
        last = self.state.stages[stage].last_round
        assert last is not None
        return last

    def table(self, number: int, round_: int = 1, stage: int = 1) -> Table:
        found = self.state.table(stage, round_, number)
        assert found is not None
        return found

    def announce(self, stage: int = 1) -> Round:
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)
        return self.row(stage)

    def record(self, table: int, *, round_: int = 1, stage: int = 1, **said: Any) -> Appended:
        return self.do("record", stage=stage, round=round_, table=table, **said)

    def play_round(self, luck: Random, stage: int = 1) -> Round:
        row = self.announce(stage)
        for number, table in row.tables.items():
            scores = luck.sample(range(10, 90), len(table.entrants))
            self.record(number, round_=row.number, stage=stage, scores=scores)
        return row

    def match_of(self, table: int, round_: int = 1) -> Match | None:
        return Match.objects.filter(pk=self.table(table, round_).match).first()

    def play_by_bots(self, table: int, round_: int = 1, seed: int = 1) -> None:
        """Begin the match of a table and play it to its end, move by move."""
        self.do("start_table", stage=1, round=round_, table=table)
        match_id = self.table(table, round_).match
        log = load_log(match_id)
        bots = [bot_named("random")] * log.setup.seats
        matches.play(
            match_id=match_id,
            expected_version=log.version,
            events=play_match(log.rules, log.setup, bots, seed),
            envelope=Envelope("cli", NOW),
        )


def play_moves(match_id: UUID, count: int = 3) -> None:
    """Play so many moves on in a match, whatever comes."""
    for _ in range(count):
        log = load_log(match_id)
        event = log.rules.sample(log.state, log.rules.needs(log.state)[0], SeededRng("moves"))
        matches.play(
            match_id=match_id,
            expected_version=log.version,
            events=[event],
            envelope=Envelope("cli", NOW),
        )


def swiss(**fields: Any) -> dict[str, Any]:
    """Return the rules of a Swiss stage."""
    return rules("swiss", **fields)


def rows_of(model: Any, tournament_id: UUID) -> Any:
    """Return the rows of one projection that belong to a tournament."""
    return model.objects.filter(**{"id" if model is Tournament else "tournament_id": tournament_id})


def dump(tournament_id: UUID) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the projections of a tournament."""
    return {
        model.__name__: list(rows_of(model, tournament_id).order_by("pk").values_list())
        for model in PROJECTIONS
    }


def seats_of(match_id: UUID) -> list[tuple[UUID | None, int | None, int | None]]:
    """Return who sits in a match, with place and score, in seat order."""
    rows = MatchSeat.objects.filter(match_id=match_id).order_by("seat")
    return list(rows.values_list("player_id", "place", "score"))
