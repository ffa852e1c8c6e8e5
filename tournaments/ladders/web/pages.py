"""A ladder as its page shows it: the table in words, its rules, what was rated anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.ports import LevelChoice
from tournaments.ladders.models import Ladder, LadderNote, LadderStatus, LadderUsual
from tournaments.ladders.ratings.rules import rules_from_data
from tournaments.ladders.selectors import ladders as selectors
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.selectors.tables import LadderLine, ladder_table
from tournaments.ladders.web import words
from tournaments.ladders.web.table_params import Heading, TableParams, headings_of
from tournaments.ladders.web.words import NoteLine
from tournaments.ladders.words import ladder_title, rating_text, signed_text
from tournaments.people.onlooker import Onlooker
from tournaments.people.selectors.players import labels_of

PER_PAGE = 100
NOTES_PER_PAGE = 10


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line."""

    line: LadderLine
    rating: str
    spread: str
    """The estimate and its margin, in a system that has one."""
    arrow: str
    ranks: int
    moved: str
    """The movement in words."""
    gained: str


def lines_of(ladder: Ladder, params: TableParams, now: datetime) -> tuple[LadderLine, ...]:
    """Return the lines that are asked for, in the order that is asked for."""
    return ladder_table(
        ladder,
        now=now,
        search=params.search,
        sort=params.sort,
        reverse=params.reverse,
        hidden=params.away,
        established=params.established,
    )


@dataclass
class LadderPage:
    """Everything about one ladder."""

    ladder: Ladder
    params: TableParams
    now: datetime
    may_write: bool
    key: str
    onlooker: Onlooker
    page_numbers: Mapping[str, str | None]
    """Which page of the table and of the history."""
    refused: str = ""

    @cached_property
    def level_choice(self) -> LevelChoice | None:
        """What asks who finds it; None for those who may not say it."""
        return self.onlooker.choice(self.ladder)

    @property
    def frozen(self) -> bool:
        return self.ladder.status == LadderStatus.FROZEN

    @cached_property
    def behind(self) -> bool:
        return selectors.is_behind(self.ladder)

    @cached_property
    def table(self) -> Page[LadderLine]:
        lines = lines_of(self.ladder, self.params, self.now)
        return Paginator(lines, PER_PAGE).get_page(self.page_numbers.get("page"))

    @property
    def rows(self) -> list[Row]:
        return [row_of(line, self.ladder.system) for line in self.table.object_list]

    @property
    def has_spread(self) -> bool:
        """Whether the system says how unsure it is."""
        return self.ladder.system == "openskill"

    @property
    def headings(self) -> list[Heading]:
        return headings_of(self.params)

    @property
    def query(self) -> str:
        """What this table asks for, to be kept in other addresses."""
        return self.params.query()

    @cached_property
    def notes(self) -> Page[LadderNote]:
        notes = selectors.notes_of(self.ladder)
        notes = self.onlooker.of_visible_matches(notes, "subject")
        return Paginator(notes, NOTES_PER_PAGE).get_page(self.page_numbers.get("history"))

    @cached_property
    def history(self) -> list[NoteLine]:
        notes = list(self.notes.object_list)
        people = {UUID(move[0]) for note in notes for move in note.moves}
        labels = labels_of(people | {note.subject for note in notes}) if notes else {}
        zone = ZoneInfo(self.ladder.club.time_zone)
        return [words.note_line(note, labels, self.ladder.system, zone) for note in notes]

    @cached_property
    def rules(self) -> dict[str, list[str]]:
        """What counts, how it is rated, and what becomes of who is away, in sentences."""
        rules = rules_from_data(self.ladder.rules)
        return {
            "counting": list(words.counting(rules, ZoneInfo(self.ladder.club.time_zone))),
            "rating": list(words.rating(rules)),
            "absence": list(words.absence(rules)),
        }

    @cached_property
    def periods(self) -> list[tuple[Ladder, str, bool]]:
        """The ladders before and after it in time, by title; whether each came before."""
        own = self.ladder.period_of
        periods = self.onlooker.visible(selectors.periods_of(self.ladder))
        return [(one, ladder_title(one), one.id == own) for one in periods]

    @cached_property
    def share(self) -> int | None:
        """By how many percent its players were drawn towards the mean when it began."""
        return ladder_state(self.ladder.id).share if self.ladder.period_of else None


@dataclass(frozen=True, slots=True)
class LadderGroup:
    """Ladders of one kind, in a list."""

    heading: str
    ladders: tuple[tuple[Ladder, str], ...]
    folded: bool = False


def groups_of(ladders: Sequence[Ladder]) -> list[LadderGroup]:
    """Return a club's ladders by kind, those that are frozen last."""
    named = [(ladder, ladder_title(ladder)) for ladder in ladders]
    running = [pair for pair in named if pair[0].status == LadderStatus.OPEN]
    frozen = [pair for pair in named if pair[0].status == LadderStatus.FROZEN]
    frozen.sort(
        key=lambda pair: (pair[0].frozen_at or pair[0].created_at, pair[0].id), reverse=True
    )
    groups = [
        LadderGroup(heading, tuple(pair for pair in running if pair[0].usual == usual))
        for usual, heading in (
            (LadderUsual.OVERALL, _("All games")),
            (LadderUsual.GAME, _("Games")),
            (LadderUsual.OWN, _("The club's own")),
        )
    ]
    groups.append(LadderGroup(_("Frozen"), tuple(frozen), folded=True))
    return [group for group in groups if group.ladders]


def row_of(line: LadderLine, system: str) -> Row:
    arrow, moved = _movement(line)
    return Row(
        line=line,
        rating=rating_text(line.shown, system),
        spread=spread_text(line.mu, line.sigma, system),
        arrow=arrow,
        ranks=abs(line.moved or 0),
        moved=moved,
        gained=signed_text(line.gained, system) if line.gained else "",
    )


def spread_text(mu: float, sigma: float, system: str) -> str:
    """Return an estimate with its margin, or nothing where the system has none."""
    if system != "openskill":
        return ""
    texts = (rating_text(mu, system), "±", rating_text(3 * sigma, system))
    return "\N{NO-BREAK SPACE}".join(texts)


def _movement(line: LadderLine) -> tuple[str, str]:
    if line.rank is None:
        return "", ""
    if line.moved is None:
        return "new", _("new on the ladder this week")
    if not line.moved:
        return "", _("same rank as a week ago")
    count = abs(line.moved)
    if line.moved > 0:
        text = ngettext("up %(count)s rank in a week", "up %(count)s ranks in a week", count)
        return "up", text % {"count": count}
    text = ngettext("down %(count)s rank in a week", "down %(count)s ranks in a week", count)
    return "down", text % {"count": count}
