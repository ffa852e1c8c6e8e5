"""The last matches of a bracket: third place, second finals, and what a level final says."""

from random import Random
from typing import Any

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tests.tournaments.tournaments.director.test_bracket_tables import TWO, meeting
from tournaments.tournaments.director.bracket_tables import announced_places
from tournaments.tournaments.director.rankings import overall


def test_a_third_place_is_played_beside_the_final_at_any_number() -> None:
    play = Play(8, rules("elimination", third_place=True, **TWO)).play_rounds(2)
    losers = {
        n
        for table in play.round().tables.values()
        for n, place in zip(table.entrants, known(known(table.result).places), strict=True)
        if place == 2
    }
    row = play.announce()
    play.do("move_table", stage=1, round=3, table=1, to=2)
    places = announced_places(play.state, play.stage())
    assert [places[3, number].name.code for number in (1, 2)] == ["third_place", "final"]
    assert {*row.tables[1].entrants} == losers
    play.record(1, scores=[1, 2])
    play.record(2, scores=[1, 2])
    ranking = overall(play.state)
    assert [r.place for r in ranking[:4]] == [1, 2, 3, 4]
    assert [r.entrant for r in ranking[:4]] == [
        *play.table(2).entrants[::-1],
        *play.table(1).entrants[::-1],
    ]


@pytest.mark.parametrize("way", ["drop", "walk_over", "both_drop"])
def test_a_semi_finalist_who_is_gone_loses_the_third_place_without_playing(way: str) -> None:
    play = Play(4, rules("elimination", third_place=True, **TWO))
    row = play.announce()
    (a, b), (c, d) = (table.entrants for table in row.tables.values())
    play.record(2, scores=[5, 4])
    if way == "walk_over":
        play.record(1, kind="walk_over", absent=[b])
    else:
        play.record(1, scores=[5, 4])
        play.do("drop", entrant=b)
    if way == "both_drop":
        play.do("drop", entrant=d)
    last = play.announce()
    assert meeting(last) == {frozenset((a, c))}
    assert last.byes == (() if way == "both_drop" else (d,))
    play.record(1, scores=[5, 4])
    places = {row.entrant: row.place for row in overall(play.state)}
    # Where neither comes, the seeds stand in, as in a final.
    assert (places[d], places[b]) == (3, 4)
    assert play.refused("propose", stage=1) == "stage_complete"
    play.do("close_stage", stage=1)
    assert play.state == play.fresh()


@pytest.mark.parametrize(
    "fields",
    [
        {"format_": "double_elimination"},
        {"format_": "round_robin"},
        {"format_": "swiss"},
        {"format_": "open"},
        {"format_": "elimination", "sizes": [3, 4]},
        {"format_": "elimination", "sizes": [3, 4], "advance": 2},
    ],
)
def test_a_match_for_third_place_needs_semi_finals_of_two(fields: dict[str, Any]) -> None:
    stage = rules(**fields, third_place=True)
    assert Play().refused("set_stage", stage=1, rules=stage) == "no_third_place"


def test_a_second_grand_final_that_is_not_needed_is_no_round() -> None:
    play = Play(2, rules("double_elimination", double=True))
    play.announce()
    play.record(1, scores=[5, 4])
    play.announce()
    winner = overall(play.state)[0].entrant
    play.record(1, scores=[5 if n == winner else 4 for n in play.table(1).entrants])
    assert play.refused("propose", stage=1) == "stage_complete"
    play.do("close_stage", stage=1)


def test_reasons_of_a_level_final_stand_in_the_ranking() -> None:
    def ranked(*stages: dict[str, Any], tie: str, **said: Any) -> list[tuple[int, str | None]]:
        final = rules("elimination", final_tie=tie, **TWO) | (
            {"cut": {"kind": "top", "top": 2}, "seeding": "former"} if stages else {}
        )
        play = Play(4 if stages else 2, *stages, final)
        number = len(stages) + 1
        if stages:
            play.play_round(Random(2))
            play.do("close_stage", stage=1)
            play.do("start_stage", stage=2)
        play.announce(number)
        play.record(1, stage=number, scores=[5, 5], **said)
        rows = overall(play.state)[:2]
        return [(row.place, row.reason.value if row.reason else None) for row in rows]

    swiss = rules(sizes=[4], rounds=1)
    assert ranked(swiss, tie="former") == [(1, None), (2, "former_stage")]
    assert ranked(tie="former") == [(1, None), (2, "seed")]
    assert ranked(tie="shared") == [(1, "shared"), (1, "shared")]
    assert ranked(tie="playoff", play_off=[2, 1]) == [(1, None), (2, "play_off")]
    assert ranked(tie="playoff") == [(1, None), (1, None)]
