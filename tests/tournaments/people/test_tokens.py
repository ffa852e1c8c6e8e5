from datetime import datetime, timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from pytest_django import DjangoAssertNumQueries

from replays.errors import KaitenError
from tests.factories import NOW, make_club, make_token, make_user
from tests.known import known
from tournaments.people.account_models import SecurityEvent
from tournaments.people.models import ApiToken
from tournaments.people.services.tokens import (
    NewToken,
    find_token,
    issue_token,
    note_use,
    revoke_token,
)
from tournaments.people.standing import scopes_of, widest_scope

pytestmark = pytest.mark.django_db


def code_of(text: str, now: datetime = NOW) -> str:
    with pytest.raises(KaitenError) as refusal:
        find_token(text=text, now=now)
    assert refusal.value.status == 401
    return refusal.value.code


def test_a_token_is_found_by_its_text_and_its_secret_is_stored_nowhere() -> None:
    token, text = make_token()
    assert find_token(text=text, now=NOW) == token
    secret = text.split("_", 2)[2]
    assert all(secret not in str(value) for value in ApiToken.objects.values_list().get())


def test_a_wrong_secret_prefix_or_form_is_invalid() -> None:
    token, text = make_token()
    other = make_token()[1]
    forged = f"kaiten_{token.prefix}_{other.split('_', 2)[2]}"
    wrong = [forged, text[:-1], text + "x", text.upper(), "kaiten__", "", "kaiten", "x_y_z", "é\0"]
    for attempt in [*wrong, f"kaiten_{token.prefix}_"]:
        assert code_of(attempt) == "token_invalid"


def test_an_expired_token_is_like_one_that_never_was() -> None:
    token, text = make_token(expires_at=NOW + timedelta(days=1))
    assert find_token(text=text, now=NOW) is not None
    later = NOW + timedelta(days=1)
    assert code_of(text, later) == "token_invalid"
    assert code_of(f"kaiten_{token.prefix}_guess", later) == "token_invalid"


def test_a_revoked_token_and_a_locked_account_are_invalid() -> None:
    token, text = make_token()
    revoke_token(token=token, actor="cli", now=NOW)
    revoke_token(token=token, actor="cli", now=NOW + timedelta(days=1))
    kinds = SecurityEvent.objects.filter(account=token.user).values_list("kind", flat=True)
    assert sorted(kinds) == ["token_made", "token_revoked"]
    assert code_of(text) == "token_invalid"
    assert ApiToken.objects.get(pk=token.pk).revoked_at == NOW
    assert code_of(make_token(make_user(is_active=False))[1]) == "token_invalid"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"scopes": ["fly"]}, "unknown_scope"),
        ({"scopes": []}, "scopes_missing"),
        ({"expires_at": NOW}, "expiry_in_the_past"),
        ({"name": "x" * 81}, "name_too_long"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(fields: dict[str, Any], code: str) -> None:
    usual: dict[str, Any] = {"user": make_user(), "name": "n", "scopes": ["read"]}
    wanted = NewToken(**usual | fields)
    with pytest.raises(KaitenError, match=code):
        issue_token(token_id=uuid4(), wanted=wanted, actor="cli", now=NOW)
    assert not ApiToken.objects.exists()


def test_a_wider_scope_holds_the_narrower_ones() -> None:
    order = ["read", "record", "organise", "admin"]
    for place, scope in enumerate(order, 1):
        token = make_token(scopes=(scope,))[0]
        assert scopes_of(token) == set(order[:place])
        assert widest_scope(token) == scope


def test_use_is_noted_now_and_then_only(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    token = make_token(club=make_club())[0]
    note_use(token=token, now=NOW)
    token.refresh_from_db()
    assert token.last_used_at == NOW
    with django_assert_num_queries(0):
        note_use(token=token, now=NOW + timedelta(minutes=1))
    note_use(token=token, now=NOW + timedelta(minutes=6))
    token.refresh_from_db()
    assert token.last_used_at == NOW + timedelta(minutes=6)


def createtoken(*args: str) -> str:
    out = StringIO()
    call_command("createtoken", *args, stdout=out)
    return out.getvalue().strip()


def test_the_command_prints_a_token_that_works() -> None:
    user, club = make_user("anne"), make_club()
    text = createtoken("anne", "--scopes", "read, organise", "--club", club.slug, "--days", "30")
    token = find_token(text=text, now=NOW)
    assert (token.user, token.club, token.scopes) == (user, club, ["read", "organise"])
    assert known(token.expires_at) - token.created_at == timedelta(days=30)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["nobody"], "unknown_user"),
        (["anne", "--scopes", "fly"], "unknown_scope"),
        (["anne", "--scopes", ""], "scopes_missing"),
        (["anne", "--club", "nope"], "unknown_club"),
        (["anne", "--days", "-1"], "bad_days"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_in_one_line(arguments: list[str], code: str) -> None:
    make_user("anne")
    with pytest.raises(CommandError, match=f"^{code}: ") as refusal:
        createtoken(*arguments)
    assert refusal.value.returncode == 2
    assert not ApiToken.objects.exists()
