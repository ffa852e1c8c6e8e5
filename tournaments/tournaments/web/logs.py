"""The log of a tournament in sentences: what happened, when, for the club by whom, and why."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.dateparse import parse_datetime

from replays.models import StoredEvent
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.selectors.log_words import sentence_of
from tournaments.tournaments.selectors.logs import LogEntryAnswer, LogReader, log_entries
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.web.pages import TournamentPage


class LogLine(NamedTuple):
    entry: LogEntryAnswer
    at: datetime | None
    words: str


def log_lines(page: TournamentPage, events: Sequence[StoredEvent]) -> list[LogLine]:
    """Return events as sentences, in the same order; with several stages, rounds name theirs."""
    undone = undone_in(page.state.log)
    reader = LogReader(page.directs, page.visitor.reads_actors)
    entries = log_entries(page.tournament.id, events, reader=reader, undone=undone)
    labels = page.labels
    if page.directs and undone:
        labels = labels_of_everybody(page.state)
    return [
        LogLine(
            entry,
            parse_datetime(entry.at),
            sentence_of(page.state, entry, labels),
        )
        for entry in entries
    ]
