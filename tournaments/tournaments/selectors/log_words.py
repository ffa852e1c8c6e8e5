"""What happened in a tournament, in sentences that every door can say."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.tournaments.director.events import (
    AtTable,
    OfRound,
    ResultRecorded,
    ResultReported,
    TableMoved,
    TableReseated,
    TablesPublished,
    TournamentRewound,
)
from tournaments.tournaments.director.parts import Numbers, Reported
from tournaments.tournaments.director.rewinding import head_of
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.logs import LogEntryAnswer
from tournaments.tournaments.selectors.words import KINDS, RULINGS, format_name, names


def event_words(state: State, version: int, labels: Labels) -> str:
    """Return the sentence of one event, as an organiser reads it."""
    event, at = state.log[version - 1]
    entry = LogEntryAnswer(
        version=version,
        type=event.type,
        at=at,
        actor=None,
        by=None,
        payload=msgspec.to_builtins(event),
        note=None,
        hidden=False,
        counts=True,
        labels={},
    )
    return sentence_of(state, entry, labels, seats={})


def sentence_of(
    state: State, entry: LogEntryAnswer, labels: Labels, *, seats: Labels | None = None
) -> str:
    """Return what an entry of the log says in a sentence, people by their names."""
    event, _at = state.log[entry.version - 1]
    if isinstance(event, TournamentRewound):
        undone = head_of(state.log, entry.version) < head_of(state.log, entry.version - 1)
        words = _WORDS["rewound" if undone else "rewound_forward"]
        return str(words) % {"to": event.to}
    values = _values(entry.payload, labels)
    values["result"] = _result(state, entry.version, labels if seats is None else seats)
    if len(state.stages) > 1:
        values["round"] = f"{values['stage']}.{values['round']}"
    return _sentence(entry, values)


def _sentence(entry: LogEntryAnswer, values: Mapping[str, Any]) -> str:
    name = entry.type.partition(".")[2]
    if entry.hidden:
        return str(_("Something that only organisers read."))
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
    values["ruling"] = str(RULINGS.get(data.get("ruling", ""), ""))
    values["cited"] = f" ({data['rule']})" if data.get("rule") else ""
    values["format"] = format_name((data.get("rules") or {}).get("format", ""))
    tables = data.get("tables") or []
    numbers = [table["table"] if isinstance(table, dict) else table for table in tables]
    values["tables"] = ", ".join(map(str, numbers))
    values["groups"] = "; ".join(names(group, labels) for group in data.get("groups", ()))
    return values


def _told(state: State, version: int) -> Reported | None:
    """Return the result that an event tells, without scores of those who were absent."""
    event, _at = state.log[version - 1]
    if not isinstance(event, ResultRecorded | ResultReported):
        return None
    if not event.report.absent:
        return event.report
    # Former releases stored a made-up score of theirs.
    return event.report.without_absent(_seated(state, version, event))


def _seated(state: State, version: int, told: AtTable) -> Numbers:
    """Return who sat at the table of an event when it was written."""
    number = told.table
    for event, _at in reversed(state.log[: version - 1]):
        if not isinstance(event, OfRound):
            continue
        if (event.stage, event.round) != (told.stage, told.round):
            continue
        match event:
            case TableReseated(table=table, entrants=entrants) if table == number:
                return entrants
            case TableMoved(table=table, to=to) if number in (table, to):
                number = table if number == to else to
            case TablesPublished(tables=tables):
                for one in tables:
                    if one.table == number:
                        return one.entrants
            case _:
                pass
    return ()


def _result(state: State, version: int, labels: Labels) -> str:
    """Return the scores that an event tells, or the places, each with its name if it has one."""
    report, (event, _at) = _told(state, version), state.log[version - 1]
    if report is None or not isinstance(event, AtTable):
        return ""
    figures = report.scores or report.places or ()
    shown = ["–" if figure is None else str(figure) for figure in figures]
    seated = _seated(state, version, event)
    if labels and len(seated) == len(shown):
        told = zip(seated, shown, strict=True)
        words = ", ".join(f"{names([entrant], labels)} {figure}" for entrant, figure in told)
    else:
        words = " : ".join(shown)
    return words if report.kind == "complete" else f"{KINDS[report.kind]} {words}".strip()


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
    "notice_shown": _("A notice was shown to everybody."),
    "notice_taken_away": _("The notice was taken away."),
    "finished": _("The tournament is over."),
    "reopened": _("The tournament was reopened."),
    "rewound": _("Undone: everything after entry %(to)s."),
    "rewound_forward": _("Done again: everything up to entry %(to)s."),
}
