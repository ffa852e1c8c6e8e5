"""The log of a tournament in sentences: what happened, when, and for organisers by whom and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from replays.models import StoredEvent
from tournaments.people.models import User
from tournaments.tournaments.director.events import TournamentRewound
from tournaments.tournaments.director.rewinding import head_of, undone_in
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.logs import LogEntryAnswer, log_entries
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import KINDS, RULINGS, Labels, format_name, names


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
            _words_of(page.state, entry, labels),
            people.get(entry.actor or "", entry.actor or ""),
        )
        for entry in entries
    ]


def event_words(state: State, version: int, labels: Labels) -> str:
    """Return the sentence of one event, as an organiser reads it."""
    event, at = state.log[version - 1]
    entry = LogEntryAnswer(
        version=version,
        type=event.type,
        at=at,
        actor=None,
        payload=msgspec.to_builtins(event),
        note=None,
        hidden=False,
        counts=True,
        labels={},
    )
    return _words_of(state, entry, labels)


def _words_of(state: State, entry: LogEntryAnswer, labels: Labels) -> str:
    event, _at = state.log[entry.version - 1]
    if isinstance(event, TournamentRewound):
        undone = head_of(state.log, entry.version) < head_of(state.log, entry.version - 1)
        words = _WORDS["rewound" if undone else "rewound_forward"]
        return str(words) % {"to": event.to}
    return _sentence(entry, labels, len(state.stages) > 1)


def _accounts(entries: Sequence[LogEntryAnswer]) -> dict[str, str]:
    actors = [entry.actor or "" for entry in entries]
    ids = [actor.removeprefix("user:") for actor in actors if actor.startswith("user:")]
    if not ids:
        return {}
    usernames = User.objects.filter(pk__in=set(ids)).values_list("pk", "username")
    return {f"user:{id_}": username for id_, username in usernames}


def _sentence(entry: LogEntryAnswer, labels: Labels, several: bool) -> str:
    name = entry.type.partition(".")[2]
    if entry.hidden:
        return str(_("An organiser's constraint was set."))
    values = _values(entry.payload, labels)
    if several:
        values["round"] = f"{values['stage']}.{values['round']}"
    if name == "round_drafted" and entry.payload.get("by_hand"):
        name = "round_drafted_by_hand"
    elif name == "time_added" and entry.payload.get("table"):
        name = "time_added_to_table"
    elif name == "present" and entry.payload.get("late"):
        name = "present_late"
    return str(_WORDS.get(name, entry.type)) % values


def _values(data: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    """Return what the sentences may mention: people by name, kinds in words."""
    values: dict[str, Any] = dict.fromkeys(("round", "stage", "table", "points", "title"), "")
    values |= data
    listed = data.get("entrants") or [row["entrant"] for row in data.get("entries", ())]
    one = data.get("entrant")
    values["names"] = names([one] if isinstance(one, int) else listed, labels)
    values["by"] = names([data["by"]] if "by" in data else (), labels)
    values["result"] = _result(data.get("report") or {})
    values["ruling"] = str(RULINGS.get(data.get("ruling", ""), ""))
    values["cited"] = f" ({data['rule']})" if data.get("rule") else ""
    values["format"] = format_name((data.get("rules") or {}).get("format", ""))
    tables = data.get("tables") or []
    numbers = [table["table"] if isinstance(table, dict) else table for table in tables]
    values["tables"] = ", ".join(map(str, numbers))
    values["groups"] = "; ".join(names(group, labels) for group in data.get("groups", ()))
    return values


def _result(report: Mapping[str, Any]) -> str:
    figures = report.get("scores") or report.get("places") or ()
    words = " : ".join("–" if figure is None else str(figure) for figure in figures)
    kind = report.get("kind", "complete")
    return words if kind == "complete" else f"{KINDS[kind]} {words}".strip()


_WORDS: Mapping[str, str | Promise] = {
    "created": _("The tournament was created: %(title)s."),
    "renamed": _("The tournament is called %(title)s now."),
    "stage_set": _("The rules of stage %(stage)s were set: %(format)s."),
    "stage_dropped": _("Stage %(stage)s was removed."),
    "stage_started": _("Stage %(stage)s began."),
    "stage_closed": _("Stage %(stage)s was closed."),
    "stage_reopened": _("Stage %(stage)s was reopened."),
    "stage_unstarted": _("The start of stage %(stage)s was undone."),
    "substituted": _("Stage %(stage)s: %(by)s plays, and not %(names)s"),
    "entered": _("Entered: %(names)s"),
    "removed": _("An entrant was removed."),
    "present": _("Present: %(names)s"),
    "present_late": _("Present: %(names)s; each round missed is worth %(late)s"),
    "away": _("Away: %(names)s"),
    "dropped": _("%(names)s dropped out."),
    "returned": _("%(names)s came back."),
    "affiliated": _("The affiliation of %(names)s changed."),
    "kept_apart": _("Not to meet: %(groups)s"),
    "tables_fixed": _("%(names)s sits at these tables only: %(tables)s."),
    "round_drafted": _("Round %(round)s was proposed."),
    "round_drafted_by_hand": _("The proposal of round %(round)s was edited by hand."),
    "draft_discarded": _("The proposal was discarded."),
    "tables_published": _("Round %(round)s, tables announced: %(tables)s."),
    "tables_withdrawn": _("Round %(round)s, tables withdrawn: %(tables)s."),
    "table_reseated": _("Round %(round)s, table %(table)s has new seats: %(names)s"),
    "table_moved": _("Round %(round)s: table %(table)s is played as table %(to)s."),
    "bye_given": _("%(names)s has a bye in round %(round)s."),
    "bye_taken": _("%(names)s plays in round %(round)s after all."),
    "clock_started": _("The clock of round %(round)s was started."),
    "clock_paused": _("The clock of round %(round)s was paused."),
    "clock_resumed": _("The clock of round %(round)s runs on."),
    "time_added": _("Round %(round)s: %(seconds)s seconds more."),
    "time_added_to_table": _("Round %(round)s, table %(table)s: %(seconds)s seconds more."),
    "table_started": _("Round %(round)s, table %(table)s is being recorded."),
    "result_reported": _("Round %(round)s, table %(table)s: %(names)s reports %(result)s."),
    "result_recorded": _("Round %(round)s, table %(table)s: %(result)s."),
    "result_confirmed": _("Round %(round)s, table %(table)s: the result was confirmed."),
    "result_withdrawn": _("Round %(round)s, table %(table)s: the result was withdrawn."),
    "arbiter_called": _("Round %(round)s, table %(table)s called the arbiter."),
    "arbiter_ruled": _("Round %(round)s, table %(table)s, ruling: %(ruling)s%(cited)s."),
    "penalised": _("Points taken from %(names)s: %(points)s"),
    "finished": _("The tournament is over."),
    "reopened": _("The tournament was reopened."),
    "rewound": _("Undone: everything after entry %(to)s."),
    "rewound_forward": _("Done again: everything up to entry %(to)s."),
}
