"""An open evening: whoever is free begins a table."""

from typing import Any

import pytest

from games.core.events import Event
from tests.tournaments.tournaments.director.play import Play, player, rules
from tournaments.tournaments.director.evenings import at_a_table, boxes_left, free_entrants
from tournaments.tournaments.director.rankings import evening_standings, overall
from tournaments.tournaments.standings.open_evening import OpenRow

GAMES = [
    {"game": "sushi_go_party", "boxes": 1},
    {"game": "sushi_bar", "boxes": 2},
    {"game": "plain", "options": {"title": "Cards"}},
]


def evening(entrants: int = 13, **fields: Any) -> Play:
    return Play(entrants, rules("open", games=GAMES, **fields))


def begin(play: Play, entrants: list[int], game: int = 2) -> list[Event]:
    return play.do("begin_table", game=game, entrants=entrants)


def test_who_is_kept_apart_does_not_begin_a_table_together() -> None:
    play = evening()
    play.do("keep_apart", groups=[[1, 2], [3, 4]])
    assert play.refused("begin_table", game=2, entrants=[5, 1, 2]) == "kept_apart"
    begin(play, [1, 3])
    begin(play, [2, 4])
    assert at_a_table(play.stage()) == {1: 1, 3: 1, 2: 2, 4: 2}


def test_tables_begin_and_end_while_others_play_on() -> None:
    play = evening()
    begin(play, [1, 2, 3, 4], game=0)
    begin(play, [5, 6, 7])
    assert at_a_table(play.stage()) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2}
    assert free_entrants(play.state, play.stage()) == [8, 9, 10, 11, 12, 13]
    assert [boxes_left(play.stage(), game) for game in (0, 1, 2)] == [0, 2, None]
    play.record(1, scores=[4, 3, 2, 1])
    assert boxes_left(play.stage(), 0) == 1
    begin(play, [1, 8, 9], game=0)
    assert play.table(3).entrants == (1, 8, 9)
    assert at_a_table(play.stage())[1] == 3
    assert play.state == play.fresh()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"game": 3, "entrants": [8, 9, 10]}, "unknown_game_at_hand"),
        ({"game": -1, "entrants": [8, 9, 10]}, "unknown_game_at_hand"),
        ({"game": 2, "entrants": [8, 8, 9]}, "seated_twice"),
        ({"game": 2, "entrants": [8]}, "size_not_playable"),
        ({"game": 1, "entrants": [5, 6, 7, 8, 9, 10]}, "size_not_playable"),
        ({"game": 2, "entrants": [8, 99]}, "unknown_entrant"),
        ({"game": 2, "entrants": [1, 8]}, "already_at_a_table"),
        ({"game": 0, "entrants": [8, 9, 10]}, "no_box_left"),
        ({"game": 2, "entrants": [13, 8]}, "entrant_dropped"),
        ({"stage": 2, "entrants": [8, 9]}, "unknown_stage"),
    ],
)
def test_a_table_that_cannot_be_is_refused(data: dict[str, Any], code: str) -> None:
    play = evening()
    begin(play, [1, 2, 3, 4], game=0)
    play.do("drop", entrant=13)
    assert play.refused("begin_table", **data) == code


def test_rounds_and_open_tables_do_not_mix() -> None:
    assert evening().refused("propose", stage=1) == "open_evening_has_no_rounds"
    swiss = Play(8, rules())
    assert swiss.refused("begin_table", entrants=[1, 2, 3]) == "not_an_open_evening"


def test_people_arrive_and_leave_in_one_step() -> None:
    play = evening(6)
    play.do("enter", players=[str(player(30))], present=True)
    assert 7 in free_entrants(play.state, play.stage())
    play.do("check_out", entrants=[7, 1])
    assert 7 not in free_entrants(play.state, play.stage())
    events = begin(play, [1, 2, 7])
    assert [event.type for event in events] == [
        "tournament.present",
        "tournament.tables_published",
    ]
    assert play.state.entrants[7].present
    assert play.state == play.fresh()


def test_somebody_registered_who_comes_after_the_start_plays_and_is_ranked() -> None:
    play = Play(6, rules("open", games=GAMES), start=False)
    play.do("check_out", entrants=[6])
    play.do("start_stage", stage=1)
    begin(play, [1, 2, 6])
    play.record(1, scores=[1, 2, 9])
    assert evening_standings(play.state, 1)[0].entrant == 6
    assert play.state == play.fresh()


def test_closing_names_the_tables_that_are_open() -> None:
    play = evening()
    begin(play, [1, 2, 3])
    begin(play, [4, 5, 6])
    play.record(1, scores=[3, 2, 1])
    assert play.refused("close_stage", stage=1) == "tables_open"
    play.do("withdraw_tables", stage=1, round=1, tables=[2])
    play.do("close_stage", stage=1)
    play.do("finish")
    assert next(iter(overall(play.state))).entrant == 1


def test_an_open_table_is_seated_anew_also_by_those_who_have_played_before() -> None:
    play = evening()
    begin(play, [1, 2, 3])
    play.record(1, scores=[3, 2, 1])
    begin(play, [1, 2, 4])
    begin(play, [5, 6])
    play.do("reseat", stage=1, round=1, tables=[{"table": 2, "entrants": [1, 2, 3, 4]}])
    assert play.table(2).entrants == (1, 2, 3, 4)
    play.do("reseat", stage=1, round=1, tables=[{"table": 2, "entrants": [1, 2]}])
    assert play.round().byes == ()

    def refused(entrants: list[int]) -> str:
        tables = [{"table": 2, "entrants": entrants}]
        return play.refused("reseat", stage=1, round=1, tables=tables)

    assert refused([1]) == "size_not_playable"
    assert refused([1, 5]) == "seated_twice"
    assert play.state == play.fresh()


def ranked(**fields: Any) -> dict[int, OpenRow]:
    """Two wins and a second place against one win of somebody who left early."""
    play = evening(6, **fields)
    begin(play, [1, 2, 3, 4])
    play.record(1, scores=[9, 8, 1, 0])
    begin(play, [2, 3, 4, 5])
    play.record(2, scores=[8, 1, 2, 0])
    begin(play, [2, 3, 4, 6])
    play.record(3, scores=[8, 1, 2, 0])
    return {row.entrant: row for row in evening_standings(play.state, 1)}


def test_a_total_favours_who_stays_and_the_best_match_compares_with_who_left() -> None:
    assert ranked(ranking="total")[2].rank == 1
    best = ranked(ranking="best", best=1)
    assert best[1].values[0] == best[2].values[0]
    average = ranked(ranking="average", least_matches=1)
    assert average[1].rank == 1


def test_an_average_ranks_only_those_who_played_enough() -> None:
    rows = ranked(ranking="average", least_matches=2)
    assert rows[2].rank == 1
    assert rows[1].rank is None
    assert rows[5].rank is None
