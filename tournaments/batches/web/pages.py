"""A batch as its page shows it: settings in words, progress, figures, a page of its matches."""

from collections.abc import Iterable
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
from tournaments.batches.selectors import batches as selectors
from tournaments.batches.selectors.batches import Progress
from tournaments.batches.statistics.results import Statistics
from tournaments.batches.web.plots import Plot, RateRow, plots_of, rate_row
from tournaments.numbers import decimal
from tournaments.people.labels import bot_name
from tournaments.people.onlooker import Onlooker

MATCHES_PER_PAGE = 20


@dataclass
class BatchPage:
    """Everything about one batch."""

    batch: Batch
    now: datetime
    page_number: str
    may_cancel: bool
    opened: bool
    """Whether the visitor may see every hand of its matches, and so their seed."""
    onlooker: Onlooker

    @property
    def running(self) -> bool:
        return self.batch.status == BatchStatus.RUNNING

    @property
    def game(self) -> str:
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
        return selectors.progress_of(self.batch, now=self.now)

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
        return selectors.statistics_of_batch(self.batch)

    @property
    def bot_rows(self) -> list[RateRow]:
        """How often each bot won."""
        chance, bots = self._figures.chance, self._figures.bots
        return [rate_row(bot_name(row.bot), row.firsts, row.rate, chance) for row in bots]

    @property
    def seat_rows(self) -> list[RateRow]:
        """How often each seat won."""
        chance, seats = self._figures.chance, self._figures.seats
        return [rate_row(seat_name(row.seat), row.firsts, row.rate, chance) for row in seats]

    @property
    def score_plots(self) -> list[Plot]:
        return plots_of([(bot_name(row.bot), row.scores) for row in self._figures.bots])

    @property
    def length_plot(self) -> Plot:
        return plots_of([(_("Events in a match"), self._figures.lengths)])[0]

    @cached_property
    def page(self) -> Page[BatchResult]:
        results = selectors.results_of(self.batch)
        results = self.onlooker.of_visible_matches(results, "pk")
        return Paginator(results, MATCHES_PER_PAGE).get_page(self.page_number)

    @property
    def rows(self) -> list[tuple[BatchResult, Iterable[tuple[str, int, int]]]]:
        """The matches of that page; the name, place and score of each seat."""
        return [
            (row, zip(map(bot_name, row.bots), row.places, row.scores, strict=True))
            for row in self.page.object_list
        ]

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
