"""A proposal and a cut with their reasons, as organisers look at them before they decide."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.director.cuts import cut_of
from tournaments.tournaments.director.rankings import carried
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage
from tournaments.tournaments.selectors.cuts import CutAnswer, cut_view
from tournaments.tournaments.selectors.proposals import (
    ProposalAnswer,
    ProposedTableAnswer,
    proposal_view,
)
from tournaments.tournaments.selectors.standings import standings_rows
from tournaments.tournaments.web.folding import (
    FORMS_IN_SIGHT,
    TABLES_AT_LENGTH,
    Part,
    parts_of,
)
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import (
    broken_words,
    exact,
    figure_words,
    reason_words,
    refusal_words,
    tie_break_name,
)


class Person(NamedTuple):
    """Somebody in a proposal, or at a cut."""

    number: int
    label: str
    points: str
    ticked: bool
    """Chosen by hand; at a cut: declines."""
    tied: bool = False
    order: str = ""
    group: str = ""


class ProposedRow(NamedTuple):
    view: ProposedTableAnswer
    seats: list[Person]
    figures: list[tuple[str, str]]
    reasons: list[str]


class ProposalTable(NamedTuple):
    """The proposal of a round; one that follows from the format has no figures."""

    view: ProposalAnswer
    tables: list[ProposedRow]
    byes: list[Person]
    absent: list[str]
    figures: list[tuple[str, str]]
    broken: list[str]

    @property
    def is_long(self) -> bool:
        return len(self.tables) > TABLES_AT_LENGTH

    @property
    def parts(self) -> list[Part[ProposedRow]]:
        return parts_of(self.tables, FORMS_IN_SIGHT)


def proposal_table(page: TournamentPage) -> ProposalTable | None:
    """Return the proposal of the stage being played, or None while there is none."""
    stage = page.state.current
    if stage is None or stage.draft is None or not page.directs:
        return None
    view = proposal_view(
        page.tournament.id, page.state, stage.number, page.labels, organiser=page.directs
    )
    if stage.rules.format in CHAINED:
        points = {number: exact(value) for number, value in carried(page.state, stage).items()}
    else:
        points = _points(page, stage.number)
    ticked = page.refused.sent.getlist("who") if page.refused is not None else []

    def seat(number: int) -> Person:
        return Person(number, page.labels[number], points.get(number, ""), str(number) in ticked)

    listed = {number for table in view.tables for number in table.entrants} | {*view.byes}
    planned = stage.rules.format in CHAINED | SCHEDULED
    missing = [
        page.labels[number]
        for number in stage.seeds
        if number not in listed and not planned and not page.state.entrants[number].dropped
    ]
    return ProposalTable(
        view,
        tables=[
            ProposedRow(
                table,
                [seat(number) for number in table.entrants],
                [] if planned else figure_words(table.figures),
                [reason_words(reason, page.labels) for reason in table.reasons],
            )
            for table in view.tables
        ],
        byes=[seat(number) for number in view.byes],
        absent=missing,
        figures=[] if planned else figure_words(view.figures),
        broken=[broken_words(broken, page.labels) for broken in view.broken],
    )


def _points(page: TournamentPage, stage: int) -> dict[int, str]:
    lines = standings_rows(page.state, stage, page.labels)
    return {line.entrant: exact(line.points) for line in lines if line.points is not None}


class CutTable(NamedTuple):
    """The cut before a stage: who is in, tied, or steps in, and who would start."""

    stage: Stage
    view: CutAnswer
    inside: list[Person]
    undecided: list[Person]
    alternates: list[Person]
    chosen: list[str]
    """Who would start with the answers given so far; empty while that is open."""
    problem: str
    decided_by: str
    """The tie-break that parts the last one in from the first one out."""
    lines: list[tuple[str, str]]
    """What decides on the lines of groups: the group, empty across them, and the tie-break."""


def cut_table(
    page: TournamentPage, stage: Stage, declined: Sequence[int], orders: dict[int, str]
) -> CutTable:
    """Return the cut before a stage as it stands; raises what makes it impossible."""
    view = cut_view(page.tournament.id, page.state, stage.number, page.labels)
    points = _points(page, stage.number - 1)

    def people(numbers: Sequence[int]) -> list[Person]:
        return [
            Person(
                number,
                page.labels[number],
                points.get(number, ""),
                number in declined,
                number in view.tied_on_line,
                orders.get(number, ""),
                view.groups.get(number, ""),
            )
            for number in numbers
        ]

    chosen, problem = [], ""
    try:
        line = cut_of(page.state, stage, declined=declined, order=settled_order(orders))
        chosen = [page.labels[number] for number in line.chosen]
    except RuleViolation as violation:
        problem = refusal_words(violation, page.labels)
    return CutTable(
        stage,
        view,
        people(view.inside),
        people(view.undecided),
        people(view.alternates),
        chosen,
        problem,
        tie_break_name(view.decided_by) if view.decided_by else "",
        [(one.group or "", tie_break_name(one.decided_by)) for one in view.lines if one.decided_by],
    )


def settled_order(orders: dict[int, str]) -> list[int]:
    """Return entrants in the order their numbers give; those without one are left out."""
    numbered = [(int(text), entrant) for entrant, text in orders.items() if text.isdigit()]
    return [entrant for _, entrant in sorted(numbered)]
