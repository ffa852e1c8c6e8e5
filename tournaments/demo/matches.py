"""The matches of the demo club: whole ones, a half, one with an undo, one of scores alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid5

from games.core.events import Event
from replays.envelope import Envelope
from replays.services.life import report_result
from replays.services.matches import NewMatch, create_match, created_event, play, record_bot_match
from replays.services.undo import Comment, annotate, rewind
from replays.telling import Report
from tournaments.demo.dates import WEEK, Dates
from tournaments.people.models import Club
from tournaments.people.services import bots
from tournaments.people.services.bots import NAMESPACE, BotMatch

ACTOR = "cli"


@dataclass(frozen=True, slots=True)
class Played:
    """A match that waits to be stored: who sits there, and when it was."""

    match: BotMatch
    people: tuple[int, ...]
    """Indices of demo players, or nothing for a match between bots."""
    days: int
    """On which day it was, counted from the one on which the demo is made."""
    minutes: int
    """How far into the evening."""


class Matches:
    """Stores what was played, on the days that it was played on."""

    def __init__(self, club: Club, people: Sequence[UUID], dates: Dates) -> None:
        self._club, self._people, self._dates = club, people, dates

    def store(self, planned: Sequence[Played]) -> None:
        """Store matches in their order; the last but one has an undo, the last goes on tonight."""
        *whole, undone, half = planned
        for played in whole:
            self._store(played)
        self._store_with_undo(undone)
        self._store_reported()
        self._store_half(half)

    def _seated(self, played: Played) -> list[UUID]:
        if played.people:
            return [self._people[index] for index in played.people]
        return [
            bots.bot_player(club=self._club, bot=bot, now=self._club.created_at, copy=copy).id
            for bot, copy in bots.copies_of(played.match.bots)
        ]

    def _at(self, played: Played, minutes: int = 0) -> Envelope:
        return Envelope(ACTOR, self._dates.evening(played.days, played.minutes + minutes))

    def _store(self, played: Played) -> None:
        record_bot_match(
            match_id=played.match.id,
            created=created_event(
                played.match.setup,
                self._club.id,
                self._seated(played),
                source="table" if played.people else "bots",
            ),
            events=played.match.events,
            envelope=self._at(played),
        )

    def _begin(self, played: Played) -> int:
        done = create_match(
            match_id=played.match.id,
            match=NewMatch(
                club_id=self._club.id,
                game=played.match.setup.game,
                players=self._seated(played),
                options=played.match.setup.options,
            ),
            envelope=self._at(played),
        )
        return done.last_version

    def _store_half(self, played: Played) -> None:
        """A match of two who are not in the tournament, which waits to be recorded on."""
        version = self._begin(played)
        half = len(played.match.events) // 2
        self._play_on(played, version, played.match.events[:half], minutes=10)

    def _play_on(
        self, played: Played, version: int, events: Sequence[Event], *, minutes: int
    ) -> int:
        """Record more of a match; return its version then."""
        done = play(
            match_id=played.match.id,
            expected_version=version,
            events=events,
            envelope=self._at(played, minutes),
        )
        return done.last_version

    def _store_with_undo(self, played: Played) -> None:
        """A match whose recorder took a few events back and left a note about it."""
        match_id, events = played.match.id, played.match.events
        begun = self._begin(played)
        third, half = len(events) // 3, len(events) // 2
        version = self._play_on(played, begun, events[:half], minutes=10)
        back = rewind(
            match_id=match_id,
            expected_version=version,
            to=begun + third,
            envelope=self._at(played, 20),
        )
        version = self._play_on(played, back.last_version, events[third:], minutes=30)
        annotate(
            match_id=match_id,
            comment=Comment(
                target=version - 1,
                text="Repris à partir d’ici : deux tours avaient été saisis dans le mauvais ordre.",
                audience="public",
            ),
            envelope=self._at(played, 40),
        )

    def _store_reported(self) -> None:
        """Four numbers on a slip, of a box that Kaiten has no rules for."""
        match_id = uuid5(NAMESPACE, "demo/reported")
        at = self._dates.evening(-WEEK, 80)
        done = create_match(
            match_id=match_id,
            match=NewMatch(
                club_id=self._club.id,
                game="plain",
                players=self._people[:4],
                options={"title": "Dominos"},
            ),
            envelope=Envelope(ACTOR, at),
        )
        report_result(
            match_id=match_id,
            expected_version=done.last_version,
            report=Report(scores=[61, 48, 48, 35]),
            envelope=Envelope(ACTOR, at + timedelta(minutes=30)),
        )
