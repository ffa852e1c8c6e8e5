from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.answers import Answer
from tests.factories import bearer, make_club, make_token, make_user
from tests.tournaments.seasons.played import (
    correct_evening,
    lead_it,
    make_people,
    make_season,
    play_evening,
)
from tournaments.people.models import Club, Player
from tournaments.seasons.models import Season
from tournaments.seasons.selectors.states import season_state
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.files import export_tournament

pytestmark = pytest.mark.django_db


def send(
    client: Client,
    method: str,
    path: str,
    body: dict[str, Any] | None = None,
    headers: dict[str, str] | None = None,
) -> Answer:
    return getattr(client, method)(
        f"/api/v1/{path}", body, content_type="application/json", headers=headers
    )


def is_refused(response: Answer, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)


def evening(club: Club, count: int = 3, order: list[Player] | None = None) -> UUID:
    people = make_people(club, count) if order is None else order
    return play_evening(club, {one: 9 - place for place, one in enumerate(people)})


def test_a_season_is_begun_once_per_key_and_found(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    body = {"title": " Winter  cup", "planned": 10, "rules": {"best": 6}}
    headers = staff_headers | {"Idempotency-Key": "one"}
    first = send(client, "post", "clubs/here/seasons", body, headers)
    assert first.status_code == 201
    made = first.json()
    assert first.headers["Location"] == f"/api/v1/seasons/{made['id']}"
    assert (made["title"], made["rules"]["best"], made["status"]) == ("Winter cup", 6, "open")
    again = send(client, "post", "clubs/here/seasons", body, headers)
    assert again.json()["id"] == made["id"]
    listed = client.get("/api/v1/clubs/here/seasons").json()["results"]
    assert listed == [made]
    assert client.get("/api/v1/clubs/here/seasons?status=closed").json()["results"] == []
    is_refused(client.get("/api/v1/clubs/here/seasons?status=x"), 400, "bad_choice")
    read = client.get(f"/api/v1/seasons/{made['id']}")
    assert (read.json(), read.headers["ETag"]) == (made, '"1"')


def test_evenings_are_added_moved_removed_and_the_season_closed(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    people = make_people(club, 3)
    one, two = evening(club, order=people), evening(club, order=people[::-1])
    season = make_season(club, planned=2)

    def write(
        method: str, path: str, body: dict[str, Any] | None = None, status: int = 200
    ) -> dict[str, Any]:
        version = season_state(season).version
        headers = staff_headers | {"If-Match": f'"{version}"'}
        response = send(client, method, f"seasons/{season}{path}", body, headers)
        assert response.status_code == status, response.content
        return response.json()

    write("post", "/evenings", {"tournament": str(one)})
    write("post", "/evenings", {"tournament": str(two), "position": 1})
    assert season_state(season).evenings == (two, one)
    write("post", f"/evenings/{one}/move", {"position": 1})
    assert season_state(season).evenings == (one, two)
    assert write("patch", "", {"rules": {"best": 1}})["rules"]["best"] == 1
    assert write("patch", "", {"title": "Cup"})["rules"]["best"] == 1
    write("delete", f"/evenings/{two}")
    closed = write("post", "/close")
    assert (closed["status"], closed["champions"]) == ("closed", [str(people[0].id)])
    assert (closed["champion_labels"], closed["club_name"]) == (["Person1 T."], club.name)
    assert write("post", "/evenings", {"tournament": str(two)}, 409)["code"] == "season_closed"
    assert write("post", "/reopen")["status"] == "open"
    assert write("post", "/reopen", None, 409)["code"] == "season_not_closed"


def test_the_table_tells_what_a_correction_would_change(client: Client, club: Club) -> None:
    people = make_people(club, 3)
    one = evening(club, order=people)
    season = make_season(club, evenings=[one], planned=2)
    open_table = client.get(f"/api/v1/seasons/{season}/table").json()
    assert [line["reach"] for line in open_table["lines"]] == ["20", "18", "16"]
    assert (open_table["frozen"], open_table["to_come"]) == (False, 1)
    assert open_table["evenings"][0] | {"day": None} == {
        "number": 1,
        "tournament": str(one),
        "title": "Friday",
        "day": None,
        "over": True,
    }
    lead_it(season, "close")
    closed = client.get(f"/api/v1/seasons/{season}/table").json()
    assert (closed["frozen"], closed["would_change"]) == (True, None)
    assert closed["champions"] == [{"player": str(people[0].id), "label": "Person1 T."}]
    correct_evening(one, {people[0]: 1, people[1]: 5, people[2]: 3})
    after = client.get(f"/api/v1/seasons/{season}/table").json()
    assert after["lines"] == closed["lines"]
    change = after["would_change"]
    assert change["other_champion"] is True
    assert change["champions_now"] == [{"player": str(people[1].id), "label": "Person2 T."}]
    assert {row["label"]: (row["place"], row["place_now"]) for row in change["players"]} == {
        "Person1 T.": (1, 3),
        "Person2 T.": (2, 1),
        "Person3 T.": (3, 2),
    }


def test_only_staff_may_write_and_what_they_saw_is_held_to(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    season = make_season(club)
    path = f"seasons/{season}"
    body = {"title": "Other"}
    assert send(client, "patch", path, body).status_code == 401
    reader = bearer(make_token(scopes=("read",))[1])
    assert send(client, "patch", path, body, reader).status_code == 403
    elsewhere = bearer(make_token(club=make_club("Other"))[1])
    assert send(client, "patch", path, body, elsewhere).status_code == 403
    member = bearer(make_token(make_user())[1])
    assert send(client, "post", f"{path}/close", None, member).status_code == 403
    assert send(client, "post", "clubs/here/seasons", body, member).status_code == 403
    stale = staff_headers | {"If-Match": '"7"'}
    is_refused(send(client, "patch", path, body, stale), 412, "version_conflict")
    is_refused(client.get(f"/api/v1/seasons/{uuid4()}"), 404, "unknown_season")
    is_refused(client.get(f"/api/v1/seasons/{uuid4()}/table"), 404, "unknown_season")
    assert Season.objects.get().title == "Winter"
    assert send(client, "patch", path, body, staff_headers).json()["version"] == 2
    assert Season.objects.get().title == "Other"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"title": ""}, "invalid_body"),
        ({"title": "x", "rules": {"best": 0}}, "bad_best"),
        ({"title": "x", "rules": {"attendance": "much"}}, "bad_fraction"),
        ({"title": "x", "planned": 101}, "bad_evening_count"),
        ({"title": "x", "surprise": 1}, "invalid_body"),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: Client, staff_headers: dict[str, str], club: Club, body: dict[str, Any], code: str
) -> None:
    response = send(client, "post", "clubs/here/seasons", body, staff_headers)
    assert response.status_code in (400, 422)
    if code != "invalid_body":
        assert response.json()["code"] == code
    assert not Season.objects.exists()


def test_a_table_of_many_takes_as_many_queries_as_one_of_few(client: Client, club: Club) -> None:
    small = make_season(club, evenings=[evening(club, 2)])
    large = make_season(club, evenings=[evening(club, 8) for _ in range(4)])
    counts = []
    for season in (small, large):
        for address in (f"/api/v1/seasons/{season}/table", f"/api/v1/seasons/{season}"):
            client.get(address)
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            counts.append(len(captured))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 6


def test_a_list_with_many_champions_takes_as_many_queries_as_one_with_one(
    client: Client, club: Club
) -> None:
    counts = []
    for size in (1, 4):
        for _ in range(size):
            lead_it(make_season(club, planned=1, evenings=[evening(club, 2)]), "close")
        with CaptureQueriesContext(connection) as captured:
            rows = client.get("/api/v1/clubs/here/seasons").json()["results"]
        counts.append(len(captured))
    assert [len(row["champion_labels"]) for row in rows] == [1] * 5
    assert counts[0] == counts[1] == 4


def test_a_tournament_goes_out_and_comes_in_as_a_file(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    saved = transaction.savepoint()
    one = evening(club)
    assert client.get(f"/api/v1/tournaments/{one}/file").status_code == 401
    member = bearer(make_token(make_user())[1])
    assert client.get(f"/api/v1/tournaments/{one}/file", headers=member).status_code == 403
    file = client.get(f"/api/v1/tournaments/{one}/file", headers=staff_headers)
    assert file.status_code == 200
    text = file.content.decode()
    assert text == export_tournament(one)
    transaction.savepoint_rollback(saved)
    assert not Tournament.objects.exists()

    def take_in(
        name: str = "here", headers: dict[str, str] | None = staff_headers, text: str = text
    ) -> Answer:
        return client.post(
            f"/api/v1/clubs/{name}/tournaments/import",
            text,
            content_type="application/x-ndjson",
            headers=headers,
        )

    assert take_in(headers=None).status_code == 401
    assert take_in(headers=bearer(make_token(make_user())[1])).status_code == 403
    make_club("Other", slug="other")
    is_refused(take_in("other"), 409, "tournament_file_club")
    is_refused(take_in(text="{}\n"), 422, "not_a_tournament_file")
    first = take_in()
    assert (first.status_code, first.json()["created"]) == (201, True)
    again = take_in()
    assert (again.status_code, again.json()["created"]) == (200, False)
    assert export_tournament(one) == text
