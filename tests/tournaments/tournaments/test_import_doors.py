"""Files of another club through the API and the shell."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.answers import Answer
from tests.factories import bearer, make_club, make_player, make_token, make_user
from tests.tournaments.tournaments.handed_over import handed_over
from tournaments.people.models import Club, Player
from tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PATH = "/api/v1/clubs/here/tournaments/import"


def send(client: Client, path: str, text: str, headers: dict[str, str]) -> Answer:
    return client.post(path, text, content_type="application/x-ndjson", headers=headers)


def test_a_file_of_another_club_is_looked_at_and_imported_by_the_api(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    away = handed_over("Ana Bell", "Bo Carr", "Zoé Roy")
    ana, bo = make_player(club, "Ana Bell"), make_player(club, "Bo Car")
    seen = send(client, f"{PATH}/preview", away.evening, staff_headers).json()
    assert {name: seen[name] for name in ("title", "club_name", "foreign", "standing")} == {
        "title": "Friday",
        "club_name": "Laptop",
        "foreign": True,
        "standing": "new",
    }
    assert [(one["name"], one["status"], one["read_as"]) for one in seen["people"]] == [
        ("Ana Bell", "same", str(ana.id)),
        ("Bo Carr", "resembles", None),
        ("Zoé Roy", "new", None),
    ]
    assert seen["people"][1]["candidates"] == [{"id": str(bo.id), "label": "Bo Car", "same": False}]
    refused = send(client, PATH, away.evening, staff_headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "tournament_file_people")
    assert refused.json()["params"]["players"] == [str(away.players["Bo Carr"])]
    assert not Tournament.objects.exists()
    chosen = f"{PATH}?people={away.players['Bo Carr']}:{bo.id}"
    done = send(client, chosen, away.evening, staff_headers)
    assert (done.status_code, done.json()["created"], done.json()["matches"]) == (201, True, 1)
    again = send(client, chosen, away.evening, staff_headers)
    assert (again.status_code, again.json()["events"]) == (200, 0)
    listed = client.get("/api/v1/clubs/here/tournaments").json()["results"]
    assert [(one["title"], one["club"]) for one in listed] == [("Friday", str(club.id))]


def test_those_in_doubt_can_all_be_new(
    client: Client, staff_headers: dict[str, str], club: Club
) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    make_player(club, "Bo Car")
    done = send(client, f"{PATH}?doubt=new", away.evening, staff_headers)
    assert done.status_code == 201
    assert not Player.objects.exclude(merged_into=None).exists()


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("people=x", 422, "bad_people_choice"),
        ("people=8d994d84-2579-5c37-bf7d-bc61a4de4cf8:new", 422, "unknown_player"),
        ("doubt=perhaps", 400, "bad_choice"),
        ("who=me", 400, "unknown_parameter"),
    ],
)
def test_a_choice_that_says_nothing_is_refused(
    client: Client, staff_headers: dict[str, str], club: Club, query: str, status: int, code: str
) -> None:
    text = handed_over("Ana Bell", "Bo Carr").evening
    refused = send(client, f"{PATH}?{query}", text, staff_headers)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Tournament.objects.exists()


def test_names_are_shown_to_those_only_who_may_direct_the_club(client: Client, club: Club) -> None:
    text = handed_over("Ana Bell", "Bo Carr").evening
    bound = make_token(make_user(staff=True), club=make_club())[1]
    reading = make_token(make_user(staff=True), scopes=("read",))[1]
    for path in (PATH, f"{PATH}/preview"):
        assert send(client, path, text, {}).status_code == 401
        for token in (make_token(make_user())[1], bound, reading):
            assert send(client, path, text, bearer(token)).status_code == 403


def run(*words: Any) -> str:
    out = StringIO()
    call_command("tournamentfile", *map(str, words), stdout=out, stderr=out)
    return out.getvalue()


def test_a_file_of_another_club_is_looked_at_and_imported_in_the_shell(
    club: Club, tmp_path: Path
) -> None:
    away = handed_over("Ana Bell", "Bo Carr")
    bo = make_player(club, "Bo Car")
    noon, evening = tmp_path / "noon.jsonl", tmp_path / "evening.jsonl"
    noon.write_text(away.noon)
    evening.write_text(away.evening)
    seen = run("import", noon, "--club", "here", "--preview")
    assert "Friday (Laptop): the tournament is not here yet" in seen
    assert f"{away.players['Bo Carr']}  Bo Carr: in doubt" in seen
    assert f"{bo.id}  Bo Car" in seen
    assert not Tournament.objects.exists()
    with pytest.raises(SystemExit):
        run("import", noon, "--club", "here")
    with pytest.raises(SystemExit):
        run("import", noon)
    with pytest.raises(CommandError, match="unknown_club"):
        run("import", noon, "--club", "nowhere")
    with pytest.raises(CommandError, match="bad_people_choice"):
        run("import", noon, "--club", "here", "--people", "Bo")
    chosen = f"{away.players['Bo Carr']}:{bo.id}"
    assert "imported" in run("import", noon, "--club", "here", "--people", chosen)
    assert "continued" in run("import", evening)
    assert "already here" in run("import", evening, "--club", "here", "--doubt", "new")
