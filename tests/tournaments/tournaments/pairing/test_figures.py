"""Figures and reasons of an edited round, and every refusal of a round."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.core.errors import RuleViolation
from tournaments.tournaments.pairing.figures import figures_of
from tournaments.tournaments.pairing.problem import (
    Broken,
    Candidate,
    Figures,
    LockedTable,
    PairingRules,
    ProposedTable,
    Reason,
    Split,
)
from tournaments.tournaments.pairing.proposing import propose

FOURS = PairingRules((3, 4), 4)


def fresh(count: int) -> list[Candidate]:
    return [Candidate(entrant) for entrant in range(1, count + 1)]


def test_an_edit_changes_the_figures_and_every_reason_is_data() -> None:
    candidates = [
        Candidate(1, Fraction(5), {2: 2}, small_tables=1, club="red"),
        Candidate(2, Fraction(1, 2), {1: 2}, starts=(0, 3), club="red"),
        Candidate(3, fixed_tables=frozenset((1,))),
        Candidate(4, fixed_tables=frozenset((1,))),
        Candidate(5),
        Candidate(6),
    ]
    rules = replace(FOURS, prohibited=frozenset([frozenset((1, 3))]))
    tables = [ProposedTable(1, (1, 2, 3)), ProposedTable(2, (4, 5, 6), locked=True)]
    proposal = figures_of(tables, (), candidates, rules)
    assert proposal.tables[0].figures == Figures(
        broken=1,
        repeats=2,
        small_tables=5,
        scores=Fraction(81, 4) + 25 + Fraction(1, 4),
        clubs=1,
        seats=1 + 7 + 1,
    )
    assert proposal.tables[0].reasons == (
        Reason("fixed_table", (3,), Fraction(1)),
        Reason("repeated_meeting", (1, 2), Fraction(2)),
        Reason("same_club", (1, 2)),
        Reason("prohibited_meeting", (1, 3)),
        Reason("small_table", (1, 2, 3), Fraction(3)),
        Reason("score_spread", (1, 3), Fraction(5)),
    )
    assert proposal.tables[1].reasons == (
        Reason("fixed_table_missed", (4,), Fraction(2)),
        Reason("small_table", (4, 5, 6), Fraction(3)),
        Reason("locked_table", (4, 5, 6)),
    )
    assert proposal.broken == (
        Broken("prohibited_meeting", (1, 3), 1),
        Broken("fixed_table", (4,), 2),
    )
    assert proposal.figures == proposal.tables[0].figures + proposal.tables[1].figures


def test_a_second_bye_after_an_edit_names_those_who_were_passed_over() -> None:
    candidates = [Candidate(1, byes=1), Candidate(2), Candidate(3)]
    proposal = figures_of(
        [ProposedTable(1, (2, 3))], [1], candidates, PairingRules((2,), 2, byes=True)
    )
    assert proposal.broken == (Broken("second_bye", (1, 2, 3)),)
    assert proposal.figures.broken == 1


def test_nobody_is_passed_over_who_sits_out_too() -> None:
    candidates = [Candidate(1, byes=1), *fresh(4)[1:]]
    rules = PairingRules((2,), 2, byes=True)
    proposal = figures_of([ProposedTable(1, (3, 4))], [1, 2], candidates, rules)
    assert proposal.broken == (Broken("second_bye", (1, 3, 4)),)


@pytest.mark.parametrize(
    ("code", "tables", "byes"),
    [
        ("unknown_entrant", [ProposedTable(1, (1, 2, 9))], [3]),
        ("entrant_twice", [ProposedTable(1, (1, 2, 3))], [3]),
        ("entrant_not_placed", [ProposedTable(1, (1, 2))], []),
        ("table_twice", [ProposedTable(1, (1, 2)), ProposedTable(1, (3,))], []),
    ],
)
def test_an_edit_that_is_no_round_is_refused(
    code: str, tables: list[ProposedTable], byes: list[int]
) -> None:
    with pytest.raises(RuleViolation) as caught:
        figures_of(tables, byes, fresh(3), FOURS)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("code", "candidates", "locked", "split"),
    [
        ("too_few_entrants", fresh(2), [], None),
        ("no_table_sizes", fresh(5), [], None),
        ("bad_split", fresh(8), [], Split((4, 3))),
        ("bad_split", fresh(8), [], Split((4, 3), 1)),
        ("bad_split", fresh(8), [], Split((5, 3))),
        ("entrant_twice", [*fresh(8), Candidate(3)], [], None),
        ("unknown_entrant", fresh(8), [LockedTable(1, (1, 2, 3, 99))], None),
        ("entrant_twice", fresh(8), [LockedTable(1, (1, 2)), LockedTable(2, (2, 3))], None),
    ],
)
def test_a_round_that_cannot_be_proposed_is_refused(
    code: str, candidates: list[Candidate], locked: list[LockedTable], split: Split | None
) -> None:
    with pytest.raises(RuleViolation) as caught:
        propose(candidates, FOURS, locked, split)
    assert caught.value.code == code
