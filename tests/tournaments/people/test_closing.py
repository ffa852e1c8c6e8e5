"""Clubs that are closed and shown again: events, at every door."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from replays.models import StoredEvent
from replays.services.rebuild import rebuild_all
from replays.services.verify import verify_stream
from tests.factories import bearer, make_club, make_member, make_player, make_token, make_user
from tests.tournaments.people.test_api import is_problem, post
from tournaments.people.models import Club, Membership, Player
from tournaments.people.selectors.clubs import club_list

pytestmark = pytest.mark.django_db


def is_closed(club: Club) -> bool:
    shown = club_list().filter(pk=club.pk).exists()
    assert shown == (Club.objects.get(pk=club.pk).closed_at is None)
    return not shown


def test_an_owner_closes_a_club_by_its_short_name_and_shows_it_again(client: Client) -> None:
    club = make_club("Les Dés", slug="des")
    owner, page = make_member(club, "owner"), f"/clubs/{club.id}/close/"
    make_player(club, "Ana A")
    make_club("Other")
    client.force_login(owner)
    assert page in client.get(f"/clubs/{club.id}/members/").text
    assert "des</strong>" in client.get(page).text
    assert client.post(page, {"slug": "dés"}).status_code == 422
    assert not is_closed(club)
    assert client.post(page, {"slug": " DES "}).status_code == 302
    assert is_closed(club)
    assert "Les Dés is closed" in client.get("/").text
    assert "Les Dés" not in client.get("/players/").text
    assert client.post(page, {"slug": "des"}).status_code == 409
    # Nothing is gone, and an owner finds the way back.
    assert Membership.objects.filter(club=club).count() == 1
    assert Player.objects.get().first_name == "Ana"
    assert "Show it again" in client.get(page).text
    assert client.post(page, {"reopen": "yes"}).status_code == 302
    assert not is_closed(club)
    assert client.post(page, {"reopen": "yes"}).status_code == 409
    types = StoredEvent.objects.filter(stream_id=club.id).order_by("version")
    assert list(types.values_list("type", flat=True)) == ["club.closed", "club.reopened"]
    assert verify_stream(club.id).ok


def test_only_owners_and_operators_close_a_club(client: Client) -> None:
    club = make_club()
    page = f"/clubs/{club.id}/close/"
    assert client.get(page).headers["Location"].startswith("/login/")
    client.force_login(make_member(club, "organiser"))
    assert client.get(page).status_code == 403
    assert client.post(page, {"slug": club.slug}).status_code == 403
    assert page not in client.get(f"/clubs/{club.id}/members/").text
    client.force_login(make_user(staff=True))
    assert client.get(page).status_code == 200
    assert not is_closed(club)


def test_the_api_closes_and_reopens_with_the_scope_admin(client: Client) -> None:
    club = make_club(slug="des")
    owner = make_member(club, "owner")
    admin = bearer(make_token(owner, scopes=("admin",))[1])
    for door in ("close", "reopen"):
        path = f"clubs/des/{door}"
        is_problem(post(client, path, ""), 401, "not_authenticated")
        writer = bearer(make_token(owner, scopes=("organise",))[1])
        is_problem(post(client, path, "", writer), 403, "permission_denied")
        is_problem(post(client, f"clubs/none/{door}", "", admin), 404, "unknown_club")
    is_problem(post(client, "clubs/des/reopen", "", admin), 409, "club_not_closed")
    stale = admin | {"If-Match": '"1"'}
    is_problem(post(client, "clubs/des/close", "", stale), 412, "version_conflict")
    keyed = admin | {"Idempotency-Key": "once"}
    closed = [post(client, "clubs/des/close", "", keyed) for _ in range(2)]
    assert [answer.status_code for answer in closed] == [200, 200]
    assert closed[0].json()["closed_at"] is not None
    assert is_closed(club)
    is_problem(post(client, "clubs/des/close", "", admin), 409, "club_closed_already")
    assert client.get("/api/v1/clubs").json()["results"] == []
    assert post(client, "clubs/des/reopen", "", admin).json()["closed_at"] is None
    assert not is_closed(club)


def test_a_shell_closes_and_reopens() -> None:
    club = make_club(slug="des")
    call_command("club", "close", "des")
    assert is_closed(club)
    out = io.StringIO()
    call_command("club", "list", stdout=out)
    assert out.getvalue() == ""
    with pytest.raises(CommandError, match="club_closed_already"):
        call_command("club", "close", str(club.id))
    before = Club.objects.values_list().get()
    rebuild_all()
    assert Club.objects.values_list().get() == before
    call_command("club", "reopen", "des")
    assert not is_closed(club)


def test_a_shell_has_to_say_where_a_new_club_plays() -> None:
    with pytest.raises(CommandError, match="--time-zone"):
        call_command("club", "add", "X")
    assert not Club.objects.exists()


def test_the_admin_leads_to_closing_and_reopens(client: Client) -> None:
    club = make_club(slug="des")
    client.force_login(make_user(staff=True, is_superuser=True))
    chosen = {"_selected_action": [str(club.pk)]}
    led = client.post("/admin/tournaments/club/", chosen | {"action": "close"})
    assert led.headers["Location"] == f"/clubs/{club.id}/close/"
    call_command("club", "close", "des")
    client.post("/admin/tournaments/club/", chosen | {"action": "reopen"})
    assert not is_closed(club)
    form = client.get("/admin/tournaments/club/add/").text
    assert "UTC" not in form
    made = client.post("/admin/tournaments/club/add/", {"name": "New", "language": "en"})
    assert made.status_code == 200
    assert Club.objects.count() == 1
