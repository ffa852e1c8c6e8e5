"""The evenings of the demo club: two that are over, one that is being played, and their season."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from games.core.rng import SeededRng
from replays.envelope import Envelope
from tournaments.people.models import Club
from tournaments.seasons.commands import AddEvening, NewSeason
from tournaments.seasons.services import create_season, lead
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

ACTOR = "cli"
ROUNDS = 2
PARTY = [{"game": "sushi_go_party"}]
SWISS = {"format": "swiss", "games": PARTY, "sizes": [3, 4], "preferred": 4, "rounds": ROUNDS}
FINAL = {
    "format": "elimination",
    "games": PARTY,
    "sizes": [4],
    "preferred": 4,
    "cut": {"kind": "top", "top": 4},
    "seeding": "former",
}
SCORES = {"sushi_go_party": (20, 40), "sushi_bar": (2, 20), "plain": (20, 40)}
"""The least that is scored at a table of the demo, and how far the others lie above it."""
OPEN = {
    "format": "open",
    "games": [
        {"game": "sushi_go_party", "boxes": 1},
        {"game": "sushi_bar", "boxes": 1},
        {"game": "plain", "options": {"title": "Dominoes"}},
    ],
    "ranking": "average",
    "least_matches": 1,
}


class Evening:
    """A tournament of the demo, directed step by step from a fixed moment on."""

    def __init__(self, club: Club, title: str, start: datetime) -> None:
        self.id = uuid5(club.id, f"demo/{title}")
        self.now = start
        self.luck = SeededRng(f"demo/{title}")
        create_tournament(
            club=club,
            wanted=NewTournament(title, start.date().isoformat(), seed=f"demo/{title}"),
            envelope=Envelope(ACTOR, start),
            tournament_id=self.id,
        )

    def do(self, name: str, **fields: object) -> None:
        """Send one command, a little later than the last."""
        self.now += timedelta(minutes=1)
        command, envelope = read_command(name, fields), Envelope(ACTOR, self.now)
        direct(tournament_id=self.id, command=command, envelope=envelope)

    def announce(self, stage: int) -> None:
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)

    def play(self, stage: int, round_: int, *, leave_open: int = 0) -> None:
        """Enter the results of a round, but for its last tables."""
        with reading(self.id) as state:
            tables = [*state.stages[stage].rounds[round_].tables.values()]
            games = [game.game for game in state.stages[stage].rules.games]
        for table in tables[: len(tables) - leave_open]:
            low, spread = SCORES[games[table.game]]
            scores = [low + self.luck.below(spread) for _ in table.entrants]
            self.do("record", stage=stage, round=round_, table=table.number, scores=scores)


def make_evenings(club: Club, people: Sequence[UUID], start: datetime) -> None:
    over = [
        _finished(club, title, people, start + timedelta(weeks=week))
        for week, title in enumerate(("First Friday", "Second Friday"))
    ]
    _running(club, people, start + timedelta(weeks=2))
    _open(club, people, start + timedelta(weeks=2, days=1))
    _season(club, over, start + timedelta(weeks=1, hours=5))


def _begun(club: Club, title: str, people: Sequence[UUID], start: datetime) -> Evening:
    evening = Evening(club, title, start)
    evening.do("set_stage", stage=1, rules=SWISS)
    evening.do("set_stage", stage=2, rules=FINAL)
    evening.do("enter", players=[str(player) for player in people], present=True)
    evening.do("start_stage", stage=1)
    return evening


def _finished(club: Club, title: str, people: Sequence[UUID], start: datetime) -> UUID:
    evening = _begun(club, title, people, start)
    for number in range(1, ROUNDS + 1):
        evening.announce(1)
        evening.play(1, number)
    evening.do("close_stage", stage=1, lots=list(range(1, len(people) + 1)))
    evening.do("start_stage", stage=2)
    evening.announce(2)
    evening.play(2, 1)
    evening.do("close_stage", stage=2)
    evening.do("finish")
    return evening.id


def _running(club: Club, people: Sequence[UUID], start: datetime) -> None:
    """A Friday in the middle of its second round."""
    evening = _begun(club, "Third Friday", people, start)
    evening.announce(1)
    evening.play(1, 1)
    evening.announce(1)
    evening.play(1, 2, leave_open=1)


def _open(club: Club, people: Sequence[UUID], start: datetime) -> None:
    """An open evening at which some play and others are free."""
    evening = Evening(club, "Open Saturday", start)
    evening.do("set_stage", stage=1, rules=OPEN)
    evening.do("enter", players=[str(player) for player in people], present=True)
    evening.do("start_stage", stage=1)
    evening.do("begin_table", game=1, entrants=[1, 2, 3])
    evening.play(1, 1)
    evening.do("begin_table", game=0, entrants=[1, 4, 5])


def _season(club: Club, evenings: Sequence[UUID], now: datetime) -> None:
    season_id = uuid5(club.id, "demo/season")
    envelope = Envelope(ACTOR, now)
    wanted = NewSeason(title="Autumn", planned=4, rules={"best": 3})
    create_season(club=club, wanted=wanted, envelope=envelope, season_id=season_id)
    for evening in evenings:
        lead(season_id=season_id, command=AddEvening(tournament=evening), envelope=envelope)
