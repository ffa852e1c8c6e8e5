"""A demo club: people, bots, evenings, and matches of every kind, the same from the same seed."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from django.db import transaction

from games.core.unseen import unseen_record
from games.registry import rules_of
from tournaments.demo.dates import FOUNDED, TIME_ZONE, WEEK, Dates
from tournaments.demo.evenings import Programme
from tournaments.demo.matches import Matches, Played
from tournaments.demo.people import add_people
from tournaments.demo.tonight import STRENGTHS, record_part, start_tables
from tournaments.people.models import Club, User
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, DEMO_LOGIN
from tournaments.people.services import bots
from tournaments.people.services.bots import BotMatch
from tournaments.people.services.clubs import create_club
from tournaments.people.services.members import make_owner

LIVE_TABLES = 2
"""How many tables are being played when the demo is made."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Table:
    """A sitting of the demo: bots by name, or people by their number."""

    game: str
    bots: tuple[str, ...] = ()
    people: tuple[int, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """Who decides at each seat."""
        return self.bots or STRENGTHS[: len(self.people)]


BAR, PARTY = "sushi_bar", "sushi_go_party"
ROLL, EXPRESS, BOAT = "sushi_roll", "sushi_express", "sushi_boat"
TABLES = (
    Table(BAR, ("greedy", "random")),
    Table(PARTY, ("greedy", "random", "random", "random")),
    Table(BAR, ("random", "greedy", "random")),
    Table(PARTY, ("greedy", "greedy", "random"), options={"menu": "points_platter"}),
    Table(BAR, ("greedy", "random", "greedy", "random")),
    Table(PARTY, ("random", "greedy") * 3, options={"menu": "big_banquet"}),
    Table(BAR, people=(0, 1, 2)),
    Table(PARTY, people=(3, 4, 5, 6), options={"menu": "party_sampler"}),
    Table(PARTY, people=(7, 0), options={"menu": "dinner_for_two"}),
    Table(BAR, people=(5, 3, 1)),
    Table(PARTY, people=(2, 6, 4, 7, 1), options={"menu": "cutthroat_combo"}),
    Table(BAR, people=(7, 5, 2, 0)),
    Table(ROLL, people=(0, 3, 5)),
    Table(EXPRESS, people=(1, 2, 4, 6)),
    Table(BOAT, people=(6, 7, 0)),
)
OPEN_TABLE = Table(PARTY, people=(12, 13), options={"menu": "dinner_for_two"})
UNDONE_TABLE = Table(BAR, people=(3, 7))


def plan_matches(*, seed: int | str, tell: Tell) -> list[Played]:
    """Play every match of the demo; nothing is stored."""
    tables = (*TABLES, UNDONE_TABLE, OPEN_TABLE)
    weeks = len(tables) // 2
    planned = []
    for number, table in enumerate(tables):
        match = _played(table, f"{seed}/demo/{number}")
        days, minutes = WEEK * (number // 2 - weeks), 40 * (number % 2)
        planned.append(Played(match, table.people, days, minutes))
        tell(f"{number + 1}/{len(tables)}")
    return planned


def _played(table: Table, seed: str) -> BotMatch:
    rules = rules_of(table.game)
    setup = bots.require_playable(rules, table.players, dict(table.options))
    match = bots.play_bot_match(rules=rules, setup=setup, bots=table.players, seed=seed)
    if not table.people:
        return match
    # Whoever keeps the record of a real table does not see the hands.
    return replace(match, events=tuple(unseen_record(rules, setup, match.events)))


def make_demo(*, planned: Sequence[Played], now: datetime) -> Club:
    """Store the demo club as it stands at a moment, all of it or nothing.

    The evenings before it are owed: the worker plays them, so that nobody waits for them.
    """
    dates = Dates(now)
    with transaction.atomic():
        club = create_club(
            club_id=DEMO_CLUB_ID,
            name="Kaiten Demo Club",
            slug="demo",
            time_zone=TIME_ZONE,
            language="en",
            now=dates.evening(-FOUNDED),
        )
        people = add_people(club)
        programme = Programme(club, people, dates)
        programme.begin_season()
        Matches(club, people, dates).store(planned)
        _begin_tonight(programme, dates)
        programme.announce_next()
    return club


def _begin_tonight(programme: Programme, dates: Dates) -> None:
    """Bring tonight's evening to its second round: one table is done, two are being played."""
    evening = programme.begin_tonight()
    evening.now = dates.evening(0, 45)
    live = start_tables(evening, 1, LIVE_TABLES)
    programme.record(evening, 1, 2, skip=LIVE_TABLES)
    for place, match_id in enumerate(live):
        record_part(match_id, 4 + place, dates.evening(0, 59))


def make_organiser(club: Club) -> str | None:
    """Make the first account, which owns the club; return its password, None if there was one.

    The password is drawn anew each time: the server can be reached from the club's network.
    """
    if User.objects.exists():
        return None
    password = secrets.token_urlsafe(9)
    organiser = User.objects.create_superuser(DEMO_LOGIN, password=password)
    make_owner(club=club, user=organiser, now=club.created_at)
    return password
