"""A player as their page shows them: their ratings, and how they fared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.models import Match, MatchSeat
from replays.web.pages import game_name
from tournaments.ladders.models import Ladder, LadderPlayer, LadderUsual
from tournaments.ladders.selectors.players import ratings_of
from tournaments.ladders.web.parts import RatingPart
from tournaments.ladders.words import ladder_title, rating_text
from tournaments.numbers import decimal, percent
from tournaments.people.models import Player
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.matches import Record, record_of
from tournaments.people.selectors.players import labels_of
from tournaments.people.selectors.records import (
    Against,
    Lately,
    Tally,
    lately,
    record_against,
    records_of,
)
from tournaments.profiles.rows import entries_of
from tournaments.tournaments.models import TournamentEntrant

OPPONENTS_SHOWN, OPPONENTS_FOLDED = 10, 40
ENTRIES_SHOWN = 20

RecordRow = tuple[str, Tally, str, str]
"""A game or a seat, how somebody fared there, the share of wins, the average place."""
OpponentRow = tuple[Against, str, str]
"""How somebody fared against an opponent, the opponent's name, the share of places ahead."""


@dataclass
class PlayerPage:
    """The ratings and the record of a player."""

    root: Player
    merged: Mapping[UUID, UUID]
    """Whoever of the club was merged, and into whom."""
    onlooker: Onlooker
    now: datetime
    requested_ladder: str
    requested_changes: str | None

    @cached_property
    def ids(self) -> set[UUID]:
        """The ids of the player and of all who were merged into them."""
        return {self.root.id, *(one for one, into in self.merged.items() if into == self.root.id)}

    @cached_property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.root.club.time_zone)

    @cached_property
    def seats(self) -> QuerySet[MatchSeat]:
        """The seats of matches that are listed for the visitor."""
        every, club = MatchSeat.objects.all(), self.root.club_id
        return self.onlooker.of_listed_matches(every, "match_id", club)

    @cached_property
    def ratings(self) -> list[LadderPlayer]:
        """Where the player stands, ladder by ladder."""
        club = self.root.club_id
        ladders = self.onlooker.listed(Ladder.objects.filter(club_id=club), club)
        return ratings_of(self.root.id, ladders, now=self.now)

    @cached_property
    def chosen(self) -> RatingPart | None:
        """The ladder that was asked for: else that of all games, else the one with most matches."""
        if not self.ratings:
            return None
        rating = next(
            (one for one in self.ratings if str(one.ladder.id) == self.requested_ladder), None
        )
        rating = rating or _usual(self.ratings)
        return RatingPart(
            rating,
            self.root.id,
            self.ids,
            self.zone,
            self.now,
            self.requested_changes,
            self.onlooker,
            [one.player for one in self._against],
        )

    @property
    def choices(self) -> list[tuple[LadderPlayer, str, str, bool]]:
        """The ladders of the player: title, rating as it is shown, whether it is the chosen one."""
        current = self.chosen.rating if self.chosen is not None else None
        return [
            (
                one,
                ladder_title(one.ladder),
                rating_text(one.shown, one.ladder.system),
                one is current,
            )
            for one in self.ratings
        ]

    @cached_property
    def form(self) -> list[tuple[Lately, str, str]]:
        """The last results, the newest first: `first`, `last` or nothing for its colour, words."""
        words = _("%(day)s, %(game)s: place %(place)s of %(seats)s")
        club = self.root.club_id
        matches = self.onlooker.listed(Match.objects.filter(club_id=club), club)
        return [
            (
                one,
                "first" if one.place == 1 else "last" if one.place == one.seats else "",
                words
                % {
                    "day": date_format(one.ended_at.astimezone(self.zone), "j N Y"),
                    "game": game_name(one.game),
                    "place": one.place,
                    "seats": one.seats,
                },
            )
            for one in lately(self.ids, matches)
        ]

    @cached_property
    def entries(self) -> list[TournamentEntrant]:
        """The tournaments the player took part in, the newest first."""
        return entries_of(self.ids, self.onlooker, self.root.club_id)

    @property
    def entries_shown(self) -> list[TournamentEntrant]:
        return self.entries[:ENTRIES_SHOWN]

    @property
    def titles(self) -> int:
        """How many tournaments the player won."""
        return sum(entry.place == 1 for entry in self.entries)

    @cached_property
    def by_game(self) -> list[RecordRow]:
        return [_record(game_name(one.key), one) for one in self._records[0]]

    @cached_property
    def by_seat(self) -> list[RecordRow]:
        words = _("Seat %(number)s")
        return [_record(words % {"number": int(one.key) + 1}, one) for one in self._records[1]]

    @cached_property
    def record(self) -> Record:
        """How many matches had a result, and how many of them the player won."""
        if len(self.ids) > 1:
            # Two entries of one person may have met at a table.
            return record_of(self.ids, self.seats)
        played, won = (
            sum(getattr(one, name) for one in self._records[0]) for name in ("played", "won")
        )
        return Record(played, won)

    @cached_property
    def _records(self) -> tuple[list[Tally], list[Tally]]:
        return records_of(self.ids, self.seats)

    @cached_property
    def opponents(self) -> list[OpponentRow]:
        """Whom the player met most, the most frequent first."""
        players = [one.player for one in self._against]
        labels = self.chosen.labels if self.chosen is not None else labels_of(players)
        return [
            (one, labels.get(one.player, "?"), percent(one.ahead / one.met))
            for one in self._against
        ]

    @cached_property
    def _against(self) -> list[Against]:
        records = record_against(self.ids, self.seats, self.merged)
        return records[: OPPONENTS_SHOWN + OPPONENTS_FOLDED]

    @property
    def opponents_shown(self) -> list[OpponentRow]:
        return self.opponents[:OPPONENTS_SHOWN]

    @property
    def opponents_folded(self) -> list[OpponentRow]:
        return self.opponents[OPPONENTS_SHOWN:]

    @property
    def opponents_more(self) -> str:
        count = len(self.opponents_folded)
        words = ngettext("%(count)s more opponent", "%(count)s more opponents", count)
        return words % {"count": count}


def _usual(ratings: Sequence[LadderPlayer]) -> LadderPlayer:
    overall = [one for one in ratings if one.ladder.usual == LadderUsual.OVERALL]
    return overall[0] if overall else max(ratings, key=lambda one: one.matches)


def _record(label: str, tally: Tally) -> RecordRow:
    return label, tally, percent(tally.won / tally.played), decimal(tally.average_place)
