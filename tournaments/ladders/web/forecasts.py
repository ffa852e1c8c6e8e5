"""A planned table on a ladder: what to expect of it, and what a result would change."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from replays.errors import KaitenError
from replays.web.access import language
from replays.web.refusals import message_of
from replays.web.writing import number
from tournaments.ladders.models import Ladder
from tournaments.ladders.ratings.rules import LadderRules, rules_from_data
from tournaments.ladders.selectors.forecasts import MOST_SEATS, Planned, forecast
from tournaments.ladders.words import change_words, ladder_title, rating_text
from tournaments.numbers import decimal, percent
from tournaments.people.labels import public_label
from tournaments.people.models import Kind
from tournaments.people.selectors.players import player_list

USUAL_SEATS = 4


@dataclass(frozen=True, slots=True)
class SeatFields:
    """One seat of the form, as it was filled in."""

    number: int
    player: str = ""
    place: str = ""
    score: str = ""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One seat of the answer, in words."""

    planned: Planned
    label: str
    rating: str
    first: str
    permille: int
    beaten: str
    """How many opponents somebody is expected to beat."""
    place: int | None
    after: str
    words: str


@dataclass
class ForecastPage:
    """A form that asks by its address alone, and its answer."""

    ladder: Ladder
    query: QueryDict

    @property
    def title(self) -> str:
        return ladder_title(self.ladder)

    @cached_property
    def rules(self) -> LadderRules:
        return rules_from_data(self.ladder.rules)

    @property
    def asks_scores(self) -> bool:
        """Whether the difference of scores matters."""
        return self.rules.margin is not None and self.rules.system == "elo"

    @cached_property
    def roster(self) -> list[tuple[str, str]]:
        """Everybody who could be rated, by name."""
        players = player_list(club_id=self.ladder.club_id).filter(guest=False)
        if self.rules.bots != "rate":
            players = players.filter(kind=Kind.PERSON)
        return [(str(player.id), public_label(player)) for player in players]

    @cached_property
    def seats(self) -> list[SeatFields]:
        """The seats of the form: those that are filled, and some more."""
        filled = self._filled
        wanted = number(self.query.get("seats"), default=0)
        count = min(MOST_SEATS, max(USUAL_SEATS, wanted, len(filled)))
        empty = [SeatFields(index) for index in range(len(filled) + 1, count + 1)]
        return [*filled, *empty]

    @property
    def next_count(self) -> int | None:
        """How many seats a larger table has; None where it cannot be larger."""
        return len(self.seats) + 1 if len(self.seats) < MOST_SEATS else None

    @cached_property
    def answer(self) -> list[PlannedRow]:
        """What to expect, seat by seat; empty if nothing was asked or something is wrong."""
        return self._answer[0]

    @property
    def refused(self) -> str:
        return self._answer[1]

    @property
    def has_result(self) -> bool:
        return any(seat.place for seat in self._filled)

    @cached_property
    def _filled(self) -> list[SeatFields]:
        columns = [self.query.getlist(name)[:MOST_SEATS] for name in ("player", "place", "score")]
        players = columns[0]
        places, scores = (column + [""] * len(players) for column in columns[1:])
        rows = zip(players, places, scores, strict=False)
        filled = [row for row in rows if row[0]]
        return [SeatFields(index, *row) for index, row in enumerate(filled, 1)]

    @cached_property
    def _answer(self) -> tuple[list[PlannedRow], str]:
        if not self._filled:
            return [], ""
        try:
            return self._rows(self._planned()), ""
        except (KaitenError, RuleViolation) as error:
            return [], message_of(error, None, language())
        except ValueError:
            return [], _("Places and scores are whole numbers.")

    def _planned(self) -> Sequence[Planned]:
        try:
            players = [UUID(seat.player) for seat in self._filled]
        except ValueError:
            raise KaitenError("unknown_player", 422) from None
        if not self.has_result:
            return forecast(self.ladder, players)
        places = [_whole(seat.place) for seat in self._filled]
        scored = self.asks_scores and any(seat.score for seat in self._filled)
        scores = [int(seat.score) for seat in self._filled] if scored else None
        return forecast(self.ladder, players, places, scores)

    def _rows(self, planned: Sequence[Planned]) -> list[PlannedRow]:
        labels = {UUID(id_): label for id_, label in self.roster}
        places = {
            one.player: _whole(seat.place) if self.has_result else 0
            for one, seat in zip(planned, self._filled, strict=True)
        }
        system = self.ladder.system
        opponents = sum(one.rated for one in planned) - 1
        return [
            PlannedRow(
                planned=one,
                label=labels.get(one.player, "?"),
                rating=rating_text(one.shown, system),
                first=percent(one.chance.first) if one.chance is not None else "",
                permille=round(one.chance.first * 1000) if one.chance is not None else 0,
                beaten=decimal(one.chance.score * opponents) if one.chance is not None else "",
                place=places[one.player] or None,
                after=rating_text(one.shown_after, system),
                words=change_words(one.change, places, labels, system) if one.change else "",
            )
            for one in planned
        ]


def _whole(text: str) -> int:
    """Return a whole number that somebody typed; an empty one is no place at all."""
    return int(text) if text.strip() else 0
