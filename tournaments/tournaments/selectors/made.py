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
from tournaments.tournaments.director.events import TablesPublished
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import TournamentEntrant
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.consequences import ConsequencesAnswer
from tournaments.tournaments.selectors.proposals import ProposalAnswer, proposal_view
from tournaments.tournaments.selectors.rounds import (
    ClockAnswer,
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
        "finish",
        "reopen",
    ),
    DirectedStageAnswer: ("set_stage", "reopen_stage", "discard"),
    StartedStageAnswer: ("start_stage",),
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
    DirectedProposalAnswer: ("propose", "swap", "move", "lock", "edit"),
    DirectedRoundAnswer: ("publish", "withdraw_tables", "reseat", "repair", "add_time"),
    DirectedClockAnswer: ("start_clock", "pause_clock", "resume_clock"),
    DirectedTableAnswer: (
        "begin_table",
        "start_table",
        "record",
        "report",
        "confirm",
        "withdraw_result",
        "call_arbiter",
        "rule",
    ),
    CorrectedAnswer: ("correct",),
    DirectedStandingsAnswer: ("penalise",),
}
"""Which commands answer with what."""


def answer_of(name: str) -> type[DirectedAnswer]:
    return next(answer for answer, names in ANSWERS.items() if name in names)


class Done(msgspec.Struct, frozen=True):
    """A command that was done, and how its tournament stands now."""

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


def short_answer(wrote: Appended) -> DirectedAnswer:
    return DirectedAnswer.from_object(wrote, tournament=wrote.stream_id)


def full_answer(done: Done) -> DirectedAnswer:
    answer = answer_of(done.command.name)
    made = answer.__struct_fields__[len(DirectedAnswer.__struct_fields__) :]
    return answer.from_object(
        done.wrote, tournament=done.tournament, **{name: _shown(done, name) for name in made}
    )


def _shown(done: Done, name: str) -> Answer | list[EntrantAnswer] | None:
    """Return one thing that a command made, None if somebody took it away since."""
    about, state, labels, organiser = done.tournament, done.state, done.labels, done.organiser
    try:
        match name:
            case "detail":
                return tournament_view(tournament_of(about), state, organiser=organiser)
            case "stage":
                return StageAnswer.from_stage(state.stage(done.command.stage), labels)
            case "standings":
                return standings_view(about, state, done.command.stage, labels)
            case "proposal":
                return proposal_view(about, state, done.command.stage, labels, organiser=organiser)
            case "entrants":
                return _entrants(done)
            case "round":
                return _round(done)
            case "clock":
                return _round(done).clock
            case "table":
                return _table(done)
            case _:
                return done.consequences
    except RuleViolation:
        return None


def _entrants(done: Done) -> list[EntrantAnswer]:
    numbers = _concerned(done)
    rows = TournamentEntrant.objects.filter(tournament_id=done.tournament, number__in=numbers)
    entrants = sorted(rows, key=lambda row: numbers.index(row.number))
    return entrant_views(entrants, organiser=done.organiser)


def _concerned(done: Done) -> list[int]:
    match done.command.name:
        case "enter":
            players = set(done.command.players)
            entrants = done.state.entrants.values()
            return [entrant.number for entrant in entrants if entrant.player in players]
        case "start_stage":
            return list(done.state.stage(done.command.stage).seeds)
        case "check_in" | "check_out":
            return sorted(set(done.command.entrants))
        case _:
            return [done.command.entrant]


def _round(done: Done) -> RoundAnswer:
    number = _announced(done).round if done.command.name == "publish" else done.command.round
    return round_view(done.state, done.command.stage, number, done.labels)


def _table(done: Done) -> TableAnswer:
    command = done.command
    if command.name == "begin_table":
        announced = _announced(done)
        number, at = announced.round, announced.tables[0].table
    else:
        number, at = command.round, command.table
    stage = done.state.stage(command.stage)
    return table_view(stage, number, stage.round(number).table(at), done.labels)


def _announced(done: Done) -> TablesPublished:
    """Return the tables that a command announced: only the log still knows that later on."""
    written = StoredEvent.objects.get(
        stream_id=done.tournament,
        type=TablesPublished.type,
        version__range=(done.wrote.first_version, done.wrote.last_version),
    )
    return cast(TablesPublished, decode_payload(written.type, written.schema, written.payload))
