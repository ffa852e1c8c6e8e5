from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.answers import Answer
from tests.factories import bearer, make_bot, make_club, make_player, make_token, make_user
from tournaments.people.models import Club, Player
from tournaments.people.services.tokens import revoke_token

pytestmark = pytest.mark.django_db


def post(
    client: Client,
    path: str,
    body: list[Any] | dict[str, Any] | str,
    headers: dict[str, str] | None = None,
    **extra: Any,
) -> Answer:
    return client.post(
        f"/api/v1/{path}", body, content_type="application/json", headers=headers, **extra
    )


def patch(
    client: Client, path: str, body: dict[str, Any], headers: dict[str, str] | None = None
) -> Answer:
    return client.patch(f"/api/v1/{path}", body, content_type="application/json", headers=headers)


def is_problem(response: Answer, status: int, code: str) -> dict[str, Any]:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["detail"] not in ("", code)
    return response.json()


def labels(response: Answer) -> list[str]:
    assert response.status_code == 200
    return [row["label"] for row in response.json()["results"]]


def test_a_token_that_is_not_valid_is_refused_on_every_address(client: Client) -> None:
    token, text = make_token()
    for attempt in ("kaiten_x_y", "", text[:-1]):
        response = client.get("/api/v1/clubs", headers=bearer(attempt))
        is_problem(response, 401, "token_invalid")
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    revoke_token(token=token, actor="cli", now=datetime.now(UTC))
    is_problem(client.get("/api/v1/clubs", headers=bearer(text)), 401, "token_invalid")


def test_another_kind_of_authorization_is_nobody(client: Client) -> None:
    response = client.get("/api/v1/clubs", headers={"Authorization": "Basic eDp5"})
    assert response.status_code == 200


def test_clubs_are_listed_and_read_by_anyone(client: Client) -> None:
    club = make_club("Aaa", time_zone="Europe/Paris")
    response = client.get("/api/v1/clubs")
    assert response.json()["results"] == [
        {
            "id": str(club.id),
            "name": "Aaa",
            "slug": club.slug,
            "time_zone": "Europe/Paris",
            "language": "en",
            "visibility": "public",
            "default_visibility": "public",
            "spectator_delay": 0,
            "open_hands": "everybody",
            "address": f"/c/{club.slug}/",
        }
    ]
    assert client.get(f"/api/v1/clubs/{club.id}").json()["name"] == "Aaa"
    is_problem(client.get(f"/api/v1/clubs/{uuid4()}"), 404, "unknown_club")
    is_problem(client.get("/api/v1/clubs?x=1"), 400, "unknown_parameter")


def test_a_club_is_made_and_changed_with_the_scope_admin(
    client: Client, staff_headers: dict[str, str]
) -> None:
    admin = bearer(make_token(scopes=("admin",))[1])
    body = {"name": "New Club", "time_zone": "Europe/Paris", "language": "fr"}
    is_problem(post(client, "clubs", body), 401, "not_authenticated")
    is_problem(post(client, "clubs", body, staff_headers), 403, "permission_denied")
    response = post(client, "clubs", body, admin)
    assert response.status_code == 201
    assert response.json()["slug"] == "new-club"
    club_id = response.json()["id"]
    assert response.headers["Location"] == f"/api/v1/clubs/{club_id}"
    is_problem(post(client, "clubs", body, admin), 409, "slug_taken")
    response = patch(client, f"clubs/{club_id}", {"name": "Newer"}, admin)
    assert (response.json()["name"], response.json()["time_zone"]) == ("Newer", "Europe/Paris")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "X", "time_zone": "Mars/Phobos"}, "unknown_time_zone"),
        ({"name": "X", "time_zone": "../etc/passwd"}, "unknown_time_zone"),
        ({"name": "X", "slug": "No Slug", "time_zone": "UTC"}, "bad_slug"),
        ({"name": "\u202e", "time_zone": "UTC"}, "name_not_text"),
    ],
)
def test_a_club_that_makes_no_sense_is_refused(
    client: Client, body: dict[str, str], code: str
) -> None:
    admin = bearer(make_token(scopes=("admin",))[1])
    is_problem(post(client, "clubs", body, admin), 422, code)
    assert not Club.objects.exists()


def test_a_new_club_has_to_say_where_it_plays(client: Client) -> None:
    admin = bearer(make_token(scopes=("admin",))[1])
    for body in ({"name": "X"}, {"name": "X", "time_zone": ""}):
        told = is_problem(post(client, "clubs", body, admin), 400, "invalid_input")
        assert "time_zone" in str(told)
    assert not Club.objects.exists()


def test_players_are_listed_by_label_and_searched_without_telling_more(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    make_player(club, "Éloïse Martin")
    make_player(club, "Paul Petit")
    make_bot(club)
    make_player(name="Other Club")
    path = f"/api/v1/players?club={club.id}"
    assert labels(client.get(path)) == ["Éloïse M.", "Greedy (bot)", "Paul P."]
    assert labels(client.get(f"{path}&kind=bot")) == ["Greedy (bot)"]
    assert labels(client.get(f"{path}&search=ELOISE")) == ["Éloïse M."]
    assert labels(client.get(f"{path}&search=martin")) == []
    assert labels(client.get(f"{path}&search=martin", headers=staff_headers)) == ["Éloïse M."]


def test_names_and_accounts_are_for_the_staff_of_the_club(
    client: Client, staff_headers: dict[str, str]
) -> None:
    player = make_player(name="Éloïse Martin")
    path = f"/api/v1/players/{player.id}"
    seen = client.get(path).json()
    assert (seen["label"], seen["name"], seen["has_account"]) == ("Éloïse M.", None, None)
    assert "Martin" not in client.get(path).text
    assert client.get(path, headers=staff_headers).json()["name"]["last_name"] == "Martin"
    elsewhere = bearer(make_token(club=make_club())[1])
    assert client.get(path, headers=elsewhere).json()["name"] is None
    is_problem(client.get(f"/api/v1/players/{uuid4()}"), 404, "unknown_player")


def test_a_long_list_of_players_is_read_page_by_page(client: Client) -> None:
    club = make_club()
    expected = sorted(make_player(club, f"P{number:02}").first_name for number in range(7))
    address, found = f"/api/v1/players?club={club.id}&limit=3", []
    while address:
        page = client.get(address).json()
        found += [row["label"] for row in page["results"]]
        address = page["next"]
    assert found == expected


def test_a_page_of_players_costs_the_same_however_long_it_is(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    club = make_club()
    for number in range(12):
        make_player(club, f"P{number:02}")
    with django_assert_num_queries(2):
        client.get(f"/api/v1/players?club={club.id}&limit=3")
    with django_assert_num_queries(2):
        client.get(f"/api/v1/players?club={club.id}&limit=12")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("club=x", "bad_id"),
        ("kind=ghost", "bad_choice"),
        ("merged=maybe", "bad_choice"),
        ("search=" + "x" * 101, "bad_text"),
        ("search=%00", "bad_text"),
        ("cursor=zzz", "bad_cursor"),
        ("limit=0", "bad_limit"),
        ("page=2", "unknown_parameter"),
    ],
)
def test_a_list_that_cannot_be_asked_for_is_refused(client: Client, query: str, code: str) -> None:
    is_problem(client.get(f"/api/v1/players?{query}"), 400, code)


def test_a_person_is_added_and_changed_by_the_staff(
    client: Client, staff_headers: dict[str, str]
) -> None:
    club = make_club()
    body = {"club": str(club.id), "first_name": "Anne", "last_name": "Petit", "guest": True}
    is_problem(post(client, "players", body), 401, "not_authenticated")
    is_problem(
        post(client, "players", body, bearer(make_token(make_user())[1])), 403, "permission_denied"
    )
    response = post(client, "players", body, staff_headers)
    assert response.status_code == 201
    player_id = response.json()["id"]
    assert response.headers["Location"] == f"/api/v1/players/{player_id}"
    response = patch(
        client, f"players/{player_id}", {"display": "full", "guest": False}, staff_headers
    )
    assert (response.json()["label"], response.json()["guest"]) == ("Anne Petit", False)


def test_a_similar_name_asks_first_and_is_added_once_confirmed(
    client: Client, staff_headers: dict[str, str]
) -> None:
    known = make_player(name="Anne Petit")
    body = {"club": str(known.club_id), "first_name": "Anne", "last_name": "Petti"}
    problem = is_problem(post(client, "players", body, staff_headers), 409, "similar_player")
    assert problem["params"]["candidates"][0]["id"] == str(known.id)
    assert post(client, "players", body | {"confirm": True}, staff_headers).status_code == 201


def test_a_person_sent_twice_with_an_id_of_ones_own_is_added_once(
    client: Client, staff_headers: dict[str, str]
) -> None:
    body = {"id": str(uuid4()), "club": str(make_club().id), "first_name": "Anne"}
    assert post(client, "players", body, staff_headers).status_code == 201
    again = post(client, "players", body, staff_headers)
    assert (again.status_code, again.json()["id"]) == (200, body["id"])
    other = post(client, "players", body | {"first_name": "Paul"}, staff_headers)
    is_problem(other, 409, "player_id_taken")
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "name_missing"),
        ({"first_name": 7}, 400, "invalid_input"),
        ({"first_name": "A", "guest": "yes"}, 400, "invalid_input"),
        ({"first_name": "A", "club": "x"}, 400, "invalid_input"),
        ({"first_name": "A", "colour": "red"}, 400, "invalid_input"),
        ({"first_name": "A", "club": str(uuid4())}, 404, "unknown_club"),
        ({"first_name": "A" * 61}, 400, "invalid_input"),
        ({"first_name": "A\u202e"}, 422, "name_not_text"),
        ([], 400, "invalid_input"),
    ],
)
def test_a_person_that_cannot_be_added_is_refused(
    client: Client,
    staff_headers: dict[str, str],
    body: list[Any] | dict[str, Any],
    status: int,
    code: str,
) -> None:
    if isinstance(body, dict):
        body = {"club": str(make_club().id)} | body
    is_problem(post(client, "players", body, staff_headers), status, code)
    assert not Player.objects.exists()


def test_players_are_merged_and_the_merge_undone(
    client: Client, staff_headers: dict[str, str]
) -> None:
    one = make_player(name="Anne Petit")
    other = make_player(one.club, "Anne P")
    path, body = f"players/{one.id}/merge", {"into": str(other.id)}
    is_problem(post(client, path, body), 401, "not_authenticated")
    is_problem(post(client, path, {"into": str(one.id)}, staff_headers), 409, "merge_with_itself")
    key = staff_headers | {"Idempotency-Key": "k"}
    first, again = post(client, path, body, key), post(client, path, body, key)
    assert first.json() | {"repeated": True} == again.json()
    assert first.json()["merged_into"] == str(other.id)
    read = client.get(f"/api/v1/players/{one.id}").json()
    for said in (first.json(), read):
        assert (said["label"], said["merged_into_label"]) == ("Anne P.", "Anne P.")
        assert said["club_name"] == one.club.name
    is_problem(post(client, path, body, staff_headers), 409, "already_merged")
    response = client.post(f"/api/v1/players/{one.id}/unmerge", headers=staff_headers)
    assert (response.status_code, response.json()["merged_into"]) == (201, None)
    is_problem(
        client.post(f"/api/v1/players/{one.id}/unmerge", headers=staff_headers), 409, "not_merged"
    )


def send_csv(
    client: Client, path: str, data: bytes, headers: dict[str, str] | None = None
) -> Answer:
    return client.post(f"/api/v1/{path}", data, content_type="text/csv", headers=headers)


def test_a_spreadsheet_is_previewed_then_imported(
    client: Client, staff_headers: dict[str, str]
) -> None:
    known = make_player(name="Camille Bernard")
    data = "Prénom;Nom\r\nÉloïse;Martin\r\nCamile;Bernard\r\n".encode("cp1252")
    query = f"club={known.club_id}"
    preview = send_csv(client, f"players/import/preview?{query}", data, staff_headers)
    assert [row["status"] for row in preview.json()["rows"]] == ["new", "resembles"]
    assert preview.json()["rows"][1]["candidates"][0]["id"] == str(known.id)
    assert Player.objects.count() == 1
    refused = send_csv(client, f"players/import?{query}", data, staff_headers)
    assert is_problem(refused, 409, "import_refused")["params"]["lines"] == [3]
    done = send_csv(client, f"players/import?{query}&mode=all&confirm=3", data, staff_headers)
    assert (done.status_code, len(done.json()["added"])) == (201, 2)


@pytest.mark.parametrize(
    ("query", "data", "status", "code"),
    [
        ("", b"first_name\nA\n", 400, "missing_parameter"),
        ("club=1", b"first_name\nA\n", 400, "bad_id"),
        ("club={club}&mode=some", b"first_name\nA\n", 422, "unknown_mode"),
        ("club={club}&confirm=a", b"first_name\nA\n", 400, "bad_lines"),
        ("club={club}&sheet=2", b"first_name\nA\n", 400, "unknown_parameter"),
        ("club={club}", b"", 422, "list_empty"),
        ("club={club}", b"\0", 422, "list_not_text"),
        ("club={club}", b"x" * 600_000, 413, "file_too_large"),
    ],
)
def test_an_import_that_cannot_be_done_is_refused(
    client: Client, staff_headers: dict[str, str], query: str, data: bytes, status: int, code: str
) -> None:
    query = query.format(club=make_club().id)
    is_problem(send_csv(client, f"players/import?{query}", data, staff_headers), status, code)
    assert not Player.objects.exists()


def test_an_import_is_for_the_staff_and_takes_csv_only(
    client: Client, staff_headers: dict[str, str]
) -> None:
    path = f"players/import?club={make_club().id}"
    is_problem(send_csv(client, path, b"first_name\nA\n"), 401, "not_authenticated")
    is_problem(post(client, path, {}, staff_headers), 415, "unsupported_media_type")


def test_refusals_speak_the_language_of_the_request(
    client: Client, staff_headers: dict[str, str]
) -> None:
    response = client.get(
        f"/api/v1/players/{uuid4()}", headers=staff_headers | {"Accept-Language": "fr"}
    )
    assert response.json()["code"] == "unknown_player"
    assert response.json()["detail"] == "Ce joueur n’existe pas."


@pytest.mark.parametrize("path", ["players", "players/{id}/merge", "players/{id}/unmerge"])
def test_nobody_is_asked_to_sign_in_before_anything_else_is_looked_at(
    client: Client, path: str
) -> None:
    path = path.format(id=uuid4())
    for body in ("{", {"nonsense": 1}):
        is_problem(post(client, path, body), 401, "not_authenticated")
    is_problem(patch(client, f"players/{uuid4()}", {}), 401, "not_authenticated")
