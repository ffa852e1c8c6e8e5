"""What a command would change: in its tournament, in closed seasons and in the ladders."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from replays.chain import timestamp
from replays.errors import message_of
from replays.http.answers import Answer
from tournaments.tournaments import ports
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.consequences import Consequences, consequences_of
from tournaments.tournaments.director.events import ResultRecorded, TableStarted, TournamentEvent
from tournaments.tournaments.director.state import State
from tournaments.tournaments.director.undone import Option
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.change_words import ChangeWordsAnswer, change_words
from tournaments.tournaments.selectors.changes import ChangesAnswer, changes_view, people_in
from tournaments.tournaments.selectors.consequence_words import ranking_words, sentences_of
from tournaments.tournaments.selectors.table_matches import planned_match, require_players
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
    sentence: str
    """The same in words."""


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
    sentence: str
    """The same in words."""


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
    """True: everything is so already, and the command would write no event."""
    events: tuple[str, ...]
    """What the command would write into the log, by type and in order."""
    changes: ChangesAnswer
    """What would be another of the tournament itself: as it is, and as the command would leave
    it."""
    words: tuple[ChangeWordsAnswer, ...]
    """What would be another, standings and places among it, in words: a line for each thing."""
    sentences: tuple[str, ...]
    """What follows from it in words: later rounds and stages, what would be gone, seasons and
    ladders."""
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


def foreseen(
    tournament_id: UUID, state: State, command: Command, *, now: datetime | None = None
) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks.

    `now` is the moment it would be done at, by default this one.
    """
    again: dict[UUID, UUID] = {}
    consequences = consequences_of(
        state,
        command,
        context_of(tournament_id, state, command),
        at=timestamp(now or datetime.now(UTC)),
        written=partial(_as_written, state.version, again),
    )
    after = consequences.after
    if after is None or consequences.changes.proposals_alone:
        return consequences
    return replace(
        consequences,
        seasons=ports.changed_seasons(tournament_id, after),
        ladders=ports.changed_ladders(state, _with_former_matches(after, again)),
    )


def _as_written(
    judged_at: int, again: dict[UUID, UUID], state: State, event: TournamentEvent
) -> list[TournamentEvent]:
    """Return what an event is written as: before it a table may get another match.

    That one and the match it had so far are noted in `again`.
    """
    require_players(state, [event])
    require_rewindable(state, [event])
    if isinstance(event, ResultRecorded | TableStarted):
        table = state.stages[event.stage].rounds[event.round].tables[event.table]
        if (reseated := planned_match(state, table, event, judged_at).reseated) is not None:
            again[reseated.match] = table.match
            return [reseated, event]
    return [event]


def _with_former_matches(after: State, again: Mapping[UUID, UUID]) -> State:
    """Return a tournament whose tables have the matches that the ladders know them by."""
    if not again:
        return after
    known = after.clone()
    for stage in known.stages.values():
        for table in stage.tables:
            table.match = again.get(table.match, table.match)
    return known


def consequences_view(
    tournament_id: UUID, state: State, command: Command, *, now: datetime | None = None
) -> ConsequencesAnswer:
    """Return what a command would change with the names of those it concerns."""
    consequences = foreseen(tournament_id, state, command, now=now)
    after = consequences.after or state
    labels = labels_of_everybody(after)
    changes = changes_view(tournament_id, state, after, consequences.changes, labels)
    return ConsequencesAnswer.from_object(
        consequences,
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        events=[event.type for event in consequences.events],
        changes=changes,
        words=(*change_words(changes, labels), *ranking_words(consequences, labels)),
        sentences=tuple(sentences_of(consequences)),
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
        labels=answers.named(labels, people_in(changes), *_people(consequences)),
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
