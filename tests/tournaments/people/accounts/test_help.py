"""An organiser's help: a link for somebody else's account, never for one that may do more."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from tests.clients import SignedIn
from tests.factories import make_player, make_user
from tournaments.people.account_models import OneTimeLink, SecurityEvent
from tournaments.people.models import User
from tournaments.people.services.players import link_account

pytestmark = pytest.mark.django_db

LINK = re.compile(r"http://testserver(/link/[\w-]{43}/)")


def link_for(client: Client, account: User) -> Any:
    return client.post(f"/accounts/{account.pk}/link/")


def granted(name: str, *codes: str) -> User:
    account = make_user(name, staff=True)
    account.user_permissions.set(Permission.objects.filter(codename__in=codes))
    return account


def test_an_organiser_finds_an_account_and_hands_out_a_link(anne: User, staff: SignedIn) -> None:
    link_account(player=make_player(name="Éloïse Martin"), user=anne)
    make_user("boris")
    found = staff.get("/accounts/?search=eloise").text
    assert "anne" in found
    assert "Éloïse Martin" in found
    assert "boris" not in found
    assert "There is no such account." in staff.get("/accounts/?search=zz%00z").text
    page = link_for(staff, anne)
    assert (page.status_code, "no-store" in page.headers["Cache-Control"]) == (200, True)
    assert "<svg" in page.text
    match = LINK.search(page.text)
    assert match is not None
    assert Client().get(match[1]).status_code == 200
    event = SecurityEvent.objects.get()
    assert (event.account, event.kind, event.actor) == (anne, "link_made", f"user:{staff.user.pk}")
    assert match[1].split("/")[2] not in staff.get("/accounts/").text


def test_a_link_can_be_revoked(anne: User, staff: SignedIn) -> None:
    match = LINK.search(link_for(staff, anne).text)
    assert match is not None
    assert "Revoke open links" in staff.get("/accounts/?search=anne").text
    staff.post(f"/accounts/{anne.pk}/revoke/")
    assert Client().get(match[1]).status_code == 404
    assert "Revoke open links" not in staff.get("/accounts/?search=anne").text
    assert SecurityEvent.objects.filter(kind="links_revoked").count() == 1


def test_nobody_else_makes_links_or_sees_accounts(anne: User) -> None:
    own = SignedIn(anne)
    for address in ("/accounts/", "/accounts/?search=anne"):
        assert own.get(address).status_code == 403
    assert link_for(own, anne).status_code == 403
    assert own.post(f"/accounts/{anne.pk}/revoke/").status_code == 403
    assert link_for(Client(), anne).status_code == 302
    assert "/accounts/" not in own.get("/account/").text
    assert not OneTimeLink.objects.exists()


def test_an_organiser_reaches_no_account_that_may_do_more(staff: SignedIn) -> None:
    chief = make_user("chief", staff=True, is_superuser=True)
    granted_more = granted("granted", "change_user")
    locked = make_user("locked", is_active=False)
    for account in (chief, granted_more, locked):
        answer = link_for(staff, account)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/accounts/")
        staff.post(f"/accounts/{account.pk}/revoke/")
    assert not OneTimeLink.objects.exists()
    assert "May do more than you" in staff.get("/accounts/?search=chief").text
    equal = make_user("equal", staff=True)
    assert link_for(staff, equal).status_code == 200
    assert link_for(SignedIn(chief), granted_more).status_code == 200


def test_the_admin_makes_links_by_the_same_rule(anne: User) -> None:
    helper = SignedIn(granted("helper", "change_user", "view_user", "delete_user"))
    chief = make_user("chief", staff=True, is_superuser=True)
    users = "/admin/tournaments/user/"

    def act(*accounts: User) -> Any:
        chosen = [str(account.pk) for account in accounts]
        return helper.post(users, {"action": "password_link", "_selected_action": chosen})

    made = act(anne)
    assert LINK.search(made.text)
    assert "no-store" in made.headers["Cache-Control"]
    assert act(chief).status_code == 302
    assert act(anne, chief).status_code == 302
    assert OneTimeLink.objects.get().account == anne
    listed = SignedIn(chief).get("/admin/tournaments/onetimelink/").text
    assert f"user:{helper.user.pk}" in listed
    assert OneTimeLink.objects.get().digest not in listed


def test_the_admin_lets_nobody_take_over_who_may_do_more(anne: User) -> None:
    helper = SignedIn(granted("helper", "change_user", "view_user", "delete_user"))
    chief = make_user("chief", staff=True, is_superuser=True)
    users = "/admin/tournaments/user"
    assert helper.get(f"{users}/{chief.pk}/password/").status_code == 403
    assert helper.get(f"{users}/{chief.pk}/delete/").status_code == 403
    assert helper.get(f"{users}/{anne.pk}/password/").status_code == 200
    own = helper.get(f"{users}/{helper.user.pk}/change/").text
    assert 'name="is_active"' in own
    assert 'name="is_superuser"' not in own
    assert 'name="user_permissions"' not in own


def test_the_command_line_prints_a_link(
    anne: User, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.SITE_URL = "https://kaiten.example/"
    call_command("passwordlink", "anne", "--hours", "2")
    address = capsys.readouterr().out.strip()
    assert address.startswith("https://kaiten.example/link/")
    assert Client().get(address.removeprefix("https://kaiten.example")).status_code == 200
    link = OneTimeLink.objects.get()
    assert (link.expires_at - link.created_at).total_seconds() == 7200
    make_user("locked", is_active=False)
    for refused, code in (("nobody", "unknown_user"), ("locked", "account_out_of_reach")):
        with pytest.raises(CommandError, match=code):
            call_command("passwordlink", refused)
    with pytest.raises(CommandError, match="bad_hours"):
        call_command("passwordlink", "anne", "--hours", "0")
