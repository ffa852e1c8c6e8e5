"""Rounds that are told as soon as they are over: counted, or by their scores."""

from typing import Any

import pytest

from games.core.errors import RuleViolation
from games.core.setup import Setup
from games.registry import rules_of
from replays import events
from replays.counting import standing
from replays.errors import KaitenError
from replays.log import Log
from replays.records.kgn import read_kgn, steps_of, write_kgn
from replays.selectors.exports import export_jsonl
from replays.services import counts, life, undo
from tests.known import known
from tests.replays.sittings import Sitting

pytestmark = [pytest.mark.django_db, pytest.mark.database]

Tables = list[dict[str, list[str]]]

FIRST: Tables = [
    {"round1": ["squid_on_wasabi", "maki3", "pudding"]},
    {"round1": ["egg", "tempura"]},
]
SECOND: Tables = [{"round2": ["maki1"]}, {"round2": ["tempura", "tempura"]}]
THIRD: Tables = [{"round3": []}, {"round3": ["squid"]}]
ROUNDS = (FIRST, SECOND, THIRD)


def party() -> Sitting:
    return Sitting("sushi_go_party", options={"menu": "sushi_go"})


def count(sitting: Sitting, number: int, tables: Any = None, scores: Any = None) -> None:
    sitting.do(counts.count_round, round=number, tables=tables, scores=scores)


def refused(sitting: Sitting, number: int, **fields: Any) -> str:
    version = sitting.version
    with pytest.raises((KaitenError, RuleViolation)) as refusal:
        count(sitting, number, **fields)
    assert sitting.version == version
    assert isinstance(refusal.value, KaitenError | RuleViolation)
    return refusal.value.code


def known_of(log: Log) -> Any:
    return standing(log.rules, log.setup, log.life.counted, log.setup.seats)


def test_every_round_is_an_event_of_its_own_and_the_result_is_that_of_one_count() -> None:
    sitting = party()
    for number, tables in enumerate(ROUNDS, 1):
        count(sitting, number, tables)
        assert sitting.row.status == "open"
    assert [entry.event.type for entry in sitting.log().entries[1:]] == ["match.counted"] * 3

    sitting.do(life.report_result, counted=True)

    whole = [
        {name: items for table in ROUNDS for name, items in table[seat].items()}
        for seat in range(2)
    ]
    at_once = party()
    at_once.do(life.report_result, tables=whole)
    assert sitting.log().life.reported == at_once.log().life.reported
    assert [seat.score for seat in sitting.seats] == [seat.score for seat in at_once.seats]


def test_what_the_match_gives_at_its_end_is_not_in_the_score_so_far() -> None:
    sitting = party()
    count(sitting, 1, FIRST)
    so_far = known_of(sitting.log())
    assert so_far.scores == (9 + 6, 1)  # no pudding yet
    assert (so_far.missing, so_far.outcome) == ((2, 3), None)
    count(sitting, 2, SECOND)
    count(sitting, 3, THIRD)
    so_far = known_of(sitting.log())
    assert so_far.scores == known(so_far.outcome).scores == (9 + 6 + 6 + 6, 1 + 5 + 3)


def test_counting_a_round_again_replaces_it_and_a_rewind_takes_a_count_back() -> None:
    sitting = party()
    count(sitting, 1, FIRST)
    once = sitting.version
    count(sitting, 1, [{"round1": ["egg"]}, {"round1": []}])
    assert known_of(sitting.log()).scores == (1, 0)
    sitting.do(undo.rewind, to=once)
    assert known_of(sitting.log()).scores == (15, 1)
    sitting.do(undo.rewind, to=1)
    assert sitting.log().life.counted == ()


def test_noted_scores_and_counts_stand_side_by_side() -> None:
    sitting = party()
    count(sitting, 1, scores=[20, 11])
    count(sitting, 2, SECOND)
    so_far = known_of(sitting.log())
    assert [(line.scores, line.counted) for line in so_far.lines] == [
        ((20, 11), False),
        ((6, 5), True),
    ]
    with pytest.raises(KaitenError, match="rounds_missing") as missing:
        sitting.do(life.report_result, counted=True)
    assert missing.value.params == {"rounds": [3]}
    count(sitting, 3, scores=[0, 4])
    sitting.do(life.report_result, counted=True)
    assert known(sitting.log().life.reported).rounds == ((20, 11), (6, 5), (0, 4))


def test_rounds_of_any_box_are_noted_one_by_one() -> None:
    sitting = Sitting("plain", options={"title": "Skull King", "winner": "lowest"})
    count(sitting, 2, scores=[5, 7])
    with pytest.raises(KaitenError, match="rounds_missing"):
        sitting.do(life.report_result, counted=True)
    count(sitting, 1, scores=[-3, 2])
    sitting.do(life.report_result, counted=True)
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(1, 2), (2, 9)]


@pytest.mark.parametrize(
    ("number", "fields", "code"),
    [
        (1, {}, "empty_count"),
        (1, {"tables": FIRST, "scores": [1, 2]}, "empty_count"),
        (0, {"scores": [1, 2]}, "no_such_round"),
        (101, {"scores": [1, 2]}, "no_such_round"),
        (4, {"tables": [{}, {}]}, "no_such_round"),
        (1, {"scores": [1]}, "bad_scores"),
        (1, {"scores": [1, True]}, "bad_scores"),
        (1, {"tables": FIRST[:1]}, "bad_tables"),
        (2, {"tables": FIRST}, "bad_tables"),
        (1, {"tables": [{"round1": ["unagi"]}, {}]}, "bad_tables"),
        (1, {"tables": [{"round1": ["squid"] * 6}, {}]}, "count_too_many"),
    ],
)
def test_what_no_round_can_leave_is_refused(number: int, fields: dict[str, Any], code: str) -> None:
    assert refused(party(), number, **fields) == code


def test_a_count_is_judged_together_with_the_other_rounds() -> None:
    sitting = party()
    count(sitting, 1, [{"round1": ["pudding"] * 5}, {"round1": []}])
    assert refused(sitting, 2, tables=[{"round2": ["pudding"] * 6}, {"round2": []}]) == (
        "count_too_many_desserts"
    )


def test_an_ended_match_takes_no_count_and_a_reopened_one_keeps_its_own() -> None:
    sitting = party()
    count(sitting, 1, FIRST)
    sitting.do(life.stop_match, reason="time", result="none")
    assert refused(sitting, 2, tables=SECOND) == "match_ended"
    sitting.do(life.reopen_match, note="The third round was forgotten.")
    count(sitting, 2, SECOND)
    assert [one.round for one in sitting.log().life.counted] == [1, 2]


def test_what_was_told_can_be_counted_again_and_told_anew() -> None:
    sitting = Sitting("plain", options={"title": "Azul"})
    count(sitting, 1, scores=[30, 20])
    sitting.do(life.report_result, counted=True)
    count(sitting, 1, scores=[30, 40])
    assert [seat.score for seat in sitting.seats] == [30, 20]
    sitting.do(life.report_result, counted=True)
    assert [(seat.place, seat.score) for seat in sitting.seats] == [(2, 30), (1, 40)]


def test_what_was_recorded_stays_beside_a_count() -> None:
    sitting = party()
    sitting.play_on(7)
    plies = sitting.log().plies
    count(sitting, 1, FIRST)
    assert sitting.log().plies == plies
    sitting.play_on(1)
    assert len(sitting.log().plies) == 8
    assert sitting.log().life.counted[0].tables == tuple(FIRST)


def test_both_files_bring_every_count_along() -> None:
    sitting = party()
    count(sitting, 1, FIRST)
    sitting.do(life.report_result, scores=[30, 20])
    sitting.do(life.reopen_match, note="Wrong")
    count(sitting, 2, scores=[4, 4])
    log = sitting.log()
    again = read_kgn(write_kgn(log, {}))
    assert list(again.steps) == steps_of(log)
    assert [step.round for step in again.steps if isinstance(step, events.MatchCounted)] == [1, 2]
    assert '"type":"match.counted"' in export_jsonl(sitting.id)


def test_a_round_that_only_people_know_needs_no_rules() -> None:
    setup = Setup(game="gone", rules=1, seats=2, options={})
    told = [events.MatchCounted(1, scores=(3, 4)), events.MatchCounted(2, tables=({}, {}))]
    assert standing(None, setup, told, 2).scores == (3, 4)
    assert standing(rules_of("plain"), setup, told[:1], 2).missing == ()
