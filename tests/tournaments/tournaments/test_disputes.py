"""Reports that differ, through the API: who reads them, who is told what, what follows."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from replays.models import Match, Note
from tests.answers import Answer
from tests.factories import bearer, make_token, make_user
from tests.known import known
from tests.tournaments.people.test_api import post
from tests.tournaments.tournaments.doors import Evening
from tests.tournaments.tournaments.test_api import refused
from tournaments.tournaments.selectors.states import reading

pytestmark = pytest.mark.django_db

AT: dict[str, Any] = {"stage": 1, "round": 1, "table": 1}
FIRST, SECOND = [40, 30, 20, 10], [40, 31, 20, 10]


class Dispute:
    """A table of four, and the headers of those who sit there."""

    def __init__(self, client: Client, staff_headers: dict[str, str]) -> None:
        self.client, self.staff = client, staff_headers
        self.evening = Evening().start()
        self.seats = self.evening.announce()[1]

    def speaker(self, seat: int) -> dict[str, str]:
        """Return the headers of somebody at the table, by seat."""
        player = self.evening.players[self.seats[seat] - 1]
        player.user = player.user or make_user()
        player.save()
        return bearer(make_token(player.user)[1])

    def say(self, seat: int, scores: list[int]) -> dict[str, Any]:
        told = AT | {"entrant": self.seats[seat], "scores": scores}
        answer = self.send("report", told, self.speaker(seat))
        assert answer.status_code == 201, answer.content
        body: dict[str, Any] = answer.json()
        return body

    def send(self, name: str, fields: dict[str, Any], headers: dict[str, str]) -> Answer:
        return post(self.client, f"{self.evening.path}/commands/{name}", fields, headers)

    def table(self, headers: dict[str, str] | None = None, number: int = 1) -> dict[str, Any]:
        address = f"/api/v1/{self.evening.path}/rounds"
        tables = self.client.get(address, headers=headers or {}).json()["rounds"][0]["tables"]
        found: dict[str, Any] = tables[number - 1]
        return found


@pytest.fixture
def dispute(client: Client, staff_headers: dict[str, str]) -> Dispute:
    return Dispute(client, staff_headers)


def test_whoever_reports_is_told_whether_the_others_agree(dispute: Dispute) -> None:
    alone = dispute.say(0, FIRST)
    assert alone["agreement"] == {"agree": 0, "differ": 0, "missing": 3, "decided": False}
    differing = dispute.say(1, SECOND)
    assert differing["agreement"] == {"agree": 0, "differ": 1, "missing": 2, "decided": False}
    assert differing["table"]["status"] == "disputed"
    assert [row["scores"] for row in differing["table"]["reports"]] == [FIRST, SECOND]
    agreeing = dispute.say(1, FIRST)
    assert agreeing["agreement"] == {"agree": 1, "differ": 0, "missing": 2, "decided": True}
    assert agreeing["table"]["origin"] == "players"


def test_who_reported_what_and_when_is_for_the_table_and_organisers(dispute: Dispute) -> None:
    dispute.say(0, FIRST)
    dispute.say(1, SECOND)
    elsewhere = next(n for n in range(1, 9) if n not in dispute.seats)
    stranger = dispute.evening.players[elsewhere - 1]
    stranger.user = make_user()
    stranger.save()
    outside = bearer(make_token(stranger.user)[1])
    for headers in ({}, outside):
        table = dispute.table(headers)
        assert (table["status"], table["reports"]) == ("disputed", None)
        assert [seat["reported"] for seat in table["seats"]] == [True, True, False, False]
        assert [seat["score"] for seat in table["seats"]] == [None] * 4
    for headers in (dispute.staff, dispute.speaker(3)):
        first, second = dispute.table(headers)["reports"]
        assert (first["entrant"], first["scores"]) == (dispute.seats[0], FIRST)
        assert (second["agree"], second["differ"]) == (0, 1)
        assert second["label"] == f"Ada{dispute.seats[1] - 1:02} Z."
        assert second["at"].startswith("20")
    # Whoever sits at one table learns nothing of another.
    assert dispute.table(dispute.speaker(3), number=2)["reports"] is None


def test_an_organiser_accepts_a_report_and_the_match_follows(dispute: Dispute) -> None:
    dispute.say(0, FIRST)
    dispute.say(1, SECOND)
    told = AT | {"entrant": dispute.seats[1]}
    refused(dispute.send("accept_report", told, dispute.speaker(1)), 403, "permission_denied")
    told_off = dispute.send("confirm", AT, dispute.staff)
    refused(told_off, 409, "table_disputed")
    assert "accept one of the reports" in told_off.json()["detail"]
    accepted = dispute.send("accept_report", told, dispute.staff).json()["table"]
    assert (accepted["status"], accepted["origin"]) == ("confirmed", "ruling")
    assert [seat["score"] for seat in accepted["seats"]] == SECOND
    match = Match.objects.get(pk=accepted["match"])
    assert match.status == "reported"
    scores = match.seatings.order_by("seat").values_list("score", flat=True)
    assert list(scores) == SECOND
    missing = dispute.send("accept_report", told | {"entrant": dispute.seats[3]}, dispute.staff)
    refused(missing, 409, "report_missing")
    undone = post(dispute.client, f"{dispute.evening.path}/commands/undo", {}, dispute.staff)
    assert undone.status_code == 201
    assert Match.objects.get(pk=accepted["match"]).status == "open"
    assert dispute.table(dispute.staff)["status"] == "disputed"


def test_a_table_that_is_played_again_leaves_a_void_match_with_the_reason(dispute: Dispute) -> None:
    dispute.evening.do("record", **AT, scores=FIRST)
    former = UUID(dispute.table()["match"])
    reason = AT | {"note": "The wrong deck was used."}
    again = dispute.send("replay", reason, dispute.staff)
    assert again.status_code == 201, again.content
    table = again.json()["table"]
    assert (table["status"], table["reports"]) == ("open", [])
    assert table["match"] != str(former)
    assert Match.objects.get(pk=former).status == "voided"
    kept = Note.objects.filter(text="The wrong deck was used.").values_list("stream_id", flat=True)
    assert set(kept) == {former, dispute.evening.id}
    refused(dispute.send("replay", AT, dispute.staff), 409, "table_not_begun")
    dispute.evening.do("record", **AT, scores=SECOND)
    with reading(dispute.evening.id) as state:
        match_id = known(state.table(1, 1, 1)).match
    assert Match.objects.get(pk=match_id).status == "reported"


def test_the_preview_of_a_swap_shows_tables_and_figures_before_and_after(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    evening.play_round()
    evening.do("propose", stage=1)
    with reading(evening.id) as state:
        first, second = known(state.stages[1].draft).tables
        one, other = first.entrants[0], second.entrants[0]
    before = evening.version
    body = {"command": "swap", "stage": 1, "one": one, "other": other}
    told = post(client, f"{evening.path}/preview", body, staff_headers).json()
    assert (told["nothing"], told["events"]) == (False, ["tournament.round_drafted"])
    assert evening.version == before
    [proposal] = told["changes"]["proposals"]
    assert proposal["before"]["tables"][0]["entrants"] == list(first.entrants)
    assert other in proposal["after"]["tables"][0]["entrants"]
    assert proposal["after"]["figures"] != proposal["before"]["figures"]
    assert {"tables", "rounds", "entrants", "stages"} <= told["changes"].keys()
    assert not any(told["changes"][name] for name in ("tables", "rounds", "entrants", "stages"))
    lines = {line["what"]: (line["before"], line["after"]) for line in told["words"]}
    seated = ", ".join(seat["label"] for seat in proposal["after"]["tables"][0]["seats"])
    assert lines["Proposal of round 2, Table 1"][1] == seated
    evening.do("swap", stage=1, one=one, other=other)
    shown = client.get(f"/api/v1/{evening.path}/proposal", headers=staff_headers).json()
    assert proposal["after"] == shown


def test_every_number_in_a_preview_has_its_name(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening(entrants=7)
    evening.do("check_out", entrants=[7])
    told = post(
        client,
        f"{evening.path}/preview",
        {"command": "start_stage", "stage": 1},
        staff_headers,
    ).json()
    [stage] = told["changes"]["stages"]
    assert (stage["before"]["status"], stage["after"]["status"]) == ("planned", "running")
    assert {str(number) for number in stage["after"]["seeds"]} == told["labels"].keys()
    new = {"command": "enter", "players": [str(evening.players[0].id)]}
    refused(post(client, f"{evening.path}/preview", new, staff_headers), 409, "entered_twice")


def test_the_public_log_does_not_tell_what_each_of_them_reports(dispute: Dispute) -> None:
    dispute.say(0, FIRST)
    dispute.say(1, SECOND)
    address = f"/api/v1/{dispute.evening.path}/events"
    public = dispute.client.get(address).json()["results"]
    known_to_staff = dispute.client.get(address, headers=dispute.staff).json()["results"]
    assert [row["version"] for row in public] == [row["version"] for row in known_to_staff]
    assert [row["type"] for row in public[:2]] == ["tournament.hidden"] * 2
    assert [row["payload"] for row in public[:2]] == [{}, {}]
    assert known_to_staff[0]["payload"]["report"]["scores"] == SECOND
