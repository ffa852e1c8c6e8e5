"""The evenings of the demo club: those that are over, tonight's, those to come, and two seasons."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from games.core.rng import SeededRng
from replays.envelope import Envelope
from tournaments.demo.dates import WEEK, Dates
from tournaments.people.models import Club
from tournaments.people.selectors.clubs import DEMO_CLUB_ID
from tournaments.seasons.commands import AddEvening, Close, Command, NewSeason
from tournaments.seasons.services import create_season, lead
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.presets import read_plan
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

ACTOR = "cli"
MINUTE = timedelta(minutes=1)
ROUNDS = 2
SWISS = {"preset": "swiss_pods", "game": "sushi_go_party", "rounds": ROUNDS, "final": 0}
WITH_FINAL = SWISS | {"final": 4}
DOMINOES = {"game": "plain", "options": {"title": "Dominos"}}
OPEN = {
    "preset": "open",
    "game": "sushi_go_party",
    "ranking": "average",
    "others": [{"game": "sushi_bar"}, DOMINOES],
}
SCORES = {"sushi_go_party": (24, 24), "sushi_bar": (2, 10), "plain": (20, 30)}
"""The least that is scored at a table of the demo, and how far luck lifts the others above it."""
SKILLS = (5, 1, 9, 3, 6, 2, 8, 0, 4, 7, 10, 3, 1, 5)
"""What each of the demo's people scores on top of their luck."""
TONIGHT = uuid5(DEMO_CLUB_ID, "demo/tonight")
"""The evening that is being played."""
SEASON = uuid5(DEMO_CLUB_ID, "demo/season/now")
"""The season that goes on."""
BEFORE = (-16 * WEEK, -14 * WEEK, -12 * WEEK, -10 * WEEK)
"""The days of the evenings of the season that is over."""
LATELY = (-6 * WEEK, -4 * WEEK, -2 * WEEK)
"""Those of the season that goes on."""
THEN, NOW = "then", "now"
PLANNED = {THEN: len(BEFORE), NOW: 6}
"""How many evenings the seasons have."""
OPEN_EVENING = -4
"""The day of the last evening without rounds."""
OPEN_TABLES = ((0, (1, 4, 7, 9)), (1, (2, 3, 5)), (2, (6, 8, 1, 4)), (0, (7, 2, 9)))
"""What was played there: the game, and the entrants in the order of their seats."""


class Evening:
    """A tournament of the demo, directed step by step from a moment on."""

    def __init__(
        self, id_: UUID, now: datetime, actor: str = ACTOR, *, pause: timedelta = MINUTE
    ) -> None:
        self.id, self.now = id_, now
        self.luck = SeededRng(f"demo/{id_}")
        self._actor, self._pause = actor, pause

    def do(self, name: str, **fields: object) -> None:
        """Send one command, a little later than the last."""
        self.now += self._pause
        command, envelope = read_command(name, fields), Envelope(self._actor, self.now)
        direct(tournament_id=self.id, command=command, envelope=envelope)

    def enter(self, people: Sequence[UUID], *, present: bool = True) -> None:
        self.do("enter", players=[str(player) for player in people], present=present)

    def announce(self, stage: int) -> None:
        self.do("propose", stage=stage)
        self.do("publish", stage=stage)

    def end(self, stage: int) -> None:
        self.do("close_stage", stage=stage, draw=True)


class Programme:
    """All evenings of the demo, made from the day and the people of its club."""

    def __init__(self, club: Club, people: Sequence[UUID], dates: Dates) -> None:
        self._club, self._people, self._dates = club, people, dates
        self._skills = dict(zip(people, SKILLS, strict=True))

    def begin_season(self) -> None:
        """Begin the season that goes on; its first evenings are owed from then on."""
        self._create_season(NOW)

    def play_past(self) -> None:
        """Play the evenings of the season that is over, and the first ones of the other."""
        self._create_season(THEN)
        for number, days in enumerate(BEFORE, 1):
            self._play(number, days, SWISS, self._present(number, 8))
        self._lead(THEN, BEFORE[-1], Close())
        for number, days in enumerate(LATELY, len(BEFORE) + 1):
            self._play(number, days, WITH_FINAL, self._present(number, 12))
        self._open_evening()

    def begin_tonight(self) -> Evening:
        """Begin tonight's evening; its second round is announced."""
        begin = self._dates.evening(0)
        evening = self._begin(TONIGHT, self._number, 0, WITH_FINAL, begin)
        evening.enter(self._people[:12])
        self._lead(NOW, 0, AddEvening(tournament=evening.id))
        evening.do("start_stage", stage=1)
        self._round(evening, 1, 1)
        evening.announce(1)
        return evening

    def announce_next(self) -> None:
        """Announce what comes next, with those who have said that they come."""
        now = self._dates.now - timedelta(days=1)
        self._begin(self._id("open/next"), "Soirée libre", 3, OPEN, now)
        following = self._begin(self._id("next"), self._number + 1, 2 * WEEK, WITH_FINAL, now)
        following.enter(self._people[2:11:2], present=False)
        self._lead(NOW, -1, AddEvening(tournament=following.id))

    def record(self, evening: Evening, stage: int, round_: int, *, skip: int = 0) -> None:
        """Enter the results of a round, but for its first open tables."""
        with reading(evening.id) as state:
            games = [game.game for game in state.stages[stage].rules.games]
            tables = [
                (
                    table.number,
                    games[table.game],
                    [state.entrants[n].player for n in table.entrants],
                )
                for table in state.stages[stage].rounds[round_].tables.values()
                if table.is_open
            ]
        for number, game, players in tables[skip:]:
            low, spread = SCORES[game]
            scores = [low + evening.luck.below(spread) + self._skills[player] for player in players]
            evening.do("record", stage=stage, round=round_, table=number, scores=scores)

    @property
    def _number(self) -> int:
        """Which evening of the club tonight's is."""
        return len(BEFORE) + len(LATELY) + 1

    def _id(self, name: str) -> UUID:
        return uuid5(self._club.id, f"demo/{name}")

    def _begin(
        self, id_: UUID, name: str | int, days: int, plan: Mapping[str, Any], now: datetime
    ) -> Evening:
        title = name if isinstance(name, str) else self._dates.title(name)
        day = self._dates.day(days).isoformat()
        create_tournament(
            club=self._club,
            wanted=NewTournament(title, day, seed=f"demo/{id_}", plan=read_plan(plan)),
            envelope=Envelope(ACTOR, now),
            tournament_id=id_,
        )
        return Evening(id_, now)

    def _present(self, number: int, size: int) -> list[UUID]:
        """Return who comes to an evening: not everybody does every time."""
        return [self._people[(3 * number + n) % len(self._people)] for n in range(size)]

    def _play(
        self, number: int, days: int, plan: Mapping[str, Any], present: Sequence[UUID]
    ) -> None:
        """Play a whole evening, which counts for its season."""
        begin = self._dates.evening(days)
        evening = self._begin(self._id(f"evening/{number}"), number, days, plan, begin)
        evening.enter(present)
        self._stage(evening, 1, rounds=ROUNDS)
        if plan["final"]:
            self._stage(evening, 2, rounds=1)
        evening.do("finish")
        season, first = (NOW, LATELY) if days in LATELY else (THEN, BEFORE)
        added = AddEvening(tournament=evening.id, position=1 + first.index(days))
        self._lead(season, days, added)

    def _stage(self, evening: Evening, stage: int, *, rounds: int) -> None:
        evening.do("start_stage", stage=stage)
        for number in range(1, rounds + 1):
            self._round(evening, stage, number)
        evening.end(stage)

    def _round(self, evening: Evening, stage: int, round_: int) -> None:
        evening.announce(stage)
        evening.now += 20 * MINUTE
        self.record(evening, stage, round_)

    def _open_evening(self) -> None:
        """Play an evening at which whoever is free begins a table."""
        days, begin = OPEN_EVENING, self._dates.evening(OPEN_EVENING)
        evening = self._begin(self._id("open/last"), "Soirée libre", days, OPEN, begin)
        evening.enter(self._people[:9])
        evening.do("start_stage", stage=1)
        for game, entrants in OPEN_TABLES:
            evening.do("begin_table", game=game, entrants=entrants)
            evening.now += 20 * MINUTE
            self.record(evening, 1, 1)
        evening.end(1)
        evening.do("finish")

    def _create_season(self, season: str) -> None:
        earlier, first = (0, LATELY[0]) if season == NOW else (1, BEFORE[0])
        title = self._dates.season_title(LATELY[0], earlier=earlier)
        create_season(
            club=self._club,
            wanted=NewSeason(title=title, planned=PLANNED[season], rules={"best": 3}),
            envelope=Envelope(ACTOR, self._dates.evening(first)),
            season_id=self._id(f"season/{season}"),
        )

    def _lead(self, season: str, days: int, command: Command) -> None:
        # Late in the evening, but tonight's has not come to that yet.
        now = min(self._dates.evening(days, 240), self._dates.now)
        season_id = self._id(f"season/{season}")
        lead(season_id=season_id, command=command, envelope=Envelope(ACTOR, now))
