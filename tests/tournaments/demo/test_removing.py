"""The demo club is removed: hidden, its people forgotten, its logs as they were."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from replays.models import StoredEvent, Stream
from replays.services.rebuild import rebuild_all
from tests.factories import make_member, make_user
from tests.tournaments.people.accounts.test_setup import new_code, sent
from tournaments.demo.club import make_demo, make_organiser, plan_matches
from tournaments.people.models import Club, Membership, Player, User
from tournaments.people.selectors.clubs import DEMO_CLUB_ID

pytestmark = pytest.mark.django_db


def made() -> Club:
    planned = plan_matches(seed="kaiten", tell=lambda _progress: None)
    return make_demo(planned=planned, now=datetime.now(UTC))


def rows(model: type[Any], **chosen: Any) -> list[Any]:
    return list(model.objects.filter(**chosen).order_by("pk").values_list())


def test_setting_up_a_club_removes_the_demo_and_touches_no_log(client: Client) -> None:
    club = made()
    make_organiser(club)
    make_member(club, "organiser", "helper")
    before = {stream.pk: stream.head_hash for stream in Stream.objects.all()}
    events = rows(StoredEvent)
    home = client.get("/").text
    assert "Set up your own club" in home
    assert "Remove the demo club" in client.get("/setup/").text
    assert client.post("/setup/", sent(new_code(), remove_demo="on")).status_code == 302

    assert Club.objects.get(pk=DEMO_CLUB_ID).closed_at is not None
    people = Player.objects.filter(club=club, kind="person")
    assert {(one.first_name, one.last_name, one.search_name) for one in people} == {("", "", "")}
    assert people.count() == 14
    assert Membership.objects.get().user.username == "anne"
    organiser = User.objects.get(username="organiser")
    assert (organiser.is_staff, organiser.is_superuser) == (False, False)
    assert "Kaiten Demo Club" not in client.get("/api/v1/clubs").text

    # Nothing that was written has changed; one append was added, to the club's own log.
    assert rows(StoredEvent)[: len(events)] == events
    heads = {stream.pk: stream.head_hash for stream in Stream.objects.exclude(pk=club.pk)}
    assert heads == before
    added = StoredEvent.objects.filter(stream_id=club.pk).order_by("version")
    assert list(added.values_list("type", flat=True)) == [
        "club.closed",
        *["player.anonymised"] * 14,
    ]
    call_command("verify", "--all", stdout=io.StringIO())
    stored = rows(Player), rows(Club)
    rebuild_all()
    assert (rows(Player), rows(Club)) == stored

    out = io.StringIO()
    call_command("demo", "--if-empty", stdout=out)
    assert out.getvalue() == ""
    call_command("demo", stdout=out)
    assert "club reopen demo" in out.getvalue()
    call_command("club", "reopen", "demo")
    assert Club.objects.get(pk=DEMO_CLUB_ID).closed_at is None
    assert not Player.objects.filter(club=club, first_name="Alice").exists()


def test_the_demos_own_login_stays_what_it_is_for_whoever_uses_it(client: Client) -> None:
    club = made()
    make_organiser(club)
    organiser = User.objects.get()
    client.force_login(organiser)
    own = {"username": "", "password1": "", "password2": "", "remove_demo": "on"}
    assert client.post("/setup/", sent(**own)).status_code == 302
    organiser.refresh_from_db()
    assert organiser.is_superuser
    assert Membership.objects.get().club.name == "Les Dés"
    call_command("club", "reopen", "demo")
    make_user()
    call_command("club", "close", "demo")
    organiser.refresh_from_db()
    assert organiser.is_superuser
