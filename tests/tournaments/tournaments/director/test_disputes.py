"""Those at a table say different things: who said what, and how it is decided."""

from typing import Any

from tests.known import known
from tests.tournaments.tournaments.director.play import Play, rules
from tournaments.tournaments.director.events import ArbiterRuled, ResultRecorded
from tournaments.tournaments.director.reports import opinions_of

AT: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
FIRST, SECOND = [40, 30, 20, 10], [40, 31, 20, 10]


def disputed() -> tuple[Play, tuple[int, ...]]:
    """Return a tournament whose first table is reported in two ways, and who sits there."""
    play = Play(8, rules())
    play.announce()
    seats = play.table(1).entrants
    play.moment = "2026-11-16T20:00:00.000000Z"
    play.do("report", **AT, entrant=seats[0], scores=FIRST)
    play.moment = "2026-11-16T20:05:00.000000Z"
    play.do("report", **AT, entrant=seats[1], scores=SECOND)
    return play, seats


def test_a_table_knows_who_said_what_when_and_who_agrees() -> None:
    play, seats = disputed()
    play.do("report", **AT, entrant=seats[2], scores=SECOND)
    opinions = opinions_of(play.table(1))
    said = [(one.entrant, one.at[11:16], one.agreeing, one.differing) for one in opinions]
    assert said == [
        (seats[0], "20:00", (), (seats[1], seats[2])),
        (seats[1], "20:05", (seats[2],), (seats[0],)),
        (seats[2], "20:05", (seats[1],), (seats[0],)),
    ]
    play.moment = "2026-11-16T20:10:00.000000Z"
    play.do("report", **AT, entrant=seats[0], scores=SECOND)
    assert known(play.table(1).result).scores == tuple(SECOND)
    assert [one.at[11:16] for one in opinions_of(play.table(1))] == ["20:10", "20:05", "20:05"]
    assert play.state == play.fresh()


def test_a_report_is_accepted_whatever_the_others_say() -> None:
    play, seats = disputed()
    assert play.refused("confirm", **AT) == "table_disputed"
    play.do("call_arbiter", **AT)
    recorded, ruled = play.do("accept_report", **AT, entrant=seats[1])
    assert isinstance(recorded, ResultRecorded)
    assert isinstance(ruled, ArbiterRuled)
    table = play.table(1)
    assert (known(table.result).scores, table.origin) == (tuple(SECOND), "ruling")
    assert (table.confirmed, table.called, table.disputed) == (True, False, False)
    assert play.do("accept_report", **AT, entrant=seats[1]) == []
    assert play.refused("accept_report", **AT, entrant=seats[0]) == "table_has_result"
    play.do("undo")
    assert play.table(1).disputed
    assert play.table(1).called
    play.do("redo")
    assert play.table(1).confirmed


def test_a_single_report_is_accepted_as_what_players_say() -> None:
    play = Play(8, rules())
    play.announce()
    seats = play.table(1).entrants
    play.do("report", **AT, entrant=seats[3], scores=FIRST)
    assert play.refused("confirm", **AT) == "table_without_result"
    assert len(play.do("accept_report", **AT, entrant=seats[3])) == 1
    assert (play.table(1).origin, play.table(1).confirmed) == ("players", True)


def test_only_what_was_reported_at_the_table_can_be_accepted() -> None:
    play, seats = disputed()
    stranger = play.table(2).entrants[0]
    assert play.refused("accept_report", **AT, entrant=seats[3]) == "report_missing"
    assert play.refused("accept_report", **AT, entrant=stranger) == "not_at_this_table"
    assert play.refused("accept_report", **AT | {"table": 9}, entrant=1) == "unknown_table"


def test_a_table_is_played_again_with_another_match() -> None:
    play, seats = disputed()
    assert play.refused("replay", **AT | {"table": 2}) == "table_not_begun"
    match = play.table(1).match
    play.do("call_arbiter", **AT)
    play.do("replay", **AT, note="f00d")
    table = play.table(1)
    assert (table.reports, table.reported_at, table.called, table.begun) == ({}, {}, False, False)
    assert (table.entrants, table.match != match) == (seats, True)
    play.record(1, scores=FIRST)
    play.do("replay", **AT)
    assert play.table(1).is_open
    assert play.state == play.fresh()
    play.do("undo")
    assert known(play.table(1).result).scores == tuple(FIRST)


def test_what_a_later_round_stands_on_is_not_played_again() -> None:
    play = Play(8, rules()).play_rounds(1)
    play.announce()
    assert play.refused("replay", **AT) == "later_round_announced"
