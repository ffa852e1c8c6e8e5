"""What those at a table say of it, side by side, as they and organisers see it."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.tournaments.selectors.rounds import ReportAnswer, TableAnswer
from tournaments.tournaments.web.words import KINDS


class Version(NamedTuple):
    """One way in which a table ended, as some of those who sit there say."""

    entrant: int
    """One of those who say so."""
    names: str
    at: datetime
    """When the last of them said it."""
    kind: str
    """How it ended, where that is not the usual way."""
    figures: list[str]
    """The score or the place of each seat."""


class ReportedSeat(NamedTuple):
    """A seat, and its figure in each version."""

    label: str
    figures: list[str]

    @property
    def differs(self) -> bool:
        return len(set(self.figures)) > 1


class Reports(NamedTuple):
    """The versions of a table that was reported and not decided."""

    versions: list[Version]
    seats: list[ReportedSeat]


def reports_of(view: TableAnswer) -> Reports | None:
    """Return what was reported of a table; None without a report, and for those it is not for."""
    if not view.reports or view.kind is not None:
        return None
    said: dict[tuple[object, ...], list[ReportAnswer]] = {}
    for one in view.reports:
        told = (one.kind, one.places, one.scores, one.absent, one.play_off)
        said.setdefault(told, []).append(one)
    versions = [_version(view, reports) for reports in said.values()]
    seats = [
        ReportedSeat(seat.label, [version.figures[seat.seat] for version in versions])
        for seat in view.seats
    ]
    return Reports(versions, seats)


def _version(view: TableAnswer, reports: list[ReportAnswer]) -> Version:
    one = reports[0]
    return Version(
        one.entrant,
        ", ".join(report.label for report in reports),
        max(datetime.fromisoformat(report.at) for report in reports),
        "" if one.kind == "complete" else str(KINDS[one.kind]),
        [_figure(one, seat.seat, seat.entrant) for seat in view.seats],
    )


def _figure(report: ReportAnswer, seat: int, entrant: int) -> str:
    if entrant in report.absent:
        return _("absent")
    if report.scores is not None:
        return str(report.scores[seat])
    return f"{report.places[seat]}." if report.places is not None else "–"


def agreement_words(view: TableAnswer, entrant: int) -> str:
    """Return whether the others agree with what an entrant reported; empty without a report."""
    mine = next((one for one in view.reports or () if one.entrant == entrant), None)
    if mine is None:
        return ""
    if view.kind is not None:
        return _("Thank you. The table has its result.")
    if mine.differ:
        words = ngettext(
            "%(count)s other says something else. Agree on one result, or an organiser decides.",
            "%(count)s others say something else. Agree on one result, or an organiser decides.",
            mine.differ,
        )
        return words % {"count": mine.differ}
    return _("Thank you. The result stands once somebody else at the table says the same.")
