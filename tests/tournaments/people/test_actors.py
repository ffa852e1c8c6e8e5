"""Who did what: in words, for those of the club, and for nobody else."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from replays.envelope import Envelope
from tests.clients import SignedIn
from tests.factories import NOW, bearer, make_member, make_token, make_user
from tests.tournaments.tournaments.doors import Evening
from tournaments.people.selectors.actors import actor_words
from tournaments.tournaments.director.commands.catalogue import read_command
from tournaments.tournaments.services.tournaments import direct

pytestmark = pytest.mark.django_db


def test_actors_are_put_into_words_in_one_query(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    anne, ben = make_user("anne"), make_user("ben")
    tablet = make_token(ben, name="tablet")[0]
    gone = f"user:{uuid4()}"
    actors = [f"user:{anne.id}", f"token:{tablet.id}", gone, "cli", "system", "bot", "batch"]
    with django_assert_num_queries(1):
        words = actor_words([*actors, *actors])
    assert words == dict(
        zip(
            actors,
            ["anne", "tablet (ben)", "a former account"] + 2 * ["the server"] + 2 * ["a bot"],
            strict=True,
        )
    )
    with django_assert_num_queries(0):
        assert actor_words(["cli", "user:nonsense"]) == {
            "cli": "the server",
            "user:nonsense": "user:nonsense",
        }


def test_the_log_of_a_tournament_names_its_actors_to_the_club_alone() -> None:
    evening = Evening(entrants=2)
    anne = make_member(evening.club, "organiser", "anne-the-organiser")
    rename = read_command("rename", {"title": "Saturday"})
    direct(tournament_id=evening.id, command=rename, envelope=Envelope(f"user:{anne.id}", NOW))
    member, stranger = make_member(evening.club, "member"), make_user()
    for user, sees in ((member, True), (anne, True), (stranger, False), (None, False)):
        browser = SignedIn(user) if user else Client()
        page = browser.get(f"/tournaments/{evening.id}/log/").text
        assert (page.count("anne-the-organiser") > (user == anne)) is sees
        assert ("the server" in page) is sees
        headers = bearer(make_token(user, ("read",))[1]) if user else {}
        listed = Client().get(f"/api/v1/{evening.path}/events", headers=headers).json()["results"]
        newest = (f"user:{anne.id}", "anne-the-organiser") if sees else (None, None)
        assert (listed[0]["actor"], listed[0]["by"]) == newest
        assert {one["by"] for one in listed[1:]} == ({"the server"} if sees else {None})


def test_the_log_takes_as_many_queries_whoever_wrote_it() -> None:
    evening = Evening(entrants=2)
    browser = SignedIn(make_member(evening.club))

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser.get(f"/tournaments/{evening.id}/log/")
        return len(asked)

    def rename(actor: str) -> None:
        command = read_command("rename", {"title": uuid4().hex})
        direct(tournament_id=evening.id, command=command, envelope=Envelope(actor, NOW))

    cost()
    rename(f"user:{make_user().id}")
    few = cost()
    for _ in range(4):
        rename(f"user:{make_user().id}")
        rename(f"token:{make_token()[0].id}")
    assert cost() == few


def test_the_members_page_says_who_gave_a_role() -> None:
    evening = Evening(entrants=2)
    owner, member = make_member(evening.club, "owner", "olga"), make_member(evening.club)
    headers = bearer(make_token(owner, ("admin",))[1])
    path = f"/api/v1/clubs/{evening.club.slug}/members/{member.id}"
    body = {"role": "arbiter"}
    changed = Client().put(path, body, content_type="application/json", headers=headers)
    assert changed.json()["granted_by"] == "test (olga)"
    page = SignedIn(member).get(f"/clubs/{evening.club.id}/members/").text
    assert "by test (olga)" in page
    assert "by the server" in page
