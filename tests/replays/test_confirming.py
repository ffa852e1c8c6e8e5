"""Those at a table agree to its result; whatever changes it afterwards takes that back."""

from collections.abc import Callable
from typing import Any

import pytest

from games.core.errors import RuleViolation
from replays import events
from replays.errors import KaitenError
from replays.events import MatchConfirmed
from replays.legality import first_problem
from replays.log import Log
from replays.records.kgn import read_kgn
from replays.selectors.exports import export_kgn
from replays.services import life, undo
from replays.services.confirming import confirm_result
from replays.services.verify import verify_stream
from tests.replays.sittings import Sitting
from tests.replays.tables import Table
from tests.threads import run_together

pytestmark = pytest.mark.database


def agreed(*seats: int) -> Sitting:
    sitting = Sitting().finish()
    for seat in seats:
        sitting.do(confirm_result, seat=seat)
    return sitting


def confirmed(sitting: Sitting) -> list[int]:
    log, rows = sitting.log(), sitting.seats
    assert {row.seat for row in rows if row.confirmed} == log.life.confirmed
    return sorted(log.life.confirmed)


def refusal(sitting: Sitting, service: Callable[..., Any], **fields: Any) -> str:
    """Return the code of a refusal, after which nothing may have been written."""
    before = sitting.version
    try:
        sitting.do(service, **fields)
    except (KaitenError, RuleViolation) as refused:
        assert sitting.version == before
        return refused.code
    raise AssertionError("it was not refused")


@pytest.mark.django_db
def test_seats_agree_one_by_one_until_everybody_has() -> None:
    sitting = agreed()
    assert confirmed(sitting) == []
    for seat in (1, 0):
        assert not sitting.log().life.locked
        sitting.do(confirm_result, seat=seat)
    assert confirmed(sitting) == [0, 1]
    assert sitting.log().life.locked
    assert verify_stream(sitting.id).ok
    assert [step.type for step in read_kgn(export_kgn(sitting.id)).steps[-2:]] == [
        "match.confirmed"
    ] * 2


@pytest.mark.django_db
def test_there_must_be_a_result_at_a_table_and_a_seat_that_has_not_agreed() -> None:
    sitting = Sitting()
    assert refusal(sitting, confirm_result, seat=0) == "nothing_to_confirm"
    sitting.finish()
    sitting.do(confirm_result, seat=0)
    assert refusal(sitting, confirm_result, seat=0) == "already_confirmed"
    assert refusal(sitting, confirm_result, seat=2) == "no_such_seat"
    sitting.do(life.void_match)
    assert refusal(sitting, confirm_result, seat=1) == "nothing_to_confirm"
    sitting = Sitting(source="online")
    sitting.do(life.stop_match, reason="time", result="places", places=[1, 2])
    assert refusal(sitting, confirm_result, seat=0) == "nothing_to_confirm"


CHANGES: dict[str, Callable[[Sitting], object]] = {
    "reopened": lambda sitting: sitting.do(life.reopen_match, note="Wrong dice"),
    "ruled": lambda sitting: sitting.do(life.rule_result, places=[2, 1], note="Seen on the slip"),
    "voided": lambda sitting: sitting.do(life.void_match, note="Wrong box"),
    "rewound": lambda sitting: (
        sitting.do(life.reopen_match, note="Wrong dice"),
        sitting.do(undo.rewind, to=sitting.version - 5),
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("seats", [(0,), (0, 1)])
def test_another_result_has_to_be_agreed_to_again(change: str, seats: tuple[int, ...]) -> None:
    sitting = agreed(*seats)
    CHANGES[change](sitting)
    assert confirmed(sitting) == []
    assert verify_stream(sitting.id).ok


@pytest.mark.django_db
def test_what_everybody_agreed_to_changes_with_a_reason_only() -> None:
    sitting = Sitting("plain")
    sitting.do(life.report_result, scores=[20, 10])
    sitting.do(life.report_result, scores=[10, 20])
    for seat in (0, 1):
        sitting.do(confirm_result, seat=seat)
    assert refusal(sitting, life.report_result, scores=[20, 10]) == "match_confirmed"
    for note in ("", "  "):
        assert refusal(sitting, life.reopen_match, note=note) == "reason_needed"
        assert refusal(sitting, life.void_match, note=note) == "reason_needed"
        assert refusal(sitting, life.rule_result, places=[1, 2], note=note) == "reason_needed"
    sitting.do(life.rule_result, places=[1, 2], note="The slip says so")
    assert confirmed(sitting) == []


def test_two_phones_at_once_are_both_heard(fresh_database: object) -> None:
    sitting = agreed()
    at = sitting.version

    def agree(seat: int) -> object:
        return sitting.do(confirm_result, seat=seat, expected_version=at, together=True)

    answers = run_together([lambda: agree(0), lambda: agree(1)])
    assert [type(answer).__name__ for answer in answers] == ["Appended", "Appended"]
    assert confirmed(sitting) == [0, 1]


@pytest.mark.django_db
def test_nobody_agrees_to_a_result_they_have_not_seen() -> None:
    sitting = agreed()
    at = sitting.version
    sitting.do(life.rule_result, places=[2, 1], note="Seen on the slip")
    for together in (True, False):
        late = {"seat": 0, "expected_version": at, "together": together}
        assert refusal(sitting, confirm_result, **late) == "version_conflict"


def test_a_log_in_which_a_seat_agrees_twice_is_refused() -> None:
    def log(*added: Any) -> Log:
        table = Table("sushi_bar")
        table.add(events.MatchReported(scores=(3, 2), places=(1, 2)))
        for event in added:
            table.add(event)
        return table.log()

    fine = [MatchConfirmed(0), MatchConfirmed(1)]
    assert first_problem(log(*fine)) is None
    for wrong, code in (
        ([*fine, MatchConfirmed(1)], "already_confirmed"),
        ([MatchConfirmed(7)], "no_such_seat"),
        ([*fine, events.MatchReported(scores=(2, 3), places=(2, 1))], "match_confirmed"),
    ):
        problem = first_problem(log(*wrong))
        assert problem is not None
        assert problem[1].code == code
