"""An account becomes a player's: by a link, by asking; nothing is told to who guesses."""

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.test import Client

from replays.envelope import Envelope
from replays.errors import KaitenError
from tests.clients import SignedIn
from tests.factories import (
    bearer,
    make_bot,
    make_club,
    make_member,
    make_player,
    make_token,
    make_user,
)
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tournaments.people.account_models import OneTimeLink
from tournaments.people.models import Claim, Club, Membership, Player, User
from tournaments.people.services.anonymising import anonymise_player
from tournaments.people.services.claims import (
    approve_claim,
    ask_for_player,
    make_claim_link,
    use_claim_link,
)
from tournaments.people.services.links import find_link, revoke_player_links
from tournaments.people.services.players import link_account


def envelope(actor: str = "cli") -> Envelope:
    return Envelope(actor, datetime.now(UTC))


def link_for(player: Player, actor: str = "cli") -> str:
    made = make_claim_link(player=player, days=2, envelope=envelope(actor))
    return f"/link/{made.secret}/"


def asked(player: Player, account: User) -> Claim:
    return ask_for_player(player=player, account=account, envelope=envelope())


@pytest.mark.django_db
def test_somebody_new_becomes_a_player_by_a_link(client: Client) -> None:
    player = make_player(name="Anne Petit")
    address = link_for(player)
    page = client.get(address)
    assert (page.status_code, "Anne P." in page.text, "Petit" in page.text) == (200, True, False)
    fields = {"username": "anne", "password1": "quiet-otter-9", "password2": "quiet-otter-9"}
    assert client.post(address, fields | {"password2": "other"}).status_code == 422
    assert client.post(address, fields).headers["Location"] == f"/players/{player.id}/"
    player.refresh_from_db()
    assert player.user is not None
    assert player.user.username == "anne"
    assert Membership.objects.get(user=player.user).role == "member"
    assert Client().get(address).status_code == 404


@pytest.mark.django_db
def test_a_link_keeps_a_role_and_refuses_whoever_is_somebody_else_here(club: Club) -> None:
    organiser = make_member(club, "organiser")
    player, other = make_player(club), make_player(club)
    link_account(player=other, user=organiser)
    address = link_for(player)
    refused = SignedIn(organiser).post(address)
    assert (refused.status_code, "linked to another player" in refused.text) == (409, True)
    link_account(player=other, user=None)
    assert SignedIn(organiser).post(address).status_code == 302
    assert Membership.objects.get(user=organiser).role == "organiser"


@pytest.mark.django_db
def test_links_that_do_not_work_are_one_answer(club: Club) -> None:
    organiser = make_member(club, "organiser")
    used, revoked, expired, taken, forgotten, orphaned = [make_player(club) for _ in range(6)]
    people = [used, revoked, expired, taken, forgotten]
    addresses = [link_for(player) for player in people] + ["/link/guessed/"]
    addresses.append(link_for(orphaned, f"user:{organiser.id}"))
    SignedIn(make_user()).post(addresses[0])
    revoke_player_links(player=revoked, now=datetime.now(UTC))
    ended = datetime.now(UTC) - timedelta(seconds=1)
    OneTimeLink.objects.filter(player=expired).update(expires_at=ended)
    link_account(player=taken, user=make_user())
    anonymise_player(player_id=forgotten.id, envelope=envelope())
    Membership.objects.filter(user=organiser).delete()
    for browser in (Client(), SignedIn(make_user())):
        answers = {address: browser.get(address) for address in addresses}
        told = {
            (
                answer.status_code,
                re.sub("csrf[^>]+|/link/[^/]+/", "", answer.content.decode()),
                tuple(sorted({**answer.headers, "Content-Length": "", "Expires": ""}.items())),
            )
            for answer in answers.values()
        }
        assert [status for status, *_rest in told] == [404]


@pytest.mark.database
def test_of_two_who_use_a_link_at_once_one_becomes_the_player(
    fresh_database: FreshDatabase,
) -> None:
    player = make_player()
    made = make_claim_link(player=player, days=2, envelope=envelope())
    users = [make_user() for _ in range(2)]

    def use(user: User) -> None:
        link = find_link(secret=made.secret, now=datetime.now(UTC))
        assert link is not None
        use_claim_link(link=link, account=user, envelope=envelope())

    done = run_together([partial(use, one) for one in users])
    assert sum(one is not None for one in done) == 1
    assert Membership.objects.count() == 1


@pytest.mark.django_db
def test_a_request_is_approved_and_the_others_are_closed(club: Club) -> None:
    player, other = make_player(club, "Anne Petit"), make_player(club, "Paul Roy")
    anne, paul, organiser = make_user("anne"), make_user("paul"), make_member(club, "organiser")
    browser = SignedIn(anne)
    page = f"/players/{player.id}/"
    assert "This is me" in browser.get(page).text
    assert browser.post(f"{page}do/claim/").status_code == 302
    assert "Withdraw the request" in browser.get(page).text
    asked(player, paul), asked(other, anne)
    members = SignedIn(organiser)
    claim = Claim.objects.get(player=player, account=anne)
    listed = members.get(f"/clubs/{club.id}/members/").text
    assert "Anne Petit" in listed
    do = f"/clubs/{club.id}/members/do/approve/"
    assert browser.post(do, {"id": str(claim.id)}).status_code == 403
    assert members.post(do, {"id": str(claim.id)}).status_code == 302
    player.refresh_from_db()
    assert player.user == anne
    assert Membership.objects.get(user=anne).role == "member"
    assert not Claim.objects.filter(decided_at=None).exists()
    assert Claim.objects.get(granted=True).decided_by == f"user:{organiser.id}"
    assert members.post(do, {"id": str(claim.id)}).status_code == 409
    assert "This is you" in browser.get(page).text


@pytest.mark.django_db
def test_a_request_can_be_withdrawn_and_refused_and_asked_again(club: Club) -> None:
    player, anne = make_player(club), make_user()
    browser, page = SignedIn(anne), f"/players/{player.id}/"
    browser.post(f"{page}do/claim/")
    browser.post(f"{page}do/withdraw/")
    assert not Claim.objects.exists()
    claim = asked(player, anne)
    SignedIn(make_member(club, "owner")).post(
        f"/clubs/{club.id}/members/do/refuse/", {"id": str(claim.id)}
    )
    assert "refused your last request" in browser.get(page).text
    assert "refused" in browser.get("/account/").text
    assert asked(player, anne).id == asked(player, anne).id != claim.id


@pytest.mark.django_db
def test_requests_are_bounded_and_make_sense(club: Club) -> None:
    anne = make_user()
    for _ in range(5):
        asked(make_player(club), anne)
    for code, player in (
        ("too_many_claims", make_player(club)),
        ("bot_not_editable", make_bot(club)),
    ):
        with pytest.raises(KaitenError) as refusal:
            asked(player, anne)
        assert refusal.value.code == code
    asked(make_player(make_club()), anne)
    link_account(player=make_player(club), user=anne)
    with pytest.raises(KaitenError, match="account_taken"):
        asked(make_player(club), anne)


@pytest.mark.django_db
def test_whoever_has_an_account_already_is_not_told_by_asking(club: Club) -> None:
    player, thief = make_player(club), make_user()
    link_account(player=player, user=make_user())
    claim = asked(player, thief)
    with pytest.raises(KaitenError, match="player_taken"):
        approve_claim(claim=claim, envelope=envelope())
    claim.refresh_from_db()
    assert claim.decided_at is None


@pytest.mark.django_db
def test_the_api_asks_decides_links_and_unlinks(club: Club) -> None:
    player, anne = make_player(club, "Anne Petit"), make_user("anne")
    own = Client(headers=bearer(make_token(anne)[1]))
    organiser = make_member(club, "organiser")
    theirs = Client(headers=bearer(make_token(organiser, ("admin",))[1]))
    address, claims = f"/api/v1/players/{player.id}", f"/api/v1/clubs/{club.slug}/claims"
    assert Client().post(f"{address}/claims").status_code == 401
    made = own.post(f"{address}/claims")
    assert (made.status_code, made.json()["label"], made.json()["granted"]) == (
        201,
        "Anne P.",
        None,
    )
    assert own.post(f"{address}/claims").json() == made.json()
    assert own.get(f"{address}/claims").json()["claims"] == [made.json()]
    id_ = made.json()["id"]
    assert own.get(claims).status_code == own.post(f"{claims}/{id_}/approve").status_code == 403
    assert theirs.get(claims).json()["claims"] == [made.json()]
    assert theirs.delete(f"{claims}/{id_}").status_code == 404
    assert own.delete(f"{claims}/{id_}").status_code == 204
    id_ = own.post(f"{address}/claims").json()["id"]
    assert theirs.post(f"{claims}/{id_}/refuse").status_code == 204
    id_ = own.post(f"{address}/claims").json()["id"]
    elsewhere = f"/api/v1/clubs/{make_club().slug}/claims/{id_}/approve"
    staff = Client(headers=bearer(make_token(scopes=("admin",))[1]))
    assert staff.post(elsewhere).json()["code"] == "unknown_claim"
    assert theirs.post(f"{claims}/{id_}/approve").json()["has_account"] is True
    assert theirs.post(f"{claims}/{id_}/refuse").json()["code"] == "claim_decided"
    assert theirs.post(f"{address}/claim-link", {}, "application/json").status_code == 409
    stranger = Client(headers=bearer(make_token(make_user(), ("admin",))[1]))
    assert stranger.delete(f"{address}/account").status_code == 403
    assert own.delete(f"{address}/account").json()["has_account"] is None
    link = theirs.post(f"{address}/claim-link", {"days": 3}, "application/json").json()["link"]
    assert Client().get(link).status_code == 200
    assert theirs.delete(f"{address}/claim-link").status_code == 204
    assert Client().get(link).status_code == 404


@pytest.mark.django_db
def test_the_admin_makes_links_decides_and_unlinks(club: Club, admin_client: Client) -> None:
    player, anne = make_player(club), make_user("anne")

    def do(noun: str, action: str, row: object) -> str:
        fields = {"action": action, "_selected_action": str(row)}
        page = admin_client.post(f"/admin/tournaments/{noun}/", fields, follow=True)
        assert page.status_code == 200
        return page.text

    shown = do("player", "claim_link", player.id)
    link = re.search("http://testserver(/link/[^<]+/)", shown)
    assert link is not None
    assert Client().get(link[1]).status_code == 200
    claim = asked(player, anne)
    assert "waits for an answer" in admin_client.get("/admin/").text
    do("claim", "approve", claim.id)
    player.refresh_from_db()
    assert player.user == anne
    do("player", "unlink", player.id)
    player.refresh_from_db()
    assert player.user is None
    do("claim", "refuse", asked(player, anne).id)
    assert not Claim.objects.filter(decided_at=None).exists()


@pytest.mark.django_db
def test_a_person_unlinks_themselves_and_nobody_else(club: Club) -> None:
    player, anne = make_player(club), make_user()
    link_account(player=player, user=anne)
    page = f"/players/{player.id}/do/unlink/"
    assert SignedIn(make_member(club, "member")).post(page).status_code == 403
    assert SignedIn(anne).post(page).status_code == 302
    player.refresh_from_db()
    assert player.user is None
