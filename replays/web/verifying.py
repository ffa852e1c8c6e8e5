"""What checking a log found, in words."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from replays.chain import Problem
from replays.errors import message_of
from replays.models import Match
from replays.services.verify import VerifyReport


class Found(NamedTuple):
    """A verdict, and what it rests on."""

    ok: bool
    doubts: bool
    """True where nothing is wrong, but not everything could be checked."""
    verdict: str
    lines: tuple[str, ...] = ()
    head: str = ""


def found_in(report: VerifyReport, match: Match, *, reads_all: bool) -> Found:
    """Return what a check says to somebody who may, or may not, read the whole record."""
    if report.problem is not None:
        return Found(ok=False, doubts=False, verdict=_fault(report.problem))
    lines = [_chain(report.version), _anchors(len(report.anchors))]
    if report.unjudged is None:
        lines.append(_("The rules allow every move of it, one after the other."))
        if match.status == Match.Status.FINISHED:
            lines.append(_("The result is the one that was sealed when the match ended."))
    else:
        lines.append(
            _("Whether the moves were allowed was not checked: the rules are not installed here.")
        )
    if report.imported:
        lines.append(_("It was brought in as a file: what came before that, nobody here saw."))
    return Found(
        ok=True,
        doubts=report.unjudged is not None,
        verdict=_("The record is whole, and nothing in it was changed."),
        lines=tuple(lines),
        head=report.head if reads_all else "",
    )


def too_often(seconds: float) -> Found:
    """Return what somebody is told who asks again and again."""
    words = ngettext(
        "Too many checks; wait for %(count)d second.",
        "Too many checks; wait for %(count)d seconds.",
        int(seconds) + 1,
    )
    return Found(ok=True, doubts=True, verdict=words % {"count": int(seconds) + 1})


def _fault(problem: Problem) -> str:
    words = (
        _("The rules compute another result today than the one that was sealed.")
        if problem.code == "seal_differs"
        else message_of(problem.code)
    )
    if words == problem.code:
        words = _("The rules do not allow this (%(code)s).") % {"code": problem.code}
    at = _("Something is wrong at entry %(version)s.") % {"version": problem.version}
    return f"{at} {words}"


def _chain(entries: int) -> str:
    words = ngettext(
        "%(count)d entry: its hash was computed again and fits.",
        "%(count)d entries: from the first to the last, every hash was computed again and fits.",
        entries,
    )
    return words % {"count": entries}


def _anchors(anchors: int) -> str:
    words = ngettext(
        "%(count)d anchor, kept apart from the entries, fits: nothing is missing at the end.",
        "%(count)d anchors, kept apart from the entries, fit: nothing is missing at the end.",
        anchors,
    )
    return words % {"count": anchors}
