"""A proposal and a cut with their reasons, as organisers look at them before they decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.core.errors import RuleViolation
from tournaments.tournaments.director.cuts import cut_of
from tournaments.tournaments.director.rankings import carried
from tournaments.tournaments.director.rules import CHAINED, SCHEDULED
from tournaments.tournaments.director.state import Stage
from tournaments.tournaments.selectors.cuts import CutAnswer, cut_view
from tournaments.tournaments.selectors.proposals import proposal_view
from tournaments.tournaments.selectors.standings import standings_rows
from tournaments.tournaments.web.pages import TournamentPage
from tournaments.tournaments.web.words import (
    broken_words,
    exact,
    figure_words,
    reason_words,
    refusal_words,
    tie_break_name,
)


class Seated(NamedTuple):
    """Somebody in the proposal."""

    number: int
    label: str
    points: str
    ticked: bool


class ProposedRow(NamedTuple):
    """One proposed table."""

    number: int
    locked: bool
    seats: tuple[Seated, ...]
    figures: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]


class ProposalTable(NamedTuple):
    """The proposal of a round."""

    stage: int
    round: int
    stale: bool
    by_hand: bool
    tables: tuple[ProposedRow, ...]
    byes: tuple[Seated, ...]
    absent: tuple[str, ...]
    figures: tuple[tuple[str, str], ...]
    broken: tuple[str, ...]
    follows_plan: bool
    """Whether the round follows from the format, so that there is nothing to propose again."""


def proposal_table(page: TournamentPage) -> ProposalTable | None:
    """Return the proposal of the stage being played, or None while there is none."""
    stage = page.state.current
    if stage is None or stage.draft is None:
        return None
    found = proposal_view(
        page.tournament.id, page.state, stage.number, page.labels, organiser=page.directs
    )
    points = _points(page, stage)
    ticked = page.refused.sent.getlist("who") if page.refused is not None else []

    def seat(number: int) -> Seated:
        return Seated(number, page.labels[number], points.get(number, ""), str(number) in ticked)

    listed = {number for table in found.tables for number in table.entrants} | {*found.byes}
    missing = [
        page.labels[number]
        for number in stage.seeds
        if number not in listed and not page.state.entrants[number].dropped
    ]
    planned = stage.rules.format in CHAINED | SCHEDULED
    return ProposalTable(
        stage=stage.number,
        round=found.round,
        stale=found.stale,
        by_hand=found.by_hand,
        tables=tuple(
            ProposedRow(
                table.number,
                table.locked,
                tuple(map(seat, table.entrants)),
                () if planned else tuple(figure_words(table.figures)),
                tuple(reason_words(reason, page.labels) for reason in table.reasons),
            )
            for table in found.tables
        ),
        byes=tuple(map(seat, found.byes)),
        absent=() if planned else tuple(missing),
        figures=() if planned else tuple(figure_words(found.figures)),
        broken=tuple(broken_words(broken, page.labels) for broken in found.broken),
        follows_plan=planned,
    )


def _points(page: TournamentPage, stage: Stage) -> dict[int, str]:
    if stage.rules.format in CHAINED:
        return {number: exact(points) for number, points in carried(page.state, stage).items()}
    return {
        line.entrant: exact(line.points)
        for line in standings_rows(page.state, stage.number, page.labels)
        if line.points is not None
    }


class CutRow(NamedTuple):
    """Somebody at the cut."""

    number: int
    label: str
    points: str
    tied: bool
    declined: bool
    order: str


@dataclass(frozen=True, slots=True)
class CutTable:
    """The cut before a stage: who is in, tied, or steps in, and who would start."""

    stage: Stage
    view: CutAnswer
    inside: tuple[CutRow, ...]
    undecided: tuple[CutRow, ...]
    alternates: tuple[CutRow, ...]
    chosen: tuple[str, ...]
    """Who would start with the answers given so far; empty while that is open."""
    problem: str

    @property
    def decided_by(self) -> str:
        """The tie-break that parts the last one in from the first one out."""
        return tie_break_name(self.view.decided_by) if self.view.decided_by else ""


def cut_table(
    page: TournamentPage, stage: Stage, declined: Sequence[int], orders: dict[int, str]
) -> CutTable:
    """Return the cut before a stage as it stands; raises what makes it impossible."""
    view = cut_view(page.tournament.id, page.state, stage.number, page.labels)
    lines = standings_rows(page.state, stage.number - 1, page.labels)
    points = {line.entrant: exact(line.points) for line in lines if line.points is not None}

    def row(number: int) -> CutRow:
        return CutRow(
            number,
            page.labels[number],
            points.get(number, ""),
            number in view.tied_on_line,
            number in declined,
            orders.get(number, ""),
        )

    chosen: tuple[str, ...] = ()
    problem = ""
    try:
        line = cut_of(page.state, stage, declined=declined, order=settled_order(orders))
        chosen = tuple(page.labels[number] for number in line.chosen)
    except RuleViolation as violation:
        problem = refusal_words(violation, page.labels)
    return CutTable(
        stage,
        view,
        tuple(map(row, view.inside)),
        tuple(map(row, view.undecided)),
        tuple(map(row, view.alternates)),
        chosen,
        problem,
    )


def settled_order(orders: dict[int, str]) -> list[int]:
    """Return entrants in the order their numbers give; those without one are left out."""
    numbered = [(int(text), entrant) for entrant, text in orders.items() if text.isdigit()]
    return [entrant for _, entrant in sorted(numbered)]
