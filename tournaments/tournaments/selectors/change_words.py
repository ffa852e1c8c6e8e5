"""What a command would change, in the words of whoever reads: a line for each thing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from replays.http.answers import Answer
from tournaments.tournaments.models import TableStatus
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.bracket_names import table_at
from tournaments.tournaments.selectors.changes import (
    ChangesAnswer,
    EntrantFactsAnswer,
    PenaltyAnswer,
    RoundFactsAnswer,
    StageFactsAnswer,
    TournamentFactsAnswer,
)
from tournaments.tournaments.selectors.proposals import (
    FIGURE_NAMES,
    FiguresAnswer,
    ProposalAnswer,
    ProposedTableAnswer,
)
from tournaments.tournaments.selectors.rounds import ClockAnswer, TableAnswer, TableSeatAnswer

MOST_NAMED = 16
"""More people than this are counted, not named."""
NONE = "–"
_STAGE_STATUS: Mapping[str, str | Promise] = {
    "planned": gettext_lazy("planned"),
    "running": gettext_lazy("being played"),
    "closed": gettext_lazy("closed"),
}
Row = tuple[str, str]
"""A thing, and what is said of it."""


class ChangeWordsAnswer(Answer, frozen=True):
    """One thing that would be another, in words."""

    what: str
    """What it is, such as a table or an entrant."""
    before: str
    """How it is; a dash where it is not there, or empty."""
    after: str
    """How it would be; a dash where it would not be there, or empty."""


def change_words(changes: ChangesAnswer, labels: Labels) -> Iterator[ChangeWordsAnswer]:
    """Yield what would be another, the tournament first and single tables last."""
    if changes.tournament is not None:
        yield from _lines(changes.tournament, partial(_tournament, labels))
    for stage in changes.stages:
        yield from _lines(stage, partial(_stage, stage.stage, labels))
    for entrant in changes.entrants:
        yield from _lines(entrant, partial(_entrant, entrant.label))
    for proposal in changes.proposals:
        yield from _lines(proposal, _proposal)
    for row in changes.rounds:
        yield from _lines(row, partial(_round, _round_title(row.round), labels))
    for table in changes.tables:
        yield from _lines(table, partial(_table, _round_title(table.round)))
    for lost in changes.penalties:
        yield from _lines(lost, partial(_penalties, lost.label))


def _lines(change: Any, say: Callable[[Any], Iterator[Row]]) -> Iterator[ChangeWordsAnswer]:
    """Yield what is said otherwise of the two sides of a change."""
    was = dict(say(change.before)) if change.before is not None else {}
    then = dict(say(change.after)) if change.after is not None else {}
    for what in {**was, **then}:
        before, after = was.get(what) or NONE, then.get(what) or NONE
        if before != after:
            yield ChangeWordsAnswer(what, before, after)


def _of(what: str, part: str) -> str:
    return f"{what}, {part}"


def _round_title(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def _tournament(labels: Labels, facts: TournamentFactsAnswer) -> Iterator[Row]:
    yield _("Title"), facts.title
    yield _("Day"), facts.day or ""
    yield _("Tournament"), _("over") if facts.finished_at else _("goes on")
    yield _("Kept apart"), "; ".join(_names(group, labels) for group in facts.kept_apart)


def _stage(number: int, labels: Labels, facts: StageFactsAnswer) -> Iterator[Row]:
    what = _("Stage %(number)s") % {"number": number}
    yield what, str(_STAGE_STATUS[facts.status])
    for name, value in facts.rules.items():
        yield _of(what, name), _plain(value)
    yield _of(what, _("entrants")), _names(facts.seeds, labels)
    yield _of(what, _("alternates")), _names(facts.alternates, labels)


def _entrant(label: str, facts: EntrantFactsAnswer) -> Iterator[Row]:
    here = _("present") if facts.present else _("not there")
    yield label, _("dropped out") if facts.dropped else here
    yield _of(label, _("affiliation")), facts.affiliation
    yield _of(label, _("fixed tables")), _plain(facts.fixed_tables)
    yield _of(label, _("each round missed")), "" if facts.late is None else str(facts.late)


def _proposal(view: ProposalAnswer) -> Iterator[Row]:
    what = _("Proposal of round %(number)s") % {"number": view.round}
    yield what, _("has to be proposed anew") if view.stale else _("at hand")
    yield from _figures(what, view.figures)
    for table in view.tables:
        yield _of(what, table_at(table.name, table.number)), _proposed(table)
    yield _of(what, _("byes")), _names(view.byes, view.labels)


def _proposed(table: ProposedTableAnswer) -> str:
    people = ", ".join(seat.label for seat in table.seats)
    return _("%(names)s (locked)") % {"names": people} if table.locked else people


def _round(what: str, labels: Labels, facts: RoundFactsAnswer) -> Iterator[Row]:
    words = ngettext("%(count)s table", "%(count)s tables", facts.tables)
    yield what, words % {"count": facts.tables}
    if facts.figures is not None:
        yield from _figures(what, facts.figures)
    yield _of(what, _("byes")), _names(facts.byes, labels)
    yield _of(what, _("absent")), _names(facts.absent, labels)
    yield _of(what, _("without a table")), _names(facts.without_table, labels)
    yield _of(what, _("clock")), _clock(facts.clock)


def _clock(clock: ClockAnswer | None) -> str:
    if clock is None:
        return ""
    running = _("runs") if clock.since is not None else _("stands still")
    return f"{running}, {clock.seconds // 60}:{clock.seconds % 60:02}"


def _figures(what: str, figures: FiguresAnswer) -> Iterator[Row]:
    for name, words in FIGURE_NAMES.items():
        yield _of(what, str(words)), str(getattr(figures, name))


def _table(at: str, view: TableAnswer) -> Iterator[Row]:
    what = _of(at, table_at(view.name, view.number))
    yield what, ", ".join(seat.label for seat in view.seats)
    waits = view.status is TableStatus.OPEN
    yield _of(what, _("status")), "" if waits else str(view.status.label)
    if view.kind is not None:
        yield _of(what, _("result")), _result(view)
    for report in view.reports or ():
        words = _("report of %(name)s") % {"name": report.label}
        yield _of(what, words), _plain(report.scores or report.places or (report.kind,))
    yield _of(what, _("arbiter")), _("called") if view.called else ""
    yield _of(what, _("extra seconds")), str(view.extra_seconds or "")


def _result(view: TableAnswer) -> str:
    seats = [f"{seat.label} {_ended(seat)}" for seat in view.seats]
    return ", ".join(seats if view.kind == "complete" else [str(view.kind), *seats])


def _ended(seat: TableSeatAnswer) -> str:
    """Return what a seat brought, such as 41 (1.)."""
    if seat.absent:
        return _("absent")
    place = NONE if seat.place is None else f"{seat.place}."
    return place if seat.score is None else f"{seat.score} ({place})"


def _penalties(label: str, given: Sequence[PenaltyAnswer]) -> Iterator[Row]:
    yield _("Penalties of %(name)s") % {"name": label}, ", ".join(str(one.points) for one in given)


def _names(numbers: Sequence[int], labels: Labels) -> str:
    if len(numbers) > MOST_NAMED:
        words = ngettext("%(count)s entrant", "%(count)s entrants", len(numbers))
        return words % {"count": len(numbers)}
    return ", ".join(labels.get(number, f"#{number}") for number in numbers)


def _plain(value: Any) -> str:
    """Return a rule or figures as they would be typed."""
    if isinstance(value, list | tuple):
        return ", ".join(_plain(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain(one)}" for name, one in value.items())
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return NONE if value is None else str(value)
