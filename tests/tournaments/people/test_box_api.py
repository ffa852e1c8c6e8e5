"""The boxes of a club through the API."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games.registry import rules_of
from games.sushi_bar.components import BONE_VALUES, SUSHI_VALUES
from replays.models import StoredEvent
from tests.answers import Answer
from tests.described import api_description
from tests.factories import NOW, bearer, make_club, make_token, make_user
from tests.tournaments.people.boxes import OTHER_BOXES, SUSHI, describe
from tests.tournaments.people.test_api import is_problem, post
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(db: None) -> dict[str, str]:
    """The headers of a token with which a member of staff may manage clubs."""
    return bearer(make_token(scopes=("admin",))[1])


def put(
    client: Client, club: UUID | str, options: Any, headers: dict[str, str], game: str = "sushi_bar"
) -> Answer:
    return client.put(
        f"/api/v1/clubs/{club}/boxes/{game}",
        {"options": options},
        content_type="application/json",
        headers=headers,
    )


@pytest.mark.parametrize("game", OTHER_BOXES)
def test_a_box_is_described_read_and_the_default_of_a_match(
    client: Client, club: Club, manager: dict[str, str], game: str
) -> None:
    answer = put(client, "here", OTHER_BOXES[game], manager, game)
    assert answer.status_code == 200
    box = answer.json()
    defaults = {option.name: option.default for option in rules_of(game).options()}
    assert box["own"] == OTHER_BOXES[game]
    assert box["options"] == {
        name: (defaults | box["own"])[name]
        for name in defaults
        if next(o for o in rules_of(game).options() if o.name == name).of_box
    }
    assert (box["club"], box["game"], box["version"]) == (str(club.id), game, 1)
    visitors = client.get(f"/api/v1/clubs/{club.id}/boxes/{game}")
    assert visitors.json() == box | {"version": None}
    assert "ETag" not in visitors.headers
    body = {"club": str(club.id), "game": game, "players": [None] * 3}
    begun = post(client, "matches", body, manager).json()
    assert begun["options"] == defaults | OTHER_BOXES[game]


def test_an_option_that_is_sent_outweighs_the_box(
    client: Client, club: Club, staff_headers: dict[str, str]
) -> None:
    describe(club)
    chosen = {"sushi_values": list(SUSHI_VALUES)}
    body = {"club": str(club.id), "game": "sushi_bar", "players": [None] * 2, "options": chosen}
    options = post(client, "matches", body, staff_headers).json()["options"]
    assert (options["sushi_values"], options["bone_values"]) == (
        list(SUSHI_VALUES),
        list(BONE_VALUES),
    )


def test_the_boxes_of_a_club_are_listed_in_the_language_of_the_reader(
    client: Client, club: Club
) -> None:
    describe(club)
    page = client.get("/api/v1/clubs/here/boxes", headers={"Accept-Language": "fr"})
    boxes = {box["game"]: box for box in page.json()["results"]}
    assert set(boxes) == set(OTHER_BOXES)
    assert boxes["sushi_bar"]["own"] == {"sushi_values": SUSHI}
    assert boxes["sushi_bar"]["changed_at"] == NOW.isoformat().replace("+00:00", "Z")
    assert (boxes["sushi_roll"]["own"], boxes["sushi_roll"]["changed_at"]) == ({}, None)


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        ({"sushi_values": [1]}, 422, "not_twelve_values"),
        ({"hide_covered": True}, 422, "not_in_the_box"),
        ({"sushi_values": [2**53] * 12}, 400, "integer_too_large"),
        ({"sushi_values": [1.5] * 12}, 400, "float_not_allowed"),
        ([], 400, "invalid_input"),
        (None, 400, "invalid_input"),
    ],
)
def test_a_wrong_box_is_refused_with_a_code_and_nothing_is_written(
    client: Client, club: Club, manager: dict[str, str], options: Any, status: int, code: str
) -> None:
    is_problem(put(client, "here", options, manager), status, code)
    assert not StoredEvent.objects.exists()


def test_a_refusal_names_the_option_in_both_languages(
    client: Client, club: Club, manager: dict[str, str]
) -> None:
    for language, words in (
        ("en", "The option “Values of the sushi” needs twelve values."),
        ("fr", "L'option « Valeurs des sushis » attend douze valeurs."),
    ):
        headers = manager | {"Accept-Language": language}
        refused = put(client, "here", {"sushi_values": [1]}, headers).json()
        assert (refused["detail"], refused["params"]) == (words, {"option": "sushi_values"})


def test_only_who_manages_the_club_may_describe_its_boxes(client: Client, club: Club) -> None:
    for headers, status, code in (
        ({}, 401, "not_authenticated"),
        (bearer(make_token()[1]), 403, "permission_denied"),
        (bearer(make_token(make_user(), scopes=("admin",))[1]), 403, "permission_denied"),
        (bearer(make_token(scopes=("admin",), club=make_club())[1]), 403, "permission_denied"),
    ):
        is_problem(put(client, "here", {}, headers), status, code)
    assert client.get("/api/v1/clubs/here/boxes").status_code == 200


def test_what_is_not_there_is_told_so(client: Client, club: Club, manager: dict[str, str]) -> None:
    is_problem(put(client, uuid4(), {}, manager), 404, "unknown_club")
    for game in ("plain", "chess"):
        is_problem(put(client, "here", {}, manager, game), 404, "unknown_box")
        is_problem(client.get(f"/api/v1/clubs/here/boxes/{game}"), 404, "unknown_box")


def test_a_box_takes_the_version_that_the_writer_saw_and_a_key(
    client: Client, club: Club, manager: dict[str, str]
) -> None:
    etag = client.get("/api/v1/clubs/here/boxes/sushi_bar", headers=manager).headers["ETag"]
    first = manager | {"If-Match": etag, "Idempotency-Key": "k1"}
    assert put(client, "here", OTHER_BOXES["sushi_bar"], first).status_code == 200
    assert put(client, "here", OTHER_BOXES["sushi_bar"], first).json()["version"] == 1
    stale = manager | {"If-Match": etag}
    is_problem(put(client, "here", {}, stale), 412, "version_conflict")
    assert put(client, "here", {}, manager).json()["own"] == {}
    assert StoredEvent.objects.count() == 2


def test_the_description_of_the_api_says_what_a_placeholder_and_a_box_are() -> None:
    described = api_description()
    option = described["components"]["schemas"]["OptionAnswer"]["properties"]
    assert "made up" in option["placeholder"]["description"]
    assert "box" in option["box"]["description"]
    assert described["paths"]["/api/v1/clubs/{club}/boxes/{game}"].keys() == {"get", "put"}
