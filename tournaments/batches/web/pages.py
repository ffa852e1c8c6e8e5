"""A batch as its page shows it: settings in words, progress, figures, a page of its matches."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.errors import RuleViolation
from games.core.setup import Setup
from games.registry import rules_of
from replays.web.access import language
from replays.web.options import OptionList, option_list
from replays.web.pages import game_name
from replays.web.seats import seat_name
from tournaments.batches.models import Batch, BatchResult, BatchStatus
from tournaments.batches.selectors.batches import (
    Progress,
    progress_of,
    results_of,
    statistics_of_batch,
)
from tournaments.batches.statistics.results import Statistics
from tournaments.batches.web.plots import Plot, RateRow, plots_of, rate_row
from tournaments.numbers import decimal
from tournaments.people.labels import bot_name

MATCHES_PER_PAGE = 20


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One bot in one match of a batch."""

    number: int
    name: str
    place: int
    score: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One match of a batch."""

    result: BatchResult
    seats: tuple[SeatResult, ...]

    @property
    def number(self) -> int:
        """The match as people count."""
        return self.result.index + 1


@dataclass
class BatchPage:
    """Everything about one batch."""

    batch: Batch
    now: datetime
    asked_page: str
    may_cancel: bool

    @property
    def running(self) -> bool:
        """True while workers play it."""
        return self.batch.status == BatchStatus.RUNNING

    @property
    def game(self) -> str:
        """The name of the game."""
        return game_name(self.batch.game)

    @property
    def bots(self) -> list[tuple[int, str]]:
        """The bots by seat in the first match, with the number of the seat."""
        return [(seat, bot_name(bot)) for seat, bot in enumerate(self.batch.bots, start=1)]

    @cached_property
    def options(self) -> OptionList | None:
        """The options it is played by; None if this server does not know the game any more."""
        batch = self.batch
        setup = Setup(batch.game, batch.rules, len(batch.bots), batch.options)
        try:
            return option_list(rules_of(batch.game), setup, language())
        except RuleViolation:
            return None

    @cached_property
    def progress(self) -> Progress:
        """How far it is."""
        return progress_of(self.batch, now=self.now)

    @property
    def speed(self) -> str:
        """The speed in words, or nothing."""
        speed = self.progress.per_second
        if speed is None:
            return ""
        if speed >= 1:
            return _("%(number)s matches per second") % {"number": decimal(speed)}
        return _("%(number)s matches per minute") % {"number": decimal(speed * 60)}

    @property
    def left(self) -> str:
        """The time that is left in words, or nothing."""
        left = self.progress.left
        return "" if left is None else _("about %(time)s left") % {"time": in_words(left)}

    @cached_property
    def figures(self) -> Statistics | None:
        """What the results say."""
        return statistics_of_batch(self.batch)

    @property
    def bot_rows(self) -> list[RateRow]:
        """How often each bot won."""
        found = self._figures
        return [
            rate_row(bot_name(row.bot), row.firsts, row.rate, found.chance) for row in found.bots
        ]

    @property
    def seat_rows(self) -> list[RateRow]:
        """How often each seat won."""
        found = self._figures
        return [
            rate_row(seat_name(row.seat), row.firsts, row.rate, found.chance) for row in found.seats
        ]

    @property
    def score_plots(self) -> list[Plot]:
        """The scores of each bot."""
        return plots_of([(bot_name(row.bot), row.scores) for row in self._figures.bots])

    @property
    def length_plot(self) -> Plot:
        """How long the matches were."""
        return plots_of([(_("Events in a match"), self._figures.lengths)])[0]

    @cached_property
    def page(self) -> Page[BatchResult]:
        """One page of the matches."""
        return Paginator(results_of(self.batch), MATCHES_PER_PAGE).get_page(self.asked_page)

    @property
    def rows(self) -> list[ResultRow]:
        """The matches of that page."""
        return [_row(result) for result in self.page.object_list]

    @property
    def _figures(self) -> Statistics:
        if self.figures is None:
            raise ValueError("a batch without results has no figures")
        return self.figures


def in_words(time: timedelta) -> str:
    """Return how long something takes, roughly."""
    seconds = max(1, round(time.total_seconds()))
    if seconds < 100:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
    minutes = round(seconds / 60)
    if minutes < 100:
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    hours = round(minutes / 60)
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


def _row(result: BatchResult) -> ResultRow:
    seats = zip(result.bots, result.places, result.scores, strict=True)
    return ResultRow(
        result,
        tuple(
            SeatResult(number, bot_name(bot), place, score)
            for number, (bot, place, score) in enumerate(seats, start=1)
        ),
    )
