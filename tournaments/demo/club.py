"""A demo club: demo players, bots, and matches of every kind, the same from the same seed."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction

from games.core.events import Event
from games.core.unseen import unseen_record
from games.registry import rules_of
from replays.envelope import Envelope
from replays.services.life import Report, report_result
from replays.services.matches import NewMatch, create_match, created_event, play, record_bot_match
from replays.services.undo import Comment, annotate, rewind
from tournaments.demo.evenings import make_evenings
from tournaments.people.models import Club, Display, User
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, DEMO_LOGIN
from tournaments.people.services import bots
from tournaments.people.services.bots import NAMESPACE, BotMatch
from tournaments.people.services.clubs import create_club
from tournaments.people.services.members import make_owner
from tournaments.people.services.names import PersonName
from tournaments.people.services.players import add_player

FIRST_NAMES = ("Alice", "Bruno", "Chloe", "David", "Emma", "Farid", "Gaelle", "Hugo")
ACTOR = "cli"
FIRST_EVENING = datetime(2026, 9, 4, 17, 30, tzinfo=UTC)
"""Fixed, so that the same seed gives the same logs down to their hashes."""

STRENGTHS = ("greedy", "random", "greedy", "random", "random", "greedy", "random", "greedy")
"""How the demo's people play: seat by seat, so that not everybody is equally lucky."""

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
OPEN_TABLE = Table(PARTY, people=(1, 4, 6), options={"menu": "master_menu"})
UNDONE_TABLE = Table(BAR, people=(3, 7))


@dataclass(frozen=True, slots=True)
class Played:
    """A match that waits to be stored: who sits there, and when it was."""

    match: BotMatch
    people: tuple[int, ...]
    """Indices of demo players, or nothing for a match between bots."""
    at: datetime


def plan_matches(*, seed: int | str, tell: Tell) -> list[Played]:
    """Play every match of the demo; nothing is stored."""
    tables = (*TABLES, OPEN_TABLE, UNDONE_TABLE)
    planned = []
    for number, table in enumerate(tables):
        match = _played(table, f"{seed}/demo/{number}")
        at = FIRST_EVENING + timedelta(weeks=number // 3, minutes=40 * (number % 3))
        planned.append(Played(match, table.people, at))
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


def make_demo(*, planned: Sequence[Played]) -> Club:
    """Store the demo club and its matches, all of it or nothing."""
    with transaction.atomic():
        club = create_club(
            club_id=DEMO_CLUB_ID,
            name="Kaiten Demo Club",
            slug="demo",
            time_zone="Europe/Paris",
            language="en",
            now=FIRST_EVENING,
        )
        people = [_person(club, name) for name in FIRST_NAMES]
        *finished, half, undone = planned
        for played in finished:
            _store(club, played, people)
        _store_half(club, half, people)
        _store_with_undo(club, undone, people)
        _store_reported(club, people, undone.at + timedelta(minutes=40))
        make_evenings(club, people, FIRST_EVENING + timedelta(weeks=6))
    return club


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


def _person(club: Club, first_name: str) -> UUID:
    # The last name says to everybody that nobody is meant.
    name = PersonName(first_name, "Demo", display=Display.FULL)
    id_ = uuid5(club.id, f"demo/{first_name}")
    add_player(player_id=id_, club=club, name=name, now=FIRST_EVENING, confirm=True)
    return id_


def _seated(club: Club, played: Played, people: Sequence[UUID]) -> list[UUID]:
    if played.people:
        return [people[index] for index in played.people]
    return [
        bots.bot_player(club=club, bot=bot, now=FIRST_EVENING, copy=copy).id
        for bot, copy in bots.copies_of(played.match.bots)
    ]


def _store(club: Club, played: Played, people: Sequence[UUID]) -> None:
    record_bot_match(
        match_id=played.match.id,
        created=created_event(
            played.match.setup,
            club.id,
            _seated(club, played, people),
            source="table" if played.people else "bots",
        ),
        events=played.match.events,
        envelope=Envelope(ACTOR, played.at),
    )


def _begin(club: Club, played: Played, people: Sequence[UUID]) -> int:
    done = create_match(
        match_id=played.match.id,
        match=NewMatch(
            club_id=club.id,
            game=played.match.setup.game,
            players=_seated(club, played, people),
            options=played.match.setup.options,
        ),
        envelope=Envelope(ACTOR, played.at),
    )
    return done.last_version


def _store_half(club: Club, played: Played, people: Sequence[UUID]) -> None:
    """A match that waits to be recorded on."""
    version = _begin(club, played, people)
    half = len(played.match.events) // 2
    _play_on(played, version, played.match.events[:half], minute=10)


def _play_on(played: Played, version: int, events: Sequence[Event], *, minute: int) -> int:
    """Record more of a match; return its version then."""
    done = play(
        match_id=played.match.id,
        expected_version=version,
        events=events,
        envelope=_at(played, minute),
    )
    return done.last_version


def _at(played: Played, minute: int) -> Envelope:
    return Envelope(ACTOR, played.at + timedelta(minutes=minute))


def _store_with_undo(club: Club, played: Played, people: Sequence[UUID]) -> None:
    """A match whose recorder took a few events back and left a note about it."""
    match_id, events = played.match.id, played.match.events
    begun = _begin(club, played, people)
    third, half = len(events) // 3, len(events) // 2
    version = _play_on(played, begun, events[:half], minute=10)
    back = rewind(
        match_id=match_id,
        expected_version=version,
        to=begun + third,
        envelope=_at(played, 20),
    )
    version = _play_on(played, back.last_version, events[third:], minute=30)
    annotate(
        match_id=match_id,
        comment=Comment(
            target=version - 1,
            text="Recorded again from here: two turns had been entered in the wrong order.",
            audience="public",
        ),
        envelope=_at(played, 40),
    )


def _store_reported(club: Club, people: Sequence[UUID], at: datetime) -> None:
    """Four numbers on a slip, of a box that Kaiten has no rules for."""
    match_id = uuid5(NAMESPACE, "demo/reported")
    done = create_match(
        match_id=match_id,
        match=NewMatch(
            club_id=club.id, game="plain", players=people[:4], options={"title": "Dominoes"}
        ),
        envelope=Envelope(ACTOR, at),
    )
    report_result(
        match_id=match_id,
        expected_version=done.last_version,
        report=Report(scores=[61, 48, 48, 35]),
        envelope=Envelope(ACTOR, at + timedelta(minutes=30)),
    )
