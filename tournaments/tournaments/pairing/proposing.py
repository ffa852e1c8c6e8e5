"""A whole round from the entrants and the rules."""

from collections.abc import Sequence
from dataclasses import replace

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.field import Field, make_field, seat_growth
from tournaments.tournaments.pairing.figures import check_round, figures_of
from tournaments.tournaments.pairing.matching import best_pairs
from tournaments.tournaments.pairing.numbering import Fixed, fixed_places, number_tables
from tournaments.tournaments.pairing.pods import Solution, best_pods, in_order_of_score
from tournaments.tournaments.pairing.problem import (
    Candidate,
    Figures,
    LockedTable,
    PairingRules,
    Proposal,
    ProposedTable,
    Split,
)
from tournaments.tournaments.pairing.seats import best_seat_order
from tournaments.tournaments.pairing.sizes import check_split, table_sizes


def propose(
    candidates: Sequence[Candidate],
    rules: PairingRules,
    locked: Sequence[LockedTable] = (),
    split: Split | None = None,
) -> Proposal:
    """Return the round: who sits where, in which seat, who sits out, and how good that is.

    Up to 20 entrants it is the best there is, and says so. Raises what `table_sizes` and
    `figures_of` raise, and `bad_split` when the split is not one of this many entrants.
    """
    locked_tables = [ProposedTable(table.number, table.entrants, locked=True) for table in locked]
    placed = {entrant for table in locked_tables for entrant in table.entrants}
    field = make_field([c for c in candidates if c.id not in placed], rules)
    waiting = [candidate.id for candidate in field.candidates]
    check_round(locked_tables, waiting, {candidate.id: candidate for candidate in candidates})
    if not waiting:
        return figures_of(locked_tables, (), candidates, rules, optimal=True)
    rules_left = rules_beside(rules, len(locked_tables), len(field))
    split = split or table_sizes(len(field), rules_left)[0]
    check_split(len(field), split, rules_left)
    taken = [table.number for table in locked]
    fixed = fixed_places(field, taken)
    solution = _solve(field, split, fixed, taken)
    growth = seat_growth(field)
    tables = [
        ProposedTable(
            number,
            tuple(field.candidates[place].id for place in best_seat_order(field, growth, members)),
        )
        for number, members in zip(
            number_tables(solution.tables, fixed, taken), solution.tables, strict=True
        )
    ]
    byes = [field.candidates[place].id for place in solution.byes]
    proposal = figures_of(
        [*locked_tables, *tables], byes, candidates, rules, optimal=solution.optimal
    )
    locked_figures = Figures()
    for table in proposal.tables:
        locked_figures += table.figures if table.locked else Figures()
    bound = zip(solution.bound, locked_figures.in_order(rules.aims), strict=False)
    return replace(proposal, bound=tuple(free + locked_part for free, locked_part in bound))


def rules_beside(rules: PairingRules, locked: int, count: int) -> PairingRules:
    """Return the rules for those who are not at a locked table, or raise `too_many_for_tables`."""
    if rules.most_tables is None:
        return rules
    if locked >= rules.most_tables:
        raise RuleViolation("too_many_for_tables", count=count, tables=0, most=0)
    return replace(rules, most_tables=rules.most_tables - locked)


def _solve(field: Field, split: Split, fixed: Fixed, taken: Sequence[int]) -> Solution:
    """Match pairs where all tables are pairs; search among tables otherwise."""
    if max(split.sizes) > 2 or split.byes > 1:
        return best_pods(field, split, fixed, taken)
    groups, optimal = best_pairs(field, split, fixed)
    return in_order_of_score(groups, optimal=optimal)
