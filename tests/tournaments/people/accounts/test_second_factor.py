"""The second factor: set up by its owner, asked for at both doors, each code good once."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, RequestFactory

from tests.clients import SignedIn
from tests.factories import make_user
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.people.accounts.codes import code_for, switched_on
from tournaments.people import sign_in as counters
from tournaments.people import totp
from tournaments.people.account_models import RecoveryCode, SecondFactor, SecurityEvent
from tournaments.people.models import User
from tournaments.people.services.second_factors import code_is_right
from tournaments.people.web import sign_in

DOORS = ("/login/", "/admin/login/")
PAGE = "/account/second-factor/"


@pytest.fixture
def owner(db: None) -> User:
    return make_user("olga", staff=True)


def knock(client: Client, door: str = "/login/", **fields: str) -> Any:
    return client.post(door, {"username": "olga", "password": "secret"} | fields)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def kinds(account: User) -> set[str]:
    return set(SecurityEvent.objects.filter(account=account).values_list("kind", flat=True))


def test_it_is_set_up_with_the_password_and_a_code(owner: User) -> None:
    own = SignedIn(owner)
    assert own.post(PAGE, {"password": "wrong"}).status_code == 422
    assert own.post(PAGE, {"password": "secret"}).status_code == 302
    page = own.get(PAGE).text
    secret = SecondFactor.objects.get().secret
    assert secret in page.replace(" ", "")
    assert "<svg" in page
    assert own.post(PAGE, {"code": "000 00"}).status_code == 422
    # As long as nothing is confirmed nothing is asked for.
    assert knock(Client()).headers["Location"] == "/"
    done = own.post(PAGE, {"code": code_for(owner)})
    codes = RecoveryCode.objects.count()
    assert (done.status_code, codes, done.text.count('class="secret"')) == (200, 10, 10)
    assert "no-store" in done.headers["Cache-Control"]
    later = own.get(PAGE).text
    assert secret not in later.replace(" ", "")
    assert "10 recovery codes are left" in later
    assert "factor_on" in kinds(owner)


def test_one_that_was_only_begun_can_be_dropped(owner: User) -> None:
    own = SignedIn(owner)
    own.post(PAGE, {"password": "secret"})
    own.post(f"{PAGE}change/")
    assert not SecondFactor.objects.exists()


def test_it_is_for_owners_and_operators(anne: User) -> None:
    own = SignedIn(anne)
    assert own.get(PAGE).status_code == 403
    assert own.post(PAGE, {"password": "secret"}).status_code == 403
    assert PAGE not in own.get("/account/").text


@pytest.mark.parametrize("door", DOORS)
def test_both_doors_ask_for_the_code_before_anybody_is_in(owner: User, door: str) -> None:
    switched_on(owner)
    browser = Client()
    asked = knock(browser, door, next="/players/")
    assert (asked.status_code, asked.headers["Location"]) == (
        302,
        "/login/code/?next=%2Fplayers%2F",
    )
    assert not is_in(browser)
    assert "kaiten_device" not in asked.cookies
    assert browser.get("/account/").status_code == 302
    assert browser.get("/api/v1/clubs").status_code == 200
    page = browser.get("/login/code/?next=/players/")
    assert page.headers[sign_in.STEP_HEADER] == "code"
    wrong = browser.post("/login/code/", {"code": "000000"})
    assert (wrong.status_code, wrong.headers[sign_in.STEP_HEADER]) == (200, "code")
    assert not is_in(browser)
    right = browser.post("/login/code/", {"code": code_for(owner), "next": "/players/"})
    assert (right.status_code, right.headers["Location"]) == (302, "/players/")
    assert sign_in.STEP_HEADER not in right.headers
    assert is_in(browser)
    assert "kaiten_device" in right.cookies
    assert {"code_refused", "new_device"} <= kinds(owner)


def test_a_wrong_password_looks_the_same_with_and_without_a_second_factor(owner: User) -> None:
    before = knock(Client(), password="wrong")
    switched_on(owner)
    after = knock(Client(), password="wrong")
    assert before.status_code == after.status_code == 200
    assert before.headers == after.headers
    assert "/login/code/" not in after.text


def test_a_code_works_once(owner: User) -> None:
    switched_on(owner)
    code = code_for(owner)
    for expected in (True, False):
        browser = Client()
        knock(browser)
        browser.post("/login/code/", {"code": code})
        assert is_in(browser) is expected


def test_a_recovery_code_works_once_however_it_is_typed(owner: User) -> None:
    codes = switched_on(owner)
    for typed, expected in ((codes[0].upper().replace("-", " "), True), (codes[0], False)):
        browser = Client()
        knock(browser)
        browser.post("/login/code/", {"code": typed})
        assert is_in(browser) is expected
    assert "recovery_used" in kinds(owner)


def test_there_is_no_second_step_without_the_first(owner: User) -> None:
    switched_on(owner)
    browser = Client()
    answer = browser.post("/login/code/", {"code": code_for(owner), "next": "/players/"})
    assert answer.headers["Location"] == "/login/?next=%2Fplayers%2F"
    assert not is_in(browser)


def test_a_second_step_ends_with_the_password_and_after_some_minutes(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    switched_on(owner)
    late, changed = Client(), Client()
    knock(late)
    knock(changed)
    later = counters.clock() + sign_in.PENDING_SECONDS + 1
    monkeypatch.setattr(counters, "clock", lambda: later)
    assert late.get("/login/code/").status_code == 302
    monkeypatch.undo()
    assert changed.get("/login/code/").status_code == 200
    owner.set_password("another one")
    owner.save()
    assert changed.get("/login/code/").status_code == 302


def test_codes_are_counted_for_the_account_whatever_the_browser_and_the_address(
    owner: User,
) -> None:
    switched_on(owner)
    statuses = []
    for number in range(6):
        browser = Client(REMOTE_ADDR=f"192.0.2.{number}")
        knock(browser)
        statuses.append(browser.post("/login/code/", {"code": "000000"}))
    assert [answer.status_code for answer in statuses] == [200] * 5 + [429]
    assert statuses[-1].headers["Retry-After"] == "60"
    browser = Client()
    knock(browser)
    right = browser.post("/login/code/", {"code": code_for(owner)})
    assert right.status_code == 429
    assert not is_in(browser)


def test_it_is_switched_off_with_the_password_and_a_code(owner: User) -> None:
    codes = switched_on(owner)
    own = SignedIn(owner)
    off = {"do": "off", "password": "secret", "code": "000000"}
    refused = own.post(f"{PAGE}change/", off)
    other = own.post(f"{PAGE}change/", off | {"password": "no", "code": codes[1]})
    words = "The password or the code is not right."
    assert [refused.status_code, other.status_code] == [422, 422]
    assert words in refused.text
    assert words in other.text
    assert own.post(f"{PAGE}change/", off | {"code": codes[1]}).status_code == 302
    assert not SecondFactor.objects.exists()
    assert knock(Client()).headers["Location"] == "/"
    assert "factor_off" in kinds(owner)


def test_new_recovery_codes_replace_the_old_ones(owner: User) -> None:
    codes = switched_on(owner)
    own = SignedIn(owner)
    page = own.post(
        f"{PAGE}change/", {"do": "renew", "password": "secret", "code": code_for(owner)}
    )
    assert page.text.count('class="secret"') == 10
    factor = SecondFactor.objects.get()
    now = datetime.now(UTC)
    assert not code_is_right(factor=factor, code=codes[0], actor="", now=now)


def test_the_operator_switches_it_off_on_the_command_line(
    owner: User, capsys: pytest.CaptureFixture[str]
) -> None:
    switched_on(owner)
    call_command("secondfactor", "show", "olga")
    call_command("secondfactor", "off", "olga")
    assert capsys.readouterr().out == "Second factor: on\nSecond factor: off\n"
    event = SecurityEvent.objects.get(kind="factor_off")
    assert event.actor == "cli"
    with pytest.raises(CommandError, match="second_factor_off"):
        call_command("secondfactor", "off", "olga")
    with pytest.raises(CommandError, match="unknown_user"):
        call_command("secondfactor", "off", "nobody")


def test_of_many_guesses_at_once_exactly_five_are_looked_at(owner: User) -> None:
    request = RequestFactory().post("/login/code/")
    begun = run_together([lambda: counters.begin_proof(request, owner)] * 20)
    assert sorted(attempt.wait for attempt in begun) == [0] * 5 + [60] * 15


@pytest.mark.database
def test_of_many_who_send_one_code_at_once_one_gets_in(fresh_database: FreshDatabase) -> None:
    owner = make_user("olga", staff=True)
    codes = switched_on(owner)
    now = datetime.now(UTC)
    factor = SecondFactor.objects.get()
    step = totp.code_of(totp.from_text(factor.secret), totp.step_at(now.timestamp()))

    def send(code: str) -> Callable[[], bool]:
        return lambda: code_is_right(factor=factor, code=code, actor="", now=now)

    for code in (step, codes[0]):
        assert sorted(run_together([send(code)] * 4)) == [False, False, False, True]
    assert not code_is_right(factor=factor, code=step, actor="", now=now + timedelta(seconds=20))
