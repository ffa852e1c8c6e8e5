"""Tournaments at a certain point of their life, made through the services."""

from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from replays.envelope import Envelope
from tests.answers import Answer
from tests.factories import NOW, make_club, make_player
from tests.known import known
from tests.replays.sittings import Sitting
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.states import tournament_state
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

GAMES = [{"game": "sushi_go_party"}]
PODS = {"format": "swiss", "games": GAMES, "sizes": [3, 4, 5], "preferred": 4, "rounds": 2}
FINAL = {
    "format": "elimination",
    "games": GAMES,
    "sizes": [4],
    "preferred": 4,
    "cut": {"kind": "top", "top": 4},
    "seeding": "former",
}
KNOCK_OUT = {"format": "elimination", "games": GAMES, "sizes": [2], "preferred": 2}
OPEN: dict[str, Any] = {
    "format": "open",
    "games": [{"game": "sushi_go_party", "boxes": 1}, {"game": "sushi_bar"}],
    "preferred": 4,
}
HTMX = {"HX-Request": "true"}


class Field:
    """A tournament with entrants who are there, and a way to send it commands."""

    def __init__(self, entrants: int, *stages: dict[str, Any], club: Club | None = None) -> None:
        self.club = club or make_club()
        created = create_tournament(
            club=self.club,
            wanted=NewTournament("Friday", "2026-11-16", seed="s"),
            envelope=Envelope("cli", NOW),
        )
        self.id: UUID = created.stream_id
        for number, rules in enumerate(stages or (PODS,), 1):
            self.do("set_stage", stage=number, rules=rules)
        self.players = [make_player(self.club, f"Player{n} Name") for n in range(entrants)]
        if entrants:
            ids = [str(player.id) for player in self.players]
            self.do("enter", players=ids, present=True)

    def do(self, name: str, *, note: str = "", **data: object) -> None:
        """Send a command."""
        command = read_command(name, data)
        direct(tournament_id=self.id, command=command, envelope=Envelope("cli", NOW, note=note))

    def announced(self, stage: int = 1) -> "Field":
        """Begin the stage where that is still to do, and announce its next round."""
        if self.state.stages[stage].status == "planned":
            self.do("start_stage", stage=stage)
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)
        return self

    def played(self, stage: int = 1) -> "Field":
        """Announce the next round and give every table a result, the first seat winning."""
        self.announced(stage)
        last = self.state.stages[stage].last_round
        assert last is not None
        for number, table in last.tables.items():
            scores = [60 - (9 + number) * seat for seat in range(len(table.entrants))]
            self.do("record", stage=stage, round=last.number, table=number, scores=scores)
        return self

    @property
    def state(self) -> State:
        """The tournament as its stream stands."""
        return tournament_state(self.id)

    def path(self, section: str = "") -> str:
        """The address of one of its pages."""
        return f"/tournaments/{self.id}/{section}"

    def seats(self, stage: int = 1, round_: int = 1, table: int = 1) -> tuple[int, ...]:
        """Who sits at a table."""
        return known(self.state.table(stage, round_, table)).entrants

    def sitting(self, table: int, round_: int = 1) -> Sitting:
        """The match of a table, begun if it is not."""
        row = known(self.state.table(1, round_, table))
        if not row.started:
            self.do("start_table", stage=1, round=round_, table=table)
        return Sitting.at(row.match)

    def at(self, round_: int = 1, table: int = 1, **fields: object) -> dict[str, Any]:
        """What every form of a table sends."""
        place = {"stage": 1, "round": round_, "table": table}
        return {**place, "form": f"table-1-{round_}-{table}", "back": "overview", **fields}

    def scored(
        self, *scores: object, round_: int = 1, table: int = 1, **fields: object
    ) -> dict[str, Any]:
        """The form of a result, the scores by seat."""
        inputs = {f"score_{seat}": score for seat, score in enumerate(scores)}
        return self.at(round_, table, **inputs, **fields)


def send(
    client: Client,
    field: Field,
    name: str,
    _headers: dict[str, str] | None = None,
    /,
    **fields: Any,
) -> Answer:
    """Send the form of a command."""
    data = {"key": str(uuid4()), "back": "overview"} | fields
    return client.post(field.path(f"do/{name}/"), data, headers=_headers or {})
