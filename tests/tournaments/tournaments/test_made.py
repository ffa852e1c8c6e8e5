"""A command of a tournament answers with what it made, by name."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.answers import Answer
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tests.tournaments.people.test_api import post
from tests.tournaments.tournaments.doors import FINAL, PLAIN, SWISS, Evening
from tournaments.people.models import Club
from tournaments.tournaments.director.commands.catalogue import command_names
from tournaments.tournaments.selectors.made import ANSWERS, DirectedAnswer

pytestmark = pytest.mark.django_db

SHORT = ["tournament", "first_version", "last_version", "repeated"]
OPEN = {"format": "open", "games": [PLAIN], "ranking": "average", "least_matches": 1}


class Story:
    """A tournament that is directed through the API; what was sent is remembered."""

    def __init__(self, client: Client, headers: dict[str, str], path: str) -> None:
        self.client, self.headers, self.path = client, headers, path
        self.sent: set[str] = set()

    @classmethod
    def begin(cls, client: Client, headers: dict[str, str], club: Club) -> "Story":
        made = post(client, f"clubs/{club.id}/tournaments", {"title": "Friday"}, headers)
        return cls(client, headers, f"tournaments/{made.json()['id']}")

    def ask(self, name: str, headers: dict[str, str] | None = None, **fields: Any) -> Answer:
        asked = self.headers | (headers or {})
        response = post(self.client, f"{self.path}/commands/{name}", fields, asked)
        assert response.status_code == 201, response.content
        self.sent.add(name)
        return response

    def do(self, name: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(name, **fields).json()
        assert list(answer)[:4] == SHORT
        return {key: value for key, value in answer.items() if key not in SHORT}


def names(seats: list[dict[str, Any]]) -> list[str]:
    return [seat["label"] for seat in seats]


def play_a_tournament(story: Story, club: Club) -> None:
    """Send every command of a tournament with rounds, and look at what each one answers."""
    players = [make_player(club, f"Ada{number:02} Z") for number in range(9)]
    labels = [f"Ada{number:02} Z." for number in range(9)]

    assert story.do("rename", title="Saturday")["detail"]["title"] == "Saturday"
    planned = story.do("set_stage", stage=1, rules=SWISS)
    assert (planned["stage"]["number"], planned["stage"]["status"]) == (1, "planned")
    assert planned["stage"]["rules"]["rounds"] == 3
    story.do("set_stage", stage=2, rules=FINAL)
    story.do("set_stage", stage=3, rules=FINAL)
    assert len(story.do("drop_stage", stage=3)["detail"]["stages"]) == 2

    entered = story.do("enter", players=[str(player.id) for player in players], present=True)
    assert [row["label"] for row in entered["entrants"]] == labels
    assert [row["player"] for row in entered["entrants"]] == [str(one.id) for one in players]
    assert story.do("remove", entrant=9)["detail"]["entrants"] == 8
    [away] = story.do("check_out", entrants=[8])["entrants"]
    assert (away["label"], away["present"]) == ("Ada07 Z.", False)
    [there] = story.do("check_in", entrants=[8])["entrants"]
    assert (there["label"], there["present"]) == ("Ada07 Z.", True)
    apart = story.do("keep_apart", groups=[[1, 2]])["detail"]
    assert (apart["kept_apart"], apart["labels"]["2"]) == ([[1, 2]], "Ada01 Z.")
    [fixed] = story.do("fix_tables", entrant=3, tables=[2])["entrants"]
    assert (fixed["label"], fixed["fixed_tables"]) == ("Ada02 Z.", [2])
    [affiliated] = story.do("affiliate", entrant=4, club="Go")["entrants"]
    assert (affiliated["label"], affiliated["affiliation"]) == ("Ada03 Z.", "Go")

    started = story.do("start_stage", stage=1)
    assert started["stage"]["status"] == "running"
    assert sorted(row["label"] for row in started["entrants"]) == labels[:8]
    order = [started["stage"]["labels"][str(number)] for number in started["stage"]["seeds"]]
    assert order == [row["label"] for row in started["entrants"]]
    assert story.do("drop", entrant=8)["entrants"][0]["dropped"] is True
    assert story.do("bring_back", entrant=8)["entrants"][0]["dropped"] is False

    proposed = story.do("propose", stage=1)["proposal"]
    assert (
        sorted(name for table in proposed["tables"] for name in names(table["seats"]))
        == (labels[:8])
    )
    assert proposed["labels"]["1"] == "Ada00 Z."
    one, other = (table["entrants"][0] for table in proposed["tables"])
    swapped = story.do("swap", stage=1, one=one, other=other)["proposal"]
    assert [table["entrants"][0] for table in swapped["tables"]] == [other, one]
    story.do("swap", stage=1, one=one, other=other)
    assert story.do("lock", stage=1, table=1)["proposal"]["tables"][0]["locked"] is True
    story.do("lock", stage=1, table=1, locked=False)
    assert one in story.do("move", stage=1, entrant=one, table=0)["proposal"]["byes"]
    tables = [{"table": row["table"], "entrants": row["entrants"]} for row in proposed["tables"]]
    edited = story.do("edit", stage=1, tables=tables)["proposal"]
    assert [row["entrants"] for row in edited["tables"]] == [row["entrants"] for row in tables]
    assert story.do("discard", stage=1)["stage"]["proposal"] is None
    story.do("propose", stage=1)

    published = story.do("publish", stage=1)["round"]
    assert (published["round"], published["complete"]) == (1, False)
    seated = {row["table"]: row["seats"] for row in published["tables"]}
    assert sorted(name for seats in seated.values() for name in names(seats)) == labels[:8]
    assert all(row["match"] for row in published["tables"])
    seats = [[seat["entrant"] for seat in seated[table]] for table in (1, 2)]
    reseated = story.do(
        "reseat",
        stage=1,
        round=1,
        tables=[
            {"table": 1, "entrants": seats[0][::-1]},
        ],
    )["round"]
    assert names(reseated["tables"][0]["seats"]) == names(seated[1])[::-1]
    moved = story.do("move_table", stage=1, round=1, table=1, to=7)["round"]
    assert [row["table"] for row in moved["tables"]] == [2, 7]
    assert moved["tables"][1]["match"] == reseated["tables"][0]["match"]
    story.do("move_table", stage=1, round=1, table=7, to=1)
    assert story.do("repair", stage=1, round=1)["round"]["round"] == 1

    clock = story.do("start_clock", stage=1, round=1, minutes=50)["clock"]
    assert (clock["seconds"], clock["gone"], clock["since"] is None) == (3000, 0, False)
    assert story.do("pause_clock", stage=1, round=1)["clock"]["since"] is None
    assert story.do("resume_clock", stage=1, round=1)["clock"]["since"] is not None
    timed = story.do("add_time", stage=1, round=1, table=2, seconds=60)["round"]
    assert [row["extra_seconds"] for row in timed["tables"]] == [0, 60]
    told = story.do("show_notice", text="  Pizza\tis here ", minutes=30)["detail"]["notice"]
    assert told["text"] == "Pizza is here"
    assert story.do("take_away_notice")["detail"]["notice"] is None
    played(story, reseated)


def played(story: Story, reseated: dict[str, Any]) -> None:
    at = {"stage": 1, "round": 1, "table": 1}
    labels = names(reseated["tables"][0]["seats"])
    assert story.do("start_table", **at)["table"]["status"] == "started"
    assert story.do("call_arbiter", **at)["table"]["called"] is True
    entrant = reseated["tables"][0]["seats"][0]["entrant"]
    said = story.do("report", **at, entrant=entrant, scores=[9, 7, 5, 3])
    assert (said["table"]["status"], said["table"]["seats"][0]["reported"]) == ("reported", True)
    assert said["agreement"]["missing"] == 3
    assert story.do("accept_report", **at, entrant=entrant)["table"]["origin"] == "players"
    assert story.do("replay", **at)["table"]["status"] == "open"
    recorded = story.do("record", **at, scores=[9, 7, 5, 3])["table"]
    assert names(recorded["seats"]) == labels
    assert [seat["score"] for seat in recorded["seats"]] == [9, 7, 5, 3]
    assert [seat["place"] for seat in recorded["seats"]] == [1, 2, 3, 4]
    assert story.do("call_arbiter", **at)["table"]["called"] is True
    assert story.do("rule", **at, ruling="stands")["table"]["called"] is False
    assert story.do("confirm", **at)["table"]["status"] == "confirmed"
    again = story.do("withdraw_result", **at)["table"]
    assert (again["kind"], again["seats"][0]["score"]) == (None, None)
    story.do("record", **at, scores=[9, 7, 5, 3])
    corrected = story.do("correct", **at, scores=[3, 5, 7, 9])
    assert [seat["score"] for seat in corrected["table"]["seats"]] == [3, 5, 7, 9]
    changed = corrected["consequences"]
    assert changed["nothing"] is False
    moved = {row["label"]: row for row in changed["stages"][0]["changes"]}
    assert set(moved) >= {labels[0], labels[3]}
    assert (moved[labels[0]]["points_before"], moved[labels[0]]["points_after"]) == ("5", "1")
    story.do("record", stage=1, round=1, table=2, scores=[9, 7, 5, 3])

    story.do("propose", stage=1)
    story.do("publish", stage=1)
    assert story.do("withdraw_tables", stage=1, round=2)["round"] is None
    punished = story.do("penalise", stage=1, entrant=1, points="1/2")["standings"]
    [line] = [row for row in punished["standings"] if row["entrant"] == 1]
    assert line["label"] == "Ada00 Z."
    assert "penalty" in [part["why"] for part in line["parts"]]
    closed = story.do("close_stage", stage=1)
    assert closed["stage"]["status"] == "closed"
    assert closed["standings"]["standings"][0]["label"]
    assert story.do("reopen_stage", stage=1)["stage"]["status"] == "running"
    story.do("close_stage", stage=1)
    final = story.do("start_stage", stage=2, draw=True)
    first, alternate = final["stage"]["seeds"][0], final["stage"]["alternates"][0]
    instead = story.do("substitute", stage=2, entrant=first)
    assert [row["entrant"] for row in instead["entrants"]] == instead["stage"]["seeds"]
    assert instead["stage"]["seeds"][0] == alternate
    assert story.do("unstart_stage", stage=2)["stage"]["status"] == "planned"
    story.do("drop_stage", stage=2)
    assert story.do("finish")["detail"]["status"] == "finished"
    assert story.do("reopen")["detail"]["status"] == "running"
    assert story.do("undo")["detail"]["status"] == "finished"
    assert story.do("redo")["detail"]["status"] == "running"


def test_every_command_answers_with_what_it_made(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    story = Story.begin(client, staff_headers, club)
    play_a_tournament(story, club)
    evening = Story.begin(client, staff_headers, club)
    evening.do("set_stage", stage=1, rules=OPEN)
    players = [str(make_player(club, f"Bo{number} Z").id) for number in range(4)]
    evening.do("enter", players=players, present=True)
    evening.do("start_stage", stage=1)
    for table, seated in ((1, [1, 2]), (2, [4, 3])):
        begun = evening.do("begin_table", entrants=seated)["table"]
        assert (begun["table"], begun["game"]) == (table, "plain")
        assert names(begun["seats"]) == [f"Bo{number - 1} Z." for number in seated]
    assert story.sent | evening.sent == set(command_names())


def test_every_command_names_what_it_answers_with() -> None:
    named = [name for commands in ANSWERS.values() for name in commands]
    assert sorted(named) == sorted(command_names())


def test_whoever_prefers_it_gets_the_short_form(
    client: Client, staff_headers: dict[str, str]
) -> None:
    story = Story(client, staff_headers, Evening().start().path)
    for preference in ("return=minimal", 'wait=5, Return="minimal"; x=1', "return = minimal"):
        response = story.ask("propose", headers={"Prefer": preference}, stage=1)
        assert list(response.json()) == SHORT == list(DirectedAnswer.__struct_fields__)
        assert response.headers["Preference-Applied"] == "return=minimal"
        assert "Prefer" in response.headers["Vary"]
    for preference in ("return=representation, return=minimal", "minimal", "", "=;,"):
        response = story.ask("propose", headers={"Prefer": preference}, stage=1)
        assert "proposal" in response.json()
        assert "Preference-Applied" not in response.headers
        assert "Prefer" in response.headers["Vary"]


def test_whoever_stands_as_a_number_has_a_name_beside_it(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening(entrants=9)
    evening.do("set_stage", stage=1, rules=SWISS | {"byes": True})
    evening.do("keep_apart", groups=[[1, 2]])
    evening.start()
    evening.do("check_out", entrants=[9])
    evening.play_round()
    evening.do("propose", stage=1)

    def read(path: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
        return client.get(f"/api/v1/{evening.path}{path}", headers=headers).json()

    detail = read("")
    assert detail["club_name"] == evening.club.name
    assert set(detail["labels"]) == set(map(str, detail["present"])) == set("12345678")
    assert detail["stages"][0]["labels"]["9"] == "Ada08 Z."
    [played] = read("/rounds")["rounds"]
    assert (played["absent"], played["labels"]) == ([9], {"9": "Ada08 Z."})
    proposal = read("/proposal", staff_headers)
    assert (proposal["title"], proposal["labels"]["1"]) == ("Friday", "Ada00 Z.")
    assert read("/cut")["labels"]["1"] == "Ada00 Z."
    together = {"1": "Ada00 Z.", "2": "Ada01 Z."}
    for headers, type_, told in (
        (None, "tournament.hidden", {}),
        (staff_headers, "tournament.kept_apart", together),
    ):
        log = {row["type"]: row for row in read("/events", headers)["results"]}
        assert log[type_]["labels"] == told
        assert log["tournament.away"]["labels"] == {"9": "Ada08 Z."}
        assert len(log["tournament.entered"]["labels"]) == 9
        assert log["tournament.stage_set"]["labels"] == {}


def test_a_repeated_request_answers_with_what_it_made_then(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    evening.do("propose", stage=1)
    story = Story(client, staff_headers, evening.path)
    key = {"Idempotency-Key": "once"}
    first = story.ask("publish", headers=key, stage=1).json()
    for table in first["round"]["tables"]:
        story.do("record", stage=1, round=1, table=table["table"], scores=[9, 7, 5, 3])
    evening.announce()
    again = story.ask("publish", headers=key, stage=1).json()
    assert (again["repeated"], again["last_version"]) == (True, first["last_version"])
    assert again["round"]["round"] == 1
    assert again["round"]["complete"] is True
    short = story.ask("publish", headers=key | {"Prefer": "return=minimal"}, stage=1).json()
    assert short == {key: again[key] for key in SHORT}


def test_a_repeated_request_answers_null_for_what_is_gone(
    client: Client, staff_headers: dict[str, str]
) -> None:
    evening = Evening().start()
    story = Story(client, staff_headers, evening.path)
    key = {"Idempotency-Key": "once"}
    assert story.ask("propose", headers=key, stage=1).json()["proposal"]
    evening.do("publish", stage=1)
    assert story.ask("propose", headers=key, stage=1).json()["proposal"] is None


def test_what_a_player_reports_tells_nothing_that_is_for_organisers(client: Client) -> None:
    evening = Evening()
    evening.do("keep_apart", groups=[[1, 2]])
    tables = evening.start().announce()
    one = tables[1][0]
    player = evening.players[one - 1]
    player.user = make_user()
    player.save()
    story = Story(client, bearer(make_token(player.user)[1]), evening.path)
    answer = story.do("report", stage=1, round=1, table=1, entrant=one, scores=[9, 7, 5, 3])
    assert list(answer) == ["table", "agreement"]
    public = client.get(f"/api/v1/{evening.path}/rounds").json()["rounds"][0]["tables"][0]
    [said] = answer["table"].pop("reports")
    assert (said["entrant"], public.pop("reports")) == (one, None)
    assert answer["table"] == public


def test_what_was_made_takes_as_many_queries_for_many_entrants_as_for_few(
    client: Client, staff_headers: dict[str, str]
) -> None:
    client.get("/api/v1/clubs", headers=staff_headers)  # the first use of a token is noted
    counts: list[Any] = []
    for entrants in (8, 40):
        story = Story(client, staff_headers, Evening(entrants=entrants).path)
        counts.append([])
        for name, fields in (
            ("check_in", {"entrants": list(range(1, entrants + 1))}),
            ("start_stage", {"stage": 1}),
            ("propose", {"stage": 1}),
            ("publish", {"stage": 1}),
            ("penalise", {"stage": 1, "entrant": 1, "points": "1"}),
            ("rename", {"title": "Other"}),
        ):
            with CaptureQueriesContext(connection) as found:
                story.do(name, **fields)
            if name != "publish":  # each table has its match
                counts[-1].append(len(found))
    assert counts[0] == counts[1]
