"""Entry, check-in, late entry, dropping out and coming back."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from tests.tournaments.tournaments.director.play import Play, player, rules, seated
from tournaments.tournaments.director.events import Entered, Present
from tournaments.tournaments.director.rankings import stage_standings


def points(play: Play, stage: int = 1) -> dict[int, Fraction]:
    return {row.entrant: row.points for row in stage_standings(play.state, stage)}


def test_players_enter_with_numbers_in_order_and_may_be_there_at_once() -> None:
    play = Play(0, rules())
    first = play.do("enter", players=[str(player(1)), str(player(2))], clubs=["Roe"])
    assert [type(event) for event in first] == [Entered]
    assert [entry.entrant for entry in first[0].entries] == [1, 2]
    second = play.do("enter", players=[str(player(3))], present=True)
    assert [type(event) for event in second] == [Entered, Present]
    entrants = play.state.entrants
    assert [(e.present, e.club) for e in entrants.values()] == [
        (False, "Roe"),
        (False, ""),
        (True, ""),
    ]
    assert play.state == play.fresh()


def test_a_number_is_never_given_twice() -> None:
    play = Play(3, rules(), start=False)
    play.do("remove", entrant=3)
    play.do("enter", players=[str(player(9))])
    assert list(play.state.entrants) == [1, 2, 4]
    assert play.state == play.fresh()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("enter", {"players": []}, "no_entrants_given"),
        ("enter", {"players": [str(player(1))]}, "entered_twice"),
        ("enter", {"players": [str(player(30))] * 2}, "entered_twice"),
        ("enter", {"players": [str(player(n)) for n in range(10, 5010)]}, "too_many_entrants"),
        ("enter", {"players": [str(player(30))], "clubs": ["x" * 61]}, "bad_affiliation"),
        ("remove", {"entrant": 99}, "unknown_entrant"),
        ("check_in", {"entrants": [1, 99]}, "unknown_entrant"),
        ("check_out", {"entrants": [99]}, "unknown_entrant"),
        ("drop", {"entrant": 99}, "unknown_entrant"),
        ("bring_back", {"entrant": 99}, "unknown_entrant"),
        ("bring_back", {"entrant": 1}, "entrant_not_dropped"),
        ("keep_apart", {"groups": [[1]]}, "bad_group"),
        ("keep_apart", {"groups": [[1, 1]]}, "bad_group"),
        ("keep_apart", {"groups": [[1, 99]]}, "unknown_entrant"),
        ("fix_tables", {"entrant": 99, "tables": [1]}, "unknown_entrant"),
        ("fix_tables", {"entrant": 1, "tables": [0]}, "bad_table_number"),
        ("fix_tables", {"entrant": 1, "tables": [2001]}, "bad_table_number"),
        ("affiliate", {"entrant": 99, "club": "x"}, "unknown_entrant"),
        ("affiliate", {"entrant": 1, "club": "a\nb"}, "bad_affiliation"),
    ],
)
def test_what_does_not_fit_the_entrants_is_refused(
    name: str, data: dict[str, Any], code: str
) -> None:
    assert Play(8, rules()).refused(name, **data) == code


def test_what_is_so_already_writes_nothing() -> None:
    play = Play(8, rules())
    assert play.do("check_in", entrants=[1, 2]) == []
    play.do("check_out", entrants=[1])
    assert play.do("check_out", entrants=[1]) == []
    assert play.do("check_in", entrants=[1, 2, 1])[0].entrants == (1,)
    play.do("keep_apart", groups=[[2, 1], [3, 4]])
    assert play.do("keep_apart", groups=[[3, 4], [1, 2, 2]]) == []
    play.do("fix_tables", entrant=1, tables=[2, 1])
    assert play.do("fix_tables", entrant=1, tables=[1, 2, 2]) == []
    play.do("affiliate", entrant=1, club="Roe")
    assert play.do("affiliate", entrant=1, club=" Roe ") == []
    assert play.state == play.fresh()


def test_somebody_who_has_played_is_not_removed_but_may_drop_out() -> None:
    play = Play(9, rules(), start=False)
    play.do("keep_apart", groups=[[8, 9], [1, 2, 9]])
    play.do("remove", entrant=9)
    assert play.state.apart == ((1, 2),)
    play.do("start_stage", stage=1)
    play.announce()
    assert play.refused("remove", entrant=1) == "entrant_has_played"
    play.do("drop", entrant=1)
    assert play.refused("drop", entrant=1) == "entrant_dropped"
    assert play.refused("check_in", entrants=[1]) == "entrant_dropped"


def test_whoever_had_a_bye_was_missing_or_was_penalised_is_not_removed() -> None:
    play = Play(5, rules(sizes=[4], byes=True, preferred=4))
    play.announce()
    (bye,) = play.round().byes
    assert play.refused("remove", entrant=bye) == "entrant_has_played"
    missing = Play(9, rules())
    missing.do("check_out", entrants=[3])
    missing.announce()
    assert missing.round().absent == (3,)
    assert missing.refused("remove", entrant=3) == "entrant_has_played"
    punished = Play(8, rules())
    punished.do("penalise", stage=1, entrant=4, points="1")
    assert punished.refused("remove", entrant=4) == "entrant_has_played"


@pytest.mark.parametrize("format_", ["round_robin", "double_elimination", "elimination"])
def test_nobody_is_removed_from_a_plan_that_was_drawn_up_with_them(format_: str) -> None:
    play = Play(6, rules(format_))
    assert play.refused("remove", entrant=3) == "entrant_in_schedule"
    assert play.refused("enter", players=[str(player(30))]) == "entry_closed"


def test_a_late_entry_gets_what_was_said_for_each_round_missed() -> None:
    play = Play(8, rules()).play_rounds(2)
    late = [str(player(20))]
    assert play.refused("enter", players=late, late="much") == "bad_points"
    assert play.refused("enter", players=late, late="-1") == "bad_points"
    play.do("enter", players=late, late="3/2", present=True)
    play.do("enter", players=[str(player(21))], present=True)
    assert play.stage().seeds == (*range(1, 9), 9, 10)
    assert points(play)[9] == 3
    assert points(play)[10] == 0
    play.do("propose", stage=1)
    play.do("publish", stage=1)
    assert seated(play.round()) == list(range(1, 11))
    assert points(play)[9] == Fraction(3)
    assert play.state == play.fresh()


def test_an_entrant_who_checks_in_after_the_start_joins_the_next_round() -> None:
    play = Play(8, rules(), start=False)
    play.do("check_out", entrants=[8])
    play.do("drop", entrant=7)
    play.do("start_stage", stage=1)
    assert play.stage().seeds == (1, 2, 3, 4, 5, 6)
    play.play_rounds(1)
    play.do("check_in", entrants=[8])
    play.do("bring_back", entrant=7)
    assert play.stage().seeds == (1, 2, 3, 4, 5, 6, 8, 7)
    play.announce()
    assert seated(play.round()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert play.state == play.fresh()


def test_who_is_not_there_misses_the_round_and_who_dropped_out_does_not() -> None:
    play = Play(9, rules(scoring={"no_show": "1/2"})).play_rounds(1)
    before = points(play)
    play.do("check_out", entrants=[2])
    play.do("drop", entrant=3)
    play.announce()
    assert play.round().absent == (2,)
    assert seated(play.round()) == [1, 4, 5, 6, 7, 8, 9]
    assert points(play)[2] == before[2] + Fraction(1, 2)
    assert points(play)[3] == before[3]
    assert {row.entrant for row in stage_standings(play.state, 1) if row.dropped} == {3}


def test_whoever_comes_back_is_paired_again() -> None:
    play = Play(9, rules()).play_rounds(1)
    play.do("drop", entrant=4)
    play.play_rounds(1, seed=2)
    assert 4 not in seated(play.round())
    before = points(play)[4]
    play.do("bring_back", entrant=4, late="3/2")
    assert points(play)[4] == before + Fraction(3, 2)
    play.announce()
    assert 4 in seated(play.round())
    assert points(play)[4] == before + Fraction(3, 2)
    assert play.refused("bring_back", entrant=4, late="1") == "entrant_not_dropped"


def test_groups_that_are_kept_apart_never_meet_and_a_fixed_table_is_kept() -> None:
    play = Play(12, rules(), start=False)
    play.do("keep_apart", groups=[[1, 2, 3], [4, 5]])
    play.do("fix_tables", entrant=6, tables=[3])
    play.do("fix_tables", entrant=7, tables=[1, 2])
    play.do("start_stage", stage=1)
    play.play_rounds(4)
    for row in play.stage().rounds.values():
        for table in row.tables.values():
            pairs = set(combinations(sorted(table.entrants), 2))
            assert not pairs & {(1, 2), (1, 3), (2, 3), (4, 5)}
        assert 6 in row.tables[3].entrants
        assert 7 not in row.tables[3].entrants


def test_where_constraints_cannot_all_hold_as_few_as_possible_are_broken() -> None:
    play = Play(8, rules(), start=False)
    play.do("keep_apart", groups=[[1, 2, 3]])
    play.do("start_stage", stage=1)
    play.announce()
    together = [set(table.entrants) & {1, 2, 3} for table in play.round().tables.values()]
    assert sorted(len(members) for members in together) == [1, 2]


def late_comer(*, registered_away: bool = True) -> Play:
    """Return a Swiss of nine after two rounds that the ninth has missed."""
    play = Play(9, rules(scoring={"no_show": "-1"}), start=False)
    if registered_away:
        play.do("check_out", entrants=[9])
    play.do("start_stage", stage=1)
    play.do("check_out", entrants=[9])
    return play.play_rounds(2)


@pytest.mark.parametrize("registered_away", [True, False])
def test_what_a_missed_round_is_worth_is_said_when_a_late_comer_checks_in(
    registered_away: bool,
) -> None:
    play = late_comer(registered_away=registered_away)
    assert play.refused("check_in", entrants=[9], late="much") == "bad_points"
    (event,) = play.do("check_in", entrants=[9], late="3/2")
    assert event == Present((9,), "3/2")
    assert points(play)[9] == 3
    play.announce()
    assert 9 in seated(play.round())
    assert points(play)[9] == 3
    assert play.state == play.fresh()


def test_without_a_worth_the_rounds_before_a_check_in_stay_what_they_were() -> None:
    play = late_comer(registered_away=False)
    assert play.do("check_in", entrants=[9]) == [Present((9,))]
    assert points(play)[9] == -2


def test_rounds_missed_after_arriving_late_are_absences() -> None:
    play = late_comer(registered_away=False)
    play.do("check_in", entrants=[9], late="3/2")
    play.do("check_out", entrants=[9])
    play.play_rounds(1, seed=3)
    assert points(play)[9] == 3 - 1
    play.do("check_in", entrants=[9])
    play.announce()
    assert points(play)[9] == 3 - 1
    play.do("withdraw_tables", stage=1, round=4)
    play.do("check_out", entrants=[9])
    play.announce()
    assert points(play)[9] == 3 - 2


def test_a_worth_counts_only_for_those_who_have_missed_rounds() -> None:
    play = late_comer()
    play.do("check_out", entrants=[1])
    play.play_rounds(1, seed=3)
    events = play.do("check_in", entrants=[1, 9], late="1")
    assert events == [Present((1,)), Present((9,), "1")]
    before = points(play)
    assert before[9] == 3
    # The worth can be put right until the late-comer plays; then it stands.
    assert play.do("check_in", entrants=[9], late="2") == [Present((9,), "2")]
    assert play.do("check_in", entrants=[9], late="2") == []
    assert points(play)[9] == 6
    play.announce()
    assert play.do("check_in", entrants=[9], late="5") == []


def test_nobody_is_late_before_the_first_round_nor_at_an_open_evening() -> None:
    play = Play(8, rules(), start=False)
    play.do("check_out", entrants=[8])
    play.do("start_stage", stage=1)
    assert play.do("check_in", entrants=[8], late="1") == [Present((8,))]
    evening = Play(6, rules("open", games=[{"game": "sushi_go_party"}]))
    evening.do("begin_table", entrants=[1, 2, 3])
    evening.do("check_out", entrants=[6])
    assert evening.do("check_in", entrants=[6], late="1") == [Present((6,))]
