"""Every format is played to its end with random results."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.cuts import drawn_cut
from tournaments.tournaments.director.rankings import overall, stage_ranking, stage_standings

TWO: dict[str, Any] = {"sizes": [2], "preferred": 2}


def played(entrants: int, seed: int = 1, **fields: Any) -> tuple[Play, int]:
    play = Play(entrants, rules(**fields))
    rounds = play.play_out(Random(seed))
    play.do("close_stage", stage=1)
    play.do("finish")
    assert play.state == play.fresh()
    places = [row.place for row in overall(play.state)]
    assert sorted(row.entrant for row in overall(play.state)) == list(range(1, entrants + 1))
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    return play, rounds


def meetings(play: Play) -> Counter[Any]:
    return Counter(
        pair
        for row in play.stage().rounds.values()
        for table in row.tables.values()
        for pair in combinations(sorted(table.entrants), 2)
    )


@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("entrants", [2, 3, 5, 6])
def test_in_a_round_robin_everybody_meets_everybody(entrants: int, double: bool) -> None:
    play, rounds = played(entrants, format_="round_robin", double=double)
    expected = dict.fromkeys(combinations(range(1, entrants + 1), 2), 1 + double)
    assert meetings(play) == expected
    assert rounds == (1 + double) * (entrants - 1 + entrants % 2)


def test_groups_play_among_themselves() -> None:
    play, _ = played(8, format_="groups", groups=2, **TWO)
    assert set(meetings(play).values()) == {1}
    assert len(meetings(play)) == 2 * 6


def test_who_is_kept_apart_is_dealt_into_different_groups() -> None:
    play = Play(8, rules("groups", groups=2, **TWO), start=False)
    play.do("keep_apart", groups=[[1, 4], [2, 3]])
    play.do("start_stage", stage=1)
    play.play_out(Random(1))
    assert not {(1, 4), (2, 3)} & {*meetings(play)}


def test_a_planned_schedule_lets_every_pair_meet_once() -> None:
    play, rounds = played(9, format_="planned", sizes=[3], preferred=3)
    assert rounds == 4
    assert meetings(play) == dict.fromkeys(combinations(range(1, 10), 2), 1)


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 11])
@pytest.mark.parametrize("double", [False, True])
def test_nobody_leaves_a_double_elimination_before_the_second_loss(
    entrants: int, double: bool
) -> None:
    play, _ = played(entrants, format_="double_elimination", double=double)
    losses = Counter(
        entrant
        for row in play.stage().rounds.values()
        for table in row.tables.values()
        for entrant, place in zip(table.entrants, known(known(table.result).places), strict=True)
        if place == 2
    )
    champion = overall(play.state)[0].entrant
    assert losses[champion] <= 1
    out_early = [n for n in range(1, entrants + 1) if n != champion and losses[n] < 2]
    assert len(out_early) <= (0 if double else 1)


@pytest.mark.parametrize(
    ("entrants", "fields"),
    [
        (2, TWO),
        (7, TWO),
        (16, TWO),
        (9, {"sizes": [2, 3], "preferred": 3}),
        (16, {"sizes": [3, 4], "preferred": 4, "advance": 2}),
        (11, {"sizes": [2, 3, 4], "preferred": 4, "advance": 1}),
        (13, {"sizes": [2, 3, 4, 5], "preferred": 5, "advance": 2}),
    ],
)
def test_an_elimination_has_one_champion_who_won_the_last_table(
    entrants: int, fields: dict[str, Any]
) -> None:
    play, _ = played(entrants, format_="elimination", **fields)
    last = play.round().tables[1]
    champion = last.entrants[known(known(last.result).places).index(1)]
    ranking = overall(play.state)
    assert ranking[0].entrant == champion
    assert [row.place for row in ranking].count(1) == 1


def test_a_walk_over_goes_through_and_a_drop_in_a_bracket_is_one() -> None:
    play = Play(4, rules("elimination", **TWO))
    play.announce()
    first, second = play.table(1).entrants, play.table(2).entrants
    play.record(1, kind="walk_over", absent=[first[0]])
    play.record(2, scores=[1, 2])
    play.announce()
    assert set(play.table(1).entrants) == {first[1], second[1]}
    dropped = Play(4, rules("elimination", **TWO)).play_rounds(1)
    winners = [
        t.entrants[known(known(t.result).places).index(1)] for t in dropped.round(1).tables.values()
    ]
    dropped.do("drop", entrant=winners[0])
    ranking = stage_ranking(dropped.state, 1)
    assert ranking[0].entrant == winners[1]


def final(tie: str, **said: Any) -> Play:
    play = Play(2, rules("elimination", final_tie=tie, **TWO))
    play.announce()
    play.record(1, scores=[5, 5], **said)
    return play


def test_a_tied_final_goes_by_former_rank_is_shared_or_is_played_off() -> None:
    assert [row.place for row in stage_ranking(final("former").state, 1)] == [1, 2]
    assert [row.place for row in stage_ranking(final("shared").state, 1)] == [1, 1]
    waiting = final("playoff")
    assert [row.place for row in stage_ranking(waiting.state, 1)] == [1, 1]
    waiting.do("correct", stage=1, round=1, table=1, scores=[5, 5], play_off=[2, 1])
    assert [row.entrant for row in stage_ranking(waiting.state, 1)] == [2, 1]


def test_a_tie_on_the_line_that_waits_for_a_play_off_holds_up_the_next_round() -> None:
    play = Play(4, rules("elimination", final_tie="playoff", **TWO))
    play.announce()
    first, second = play.table(1).entrants, play.table(2).entrants
    play.record(1, scores=[5, 5])
    play.record(2, scores=[5, 4])
    assert play.refused("propose", stage=1) == "round_not_ready"
    play.do("correct", stage=1, round=1, table=1, scores=[5, 5], play_off=[first[1], first[0]])
    play.announce()
    assert set(play.table(1).entrants) == {first[1], second[0]}


def test_a_void_table_of_a_bracket_has_to_be_played_or_decided() -> None:
    play = Play(4, rules("elimination", **TWO))
    play.announce()
    play.record(1, kind="void")
    play.record(2, scores=[5, 4])
    assert play.refused("propose", stage=1) == "table_undecided"
    play.do("drop", entrant=play.table(1).entrants[0])
    assert play.refused("propose", stage=1) == "table_undecided"
    absent = [play.table(1).entrants[0]]
    play.do("correct", stage=1, round=1, table=1, kind="walk_over", absent=absent)
    play.announce()
    play.do("bring_back", entrant=absent[0])
    play.record(1, scores=[1, 2])
    assert stage_ranking(play.state, 1)


@pytest.mark.parametrize("entrants", [4, 5, 6, 7, 8])
def test_pairs_of_a_swiss_meet_once_while_that_can_be(entrants: int) -> None:
    play = Play(entrants, rules(sizes=[2], preferred=2, byes=True, rounds=3)).play_rounds(3)
    assert set(meetings(play).values()) == {1}
    byes = Counter(n for row in play.stage().rounds.values() for n in row.byes)
    assert max(byes.values(), default=1) == 1
    assert len(stage_standings(play.state, 1)) == entrants


def test_a_chain_of_stages_is_played_to_the_champion() -> None:
    cut = {"kind": "top", "top": 8}
    play = Play(
        20,
        rules(rounds=3),
        rules("groups", groups=2, cut=cut, seeding="former", **TWO),
        rules("double_elimination", cut=cut | {"top": 4}, seeding="former"),
    )
    luck = Random(5)
    for stage in (1, 2, 3):
        if stage > 1:
            tied = sorted(drawn_cut(play.state, play.stage(stage)).undecided)
            play.do("start_stage", stage=stage, settled=tied)
        play.play_out(luck, stage)
        play.do("close_stage", stage=stage)
    play.do("finish")
    order = [row.entrant for row in overall(play.state)]
    assert set(order[:4]) == set(play.stage(3).seeds)
    assert set(order[:8]) == set(play.stage(2).seeds)
    assert play.state == play.fresh()
