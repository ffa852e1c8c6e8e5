"""What a correction would change."""

from fractions import Fraction

import pytest

from games.core.errors import RuleViolation
from tests.tournaments.tournaments.standings.builders import table
from tournaments.tournaments.standings.compare import (
    Change,
    CutPosition,
    compare,
    cut_positions,
)
from tournaments.tournaments.standings.open_evening import OpenRules, open_standings
from tournaments.tournaments.standings.schemes import preset
from tournaments.tournaments.standings.scoring import ScoringRules
from tournaments.tournaments.standings.table import StandingRow, StandingsRules, standings
from tournaments.tournaments.standings.tally import History

RULES = StandingsRules(ScoringRules(scheme=preset("4/2/1/0")), ("points",))


def rows(places: list[int], entrants: int = 5) -> tuple[StandingRow, ...]:
    """Return standings after one table of four; entrant 5 had no table."""
    history = History(entrants=range(1, entrants + 1), results=[table([1, 2, 3, 4], places)])
    return standings(history, RULES)


def test_a_correction_lists_who_moved_whose_points_changed_and_who_crosses_the_line() -> None:
    changes = compare(rows([1, 2, 3, 4]), rows([1, 3, 2, 4]), cut=2)
    assert changes == (
        Change(3, 3, 2, Fraction(1), Fraction(2), CutPosition.OUT, CutPosition.IN),
        Change(2, 2, 3, Fraction(2), Fraction(1), CutPosition.IN, CutPosition.OUT),
    )
    assert [(change.moved, change.crosses) for change in changes] == [(True, True)] * 2


def test_the_same_standings_do_not_differ() -> None:
    assert compare(rows([1, 2, 3, 4]), rows([1, 2, 3, 4]), cut=2) == ()


def test_points_may_change_without_anybody_moving() -> None:
    changes = compare(rows([1, 2, 2, 4]), rows([1, 2, 2, 2]))
    assert [(change.entrant, change.moved, change.crosses) for change in changes] == [
        (2, False, False),
        (3, False, False),
        (4, True, False),
        (5, True, False),
    ]


def test_a_tie_across_the_line_is_neither_in_nor_out() -> None:
    positions = cut_positions(rows([1, 2, 2, 4]), 2)
    assert positions == {
        1: CutPosition.IN,
        2: CutPosition.ON_THE_LINE,
        3: CutPosition.ON_THE_LINE,
        4: CutPosition.OUT,
        5: CutPosition.OUT,
    }
    assert set(cut_positions(rows([1, 2, 2, 4]), 3).values()) == {CutPosition.IN, CutPosition.OUT}
    assert cut_positions(rows([1, 2, 3, 4]), None) == {}


def test_someone_in_one_of_the_standings_only_is_listed() -> None:
    removed = compare(rows([1, 2, 3, 4], 6), rows([1, 2, 3, 4], 5), cut=4)
    assert removed == (Change(6, 4, None, Fraction(0), None, CutPosition.ON_THE_LINE, None),)
    added = compare(rows([1, 2, 3, 4], 5), rows([1, 2, 3, 4], 6))
    assert added == (Change(6, None, 4, None, Fraction(0), None, None),)


def test_the_unranked_of_an_open_evening_are_outside_every_cut() -> None:
    history = History(entrants=[1, 2, 3], results=[table([1, 2], [1, 2])])
    positions = cut_positions(open_standings(history, OpenRules()), 3)
    assert positions == {1: CutPosition.IN, 2: CutPosition.IN, 3: CutPosition.OUT}


def test_a_cut_of_nobody_is_refused() -> None:
    with pytest.raises(RuleViolation, match="bad_cut"):
        compare((), (), cut=0)
