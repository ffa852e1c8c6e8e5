"""Secrets that are guessed, too old, taken back, used up or of somebody who is gone: one answer."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from replays.envelope import Envelope
from tests.factories import bearer, make_club, make_member, make_token, make_user
from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.models import ApiToken, Club, Invitation, Membership, Role
from tournaments.people.services.invitations import invite
from tournaments.people.services.links import NewLink, issue_link

pytestmark = pytest.mark.django_db

PAST = datetime.now(UTC) - timedelta(days=1)


def tokens() -> Iterator[str]:
    """Yield tokens that open nothing."""
    yield from ("kaiten_00000000_guessed", "guessed")
    for change in ({"expires_at": PAST}, {"revoked_at": PAST}):
        token, text = make_token()
        ApiToken.objects.filter(pk=token.pk).update(**change)
        yield text
    yield make_token(make_user(staff=True, is_active=False))[1]
    yield make_token()[1][:-1]


def invitations() -> Iterator[str]:
    """Yield links that nobody can join by."""
    yield "a" * 43
    changes = ({"expires_at": PAST}, {"revoked_at": PAST}, {"single": True, "uses": 1})
    for change in (*changes, {}):
        club = make_club()
        maker = make_member(club, "organiser")
        made = invite(
            club=club,
            role=Role.MEMBER,
            single=False,
            days=2,
            envelope=Envelope(f"user:{maker.pk}", datetime.now(UTC)),
        )
        Invitation.objects.filter(pk=made.invitation.pk).update(**change)
        if not change:  # who made it may not invite anybody any more
            Membership.objects.filter(user=maker).delete()
        yield made.secret


def one_time_links() -> Iterator[str]:
    """Yield links of every purpose that are good for nothing."""
    yield "a" * 43
    for purpose in Purpose:
        for change in ({"expires_at": PAST}, {"used_at": PAST}, {"revoked_at": PAST}, {}):
            account = make_user(is_active=bool(change))
            wanted = NewLink(purpose, account, timedelta(hours=1))
            now = datetime.now(UTC)
            issued = issue_link(link_id=uuid4(), wanted=wanted, actor="cli", now=now)
            OneTimeLink.objects.filter(pk=issued.link.pk).update(**change)
            yield issued.secret


def knock(method: str, address: str, headers: dict[str, str]) -> tuple[int, bytes, dict[str, str]]:
    """Return all of an answer but what is drawn by lot or is the address itself."""
    cache.clear()
    answer = Client().generic(method, address, headers=headers)
    body = answer.content.replace(address.strip("/").encode(), b"HERE")
    body = re.sub(rb'(csrfmiddlewaretoken" value=")\w+', rb"\1", body)
    kept = {name: text for name, text in answer.headers.items() if name != "Expires"}
    return answer.status_code, body, kept


@pytest.mark.parametrize("address", ["clubs", "matches", f"matches/{UUID(int=7)}"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_no_token_tells_whether_it_ever_was_one(method: str, address: str) -> None:
    answers = [knock(method, f"/api/v1/{address}", bearer(text)) for text in tokens()]
    assert answers[0][0] == 401
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(("place", "dead"), [("join", invitations), ("link", one_time_links)])
def test_no_link_tells_whether_it_ever_was_one(
    place: str, dead: Callable[[], Iterator[str]], method: str
) -> None:
    # All of them first: a page also shows which clubs there are.
    answers = [knock(method, f"/{place}/{secret}/", {}) for secret in list(dead())]
    assert answers[0][0] == 404
    assert all(answer == answers[0] for answer in answers)


def test_a_token_of_one_club_tells_nothing_of_another(club_and_owner: tuple[Club, str]) -> None:
    club, text = club_and_owner
    here, there = (
        knock("PATCH", f"/api/v1/clubs/{one.id}", bearer(text)) for one in (club, make_club())
    )
    assert here[0] == 403
    assert here == there


@pytest.fixture
def club_and_owner() -> tuple[Club, str]:
    """A club, and a token of its owner for another club."""
    club = make_club()
    return club, make_token(make_member(club, "owner"), ("admin",), club=make_club())[1]
