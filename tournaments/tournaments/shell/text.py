"""Tournaments as text for a terminal."""

import shlex
from collections.abc import Iterable, Sequence
from json import dumps

from django.utils.translation import gettext as _

from replays.http.structs import body_schema
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.alternatives import AlternativesAnswer
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.bracket_names import reason_words
from tournaments.tournaments.selectors.log_words import sentence_of
from tournaments.tournaments.selectors.logs import LogEntryAnswer
from tournaments.tournaments.selectors.made import DirectedAnswer
from tournaments.tournaments.selectors.outlooks import OutlookAnswer, SizesAnswer
from tournaments.tournaments.selectors.presets import PresetsAnswer
from tournaments.tournaments.selectors.proposals import ProposalAnswer
from tournaments.tournaments.selectors.rounds import RoundAnswer, TableAnswer
from tournaments.tournaments.selectors.standings import StandingsAnswer
from tournaments.tournaments.selectors.words import KINDS, format_name
from tournaments.tournaments.shell.proposals import proposal
from tournaments.tournaments.shell.standings import standings
from tournaments.tournaments.shell.tables import Cell, called
from tournaments.tournaments.shell.tables import table as _table


def listed(rows: Iterable[Tournament]) -> str:
    cells = [
        (row.id, row.title, row.day or "", row.get_status_display(), row.entrants) for row in rows
    ]
    return _table((_("Id"), _("Title"), _("Day"), _("Status"), _("Entrants")), cells)


def pairings(rounds: Iterable[RoundAnswer], labels: Labels) -> str:
    """Return rounds, a line per table, scores beside the names once there are some."""
    cells: list[Sequence[Cell]] = []
    for round_ in rounds:
        at = f"{round_.stage}/{round_.number}"
        cells += [(at, *_seated(table)) for table in round_.tables]
        cells += [(at, "", f"{number} {labels[number]}", _("bye")) for number in round_.byes]
        cells += [(at, "", f"{number} {labels[number]}", _("absent")) for number in round_.absent]
    return _table((_("Round"), _("Table"), _("Seats"), _("Result")), cells)


def _seated(table: TableAnswer) -> Sequence[Cell]:
    seats = ", ".join(
        f"{seat.entrant} {seat.label}"
        + (f" ({_('absent')})" if seat.absent else "")
        + ("" if seat.score is None else f": {seat.score}")
        for seat in table.seats
    )
    reasons = [f"{seat.label}: {reason_words(seat.reason)}" for seat in table.seats if seat.reason]
    state = KINDS[table.kind] if table.kind is not None else table.status.label
    ended = "\n".join([str(state), *reasons])
    return called(table.number, table.name), seats, ended


def alternatives(answer: AlternativesAnswer) -> str:
    """Return the splits of a round side by side; the one that is proposed is marked."""
    cells = [
        (
            row.split,
            row.figures.repeats,
            row.figures.small_tables,
            row.figures.scores,
            row.byes,
            row.figures.broken,
            _("proposed") if row.taken else "",
        )
        for row in answer.splits
    ]
    columns = (
        _("Split"),
        _("repeated meetings"),
        _("small tables"),
        _("score differences"),
        _("byes"),
        _("broken constraints"),
        "",
    )
    return _table(columns, cells)


def outlooks(rows: Iterable[OutlookAnswer]) -> str:
    """Return what table sizes come to, the best first."""
    cells = [
        (
            ",".join(map(str, row.sizes)),
            row.split,
            row.repeats,
            row.small_tables,
            row.byes,
        )
        for row in rows
    ]
    columns = (_("Sizes"), _("Split"), _("repeated meetings"), _("small tables"), _("byes"))
    return _table(columns, cells)


def sizes(answer: SizesAnswer, stage: Stage) -> str:
    """Return what table sizes come to in a stage, or why there is nothing to compare."""
    if answer.outlooks:
        return outlooks(answer.outlooks)
    words = _("Stage %(stage)s, %(format)s: there are no table sizes to choose from.")
    return words % {"stage": answer.stage, "format": format_name(stage.rules.format)}


def answer_tables(answer: DirectedAnswer, labels: Labels) -> Iterable[str]:
    """Yield what a command made, as far as there is a table to show it."""
    for name in answer.__struct_fields__:
        match getattr(answer, name):
            case ProposalAnswer() as proposed:
                yield proposal(proposed)
            case AlternativesAnswer() as splits if splits.splits:
                yield alternatives(splits)
            case RoundAnswer() as round_:
                yield pairings([round_], labels)
            case TableAnswer() as table:
                yield _table((_("Table"), _("Seats"), _("Result")), [_seated(table)])
            case StandingsAnswer() as ranking:
                yield standings(ranking)
            case list() as entrants:
                cells = [(row.entrant, row.label) for row in entrants]
                yield _table((_("Entrant"), _("Name")), cells)
            case _:
                pass


def presets(answer: PresetsAnswer) -> str:
    """Return what a tournament can be made from; what each preset takes is as it is typed."""
    cells = [
        (
            row.preset,
            f"{row.name}\n{row.words}",
            " → ".join(stage["format"] for stage in row.stages) or row.problem,
            "\n".join(f"{name}={_typed(value)}" for name, value in row.usual.items()),
        )
        for row in answer.presets
    ]
    listed = _table((_("Preset"), answer.game, _("Stages"), _("Unless told otherwise")), cells)
    tried = [outlooks(row.recommended) for row in answer.presets if row.recommended]
    return "\n".join([listed, *tried])


def players(state: State, labels: Labels) -> str:
    """Return the entrants in the order of entry."""
    cells = [
        (
            number,
            labels[number],
            _("present") if entrant.present else "",
            _("dropped out") if entrant.dropped else "",
        )
        for number, entrant in sorted(state.entrants.items())
    ]
    return _table((_("Entrant"), _("Name"), "", ""), cells)


def log(entries: Iterable[LogEntryAnswer], state: State, labels: Labels) -> str:
    """Return what happened in sentences, the newest first."""
    cells = [
        (
            entry.version,
            entry.at[:16].replace("T", " "),
            sentence_of(state, entry, labels) + ("" if entry.counts else f" ({_('undone')})"),
            entry.by or "",
            entry.note or "",
        )
        for entry in entries
    ]
    return _table((_("Version"), _("When"), _("What"), _("Who"), _("Why")), cells)


def command_help(command: type[Command]) -> str:
    """Return a command in words, its fields, and a call of it as it would be typed."""
    body = body_schema(command)
    fields = [
        (
            name,
            _("needed") if name in body.get("required", ()) else dumps(field["default"]),
            field["description"],
        )
        for name, field in body["properties"].items()
    ]
    typed = [shlex.quote(f"{name}={_typed(value)}") for name, value in command.example.items()]
    parts = [f"{command.name}: {body['description']}"]
    parts += [_table((_("Field"), _("If left out"), _("Meaning")), fields)] if fields else []
    parts += [" ".join(["manage.py tournament", command.name, "TOURNAMENT", *typed])]
    return "\n\n".join(parts)


def _typed(value: object) -> str:
    return value if isinstance(value, str) else dumps(value)
