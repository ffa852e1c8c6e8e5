"""The page on ladders says what the code does; its examples were worked out by hand."""

import re
from pathlib import Path

import pytest

import tournaments.ladders.ratings
from benchmarks.rating_quality import (
    BLIND,
    ELO,
    OPENSKILL,
    TRUTH,
    WORLDS,
    Quality,
    calibration_lines,
    measured,
    quality_lines,
    simulated,
)
from games.testing.scale import scaled
from tests.tournaments.ladders.ratings.tables import player, seats_of
from tournaments.ladders.ratings import drawing, elo, plackett_luce, start_list
from tournaments.ladders.ratings.rating_system import Seat, Standing
from tournaments.ladders.ratings.rules import KPolicy, LadderRules, Margin
from tournaments.ladders.ratings.systems import system_of

PAGE = (Path(tournaments.ladders.ratings.__file__).parents[3] / "docs" / "ladders.md").read_text()
HALF_A_CENT = 0.005 + 1e-9


def cells_under(heading: str) -> tuple[list[str], list[list[str]]]:
    """Return header and rows of the first table under a heading, with plain minus signs."""
    lines = PAGE.split(f"\n{heading}", 1)[1].replace("−", "-").splitlines()
    first = next(index for index, line in enumerate(lines) if line.startswith("|"))
    table = []
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table[0], table[2:]


@pytest.mark.parametrize(
    ("heading", "count"),
    [("### Two at the table", 2), ("### Four at the table", 4), ("### Eight at the table", 8)],
)
def test_pairwise_elo_gives_what_was_worked_out_by_hand(heading: str, count: int) -> None:
    header, rows = cells_under(heading)
    assert len(rows) == count
    names = [row[0] for row in rows]
    assert header == ["player", "rating", "matches", "K", "place", *names, "change", "after"]
    seats = [Seat(player(number), int(row[4])) for number, row in enumerate(rows)]
    standings = [Standing(float(row[1]), 0.0, int(row[2])) for row in rows]
    for number, (row, change) in enumerate(
        zip(rows, system_of(LadderRules()).rate(seats, standings), strict=True)
    ):
        assert change.factor == int(row[3])
        by_opponent = {part.opponent: part.delta for part in change.parts}
        for other, cell in enumerate(row[5:-2]):
            if other == number:
                assert cell == ""
            else:
                delta = by_opponent[player(other)]
                assert delta == pytest.approx(float(cell), abs=HALF_A_CENT, rel=0)
        assert change.delta == pytest.approx(float(row[-2]), abs=HALF_A_CENT, rel=0)
        assert change.mu == pytest.approx(float(row[-1]), abs=HALF_A_CENT, rel=0)


def test_the_expected_shares_on_the_page_are_right() -> None:
    header, rows = cells_under("## Pairwise Elo")
    assert len(header) == len(rows[0]) == 10
    for difference, share in zip(header[1:], rows[0][1:], strict=True):
        assert f"{elo.expected(1500.0 + int(difference), 1500.0):.4f}" == share


def test_the_k_policy_on_the_page_is_the_usual_one() -> None:
    k = KPolicy()
    assert (
        f"K is {k.provisional} for one's first {k.provisional_matches} matches, then {k.normal}, "
        f"and {k.established} from {k.established_from} matches on"
    ) in PAGE


def test_every_rule_of_a_ladder_is_on_the_page() -> None:
    names = LadderRules.__struct_fields__
    assert [name for name in names if f"`{name}`" not in PAGE] == []


def test_the_weight_of_a_margin_on_the_page_is_right() -> None:
    assert (
        "a share of 60 % and 20 points, a win by 10 counts 1 − 0.6 + 0.6 × 10 / 20 = 0.7." in PAGE
    )
    assert Margin(share=60, full=20).weight(30, 20) == pytest.approx(0.7)


def test_four_newcomers_of_openskill_come_out_as_on_the_page() -> None:
    _, rows = cells_under("Four newcomers, in the order of their places")
    system = system_of(LadderRules(system="openskill"))
    changes = system.rate(seats_of(1, 2, 3, 4), [system.first()] * 4)
    for row, change in zip(rows, changes, strict=True):
        assert row[0] == str(change.place)
        assert [f"{change.mu:.4f}", f"{change.sigma:.4f}"] == row[1:3]
        assert [f"{part.delta:+.4f}" for part in change.parts] == [c for c in row[3:] if c]
        assert row[2 + change.place] == ""


def test_every_refusal_is_on_the_page() -> None:
    codes = {
        code
        for module in (drawing, elo, plackett_luce, start_list)
        for code in re.findall(
            r'RuleViolation\(\s*"(\w+)"', Path(module.__file__ or "").read_text()
        )
    }
    assert len(codes) == 13
    assert [code for code in sorted(codes) if f"`{code}`" not in PAGE] == []


MEASURED = WORLDS if scaled(10) == 10 else [world for world in WORLDS if world.matches <= 300]
"""Worlds to measure again: those with many matches take seconds and wait for a soak."""


@pytest.fixture(scope="module")
def qualities() -> list[Quality]:
    return [measured(world) for world in MEASURED]


def test_the_measured_quality_on_the_page_is_what_comes_out(qualities: list[Quality]) -> None:
    rows = [line for line in quality_lines(qualities) if line.startswith("|")]
    assert len(rows) > 2
    assert [row for row in rows if f"\n{row}\n" not in PAGE] == []
    for quality in qualities:
        if quality.world in WORLDS[:2]:
            assert "\n".join(calibration_lines(quality)) in PAGE


def test_both_systems_know_more_than_nothing_and_less_than_the_truth(
    qualities: list[Quality],
) -> None:
    for quality in qualities:
        for name in (ELO, OPENSKILL):
            for loss, blind, truth in zip(
                quality.losses[name], quality.losses[BLIND], quality.losses[TRUTH], strict=True
            ):
                assert truth < loss < blind


def test_the_simulated_players_keep_to_their_strengths() -> None:
    for world in WORLDS:
        strengths, matches = simulated(world, 1)
        assert (strengths, matches) == simulated(world, 1)
        assert simulated(world, 2)[1] != matches
        assert {len(match.players) for match in matches} == {2, 3, 4, 5, 6}
        assert all(len(set(match.players)) == len(match.players) for match in matches)
        assert all(min(match.places) == 1 for match in matches)
