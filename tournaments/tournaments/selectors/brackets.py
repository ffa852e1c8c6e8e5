"""An elimination stage as a drawing: where each table stands, who sits there, who goes through."""

from uuid import UUID

from games.core.errors import RuleViolation
from replays.http.answers import Answer
from tournaments.tournaments.director.bracket_tables import BracketPlace
from tournaments.tournaments.director.brackets import announced_table, bracket_of, progress_of
from tournaments.tournaments.director.rankings import former_ranks
from tournaments.tournaments.director.rules import CHAINED
from tournaments.tournaments.director.state import Stage, State
from tournaments.tournaments.formats.bracket import Side
from tournaments.tournaments.formats.layout import Box, layout
from tournaments.tournaments.formats.names import table_names
from tournaments.tournaments.selectors import answers, bracket_names
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.bracket_names import TableNameAnswer

LOSERS = Side.LOSERS.value
"""The side of a double elimination for those who have lost once."""
THIRD = Side.THIRD.value
"""The match for third place."""


class BracketSlotAnswer(Answer, frozen=True):
    """Somebody at a table of a bracket, or who is awaited there."""

    entrant: int | None
    """The number of the entrant; null while nobody sits there."""
    label: str
    """The public name of the entrant; empty while nobody sits there."""
    vacant: str
    """`open` while it waits for a table, `nobody` if nobody will come, empty for an entrant."""
    place: int | None
    """The place at this table; null without a result."""
    score: int | None
    """The score at this table; null where none was told."""
    through: bool
    """Whether this entrant goes on from here."""
    reason: str | None
    """Why the entrant is behind another who was level: `play_off`, `former_stage`, `seed` or
    `shared`; null where the places decide."""


class BracketLinkAnswer(Answer, frozen=True):
    """Which place of an earlier table fills a slot."""

    round: answers.RoundNumber
    table: answers.TableNumber
    place: int
    """The place at that table."""
    slot: int
    """The position of the slot that waits for it, from 0."""


class BracketTableAnswer(Answer, frozen=True):
    """One table of a bracket with its place in a drawing."""

    round: answers.RoundNumber
    table: int
    """Its number in the plan of the bracket, which links speak of."""
    played_at: int | None
    """The number of the table at which it is played; null until it is announced."""
    name: TableNameAnswer
    """What it is called."""
    side: str
    """The part it is in: `main`, `losers`, `final`, `reset`, the second grand final, or `third`,
    the match for third place."""
    state: str
    """How far it is: `waiting`, `ready`, `tied` until a play-off, `played`, `walk_over`."""
    is_final: bool
    """Whether it decides the first place."""
    match: UUID | None
    """The match that is played there; null until the table is announced, and for one that is not
    for whoever asks."""
    column: int
    """Its column in the drawing, from 0."""
    row: int
    """Its first row in the drawing, from 0."""
    height: int
    """How many rows it takes, one per slot."""
    links: tuple[BracketLinkAnswer, ...]
    """Which slots wait for which tables."""
    slots: tuple[BracketSlotAnswer, ...]
    """Who sits there or will."""


class BracketAnswer(answers.TournamentPartAnswer, frozen=True):
    """The bracket of an elimination as a drawing: a column per round."""

    stage: answers.StageNumber
    rows: int
    """How many rows the drawing takes."""
    tables: tuple[BracketTableAnswer, ...]
    """Every table, column by column."""


def bracket_view(
    tournament_id: UUID,
    state: State,
    number: int,
    labels: Labels,
    hidden: frozenset[UUID] = frozenset(),
) -> BracketAnswer:
    """Return the bracket of an elimination that has begun; `hidden` matches are not named.

    Raises `unknown_stage`, `no_bracket` for another format, `stage_not_running` before it begins.
    """
    stage = state.stage(number)
    if stage.rules.format not in CHAINED:
        raise RuleViolation("no_bracket", stage=number, format=stage.rules.format)
    if stage.status == "planned":
        raise RuleViolation("stage_not_running", stage=number, status=stage.status)
    progress = progress_of(state, stage, former_ranks(state, stage))
    drawn = layout(bracket_of(stage))
    called = table_names(bracket_of(stage))
    return BracketAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        rows=drawn.rows,
        tables=tuple(
            _table(
                stage, box, BracketPlace(called[box.key], progress.state(box.key)), labels, hidden
            )
            for column in drawn.columns
            for box in column
        ),
    )


def _table(
    stage: Stage, box: Box, at: BracketPlace, labels: Labels, hidden: frozenset[UUID]
) -> BracketTableAnswer:
    row, progress = stage.rounds.get(box.key[0]), at.planned
    announced = announced_table(progress, row) if row is not None else None
    match = announced.match if announced is not None else None
    finish = progress.finish
    places = dict(zip(finish.order, finish.places, strict=True))
    result = announced.result if announced is not None else None
    scores: dict[int, int | None] = {}
    if announced is not None and result is not None and result.scores:
        scores = dict(zip(announced.entrants, result.scores, strict=True))
    onward = finish.order[: min(progress.table.through, finish.settled, finish.listed)]
    return BracketTableAnswer(
        round=box.key[0],
        table=box.key[1],
        played_at=announced.number if announced is not None else None,
        name=TableNameAnswer(at.name.code, bracket_names.words_of(at.name)),
        side=box.side.value,
        state=progress.status.value,
        is_final=progress.table.is_final and box.side is not Side.THIRD,
        match=None if match in hidden else match,
        column=box.column,
        row=box.row,
        height=box.height,
        links=tuple(BracketLinkAnswer(*link.source, link.place, link.slot) for link in box.links),
        slots=tuple(
            BracketSlotAnswer(
                entrant=occupant,
                label=labels[occupant],
                vacant="",
                place=places.get(occupant),
                score=scores.get(occupant),
                through=not progress.table.is_final and occupant in onward,
                reason=reason.value if (reason := at.reason(occupant)) is not None else None,
            )
            if isinstance(occupant, int)
            else BracketSlotAnswer(None, "", occupant.value, None, None, False, None)
            for occupant in progress.occupants
        ),
    )
