"""The match list: what appends kept == what a rebuild makes == what a fresh fold says."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.core.matches import content_hash
from games.testing.scale import scaled
from replays.errors import UnknownStream
from replays.models import Match, MatchSeat
from replays.projections.matches import match_rows, project_match
from replays.selectors.library import get_match, match_list
from replays.selectors.logs import load_log, stored_rows
from replays.services import life
from replays.services.rebuild import rebuild_all, rebuild_match
from tests.known import known
from tests.replays.sittings import Sitting
from tests.replays.tables import CLUB, NOW, PLAYERS

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def snapshot() -> tuple[list[Any], list[Any]]:
    return (
        list(Match.objects.order_by("id").values()),
        list(MatchSeat.objects.order_by("id").values()),
    )


def fresh() -> tuple[list[Any], list[Any]]:
    """Return the rows that the logs mean, made without looking at the tables."""
    matches, seats = [], []
    for match in Match.objects.order_by("id"):
        row, seated = match_rows(load_log(match.pk))
        matches.append(row)
        seats += seated
    return (
        [{f.attname: getattr(row, f.attname) for f in Match._meta.fields} for row in matches],
        sorted(
            ({f.attname: getattr(row, f.attname) for f in MatchSeat._meta.fields} for row in seats),
            key=lambda row: str(row["id"]),
        ),
    )


@pytest.mark.parametrize("seed", range(scaled(20)))
@pytest.mark.parametrize("game", ["sushi_bar", "hidden_game", "plain"])
def test_appended_rebuilt_and_folded_rows_are_the_same(seed: int, game: str) -> None:
    for number in range(2):
        Sitting(game, seats=2 + number, seed=(seed, number)).live(14)
    appended = snapshot()
    rebuild_all()
    rebuilt = snapshot()
    Match.objects.all().delete()
    assert not MatchSeat.objects.exists()
    rebuild_all()
    assert appended == rebuilt == snapshot() == fresh()


def test_projecting_the_same_events_twice_changes_nothing() -> None:
    sitting = Sitting().finish()
    before = snapshot()
    project_match(sitting.id, stored_rows(sitting.id))
    assert snapshot() == before


def test_a_move_runs_no_query_of_the_projection(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    sitting = Sitting()
    sitting.play_on(1)
    moves = stored_rows(sitting.id)[-1:]
    with django_assert_num_queries(0):
        project_match(sitting.id, moves)


def test_a_rebuild_repairs_rows_that_were_changed_or_lost() -> None:
    sitting = Sitting(seats=3).finish()
    before = snapshot()
    Match.objects.update(status="open", title="spoiled", content_hash="")
    MatchSeat.objects.filter(seat=1).delete()
    rebuild_match(match_id=sitting.id)
    assert snapshot() == before


def test_a_rebuild_deletes_what_no_log_accounts_for() -> None:
    sitting = Sitting().finish()
    before = snapshot()
    stray = Match.objects.get(pk=sitting.id)
    stray.pk = CLUB
    stray.save(force_insert=True)
    MatchSeat.objects.create(id=CLUB, match_id=sitting.id, seat=7)
    rebuild_all()
    assert snapshot() == before


def test_the_content_hash_is_there_from_the_end_on() -> None:
    sitting = Sitting()
    sitting.play_on(5)
    assert sitting.row.content_hash == ""
    sitting.finish()
    log = sitting.log()
    assert sitting.row.content_hash == content_hash(log.setup, log.events)


def test_the_row_of_a_plain_match_has_its_title() -> None:
    sitting = Sitting("plain", options={"title": "Hanabi"})
    assert (sitting.row.title, sitting.row.game) == ("Hanabi", "plain")
    assert Sitting().row.title == ""


def test_moments_come_from_the_log_and_not_from_a_clock() -> None:
    sitting = Sitting().finish()
    log = sitting.log()
    assert (
        sitting.row.created_at.isoformat() == log.created_at.replace("Z", "+00:00")[:19] + "+00:00"
    )
    assert known(sitting.row.ended_at) > sitting.row.created_at


def test_the_list_is_narrowed_by_whatever_is_given(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first = Sitting(seats=2).finish()
    second = Sitting("plain", players=PLAYERS[3:6], now=NOW, source="online")
    second.do(life.report_result, scores=[1, 2, 3])
    assert [match.id for match in match_list()] == [first.id, second.id]
    assert [match.id for match in match_list(game="plain")] == [second.id]
    assert [match.id for match in match_list(player_id=PLAYERS[4])] == [second.id]
    assert [match.id for match in match_list(status="finished")] == [first.id]
    assert [match.id for match in match_list(source="online")] == [second.id]
    assert [match.id for match in match_list(created_at__lt=first.row.created_at)] == [second.id]
    assert list(match_list(club_id=PLAYERS[0])) == []
    assert [m.id for m in match_list(content_hash=first.row.content_hash)] == [first.id]
    with django_assert_num_queries(2):
        places = [[seat.place for seat in match.seatings.all()] for match in match_list()]
    assert places[1] == [3, 2, 1]


def test_one_match_comes_with_its_seats(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sitting = Sitting(seats=3)
    with django_assert_num_queries(2):
        match = get_match(sitting.id)
        assert [seat.player_id for seat in match.seatings.all()] == list(PLAYERS[:3])


def test_a_match_that_is_not_there_is_unknown() -> None:
    with pytest.raises(UnknownStream):
        get_match(CLUB)
