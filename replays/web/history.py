"""What was done to a record besides playing: its life, undo, corrections."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.core.events import Event
from replays import events
from replays.effective import Entry
from replays.log import Log

_SENTENCES: Mapping[str, str | Promise] = {
    "match.created": _("The match was created."),
    "match.finished": _("The match was over by its rules."),
    "match.reported": _("A result was reported."),
    "match.stopped": _("The match was stopped before its end."),
    "match.ruled": _("The arbiter decided the result."),
    "match.reopened": _("The match was reopened."),
    "match.abandoned": _("The match was abandoned."),
    "match.voided": _("The match was declared void."),
    "log.overridden": _("The arbiter allowed something the rules refuse."),
}


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One entry of the log that is not a move."""

    version: int
    sentence: str
    recorded_at: datetime
    note: str
    by: str
    """Who did it, empty where that is not to be seen."""


def history_of(
    log: Log, labels: list[str], notes: Mapping[int, str], actors: Mapping[str, str]
) -> list[HistoryRow]:
    """Return what is neither a plain move nor a comment, newest first; it tells nothing hidden."""
    return [
        HistoryRow(
            version=entry.version,
            sentence=entry_sentence(entry, labels),
            recorded_at=moment(entry.recorded_at),
            note=notes.get(entry.version, ""),
            by=actors.get(entry.actor, ""),
        )
        for entry in reversed(log.asides)
        if not isinstance(entry.event, events.LogAnnotated)
    ]


def moment(recorded_at: str) -> datetime:
    return datetime.fromisoformat(recorded_at)


def entry_sentence(entry: Entry, labels: list[str]) -> str:
    """Return what an entry that is no move did, in words."""
    event: Event = entry.event
    match event:
        case events.LogRewound(to=to):
            return _("Taken back to what it was after entry %(to)s.") % {"to": to}
        case events.LogAmended(target=target, dropped=dropped):
            sentence = _("Entry %(target)s was corrected.") % {"target": target}
            if not dropped:
                return sentence
            more = ngettext(
                "%(count)s later entry no longer fitted and does not count any more.",
                "%(count)s later entries no longer fitted and do not count any more.",
                len(dropped),
            )
            return f"{sentence} {more % {'count': len(dropped)}}"
        case events.MatchConfirmed(seat=seat) if seat < len(labels):
            return _("Seat %(seat)s agreed to the result.") % {"seat": seat + 1}
        case events.MatchCounted(round=number, tables=None):
            return _("The scores of round %(number)s were noted.") % {"number": number}
        case events.MatchCounted(round=number):
            return _("Round %(number)s was counted.") % {"number": number}
        case events.SeatTakenOver(seat=seat) if seat < len(labels):
            return _("Somebody else sits at seat %(seat)s now.") % {"seat": seat + 1}
        case _:
            return str(_SENTENCES.get(event.type, event.type))
