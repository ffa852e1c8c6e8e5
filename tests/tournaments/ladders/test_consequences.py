"""What a correction would do to ladders is known before, and is what then happens."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from replays.envelope import Envelope
from replays.models import Outbox
from replays.services import outbox
from tests.factories import NOW, make_player
from tests.known import known
from tests.tournaments.ladders.nights import numbers, rebuilt, work
from tests.tournaments.seasons.played import (
    direct_it,
    play_evening,
    reopen_evening,
    scores,
)
from tournaments.ladders.models import DueCause, LadderDue, LadderPlayer
from tournaments.ladders.selectors import consequences
from tournaments.ladders.services.scheduling import schedule_updates
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.models import TournamentTable
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import NewTournament, create_tournament, direct

pytestmark = [pytest.mark.django_db, pytest.mark.database]


TABLE: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
SWISS: dict[str, Any] = {
    "format": "swiss",
    "games": [{"game": "plain", "options": {"title": "Go"}}],
    "sizes": [4],
    "preferred": 4,
}


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


class Night:
    """A Swiss of eight whose rounds are played one by one, and a ladder that may lag behind."""

    def __init__(self, club: Club, rounds: int = 2) -> None:
        people = [make_player(club, f"Guest{number} Of") for number in range(8)]
        self.id = create_tournament(
            club=club, wanted=NewTournament("Night", seed="lots"), envelope=Envelope("cli", NOW)
        ).stream_id
        direct_it(self.id, "set_stage", stage=1, rules=SWISS | {"rounds": rounds})
        ids = [str(person.id) for person in people]
        direct_it(self.id, "enter", players=ids, present=True)
        direct_it(self.id, "start_stage", stage=1)
        self.ladder = usual_id(club.id)
        self.clock = NOW

    def play(self) -> None:
        """Play a round, a minute after what happened before."""
        direct_it(self.id, "propose", stage=1)
        direct_it(self.id, "publish", stage=1)
        with reading(self.id) as state:
            round_ = max(state.stages[1].rounds)
            tables = list(state.stages[1].rounds[round_].tables)
        for table in tables:
            self.do("record", round=round_, table=table, scores=[10, 9, 8, 7])

    def do(self, name: str, **fields: Any) -> None:
        self.clock += timedelta(minutes=1)
        command = read_command(name, {"stage": 1} | fields)
        direct(tournament_id=self.id, command=command, envelope=Envelope("cli", self.clock))

    def foreseen(self, **told: Any) -> dict[UUID, tuple[float | None, float | None]]:
        """Return whose rating a correction of the first table would move; nothing is written."""
        before = numbers(), LadderDue.objects.count(), Outbox.objects.count()
        with reading(self.id) as state:
            command = read_command("correct", TABLE | told)
            found = foreseen(self.id, state, command).ladders
        assert (numbers(), LadderDue.objects.count(), Outbox.objects.count()) == before
        moves = [change.moves for change in found if change.id == self.ladder]
        return {move.player: (move.before, move.after) for some in moves for move in some}


def test_what_a_worker_still_owes_is_not_blamed_on_a_correction(club: Club) -> None:
    night = Night(club)
    night.play()
    work()
    night.play()
    assert night.foreseen(scores=[11, 9, 8, 7]) == {}
    work()
    assert night.foreseen(scores=[11, 9, 8, 7]) == {}


@pytest.mark.parametrize("heard", ["nothing", "scheduled", "everything", "rules"])
@pytest.mark.parametrize("owed_round", [1, 2])
def test_a_preview_says_the_same_however_far_the_worker_is(
    club: Club, heard: str, owed_round: int
) -> None:
    """A round to rate, or a correction of the first one: it is owed, scheduled or done."""
    night = Night(club)
    night.play()
    work()
    night.play()
    if owed_round == 1:
        work()
        night.do("correct", round=1, table=2, scores=[7, 8, 9, 10])
    if heard == "scheduled":
        for row in list(Outbox.objects.order_by("created_at", "id")):
            outbox.consume(outbox_id=row.pk)
    elif heard == "everything":
        work()
    elif heard == "rules":
        schedule_updates([night.ladder], DueCause.RULES, night.ladder)
    told = {"scores": [7, 8, 9, 10]}
    found = night.foreseen(**told)
    work()
    before = shown(night.ladder)
    night.do("correct", round=1, table=1, **told)
    work()
    after = shown(night.ladder)
    moved = {one: (before[one], after[one]) for one in after if after[one] != before[one]}
    assert found == moved
    assert len(found) >= 4


def test_a_correction_of_a_match_that_is_not_rated_yet_is_foreseen_too(club: Club) -> None:
    night = Night(club)
    night.play()
    work()
    night.play()
    with reading(night.id) as state:
        command = read_command("correct", TABLE | {"round": 2, "scores": [7, 8, 9, 10]})
        found = {one.id: one for one in foreseen(night.id, state, command).ladders}
    assert len(found[night.ladder].moves) == 4


def test_too_many_matches_are_counted_and_not_worked_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night(club)
    night.play()
    work()
    night.play()
    monkeypatch.setattr(consequences, "MOST_REFOLDED", 3)
    with reading(night.id) as state:
        command = read_command("correct", TABLE | {"scores": [7, 8, 9, 10]})
        (change, *_) = foreseen(night.id, state, command).ladders
    assert change.moves == ()
    assert change.matches == 4


def test_who_came_after_all_is_in_the_match_that_is_foreseen(club: Club) -> None:
    night = Night(club)
    direct_it(night.id, "propose", stage=1)
    direct_it(night.id, "publish", stage=1)
    with reading(night.id) as state:
        seated = known(state.table(1, 1, 1)).entrants
        players = [state.entrants[number].player for number in seated]
    night.do("record", round=1, table=1, scores=[10, 9, 8, None], absent=[seated[3]])
    night.do("record", round=1, table=2, scores=[10, 9, 8, 7])
    work()
    found = night.foreseen(scores=[10, None, 8, 7], absent=[seated[1]])
    assert found[players[1]][1] is None
    assert found[players[3]][0] is None


def test_where_nothing_was_played_since_no_other_match_is_recalculated(
    club: Club, people: list[Player]
) -> None:
    evening = play_evening(club, scores(people, 0, 1, 2, 3))
    work()
    direct_it(evening, "reopen")
    with reading(evening) as state:
        found = foreseen(evening, state, read_command("unstart_stage", {"stage": 1}))
    assert found.ladders
    assert all(change.moves and not change.matches for change in found.ladders)
    assert all("no other match would be recalculated" in one.sentence for one in found.ladders)


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
