"""Several people enter results at the same moment: each lands once, and whoever is late is told."""

from functools import partial
from typing import Any

import pytest

from replays.errors import KaitenError, RequestReused, StreamConflict
from replays.models import Match, StoredEvent
from replays.services.append import Appended
from replays.services.verify import verify_stream
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.streams import key
from tests.threads import run_together
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.tournaments.test_streams import require_same_everywhere

pytestmark = pytest.mark.database

PEOPLE = 8


@pytest.fixture
def crowded_friday(fresh_database: FreshDatabase) -> Friday:
    friday = Friday(4 * PEOPLE, swiss(rounds=3))
    friday.announce()
    return friday


def errors(results: list[Any]) -> list[Any]:
    return [result for result in results if isinstance(result, Exception)]


def recorded(friday: Friday) -> list[str]:
    events = StoredEvent.objects.filter(
        stream_id=friday.id, type="tournament.result_recorded"
    ).order_by("version")
    return list(events.values_list("payload", flat=True))


def test_results_of_all_tables_at_once_land_exactly_once(crowded_friday: Friday) -> None:
    calls = [
        partial(crowded_friday.record, table, scores=[4, 3, 2, table])
        for table in crowded_friday.row().tables
    ]
    results = run_together(calls)
    assert errors(results) == []
    assert sorted(result.last_version for result in results) == list(
        range(crowded_friday.state.version - PEOPLE + 1, crowded_friday.state.version + 1)
    )
    assert len(recorded(crowded_friday)) == Match.objects.count() == PEOPLE
    for number, table in crowded_friday.row().tables.items():
        assert known(table.result).scores == (4, 3, 2, number)
    require_same_everywhere(crowded_friday)


def test_of_two_results_for_one_table_one_wins_and_the_other_is_told(
    crowded_friday: Friday,
) -> None:
    calls = [partial(crowded_friday.record, 1, scores=[4, 3, 2, n]) for n in range(PEOPLE)]
    results = run_together(calls)
    wins = [result for result in results if isinstance(result, Appended)]
    assert len(wins) == 1
    assert [type(error) for error in errors(results)] == [KaitenError] * (PEOPLE - 1)
    assert {error.code for error in errors(results)} == {"table_has_result"}
    assert len(recorded(crowded_friday)) == Match.objects.count() == 1
    assert known(crowded_friday.table(1).result).scores == (4, 3, 2, results.index(wins[0]))
    require_same_everywhere(crowded_friday)


def test_the_same_result_from_everybody_is_written_once_and_nobody_is_refused(
    crowded_friday: Friday,
) -> None:
    results = run_together([partial(crowded_friday.record, 1, scores=[4, 3, 2, 1])] * PEOPLE)
    assert errors(results) == []
    assert sorted(result.repeated for result in results) == [False] + [True] * (PEOPLE - 1)
    assert len(recorded(crowded_friday)) == 1
    require_same_everywhere(crowded_friday)


def test_the_same_request_sent_by_everybody_gets_the_first_answer(crowded_friday: Friday) -> None:
    call = partial(crowded_friday.record, 1, scores=[4, 3, 2, 1], request=key())
    results = run_together([call] * PEOPLE)
    assert errors(results) == []
    assert len({result.last_version for result in results}) == 1
    assert len(recorded(crowded_friday)) == 1
    again = crowded_friday.record(1, scores=[4, 3, 2, 1], request=key())
    assert again.repeated
    with pytest.raises(RequestReused):
        crowded_friday.record(2, scores=[4, 3, 2, 1], request=key(body="another"))


def test_of_two_publications_of_one_proposal_one_wins(fresh_database: FreshDatabase) -> None:
    friday = Friday(16, swiss(rounds=3))
    friday.do("propose", stage=1)
    version = friday.state.version
    results = run_together([partial(friday.do, "publish", stage=1, expected=version)] * PEOPLE)
    assert [type(result) for result in results].count(Appended) == 1
    assert {type(error) for error in errors(results)} == {StreamConflict}
    assert len(friday.state.stages[1].rounds) == 1
    require_same_everywhere(friday)


def test_reports_of_a_whole_table_at_once_make_one_result(crowded_friday: Friday) -> None:
    entrants = crowded_friday.table(1).entrants
    report = partial(crowded_friday.do, "report", stage=1, round=1, table=1, scores=[4, 3, 2, 1])
    results = run_together([partial(report, entrant=entrant) for entrant in entrants])
    assert {error.code for error in errors(results)} <= {"table_has_result"}
    assert crowded_friday.table(1).origin == "players"
    assert len(recorded(crowded_friday)) == Match.objects.count() == 1
    require_same_everywhere(crowded_friday)


def test_results_typed_in_while_matches_give_theirs_and_somebody_reads(
    crowded_friday: Friday,
) -> None:
    played = [partial(crowded_friday.play_by_bots, table, seed=table) for table in (1, 2)]

    def read() -> list[int]:
        return [crowded_friday.state.version for _ in range(20)]

    typed = [partial(crowded_friday.record, table, scores=[4, 3, 2, 1]) for table in range(3, 7)]
    results = run_together([read, *typed, *played])
    assert errors(results) == []
    assert results[0] == sorted(results[0])
    tables = crowded_friday.row().tables
    assert [tables[n].origin for n in range(1, 7)] == ["match"] * 2 + ["slip"] * 4
    assert verify_stream(crowded_friday.id).ok
    require_same_everywhere(crowded_friday)
