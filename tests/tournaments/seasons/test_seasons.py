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
from tests.known import known
from tests.tournaments.seasons.played import (
    correct_evening,
    finish_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
    record,
    reopen_evening,
)
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.seasons.commands import Revise
from tournaments.seasons.events import SEASON_STREAM, EveningRemoved
from tournaments.seasons.models import Season, SeasonEvening
from tournaments.seasons.selectors import evenings as evening_results
from tournaments.seasons.selectors.seasons import changed_seasons, season_view
from tournaments.seasons.selectors.states import season_state
from tournaments.seasons.services import lead
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading

pytestmark = pytest.mark.django_db

FIRST, FOURTH = Fraction(10), Fraction(5)


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    return make_people(club, 4)


def scores(people: list[Player], *order: int) -> dict[Player, int]:
    """Return scores that put people in the given order, counted from 0."""
    return {people[one]: 100 - place for place, one in enumerate(order)}


def table(season_id: UUID) -> list[tuple[str, int | None, Fraction]]:
    return [(line.label, line.place, line.points) for line in season_view(season_id).lines]


def refusal(error: pytest.ExceptionInfo[Any]) -> str:
    return error.value.code


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
        ("Person1 T.", 1, Fraction(28)),
        ("Person2 T.", 2, Fraction(24)),
        ("Person4 T.", 3, Fraction(19)),
        ("Person3 T.", 4, Fraction(16)),
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
    assert (first.label, first.points) == ("Person1 T.", Fraction(20))
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


@pytest.mark.database
def test_closing_names_the_champion_and_freezes_the_table(club: Club, people: list[Player]) -> None:
    evenings = [
        play_evening(club, scores(people, 0, 1, 2, 3)),
        play_evening(club, scores(people, 0, 2, 1, 3)),
    ]
    season_id = make_season(club, evenings=evenings, planned=2, best=1)
    lead_it(season_id, "close")
    season = Season.objects.get(pk=season_id)
    assert (season.status, season.champions) == ("closed", [str(people[0].id)])
    view = season_view(season_id)
    assert (view.lines[0].player, view.lines[0].place, view.lines[0].points) == (
        people[0].id,
        1,
        Fraction(10),
    )
    assert view.champions == (people[0].id,)
    assert [mark.counts for mark in view.lines[0].marks] == [True, False]
    assert view.change is None
    commands: list[tuple[str, dict[str, Any]]] = [
        ("add_evening", {"tournament": str(uuid4())}),
        ("remove_evening", {"tournament": str(evenings[0])}),
        ("move_evening", {"tournament": str(evenings[0]), "position": 2}),
        ("revise", {"title": "Other"}),
        ("close", {}),
    ]
    for name, fields in commands:
        with pytest.raises(KaitenError) as error:
            lead_it(season_id, name, **fields)
        assert refusal(error) == "season_closed"


def test_a_correction_of_a_closed_season_is_reported_and_changes_nothing(
    club: Club, people: list[Player]
) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=1)
    lead_it(season_id, "close")
    frozen = table(season_id)
    reopen_evening(evening)
    assert known(season_view(season_id).change).waiting == (1,)
    correct = scores(people, 1, 0, 2, 3)
    record(evening, correct, "correct")
    finish_evening(evening)
    change = season_view(season_id).change
    assert change is not None
    assert change.other_champion
    assert (change.champions, change.champions_now) == ((people[0].id,), (people[1].id,))
    moved = {shift.player: (shift.place, shift.place_now) for shift in change.shifts}
    assert moved == {people[0].id: (1, 2), people[1].id: (2, 1)}
    assert table(season_id) == frozen
    assert season_view(season_id).champions == (people[0].id,)
    lead_it(season_id, "reopen")
    assert season_view(season_id).change is None
    assert table(season_id)[0] == ("Person2 T.", 1, FIRST)
    lead_it(season_id, "close")
    assert season_view(season_id).champions == (people[1].id,)


def test_the_consequences_of_a_correction_name_the_closed_season(
    club: Club, people: list[Player]
) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=1)
    lead_it(season_id, "close")
    reopen_evening(evening)
    with reading(evening) as state:
        right = {person.id: score for person, score in scores(people, 3, 1, 2, 0).items()}
        players = [state.entrants[number].player for number in known(state.table(1, 1, 1)).entrants]
        told = {"stage": 1, "round": 1, "table": 1, "scores": [right[one] for one in players]}
        found = foreseen(evening, state, read_command("correct", told))
    [season] = found.seasons
    assert (season.id, season.other_champion) == (season_id, True)
    assert not found.nothing
    assert season.title in season.sentence
    assert season_view(season_id).champions == (people[0].id,)


def test_a_correction_that_moves_nobody_is_not_reported(club: Club, people: list[Player]) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=1)
    lead_it(season_id, "close")
    correct_evening(
        evening, {person: 10 * score for person, score in scores(people, 0, 1, 2, 3).items()}
    )
    assert season_view(season_id).change is None


def test_what_a_tournament_would_change_is_known_before_it_is_written(
    club: Club, people: list[Player]
) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=1)
    lead_it(season_id, "close")
    imagined = play_evening(club, scores(people, 3, 1, 2, 0))
    with reading(evening) as now, reading(imagined) as supposed:
        assert changed_seasons(evening, now) == []
        [(season, change)] = changed_seasons(evening, supposed)
    assert season.id == season_id
    assert change.champions_now == (people[3].id,)


def test_merged_players_are_one_in_the_table_and_two_again_afterwards(
    club: Club, people: list[Player]
) -> None:
    double = make_people(club, 5)[4]
    evenings = [
        play_evening(club, scores(people, 0, 1, 2, 3)),
        play_evening(club, scores([double, *people[1:]], 0, 1, 2, 3)),
    ]
    season_id = make_season(club, evenings=evenings, planned=2)
    lead_it(season_id, "close")
    assert len(table(season_id)) == 5
    merge_players(player_id=double.id, into_id=people[0].id, envelope=Envelope("cli", NOW))
    change = season_view(season_id).change
    assert change is not None
    assert change.champions_now == (people[0].id,)
    assert people[0].id in {shift.player for shift in change.shifts}
    lead_it(season_id, "reopen")
    assert table(season_id)[0] == ("Person1 T.", 1, Fraction(20))
    assert len(table(season_id)) == 4
    undo_merge(player_id=double.id, envelope=Envelope("cli", NOW))
    assert len(table(season_id)) == 5


def test_somebody_merged_with_nobody_else_in_the_season_changes_nothing(
    club: Club, people: list[Player]
) -> None:
    double = make_people(club, 5)[4]
    evening = play_evening(club, scores([double, *people[1:]], 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=1)
    lead_it(season_id, "close")
    merge_players(player_id=double.id, into_id=people[0].id, envelope=Envelope("cli", NOW))
    assert season_view(season_id).change is None
    assert table(season_id)[0][0] == "Person1 T."


def test_nobody_is_champion_without_enough_evenings(club: Club, people: list[Player]) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    season_id = make_season(club, evenings=[evening], planned=3, least_evenings=2)
    assert {line.place for line in season_view(season_id).lines} == {None}
    with pytest.raises(KaitenError) as error:
        lead_it(season_id, "close")
    assert refusal(error) == "season_without_champion"
    empty = make_season(club)
    with pytest.raises(KaitenError) as error:
        lead_it(empty, "close")
    assert refusal(error) == "season_without_evenings"


def test_whom_nothing_separates_share_the_title(club: Club, people: list[Player]) -> None:
    evenings = [
        play_evening(club, scores(people[:2], 0, 1)),
        play_evening(club, scores(people[:2], 1, 0)),
    ]
    season_id = make_season(club, evenings=evenings, planned=2, tie_breaks=["evenings_won"])
    lead_it(season_id, "close")
    assert set(season_view(season_id).champions) == {people[0].id, people[1].id}
    assert [line.shared for line in season_view(season_id).lines] == [True, True]


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
    assert table(season_id)[0][0] == "Person1 T."
    correct_evening(evening, scores(people, 2, 0, 1, 3))
    assert table(season_id)[0][0] == "Person3 T."
