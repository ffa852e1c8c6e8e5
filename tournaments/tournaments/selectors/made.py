"""What a command answers with: the versions it wrote, and what it made."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from games.core.errors import RuleViolation
from games.core.events import decode_payload
from replays.http.answers import Answer
from replays.models import StoredEvent
from replays.services.append import Appended
from tournaments.people.onlooker import Onlooker
from tournaments.tournaments.director.bracket_tables import announced_places
from tournaments.tournaments.director.commands.results import Report
from tournaments.tournaments.director.events import TablesPublished
from tournaments.tournaments.director.reports import opinions_of
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import TournamentEntrant
from tournaments.tournaments.selectors.alternatives import AlternativesAnswer, few_alternatives
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer
from tournaments.tournaments.selectors.proposals import ProposalAnswer, proposal_view
from tournaments.tournaments.selectors.rounds import (
    ClockAnswer,
    Reader,
    RoundAnswer,
    TableAnswer,
    round_view,
    table_view,
)
from tournaments.tournaments.selectors.standings import StandingsAnswer, standings_view
from tournaments.tournaments.selectors.tournaments import (
    EntrantAnswer,
    StageAnswer,
    TournamentDetailAnswer,
    entrant_views,
    tournament_of,
    tournament_view,
)


class DirectedAnswer(Answer, frozen=True):
    """What a command wrote."""

    tournament: UUID
    """The tournament."""
    first_version: int
    """The version of the first event that was written."""
    last_version: int
    """The version of the last one: what the next command may put into If-Match."""
    repeated: bool
    """Whether nothing new was written: it was done before, or was so already."""


class DirectedTournamentAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the tournament as it stands now."""

    detail: TournamentDetailAnswer | UnsetType = UNSET
    """The tournament; left out with `Prefer: return=minimal`."""


class DirectedStageAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the stage as it stands now."""

    stage: StageAnswer | UnsetType | None = UNSET
    """The stage; left out with `Prefer: return=minimal`, null when it is gone since."""


class StartedStageAnswer(DirectedStageAnswer, frozen=True):
    """What a command wrote, and the stage with those who play in it."""

    entrants: list[EntrantAnswer] | UnsetType | None = UNSET
    """Its entrants, best seed first; left out with `Prefer: return=minimal`."""


class ClosedStageAnswer(DirectedStageAnswer, frozen=True):
    """What a command wrote, and the stage with its standings."""

    standings: StandingsAnswer | UnsetType | None = UNSET
    """How it ended; left out with `Prefer: return=minimal`, null when the stage is gone since."""


class DirectedEntrantsAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the entrants it concerns."""

    entrants: list[EntrantAnswer] | UnsetType = UNSET
    """The entrants in the order of entry; left out with `Prefer: return=minimal`."""


class DirectedProposalAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the proposal at hand."""

    proposal: ProposalAnswer | UnsetType | None = UNSET
    """The proposal with names, figures and reasons; left out with `Prefer: return=minimal`, null
    when it is gone since."""


class ProposedAnswer(DirectedProposalAnswer, frozen=True):
    """What a command wrote, the proposal at hand, and what it would be with other table sizes."""

    alternatives: AlternativesAnswer | UnsetType | None = UNSET
    """The sensible splits side by side; null above 20 entrants, where `…/alternatives` works them
    out, and in formats that seat by themselves; left out with `Prefer: return=minimal`."""


class DirectedRoundAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the round as it stands now."""

    round: RoundAnswer | UnsetType | None = UNSET
    """The round with its tables; left out with `Prefer: return=minimal`, null when no table of it
    is left."""


class DirectedClockAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the time of the round."""

    clock: ClockAnswer | UnsetType | None = UNSET
    """The time of the round; left out with `Prefer: return=minimal`, null when the round is gone
    since."""


class DirectedTableAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the table as it stands now."""

    table: TableAnswer | UnsetType | None = UNSET
    """The table with its result; left out with `Prefer: return=minimal`, null when it is gone
    since."""


class AgreementAnswer(Answer, frozen=True):
    """What the others at a table say, compared with what one of them reported."""

    agree: int
    """How many have said the same."""
    differ: int
    """How many have said something else."""
    missing: int
    """How many have said nothing yet."""
    decided: bool
    """Whether the table has its result now."""


class ReportedAnswer(DirectedTableAnswer, frozen=True):
    """What a report wrote, the table as it stands now, and whether the others agree."""

    agreement: AgreementAnswer | UnsetType | None = UNSET
    """Whether the others at the table agree; left out with `Prefer: return=minimal`, null when the
    report is gone since."""


class CorrectedAnswer(DirectedTableAnswer, frozen=True):
    """What a correction wrote, the table as it stands now, and what else changed by it."""

    consequences: ConsequencesAnswer | UnsetType | None = UNSET
    """What the correction changed, worked out just before it was made; left out with
    `Prefer: return=minimal`. A repeated request changes nothing; null when it could not be made
    any more."""


class DirectedStandingsAnswer(DirectedAnswer, frozen=True):
    """What a command wrote, and the standings of the stage as they are now."""

    standings: StandingsAnswer | UnsetType | None = UNSET
    """The standings; left out with `Prefer: return=minimal`, null when the stage is gone since."""


ANSWERS: Mapping[type[DirectedAnswer], tuple[str, ...]] = {
    DirectedTournamentAnswer: (
        "rename",
        "drop_stage",
        "remove",
        "keep_apart",
        "show_notice",
        "take_away_notice",
        "finish",
        "reopen",
        "undo",
        "redo",
    ),
    DirectedStageAnswer: ("set_stage", "reopen_stage", "unstart_stage", "discard"),
    StartedStageAnswer: ("start_stage", "substitute"),
    ClosedStageAnswer: ("close_stage",),
    DirectedEntrantsAnswer: (
        "enter",
        "check_in",
        "check_out",
        "drop",
        "bring_back",
        "fix_tables",
        "affiliate",
    ),
    ProposedAnswer: ("propose",),
    DirectedProposalAnswer: ("swap", "move", "lock", "edit"),
    DirectedRoundAnswer: (
        "publish",
        "withdraw_tables",
        "reseat",
        "move_table",
        "repair",
        "add_time",
    ),
    DirectedClockAnswer: ("start_clock", "pause_clock", "resume_clock"),
    DirectedTableAnswer: (
        "begin_table",
        "start_table",
        "record",
        "accept_report",
        "confirm",
        "withdraw_result",
        "call_arbiter",
        "rule",
        "replay",
    ),
    ReportedAnswer: ("report",),
    CorrectedAnswer: ("correct",),
    DirectedStandingsAnswer: ("penalise",),
}
"""Which commands answer with what."""


def answer_of(name: str) -> type[DirectedAnswer]:
    return next(answer for answer, names in ANSWERS.items() if name in names)


class SentCommand(msgspec.Struct, frozen=True):
    """A command that was carried out, and how its tournament stands now."""

    command: Any
    """A Command; which fields it has depends on its name."""
    wrote: Appended
    state: State
    labels: Labels
    organiser: bool
    """Whether whoever sent it may know what is for organisers only."""
    consequences: ConsequencesAnswer | None = None
    """What was foreseen of a correction."""

    @property
    def tournament(self) -> UUID:
        return self.wrote.stream_id

    @property
    def reader(self) -> Reader:
        """Who is answered: whoever reports sits at the table."""
        reports = isinstance(self.command, Report)
        return Reader(self.organiser, (self.command.entrant,) if reports else ())


def short_answer(wrote: Appended) -> DirectedAnswer:
    return DirectedAnswer.from_object(wrote, tournament=wrote.stream_id)


def full_answer(sent: SentCommand) -> DirectedAnswer:
    answer = answer_of(sent.command.name)
    parts = answer.__struct_fields__[len(DirectedAnswer.__struct_fields__) :]
    return answer.from_object(
        sent.wrote, tournament=sent.tournament, **{name: _part(sent, name) for name in parts}
    )


def _part(sent: SentCommand, name: str) -> Answer | list[EntrantAnswer] | None:
    """Return one thing that a command made, None if somebody took it away since."""
    id_, state, labels, organiser = sent.tournament, sent.state, sent.labels, sent.organiser
    try:
        match name:
            case "detail":
                [row] = Onlooker("system").mark([tournament_of(id_)])
                return tournament_view(row, state, organiser=organiser)
            case "stage":
                stage = state.stage(sent.command.stage)
                return StageAnswer.from_stage(stage, labels, organiser=organiser)
            case "standings":
                return standings_view(id_, state, sent.command.stage, labels)
            case "proposal":
                return proposal_view(id_, state, sent.command.stage, labels, organiser=organiser)
            case "alternatives":
                return few_alternatives(id_, state, sent.command.stage)
            case "entrants":
                return _entrants(sent)
            case "round":
                return _round(sent)
            case "clock":
                return _round(sent).clock
            case "table":
                return _table(sent)
            case "agreement":
                return _agreement(sent)
            case _:
                return sent.consequences
    except RuleViolation:
        return None


def _entrants(sent: SentCommand) -> list[EntrantAnswer]:
    numbers = _entrant_numbers(sent)
    rows = TournamentEntrant.objects.filter(tournament_id=sent.tournament, number__in=numbers)
    entrants = sorted(rows, key=lambda row: numbers.index(row.number))
    return entrant_views(entrants, organiser=sent.organiser)


def _entrant_numbers(sent: SentCommand) -> list[int]:
    match sent.command.name:
        case "enter":
            players = set(sent.command.players)
            entrants = sent.state.entrants.values()
            return [entrant.number for entrant in entrants if entrant.player in players]
        case "start_stage" | "substitute":
            return list(sent.state.stage(sent.command.stage).seeds)
        case "check_in" | "check_out":
            return sorted(set(sent.command.entrants))
        case _:
            return [sent.command.entrant]


def _round(sent: SentCommand) -> RoundAnswer:
    number = _announced(sent).round if sent.command.name == "publish" else sent.command.round
    return round_view(sent.state, sent.command.stage, number, sent.labels, sent.reader)


def _table(sent: SentCommand) -> TableAnswer:
    command = sent.command
    if command.name == "begin_table":
        announced = _announced(sent)
        number, at = announced.round, announced.tables[0].table
    else:
        number, at = command.round, command.table
    stage = sent.state.stage(command.stage)
    place = announced_places(sent.state, stage).get((number, at))
    table = stage.round(number).table(at)
    return table_view(stage, number, table, sent.labels, place, sent.reader)


def _agreement(sent: SentCommand) -> AgreementAnswer | None:
    command = sent.command
    table = sent.state.stage(command.stage).round(command.round).table(command.table)
    opinion = next((one for one in opinions_of(table) if one.entrant == command.entrant), None)
    if opinion is None:
        return None
    agree, differ = len(opinion.agreeing), len(opinion.differing)
    missing = len(table.entrants) - len(table.reports)
    return AgreementAnswer(agree, differ, missing, table.result is not None)


def _announced(sent: SentCommand) -> TablesPublished:
    """Return the tables that a command announced: only the log still knows that later on."""
    written = StoredEvent.objects.get(
        stream_id=sent.tournament,
        type=TablesPublished.type,
        version__range=(sent.wrote.first_version, sent.wrote.last_version),
    )
    return cast(TablesPublished, decode_payload(written.type, written.schema, written.payload))
