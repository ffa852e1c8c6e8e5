"""A real receiver, a real worker, a real broker: everything arrives once, in order and signed."""

import json
import signal
import threading
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from config.celery import app
from replays.selectors.logs import load_log
from tests.factories import bearer, make_club, make_token
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, LiveServer, program_environment
from tests.services.processes import wait_until
from tests.services.receiver import Got, Receiver, Say
from tests.tournaments.tournaments.play import Friday, swiss
from tests.tournaments.webhooks.hooks import is_signed, make_hook
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook

pytestmark = [pytest.mark.database, pytest.mark.services]


@pytest.fixture
def worker(
    fresh_database: FreshDatabase, celery_on_valkey: dict[str, str], receiver: Receiver
) -> Iterator[CeleryWorker]:
    """A real worker that may send to the receiver."""
    allowed = {"KAITEN_WEBHOOK_HOSTS": f"127.0.0.1:{receiver.port}"}
    worker = CeleryWorker(program_environment(fresh_database, **celery_on_valkey, **allowed))
    worker.start()
    yield worker
    worker.kill()


def wait_for_state(worker: CeleryWorker, state: DeliveryState, count: int, tries: int = 0) -> None:
    rows = Delivery.objects.filter(state=state, tries__gte=tries)
    wait_until(
        lambda: rows.count() == count,
        process=known(worker.process),
        log=worker.log,
        what=f"{count} deliveries {state}",
    )


def later() -> None:
    """Let so much time pass that waits are over and leases have run out, and sweep as beat does."""
    past = datetime.now(UTC) - timedelta(hours=1)
    Webhook.objects.update(resting_until=None)
    Webhook.objects.exclude(lease=None).update(leased_until=past)
    Delivery.objects.filter(state=DeliveryState.WAITING).update(due_at=past)
    Delivery.objects.exclude(sent_at=None).update(sent_at=past)
    app.send_task("tournaments.tasks.sweep_webhooks")


def taken(receiver: Receiver, count: int) -> list[Got]:
    return [receiver.next() for _ in range(count)]


def streams(got: list[Got]) -> dict[str, list[int]]:
    """Return the versions that came of each log, in the order in which they came."""
    found: dict[str, list[int]] = {}
    for one in got:
        found.setdefault(one.body["stream"], []).append(one.body["version"])
    return found


def test_a_round_and_a_match_arrive_once_in_order_and_signed(
    worker: CeleryWorker, receiver: Receiver
) -> None:
    friday = Friday(8, swiss(), start=False)
    hook = make_hook(friday.club, receiver)
    friday.do("start_stage", stage=1)
    friday.announce()
    friday.play_by_bots(1)
    friday.record(2, scores=[40, 30, 20, 10])
    friday.do("close_stage", stage=1)
    friday.do("finish")
    played = friday.table(1).match
    count = Delivery.objects.count
    wait_until(
        lambda: Delivery.objects.filter(type="tournament.finished", tries=1).exists(),
        process=known(worker.process),
        log=worker.log,
        what="the end of the tournament",
    )
    wait_for_state(worker, DeliveryState.DELIVERED, count())
    got = receiver.all()
    assert len(got) == len({one.body["id"] for one in got}) == count()
    assert all(is_signed(one, hook.secret) for one in got)
    versions = streams(got)
    assert all(found == sorted(found) for found in versions.values())
    whole = load_log(played).version
    assert versions[str(played)] == list(range(1, whole + 1))
    assert whole > 10
    kinds = [one.body["kind"] for one in got if one.body["stream"] == str(friday.id)]
    assert set(kinds) == {"rounds", "results", "stages"}
    assert {one.body["event"]["type"] for one in got} >= {
        *("match.created", "match.finished", "match.reported", "tournament.stage_started"),
        *("tournament.tables_published", "tournament.result_recorded"),
        *("tournament.stage_closed", "tournament.finished"),
    }


def test_a_receiver_that_fails_or_is_away_gets_the_same_later(
    worker: CeleryWorker, receiver: Receiver
) -> None:
    friday = Friday(8, swiss())
    hook = make_hook(friday.club, receiver, ["rounds", "results"])
    receiver.answer(Say(500, b"not now"))
    friday.announce()
    wait_for_state(worker, DeliveryState.WAITING, 1, tries=1)
    later()
    first, again = taken(receiver, 2)
    assert (first.raw, first.headers["Kaiten-Id"]) == (again.raw, again.headers["Kaiten-Id"])
    wait_for_state(worker, DeliveryState.DELIVERED, 1)
    receiver.stop()
    friday.record(1, scores=[40, 30, 20, 10])
    friday.record(2, scores=[40, 30, 20, 10])
    wait_for_state(worker, DeliveryState.WAITING, 1, tries=1)
    back = Receiver(receiver.port)
    try:
        later()
        waiting = Delivery.objects.filter(webhook=hook, kind="results").order_by("version")
        wait_for_state(worker, DeliveryState.DELIVERED, 3)
        got = taken(back, 2)
        assert [one.body["version"] for one in got] == [row.version for row in waiting]
        assert all(is_signed(one, hook.secret) for one in got)
    finally:
        back.stop()


def test_a_server_without_a_broker_sends_as_well(
    fresh_database: FreshDatabase, receiver: Receiver
) -> None:
    club = make_club()
    hook = make_hook(club, receiver)
    allowed = {"KAITEN_WEBHOOK_HOSTS": f"127.0.0.1:{receiver.port}"}
    server = LiveServer(program_environment(fresh_database, **allowed))
    try:
        match = json.dumps({"club": str(club.id), "game": "sushi_bar", "players": [None, None]})
        headers = bearer(make_token()[1]) | {"Content-Type": "application/json"}
        request = urllib.request.Request(
            f"{server.url}/api/v1/matches", match.encode(), headers, method="POST"
        )
        urllib.request.urlopen(request).close()
        got = receiver.next()
        assert got.body["event"]["type"] == "match.created"
        assert is_signed(got, hook.secret)
    finally:
        server.stop(with_signal=signal.SIGKILL)


def test_a_worker_killed_while_it_sends_loses_nothing_and_repeats_one_id_at_most(
    worker: CeleryWorker, receiver: Receiver
) -> None:
    friday = Friday(8, swiss())
    hook = make_hook(friday.club, receiver, ["rounds", "results"])
    answered = threading.Event()
    receiver.answer(Say(wait=answered))
    friday.announce()
    friday.record(1, scores=[40, 30, 20, 10])
    in_hand = receiver.next()
    worker.kill()
    answered.set()
    friday.record(2, scores=[40, 30, 20, 10])
    worker.start()
    later()
    wait_for_state(worker, DeliveryState.DELIVERED, 3)
    got = taken(receiver, 3)
    assert receiver.all() == []
    assert got[0].body["id"] == in_hand.body["id"]
    assert len({one.body["id"] for one in got}) == 3
    versions = [one.body["version"] for one in got]
    assert versions == sorted(versions)
    assert all(is_signed(one, hook.secret) for one in [in_hand, *got])


def test_a_receiver_that_hangs_holds_up_no_other_one(
    worker: CeleryWorker, receiver: Receiver
) -> None:
    friday = Friday(8, swiss())
    hooks = [make_hook(friday.club, receiver, ["rounds"]) for _ in range(2)]
    hangs = threading.Event()
    receiver.answer(Say(wait=hangs))
    friday.announce()
    got = taken(receiver, 2)
    assert {one.body["webhook"] for one in got} == {str(hook.id) for hook in hooks}
    wait_for_state(worker, DeliveryState.DELIVERED, 1)
    assert Delivery.objects.filter(state=DeliveryState.WAITING, tries=0).count() == 1
    hangs.set()
    wait_for_state(worker, DeliveryState.DELIVERED, 2)
