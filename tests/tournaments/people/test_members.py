"""The members' page, invitations and the API of both; links that tell nothing to who guesses."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.db import transaction
from django.test import Client
from playwright.sync_api import Page, expect

from replays.envelope import Envelope
from replays.errors import KaitenError
from tests.clients import SignedIn
from tests.factories import NOW, bearer, make_club, make_member, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tournaments.people.models import Club, Invitation, Membership, Role, User
from tournaments.people.services.invitations import (
    MadeInvitation,
    accept_invitation,
    find_invitation,
    invite,
    revoke_invitation,
)

API = "/api/v1/clubs/here"


def made(
    club: Club, role: str = "scorekeeper", *, actor: str = "cli", **fields: bool
) -> MadeInvitation:
    envelope = Envelope(actor, datetime.now(UTC))
    return invite(
        club=club, role=Role(role), days=2, envelope=envelope, single=fields.get("single", True)
    )


def address(invitation: MadeInvitation) -> str:
    return f"/join/{invitation.secret}/"


@pytest.mark.django_db
def test_somebody_new_joins_by_a_link_with_an_account_of_their_own(
    club: Club, client: Client
) -> None:
    link = address(made(club))
    assert "Test Club" in client.get(link).content.decode()
    fields = {"username": "nina", "password1": "quiet-otter-9", "password2": "quiet-otter-9"}
    refused = client.post(link, fields | {"password2": "other"})
    assert refused.status_code == 422
    assert not User.objects.filter(username="nina").exists()
    answer = client.post(link, fields)
    assert answer.status_code == 302
    member = Membership.objects.get(user__username="nina")
    assert (member.club, member.role) == (club, "scorekeeper")
    assert client.get(answer.headers["Location"]).status_code == 200
    assert Client().get(link).status_code == 404


@pytest.mark.django_db
def test_a_link_for_many_works_for_many_and_never_lowers_a_role(club: Club) -> None:
    link = made(club, single=False)
    users = [make_user(), make_user(), make_member(club, "organiser")]
    for user in users:
        assert SignedIn(user).post(address(link), {}).status_code == 302
    roles = [Membership.objects.get(user=user).role for user in users]
    assert roles == ["scorekeeper", "scorekeeper", "organiser"]
    assert Invitation.objects.get().uses == 3


@pytest.mark.django_db
def test_links_that_do_not_work_answer_alike(club: Club) -> None:
    organiser = make_member(club, "organiser")
    used, revoked, expired = made(club), made(club), made(club)
    orphaned = made(club, actor=f"user:{organiser.id}")
    with transaction.atomic():
        accept_invitation(secret=used.secret, user=make_user(), now=datetime.now(UTC))
    revoke_invitation(club_id=club.id, invitation_id=revoked.invitation.id, now=NOW)
    Invitation.objects.filter(pk=expired.invitation.pk).update(
        expires_at=datetime.now(UTC) - timedelta(seconds=1)
    )
    Membership.objects.filter(user=organiser).delete()
    secrets = [one.secret for one in (used, revoked, expired, orphaned)] + ["x" * 32]
    answers = {secret: Client().get(f"/join/{secret}/") for secret in secrets}
    assert {answer.status_code for answer in answers.values()} == {404}
    told = {
        re.sub(f"{secret}|csrf[^>]+", "", answer.content.decode())
        for secret, answer in answers.items()
    }
    assert len(told) == 1
    assert Membership.objects.filter(role="scorekeeper").count() == 1


@pytest.mark.database
def test_of_two_who_use_a_link_for_one_at_once_one_joins(fresh_database: FreshDatabase) -> None:
    club = make_club()
    link, users = made(club), [make_user() for _ in range(2)]

    def use(user: User) -> None:
        with transaction.atomic():
            accept_invitation(secret=link.secret, user=user, now=datetime.now(UTC))

    done = run_together([partial(use, one) for one in users])
    assert [getattr(one, "code", None) for one in done].count("invitation_invalid") == 1
    assert Membership.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("role", "shown", "links"),
    [("visitor", 403, 403), ("member", 200, 403), ("organiser", 200, 200), ("owner", 200, 200)],
)
def test_the_page_is_for_members_and_links_for_those_who_manage(
    club: Club, role: str, shown: int, links: int
) -> None:
    user = make_user() if role == "visitor" else make_member(club, role)
    browser, page = SignedIn(user), f"/clubs/{club.id}/members/"
    assert browser.get(page).status_code == shown
    fields = {"role": "member", "use": "many", "days": "14"}
    answer = browser.post(f"{page}do/invite/", fields)
    assert answer.status_code == links
    assert Invitation.objects.count() == (1 if links == 200 else 0)
    secret = made(club).invitation.id
    revoked = browser.post(f"{page}do/revoke/", {"id": str(secret)})
    assert revoked.status_code == (302 if links == 200 else 403)


@pytest.mark.django_db
def test_visitors_are_sent_to_log_in(club: Club, client: Client) -> None:
    answer = client.get(f"/clubs/{club.id}/members/")
    assert (answer.status_code, answer.headers["Location"][:7]) == (302, "/login/")


@pytest.mark.django_db
def test_the_api_lists_changes_and_removes_members_and_makes_links(club: Club) -> None:
    owner, other = make_member(club, "owner", "ona"), make_member(club, "member", "mia")
    client = Client(headers=bearer(make_token(owner, ("admin",))[1]))
    listed = client.get(f"{API}/members").json()["members"]
    assert [(row["name"], row["role"]) for row in listed] == [("ona", "owner"), ("mia", "member")]
    body = {"role": "arbiter"}
    changed = client.put(f"{API}/members/{other.id}", body, content_type="application/json")
    assert (changed.status_code, changed.json()["role"]) == (200, "arbiter")
    alone = client.delete(f"{API}/members/{owner.id}")
    assert (alone.status_code, alone.json()["code"]) == (409, "last_owner")
    assert client.delete(f"{API}/members/{other.id}").status_code == 204
    again = client.delete(f"{API}/members/{other.id}")
    assert (again.status_code, again.json()["code"]) == (404, "unknown_member")
    made = client.post(
        f"{API}/invitations", {"role": "scorekeeper"}, content_type="application/json"
    )
    assert made.status_code == 201
    assert Client().get(made.json()["link"]).status_code == 200
    [link] = client.get(f"{API}/invitations").json()["invitations"]
    assert link["id"] == made.json()["id"]
    assert client.delete(f"{API}/invitations/{link['id']}").status_code == 204
    assert Client().get(made.json()["link"]).status_code == 404


@pytest.mark.django_db
def test_whoever_makes_a_club_owns_it(client: Client) -> None:
    staff = make_user(staff=True)
    answer = client.post(
        "/api/v1/clubs",
        {"name": "New", "time_zone": "Europe/Paris"},
        content_type="application/json",
        headers=bearer(make_token(staff, ("admin",))[1]),
    )
    assert answer.status_code == 201
    member = Membership.objects.get(club_id=answer.json()["id"])
    assert (member.user, member.role) == (staff, "owner")


def test_an_invalid_secret_is_refused(db: None) -> None:
    with pytest.raises(KaitenError, match="invitation_invalid"):
        find_invitation(secret="\udcff", now=NOW)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_organiser_invites_a_scorekeeper_who_joins_and_is_removed(
    browser_page: Page, live_server_url: str, language: str
) -> None:
    club = make_club()
    make_member(club, "organiser", "olga")
    make, begin, remove = {
        "en": ("Make a link", "Make an account and join", "Remove"),
        "fr": ("Créer un lien", "Créer un compte et entrer", "Retirer"),
    }[language]
    page = browser_page
    if language == "fr":
        page.goto(live_server_url)
        page.click("button[lang=fr]")

    def log_in(to: str) -> None:
        page.goto(f"{live_server_url}/login/?next={to}")
        page.fill("[name=username]", "olga")
        page.fill("[name=password]", "secret")
        page.press("[name=password]", "Enter")

    members = f"/clubs/{club.id}/members/"
    log_in(members)
    page.select_option("form.card [name=role]", "scorekeeper")
    page.get_by_role("button", name=make).click()
    link = page.locator(".link-once").inner_text()
    page.locator("[action='/logout/'] button").click()
    page.goto(link)
    page.fill("[name=username]", "sacha")
    page.fill("[name=password1]", "quiet-otter-9")
    page.fill("[name=password2]", "quiet-otter-9")
    page.get_by_role("button", name=begin).click()
    expect(page.get_by_role("listitem").filter(has_text="sacha")).to_be_visible()
    expect(page.get_by_role("button", name=make)).to_have_count(0)
    page.locator("[action='/logout/'] button").click()
    log_in(members)
    page.get_by_role("listitem").filter(has_text="sacha").get_by_role("button", name=remove).click()
    expect(page.get_by_role("listitem").filter(has_text="sacha")).to_have_count(0)
    assert not Membership.objects.filter(user__username="sacha").exists()


@pytest.mark.django_db
def test_the_account_page_leads_to_the_members_of_ones_clubs(club: Club) -> None:
    user = make_member(club, "arbiter")
    page = SignedIn(user).get("/account/").text
    assert f'href="/clubs/{club.id}/members/"' in page
    assert "(arbiter)" in page
