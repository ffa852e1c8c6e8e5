"""A season as its page shows it: the table in words, what can be done, what would change."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.ports import LevelChoice
from replays.web.access import language
from tournaments.people.onlooker import Onlooker
from tournaments.seasons.evenings import Mark
from tournaments.seasons.freezing import Shift
from tournaments.seasons.models import Season
from tournaments.seasons.rules import EveningPoints, SeasonRules
from tournaments.seasons.selectors.seasons import (
    SeasonLine,
    SeasonView,
    season_view,
    tournaments_to_add,
)
from tournaments.seasons.tiebreaks import SEASON_TIE_BREAKS
from tournaments.seasons.web.forms import TIE_BREAK_NAMES
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.web.words import exact

MOST_OFFERED = 50


@dataclass
class SeasonPage:
    """Everything about one season."""

    season: Season
    may_write: bool
    key: str
    onlooker: Onlooker
    refused: str = ""

    @cached_property
    def view(self) -> SeasonView:
        return season_view(self.season.id, self.onlooker.visible(Tournament.objects.all()))

    @cached_property
    def level_choice(self) -> LevelChoice | None:
        """What asks who finds it; None for those who may not say it."""
        return self.onlooker.choice(self.season)

    @property
    def champions(self) -> str:
        return self._names(self.view.champions)

    @cached_property
    def rows(self) -> list[tuple[SeasonLine, SafeString]]:
        """The table, best first, with the cells under the heads of the evenings."""
        cells = _Cells()
        return [(line, cells.of(line.marks_under(self.view.evenings))) for line in self.view.lines]

    @property
    def shows_reach(self) -> bool:
        """Whether there is anything left to reach."""
        return not self.view.state.closed and self.view.to_come > 0

    @property
    def may_close(self) -> bool:
        """Whether closing would be accepted."""
        heads = self.view.evenings
        return not self.view.state.closed and bool(heads) and all(head.over for head in heads)

    @cached_property
    def offers(self) -> list[Tournament]:
        """The club's tournaments that could be added, the newest first."""
        return list(tournaments_to_add(self.view)[:MOST_OFFERED])

    @property
    def champions_now(self) -> str:
        """Who would be champion if the season were closed again."""
        change = self.view.change
        return self._names(change.champions_now) if change is not None else ""

    @property
    def shifts(self) -> list[str]:
        """Whose places and points would be others, in words."""
        change = self.view.change
        return [self._shift(shift) for shift in change.shifts] if change is not None else []

    @property
    def rules(self) -> list[str]:
        return rules_words(self.view.state.rules)

    @property
    def tie_breaks(self) -> list[tuple[str | Promise, str]]:
        """What breaks a tie, in order, with its definition."""
        tie_breaks = [SEASON_TIE_BREAKS[code] for code in self.view.state.rules.tie_breaks]
        french = language() == "fr"
        return [
            (TIE_BREAK_NAMES[one.code], one.french if french else one.english) for one in tie_breaks
        ]

    def _shift(self, shift: Shift) -> str:
        words = {
            "name": self.view.labels.get(shift.player, ""),
            "before": "–" if shift.place is None else shift.place,
            "now": "–" if shift.place_now is None else shift.place_now,
            "points": "–" if shift.points is None else exact(shift.points),
            "points_now": "–" if shift.points_now is None else exact(shift.points_now),
        }
        return (
            _("%(name)s: place %(before)s (%(points)s) would be place %(now)s (%(points_now)s)")
            % words
        )

    def _names(self, players: Iterable[UUID]) -> str:
        return ", ".join(self.view.labels.get(one, str(one)) for one in players)


class _Cells:
    """What evenings gave, as cells: thousands of them, and few that are unlike."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[bool, bool, tuple[int, int]] | None, str] = {}

    def of(self, marks: Iterable[Mark | None]) -> SafeString:
        """Return the cells of a row."""
        return mark_safe("".join(map(self._cell, marks)))  # noqa: S308  (drawn by a template)

    def _cell(self, mark: Mark | None) -> str:
        seen = None
        if mark is not None:
            # As integers: fractions take longer to compare than all the rest.
            seen = (mark.attended, mark.counts, mark.points.as_integer_ratio())
        if seen not in self._drawn:
            drawn = get_template("tournaments/seasons/partials/_mark.html").render({"mark": mark})
            self._drawn[seen] = " ".join(drawn.split())
        return self._drawn[seen]


def rules_words(rules: SeasonRules) -> list[str]:
    """Return how evenings add up, in sentences."""
    sentences = [_points_by(rules.points_by, [exact(points) for points in rules.place_points])]
    if rules.best is not None:
        sentences.append(
            ngettext("The best evening counts.", "The best %(count)s evenings count.", rules.best)
            % {"count": rules.best}
        )
    if rules.points_by is EveningPoints.AVERAGE:
        sentences.append(
            _("An average needs at least %(count)s matches.") % {"count": rules.least_matches}
        )
    if rules.attendance:
        sentences.append(
            _("Every evening attended adds %(points)s.") % {"points": exact(rules.attendance)}
        )
    if rules.least_evenings:
        sentences.append(
            _("Whoever came to fewer than %(count)s evenings is not ranked.")
            % {"count": rules.least_evenings}
        )
    return sentences


def _points_by(points_by: EveningPoints, places: list[str]) -> str:
    if points_by is EveningPoints.PLACE:
        return _("Points by final place: %(points)s.") % {"points": ", ".join(places)}
    if points_by is EveningPoints.SUM:
        return _("Every evening gives its own points.")
    return _("Every evening gives its average points per match.")
