"""What tables and rounds are called, for every size of a bracket."""

import pytest

from tests.tournaments.tournaments.formats.playing import field_of
from tournaments.tournaments.formats.bracket import Bracket, Side
from tournaments.tournaments.formats.double_elimination import double_elimination
from tournaments.tournaments.formats.elimination import single_elimination
from tournaments.tournaments.formats.names import round_name, table_names


def codes(bracket: Bracket) -> list[list[str]]:
    names = table_names(bracket)
    return [[names[table.key].code for table in round_] for round_ in bracket.rounds]


def heads(bracket: Bracket) -> list[str | None]:
    names = [round_name(bracket, number + 1) for number in range(len(bracket.rounds))]
    return [name.code if name is not None else None for name in names]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, ["final"]),
        (3, ["semi_final", "final"]),
        (5, ["quarter_final", "semi_final", "final"]),
        (13, ["round_of_16", "quarter_final", "semi_final", "final"]),
        (33, ["round_of_64", "round_of_32", "round_of_16", "quarter_final", "semi_final", "final"]),
    ],
)
def test_rounds_of_two_at_a_table_are_named_from_the_final_back(
    count: int, expected: list[str]
) -> None:
    assert heads(single_elimination(field_of(count))) == expected
    assert heads(single_elimination(field_of(count), third_place=True)) == expected


@pytest.mark.parametrize("count", range(2, 65))
def test_every_table_of_single_elimination_is_called_as_its_round_but_for_third_place(
    count: int,
) -> None:
    bracket = single_elimination(field_of(count), third_place=True)
    for called, head in zip(codes(bracket), heads(bracket), strict=True):
        assert {*called} - {"third_place"} == {head}
    assert codes(bracket)[-1].count("third_place") == (count >= 4)


def test_larger_tables_are_named_by_what_is_left_to_play() -> None:
    assert heads(single_elimination(field_of(16), size=4, advance=2)) == [
        "quarter_final",
        "semi_final",
        "final",
    ]
    assert heads(single_elimination(field_of(27), size=4, advance=2)) == [
        "round_of_27",
        "quarter_final",
        "semi_final",
        "final",
    ]


def test_the_halves_of_a_double_elimination_have_rounds_of_their_own() -> None:
    assert codes(double_elimination(field_of(8))) == [
        ["winners_quarter_final"] * 4,
        ["winners_semi_final"] * 2 + ["losers_round_1"] * 2,
        ["winners_final"] + ["losers_round_2"] * 2,
        ["losers_semi_final"],
        ["losers_final"],
        ["grand_final"],
        ["second_grand_final"],
    ]
    assert heads(double_elimination(field_of(8), reset=False)) == [
        "winners_quarter_final",
        None,
        None,
        "losers_semi_final",
        "losers_final",
        "grand_final",
    ]
    assert codes(double_elimination(field_of(16)))[0] == ["winners_round_1"] * 8


@pytest.mark.parametrize("count", range(2, 65))
def test_rounds_of_a_half_are_counted_without_gaps_and_end_in_its_final(count: int) -> None:
    bracket = double_elimination(field_of(count))
    names = table_names(bracket)
    for side, half in ((Side.MAIN, "winners"), (Side.LOSERS, "losers")):
        tables = [table for table in bracket.tables if table.side is side]
        called = [names[table.key].code for table in sorted(tables, key=lambda t: t.side_round)]
        in_order = list(dict.fromkeys(called))
        ends = ["quarter_final", "semi_final", "final"] if half == "winners" else []
        ends = ends or ["semi_final", "final"]
        numbered = [f"{half}_round_{n + 1}" for n in range(max(0, len(in_order) - len(ends)))]
        last = [f"{half}_{end}" for end in ends][-len(in_order) :] if in_order else []
        assert in_order == [*numbered, *last]
