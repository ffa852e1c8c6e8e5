"""Deliveries on their way: in order, once, tried again with patience, then given up."""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from tests.services.processes import free_port
from tests.services.receiver import Receiver, Say
from tests.tournaments.tournaments.play import Friday
from tests.tournaments.webhooks.hooks import deliver, make_hook, make_hook_at, notice, now_due, told
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook, WebhookState
from tournaments.webhooks.services import sending
from tournaments.webhooks.services.backoff import GIVEN_UP_AFTER, WAITS, wait_after
from tournaments.webhooks.services.queue import QUEUE
from tournaments.webhooks.services.sending import KEPT, send_due, sweep_deliveries
from tournaments.webhooks.services.webhooks import (
    pause_webhook,
    remove_webhook,
    resume_webhook,
    send_again,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]
FAILING = Say(500, b"later, please")


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def hook(receiver: Receiver, friday: Friday) -> Webhook:
    """The webhook of a club to which three results are to be sent, in three versions."""
    hook = make_hook(friday.club, receiver, ["results"])
    friday.record(1, scores=[40, 30, 20, 10])
    friday.record(2, scores=[40, 30, 20, 10])
    friday.do("correct", stage=1, round=1, table=2, scores=[50, 30, 20, 10], then="keep")
    notice()
    return hook


def first(hook: Webhook) -> Delivery:
    return hook.deliveries.order_by("version")[0]


def expected(hook: Webhook) -> list[int | None]:
    """Return the versions that a receiver is to get, in order."""
    return list(hook.deliveries.order_by("version").values_list("version", flat=True))


def versions(receiver: Receiver) -> list[int]:
    return [version for _, version, _ in told(receiver)]


def test_everything_is_sent_in_order_and_once(hook: Webhook, receiver: Receiver) -> None:
    assert len(expected(hook)) == 3
    send_due(webhook_id=hook.id)
    send_due(webhook_id=hook.id)
    assert versions(receiver) == expected(hook)
    row = first(hook)
    assert (row.state, row.tries, row.status, row.answer) == ("delivered", 1, 200, "taken")


def test_what_fails_holds_up_what_follows_and_then_comes_first(
    hook: Webhook, receiver: Receiver
) -> None:
    receiver.answer(FAILING)
    send_due(webhook_id=hook.id)
    row = first(hook)
    assert versions(receiver) == [row.version]
    assert (row.state, row.tries, row.status, row.answer) == ("waiting", 1, 500, "later, please")
    assert row.problem == "receiver_refuses"
    assert WAITS[0] * 0.7 < row.due_at - now() <= WAITS[0] * 1.2
    send_due(webhook_id=hook.id)
    assert versions(receiver) == [], "the receiver was to rest"
    Webhook.objects.update(resting_until=None)
    send_due(webhook_id=hook.id)
    assert versions(receiver) == [], "what was refused was to wait, and the others behind it"
    now_due(row)
    send_due(webhook_id=hook.id)
    assert versions(receiver) == expected(hook)
    hook.refresh_from_db()
    assert (hook.failures, hook.failing_since, hook.resting_until) == (0, None, None)


def test_after_a_while_others_overtake_what_is_always_refused(
    hook: Webhook, receiver: Receiver
) -> None:
    row = first(hook)
    for _ in range(4):
        receiver.answer(FAILING)
        now_due(row)
        send_due(webhook_id=hook.id)
    assert versions(receiver) == [row.version] * 4
    Webhook.objects.update(resting_until=None)
    send_due(webhook_id=hook.id)
    assert row.version not in versions(receiver)
    assert set(hook.deliveries.values_list("state", flat=True)) == {"waiting", "delivered"}


def test_a_dead_receiver_rests_for_longer_and_longer_whatever_waits_for_it(
    hook: Webhook, receiver: Receiver
) -> None:
    Webhook.objects.update(failures=6)
    receiver.answer(FAILING)
    send_due(webhook_id=hook.id)
    hook.refresh_from_db()
    assert hook.resting_until is not None
    assert timedelta(hours=1.5) < hook.resting_until - now() < timedelta(hours=2.5)
    assert QUEUE.sweep(now=now() + timedelta(hours=1)) == 0
    assert QUEUE.sweep(now=now() + timedelta(hours=3)) == 1


def test_waits_grow_from_seconds_to_hours_and_end_after_two_days() -> None:
    assert len({wait_after(1) for _ in range(20)}) > 1, "no jitter"
    total = timedelta()
    for failures in range(1, 40):
        wait = wait_after(failures)
        assert WAITS[0] * 0.8 <= wait <= WAITS[-1] * 1.2
        total += wait
        if total > GIVEN_UP_AFTER:
            break
    assert 10 <= failures <= 15


def test_after_two_days_a_delivery_is_given_up_and_its_webhook_paused(
    hook: Webhook, receiver: Receiver
) -> None:
    row = first(hook)
    began = now() - timedelta(hours=47)
    Delivery.objects.filter(pk=row.pk).update(tries=11, first_tried_at=began)
    Webhook.objects.update(failures=11, failing_since=began)
    receiver.answer(FAILING)
    send_due(webhook_id=hook.id)
    row.refresh_from_db()
    hook.refresh_from_db()
    assert (row.state, hook.state) == (DeliveryState.GIVEN_UP, WebhookState.FAILED)
    send_due(webhook_id=hook.id)
    assert versions(receiver) == [row.version]
    resume_webhook(webhook=hook, now=now())
    send_again(delivery=row, now=now())
    send_due(webhook_id=hook.id)
    assert versions(receiver) == expected(hook)


def test_who_says_gone_is_asked_no_more(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer(Say(410, b"moved away"))
    send_due(webhook_id=hook.id)
    hook.refresh_from_db()
    assert hook.state == WebhookState.GONE
    assert first(hook).state == DeliveryState.GIVEN_UP
    assert len(versions(receiver)) == 1


def test_a_redirect_is_no_success_and_is_not_followed(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer(Say(302, b"", (("Location", receiver.address("/elsewhere")),)))
    send_due(webhook_id=hook.id)
    assert [got.path for got in receiver.all()] == ["/hook"]
    assert first(hook).problem == "receiver_redirects"


def test_of_a_long_answer_only_the_beginning_is_kept(hook: Webhook, receiver: Receiver) -> None:
    receiver.answer(Say(204, b""), Say(200, "é\0".encode() * 100_000))
    send_due(webhook_id=hook.id)
    second = hook.deliveries.order_by("version")[1]
    assert second.state == DeliveryState.DELIVERED
    assert 300 < len(second.answer) < 1000
    assert "\0" not in second.answer


def test_a_paused_webhook_sends_nothing_and_hears_nothing_until_it_is_resumed(
    hook: Webhook, receiver: Receiver, friday: Friday
) -> None:
    waiting = expected(hook)
    pause_webhook(webhook=hook)
    friday.do("withdraw_result", stage=1, round=1, table=1)
    deliver(hook)
    assert versions(receiver) == []
    resume_webhook(webhook=hook, now=now())
    deliver(hook)
    assert versions(receiver) == waiting


def test_a_webhook_that_is_removed_in_the_middle_of_it_ends_it(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = sending.posted

    def removed(delivery: Delivery, body: bytes) -> object:
        remove_webhook(webhook=hook)
        return sent(delivery, body)

    monkeypatch.setattr(sending, "posted", removed)
    receiver.answer(FAILING)
    send_due(webhook_id=hook.id)
    assert len(versions(receiver)) == 1
    assert not Delivery.objects.exists()


def test_while_one_worker_sends_another_leaves_it_alone(hook: Webhook, receiver: Receiver) -> None:
    Webhook.objects.update(lease=uuid4(), leased_until=now() + timedelta(seconds=30))
    send_due(webhook_id=hook.id)
    assert versions(receiver) == []
    Webhook.objects.update(leased_until=now() - timedelta(seconds=1))
    send_due(webhook_id=hook.id)
    assert len(versions(receiver)) == 3


def test_a_long_row_is_sent_in_several_tasks(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "AT_ONCE", 2)
    send_due(webhook_id=hook.id)
    assert len(versions(receiver)) == 2
    left = hook.deliveries.get(state=DeliveryState.WAITING)
    assert (left.attempts, left.sent_at is not None) == (1, True)


def test_the_sweep_finds_what_was_lost_and_clears_what_is_old(hook: Webhook) -> None:
    Delivery.objects.update(sent_at=now(), attempts=1)
    assert QUEUE.sweep(now=now()) == 0
    assert QUEUE.sweep(now=now() + timedelta(minutes=1)) == 1
    old = first(hook)
    Delivery.objects.filter(pk=old.pk).update(created_at=now() - KEPT - timedelta(minutes=1))
    sweep_deliveries(now=now())
    assert not Delivery.objects.filter(pk=old.pk).exists()
    assert hook.deliveries.count() == 2


@pytest.fixture
def nobody(settings: Settings) -> str:
    """An address that is allowed and at which nobody listens."""
    port = free_port()
    settings.WEBHOOK_HOSTS = [*settings.WEBHOOK_HOSTS, f"127.0.0.1:{port}"]
    return f"http://127.0.0.1:{port}/"


@pytest.fixture
def dead(hook: Webhook, nobody: str) -> Webhook:
    """A webhook of the same club whose receiver is away."""
    return make_hook_at(hook.club, nobody, ["results"])


def test_a_receiver_that_is_away_holds_up_no_other_one(
    hook: Webhook, dead: Webhook, receiver: Receiver, friday: Friday
) -> None:
    friday.do("withdraw_result", stage=1, round=1, table=1)
    deliver(dead)
    assert dead.deliveries.get().problem == "no_connection"
    send_due(webhook_id=hook.id)
    assert len(versions(receiver)) == 4


def test_what_comes_while_a_worker_puts_down_its_work_is_sent_by_it(
    hook: Webhook, receiver: Receiver, friday: Friday, monkeypatch: pytest.MonkeyPatch
) -> None:
    send_some = sending._send_some
    late = [lambda: friday.do("withdraw_result", stage=1, round=1, table=1)]

    def and_then(webhook_id: UUID, lease: UUID) -> bool:
        through = send_some(webhook_id, lease)
        if late:
            late.pop()()
            notice()
            send_due(webhook_id=webhook_id)  # the other worker finds it leased
        return through

    monkeypatch.setattr(sending, "_send_some", and_then)
    send_due(webhook_id=hook.id)
    assert len(versions(receiver)) == 4
