"""What a correction would do to ladders is known before, and is what then happens."""

from typing import Any
from uuid import UUID

import pytest

from replays.envelope import Envelope
from tests.factories import NOW
from tests.known import known
from tests.tournaments.ladders.nights import numbers, rebuilt, work
from tests.tournaments.seasons.played import (
    direct_it,
    play_evening,
    reopen_evening,
    scores,
)
from tournaments.ladders.models import LadderPlayer
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def shown(ladder: UUID) -> dict[UUID, float]:
    return dict(LadderPlayer.objects.filter(ladder=ladder).values_list("player_id", "shown"))


def test_a_correction_shows_every_rating_it_would_move_and_then_moves_it_so(
    club: Club, people: list[Player]
) -> None:
    evenings = [
        play_evening(club, scores(people, 0, 1, 2, 3)),
        play_evening(club, scores(people, 1, 0, 3, 2)),
    ]
    evening = evenings[0]
    work()
    before = shown(usual_id(club.id))
    right = scores(people, 3, 1, 2, 0)
    reopen_evening(evening)
    with reading(evening) as state:
        by_player = {person.id: score for person, score in right.items()}
        players = [state.entrants[number].player for number in known(state.table(1, 1, 1)).entrants]
        told: dict[str, Any] = {
            "stage": 1,
            "round": 1,
            "table": 1,
            "scores": [by_player[one] for one in players],
        }
        found = foreseen(evening, state, read_command("correct", told))
    ladders = {change.id: change for change in found.ladders}
    overall = ladders[usual_id(club.id)]
    # Both ended at the same moment: the ids decide which one comes after.
    corrected, other = (TournamentTable.objects.get(tournament=one).match_id for one in evenings)
    assert overall.matches == (2 if other > corrected else 1)
    assert {move.player: move.before for move in overall.moves}.items() <= before.items()
    assert shown(usual_id(club.id)) == before
    assert overall.moves[0].label in overall.sentence

    direct_it(evening, "correct", **told)
    work()
    after = shown(usual_id(club.id))
    assert {move.player: move.after for move in overall.moves} == {
        player: rating for player, rating in after.items() if rating != before[player]
    }
    assert numbers() == rebuilt()


def test_undoing_the_start_of_a_stage_shows_what_its_void_matches_take_away(
    club: Club, people: list[Player]
) -> None:
    play_evening(club, scores(people, 1, 0, 3, 2))
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    work()
    before = shown(usual_id(club.id))
    direct_it(evening, "reopen")
    with reading(evening) as state:
        found = foreseen(evening, state, read_command("unstart_stage", {"stage": 1}))
    (overall,) = [change for change in found.ladders if change.id == usual_id(club.id)]
    assert shown(usual_id(club.id)) == before
    direct_it(evening, "unstart_stage", stage=1)
    work()
    after = shown(usual_id(club.id))
    assert {move.player: move.after for move in overall.moves} == {
        player: rating for player, rating in after.items() if rating != before[player]
    }
    assert numbers() == rebuilt()


def test_a_result_that_is_no_correction_changes_no_ladder_yet(
    club: Club, people: list[Player]
) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3), finish=False)
    with reading(evening) as state:
        told = {"stage": 1, "round": 1, "table": 1, "scores": [4, 3, 2, 1]}
        found = foreseen(evening, state, read_command("correct", told))
    assert found.ladders == ()


def test_a_stage_seeded_by_rating_asks_the_ladder(club: Club, people: list[Player]) -> None:
    play_evening(club, scores(people, 2, 0, 3, 1))
    work()
    tournament_id = create_tournament(
        club=club, wanted=NewTournament("Seeded", seed="lots"), envelope=Envelope("cli", NOW)
    ).stream_id
    rules = {
        "format": "swiss",
        "games": [{"game": "sushi_bar"}],
        "sizes": [4],
        "preferred": 4,
        "rounds": 1,
        "seeding": "rating",
    }
    direct_it(tournament_id, "set_stage", stage=1, rules=rules)
    direct_it(tournament_id, "enter", players=[str(one.id) for one in people], present=True)
    direct_it(tournament_id, "start_stage", stage=1)
    with reading(tournament_id) as state:
        seeds = [state.entrants[number].player for number in state.stages[1].seeds]
    assert seeds == [people[one].id for one in (2, 0, 3, 1)]
