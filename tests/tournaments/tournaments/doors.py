"""A small tournament for the tests of the doors, directed through the services."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from replays.envelope import Envelope
from replays.services.append import Appended
from tests.factories import NOW, make_club, make_player
from tests.known import known
from tournaments.people.models import Club, Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

PLAIN = {"game": "plain", "options": {"title": "Go"}}
SWISS = {"format": "swiss", "games": [PLAIN], "sizes": [3, 4], "preferred": 4, "rounds": 3}
FINAL = {
    "format": "elimination",
    "games": [PLAIN],
    "sizes": [4],
    "preferred": 4,
    "cut": {"kind": "top", "top": 4},
    "seeding": "former",
}


@dataclass
class Evening:
    """A Swiss with pods and a final table; nobody plays until the stage is started."""

    entrants: int = 8
    club: Club = field(default_factory=make_club)
    players: list[Player] = field(default_factory=list)
    id: UUID = field(init=False)

    def __post_init__(self) -> None:
        self.players = [make_player(self.club, f"Ada{n:02} Z") for n in range(self.entrants)]
        made = create_tournament(
            club=self.club, wanted=NewTournament("Friday", seed="s"), envelope=Envelope("cli", NOW)
        )
        self.id = made.stream_id
        self.do("set_stage", stage=1, rules=SWISS)
        self.do("set_stage", stage=2, rules=FINAL)
        self.do("enter", players=[str(player.id) for player in self.players], present=True)

    @property
    def path(self) -> str:
        return f"tournaments/{self.id}"

    def do(self, name: str, **fields: Any) -> Appended:
        command = read_command(name, fields)
        return direct(tournament_id=self.id, command=command, envelope=Envelope("cli", NOW))

    def start(self) -> "Evening":
        self.do("start_stage", stage=1)
        return self

    def announce(self, stage: int = 1) -> dict[int, tuple[int, ...]]:
        """Propose and publish the next round; return its tables."""
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)
        with reading(self.id) as state:
            row = state.stages[stage].last_round
            assert row is not None
            return {number: table.entrants for number, table in row.tables.items()}

    def play_round(self, stage: int = 1) -> dict[int, tuple[int, ...]]:
        """Announce a round; at every table the lower number is the better player."""
        tables = self.announce(stage)
        with reading(self.id) as state:
            number = known(state.stages[stage].last_round).number
        for table, entrants in tables.items():
            scores = [100 - entrant for entrant in entrants]
            self.do("record", stage=stage, round=number, table=table, scores=scores)
        return tables

    @property
    def version(self) -> int:
        with reading(self.id) as state:
            return state.version
