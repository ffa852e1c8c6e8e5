"""Whatever happens to matches and players, in whatever order: incremental == rebuild."""

import random
from typing import Any

import pytest

from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.models import Match
from replays.services import life
from tests.tournaments.ladders.happenings import Club24, deliver
from tests.tournaments.ladders.nights import GAME, acting, at, numbers, played, rebuilt, work
from tournaments.ladders.commands import NewLadder
from tournaments.ladders.models import Ladder, LadderPlayer, RatedMatch
from tournaments.ladders.services.ladders import create_ladder
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players, undo_merge

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_match_begins_the_usual_ladders_and_moves_them(club: Club, people: list[Player]) -> None:
    match = played(club, people, [40, 30, 20, 10])
    work()
    assert set(Ladder.objects.values_list("pk", flat=True)) == {
        usual_id(club.id),
        usual_id(club.id, GAME),
    }
    assert RatedMatch.objects.filter(match_id=match).count() == 2
    shown = list(
        LadderPlayer.objects.filter(ladder=usual_id(club.id))
        .order_by("-shown")
        .values_list("player_id", "shown")
    )
    # K 48 over three opponents, all at 1500: half of 16 for every pair.
    assert shown == [
        (people[0].id, 1524.0),
        (people[1].id, 1508.0),
        (people[2].id, 1492.0),
        (people[3].id, 1476.0),
    ]
    assert numbers() == rebuilt()


def test_a_new_match_before_what_a_merge_rates_anew_is_not_passed_over(
    club: Club, six_people: list[Player]
) -> None:
    one, other, *rest = six_people
    ladder = create_ladder(
        club=club,
        wanted=NewLadder(title="Bar", rules={"games": [GAME]}),
        envelope=Envelope("cli", at(0)),
    ).stream_id
    work()
    first = played(club, rest[:2], [2, 1], minutes=1)
    played(club, [one, rest[2]], [2, 1], minutes=60, game="sushi_go_party")
    merge_players(player_id=one.id, into_id=other.id, envelope=Envelope("cli", at(61)))
    work()
    assert RatedMatch.objects.filter(ladder=ladder, match_id=first).exists()
    assert numbers() == rebuilt()


def test_a_night_of_everything_comes_out_as_its_rebuild(
    club: Club, six_people: list[Player]
) -> None:
    for seed in range(scaled(40)):
        _night(club, six_people, random.Random(seed))


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_many_ladders_around_the_clock_come_out_as_their_rebuild(db: None, seed: int) -> None:
    club24 = Club24(seed)
    for _ in range(45):
        club24.happen()
        if club24.rng.random() < 0.4:
            deliver(club24.rng)
    deliver(club24.rng, everything=True)
    assert numbers() == rebuilt()


def _night(club: Club, people: list[Player], rng: random.Random) -> None:
    matches: list[Any] = []
    begun = Match.objects.count() * 10
    for step in range(25):
        minute = begun + step * 7
        action = rng.choice(["play"] * 5 + ["late", "rule", "void", "reopen", "merge", "unmerge"])
        ended = [one for one in matches if Match.objects.get(pk=one).status == "reported"]
        if action in ("play", "late") or not ended:
            seated = rng.sample([*people, None], rng.randint(2, 5))
            scores = [rng.randint(0, 20) for _ in seated]
            when = rng.randint(begun, minute) if action == "late" else minute
            entered = minute if action == "late" else None
            matches.append(played(club, seated, scores, minutes=when, entered=entered))
        elif action == "rule":
            match = rng.choice(ended)
            seats = Match.objects.get(pk=match).seats
            places = list(range(1, seats + 1))
            rng.shuffle(places)
            life.rule_result(places=places, **acting(match, minute))
        elif action == "void":
            life.void_match(**acting(rng.choice(ended), minute))
        elif action == "reopen":
            life.reopen_match(**acting(rng.choice(ended), minute))
        elif action == "merge":
            _merge(rng, people, minute)
        else:
            _unmerge(rng, people, minute)
        if rng.random() < 0.4:
            deliver(rng)
    deliver(rng, everything=True)
    now = numbers()
    assert now == rebuilt()


def _merge(rng: random.Random, people: list[Player], minute: int) -> None:
    one, other = rng.sample(people, 2)
    one.refresh_from_db()
    other.refresh_from_db()
    if one.merged_into_id is None and other.merged_into_id is None:
        merge_players(player_id=one.id, into_id=other.id, envelope=Envelope("cli", at(minute)))


def _unmerge(rng: random.Random, people: list[Player], minute: int) -> None:
    for one in rng.sample(people, len(people)):
        one.refresh_from_db()
        if one.merged_into_id is not None:
            undo_merge(player_id=one.id, envelope=Envelope("cli", at(minute)))
            return
