"""Tournaments as text for a terminal."""

import shlex
from collections.abc import Iterable, Sequence
from json import dumps

from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table

from replays.errors import message_of
from replays.http.structs import body_schema
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.advice import AdviceAnswer
from tournaments.tournaments.selectors.alternatives import AlternativesAnswer
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.bracket_names import TableNameAnswer, reason_words
from tournaments.tournaments.selectors.logs import LogEntryAnswer
from tournaments.tournaments.selectors.made import DirectedAnswer
from tournaments.tournaments.selectors.outlooks import OutlookAnswer
from tournaments.tournaments.selectors.presets import PresetsAnswer
from tournaments.tournaments.selectors.proposals import ProposalAnswer
from tournaments.tournaments.selectors.rounds import RoundAnswer, TableAnswer
from tournaments.tournaments.selectors.standings import StandingAnswer, StandingsAnswer, by_group

_WIDTH = 100
Cell = object


def listed(rows: Iterable[Tournament]) -> str:
    cells = [(row.id, row.title, row.day or "", row.status, row.entrants) for row in rows]
    return _table((_("Id"), _("Title"), _("Day"), _("Status"), _("Entrants")), cells)


def summary(row: Tournament, state: State) -> str:
    """Return a tournament with its stages and how far they are."""
    heading = f"{state.title} · {row.status} · {_('version')} {state.version}"
    cells = [
        (
            stage.number,
            stage.rules.format,
            stage.status,
            len(stage.seeds),
            max(stage.rounds, default=0),
            sum(
                table.is_open
                for round_ in stage.rounds.values()
                for table in round_.tables.values()
            ),
            stage.draft.round if stage.draft is not None else "",
        )
        for stage in state.stages.values()
    ]
    columns = (
        _("Stage"),
        _("Format"),
        _("Status"),
        _("Entrants"),
        _("Round"),
        _("Open tables"),
        _("Proposal"),
    )
    return f"{heading}\n{_table(columns, cells)}"


def standings(rows: Sequence[StandingAnswer]) -> str:
    """Return standings, the best first, or a table for each group after another.

    What decided a line stands beside it.
    """
    tables = [
        f"{_('Group %(name)s') % {'name': name}}\n{_ranking(group)}"
        for name, group in by_group(rows).items()
    ]
    return "\n".join(tables) if tables else _ranking(rows)


def _ranking(rows: Sequence[StandingAnswer]) -> str:
    cells = [
        (
            row.group_place or (row.place if row.place is not None else "–"),
            row.entrant,
            row.label,
            row.points if row.points is not None else "",
            row.decided_by or reason_words(row.reason),
            _("dropped out") if row.dropped else "",
        )
        for row in rows
    ]
    columns = (_("Place"), _("Entrant"), _("Name"), _("Points"), _("Decided by"), "")
    return _table(columns, cells)


def pairings(rounds: Iterable[RoundAnswer], labels: Labels) -> str:
    """Return rounds, a line per table, scores beside the names once there are some."""
    cells: list[Sequence[Cell]] = []
    for round_ in rounds:
        at = f"{round_.stage}/{round_.number}"
        cells += [(at, *_seated(table)) for table in round_.tables]
        cells += [(at, "", f"{number} {labels[number]}", _("bye")) for number in round_.byes]
        cells += [(at, "", f"{number} {labels[number]}", _("absent")) for number in round_.absent]
    return _table((_("Round"), _("Table"), _("Seats"), _("Result")), cells)


def _called(number: int, name: TableNameAnswer | None) -> str:
    """Return the number of a table, below it what it is called in a bracket."""
    return f"{number}\n{name.words}" if name is not None else str(number)


def _seated(table: TableAnswer) -> Sequence[Cell]:
    seats = ", ".join(
        f"{seat.entrant} {seat.label}"
        + (f" ({_('absent')})" if seat.absent else "")
        + ("" if seat.score is None else f": {seat.score}")
        for seat in table.seats
    )
    reasons = [f"{seat.label}: {reason_words(seat.reason)}" for seat in table.seats if seat.reason]
    ended = "\n".join([table.kind or table.status.value, *reasons])
    return _called(table.number, table.name), seats, ended


def proposal(answer: ProposalAnswer) -> str:
    cells: list[Sequence[Cell]] = [
        (
            _called(table.number, table.name),
            ", ".join(f"{seat.entrant} {seat.label}" for seat in table.seats),
        )
        for table in answer.tables
    ]
    cells += [(_("bye"), f"{number} {answer.labels[number]}") for number in answer.byes]
    return _table((_("Table"), _("Seats")), cells)


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
                yield standings(ranking.standings)
            case list() as entrants:
                cells = [(row.entrant, row.label) for row in entrants]
                yield _table((_("Entrant"), _("Name")), cells)
            case _:
                pass


def _people(numbers: Sequence[int], labels: Labels) -> str:
    return ", ".join(f"{number} {labels[number]}" for number in numbers)


def advice(answer: AdviceAnswer) -> str:
    """Return the next step, a repair, tables that could be begun, and what can be undone."""
    lines = [answer.next.words if answer.next is not None else _("Nothing is left to do.")]
    if (repair := answer.repair) is not None:
        lines.append(_("Round %(number)s does not fit any more") % {"number": repair.round})
        for words, people in (
            (_("Gone:"), repair.gone),
            (_("Present, without a table:"), repair.late),
            (_("The smallest repair moves:"), repair.moved),
        ):
            lines += [f"  {words} {_people(people, answer.labels)}"] if people else []
    for table in answer.tables:
        lines.append(
            f"begin_table game={table.game} entrants={','.join(map(str, table.entrants))}"
            f"  {_people(table.entrants, answer.labels)}"
        )
    for words, rewind in ((_("Undo: %(what)s"), answer.undo), (_("Redo: %(what)s"), answer.redo)):
        if rewind is not None:
            lines.append(words % {"what": ", ".join(entry.type for entry in rewind.events)})
            lines += [f"  {rewind.reason}"] if rewind.reason else []
    return "\n".join(lines)


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


def log(entries: Iterable[LogEntryAnswer]) -> str:
    """Return what happened, the newest first."""
    cells = [
        (
            entry.version,
            entry.at,
            entry.type if entry.counts else f"{entry.type} ({_('undone')})",
            entry.actor or "",
            entry.note or "",
        )
        for entry in entries
    ]
    return _table((_("Version"), _("When"), _("What"), _("Who"), _("Why")), cells)


def consequences(changes: Consequences, labels: Labels) -> str:
    """Return what a command would change, one line per entrant."""
    if changes.nothing:
        return _("Nothing would change.")
    cells: list[Sequence[Cell]] = [
        (
            f"{_('stage')} {row.stage}",
            labels[change.entrant],
            f"{change.rank_before} → {change.rank_after}",
            f"{change.points_before} → {change.points_after}",
        )
        for row in changes.stages
        for change in row.changes
    ]
    cells += [
        (_("overall"), labels[row.entrant], f"{row.before} → {row.after}", "")
        for row in changes.places
    ]
    text = _table(("", _("Name"), _("Place"), _("Points")), cells)
    if changes.next_round is not None and changes.next_round.differs:
        words = _("Round %(round)s would have been paired otherwise; %(begun)s tables have begun.")
        text += "\n" + words % {
            "round": changes.next_round.round,
            "begun": changes.next_round.begun,
        }
    text += "".join(f"\n{line}" for line in _undone(changes))
    sentences = [season.sentence for season in changes.seasons]
    sentences += [ladder.sentence for ladder in changes.ladders]
    return "\n".join([text, *sentences])


def _undone(changes: Consequences) -> list[str]:
    """Return which stages and tables would be gone, and what each answer would do."""
    lines = [
        _("Stage %(stage)s would be planned again.") % {"stage": n} for n in changes.undone.stages
    ]
    for field in changes.fields:
        words = _("Stage %(stage)s has begun and would have begun otherwise.")
        lines.append(words % {"stage": field.stage})
    for table in changes.tables:
        words = _("Others would have come to table %(table)s of round %(round)s.")
        lines.append(words % {"table": table.table, "round": table.round})
    for option in changes.options:
        problem = option.problem
        if problem is not None:
            lines.append(f"{option.then}: {message_of(problem.code, **problem.params)}")
    return lines


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
    parts += [" ".join(["manage.py tournament do TOURNAMENT", command.name, *typed])]
    return "\n\n".join(parts)


def _typed(value: object) -> str:
    return value if isinstance(value, str) else dumps(value)


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    table = Table()
    for column in columns:
        # An id that is broken into two lines cannot be copied.
        table.add_column(column, overflow="fold", no_wrap=column == _("Id"))
    for row in rows:
        table.add_row(*map(str, row))
    console = Console(width=_WIDTH, no_color=True, markup=False)
    with console.capture() as shown:
        console.print(table)
    return shown.get().rstrip("\n")
