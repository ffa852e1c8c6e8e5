"""A proposed round with its figures and reasons, as organisers or everybody may know them."""

from dataclasses import dataclass, replace

from tournaments.tournaments.director.commands.base import stage_of
from tournaments.tournaments.director.commands.drafts import draft_of
from tournaments.tournaments.director.pairings import aims_of, candidates, pairing_rules
from tournaments.tournaments.director.state import State
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.values import Broken, Figures, ProposedTable, Reason

ORGANISERS_CONSTRAINT = "organisers_constraint"
"""The code of a reason that is nobody's business but the organisers'."""


@dataclass(frozen=True, slots=True)
class ProposalView:
    """The proposal at hand; for the public without what is sensitive."""

    stage: int
    round: int
    tables: tuple[ProposedTable, ...]
    byes: tuple[int, ...]
    figures: Figures
    broken: tuple[Broken, ...]
    aims: tuple[str, ...]
    """What the figures are compared by, first to last."""
    stale: bool
    by_hand: bool


def proposal_view(state: State, number: int, *, organiser: bool = False) -> ProposalView:
    """Return the proposal of a stage; raises `unknown_stage` or `no_proposal`."""
    stage = stage_of(state, number)
    draft = draft_of(stage)
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
    return ProposalView(
        stage=number,
        round=draft.round,
        tables=judged.tables if organiser else tuple(map(_public, judged.tables)),
        byes=judged.byes,
        figures=judged.figures if organiser else replace(judged.figures, broken=0),
        broken=judged.broken if organiser else (),
        aims=tuple(aim.value for aim in aims_of(stage.rules.aims)),
        stale=draft.stale,
        by_hand=draft.by_hand,
    )


def _public(table: ProposedTable) -> ProposedTable:
    reasons = [reason for reason in table.reasons if not reason.sensitive]
    if len(reasons) < len(table.reasons):
        reasons.append(Reason(ORGANISERS_CONSTRAINT, ()))
    return replace(table, reasons=tuple(reasons), figures=replace(table.figures, broken=0))
