"""Several workers at one ladder while matches end and are taken back: nobody's work is lost."""

from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from games.testing.scale import scaled
from replays.envelope import Envelope
from replays.models import Match, Outbox
from replays.services import life, outbox
from replays.services.queue import left_to_the_server
from tests.factories import NOW, make_club, make_player
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tests.tournaments.ladders.nights import acting, begun, numbers, owed, played, rebuilt, work
from tournaments.ladders.models import DueCause, LadderDue
from tournaments.ladders.services.scheduling import QUEUE, schedule_updates
from tournaments.ladders.services.updates import catch_up, locked_ladder
from tournaments.people.models import Club, Player
from tournaments.people.services.merges import merge_players, undo_merge

pytestmark = pytest.mark.database


def keep_working(over: Event) -> int:
    """Do what is owed until somebody says that it is over; return how many updates did something.

    Both workers ask for every ladder there is work for, so that they meet at its lock.
    """
    done = 0
    while True:
        last = over.is_set()
        for pk in list(Outbox.objects.values_list("pk", flat=True)):
            outbox.consume(outbox_id=pk)
        for ladder in owed():
            done += catch_up(ladder_id=ladder, now=NOW).rated > 0
        if last:
            return done


def live(over: Event, club: Club, people: list[Player], seed: int, steps: int) -> int:
    """End matches, take some back, correct others, merge and part players."""
    rng, matches = Random(seed), []
    try:
        for step in range(steps):
            seated = rng.sample(people, 3)
            scores = [rng.randint(0, 20) for _ in seated]
            late = {"minutes": rng.randint(0, step), "entered": step}
            matches.append(
                played(club, seated, scores, **(late if rng.random() < 0.3 else {"minutes": step}))
            )
            match = rng.choice(matches)
            if Match.objects.get(pk=match).status == "reported":
                if rng.random() < 0.4:
                    life.void_match(**acting(match))
                else:
                    life.rule_result(places=rng.sample([1, 2, 3], 3), **acting(match))
            if step % 10 == 4:
                into = people[1].id
                merge_players(player_id=people[0].id, into_id=into, envelope=Envelope("cli", NOW))
            if step % 10 == 9:
                undo_merge(player_id=people[0].id, envelope=Envelope("cli", NOW))
    finally:
        over.set()
    return len(matches)


def test_two_workers_and_a_busy_evening_come_out_as_the_rebuild(
    fresh_database: FreshDatabase,
) -> None:
    club = make_club()
    people = [make_player(club, f"P{n} X{n}") for n in range(5)]
    begun(club, "OpenSkill", system="openskill")
    over, steps = Event(), scaled(200)
    results = run_together(
        [
            partial(keep_working, over),
            partial(keep_working, over),
            partial(live, over, club, people, 11, steps),
        ]
    )
    assert [one for one in results if isinstance(one, Exception)] == []
    assert results[2] == steps
    assert results[0] + results[1] > 0
    work()
    assert not LadderDue.objects.exists()
    assert numbers() == rebuilt()


def test_many_workers_at_once_rate_a_match_once(fresh_database: FreshDatabase) -> None:
    club = make_club()
    people = [make_player(club, f"P{n} X{n}") for n in range(3)]
    ladder = begun(club)
    for n in range(5):
        played(club, people, [3, 2, 1], minutes=n)
    for pk in Outbox.objects.values_list("pk", flat=True):
        outbox.consume(outbox_id=pk)
    results = run_together([partial(catch_up, ladder_id=ladder, now=NOW)] * 6)
    assert sorted(one.rated for one in results) == [0, 0, 0, 0, 0, 5]
    work()
    assert numbers() == rebuilt()


def consumed_without_waiting(outbox_id: UUID) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '3s'")
    return outbox.consume(outbox_id=outbox_id)


def test_what_is_owed_is_written_down_while_a_ladder_is_being_rated(
    fresh_database: FreshDatabase,
) -> None:
    """On PostgreSQL the lock of a ladder does not hold up those who owe it something."""
    club = make_club()
    ladder = begun(club)
    people = [make_player(club, f"P{n} X{n}") for n in range(2)]
    played(club, people, [2, 1])
    (row,) = Outbox.objects.filter(topic="ladders")
    if connection.vendor != "postgresql":
        # Here one transaction at a time writes at all; the next waits its turn.
        assert outbox.consume(outbox_id=row.pk)
        return
    with transaction.atomic():
        locked_ladder(ladder)
        (done,) = run_together([partial(consumed_without_waiting, row.pk)])
        assert done is True
        assert LadderDue.objects.filter(ladder=ladder).exists()


# Asking for a ladder again


def owe_twice(ladders: list[UUID]) -> None:
    """Owe each ladder two looks that no worker was asked for yet."""
    with left_to_the_server():
        for _ in range(2):
            schedule_updates(ladders, DueCause.RULES, ladders[0])


def test_of_sweeps_at_once_one_asks_for_each_ladder_once(fresh_database: FreshDatabase) -> None:
    ladders = [begun(make_club(), "Own") for _ in range(3)]
    owe_twice(ladders)
    now = datetime.now(UTC)
    assert sum(run_together([partial(QUEUE.sweep, now=now)] * 4)) == len(ladders)
    assert set(LadderDue.objects.values_list("attempts", flat=True)) == {1}


def test_a_sweep_that_begins_in_the_midst_of_another_asks_for_no_ladder_twice(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is owed to a ladder is claimed before a worker is asked for it."""
    ladders = [begun(make_club(), "Own") for _ in range(3)]
    owe_twice(ladders)
    now = datetime.now(UTC)
    asked = []

    def send(task: str, *, args: list[str], **options: Any) -> None:
        asked.append(args[0])
        QUEUE.sweep(now=now)

    monkeypatch.setattr("replays.services.queue.current_app.send_task", send)
    QUEUE.sweep(now=now)
    assert sorted(asked) == sorted(map(str, ladders))


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 30), (2, 60), (4, 240), (50, 240)])
def test_a_ladder_that_nobody_brings_up_to_date_is_asked_for_again(
    db: None, attempts: int, seconds: int
) -> None:
    owe_twice([begun(make_club(), "Own")])
    sent_at = datetime(2026, 11, 16, tzinfo=UTC)
    LadderDue.objects.update(sent_at=sent_at, attempts=attempts)
    assert QUEUE.sweep(now=sent_at + timedelta(seconds=seconds - 1)) == 0
    assert QUEUE.sweep(now=sent_at + timedelta(seconds=seconds)) == 1
    assert set(LadderDue.objects.values_list("attempts", flat=True)) == {attempts + 1}
