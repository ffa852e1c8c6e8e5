"""Saying who finds what, and what each door answers to whom."""

import json
from io import StringIO
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.canonical import digest
from replays.envelope import Envelope, RequestKey
from replays.errors import KaitenError
from replays.models import StoredEvent
from replays.services.rebuild import rebuild_all
from tests.clients import SignedIn
from tests.factories import (
    NOW,
    bearer,
    make_club,
    make_member,
    make_player,
    make_token,
    make_user,
)
from tests.tournaments.ladders.nights import begun, played, work
from tests.tournaments.people.shelves import KINDS, LEVELS, Shelf
from tournaments.people.models import Club, StreamVisibility
from tournaments.people.services.visibility import set_visibility

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def rows() -> list[tuple[Any, ...]]:
    found = StreamVisibility.objects.order_by("id")
    return list(found.values_list("id", "club_id", "kind", "visibility"))


def put(client: Client, address: str, body: Any, headers: dict[str, str] | None = None) -> Any:
    return client.put(
        f"{address}/visibility", body, content_type="application/json", headers=headers
    )


def test_it_is_an_event_with_its_actor_and_a_rebuild_gives_the_same_rows(shelf: Shelf) -> None:
    shelf.set("club")
    shelf.set("unlisted", "season")
    shelf.set("", "ladder")
    known = {id_: kind for kind, id_ in shelf.ids.items()}
    assert {(known[row[0]], row[2], row[3]) for row in rows()} == {
        ("match", "match", "club"),
        ("tournament", "tournament", "club"),
        ("season", "season", "unlisted"),
    }
    events = StoredEvent.objects.filter(stream_id=shelf.club.id, type="visibility.set")
    assert set(events.values_list("actor", flat=True)) == {"cli"}
    before = rows()
    StreamVisibility.objects.filter(kind="match").delete()
    StreamVisibility.objects.filter(kind="season").update(visibility="club")
    rebuild_all()
    assert rows() == before


def test_what_is_so_already_writes_nothing_and_a_request_is_answered_once(shelf: Shelf) -> None:
    said: dict[str, Any] = {
        "club_id": shelf.club.id,
        "kind": "ladder",
        "stream_id": shelf.ids["ladder"],
    }
    plain, request = Envelope("cli", NOW), RequestKey("test", "key", digest("body"))
    assert set_visibility(**said, visibility="", envelope=plain).last_version == 0
    keyed = Envelope("cli", NOW, request)
    first = set_visibility(**said, visibility="club", envelope=keyed)
    set_visibility(**said, visibility="public", envelope=plain)
    again = set_visibility(**said, visibility="club", envelope=keyed)
    assert (again.last_version, again.repeated) == (first.last_version, True)
    assert set_visibility(**said, visibility="public", envelope=plain).last_version == 2
    assert rows()[0][3] == "public"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"visibility": "secret"}, "unknown_visibility"),
        ({"kind": "player"}, "unknown_kind"),
        ({"kind": "season"}, "unknown_season"),
        ({"stream_id": uuid4()}, "unknown_ladder"),
        ({"club_id": uuid4()}, "unknown_ladder"),
    ],
)
def test_what_there_is_not_or_is_anothers_is_refused(
    shelf: Shelf, change: dict[str, Any], code: str
) -> None:
    said = {"club_id": shelf.club.id, "kind": "ladder", "stream_id": shelf.ids["ladder"]}
    with pytest.raises(KaitenError) as refused:
        set_visibility(**{"visibility": "club", **said, **change}, envelope=Envelope("cli", NOW))
    assert refused.value.code == code
    assert not rows()


def test_every_kind_at_every_level_answers_each_role_as_the_rule_says(
    client: Client, shelf: Shelf
) -> None:
    member, elsewhere = make_member(shelf.club), make_member(make_club(), "owner")
    insiders: dict[str, tuple[Client, dict[str, str]]] = {
        "member": (SignedIn(member), {}),
        "their token": (client, bearer(make_token(member, ("read",))[1])),
        "staff": (SignedIn(make_user(staff=True)), {}),
    }
    visitors: dict[str, tuple[Client, dict[str, str]]] = {
        "nobody": (client, {}),
        "somebody": (SignedIn(elsewhere), {}),
        "a token": (client, bearer(make_token(elsewhere, ("admin",))[1])),
    }
    for level, kind in product(LEVELS, KINDS):
        shelf.set(level)
        for who, (asking, headers) in (insiders | visitors).items():
            expected = 404 if level == "club" and who in visitors else 200
            for address in (shelf.page(kind), shelf.api(kind)):
                if headers and not address.startswith("/api/"):
                    continue
                answer = asking.get(address, headers=headers)
                assert answer.status_code == expected, (level, kind, who, address)
            if expected == 200:
                assert asking.get(shelf.api(kind), headers=headers).json()["visibility"] == level


LISTS = {
    "match": (
        "/matches/",
        "/",
        "/api/v1/matches",
        "/api/v1/matches?club={club}",
        "/players/{one}/",
    ),
    "tournament": (
        "/tournaments/",
        "/tournaments/?club={slug}",
        "/api/v1/clubs/{slug}/tournaments",
    ),
    "season": ("/seasons/", "/api/v1/clubs/{slug}/seasons"),
    "ladder": ("/ladders/", "/api/v1/clubs/{slug}/ladders"),
}


def test_lists_leave_out_what_is_not_public_and_mark_it_for_the_club(
    client: Client, shelf: Shelf
) -> None:
    member = SignedIn(make_member(shelf.club))
    values = {"club": shelf.club.id, "slug": shelf.club.slug, "one": shelf.players[0].id}
    for level in LEVELS:
        shelf.set(level)
        for kind, addresses in LISTS.items():
            for address in (text.format(**values) for text in addresses):
                named = str(shelf.ids[kind])
                assert (named in client.get(address).text) is (level == "public"), (level, address)
                seen = member.get(address).text
                assert named in seen
                if level != "public" and not address.startswith("/api/"):
                    words = "unlisted" if level == "unlisted" else "club only"
                    assert f'<span class="badge">{words}</span>' in seen, address


def test_a_club_that_is_unlisted_or_for_itself_takes_everything_along(
    client: Client, shelf: Shelf
) -> None:
    club, player = shelf.club, shelf.players[0]
    other = Shelf(title="Other")
    singles = [
        *(address for kind in KINDS for address in (shelf.page(kind), shelf.api(kind))),
        *(f"/players/{player.id}/", f"/api/v1/players/{player.id}", f"/api/v1/clubs/{club.id}"),
        *(f"/api/v1/players/{player.id}/{part}" for part in ("ratings", "record")),
        *(f"/clubs/{club.id}/boxes/", f"/api/v1/clubs/{club.slug}/boxes"),
        f"/api/v1/clubs/{club.slug}/tournaments",
    ]
    across = ["/", "/matches/", "/tournaments/", "/seasons/", "/ladders/", "/players/", "/batches/"]
    across += [f"/api/v1/{noun}" for noun in ("clubs", "players", "matches", "batches")]
    names = [club.name, club.slug, player.first_name, *map(str, (club.id, *shelf.ids.values()))]
    Club.objects.filter(pk=club.pk).update(name="Nowhere Club")
    names[0] = "Nowhere Club"
    for level in ("unlisted", "club", "closed"):
        hidden = {"visibility": level} if level != "closed" else {"closed_at": NOW}
        Club.objects.filter(pk=club.pk).update(visibility="public", closed_at=None)
        Club.objects.filter(pk=club.pk).update(**hidden)
        for address in singles:
            expected = 200 if level == "unlisted" else 404
            assert client.get(address).status_code == expected, (level, address)
        for address in across:
            page = client.get(address).text
            assert [name for name in names if name in page] == [], (level, address)
        inside = client.get(f"/tournaments/?club={club.slug}").text
        assert (str(shelf.ids["tournament"]) in inside) is (level == "unlisted")
        found = client.get(f"/api/v1/players?club={club.id}").json()["results"]
        assert bool(found) is (level == "unlisted")
    for role, expected in (("organiser", 404), ("owner", 200)):
        member = SignedIn(make_member(club, role))
        assert member.get(f"/clubs/{club.id}/settings/").status_code == expected
        assert names[0] not in member.get("/players/").text
    assert SignedIn(make_user(staff=True)).get(f"/clubs/{club.id}/settings/").status_code == 200
    assert client.get(other.page("tournament")).status_code == 200


def test_matches_of_a_tournament_that_is_for_the_club_are_for_the_club(
    client: Client, shelf: Shelf
) -> None:
    rounds = f"{shelf.api('tournament')}/rounds"
    [match] = [t["match"] for t in client.get(rounds).json()["rounds"][0]["tables"]]
    address = f"/api/v1/matches/{match}"
    assert client.get(address).status_code == 200
    shelf.set("club", "tournament")
    assert client.get(address).status_code == 404
    assert client.get(f"/matches/{match}/news/").status_code == 404
    assert match not in client.get("/api/v1/matches").text
    table = client.get(f"{shelf.api('season')}/table").json()
    assert table["evenings"][0]["tournament"] is None
    assert table["evenings"][0]["title"] == ""
    assert table["lines"]
    page = client.get(shelf.page("season")).text
    assert str(shelf.ids["tournament"]) not in page
    assert "an evening that is not public" in page


def test_a_public_tournament_does_not_name_a_match_that_is_for_the_club(
    client: Client, shelf: Shelf
) -> None:
    rounds = f"{shelf.api('tournament')}/rounds"
    table = f"{shelf.page('tournament')}tables/1/1/1/"
    [match] = [t["match"] for t in client.get(rounds).json()["rounds"][0]["tables"]]
    assert f"/matches/{match}/" in client.get(table).text
    shelf.ids["match"] = match
    shelf.set("club", "match")
    assert [t["match"] for t in client.get(rounds).json()["rounds"][0]["tables"]] == [None]
    assert match not in client.get(table).text
    staff = SignedIn(make_user(staff=True))
    assert f"/matches/{match}/" in staff.get(table).text


def test_nothing_is_answered_from_a_cache_or_as_unchanged_once_it_is_for_the_club(
    client: Client, shelf: Shelf
) -> None:
    address = f"{shelf.api('match')}/state"
    first = client.get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    seen = {"If-None-Match": first.headers["ETag"]}
    assert client.get(address, headers=seen).status_code == 304
    for page in (
        shelf.page("match"),
        "/matches/",
        "/",
        "/seasons/",
        f"/players/{shelf.players[0].id}/",
    ):
        answer = client.get(page)
        assert "private" in answer.headers["Cache-Control"], page
        assert "Cookie" in answer.headers["Vary"], page
    shelf.set("club", "match")
    hidden = client.get(address, headers=seen)
    unknown = client.get(f"/api/v1/matches/{uuid4()}/state", headers=seen)
    assert hidden.status_code == 404
    assert (hidden.content, hidden.headers) == (unknown.content, unknown.headers)


def test_lists_cost_the_same_however_much_is_hidden(client: Client) -> None:
    club = make_club()
    counts: dict[str, set[int]] = {}
    for count in range(3):
        shelf = Shelf(club, title=f"No{count}")
        shelf.set("club" if count % 2 else "unlisted")
        player = shelf.players[0].id
        for address in ("/matches/", "/tournaments/", "/api/v1/matches", "/seasons/", "/ladders/"):
            with CaptureQueriesContext(connection) as captured:
                client.get(address)
            counts.setdefault(address, set()).add(len(captured))
        assert client.get(f"/players/{player}/").status_code == 200
    assert {address: len(numbers) for address, numbers in counts.items()} == dict.fromkeys(
        counts, 1
    )


def test_the_doors_to_say_it_are_open_to_organisers_alone(client: Client, shelf: Shelf) -> None:
    organiser, arbiter = (make_member(shelf.club, role) for role in ("organiser", "arbiter"))
    for kind in KINDS:
        address, form = shelf.api(kind), f"{shelf.page(kind)}visibility/"
        assert put(client, address, {"visibility": "nonsense"}).status_code == 401
        token = bearer(make_token(arbiter, ("admin",))[1])
        assert put(client, address, {"visibility": "nonsense"}, token).status_code == 403
        assert SignedIn(arbiter).post(form, {"visibility": "club"}).status_code == 403
        assert "Who sees this" not in SignedIn(arbiter).get(shelf.page(kind)).text
        token = bearer(make_token(organiser, ("organise",))[1])
        assert put(client, address, {"visibility": "nonsense"}, token).status_code == 400
        done = put(client, address, {"visibility": "unlisted"}, token)
        assert done.json() == {
            "kind": kind,
            "id": str(shelf.ids[kind]),
            "visibility": "unlisted",
            "inherited": False,
        }
        again = put(client, address, {"visibility": None}, token).json()
        assert (again["visibility"], again["inherited"]) == ("public", True)
        browser = SignedIn(organiser)
        assert "Who sees this" in browser.get(shelf.page(kind)).text
        sent = browser.post(form, {"visibility": "club"}, follow=True)
        assert sent.redirect_chain == [(shelf.page(kind), 302)]
        assert '<option value="club" selected>' in sent.text
        assert client.get(shelf.page(kind)).status_code == 404
        assert put(client, address, {"visibility": "public"}).status_code == 401


def test_shell_and_admin_say_it_too(shelf: Shelf) -> None:
    boss = SignedIn(make_user("boss", staff=True, is_superuser=True))
    for kind, app in zip(KINDS, ("replays", *["tournaments"] * 3), strict=True):
        out = StringIO()
        call_command("visibility", kind, str(shelf.ids[kind]), "unlisted", stdout=out)
        call_command("visibility", kind, str(shelf.ids[kind]), stdout=out)
        assert out.getvalue() == "unlisted\nunlisted\n"
        form = {"action": "visible_club", "_selected_action": [str(shelf.ids[kind])]}
        boss.post(f"/admin/{app}/{kind}/", form)
        assert StreamVisibility.objects.get(pk=shelf.ids[kind]).visibility == "club"
        form["action"] = "visible_as_the_club"
        boss.post(f"/admin/{app}/{kind}/", form)
        assert not StreamVisibility.objects.filter(pk=shelf.ids[kind]).exists()


def test_owners_settle_what_the_club_says_of_itself(client: Client) -> None:
    club = make_club("Before")
    owner, organiser = (
        SignedIn(make_member(club, "owner")),
        SignedIn(make_member(club, "organiser")),
    )
    address = f"/clubs/{club.id}/settings/"
    assert client.get(address).status_code == 302
    assert organiser.get(address).status_code == 403
    assert address in owner.get(f"/clubs/{club.id}/members/").text
    assert address not in organiser.get(f"/clubs/{club.id}/members/").text
    form = {
        "name": "After",
        "slug": "after",
        "time_zone": "Europe/Paris",
        "language": "fr",
        "visibility": "unlisted",
        "default_visibility": "club",
        "spectator_delay": "",
        "open_hands": "arbiters",
    }
    assert owner.post(address, form | {"time_zone": "Mars/Phobos"}).status_code == 422
    assert owner.post(address, form | {"spectator_delay": "2000"}).status_code == 422
    assert Club.objects.get(pk=club.pk).name == "Before"
    assert owner.post(address, form).status_code == 302
    answer = client.get(f"/api/v1/clubs/{club.id}").json()
    expected = form | {"id": str(club.id), "spectator_delay": None, "address": "/c/after/"}
    assert answer == expected


def test_the_api_changes_what_was_sent_of_a_club(client: Client) -> None:
    club = make_club()
    headers = bearer(make_token(make_member(club, "owner"), ("admin",))[1])
    address = f"/api/v1/clubs/{club.id}"

    def patch(**body: Any) -> Any:
        text = json.dumps(body)
        return client.patch(address, text, content_type="application/json", headers=headers)

    assert patch(visibility="nowhere").status_code == 400
    assert patch(spectator_delay=-1).status_code == 400
    answer = patch(visibility="club", default_visibility="unlisted", spectator_delay=15).json()
    assert (answer["visibility"], answer["default_visibility"]) == ("club", "unlisted")
    assert (answer["spectator_delay"], answer["open_hands"]) == (15, "everybody")
    assert patch(spectator_delay=None, open_hands="club").json()["spectator_delay"] is None
    assert client.get(address).status_code == 404
    assert client.get(address, headers=headers).json()["open_hands"] == "club"


def test_a_ladder_names_no_match_that_is_for_the_club(client: Client) -> None:
    club = make_club()
    people = [make_player(club, f"Ada{n} Z") for n in range(2)]
    hidden, shown = (played(club, people, [9, 3], minutes=minutes) for minutes in (1, 2))
    ladder = begun(club)
    work()
    set_visibility(
        club_id=club.id,
        kind="match",
        stream_id=hidden,
        visibility="club",
        envelope=Envelope("cli", NOW),
    )
    player = f"/players/{people[0].id}/?ladder={ladder}"
    changes = f"/api/v1/ladders/{ladder}/players/{people[0].id}/changes"
    page = client.get(player).text
    assert str(hidden) not in page
    assert str(shown) in page
    assert "a match that is not public" in page
    assert [one["match"] for one in client.get(changes).json()["results"]] == [str(shown)]
    assert client.get(f"/api/v1/ladders/{ladder}/matches/{hidden}").status_code == 404
    assert client.get(f"/api/v1/ladders/{ladder}").json()["matches"] == 2
    member = SignedIn(make_member(club))
    assert str(hidden) in member.get(player).text
