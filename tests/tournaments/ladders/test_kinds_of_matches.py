"""Matches of tournaments, batches, imports and hands that undo: what counts on which ladder."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games.bots import bot_named
from games.core.matches import play_match
from replays.envelope import Envelope
from replays.models import Match
from replays.selectors.exports import export_jsonl
from replays.selectors.logs import load_log
from replays.services import life, matches, undo
from replays.services.imports import import_record
from replays.services.matches import NewMatch, create_match
from replays.telling import Stop
from tests.factories import NOW, make_player
from tests.replays.forging import parsed, resealed
from tests.tournaments.batches.batch_runs import make_batch, play_here
from tests.tournaments.ladders.nights import (
    GAME,
    acting,
    begun,
    counted,
    numbers,
    played,
    rebuilt,
    shown,
    told,
    work,
)
from tests.tournaments.tournaments.play import Friday, swiss
from tournaments.ladders.models import Ladder, LadderDue
from tournaments.ladders.selectors.ladders import ladder_of, verdict_on
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.tournaments.models import TournamentTable

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def reason(ladder: UUID, match: UUID) -> str:
    return verdict_on(ladder_of(ladder), match).reason


# Tournaments


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        ({"scores": [7, 9, 7, 1]}, True),
        ({"scores": [7, 9, 7, 1], "kind": "on_time"}, True),
        ({"places": [2, 1, 3, 4]}, True),
        ({"kind": "early", "scores": [7, 9, 7, 1]}, False),
    ],
)
def test_a_result_at_a_table_counts_as_the_rules_of_the_tournament_have_it(
    friday: Friday, said: dict[str, Any], counts: bool
) -> None:
    ladder = begun(friday.club, tournaments_only=True)
    friday.record(1, **said)
    work()
    match = friday.table(1).match
    assert counted(ladder) == ([match] if counts else [])
    assert reason(ladder, match) == ("" if counts else "not_rated_there")
    assert numbers() == rebuilt()


def test_an_early_end_counts_where_the_rules_of_the_tournament_rate_it() -> None:
    friday = Friday(8, swiss(scoring={"early": {"points": "agreed", "rated": True}}))
    friday.announce()
    ladder = begun(friday.club)
    friday.record(1, kind="early", scores=[7, 9, 7, 1])
    work()
    assert counted(ladder) == [friday.table(1).match]


def test_what_is_undone_at_a_table_is_undone_on_the_ladder(friday: Friday) -> None:
    ladder = begun(friday.club)
    friday.record(1, scores=[7, 9, 7, 1])
    match = friday.table(1).match
    friday.do("correct", stage=1, round=1, table=1, kind="early", scores=[7, 9, 7, 1])
    for name, counts in (("undo", True), ("undo", False), ("redo", True), ("redo", False)):
        friday.do(name)
        work()
        assert counted(ladder) == ([match] if counts else [])
        assert numbers() == rebuilt()


def test_a_walk_over_is_no_match_and_takes_one_off_the_ladder(friday: Friday) -> None:
    ladder = begun(friday.club)
    friday.record(1, kind="walk_over", absent=list(friday.table(1).entrants[1:]))
    friday.record(2, scores=[7, 9, 7, 1])
    work()
    match = friday.table(2).match
    assert counted(ladder) == [match]
    absent = list(friday.table(2).entrants[1:])
    friday.do("correct", stage=1, round=1, table=2, kind="walk_over", absent=absent)
    work()
    assert counted(ladder) == []
    assert reason(ladder, match) == "match_voided"
    assert numbers() == rebuilt()


def test_a_result_whose_kind_is_changed_afterwards_is_looked_at_again(friday: Friday) -> None:
    ladder = begun(friday.club)
    friday.record(1, scores=[7, 9, 7, 1])
    work()
    match = friday.table(1).match
    assert counted(ladder) == [match]
    correct: dict[str, Any] = {"stage": 1, "round": 1, "table": 1, "scores": [7, 9, 7, 1]}
    friday.do("correct", kind="early", **correct)
    work()
    assert TournamentTable.objects.get(match_id=match).rated is False
    assert counted(ladder) == []
    friday.do("correct", **correct)
    work()
    assert counted(ladder) == [match]
    assert numbers() == rebuilt()


def test_a_no_show_is_not_rated_and_the_three_who_played_are(friday: Friday) -> None:
    ladder = begun(friday.club)
    table = friday.table(1)
    friday.record(1, scores=[5, 0, 9, 7], absent=[table.entrants[1]])
    work()
    state = friday.state
    there = [number for number in table.entrants if number != table.entrants[1]]
    assert sorted(shown(ladder)) == sorted(state.entrants[number].player for number in there)


def test_a_match_recorded_at_a_table_counts_once_it_has_told_its_table(friday: Friday) -> None:
    ladder = begun(friday.club, tournaments_only=True)
    friday.play_by_bots(1)
    work()
    match = friday.table(1).match
    assert TournamentTable.objects.get(match_id=match).rated is True
    assert counted(ladder) == [match]
    assert numbers() == rebuilt()


def test_a_match_stopped_at_a_table_counts_as_its_tournament_says_and_not_as_the_ladder(
    friday: Friday,
) -> None:
    ladder = begun(friday.club, stopped="never")
    friday.do("start_table", stage=1, round=1, table=1)
    match = friday.table(1).match
    life.stop_match(stop=Stop("time", "places", [1, 2, 3, 4]), **acting(match))
    work()
    assert counted(ladder) == [match]
    assert numbers() == rebuilt()


def test_tables_that_are_withdrawn_take_their_matches_off_the_ladder(friday: Friday) -> None:
    ladder = begun(friday.club)
    friday.record(1, scores=[7, 9, 7, 1])
    friday.record(2, scores=[1, 2, 3, 4])
    work()
    assert len(counted(ladder)) == 2
    friday.do("withdraw_result", stage=1, round=1, table=1)
    work()
    assert counted(ladder) == [friday.table(2).match]
    friday.do("withdraw_tables", stage=1, round=1, tables=[1])
    work()
    assert numbers() == rebuilt()


# Batches of bots


@pytest.mark.parametrize("asked", [False, True])
def test_the_matches_of_a_batch_count_if_the_batch_was_to_be_rated(club: Club, asked: bool) -> None:
    ladder = begun(club, bots="rate", sources=["table", "bots"])
    usual = begun(club, "People only")
    batch = make_batch(matches=3, club=club, bots=["random", "greedy"], rated=asked)
    play_here(batch)
    assert not LadderDue.objects.exists()
    work()
    assert len(counted(ladder)) == (3 if asked else 0)
    assert len(shown(ladder)) == (2 if asked else 0)
    assert counted(usual) == []
    # A ladder that leaves bots out is no reason to begin one.
    assert Ladder.objects.count() == 2
    assert numbers() == rebuilt()


def test_matches_between_bots_cost_no_task_unless_they_are_rated(club: Club) -> None:
    play_here(make_batch(matches=3, club=club, bots=["random", "greedy"]))
    assert not LadderDue.objects.exists()
    work()
    assert not Ladder.objects.exists()


# Imports


def brought_in(match_id: UUID) -> UUID:
    """Return the same match under another id, as if it came from another server."""
    header, rows = parsed(export_jsonl(match_id))
    text = resealed(header | {"stream": str(uuid4())}, rows)
    done = import_record(text=text, club_id=None, envelope=Envelope("cli", NOW), source="a file")
    return done.match_id


def test_an_imported_match_counts_only_where_a_ladder_asks_for_imports(
    club: Club, people: list[Player]
) -> None:
    without, with_imports = begun(club), begun(club, "With imports", imports=True)
    own = played(club, people[:2], [9, 3])
    work()
    foreign = brought_in(own)
    work()
    assert counted(without) == counted(usual_id(club.id)) == [own]
    assert reason(without, foreign) == "imported"
    assert sorted(counted(with_imports)) == sorted([own, foreign])
    assert numbers() == rebuilt()


# Decided at the start, undone at the end


def test_a_match_that_was_not_to_be_rated_counts_nowhere_and_costs_nothing(
    club: Club, people: list[Player]
) -> None:
    ladder = begun(club)
    match = played(club, people[:2], [9, 3], rated=False)
    work()
    assert counted(ladder) == []
    assert reason(ladder, match) == "not_rated"
    assert Ladder.objects.count() == 1


def test_an_online_match_counts_if_it_was_to_be_or_a_ladder_asks(
    club: Club, people: list[Player]
) -> None:
    ladder, asking = begun(club), begun(club, "Online too", sources=["table", "online"])
    decided = played(club, people[:2], [9, 3], source="online", rated=True)
    open_ = played(club, people[:2], [9, 3], source="online", minutes=1)
    work()
    assert counted(ladder) == [decided]
    assert counted(asking) == [decided, open_]
    assert numbers() == rebuilt()


@pytest.fixture
def finished(club: Club, people: list[Player]) -> UUID:
    """A match that was played to its end, move by move."""
    made = create_match(
        match=NewMatch(
            club_id=club.id, game=GAME, players=[player.id for player in people[:3]], options={}
        ),
        envelope=Envelope("cli", NOW),
    )
    log = load_log(made.stream_id)
    bots = [bot_named("greedy")] * 3
    moves = play_match(log.rules, log.setup, bots, 3)
    matches.play(events=moves, **acting(made.stream_id, 30))
    work()
    return made.stream_id


def test_rewinding_the_end_of_a_match_takes_it_off_the_ladder(club: Club, finished: UUID) -> None:
    ladder = usual_id(club.id)
    assert counted(ladder) == [finished]
    end = load_log(finished).version
    life.reopen_match(**acting(finished))
    undo.rewind(to=end - 5, **acting(finished))
    work()
    assert Match.objects.get(pk=finished).status == "open"
    assert counted(ladder) == []
    assert told(ladder)[-1][:2] == ("removed", finished)
    undo.rewind(to=end, **acting(finished))
    work()
    assert Match.objects.get(pk=finished).status == "finished"
    assert counted(ladder) == [finished]
    assert numbers() == rebuilt()


def test_an_abandoned_match_has_no_result_to_count(club: Club, people: list[Player]) -> None:
    ladder = begun(club)
    made = create_match(
        match=NewMatch(
            club_id=club.id, game=GAME, players=[people[0].id, people[1].id], options={}
        ),
        envelope=Envelope("cli", NOW),
    )
    life.abandon_match(**acting(made.stream_id))
    work()
    assert counted(ladder) == []
    assert reason(ladder, made.stream_id) == "no_result"


@pytest.mark.parametrize(("why", "counts"), [("time", True), ("left", False)])
def test_a_match_stopped_with_places_counts_if_it_ran_out_of_time(
    club: Club, people: list[Player], why: str, counts: bool
) -> None:
    ladder = begun(club)
    made = create_match(
        match=NewMatch(
            club_id=club.id,
            game=GAME,
            players=[people[0].id, people[1].id, make_player(club).id],
            options={},
        ),
        envelope=Envelope("cli", NOW),
    )
    life.stop_match(stop=Stop(why, "places", [1, 2, 3]), **acting(made.stream_id))
    work()
    assert counted(ladder) == ([made.stream_id] if counts else [])
    assert numbers() == rebuilt()
