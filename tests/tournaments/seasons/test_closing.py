"""The end of a season: its champion, and what happens to it afterwards."""

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from replays.envelope import Envelope
from replays.errors import KaitenError
from tests.factories import NOW
from tests.known import known
from tests.tournaments.seasons.played import (
    correct_evening,
    finish_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
    record,
    refusal,
    reopen_evening,
    scores,
    table,
)
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players, undo_merge
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.seasons import changed_seasons, season_view
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading

pytestmark = pytest.mark.django_db

FIRST = Fraction(10)


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
    assert table(season_id)[0] == ("Bo B.", 1, FIRST)
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
    assert table(season_id)[0] == ("Ana A.", 1, Fraction(20))
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
    assert table(season_id)[0][0] == "Ana A."


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
