"""Stages are planned, begun, closed and opened again."""

from typing import Any

import pytest

from tests.tournaments.tournaments.director.play import Play, player, rules
from tournaments.tournaments.director.commands.catalogue import command_names
from tournaments.tournaments.director.cuts import cut_of
from tournaments.tournaments.director.rankings import overall, stage_standings


def planned(**fields: Any) -> str:
    return Play(0).refused("set_stage", stage=1, rules=rules(**fields))


def test_a_stage_is_planned_planned_anew_and_dropped() -> None:
    play = Play(0, rules())
    assert play.do("set_stage", stage=1, rules=rules()) == []
    assert len(play.do("set_stage", stage=1, rules=rules(rounds=3))) == 1
    play.do("set_stage", stage=2, rules=rules("elimination", cut={"kind": "top", "top": 4}))
    assert play.refused("drop_stage", stage=1) == "stage_out_of_order"
    play.do("drop_stage", stage=2)
    assert list(play.state.stages) == [1]
    assert play.stage().rules.rounds == 3
    assert play.state == play.fresh()


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"games": []}, "one_game_per_stage"),
        ({"games": [{"game": "plain"}, {"game": "sushi_bar"}]}, "one_game_per_stage"),
        ({"games": [{"game": "ludo"}]}, "unknown_game"),
        ({"games": [{"game": "sushi_bar", "boxes": 0}]}, "bad_box_count"),
        ({"sizes": [3, 4], "preferred": 5}, "preferred_not_allowed"),
        ({"sizes": [4, 4]}, "preferred_not_allowed"),
        ({"sizes": []}, "preferred_not_allowed"),
        ({"sizes": [4, 9]}, "size_not_playable"),
        ({"sizes": [4, 1]}, "size_not_playable"),
        ({"sizes": [6], "preferred": 6, "games": [{"game": "sushi_bar"}]}, "size_not_playable"),
        ({"rounds": 0}, "bad_round_count"),
        ({"rounds": 101}, "bad_round_count"),
        ({"minutes": -1}, "bad_minutes"),
        ({"most_tables": 0}, "bad_table_count"),
        ({"aims": ["beauty"]}, "unknown_aim"),
        ({"aims": ["close_scores", "close_scores"]}, "unknown_aim"),
        ({"tiebreaks": ["beauty"]}, "unknown_tie_break"),
        ({"scoring": {"beauty": 1}}, "bad_rules_data"),
        ({"scoring": {"scheme": "beauty"}}, "bad_rules_data"),
        ({"scoring": {"no_show": "1/0"}}, "bad_fraction"),
        ({"cut": {"kind": "top", "top": 4}}, "cut_without_former_stage"),
        ({"seeding": "former"}, "no_former_stage"),
        ({"carry": True}, "no_former_stage"),
        ({"least_matches": -1}, "bad_least_matches"),
        ({"format_": "round_robin", "sizes": [3], "preferred": 3}, "two_at_a_table"),
        ({"format_": "elimination", "advance": 4}, "bad_advance"),
        ({"format_": "elimination", "advance": 0}, "bad_advance"),
        ({"format_": "open", "ranking": "best"}, "bad_best_count"),
    ],
)
def test_rules_that_cannot_be_played_are_refused_with_a_code(
    fields: dict[str, Any], code: str
) -> None:
    assert planned(**fields) == code


def test_stages_come_in_order_and_a_stage_that_has_begun_is_neither_dropped_nor_begun_again() -> (
    None
):
    play = Play(8, rules())
    assert play.refused("set_stage", stage=3, rules=rules()) == "stage_out_of_order"
    assert play.refused("set_stage", stage=0, rules=rules()) == "stage_out_of_order"
    assert play.do("set_stage", stage=1, rules=rules()) == []
    assert play.refused("drop_stage", stage=1) == "stage_begun"
    assert play.refused("start_stage", stage=1) == "stage_begun"
    assert play.refused("start_stage", stage=2) == "unknown_stage"
    cut = {"kind": "top", "top": 1}
    assert play.refused("set_stage", stage=2, rules=rules(cut=cut)) == "bad_cut"
    cut = {"kind": "points", "points": "many"}
    assert play.refused("set_stage", stage=2, rules=rules(cut=cut)) == "bad_points"
    for number in range(2, 10):
        play.do("set_stage", stage=number, rules=rules())
    assert play.refused("set_stage", stage=10, rules=rules()) == "too_many_stages"


@pytest.mark.parametrize(
    ("entrants", "fields", "code"),
    [
        (1, {}, "too_few_entrants"),
        (5, {}, "no_table_sizes"),
        (2, {}, "too_few_entrants"),
        (9, {"most_tables": 2}, "too_many_for_tables"),
        (9, {"games": [{"game": "sushi_go_party", "boxes": 2}]}, "too_many_for_tables"),
        (7, {"format_": "planned", "sizes": [4]}, "no_planned_schedule"),
        (1, {"format_": "round_robin"}, "too_few_entrants"),
    ],
)
def test_a_field_that_cannot_be_seated_does_not_begin(
    entrants: int, fields: dict[str, Any], code: str
) -> None:
    play = Play(entrants, rules(**fields), start=False)
    assert play.refused("start_stage", stage=1) == code


def test_seeds_come_by_entry_by_rating_by_hand_or_by_a_lot_that_is_the_same_every_time() -> None:
    def seeds(seeding: str, seed: str = "lots", **how: Any) -> tuple[int, ...]:
        play = Play(6, rules(seeding=seeding), seed=seed, start=False)
        play.do("start_stage", stage=1, **how)
        return play.stage().seeds

    assert seeds("entry") == (1, 2, 3, 4, 5, 6)
    assert seeds("rating", ratings={3: 1500.5, 5: 1700.0}) == (5, 3, 1, 2, 4, 6)
    assert seeds("hand", order=[6, 5, 4, 3, 2, 1]) == (6, 5, 4, 3, 2, 1)
    assert seeds("random") == seeds("random") != seeds("random", seed="other")
    assert sorted(seeds("random")) == [1, 2, 3, 4, 5, 6]
    by_hand = Play(6, rules(seeding="hand"), start=False)
    assert by_hand.refused("start_stage", stage=1) == "seeding_incomplete"
    assert by_hand.refused("start_stage", stage=1, order=[1, 2, 3, 4, 5]) == "seeding_incomplete"
    assert by_hand.refused("start_stage", stage=1, order=[1, 1, 2, 3, 4, 5]) == "seeding_twice"


def test_a_stage_closes_once_every_table_has_a_result_and_opens_again() -> None:
    play = Play(8, rules())
    assert play.refused("close_stage", stage=1) == "nothing_played"
    assert Play(4, rules(), start=False).refused("finish") == "nothing_played"
    play.announce()
    assert play.refused("close_stage", stage=1) == "tables_open"
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    assert not play.table(1).confirmed
    assert play.refused("finish") == "former_stage_open"
    assert play.refused("reopen_stage", stage=1) == "stage_not_closed"
    play.do("close_stage", stage=1)
    assert play.table(1).confirmed
    assert play.refused("propose", stage=1) == "stage_not_running"
    play.do("reopen_stage", stage=1)
    assert play.stage().status == "running"
    assert play.refused("finish") == "former_stage_open"
    play.do("close_stage", stage=1)
    assert play.refused("reopen") == "tournament_not_over"
    play.do("finish")
    assert play.state == play.fresh()


def test_nothing_but_title_and_corrections_once_a_tournament_is_over() -> None:
    play = Play(8, rules()).play_rounds(1)
    play.do("close_stage", stage=1)
    play.do("finish")
    table: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
    commands: dict[str, dict[str, Any]] = {
        "enter": {"players": [str(player(30))]},
        "remove": {"entrant": 1},
        "check_in": {"entrants": [1]},
        "check_out": {"entrants": [1]},
        "drop": {"entrant": 1},
        "bring_back": {"entrant": 1},
        "keep_apart": {"groups": [[1, 2]]},
        "fix_tables": {"entrant": 1, "tables": [1]},
        "affiliate": {"entrant": 1, "club": "x"},
        "set_stage": {"stage": 2, "rules": rules()},
        "reopen_stage": {"stage": 1},
        "propose": {"stage": 1},
        "record": table | {"scores": [1, 2, 3, 4]},
        "unstart_stage": {"stage": 1},
        "substitute": {"stage": 1, "entrant": 1},
        "report": table | {"entrant": 1, "scores": [1, 2, 3, 4]},
        "confirm": table,
        "withdraw_result": table,
        "start_table": table,
        "call_arbiter": table,
        "rule": table | {"ruling": "stands"},
        "penalise": {"stage": 1, "entrant": 1, "points": "1"},
        "finish": {},
    }
    for name, data in commands.items():
        assert play.refused(name, **data) == "tournament_over", name
    play.do("correct", **table, scores=[1, 2, 3, 4])
    play.do("rule", **table, ruling="changed", result={"scores": [4, 3, 2, 1]})
    play.do("rename", title="Saturday")
    play.do("reopen")
    assert not play.state.finished
    assert play.do("rename", title=" Saturday ") == []
    assert play.refused("rename", title=" ") == "title_missing"
    assert play.refused("rename", title="x" * 121) == "title_too_long"


def two_stages(**second: Any) -> Play:
    stages = rules(rounds=3), rules("elimination", **{"sizes": [2, 3, 4]} | second)
    return Play(9, *stages).play_rounds(3)


def test_a_cut_lets_the_best_through_and_alternates_step_in_for_who_declines() -> None:
    play = two_stages(cut={"kind": "top", "top": 4}, seeding="former")
    assert play.refused("start_stage", stage=2) == "former_stage_open"
    play.do("close_stage", stage=1)
    ranked = [row.entrant for row in stage_standings(play.state, 1)]
    assert play.refused("start_stage", stage=2, declined=[99]) == "unknown_entrant"
    play.do("drop", entrant=ranked[0])
    play.do("start_stage", stage=2, declined=[ranked[2]])
    assert play.stage(2).seeds == (ranked[1], ranked[3], ranked[4], ranked[5])
    assert play.stage(2).alternates == tuple(ranked[6:])
    assert play.refused("reopen_stage", stage=1) == "later_stage_begun"
    assert play.refused("enter", players=[str(player(40))]) == "entry_closed"
    assert play.state == play.fresh()


def test_a_cut_by_points_takes_everybody_who_has_them() -> None:
    play = two_stages(cut={"kind": "points", "points": "7"})
    play.do("close_stage", stage=1)
    enough = {row.entrant for row in stage_standings(play.state, 1) if row.points >= 7}
    assert 2 <= len(enough) < 9
    play.do("start_stage", stage=2)
    assert set(play.stage(2).seeds) == enough


def test_a_tie_on_the_line_that_nothing_parts_is_settled_by_hand() -> None:
    final = rules("elimination", cut={"kind": "top", "top": 3})
    play = Play(8, rules(rounds=1, tiebreaks=["points", "wins"]), final)
    play.announce()
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    play.do("close_stage", stage=1)
    seconds = sorted(play.table(table).entrants[1] for table in (1, 2))
    assert play.refused("start_stage", stage=2) == "cut_undecided"
    assert play.refused("start_stage", stage=2, settled=[seconds[0]]) == "seeding_incomplete"
    line = cut_of(play.state, play.stage(2), order=seconds[::-1])
    assert line.drawn.tied_on_line == tuple(seconds)
    play.do("start_stage", stage=2, settled=seconds[::-1])
    assert seconds[1] in play.stage(2).seeds
    assert play.stage(2).alternates[0] == seconds[0]


def test_a_line_drawn_by_wins_does_not_let_points_decide_among_equal_ranks() -> None:
    final = rules("elimination", cut={"kind": "top", "top": 3})
    play = Play(8, rules(rounds=1, tiebreaks=["wins"]), final)
    play.announce()
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    play.do("close_stage", stage=1)
    winners = {play.table(table).entrants[0] for table in (1, 2)}
    assert play.refused("start_stage", stage=2) == "cut_undecided"
    others = [number for number in range(8, 0, -1) if number not in winners]
    play.do("start_stage", stage=2, settled=others)
    assert set(play.stage(2).seeds) == winners | {others[0]}


def test_recorded_lots_break_a_tie_and_must_name_entrants_of_the_stage() -> None:
    play = Play(8, rules(rounds=1, tiebreaks=["points", "lot"]))
    play.announce()
    for table in (1, 2):
        play.record(table, scores=[4, 3, 2, 1])
    firsts = [play.table(table).entrants[0] for table in (1, 2)]
    assert play.refused("close_stage", stage=1, lots=[99]) == "lots_do_not_fit"
    assert play.refused("close_stage", stage=1, lots=[1, 1]) == "lots_do_not_fit"
    order = [*firsts[::-1], *(n for n in range(1, 9) if n not in firsts)]
    play.do("close_stage", stage=1, lots=order)
    assert [row.entrant for row in stage_standings(play.state, 1)][:2] == firsts[::-1]


def test_points_are_carried_over_only_where_the_stage_says_so() -> None:
    for carry in (False, True):
        cut = {"kind": "top", "top": 8}
        play = Play(9, rules(rounds=2), rules(rounds=1, cut=cut, carry=carry)).play_rounds(2)
        play.do("close_stage", stage=1)
        before = {row.entrant: row.points for row in stage_standings(play.state, 1)}
        play.do("start_stage", stage=2)
        rows = stage_standings(play.state, 2)
        assert {row.entrant: row.points for row in rows} == {
            row.entrant: before[row.entrant] if carry else 0 for row in rows
        }


def test_the_overall_ranking_puts_the_later_stage_first() -> None:
    play = two_stages(cut={"kind": "top", "top": 4}, seeding="former")
    play.do("close_stage", stage=1)
    ranked = [row.entrant for row in stage_standings(play.state, 1)]
    play.do("start_stage", stage=2)
    play.announce(stage=2)
    final = play.table(1, stage=2)
    worst_first = sorted(final.entrants, key=ranked.index, reverse=True)
    scores = [10 * (1 + worst_first[::-1].index(entrant)) for entrant in final.entrants]
    play.record(1, stage=2, scores=scores)
    play.do("close_stage", stage=2)
    play.do("finish")
    order = [(row.place, row.entrant) for row in overall(play.state)]
    assert [entrant for _, entrant in order[:4]] == worst_first
    assert [entrant for _, entrant in order[4:]] == ranked[4:]
    assert [place for place, _ in order[:4]] == [1, 2, 3, 4]


def test_commands_that_are_not_known_or_not_well_formed_are_refused() -> None:
    play = Play(0)
    assert play.refused("conquer") == "unknown_command"
    assert play.refused("drop") == "malformed_command"
    assert play.refused("drop", entrant="one") == "malformed_command"
    assert play.refused("drop", entrant=1, twice=True) == "malformed_command"
    assert play.refused("set_stage", stage=1, rules={"format": "chess"}) == "malformed_command"
    assert len(command_names()) == len(set(command_names()))
