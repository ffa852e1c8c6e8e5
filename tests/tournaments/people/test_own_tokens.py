"""Tokens that accounts make for themselves: what they open, what they never do, how they end."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from tests.clients import SignedIn
from tests.factories import bearer, make_club, make_member, make_token, make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tournaments.people.account_models import SecurityEvent
from tournaments.people.models import ApiToken, Club, Membership, Scope, User
from tournaments.people.policy import may
from tournaments.people.rights import PLAYER_WRITE
from tournaments.people.services.tokens import MOST_OPEN, NewToken, make_own_token, revoke_token

PATH = "/api/v1/account/tokens"


def make(client: Client, headers: dict[str, str] | None = None, **fields: Any) -> Any:
    body = {"name": "tablet", "scope": "record"} | fields
    return client.post(PATH, body, content_type="application/json", headers=headers)


def kinds(account: User) -> list[str]:
    return sorted(SecurityEvent.objects.filter(account=account).values_list("kind", flat=True))


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.django_db
def test_an_account_makes_lists_and_revokes_its_tokens(client: Client) -> None:
    club = make_club(slug="here")
    anne = make_member(club, "scorekeeper", "anne")
    own = SignedIn(anne)
    made = make(own, club="here", days=7)
    assert made.status_code == 201
    answer = made.json()
    text = answer.pop("token")
    [listed] = own.get(PATH).json()["tokens"]
    assert listed == answer
    assert (listed["scope"], listed["club"]) == ("record", str(club.id))
    assert listed["last_used_at"] is None
    assert text not in own.get(PATH).text
    opened = client.get(f"/api/v1/clubs/{club.id}", headers=bearer(text))
    assert opened.status_code == 200
    assert own.get(PATH).json()["tokens"][0]["last_used_at"] is not None
    assert own.delete(f"{PATH}/{listed['id']}").status_code == 204
    assert own.delete(f"{PATH}/{listed['id']}").status_code == 204
    assert own.get(PATH).json() == {"tokens": []}
    assert code(client.get(PATH, headers=bearer(text))) == (401, "token_invalid")
    assert kinds(anne) == ["token_made", "token_revoked"]


@pytest.mark.django_db
def test_only_sessions_and_tokens_of_the_scope_admin_see_and_make_tokens(client: Client) -> None:
    anne = make_user()
    assert code(make(client)) == (401, "not_authenticated")
    assert code(client.get(PATH)) == (401, "not_authenticated")
    for scope in ("read", "record", "organise"):
        token, text = make_token(anne, (scope,))
        assert code(client.post(PATH, "?", "application/json", headers=bearer(text))) == (
            403,
            "permission_denied",
        )
        assert client.get(PATH, headers=bearer(text)).status_code == 403
        assert client.delete(f"{PATH}/{token.id}", headers=bearer(text)).status_code == 403
    admin = bearer(make_token(anne, ("admin",))[1])
    assert make(client, admin, scope="admin").status_code == 201
    assert client.get(PATH, headers=admin).status_code == 200


@pytest.mark.django_db
def test_a_token_makes_none_that_is_wider_than_itself(client: Client) -> None:
    club, other = make_club(), make_club()
    anne = make_member(club, "owner")
    Membership.objects.create(
        id=uuid4(),
        club=other,
        user=anne,
        role="owner",
        granted_by="cli",
        granted_at=datetime.now(UTC),
    )
    soon = datetime.now(UTC) + timedelta(days=10)
    narrow = bearer(make_token(anne, ("admin",), club=club, expires_at=soon)[1])
    wide = (403, "token_too_wide")
    assert code(make(client, narrow, club=None, days=7)) == wide
    assert code(make(client, narrow, club=str(club.id), days=30)) == wide
    assert code(make(client, narrow, club=str(club.id), days=None)) == wide
    assert code(make(client, narrow, club=str(other.id), days=7)) == (422, "not_your_club")
    assert make(client, narrow, club=str(club.id), days=7, scope="admin").status_code == 201
    now = datetime.now(UTC)
    reading = make_token(anne, ("organise",))[0]
    with pytest.raises(Exception, match="token_too_wide"):
        make_own_token(
            token_id=uuid4(),
            wanted=NewToken(anne, "wider", ["admin"]),
            actor=f"token:{reading.id}",
            now=now,
        )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ({"scope": "write"}, "invalid_input"),
        ({"scope": None}, "invalid_input"),
        ({"days": 0}, "invalid_input"),
        ({"days": 99_999}, "invalid_input"),
        ({"name": ""}, "invalid_input"),
        ({"name": "x" * 81}, "invalid_input"),
        ({"club": "nowhere"}, "not_your_club"),
        ({"user": "somebody"}, "invalid_input"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(fields: dict[str, Any], refusal: str) -> None:
    own = SignedIn(make_user())
    status = 422 if refusal == "not_your_club" else 400
    assert code(make(own, **fields)) == (status, refusal)
    assert not ApiToken.objects.exists()


@pytest.mark.django_db
def test_clubs_and_tokens_of_others_answer_as_if_they_did_not_exist() -> None:
    club, own = make_club(slug="theirs"), SignedIn(make_user())
    theirs = make_token(make_member(club, "owner"))[0]
    foreign = make(own, club="theirs")
    unknown = make(own, club="nobodys")
    assert (foreign.status_code, foreign.content) == (422, unknown.content)
    gone, other = (own.delete(f"{PATH}/{one}") for one in (uuid4(), theirs.id))
    assert (gone.status_code, gone.content) == (other.status_code, other.content)
    assert gone.status_code == 404
    pages = [own.get(f"/account/tokens/{one}/revoke/") for one in (uuid4(), theirs.id)]
    assert [page.status_code for page in pages] == [404, 404]
    assert own.post(f"/account/tokens/{theirs.id}/revoke/").status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


@pytest.mark.django_db
def test_what_is_no_working_token_is_one_and_the_same_answer(client: Client) -> None:
    token, text = make_token()
    revoked, revoked_text = make_token()
    revoke_token(token=revoked, actor="cli", now=datetime.now(UTC))
    _, locked = make_token(make_user(is_active=False))
    guessed = f"kaiten_{token.prefix}_{revoked_text.split('_', 2)[2]}"
    old, old_text = make_token()
    ApiToken.objects.filter(pk=old.pk).update(expires_at=datetime.now(UTC))
    tried = [guessed, revoked_text, locked, old_text, "kaiten_00000000_x", "x"]
    answers = [client.get(PATH, headers=bearer(one)) for one in tried]
    seen = {(one.status_code, one.content, str(sorted(one.headers.items()))) for one in answers}
    assert len(seen) == 1, seen
    assert code(answers[0]) == (401, "token_invalid")
    assert client.get("/api/v1/clubs", headers=bearer(text)).status_code == 200


@pytest.mark.django_db
def test_tokens_stop_with_the_role_and_with_the_account(client: Client) -> None:
    club = make_club()
    anne = make_member(club, "organiser")
    token, text = make_token(anne, ("admin",), club=club)
    body = {"club": str(club.id), "first_name": "Zoé"}

    def add() -> int:
        headers = bearer(text)
        sent = client.post("/api/v1/players", body, "application/json", headers=headers)
        return sent.status_code

    assert may(f"token:{token.id}", PLAYER_WRITE, club.id)
    Membership.objects.filter(user=anne).update(role="member")
    assert add() == 403
    Membership.objects.filter(user=anne).delete()
    assert add() == 403
    assert client.get(f"/api/v1/clubs/{club.slug}/members", headers=bearer(text)).status_code == 403
    User.objects.filter(pk=anne.pk).update(is_active=False)
    assert add() == 401


@pytest.mark.django_db
def test_an_account_has_so_many_tokens_that_work() -> None:
    anne = make_user()
    own = SignedIn(anne)
    for _ in range(MOST_OPEN - 1):
        make_token(anne, ("read",))
    assert make(own).status_code == 201
    refused = make(own)
    assert code(refused) == (409, "too_many_tokens")
    assert refused.json()["params"] == {"limit": MOST_OPEN}
    page = own.post("/account/tokens/", {"name": "one more", "scope": "read", "days": "7"})
    assert (page.status_code, "At most 50 tokens" in page.text) == (422, True)
    assert "one more" in page.text
    [token, *_] = ApiToken.objects.filter(user=anne)
    revoke_token(token=token, actor="cli", now=datetime.now(UTC))
    assert make(own).status_code == 201


@pytest.mark.database
def test_two_made_at_once_do_not_both_pass_the_limit(fresh_database: FreshDatabase) -> None:
    anne = make_user()
    for _ in range(MOST_OPEN - 1):
        make_token(anne, ("read",))

    def one_more(account_id: UUID) -> None:
        account = User.objects.get(pk=account_id)
        make_own_token(
            token_id=uuid4(),
            wanted=NewToken(account, "n", [Scope.READ]),
            actor=f"user:{account_id}",
            now=datetime.now(UTC),
        )

    done = run_together([partial(one_more, anne.id) for _ in range(2)])
    assert [getattr(one, "code", None) for one in done].count("too_many_tokens") == 1


@pytest.mark.django_db
def test_the_page_makes_a_token_shows_it_once_and_ends_it_in_french() -> None:
    club = make_club("Le Club")
    make_club("Un autre club")
    anne = make_member(club, "member")
    own = SignedIn(anne)
    own.cookies["django_language"] = "fr"
    assert "Aucun programme" in own.get("/account/tokens/").text
    form = {"name": "tablette", "scope": "read", "club": str(club.id), "days": "30"}
    page = own.post("/account/tokens/", form)
    assert (page.status_code, page.headers["Cache-Control"].count("no-store")) == (200, 1)
    [token] = ApiToken.objects.filter(user=anne)
    assert f"kaiten_{token.prefix}_" in page.text
    again = own.get("/account/tokens/").text
    assert f"kaiten_{token.prefix}_" not in again
    assert "tablette" in again
    assert "Un autre club" not in again
    foreign = form | {"club": str(Club.objects.get(name="Un autre club").id)}
    assert own.post("/account/tokens/", foreign).status_code == 422
    asked = own.get(f"/account/tokens/{token.id}/revoke/").text
    assert "définitivement" in asked
    token.refresh_from_db()
    assert token.revoked_at is None
    assert own.post(f"/account/tokens/{token.id}/revoke/").status_code == 302
    assert "Aucun programme" in own.get("/account/tokens/").text
    trace = own.get("/account/").text
    assert "jeton d’API créé" in trace
    assert "jeton d’API révoqué" in trace


@pytest.mark.django_db
def test_strangers_are_led_to_the_login_page(client: Client) -> None:
    make_club()
    for path in ("/account/tokens/", f"/account/tokens/{uuid4()}/revoke/"):
        assert client.get(path).headers["Location"] == f"/login/?next={path}"
