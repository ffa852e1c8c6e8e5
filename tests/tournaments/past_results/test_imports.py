from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from replays.models import Match, Stream
from replays.selectors.logs import load_log
from replays.services import life
from replays.telling import Report
from tests.factories import make_club, make_player
from tests.tournaments.ladders.nights import acting, at, begun, numbers, played, rebuilt, work
from tests.tournaments.past_results.files import (
    ENVELOPE,
    EVENING,
    NOW,
    imported,
    looked_at,
    refusal_of,
    verdicts,
)
from tournaments.ladders.models import LadderPlayer
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HEADER = "date,game,player 1,score 1,player 2,score 2\n"


def results(match_id: UUID) -> list[tuple[str, int | None, int | None]]:
    match = Match.objects.get(pk=match_id)
    people = Player.objects.in_bulk()
    return [
        (people[seat.player_id].first_name, seat.score, seat.place)
        for seat in match.seatings.order_by("seat")
        if seat.player_id
    ]


def test_a_preview_says_what_every_match_becomes_and_writes_nothing(
    club: Club, people: list[Player]
) -> None:
    text = EVENING + "2026-01-31,Catan,Ana A,3,Zoe Z,1,,\n2026-13-01,Go,Ana A,1,Bo B,2,,\n"
    preview = looked_at(club, text)
    assert verdicts(preview) == [
        (2, "new", ""),
        (3, "new", ""),
        (4, "new", ""),
        (5, "open", "name_unknown"),
        (6, "error", "unknown_day"),
    ]
    assert [row.game for row in preview.rows] == [
        "sushi_bar",
        "sushi_go_party",
        "plain",
        "plain",
        "plain",
    ]
    assert preview.counts == {"new": 3, "exists": 0, "open": 1, "error": 1}
    assert not Match.objects.exists()
    assert Player.objects.count() == 4


def test_past_results_become_reported_matches(club: Club, people: list[Player]) -> None:
    done = imported(club, EVENING)
    assert (len(done.imported), done.left, done.added) == (3, 0, ())
    first, second, third = done.imported
    assert results(first) == [("Ana", 31, 1), ("Bo", 27, 3), ("Chloé", 30, 2)]
    assert results(third) == [("Chloé", 10, 1), ("Dan", 8, 2)]
    matches = [Match.objects.get(pk=match_id) for match_id in done.imported]
    assert {(match.status, match.source, match.rated) for match in matches} == {
        ("reported", "table", True)
    }
    assert matches[2].title == "Catan"
    assert matches[0].ended_at == datetime(2026, 1, 30, 12, tzinfo=UTC)
    assert matches[1].ended_at == datetime(2026, 1, 30, 12, 0, 1, tzinfo=UTC)
    assert load_log(second).version == 2


def test_days_and_times_are_those_of_the_club_in_the_order_of_the_file(
    people: list[Player], club: Club
) -> None:
    club.time_zone = "Europe/Paris"
    lines = [
        "2026-07-14,Go,Ana A,1,Bo B,2",
        "2026-07-14 20:30,Go,Ana A,3,Bo B,2",
        "2026-07-14 20:30,Go,Ana A,4,Bo B,2",
        "2026-07-14,Go,Ana A,5,Bo B,2",
        "2026-11-17,Go,Ana A,5,Bo B,2",
    ]
    rows = looked_at(club, HEADER + "\n".join(lines)).rows
    assert [row.ended_at.isoformat()[5:19] for row in rows if row.ended_at] == [
        "07-14T10:00:00",
        "07-14T18:30:00",
        "07-14T18:30:01",
        "07-14T18:30:02",
        "11-16T23:00:00",
    ]


@pytest.mark.parametrize("day", ["2026-11-18", "2026-11-17 23:00", "9999-12-31", "0001-01-01"])
def test_a_match_that_cannot_be_over_is_an_error(
    club: Club, people: list[Player], day: str
) -> None:
    preview = looked_at(club, f"{HEADER}{day},Go,Ana A,1,Bo B,2\n")
    assert verdicts(preview) == [(2, "error", "bad_end_time")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("2026-01-31,Go,Ana A,3,Bo B,,1,2", "result_missing"),
        ("2026-01-31,Go,Ana A,,Bo B,", "result_missing"),
        ("2026-01-31,Go,Ana A,3,Bo B,5,1,2", "places_contradict_scores"),
        ("2026-01-31,Go,Ana A,3,Bo B,1,1,3", "bad_places"),
        ("2026-01-31,Go,Ana A,3,ana a,1", "player_twice"),
        ("2026-01-31,Go,Ana A,3", "wrong_seat_count"),
        ("2026-01-31,Go,Ana A,3,!!!,1", "name_missing"),
        ("2026-01-31,Go,Ana A,9999999999,Bo B,1", "bad_scores"),
        (f"2026-01-31,{'G' * 90},Ana A,1,Bo B,2", "option_text_length"),
        ("2026-01-31,Sushi Bar,Ana A,1,Bo B,2,,,lowest", "unknown_option"),
    ],
)
def test_what_no_match_could_be_is_an_error_in_words(
    club: Club, people: list[Player], line: str, code: str
) -> None:
    header = "date,game,player 1,score 1,player 2,score 2,place 1,place 2,best score\n"
    [row] = looked_at(club, header + line).rows
    assert (row.status, row.code) == ("error", code)
    assert " " in row.detail
    assert refusal_of(club, header + line).code == "import_refused"
    assert not Stream.objects.filter(kind="match").exists()


def test_places_alone_ties_and_the_lowest_score_count_as_told(
    club: Club, people: list[Player]
) -> None:
    header = "date,game,best score,player 1,score 1,place 1,player 2,score 2,place 2\n"
    done = imported(
        club,
        header + "2026-01-31,Go,,Ana A,,2,Bo B,,1\n"
        "2026-01-31,Golf,lowest,Ana A,70,,Bo B,65,\n"
        "2026-01-31,Go,,Ana A,5,1,Bo B,5,2\n",
    )
    assert [results(match_id) for match_id in done.imported] == [
        [("Ana", None, 2), ("Bo", None, 1)],
        [("Ana", 70, 2), ("Bo", 65, 1)],
        [("Ana", 5, 1), ("Bo", 5, 2)],
    ]


def test_an_unlikely_score_or_game_is_a_warning_and_no_refusal(
    club: Club, people: list[Player]
) -> None:
    text = f"{HEADER}2026-01-31,Sushi Bar,Ana A,9000,Bo B,2\n2026-01-31,Sushi Brr,Ana A,1,Bo B,2\n"
    preview = looked_at(club, text)
    assert [row.status for row in preview.rows] == ["new", "new"]
    warnings = [warning.code for row in preview.rows for warning in row.warnings]
    assert warnings == ["score_unlikely", "game_resembles"]
    assert "Sushi Bar" in preview.rows[1].warnings[0].detail
    assert len(imported(club, text).imported) == 2


def test_one_row_in_doubt_refuses_the_file_or_is_left_out(club: Club, people: list[Player]) -> None:
    text = EVENING + "2026-01-31,Catan,Ana A,3,Zoe Z,1,,\n"
    refusal = refusal_of(club, text)
    assert (refusal.code, refusal.params["lines"]) == ("import_refused", [5])
    assert not Match.objects.exists()
    assert len(imported(club, text, mode="valid").imported) == 3
    assert Player.objects.count() == 4
    assert refusal_of(club, text, mode="some").code == "unknown_mode"


def test_the_same_file_again_writes_nothing_and_says_so(club: Club, people: list[Player]) -> None:
    done = imported(club, EVENING)
    again = imported(club, EVENING)
    assert (again.imported, again.left) == ((), 0)
    assert [(row.status.value, row.match) for row in again.rows] == [
        ("exists", match_id) for match_id in done.imported
    ]
    longer = EVENING + "2026-01-31,Catan,Chloé C,10,Dan D,8,,\n2026-02-01,Go,Ana A,1,Bo B,2,,\n"
    # The same result once more that day is another match.
    assert [row.status.value for row in imported(club, longer).rows] == ["exists"] * 5
    assert Match.objects.count() == 5


def test_what_was_corrected_or_typed_in_since_is_known_again(
    club: Club, people: list[Player]
) -> None:
    done = imported(club, EVENING)
    life.report_result(report=Report(scores=[9, 8]), **acting(done.imported[2], 2000))
    text = EVENING + "2026-01-31,Catan,Chloé C,9,Dan D,8,,\n"
    statuses = [row.status.value for row in looked_at(club, text).rows]
    # The last line says what the third match says today, but that one is the third line's.
    assert statuses == ["exists", "exists", "exists", "new"]
    played(club, people[:2], [5, 3], minutes=-20_000)
    line = f"{at(-20_000):%d/%m/%Y},sushi bar,Bo B,3,Ana A,5\n"
    assert verdicts(looked_at(club, HEADER + line)) == [(2, "exists", "")]


def test_matches_of_somebody_who_was_merged_are_known_again(
    club: Club, people: list[Player]
) -> None:
    done = imported(club, EVENING)
    merge_players(player_id=people[1].id, into_id=people[3].id, envelope=ENVELOPE)
    again = imported(club, EVENING)
    assert [row.match for row in again.rows] == list(done.imported)
    assert Match.objects.count() == 3


def test_an_import_goes_on_where_it_stopped(club: Club) -> None:
    strangers = ["Abel", "Bruno", "Cyril", "Dora", "Edgar", "Fanny", "Gaston", "Hervé", "Inès"]
    lines = [f"2026-01-{day:02},Go,Ana A,{day},{who},2" for day, who in enumerate(strangers, 1)]
    text = HEADER + "\n".join(lines)
    first = imported(club, text, at_once=4, missing="player")
    assert (len(first.imported), first.left, len(first.added)) == (4, 5, 10)
    assert [row.status.value for row in first.rows] == ["exists"] * 4 + ["new"] * 5
    rest = [imported(club, text, at_once=4, missing="player") for _ in range(2)]
    assert [(len(step.imported), step.left) for step in rest] == [(4, 1), (1, 0)]
    assert (Match.objects.count(), Player.objects.count()) == (9, 10)


def test_a_thousand_names_are_asked_about_in_a_few_questions(
    club: Club, people: list[Player]
) -> None:
    def asked(rows: int) -> int:
        lines = [f"2026-01-01,Go,Ana A,{row},Bo B,2" for row in range(rows)]
        with CaptureQueriesContext(connection) as queries:
            looked_at(club, HEADER + "\n".join(lines))
        return len(queries)

    assert asked(5) == asked(60) <= 12


def test_ratings_are_those_of_the_same_matches_typed_in_by_hand(
    club: Club, people: list[Player]
) -> None:
    text = EVENING + "2026-01-31,Sushi Bar,Dan D,30,Ana A,25,,\n2026-01-29,Go,Bo B,2,Dan D,1,,\n"
    done = imported(club, text)
    work(NOW)
    after_import = numbers()
    assert {match_id for _ladder, match_id in after_import["matches"]} == {*done.imported}
    assert rebuilt(NOW) == after_import
    by_id = _shown(club)

    other = make_club(slug="by-hand")
    names = {
        player.id: make_player(other, f"{player.first_name} {player.last_name}")
        for player in people
    }
    for row in sorted(done.rows, key=lambda row: row.ended_at or NOW):
        assert row.becomes is not None
        created = row.becomes.created
        seated = tuple(names[player].id for player in created.players if player)
        life.record_ended_match(
            match_id=UUID(int=row.line),
            created=msgspec.structs.replace(created, players=seated, club=other.id),
            ending=row.becomes.report,
            envelope=ENVELOPE,
        )
    work(NOW)
    assert _shown(other) == by_id


def _shown(club: Club) -> dict[str, list[str]]:
    """Return everybody's ratings in the ladders of a club, which have no order of their own."""
    people = Player.objects.in_bulk()
    shown: dict[str, list[str]] = {}
    for row in LadderPlayer.objects.filter(ladder__club=club):
        shown.setdefault(people[row.player_id].first_name, []).append(row.mu.hex())
    return {name: sorted(ratings) for name, ratings in shown.items()}


def test_matches_that_are_not_to_be_rated_are_not(club: Club, people: list[Player]) -> None:
    begun(club)
    imported(club, EVENING, rated=False)
    work(NOW + timedelta(hours=1))
    assert not numbers()["matches"]
