from typing import Any

import pytest
from django.test import Client

from replays.models import Match
from tests.answers import Answer
from tests.factories import bearer, make_club, make_token
from tests.tournaments.past_results.files import EVENING
from tournaments.past_results.api.views import FILE
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db

DOUBTFUL = EVENING + "2026-01-31,Catan,Chloée C,9,Igor Roy,8,,\n"


def send(client: Client, path: str, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    return client.post(
        f"/api/v1/clubs/{path}", body, content_type="application/json", headers=headers
    )


def test_a_file_is_looked_at_decided_and_imported(
    client: Client, club: Club, people: list[Player], staff_headers: dict[str, str]
) -> None:
    preview = send(client, "here/results/import/preview", staff_headers, csv=DOUBTFUL).json()
    assert preview["counts"] == {"new": 3, "exists": 0, "open": 1, "error": 0}
    asked = [(name["name"], name["open"]) for name in preview["names"] if name["open"]]
    assert asked == [("Chloée C", "name_in_doubt"), ("Igor Roy", "name_unknown")]
    assert preview["names"][4]["candidates"][0]["id"] == str(people[2].id)
    assert preview["rows"][3]["detail"] == "Say first who this is: Chloée C."

    refused = send(client, "here/results/import", staff_headers, csv=DOUBTFUL)
    assert (refused.status_code, refused.json()["params"]["lines"]) == (409, [5])
    assert not Match.objects.exists()
    body = {"csv": DOUBTFUL, "players": {"Chloée C": str(people[2].id)}, "missing": "player"}
    done = send(client, f"{club.id}/results/import", staff_headers, **body)
    assert done.status_code == 201
    assert (len(done.json()["imported"]), done.json()["left"]) == (4, 0)
    assert done.json()["added"] == [str(Player.objects.get(last_name="Roy").id)]
    again = send(client, "here/results/import", staff_headers, **body)
    assert (again.status_code, again.json()["imported"]) == (201, [])
    assert [row["status"] for row in again.json()["rows"]] == ["exists"] * 4


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid_input"),
        ({"csv": ""}, 422, "list_empty"),
        ({"csv": "colour\nred\n"}, 422, "header_missing"),
        ({"csv": EVENING, "players": {"Nobody": "new"}}, 422, "bad_decision"),
        ({"csv": EVENING, "players": ["new"]}, 400, "invalid_input"),
        ({"csv": EVENING, "missing": "perhaps"}, 400, "invalid_input"),
        ({"csv": EVENING, "rated": "yes"}, 400, "invalid_input"),
        ({"csv": EVENING, "mode": "some"}, 400, "invalid_input"),
        ({"csv": EVENING, "sheet": 2}, 400, "invalid_input"),
    ],
)
def test_what_cannot_be_imported_is_refused(
    client: Client,
    club: Club,
    staff_headers: dict[str, str],
    body: dict[str, Any],
    status: int,
    code: str,
) -> None:
    answer = send(client, "here/results/import", staff_headers, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Match.objects.exists()


def test_importing_is_for_those_who_may_write_in_the_club(client: Client, club: Club) -> None:
    path = "here/results/import"
    assert send(client, path, csv=EVENING).status_code == 401
    reading = bearer(make_token(scopes=("read",))[1])
    assert send(client, f"{path}/preview", reading, csv=EVENING).status_code == 403
    elsewhere = bearer(make_token(club=make_club())[1])
    assert send(client, path, elsewhere, csv=EVENING).status_code == 403
    everywhere = bearer(make_token()[1])
    assert send(client, "nowhere/results/import", everywhere, csv=EVENING).status_code == 404


def test_the_example_of_the_description_works(
    client: Client, club: Club, staff_headers: dict[str, str]
) -> None:
    done = send(client, "here/results/import", staff_headers, **FILE)
    assert (done.status_code, len(done.json()["imported"])) == (201, 1)
