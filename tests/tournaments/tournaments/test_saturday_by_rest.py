"""The Saturday through the API alone: what a command answers is all that the next one needs."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Stream
from replays.services.verify import verify_stream
from tests.factories import bearer, make_token
from tests.tournaments.ladders.nights import work

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MOST_CALLS = 55
Told = dict[str, Any]
MEMBERS = ["Anouk", "Bertil", "Chiara", "Dov", "Elif", "Fritz", "Gwen", "Hugo", "Inés", "Jonas"]
PEOPLE = "".join(f"{name},Here,no\n" for name in MEMBERS) + "Kim,Guest,yes\nLou,Guest,yes\n"


class Organiser:
    """Somebody with a token and a list of slips; every request is counted."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._headers = bearer(make_token(scopes=("admin",))[1])
        self.calls = 0
        self.tournament = ""
        self.slips: dict[tuple[int, int], Told] = {}

    def ask(
        self, method: str, path: str, body: object = "", content_type: str = "application/json"
    ) -> Told:
        self.calls += 1
        send = getattr(self._client, method)
        more = {"content_type": content_type} if method != "get" else {}
        answer = send(f"/api/v1/{path}", body, headers=self._headers, **more)
        assert answer.status_code in (200, 201), answer.content
        told: Told = answer.json()
        return told

    def post(self, path: str, **body: Any) -> Told:
        return self.ask("post", path, body)

    def do(self, command: str, **fields: Any) -> Told:
        return self.post(f"tournaments/{self.tournament}/commands/{command}", **fields)

    def foresee(self, command: str, **fields: Any) -> Told:
        return self.post(f"tournaments/{self.tournament}/preview", command=command, **fields)

    def announce(self, stage: int = 1) -> Told:
        """Look at the proposal, announce it, and return the round."""
        proposal = self.do("propose", stage=stage)["proposal"]
        round_: Told = self.do("publish", stage=stage)["round"]
        seated = [[one["entrant"] for one in table["seats"]] for table in round_["tables"]]
        assert seated == [table["entrants"] for table in proposal["tables"]]
        return round_

    def take_slips(self, round_: Told, *, but: int = 0) -> None:
        """Type in the slips of a round but one; a lower number plays better, most of the time."""
        for table in round_["tables"]:
            if table["table"] != but:
                seats = [seat["entrant"] for seat in table["seats"]]
                scores = [60 - seat - seat * round_["round"] % 7 for seat in seats]
                self.record(round_["round"], table["table"], scores)

    def record(self, round_: int, table: int, scores: list[Any], **more: Any) -> None:
        fields = {"stage": 1, "round": round_, "table": table, "scores": scores} | more
        made = self.do("record", **fields)["table"]
        assert made["status"] == "provisional"
        self.slips[round_, table] = fields

    def right_slip(self, round_: int) -> Told:
        """Return what the first table of a round should have had: whoever came last has won."""
        fields = self.slips[round_, 1]
        scores = list(fields["scores"])
        scores[scores.index(min(scores))] = max(scores) + 5
        return fields | {"scores": scores}


def prepare(organiser: Organiser) -> tuple[str, str]:
    """Make the club, its players, the tournament and the season; return club and season."""
    club = organiser.post("clubs", name="Les Dés", time_zone="Europe/Paris")
    added = organiser.ask(
        "post",
        f"players/import?club={club['id']}",
        f"first_name,last_name,guest\n{PEOPLE}",
        "text/csv",
    )["added"]
    plan = {"preset": "swiss_pods", "game": "plain", "options": {"title": "Go"}, "rounds": 4}
    made = organiser.post(f"clubs/{club['id']}/tournaments", title="Saturday", plan=plan)
    organiser.tournament = made["id"]
    season = organiser.post(f"clubs/{club['id']}/seasons", title="Winter")["id"]
    organiser.post(f"seasons/{season}/evenings", tournament=made["id"])
    entered = organiser.do("enter", players=added, present=True)["entrants"]
    assert [one["label"] for one in entered[-2:]] == ["Kim G.", "Lou G."]
    return club["id"], season


def play_four_rounds(organiser: Organiser, club: str) -> None:
    """Play the Swiss: somebody comes late, somebody not at all, and a slip of round 1 was wrong."""
    organiser.do("start_stage", stage=1)
    organiser.take_slips(organiser.announce())
    late = organiser.post("players", club=club, first_name="Late", last_name="Comer")
    organiser.do("enter", players=[late["id"]], present=True, late="1")
    second = organiser.announce()
    seats = [seat["entrant"] for seat in second["tables"][0]["seats"]]
    scores = [*range(50, 50 - len(seats) + 1, -1), None]
    organiser.record(2, 1, scores, absent=[seats[-1]])
    organiser.take_slips(second, but=1)
    organiser.take_slips(organiser.announce())
    announced = {table["match"] for table in organiser.announce()["tables"]}
    change = organiser.foresee("correct", **organiser.right_slip(1))["next_round"]
    assert (change["stage"], change["round"], change["begun"]) == (1, 4, 0)
    corrected = organiser.do("correct", **organiser.right_slip(1), then="repair")
    assert corrected["consequences"]["next_round"]["round"] == 4
    fourth = organiser.announce()
    assert fourth["round"] == 4
    assert announced.isdisjoint(table["match"] for table in fourth["tables"])
    # The wrong one is dropped: that is undone, and the right one goes home after the round.
    assert organiser.do("drop", entrant=3)["entrants"][0]["dropped"]
    assert 3 in organiser.do("undo")["detail"]["present"]
    organiser.take_slips(fourth)
    organiser.do("drop", entrant=12)
    organiser.do("close_stage", stage=1, draw=True)


def play_the_final(organiser: Organiser) -> set[int]:
    """Play the final with an alternate; meanwhile a slip of the Swiss is put right."""
    stage = organiser.do("start_stage", stage=2, draw=True)["stage"]
    [table] = organiser.announce(stage=2)["tables"]
    missing, stepping_in = stage["seeds"][1], stage["alternates"][0]
    organiser.do("check_out", entrants=[missing])
    substituted = organiser.do("substitute", stage=2, entrant=missing)
    finalists = {*stage["seeds"]} - {missing} | {stepping_in}
    assert {*substituted["stage"]["seeds"]} == finalists
    wrong = organiser.right_slip(3)
    assert organiser.foresee("correct", **wrong)["nothing"] is False
    organiser.do("correct", **wrong, then="keep")
    fields = {"stage": 2, "round": 1, "table": table["table"]}
    ended = organiser.do("record", **fields, scores=[44, 44, 38, 20])["table"]
    assert {seat["entrant"] for seat in ended["seats"]} == finalists
    organiser.do("close_stage", stage=2)
    assert organiser.do("finish")["detail"]["status"] == "finished"
    return finalists


def test_the_saturday_by_rest_takes_few_calls(client: Client) -> None:
    organiser = Organiser(client)
    club, season = prepare(organiser)
    play_four_rounds(organiser, club)
    finalists = play_the_final(organiser)
    ranking = organiser.ask("get", f"tournaments/{organiser.tournament}/standings?stage=0")
    rows = ranking["standings"]
    assert [row["place"] for row in rows[:4]] == [1, 2, 3, 4]
    assert {row["entrant"] for row in rows[:4]} == finalists
    assert {row["entrant"] for row in rows} == {*range(1, 14)}
    assert [row["reason"] for row in rows[:3]] == [None, "former_stage", None]
    [champion, *_] = organiser.ask("get", f"seasons/{season}/table")["lines"]
    assert champion["label"] == rows[0]["label"]
    work()
    [ladder, *_] = organiser.ask("get", f"clubs/{club}/ladders")["results"]
    rated = organiser.ask("get", f"ladders/{ladder['id']}/players")["results"]
    assert len(rated) == 11
    assert {"Kim G.", "Lou G."}.isdisjoint(line["label"] for line in rated)
    assert organiser.calls <= MOST_CALLS
    assert all(verify_stream(stream.pk).ok for stream in Stream.objects.all())
