"""What a command would change: in its tournament, in closed seasons and in the ladders."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from replays.errors import message_of
from replays.http.answers import Answer
from tournaments.tournaments import ports
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.commands.corrections import Correct
from tournaments.tournaments.director.commands.undoing import Redo, Undo
from tournaments.tournaments.director.consequences import (
    Consequences,
    consequences_of,
    state_after,
)
from tournaments.tournaments.director.state import State
from tournaments.tournaments.director.undone import Option, answered
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.tournaments import labels_of_everybody
from tournaments.tournaments.selectors.undoing import context_of, require_rewindable
from tournaments.tournaments.standings.compare import CutPosition

CUT_POSITIONS = [one.value for one in CutPosition]


class ForeseenSeasonAnswer(Answer, frozen=True):
    """A closed season whose table would have been another."""

    id: UUID
    """The season."""
    title: str
    """What it is called."""
    other_champion: bool
    """Whether somebody else would have won it."""


class RatingMoveAnswer(Answer, frozen=True):
    """A player whose rating today would be another."""

    player: UUID
    """The player."""
    label: str
    """The public name of the player."""
    before: float | None
    """The rating as it is; null: not on the ladder."""
    after: float | None
    """The rating as it would be; null: not on the ladder."""


class ForeseenLadderAnswer(Answer, frozen=True):
    """A ladder that would be rated anew from a match on."""

    id: UUID
    """The ladder."""
    title: str
    """What it is called."""
    matches: int
    """So many matches would be rated anew."""
    moves: tuple[RatingMoveAnswer, ...]
    """Whose rating would be another, the largest move first; empty where that is too much to work
    out."""


class StandingChangeAnswer(Answer, frozen=True):
    """How one entrant's line in the standings differs."""

    entrant: answers.Number
    label: answers.Label
    rank_before: int | None
    """The rank as it is; null: without one."""
    rank_after: int | None
    """The rank as it would be; null: without one."""
    points_before: answers.Exact | None
    """The points as they are, exact, such as 7 or 7/2; null: not listed."""
    points_after: answers.Exact | None
    """The points as they would be, exact, such as 7 or 7/2; null: not listed."""
    cut_before: CutPosition | None
    """On which side of the cut the entrant is; null without a cut."""
    cut_after: CutPosition | None
    """On which side of the cut the entrant would be; null without a cut."""


class StageChangeAnswer(Answer, frozen=True):
    """The lines of a stage's standings that would be others."""

    stage: answers.StageNumber
    cut: int | None
    """After how many places the line to the next stage runs; null without one."""
    changes: tuple[StandingChangeAnswer, ...]
    """The lines that differ, in the new order."""


class PlaceChangeAnswer(Answer, frozen=True):
    """An entrant whose place in the whole tournament would be another."""

    entrant: answers.Number
    label: answers.Label
    before: int | None
    """The place as it is; null: without one."""
    after: int | None
    """The place as it would be; null: without one."""


class RoundChangeAnswer(Answer, frozen=True):
    """The newest round that can still change, if it was paired upon what would."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    differs: bool
    """Whether its tables would have been others."""
    tables: int
    """How many tables it has."""
    begun: int
    """How many of them have been started, reported or have a result."""


class TableChangeAnswer(Answer, frozen=True):
    """A table of a bracket that was announced and to which others would have come."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    table: answers.TableNumber
    begun: bool
    """Whether it has been started, reported or has a result."""
    before: answers.Numbers
    """Who sits there, by number."""
    after: answers.Numbers
    """Who would, as far as that is known."""


class FieldChangeAnswer(Answer, frozen=True):
    """A stage that has begun and would have begun otherwise, with others or in another order."""

    stage: answers.StageNumber
    would_be_in: answers.Numbers
    """Who does not play in it and would have qualified, by number."""
    would_be_out: answers.Numbers
    """Who plays in it and would not have qualified, by number."""
    on_the_line: answers.Numbers
    """Whom nothing would have separated on the line of the cut, by number."""
    tables: int
    """How many tables it has."""
    begun: int
    """How many of them have been started, reported or have a result."""


class TablePlaceAnswer(Answer, frozen=True):
    """Which table is meant."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    table: answers.TableNumber


class UndoneAnswer(Answer, frozen=True):
    """What would be taken back of what was announced or played."""

    withdrawn: tuple[TablePlaceAnswer, ...]
    """Tables without a result that would be taken back."""
    void: tuple[TablePlaceAnswer, ...]
    """Tables that would not count any more; their matches are kept as void."""
    stages: tuple[int, ...]
    """Stages that would be planned again."""
    penalties: int
    """How many penalties would go with them."""


class CorrectionOptionAnswer(Answer, frozen=True):
    """One answer to a correction: what becomes of what stood on the former result."""

    then: str
    """`keep`, `repair` or `void`."""
    possible: bool
    """Whether it can be given."""
    problem: str | None
    """The code of why it cannot be given; null where it can."""
    words: str | None
    """The same in words."""
    undone: UndoneAnswer
    """What it would take back."""


class ConsequencesAnswer(answers.TournamentPartAnswer, frozen=True):
    """Everything that a command would change."""

    nothing: bool
    """True: no standing, place, pairing, season or rating would be another."""
    usual_answer: str
    """What is sensible to do with what stood on the former result: `keep`, `repair` or `void`."""
    then: str
    """The answer for which places and standings are worked out: the one that was sent, if it can
    be given."""
    options: tuple[CorrectionOptionAnswer, ...]
    """What each answer to a correction would do; none for other commands."""
    seasons: tuple[ForeseenSeasonAnswer, ...]
    """Closed seasons that would have been others; they stay as they are."""
    ladders: tuple[ForeseenLadderAnswer, ...]
    """Ladders whose ratings would be others; they follow by themselves."""
    stages: tuple[StageChangeAnswer, ...]
    """Standings that would be others."""
    places: tuple[PlaceChangeAnswer, ...]
    """Places in the whole tournament that would be others."""
    next_round: RoundChangeAnswer | None
    """The newest round that can still change, if it was paired upon it; null where there is
    none."""
    tables: tuple[TableChangeAnswer, ...]
    """Announced tables of brackets that others would have come to."""
    fields: tuple[FieldChangeAnswer, ...]
    """Stages that have begun and would have begun otherwise."""
    undone: UndoneAnswer
    """What the command would take back."""
    labels: answers.Names


def foreseen(tournament_id: UUID, state: State, command: Command) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks."""
    context = context_of(tournament_id, state, command)
    consequences = consequences_of(state, command, context)
    if isinstance(command, Correct):
        # Where the answer that was sent cannot be given, the first that can is looked at.
        command = answered(command, consequences.then)
    if isinstance(command, Undo | Redo):
        require_rewindable(state, command.decide(state, context))
    after = state_after(state, command, context)
    return replace(
        consequences,
        seasons=ports.changed_seasons(tournament_id, after),
        ladders=ports.changed_ladders(state, after),
    )


def consequences_view(tournament_id: UUID, state: State, command: Command) -> ConsequencesAnswer:
    """Return what a command would change with the names of those it concerns."""
    consequences, labels = foreseen(tournament_id, state, command), labels_of_everybody(state)
    return ConsequencesAnswer.from_object(
        consequences,
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stages=[
            StageChangeAnswer(
                row.stage,
                row.cut,
                tuple(
                    StandingChangeAnswer(change.entrant, labels[change.entrant], *change[1:])
                    for change in row.changes
                ),
            )
            for row in consequences.stages
        ],
        places=[
            PlaceChangeAnswer(row.entrant, labels[row.entrant], row.before, row.after)
            for row in consequences.places
        ],
        options=[_option(option) for option in consequences.options],
        labels=answers.named(labels, *_people(consequences)),
    )


def _option(option: Option) -> CorrectionOptionAnswer:
    problem = option.problem
    return CorrectionOptionAnswer.from_object(
        option,
        possible=problem is None,
        problem=problem.code if problem is not None else None,
        words=message_of(problem.code, **problem.params) if problem is not None else None,
    )


def _people(consequences: Consequences) -> Iterator[tuple[int, ...]]:
    """Yield everybody who stands in an answer as a number."""
    for table in consequences.tables:
        yield from (table.before, table.after)
    for field in consequences.fields:
        yield from (field.would_be_in, field.would_be_out, field.on_the_line)
