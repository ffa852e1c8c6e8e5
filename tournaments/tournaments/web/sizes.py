"""Table sizes in words: other splits of a round, and what sizes come to over a whole stage."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.core.errors import RuleViolation
from tournaments.tournaments.director.state import Stage
from tournaments.tournaments.selectors.alternatives import FEW, alternatives_view, has_splits
from tournaments.tournaments.selectors.outlooks import MOST_PLAYERS, OutlookAnswer, sizes_view
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import figure_words, refusal_words

MOST_LISTED = 8
"""More tables are counted instead of listed."""
LONGEST_TYPED = 2_000


class SplitCard(NamedTuple):
    """One way to split the round."""

    split: str
    """As a form sends it."""
    name: str
    taken: bool
    figures: list[tuple[str, str]]


class Splits(NamedTuple):
    """The ways to split the round at hand; a large field's are worked out when asked for."""

    cards: list[SplitCard]
    asked: bool
    typed: str
    """What somebody had typed that was refused."""


class SizesRow(NamedTuple):
    """A set of sizes and what it comes to."""

    sizes: str
    """As a form sends them."""
    name: str
    split: str
    words: str
    taken: bool


class SizesAdvice(NamedTuple):
    """What sizes come to for a stage that is planned."""

    players: int
    rounds: int
    rows: list[SizesRow]
    problem: str
    most: int = MOST_PLAYERS


def splits_of(page: TournamentPage, *, asked: bool) -> Splits | None:
    """Return the ways to split the round that is proposed, or None where there is one way alone."""
    stage = page.state.current
    if stage is None or stage.draft is None or not has_splits(stage):
        return None
    sent = page.sent("splits")
    typed = sent.get("split", "")[:LONGEST_TYPED] if sent is not None else ""
    if not asked and len(stage.seeds) > FEW:
        return Splits([], False, typed)
    try:
        found = alternatives_view(page.tournament.id, page.state, stage.number).splits
    except RuleViolation:
        found = ()
    cards = []
    for one in found:
        figures = figure_words(one.figures)
        if one.byes:
            figures.append((_("byes"), str(one.byes)))
        if one.figures.broken:
            figures.append((_("broken constraints"), str(one.figures.broken)))
        cards.append(SplitCard(one.split, split_name(one.sizes), one.taken, figures))
    return Splits(cards, True, typed)


def sizes_advice(page: TournamentPage, stage: Stage, typed: int) -> SizesAdvice | None:
    """Return what sizes come to for a Swiss stage, with the players there are or that are typed."""
    if not has_splits(stage):
        return None
    rows, problem, players = [], "", min(typed, MOST_PLAYERS)
    try:
        view = sizes_view(page.tournament.id, page.state, stage.number, players)
        players = view.players
        taken = tuple(sorted(stage.rules.sizes))
        rows = [_row(one, taken) for one in view.outlooks]
    except RuleViolation as violation:
        problem = refusal_words(violation, page.labels) if typed else ""
    return SizesAdvice(players, stage.rules.rounds, rows, problem)


def _row(outlook: OutlookAnswer, taken: tuple[int, ...]) -> SizesRow:
    return SizesRow(
        sizes_value(outlook.sizes),
        range_words(outlook.sizes),
        _named(outlook),
        outlook_words(outlook),
        outlook.sizes == taken,
    )


def split_name(sizes: Sequence[int]) -> str:
    """Return a split as people read it: 4+3+3+3, or 48 × 4 + 2 × 3 where there are many tables."""
    if len(sizes) <= MOST_LISTED:
        return "+".join(map(str, sizes))
    counted = Counter(sizes)
    return " + ".join(f"{counted[size]} × {size}" for size in sorted(counted, reverse=True))


def sizes_value(sizes: Sequence[int]) -> str:
    """Return sizes as an input sends them."""
    return " ".join(map(str, sizes))


def range_words(sizes: Sequence[int]) -> str:
    """Return sizes in words: 3 to 5, or each by itself where there are gaps."""
    low, high = min(sizes), max(sizes)
    if len(sizes) == 1:
        return str(low)
    if len(sizes) == high - low + 1:
        return _("%(low)s to %(high)s") % {"low": low, "high": high}
    return ", ".join(map(str, sizes))


def outlook_words(outlook: OutlookAnswer) -> str:
    """Return what a stage comes to with these sizes, in a few words."""
    parts = [
        ngettext("%(count)s repeated meeting", "%(count)s repeated meetings", outlook.repeats)
        % {"count": outlook.repeats},
        ngettext("%(count)s small table", "%(count)s small tables", outlook.small_tables)
        % {"count": outlook.small_tables},
    ]
    if outlook.byes:
        words = ngettext("%(count)s bye", "%(count)s byes", outlook.byes)
        parts.append(words % {"count": outlook.byes})
    return ", ".join(parts)


def choice_words(outlook: OutlookAnswer) -> str:
    """Return a set of sizes as one line to choose."""
    name = f"{range_words(outlook.sizes)} ({_named(outlook)})"
    return _("%(sizes)s: %(figures)s") % {"sizes": name, "figures": outlook_words(outlook)}


def _named(outlook: OutlookAnswer) -> str:
    return split_name([int(size) for size in outlook.split.split("+")])
