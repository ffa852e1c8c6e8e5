"""Owners see to their webhooks, by page and by API; nobody sees a secret twice."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from config.attention import matters
from tests.clients import SignedIn
from tests.factories import bearer, make_club, make_member, make_token
from tests.services.receiver import Receiver, Say
from tests.tight import tight
from tests.tournaments.webhooks.hooks import is_signed, make_hook
from tournaments.people.models import Club
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook, WebhookState
from tournaments.webhooks.services.webhooks import MOST

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club: Club) -> SignedIn:
    return SignedIn(make_member(club, "owner"))


class Api:
    """The API as a token of an owner uses it."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.headers = bearer(make_token(make_member(club, "owner"), ("admin",))[1])

    def __call__(self, method: str, path: str = "", body: Any = None) -> Any:
        address = f"/api/v1/clubs/{self.club.slug}/webhooks{path}"
        ask = getattr(Client(), method)
        return ask(address, body, content_type="application/json", headers=self.headers)


@pytest.fixture
def api(club: Club) -> Api:
    return Api(club)


def given_up(hook: Webhook, **fields: Any) -> Delivery:
    now = datetime.now(UTC)
    usual: dict[str, Any] = {
        "kind": "results",
        "stream_kind": "tournament",
        "stream_id": uuid4(),
        "version": 7,
        "type": "tournament.result_recorded",
        "state": DeliveryState.GIVEN_UP,
        "tries": 11,
        "status": 500,
        "answer": "<b>no</b>",
        "problem": "receiver_refuses",
    }
    return Delivery.objects.create(
        id=uuid4(), webhook=hook, created_at=now, due_at=now, **usual | fields
    )


def test_a_webhook_lives_through_the_api(api: Api, receiver: Receiver) -> None:
    wanted = {"address": receiver.address(), "kinds": ["results", "rounds"]}
    made = api("post", "", wanted)
    assert made.status_code == 201
    body = made.json()
    secret, hook = body.pop("secret"), body["id"]
    assert body["kinds"] == ["rounds", "results"]
    assert (body["inside"], body["state"], body["failing_since"]) == (False, "active", None)
    assert api("get", f"/{hook}").json() == body
    assert api("get").json() == {"webhooks": [body]}
    changed = api("patch", f"/{hook}", {"kinds": ["matches"], "inside": True}).json()
    assert (changed["kinds"], changed["inside"]) == (["matches"], True)
    assert changed["address"] == receiver.address()
    assert api("post", f"/{hook}/pause").json()["state"] == "paused"
    assert api("post", f"/{hook}/resume").json()["state"] == "active"
    renewed = api("post", f"/{hook}/secret").json()["secret"]
    tested = api("post", f"/{hook}/test").json()
    assert (tested["kind"], tested["state"], tested["status"]) == ("test", "delivered", 200)
    got = receiver.next()
    assert (is_signed(got, secret), is_signed(got, renewed)) == (False, True)
    assert (got.body["kind"], got.body["event"]) == ("test", None)
    assert api("get", f"/{hook}/deliveries").json() == {"deliveries": [tested]}
    assert api("delete", f"/{hook}").status_code == 204
    assert api("get", f"/{hook}").json()["code"] == "unknown_webhook"


def test_what_is_wrong_is_said_by_its_code(api: Api, receiver: Receiver) -> None:
    here = receiver.address()

    def refused(**body: Any) -> tuple[int, str]:
        answer = api("post", "", {"address": here, "kinds": ["results"]} | body)
        return answer.status_code, answer.json()["code"]

    assert refused(address="http://10.0.0.1/") == (422, "webhook_not_allowed")
    assert refused(address="nowhere") == (422, "webhook_bad_address")
    assert refused(kinds=[]) == (422, "webhook_hears_nothing")
    assert refused(kinds=["gossip"])[0] == 400
    assert refused(secret="mine")[0] == 400
    for _ in range(MOST):
        assert api("post", "", {"address": here, "kinds": ["results"]}).status_code == 201
    assert refused() == (409, "too_many_webhooks")


def test_without_allowed_addresses_pages_and_api_say_so(
    api: Api, owner: SignedIn, settings: Settings
) -> None:
    settings.WEBHOOK_HOSTS = []
    body = {"address": "https://hooks.example.org/", "kinds": ["results"]}
    assert api("post", "", body).json()["code"] == "webhooks_off"
    page = owner.get(f"/clubs/{api.club.id}/webhooks/").text
    assert "KAITEN_WEBHOOK_HOSTS" in page
    assert "Make the webhook" not in page


def test_the_webhook_of_another_club_is_not_there(api: Api, receiver: Receiver) -> None:
    other = make_hook(make_club(), receiver)
    for method, path in [("get", ""), ("patch", ""), ("delete", ""), ("post", "/test")]:
        answer = api(method, f"/{other.id}{path}", {} if method == "patch" else None)
        assert answer.json()["code"] == "unknown_webhook"
    assert Webhook.objects.filter(pk=other.pk).exists()


def test_what_was_given_up_is_sent_again_once_it_is_asked_for(
    api: Api, club: Club, receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    row = given_up(hook)
    path = f"/{hook.id}/deliveries/{row.id}/again"
    answer = api("post", path).json()
    assert (answer["state"], answer["tries"]) == ("waiting", 0)
    assert answer["next_try_at"] is not None
    assert api("post", path).json()["code"] == "delivery_not_given_up"
    assert api("post", f"/{hook.id}/deliveries/{uuid4()}/again").json()["code"] == (
        "unknown_delivery"
    )


def test_an_owner_makes_tests_and_removes_a_webhook_on_its_pages(
    club: Club, owner: SignedIn, receiver: Receiver
) -> None:
    listed = f"/clubs/{club.id}/webhooks/"
    assert listed in owner.get(f"/clubs/{club.id}/settings/").text
    made = owner.post(listed, {"address": receiver.address(), "kinds": ["results"]})
    hook = Webhook.objects.get()
    assert hook.secret in made.text
    page = reverse("tournaments:webhook", args=[club.id, hook.id])
    assert hook.secret not in owner.get(page).text
    assert hook.secret not in owner.get(listed).text
    receiver.answer(Say(503, b"<i>soon</i>"))
    tested = tight(owner.post(f"{page}do/test/").text)
    for said in ("What came back of the test", "answer 503", "&lt;i&gt;soon&lt;/i&gt;"):
        assert said in tested
    assert "it did not take it" in tested
    renewed = owner.post(f"{page}do/renew/").text
    hook.refresh_from_db()
    assert hook.secret in renewed
    assert owner.post(f"{page}do/pause/").status_code == 302
    assert "Resume" in owner.get(page).text
    assert owner.post(f"{page}do/resume/").status_code == 302
    changed = owner.post(page, {"address": receiver.address("/new"), "kinds": ["stages"]})
    assert changed.status_code == 302
    hook.refresh_from_db()
    assert (hook.address, hook.kinds) == (receiver.address("/new"), ["stages"])
    assert owner.post(f"{page}do/remove/").status_code == 302
    assert not Webhook.objects.exists()


def test_a_page_says_beside_the_field_what_is_wrong_and_keeps_what_was_typed(
    club: Club, owner: SignedIn, receiver: Receiver
) -> None:
    listed = f"/clubs/{club.id}/webhooks/"
    refused = owner.post(listed, {"address": "http://10.0.0.1/x", "kinds": ["results"]})
    assert refused.status_code == 422
    assert "allows no webhooks to 10.0.0.1" in refused.text
    assert 'value="http://10.0.0.1/x"' in refused.text
    hook = make_hook(club, receiver)
    page = reverse("tournaments:webhook", args=[club.id, hook.id])
    refused = owner.post(page, {"address": "http://10.0.0.1/x"})
    assert refused.status_code == 422
    hook.refresh_from_db()
    assert hook.address == receiver.address()


def test_a_page_tells_of_deliveries_in_words_and_sends_one_again(
    club: Club, owner: SignedIn, receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    row = given_up(hook)
    page = reverse("tournaments:webhook", args=[club.id, hook.id])
    said = tight(owner.get(page).text)
    for words in (
        "given up",
        "11 tries",
        "answer 500",
        "&lt;b&gt;no&lt;/b&gt;",
        str(row.stream_id),
    ):
        assert words in said
    assert owner.post(f"{page}do/again/", {"id": str(row.id)}).status_code == 302
    assert Delivery.objects.get().state == DeliveryState.WAITING
    assert owner.post(f"{page}do/again/", {"id": str(row.id)}).status_code == 409
    assert owner.post(f"{page}do/again/", {"id": "x"}).status_code == 404
    assert owner.post(f"{page}do/nothing/").status_code == 404


def test_a_receiver_that_failed_for_long_is_noted_for_owners_and_operators(
    club: Club, owner: SignedIn, boss: SignedIn, receiver: Receiver
) -> None:
    hook = make_hook(club, receiver)
    Webhook.objects.update(state=WebhookState.FAILED)
    page = owner.get(reverse("tournaments:webhook", args=[club.id, hook.id])).text
    assert "the receiver has failed for two days" in page
    [matter] = [one for one in matters(now=datetime.now(UTC)) if "webhook" in one.words]
    listed = boss.get(matter.address)
    assert listed.status_code == 200
    assert receiver.address() in listed.text
    assert hook.secret not in listed.text
    shown = boss.get(reverse("admin:tournaments_webhook_change", args=[hook.id]))
    assert hook.secret not in shown.text
    given_up(hook)
    assert boss.get(reverse("admin:tournaments_delivery_changelist")).status_code == 200
