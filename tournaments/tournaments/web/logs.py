"""The log of a tournament in sentences: what happened, when, and for organisers by whom and why."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.dateparse import parse_datetime

from replays.models import StoredEvent
from tournaments.people.models import User
from tournaments.tournaments.director.rewinding import undone_in
from tournaments.tournaments.selectors.log_words import sentence_of
from tournaments.tournaments.selectors.logs import LogEntryAnswer, log_entries
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.web.pages import TournamentPage


class LogLine(NamedTuple):
    entry: LogEntryAnswer
    at: datetime | None
    words: str
    actor: str


def log_lines(page: TournamentPage, events: Sequence[StoredEvent]) -> list[LogLine]:
    """Return events as sentences, in the same order; with several stages, rounds name theirs."""
    undone = undone_in(page.state.log)
    entries = log_entries(page.tournament.id, events, organiser=page.directs, undone=undone)
    people, labels = _accounts(entries), page.labels
    if page.directs and undone:
        labels = labels_of_everybody(page.state)
    return [
        LogLine(
            entry,
            parse_datetime(entry.at),
            sentence_of(page.state, entry, labels),
            people.get(entry.actor or "", entry.actor or ""),
        )
        for entry in entries
    ]


def _accounts(entries: Sequence[LogEntryAnswer]) -> dict[str, str]:
    actors = [entry.actor or "" for entry in entries]
    ids = [actor.removeprefix("user:") for actor in actors if actor.startswith("user:")]
    if not ids:
        return {}
    usernames = User.objects.filter(pk__in=set(ids)).values_list("pk", "username")
    return {f"user:{id_}": username for id_, username in usernames}
