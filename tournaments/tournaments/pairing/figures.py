"""How good a round is, aim by aim and table by table, and why."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.problem import (
    Broken,
    Candidate,
    Figures,
    PairingRules,
    Proposal,
    ProposedTable,
    Reason,
)


def figures_of(
    tables: Sequence[ProposedTable],
    byes: Sequence[int],
    candidates: Sequence[Candidate],
    rules: PairingRules,
    *,
    optimal: bool = False,
) -> Proposal:
    """Return the round as it stands with its figures and reasons; used after every edit.

    Table sizes are not judged here. Raises `unknown_entrant`, `entrant_twice`,
    `entrant_not_placed` or `table_twice`.
    """
    by_id = {candidate.id: candidate for candidate in candidates}
    check_round(tables, byes, by_id)
    judged = [judge_table(table, by_id, rules) for table in tables]
    broken = [fault for _, faults in judged for fault in faults]
    decided = {entrant for table in tables if table.locked for entrant in table.entrants}
    free = [by_id[entrant] for entrant in sorted(by_id) if entrant not in decided]
    for entrant in sorted(byes):
        passed_over = [c.id for c in free if c.byes < by_id[entrant].byes and c.id not in byes]
        if passed_over:
            broken.append(Broken("second_bye", (entrant, *passed_over)))
    figures = bye_figures([by_id[entrant] for entrant in byes], free)
    for table, _ in judged:
        figures += table.figures
    return Proposal(
        tables=tuple(sorted((table for table, _ in judged), key=lambda table: table.number)),
        byes=tuple(sorted(byes)),
        figures=figures,
        optimal=optimal,
        broken=tuple(broken),
    )


def judge_table(
    table: ProposedTable, by_id: Mapping[int, Candidate], rules: PairingRules
) -> tuple[ProposedTable, list[Broken]]:
    """Return one table with its figures and reasons, and the hard constraints it breaks."""
    seated = [by_id[entrant] for entrant in table.entrants]
    reasons: list[Reason] = []
    broken: list[Broken] = []
    for candidate in seated:
        if not candidate.fixed_tables:
            continue
        held = table.number in candidate.fixed_tables
        code = "fixed_table" if held else "fixed_table_missed"
        reasons.append(Reason(code, (candidate.id,), Fraction(table.number)))
        if not held:
            broken.append(Broken("fixed_table", (candidate.id,), table.number))
    repeats = clubs = 0
    scores = Fraction(0)
    for one, other in combinations(sorted(seated, key=lambda candidate: candidate.id), 2):
        both = (one.id, other.id)
        if frozenset(both) in rules.prohibited:
            reasons.append(Reason("prohibited_meeting", both))
            broken.append(Broken("prohibited_meeting", both, table.number))
        times = max(one.meetings.get(other.id, 0), other.meetings.get(one.id, 0))
        if times:
            repeats += times
            reasons.append(Reason("repeated_meeting", both, Fraction(times)))
        if one.club and one.club == other.club:
            clubs += 1
            reasons.append(Reason("same_club", both))
        scores += (one.score - other.score) ** 2
    small = len(seated) < rules.preferred
    if small:
        reasons.append(Reason("small_table", tuple(table.entrants), Fraction(len(seated))))
    if scores:
        ranked = sorted(seated, key=lambda candidate: (candidate.score, candidate.id))
        spread = ranked[-1].score - ranked[0].score
        reasons.append(Reason("score_spread", (ranked[-1].id, ranked[0].id), spread))
    if table.locked:
        reasons.append(Reason("locked_table", tuple(table.entrants)))
    figures = Figures(
        broken=len(broken),
        repeats=repeats,
        small_tables=sum(2 * candidate.small_tables + 1 for candidate in seated) if small else 0,
        scores=scores,
        clubs=clubs,
        seats=sum(
            2 * (candidate.starts[seat] if seat < len(candidate.starts) else 0) + 1
            for seat, candidate in enumerate(seated)
        ),
    )
    entrants = tuple(table.entrants)
    return ProposedTable(table.number, entrants, figures, tuple(reasons), table.locked), broken


def bye_figures(sitting_out: Sequence[Candidate], free: Sequence[Candidate]) -> Figures:
    """Count byes too many: what was given above what the fewest-byes entrants would have had."""
    byes_had = sum(candidate.byes for candidate in sitting_out)
    fewest = sorted(candidate.byes for candidate in free)[: len(sitting_out)]
    scores = sum((candidate.score for candidate in sitting_out), Fraction(0))
    return Figures(broken=byes_had - sum(fewest), bye_scores=scores)


def check_round(
    tables: Sequence[ProposedTable],
    byes: Sequence[int],
    by_id: Mapping[int, Candidate],
) -> None:
    """Raise unless everybody is at exactly one table or sits out, and numbers are used once."""
    placed: set[int] = set()
    for entrant in [*(entrant for table in tables for entrant in table.entrants), *byes]:
        if entrant not in by_id:
            raise RuleViolation("unknown_entrant", entrant=entrant)
        if entrant in placed:
            raise RuleViolation("entrant_twice", entrant=entrant)
        placed.add(entrant)
    for entrant in sorted(by_id):
        if entrant not in placed:
            raise RuleViolation("entrant_not_placed", entrant=entrant)
    numbers: set[int] = set()
    for table in tables:
        if table.number in numbers:
            raise RuleViolation("table_twice", table=table.number)
        numbers.add(table.number)
