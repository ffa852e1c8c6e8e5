"""What a command would change: in its tournament, in closed seasons and in the ladders."""

from dataclasses import replace
from functools import partial
from uuid import UUID

from replays.http.answers import Answer
from tournaments.people.selectors.boxes import box_of
from tournaments.tournaments import ports
from tournaments.tournaments.director.commands.base import Command, Context
from tournaments.tournaments.director.consequences import (
    Consequences,
    consequences_of,
    state_after,
)
from tournaments.tournaments.director.state import State
from tournaments.tournaments.selectors import answers
from tournaments.tournaments.selectors.tournaments import labels_of
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
    """The round that was paired upon what would change."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    differs: bool
    """Whether its tables would have been others."""
    tables: int
    """How many tables it has."""
    begun: int
    """How many of them have been started, reported or have a result."""


class ConsequencesAnswer(answers.TournamentPartAnswer, frozen=True):
    """Everything that a command would change."""

    nothing: bool
    """True: no standing, place, pairing, season or rating would be another."""
    usual_answer: str
    """What is done with the next round unless told otherwise: `keep` or `repair`."""
    seasons: tuple[ForeseenSeasonAnswer, ...]
    """Closed seasons that would have been others; they stay as they are."""
    ladders: tuple[ForeseenLadderAnswer, ...]
    """Ladders whose ratings would be others; they follow by themselves."""
    stages: tuple[StageChangeAnswer, ...]
    """Standings that would be others."""
    places: tuple[PlaceChangeAnswer, ...]
    """Places in the whole tournament that would be others."""
    next_round: RoundChangeAnswer | None
    """The round that was paired upon it; null where there is none."""


def foreseen(tournament_id: UUID, state: State, command: Command) -> Consequences:
    """Return what a command would change; nothing is written. Raises what it breaks."""
    context = Context(
        tournament_id,
        ratings=ports.ratings_for(state, command),
        box=partial(box_of, state.club),
    )
    consequences = consequences_of(state, command, context)
    after = state_after(state, command, context)
    return replace(
        consequences,
        seasons=ports.changed_seasons(tournament_id, after),
        ladders=ports.changed_ladders(state, after),
    )


def consequences_view(tournament_id: UUID, state: State, command: Command) -> ConsequencesAnswer:
    """Return what a command would change with the names of those it concerns."""
    consequences, labels = foreseen(tournament_id, state, command), labels_of(state)
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
    )
