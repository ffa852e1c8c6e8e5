"""Seasons: evenings come and go, and every write is checked and can be made again."""

from fractions import Fraction
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.core.errors import RuleViolation
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError, StreamConflict
from replays.models import StoredEvent
from replays.services.append import append_events, new_event
from replays.services.rebuild import rebuild_stream
from replays.services.verify import verify_stream
from tests.factories import NOW, make_club
from tests.tournaments.seasons.played import (
    correct_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
    refusal,
    scores,
    table,
)
from tournaments.people.models import Club, Player
from tournaments.seasons.commands import Revise
from tournaments.seasons.events import SEASON_STREAM, EveningRemoved
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.selectors import evenings as evening_results
from tournaments.seasons.selectors.seasons import season_view
from tournaments.seasons.selectors.states import season_state
from tournaments.seasons.services import lead

pytestmark = pytest.mark.django_db

FIRST, FOURTH = Fraction(10), Fraction(5)


def dump() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Season, SeasonEvening)]


def test_evenings_add_up_by_final_place(club: Club, people: list[Player]) -> None:
    evenings = [
        play_evening(club, scores(people, 0, 1, 2, 3)),
        play_evening(club, scores(people, 1, 0, 3, 2)),
        play_evening(club, scores(people, 0, 3, 1, 2)),
    ]
    season_id = make_season(club, evenings=evenings, planned=5)
    assert table(season_id) == [
        ("Ana A.", 1, Fraction(28)),
        ("Bo B.", 2, Fraction(24)),
        ("Dan D.", 3, Fraction(19)),
        ("Chloé C.", 4, Fraction(16)),
    ]
    view = season_view(season_id)
    assert view.to_come == 2
    assert [line.reach for line in view.lines] == [48, 44, 39, 36]
    assert not view.decided


def test_only_the_best_evenings_count_and_the_others_are_marked(
    club: Club, people: list[Player]
) -> None:
    orders = [(0, 1, 2, 3), (1, 2, 3, 0), (0, 2, 1, 3)]
    evenings = [play_evening(club, scores(people, *order)) for order in orders]
    season_id = make_season(club, evenings=evenings, planned=3, best=2)
    first = season_view(season_id).lines[0]
    assert (first.label, first.points) == ("Ana A.", Fraction(20))
    assert [mark.counts for mark in first.marks] == [True, False, True]
    assert [mark.points for mark in first.marks] == [FIRST, FOURTH, FIRST]


def test_an_evening_counts_once_it_is_over(club: Club, people: list[Player]) -> None:
    over = play_evening(club, scores(people, 0, 1, 2, 3))
    running = play_evening(club, scores(people, 1, 0, 2, 3), finish=False)
    season_id = make_season(club, evenings=[over, running], planned=2)
    view = season_view(season_id)
    assert [head.over for head in view.evenings] == [True, False]
    assert view.lines[0].points == FIRST
    assert view.to_come == 1
    with pytest.raises(KaitenError) as error:
        lead_it(season_id, "close")
    assert refusal(error) == "evenings_not_over"
    assert error.value.params["evenings"] == [2]


def test_evenings_are_added_moved_and_removed(club: Club, people: list[Player]) -> None:
    one, two, three = (play_evening(club, scores(people, 0, 1, 2, 3)) for _ in range(3))
    season_id = make_season(club, evenings=[one, two])
    lead_it(season_id, "add_evening", tournament=str(three), position=1)
    assert season_state(season_id).evenings == (three, one, two)
    lead_it(season_id, "move_evening", tournament=str(three), position=3)
    assert season_state(season_id).evenings == (one, two, three)
    lead_it(season_id, "remove_evening", tournament=str(two))
    assert season_state(season_id).evenings == (one, three)
    rows = SeasonEvening.objects.filter(season_id=season_id).order_by("number")
    assert list(rows.values_list("number", "tournament_id")) == [(1, one), (2, three)]


@pytest.mark.parametrize(
    ("name", "fields", "code"),
    [
        ("add_evening", {"position": 0}, "bad_evening_position"),
        ("add_evening", {"position": 3}, "bad_evening_position"),
        ("add_evening", {"known": True, "position": 1}, "evening_added_already"),
        ("remove_evening", {}, "unknown_evening"),
        ("move_evening", {"position": 1}, "unknown_evening"),
        ("move_evening", {"known": True, "position": 2}, "bad_evening_position"),
        ("revise", {"planned": 101}, "bad_evening_count"),
        ("revise", {"planned": -1}, "bad_evening_count"),
        ("revise", {"title": " "}, "title_missing"),
        ("revise", {"title": "x" * 121}, "title_too_long"),
        ("revise", {"rules": {"best": 0}}, "bad_best"),
        ("revise", {"rules": {"beast": 1}}, "bad_rules_data"),
        ("reopen", {}, "season_not_closed"),
        ("burn", {}, "unknown_command"),
        ("move_evening", {"position": "first"}, "malformed_command"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    club: Club, people: list[Player], name: str, fields: dict[str, Any], code: str
) -> None:
    known, other = (play_evening(club, scores(people, 0, 1, 2, 3)) for _ in range(2))
    season_id = make_season(club, evenings=[known])
    fields = dict(fields)
    if "evening" in name:
        fields["tournament"] = str(known if fields.pop("known", False) else other)
    before = dump()
    with pytest.raises((KaitenError, RuleViolation)) as error:
        lead_it(season_id, name, **fields)
    assert refusal(error) == code
    assert dump() == before


def test_an_evening_of_another_club_does_not_count(club: Club) -> None:
    other = make_club("Other")
    strange = play_evening(other, scores(make_people(other, 2), 0, 1))
    season_id = make_season(club)
    for tournament in (strange, uuid4()):
        with pytest.raises(KaitenError) as error:
            lead_it(season_id, "add_evening", tournament=str(tournament))
        assert refusal(error) == "evening_of_another_club"
    assert season_state(season_id).evenings == ()


def test_what_is_so_already_writes_nothing(club: Club, people: list[Player]) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening])
    version = season_state(season_id).version
    commands: list[tuple[str, dict[str, Any]]] = [
        ("add_evening", {"tournament": str(evening)}),
        ("move_evening", {"tournament": str(evening), "position": 1}),
        ("revise", {"title": " Winter ", "planned": 10, "rules": {}}),
    ]
    for name, fields in commands:
        assert lead_it(season_id, name, **fields).repeated
    assert season_state(season_id).version == version


def test_a_stale_version_and_a_repeated_request(club: Club) -> None:
    season_id = make_season(club)
    fields: dict[str, Any] = {
        "season_id": season_id,
        "command": Revise(title="Spring"),
        "envelope": Envelope("cli", NOW, RequestKey("test", "once", "0" * 64)),
    }
    with pytest.raises(StreamConflict):
        lead(**fields, expected_version=7)
    first = lead(**fields, expected_version=1)
    assert lead(**fields, expected_version=1) == first.__class__(
        first.stream_id, first.first_version, first.last_version, first.head_hash, True
    )
    assert season_state(season_id).title == "Spring"


def test_rules_are_kept_whole_and_exact(club: Club) -> None:
    season_id = make_season(
        club, place_points=["7/2", "1"], attendance="1/3", points_by="place", best=6
    )
    rules = season_state(season_id).rules
    assert rules.place_points == (Fraction(7, 2), Fraction(1))
    assert rules.attendance == Fraction(1, 3)
    assert Season.objects.get().rules == rules.to_data()


def test_an_unknown_season_is_refused() -> None:
    with pytest.raises(KaitenError) as error:
        season_view(uuid4())
    assert (refusal(error), error.value.status) == ("unknown_season", 404)
    with pytest.raises(KaitenError):
        lead_it(uuid4(), "close")


@pytest.mark.database
def test_rebuilt_rows_are_the_live_rows(club: Club, people: list[Player]) -> None:
    evenings = [play_evening(club, scores(people, 0, 1, 2, 3)) for _ in range(3)]
    season_id = make_season(club, evenings=evenings, planned=3)
    lead_it(season_id, "move_evening", tournament=str(evenings[2]), position=1)
    lead_it(season_id, "remove_evening", tournament=str(evenings[0]))
    lead_it(season_id, "close")
    live = dump()
    SeasonEvening.objects.update(number=9)
    Season.objects.update(title="?")
    rebuild_stream(stream_id=season_id, kind=SEASON_STREAM)
    assert dump() == live
    assert verify_stream(season_id).ok


def test_a_log_that_makes_no_sense_does_not_verify(club: Club) -> None:
    season_id = make_season(club)
    with pytest.raises((KaitenError, RuleViolation)) as error:
        append_events(
            stream_id=season_id,
            kind=SEASON_STREAM,
            expected_version=1,
            events=[new_event(EveningRemoved(uuid4()))],
            envelope=Envelope("cli", NOW),
        )
    assert refusal(error) == "unknown_evening"
    assert StoredEvent.objects.filter(stream_id=season_id).count() == 1


@pytest.mark.database
def test_more_evenings_and_more_players_take_no_more_queries(club: Club) -> None:
    few = make_people(club, 2)
    many = make_people(club, 8)
    small = make_season(club, evenings=[play_evening(club, scores(few, 0, 1))])
    evenings = [play_evening(club, scores(many, *range(8))) for _ in range(6)]
    large = make_season(club, evenings=evenings)

    def queries(season_id: UUID) -> tuple[int, int]:
        evening_results._remembered.clear()
        with CaptureQueriesContext(connection) as cold:
            season_view(season_id)
        with CaptureQueriesContext(connection) as warm:
            season_view(season_id)
        return len(cold), len(warm)

    assert queries(small) == queries(large) == (5, 4)


def test_what_is_remembered_is_never_stale(club: Club, people: list[Player]) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening])
    assert table(season_id)[0][0] == "Ana A."
    correct_evening(evening, scores(people, 2, 0, 1, 3))
    assert table(season_id)[0][0] == "Chloé C."
