"""How deep the record of a match goes: every move, some of them, a count, or a result alone."""

from collections.abc import Mapping
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from replays.log import Log

Depth = Literal["moves", "partial", "counted", "reported"]

_REASONS: Mapping[tuple[str, str], str | Promise] = {
    ("stopped", "time"): gettext_lazy("Time was up."),
    ("stopped", "left"): gettext_lazy("Somebody left."),
    ("stopped", "ruled"): gettext_lazy("The arbiter decided the result."),
    ("reported", ""): gettext_lazy("How it ended was reported by people."),
    ("abandoned", ""): gettext_lazy("Nobody went on with it."),
    ("voided", ""): gettext_lazy("It was declared void."),
}


def depth_of(log: Log) -> Depth:
    """Return how deep a record goes; one that is being made counts as one of every move."""
    reported = log.life.reported
    if log.ended and reported is not None and not log.plies:
        return "reported" if reported.tables is None else "counted"
    if not log.ended or log.status == "finished" or _is_over(log):
        return "moves"
    return "partial"


def where_it_stops(log: Log) -> str:
    """Return at which step a partial record stops and why; empty for any other."""
    if depth_of(log) != "partial":
        return ""
    steps = len(log.plies)
    where = (
        ngettext(
            "The record stops after %(count)s step.",
            "The record stops after %(count)s steps.",
            steps,
        )
        % {"count": steps}
        if steps
        else _("Nothing was recorded of how it was played.")
    )
    why = _REASONS.get((log.status, log.ending), gettext_lazy("It was stopped before its end."))
    return f"{where} {why}"


def _is_over(log: Log) -> bool:
    """Say whether the moves lead to the end that the rules know, whatever was decided then."""
    return log.missing is None and bool(log.plies) and log.over
