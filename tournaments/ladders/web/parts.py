"""One ladder's word on a player: the rating, its graph, and why it moved match by match."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from replays.models import Match
from replays.web.pages import game_name
from tournaments.ladders.models import LadderPlayer, RatedMatch
from tournaments.ladders.ratings.fold import changes_of
from tournaments.ladders.ratings.rating_system import Change
from tournaments.ladders.selectors import players
from tournaments.ladders.selectors.players import Rank, RatingPoint
from tournaments.ladders.web.graph import Graph, graph_of, percent_of
from tournaments.ladders.web.pages import spread_text
from tournaments.ladders.words import change_words, ladder_title, rating_text, step_text
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.players import labels_of

CHANGES_PER_PAGE = 10
DENSE = 60


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest rating, and the match after which it was reached."""

    text: str
    point: RatingPoint
    match: UUID | None
    """None for one that is not for the visitor."""


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

    rating: LadderPlayer
    player_id: UUID
    ids: Collection[UUID]
    """The same player's, before entries were merged."""
    zone: ZoneInfo
    now: datetime
    page_number: str | None
    """Which page of changes."""
    onlooker: Onlooker
    named: Collection[UUID] = ()
    """Whoever else the page names: all names are asked for at once."""

    @property
    def system(self) -> str:
        return self.rating.ladder.system

    @property
    def title(self) -> str:
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
        return players.rank_of(self.rating, now=self.now)

    @cached_property
    def history(self) -> list[RatingPoint]:
        """Every rated match, the oldest first."""
        return players.rating_history(self.rating.ladder, self.player_id, self.ids)

    @cached_property
    def peak(self) -> Peak | None:
        if not self.history:
            return None
        best = max(self.history, key=lambda point: point.shown)
        match = best.match if best.match in self._titles else None
        return Peak(rating_text(best.shown, self.system), best, match)

    @cached_property
    def graph(self) -> Graph | None:
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
        """The dots of the graph as SVG, each a link to its match that says what happened there.

        One of a match that is not for the visitor leads nowhere.
        """
        if self.graph is None:
            return SafeString("")
        base, sentence = reverse("replays:matches"), _("%(day)s, %(game)s: %(rating)s (%(change)s)")
        days: dict[date, str] = {}
        circles = []
        for dot in self.graph.dots:
            match, day = dot.point.match, dot.point.ended_at.astimezone(self.zone).date()
            words = {
                "day": days.get(day) or days.setdefault(day, date_format(day, "j N Y")),
                "game": self._titles.get(match) or _("a match that is not public"),
                "rating": rating_text(dot.point.shown, self.system),
                "change": step_text(
                    dot.point.shown - dot.point.delta, dot.point.shown, self.system
                ),
            }
            link = format_html(' href="{}{}/"', base, match) if match in self._titles else ""
            circles.append((link, sentence % words, percent_of(dot.x), percent_of(dot.y)))
        # Hundreds of them: a template would take most of the page's time for these alone.
        return format_html_join(
            "",
            '<a{} tabindex="-1"><title>{}</title><circle cx="{}" cy="{}" r="4"></circle></a>',
            circles,
        )

    @property
    def is_dense(self) -> bool:
        """Whether the dots stand so close that they are drawn small."""
        return self.graph is not None and len(self.graph.dots) > DENSE

    @cached_property
    def changes_page(self) -> Page[RatingPoint]:
        """The matches of this page, the newest first."""
        return Paginator(self.history[::-1], CHANGES_PER_PAGE).get_page(self.page_number)

    @cached_property
    def changes(self) -> list[ChangeRow]:
        """The matches of this page with why the rating moved."""
        return [
            self._change_row(row, table) for row, table in self._tables if self.player_id in table
        ]

    @cached_property
    def labels(self) -> Mapping[UUID, str]:
        """What those at the tables of this page are called, and who else is named."""
        return labels_of({*self.named, *(one for _row, table in self._tables for one in table)})

    @cached_property
    def _tables(self) -> list[tuple[RatedMatch, Mapping[UUID, Change]]]:
        points = self.changes_page.object_list
        wanted = [point.match for point in points if point.match in self._titles]
        rows = {row.match_id: row for row in players.changes_in(self.rating.ladder, wanted)}
        return [
            (rows[match], {change.player: change for change in changes_of(rows[match].changes)})
            for match in wanted
            if match in rows
        ]

    def _change_row(self, row: RatedMatch, table: Mapping[UUID, Change]) -> ChangeRow:
        change = table[self.player_id]
        _before, shown = players.shown_around(self.rating.ladder, change)
        places = {player: one.place for player, one in table.items()}
        return ChangeRow(
            match=row.match_id,
            title=self._titles[row.match_id],
            ended_at=row.ended_at,
            place=change.place,
            seats=len(table),
            rating=rating_text(shown, self.system),
            words=change_words(change, places, self.labels, self.system),
        )

    @cached_property
    def _titles(self) -> dict[UUID, str]:
        """The names of the matches that are listed for the visitor: one query for all."""
        dots = self.graph.dots if self.graph is not None else ()
        wanted = {dot.point.match for dot in dots}
        wanted |= {point.match for point in self.changes_page.object_list}
        if self.history:
            wanted.add(max(self.history, key=lambda point: point.shown).match)
        matches = Match.objects.filter(pk__in=wanted)
        named = self.onlooker.listed(matches, self.rating.ladder.club_id)
        rows = named.order_by().values_list("id", "game", "title")
        names = {game: game_name(game) for game in {row[1] for row in rows}}
        return {match: title or names[game] for match, game, title in rows}
