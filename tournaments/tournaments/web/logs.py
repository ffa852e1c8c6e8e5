"""The log of a tournament in sentences: what happened, when, and for organisers by whom and why."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from replays.models import StoredEvent
from tournaments.people.models import User
from tournaments.tournaments.selectors.logs import LogEntryAnswer, log_entries
from tournaments.tournaments.web.words import KINDS, RULINGS, format_name, names

Labels = Mapping[int, str]


class LogLine(NamedTuple):
    """One event of the log."""

    version: int
    at: object
    words: str
    actor: str
    note: str


def log_lines(
    tournament_id: UUID,
    events: Sequence[StoredEvent],
    labels: Labels,
    *,
    organiser: bool,
    stages: int,
) -> list[LogLine]:
    """Return events as sentences, in the same order; with several stages, rounds name theirs."""
    entries = log_entries(tournament_id, events, organiser=organiser)
    people = _accounts(entries)
    return [
        LogLine(
            entry.version,
            parse_datetime(entry.at),
            _sentence(entry, labels, stages > 1),
            people.get(entry.actor or "", entry.actor or ""),
            entry.note or "",
        )
        for entry in entries
    ]


def _accounts(entries: Sequence[LogEntryAnswer]) -> dict[str, str]:
    actors = [entry.actor or "" for entry in entries]
    ids = [actor.removeprefix("user:") for actor in actors if actor.startswith("user:")]
    if not ids:
        return {}
    found = User.objects.filter(pk__in=set(ids)).values_list("pk", "username")
    return {f"user:{id_}": username for id_, username in found}


def _sentence(entry: LogEntryAnswer, labels: Labels, several: bool) -> str:
    name = entry.type.partition(".")[2]
    if entry.hidden:
        return _("An organiser's constraint was set.")
    values = _values(entry.payload, labels)
    if several:
        values["round"] = f"{values['stage']}.{values['round']}"
    match name:
        case "stage_set" | "stage_dropped" | "stage_started" | "stage_closed" | "stage_reopened":
            words = _of_stage(name)
        case "entered" | "removed" | "present" | "away" | "dropped" | "returned" | "affiliated":
            words = _of_entrant(name)
        case "clock_started" | "clock_paused" | "clock_resumed" | "time_added":
            words = _of_clock(name, entry.payload)
        case "round_drafted" if entry.payload.get("by_hand"):
            words = _("The proposal of round %(round)s was edited by hand.")
        case _:
            words = _WORDS[name]() if name in _WORDS else entry.type
    return words % values


def _values(data: Mapping[str, Any], labels: Labels) -> dict[str, Any]:
    """Return what the sentences may mention: people by name, kinds in words."""
    values: dict[str, Any] = dict.fromkeys(("round", "stage", "table", "points", "title"), "")
    values |= data
    listed = data.get("entrants") or [row["entrant"] for row in data.get("entries", ())]
    one = data.get("entrant")
    values["names"] = names([one] if isinstance(one, int) else listed, labels)
    report = data.get("report") or {}
    values["result"] = _result(report)
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
    words = " : ".join(map(str, figures))
    kind = report.get("kind", "complete")
    if kind == "complete":
        return words
    return f"{KINDS[kind]} {words}".strip()


def _of_stage(name: str) -> str:
    match name:
        case "stage_set":
            return _("Stage %(stage)s was planned: %(format)s.")
        case "stage_dropped":
            return _("Stage %(stage)s was taken back.")
        case "stage_started":
            return _("Stage %(stage)s began.")
        case "stage_closed":
            return _("Stage %(stage)s was closed.")
        case _:
            return _("Stage %(stage)s was reopened.")


def _of_entrant(name: str) -> str:
    match name:
        case "entered":
            return _("Entered: %(names)s")
        case "removed":
            return _("An entrant was removed.")
        case "present":
            return _("There: %(names)s")
        case "away":
            return _("Away: %(names)s")
        case "dropped":
            return _("%(names)s dropped out.")
        case "returned":
            return _("%(names)s came back.")
        case _:
            return _("The affiliation of %(names)s changed.")


def _of_clock(name: str, data: Mapping[str, Any]) -> str:
    match name:
        case "clock_started":
            return _("The clock of round %(round)s was started.")
        case "clock_paused":
            return _("The clock of round %(round)s was paused.")
        case "clock_resumed":
            return _("The clock of round %(round)s runs on.")
        case _ if data.get("table"):
            return _("Round %(round)s, table %(table)s: %(seconds)s seconds more.")
        case _:
            return _("Round %(round)s: %(seconds)s seconds more.")


_WORDS = {
    "created": lambda: _("The tournament was created: %(title)s."),
    "renamed": lambda: _("The tournament is called %(title)s now."),
    "kept_apart": lambda: _("Not to meet: %(groups)s"),
    "tables_fixed": lambda: _("%(names)s sits at these tables only: %(tables)s."),
    "round_drafted": lambda: _("Round %(round)s was proposed."),
    "draft_discarded": lambda: _("The proposal was thrown away."),
    "tables_published": lambda: _("Round %(round)s, tables announced: %(tables)s."),
    "tables_withdrawn": lambda: _("Round %(round)s, tables taken back: %(tables)s."),
    "table_reseated": lambda: _("Round %(round)s, table %(table)s was seated anew: %(names)s"),
    "bye_given": lambda: _("%(names)s has a bye in round %(round)s."),
    "bye_taken": lambda: _("%(names)s plays in round %(round)s after all."),
    "table_started": lambda: _("Round %(round)s, table %(table)s is being recorded."),
    "result_reported": lambda: _("Round %(round)s, table %(table)s: %(names)s says %(result)s."),
    "result_recorded": lambda: _("Round %(round)s, table %(table)s: %(result)s."),
    "result_confirmed": lambda: _("Round %(round)s, table %(table)s: the result was confirmed."),
    "result_withdrawn": lambda: _("Round %(round)s, table %(table)s: the result was taken back."),
    "arbiter_called": lambda: _("Round %(round)s, table %(table)s called the arbiter."),
    "arbiter_ruled": lambda: _("Round %(round)s, table %(table)s, ruling: %(ruling)s%(cited)s."),
    "penalised": lambda: _("Points taken from %(names)s: %(points)s"),
    "finished": lambda: _("The tournament is over."),
    "reopened": lambda: _("The tournament was reopened."),
}
