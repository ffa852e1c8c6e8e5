"""A club's Saturday as it really goes: nearly everything that can be mended has to be."""

from typing import Any

import pytest
from django.db import transaction

from replays.envelope import Envelope
from replays.models import Stream
from replays.services.verify import verify_stream
from tests.factories import NOW, make_player
from tests.known import known
from tests.tournaments.ladders.nights import numbers, rebuilt, work
from tests.tournaments.seasons.played import make_season, table
from tests.tournaments.tournaments.play import FINAL, Friday, dump, swiss
from tests.tournaments.tournaments.test_streams import require_same_everywhere
from tournaments.ladders.models import LadderPlayer
from tournaments.ladders.usual import usual_id
from tournaments.people.models import Club, Player
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.director.consequences import Consequences
from tournaments.tournaments.director.state import Round, Table
from tournaments.tournaments.selectors.consequences import foreseen
from tournaments.tournaments.selectors.files import export_tournament
from tournaments.tournaments.selectors.standings import StandingAnswer, standings_view
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.selectors.tournaments import labels_of
from tournaments.tournaments.services.files import import_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


class Saturday(Friday):
    """Four rounds and a final, of ten members and two guests who are there in time."""

    def __init__(self) -> None:
        super().__init__(0, swiss(rounds=4), FINAL)
        members = [make_player(self.club, f"Member{number} Here") for number in range(1, 11)]
        guests = [make_player(self.club, f"Guest{number} There", guest=True) for number in (1, 2)]
        everybody = [str(player.id) for player in (*members, *guests)]
        self.do("enter", players=everybody, present=True)
        self.do("start_stage", stage=1)

    def slips(self, round_: Round, *, but: int = 0) -> None:
        """Type in the slips of a round but one; a lower number plays better, most of the time."""
        for number, one in round_.tables.items():
            if number != but:
                scores = [60 - seat - seat * round_.number % 7 for seat in one.entrants]
                self.record(number, round_=round_.number, scores=scores)

    def wrong_slip(self, round_: int) -> dict[str, Any]:
        """Return the right scores of the first table of a round: whoever came last has won."""
        scores = [known(score) for score in known(known(self.table(1, round_).result).scores)]
        scores[scores.index(min(scores))] = max(scores) + 5
        return {"stage": 1, "round": round_, "table": 1, "scores": scores}

    def foreseen(self, name: str, **fields: Any) -> Consequences:
        with reading(self.id) as state:
            return foreseen(self.id, state, read_command(name, fields))

    def final(self) -> Table:
        return self.table(1, stage=2)

    def ranking(self) -> list[StandingAnswer]:
        with reading(self.id) as state:
            return list(standings_view(self.id, state, 0, labels_of(state)).standings)


def play_four_rounds(saturday: Saturday) -> None:
    """Play the Swiss: somebody comes late, somebody not at all, and a slip of round 1 was wrong."""
    saturday.slips(saturday.announce())
    late = make_player(saturday.club, "Late Comer")
    saturday.do("enter", players=[str(late.id)], present=True, late="1")
    second = saturday.announce()
    seats = second.tables[1].entrants
    scores = [*range(50, 50 - len(seats) + 1, -1), None]
    saturday.record(1, round_=2, scores=scores, absent=[seats[-1]])
    saturday.slips(second, but=1)
    saturday.slips(saturday.announce())
    announced = {one.match for one in saturday.announce().tables.values()}
    change = saturday.foreseen("correct", **saturday.wrong_slip(1)).next_round
    assert change is not None
    assert (change.stage, change.round, change.begun) == (1, 4, 0)
    saturday.do("correct", **saturday.wrong_slip(1), then="repair")
    assert 4 not in saturday.state.stages[1].rounds
    fourth = saturday.announce()
    assert fourth.number == 4
    assert announced.isdisjoint(one.match for one in fourth.tables.values())
    # The wrong one is dropped: that is undone, and the right one goes home after the round.
    saturday.do("drop", entrant=3)
    saturday.do("undo")
    assert not saturday.state.entrants[3].dropped
    saturday.slips(fourth)
    saturday.do("drop", entrant=12)
    saturday.do("close_stage", stage=1, draw=True)


def play_the_final(saturday: Saturday) -> None:
    """Play the final with an alternate; meanwhile a slip of the Swiss is put right."""
    saturday.do("start_stage", stage=2, draw=True)
    stage = saturday.state.stages[2]
    saturday.announce(stage=2)
    missing, stepping_in = stage.seeds[1], stage.alternates[0]
    saturday.do("check_out", entrants=[missing])
    saturday.do("substitute", stage=2, entrant=missing)
    assert {*saturday.final().entrants} == {*stage.seeds} - {missing} | {stepping_in}
    finalists = saturday.final().entrants
    wrong = saturday.wrong_slip(3)
    assert not saturday.foreseen("correct", **wrong).nothing
    saturday.do("correct", **wrong, then="keep")
    assert saturday.final().entrants == finalists
    saturday.record(1, stage=2, scores=[44, 44, 38, 20])
    saturday.do("close_stage", stage=2)
    saturday.do("finish")


def test_a_saturday_with_everything_that_goes_wrong_ends_with_a_podium() -> None:
    empty = transaction.savepoint()
    saturday = Saturday()
    season = make_season(saturday.club, evenings=[saturday.id])
    play_four_rounds(saturday)
    require_same_everywhere(saturday)
    play_the_final(saturday)
    require_same_everywhere(saturday)

    ranking = saturday.ranking()
    assert [row.place for row in ranking] == [*range(1, 5), *[row.place for row in ranking[4:]]]
    assert {row.entrant for row in ranking[:4]} == {*saturday.final().entrants}
    assert {row.entrant for row in ranking} == {*range(1, 14)}
    assert [row.reason for row in ranking[:3]] == [None, "former_stage", None]

    work()
    rated = LadderPlayer.objects.filter(ladder=usual_id(saturday.club.id))
    assert {*rated.values_list("player_id", flat=True)} == {
        *Player.objects.filter(guest=False).values_list("pk", flat=True)
    }
    assert numbers() == rebuilt()
    champion, *_ = table(season)
    assert champion[0] == ranking[0].label
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())

    text, rows = export_tournament(saturday.id), dump(saturday.id)
    transaction.savepoint_rollback(empty)
    assert not Club.objects.exists()
    import_tournament(text=text, envelope=Envelope("cli", NOW), source="elsewhere")
    assert dump(saturday.id) == rows
    assert [(row.entrant, row.place, row.reason) for row in saturday.ranking()] == [
        (row.entrant, row.place, row.reason) for row in ranking
    ]
    assert export_tournament(saturday.id) == text
