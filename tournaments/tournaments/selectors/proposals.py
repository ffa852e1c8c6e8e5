"""A proposed round with its figures and reasons: nobody but organisers knows of it."""

from collections.abc import Mapping
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from msgspec import field

from games.core.errors import RuleViolation
from replays.http.answers import Answer
from tournaments.tournaments.director.bracket_tables import proposed_names, round_name
from tournaments.tournaments.director.pairings import aims_of, candidates, pairing_rules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.formats.names import TableName
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import ProposedTable
from tournaments.tournaments.selectors import answers, bracket_names
from tournaments.tournaments.selectors.answers import Labels, named
from tournaments.tournaments.selectors.bracket_names import TableNameAnswer

FIGURE_NAMES: Mapping[str, str | Promise] = {
    "repeats": gettext_lazy("repeated meetings"),
    "small_tables": gettext_lazy("small tables"),
    "scores": gettext_lazy("score differences"),
    "clubs": gettext_lazy("same affiliation"),
    "seats": gettext_lazy("seat balance"),
}
"""The figures that people look at, by field."""


class FiguresAnswer(Answer, frozen=True):
    """How good a table or a whole round is; every figure is better when smaller."""

    broken: int
    """Constraints that do not hold."""
    bye_scores: answers.Exact
    """The points of those who sit out, exact, such as 7 or 7/2."""
    repeats: int
    """How often people meet again."""
    small_tables: int
    """How often people sit at a smaller table than they should, again and again."""
    scores: answers.Exact
    """How far the points at a table lie apart, exact, such as 7 or 7/2."""
    clubs: int
    """How often people of the same affiliation meet."""
    seats: int
    """How unevenly people have had the first and the later seats."""


class ReasonAnswer(Answer, frozen=True):
    """One fact that speaks for or against a table."""

    code: str
    """What it is: `repeated_meeting`, `small_table`, `score_spread`, `same_club`, `fixed_table`,
    `fixed_table_missed`, `prohibited_meeting`, `locked_table`."""
    entrants: answers.Numbers
    """Whom it concerns, by number."""
    amount: answers.Exact
    """How much: earlier meetings, a size, a difference, a table; exact, such as 7 or 7/2."""


class ProposedSeatAnswer(Answer, frozen=True):
    """One seat at a proposed table."""

    seat: int
    """Counted from 0."""
    entrant: answers.Number
    label: answers.Label


class ProposedTableAnswer(Answer, frozen=True):
    """One proposed table, and what there is to say about it."""

    number: answers.TableNumber = field(name="table")
    name: TableNameAnswer | None
    """What it is called in an elimination; null elsewhere."""
    entrants: answers.Numbers
    """Who would sit there, by number and in seat order."""
    locked: bool
    """Whether it stays as it is when the round is proposed anew."""
    figures: FiguresAnswer
    """How good the table is."""
    reasons: tuple[ReasonAnswer, ...]
    """What speaks for or against it."""
    seats: tuple[ProposedSeatAnswer, ...]
    """The same entrants with their names."""


class BrokenAnswer(Answer, frozen=True):
    """A constraint that does not hold."""

    code: str
    """Which: `prohibited_meeting`, `fixed_table` or `second_bye`."""
    entrants: answers.Numbers
    """Whom it concerns, by number."""
    table: int | None
    """At which table; null for a bye."""


class ProposalAnswer(answers.TournamentPartAnswer, frozen=True):
    """The round that is proposed and not announced."""

    stage: answers.StageNumber
    round: answers.RoundNumber
    name: TableNameAnswer | None
    """What the round is called in an elimination; null elsewhere, and where both halves of a
    double elimination play."""
    stale: bool
    """Whether it has to be proposed anew."""
    by_hand: bool
    """Whether an organiser has changed it."""
    aims: tuple[str, ...]
    """What the figures are compared by, first to last."""
    tables: tuple[ProposedTableAnswer, ...]
    """The tables in order."""
    byes: answers.Numbers
    """The entrants who would sit out, by number."""
    figures: FiguresAnswer
    """How good the round is."""
    broken: tuple[BrokenAnswer, ...]
    """The constraints that do not hold."""
    labels: answers.Names


def proposal_view(
    tournament_id: UUID, state: State, number: int, labels: Labels, *, organiser: bool = False
) -> ProposalAnswer:
    """Return the proposal of a stage; raises `unknown_stage` or `no_proposal`.

    Whoever does not organise the tournament is told that there is none.
    """
    stage = state.stage(number)
    draft = stage.proposal()
    if not organiser:
        raise RuleViolation("no_proposal", stage=number)
    # A proposal that is out of date may still name somebody who was removed since.
    tables = [
        ProposedTable(
            table.table,
            tuple(entrant for entrant in table.entrants if entrant in state.entrants),
            locked=table.locked,
        )
        for table in draft.tables
    ]
    byes = [entrant for entrant in draft.byes if entrant in state.entrants]
    listed = [*(entrant for table in tables for entrant in table.entrants), *byes]
    judged = figures_of(
        tables,
        byes,
        candidates(state, stage, [state.entrants[entrant] for entrant in listed]),
        pairing_rules(state, stage, draft.round),
    )
    called = proposed_names(state, stage, draft.round, (table.entrants for table in judged.tables))
    return ProposalAnswer(
        tournament=tournament_id,
        title=state.title,
        version=state.version,
        stage=number,
        round=draft.round,
        name=bracket_names.round_name(round_name(stage, draft.round)),
        stale=draft.stale,
        by_hand=draft.by_hand,
        aims=tuple(aim.value for aim in aims_of(stage.rules.aims)),
        tables=tuple(
            _table(table, name, labels) for table, name in zip(judged.tables, called, strict=True)
        ),
        byes=judged.byes,
        figures=FiguresAnswer.from_object(judged.figures),
        broken=tuple(map(BrokenAnswer.from_object, judged.broken)),
        labels=named(labels, listed),
    )


def _table(table: ProposedTable, name: TableName | None, labels: Labels) -> ProposedTableAnswer:
    return ProposedTableAnswer(
        number=table.number,
        name=bracket_names.table_name(name),
        entrants=table.entrants,
        locked=table.locked,
        figures=FiguresAnswer.from_object(table.figures),
        reasons=tuple(map(ReasonAnswer.from_object, table.reasons)),
        seats=tuple(
            ProposedSeatAnswer(seat, entrant, labels[entrant])
            for seat, entrant in enumerate(table.entrants)
        ),
    )
