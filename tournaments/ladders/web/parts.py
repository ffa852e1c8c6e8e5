"""One ladder's word on a player: the rating, its graph, and why it moved match by match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from replays.models import Match
from replays.web.pages import game_name
from tournaments.ladders.models import RatedMatch
from tournaments.ladders.ratings.fold import seats_of
from tournaments.ladders.selectors.notes import Rank, rank_of
from tournaments.ladders.selectors.players import (
    PlayerRating,
    RatingChange,
    RatingPoint,
    change_in,
    changes_in,
    rating_history,
)
from tournaments.ladders.web.graph import Graph, Tick, graph_of
from tournaments.ladders.web.pages import spread_text
from tournaments.ladders.words import change_words, ladder_title, rating_text, step_text
from tournaments.people.selectors.players import labels_of

CHANGES_PER_PAGE = 10
DENSE = 60


@dataclass(frozen=True, slots=True)
class TickWords:
    """A label of an axis: where it stands, as a style and as SVG have it."""

    at: str
    permille: str
    text: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest rating, and the match after which it was reached."""

    text: str
    point: RatingPoint


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A match and why it moved the rating."""

    match: UUID
    title: str
    ended_at: datetime
    place: int
    seats: int
    rating: str
    words: str


@dataclass
class RatingPart:
    """What one ladder says of a player."""

    rating: PlayerRating
    player_id: UUID
    zone: ZoneInfo
    now: datetime
    asked: str | None
    """Which page of changes."""

    @property
    def system(self) -> str:
        return self.rating.ladder.system

    @property
    def title(self) -> str:
        """How the ladder is called."""
        return ladder_title(self.rating.ladder)

    @property
    def shown(self) -> str:
        return rating_text(self.rating.shown, self.system)

    @property
    def spread(self) -> str:
        """The estimate with its margin, where the system has one."""
        return spread_text(self.rating.mu, self.rating.sigma, self.system)

    @cached_property
    def rank(self) -> Rank | None:
        """Where the player stands."""
        return rank_of(self.rating, now=self.now)

    @cached_property
    def history(self) -> list[RatingPoint]:
        """Every rated match, the oldest first."""
        return rating_history(self.rating.ladder, self.player_id)

    @cached_property
    def peak(self) -> Peak | None:
        """The highest rating."""
        if not self.history:
            return None
        best = max(self.history, key=lambda point: point.shown)
        return Peak(rating_text(best.shown, self.system), best)

    @cached_property
    def graph(self) -> Graph | None:
        """The rating over time."""
        return graph_of(self.history, self.system, self.zone)

    @property
    def graph_words(self) -> str:
        """The graph in a sentence, for who does not see it."""
        shown = [point.shown for point in self.history]
        return _(
            "%(count)s matches, from %(first)s to %(last)s; between %(least)s and %(most)s"
        ) % {
            "count": len(shown),
            "first": rating_text(shown[0], self.system),
            "last": rating_text(shown[-1], self.system),
            "least": rating_text(min(shown), self.system),
            "most": rating_text(max(shown), self.system),
        }

    @cached_property
    def dots(self) -> SafeString:
        """The dots of the graph as SVG, each a link to its match that says what happened there."""
        if self.graph is None:
            return SafeString("")
        base, sentence = reverse("replays:matches"), _("%(day)s, %(game)s: %(rating)s (%(change)s)")
        days: dict[date, str] = {}
        found = []
        for dot in self.graph.dots:
            match, day = dot.point.match, dot.point.ended_at.astimezone(self.zone).date()
            words = {
                "day": days.get(day) or days.setdefault(day, date_format(day, "j M Y")),
                "game": self._titles.get(match, "?"),
                "rating": rating_text(dot.point.shown, self.system),
                "change": step_text(
                    dot.point.shown - dot.point.delta, dot.point.shown, self.system
                ),
            }
            found.append((base, match, sentence % words, _percent(dot.x), _percent(dot.y)))
        # Hundreds of them: a template would take most of the page's time for these alone.
        return format_html_join(
            "",
            '<a href="{}{}/" tabindex="-1"><title>{}</title>'
            '<circle cx="{}" cy="{}" r="4"></circle></a>',
            found,
        )

    @property
    def is_dense(self) -> bool:
        """Whether the dots stand so close that they are drawn small."""
        return self.graph is not None and len(self.graph.dots) > DENSE

    @property
    def rating_ticks(self) -> list[TickWords]:
        """The labels of the upright axis."""
        return _ticks(self.graph.ratings) if self.graph is not None else []

    @property
    def time_ticks(self) -> list[TickWords]:
        """The labels of the axis of time."""
        return _ticks(self.graph.times) if self.graph is not None else []

    @cached_property
    def changes_page(self) -> Page[RatingPoint]:
        """The matches of this page, the newest first."""
        return Paginator(self.history[::-1], CHANGES_PER_PAGE).get_page(self.asked)

    @cached_property
    def changes(self) -> list[ChangeRow]:
        """The matches of this page with why the rating moved."""
        wanted = [point.match for point in self.changes_page.object_list]
        by_match = {row.match_id: row for row in changes_in(self.rating.ladder, wanted)}
        found = [
            (row, change)
            for match in wanted
            if (row := by_match.get(match)) is not None
            and (change := change_in(row, self.player_id)) is not None
        ]
        labels = labels_of({part.opponent for _row, one in found for part in one.change.parts})
        return [self._change_row(row, change, labels) for row, change in found]

    def _change_row(
        self, row: RatedMatch, found: RatingChange, labels: Mapping[UUID, str]
    ) -> ChangeRow:
        places = {seat.player: seat.place for seat in seats_of(row.changes)}
        return ChangeRow(
            match=found.match,
            title=self._titles.get(found.match, "?"),
            ended_at=found.ended_at,
            place=found.change.place,
            seats=len(places),
            rating=rating_text(found.shown, self.system),
            words=change_words(found.change, places, labels, self.system),
        )

    @cached_property
    def _titles(self) -> dict[UUID, str]:
        """The names of the matches that are named on the page: one query for all."""
        dots = self.graph.dots if self.graph is not None else ()
        wanted = {dot.point.match for dot in dots}
        wanted |= {point.match for point in self.changes_page.object_list}
        rows = Match.objects.filter(pk__in=wanted).order_by().values_list("id", "game", "title")
        names = {game: game_name(game) for game in {row[1] for row in rows}}
        return {match: title or names[game] for match, game, title in rows}


def _ticks(ticks: Sequence[Tick]) -> list[TickWords]:
    return [TickWords(_percent(tick.at), f"{tick.at:g}", tick.text) for tick in ticks]


def _percent(permille: float) -> str:
    """Return a share of the plot with a point, whatever the visitor's language."""
    return f"{permille / 10:g}%"
