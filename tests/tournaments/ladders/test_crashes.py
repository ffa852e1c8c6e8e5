"""Workers that die in the middle of ladders: in the end nothing is owed, and every digit is so."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connections

from config.celery import app
from games.testing.scale import scaled
from replays.models import Match, Outbox
from replays.services import life, outbox
from tests.factories import make_club, make_player
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.plugins.programs import CeleryWorker, program_environment
from tests.services.processes import ROOT, wait_until
from tests.tournaments.ladders.happenings import Club24
from tests.tournaments.ladders.nights import acting, begun, numbers, owed, played, rebuilt
from tournaments.ladders.models import Ladder, LadderDue
from tournaments.ladders.services import scheduling
from tournaments.people.models import Player

pytestmark = pytest.mark.database

MOST_DEATHS = 100
"""The worker after them lives: what is owed must not take more statements than any of them had."""


# Killed before any statement


def died(database: FreshDatabase, seed: int, most: int) -> int:
    """Have workers do what is owed, most of them killed on the way; return how many were."""
    connections.close_all()
    said = subprocess.run(
        [sys.executable, "-m", "tests.tournaments.ladders.crashing", str(seed), str(most)],
        env=program_environment(database, REDIS_URL=""),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return int(said.stdout)


@pytest.mark.parametrize("seed", range(scaled(10)))
def test_workers_killed_before_any_statement_leave_what_they_owe_to_the_next(
    fresh_database: FreshDatabase, seed: int
) -> None:
    club24 = Club24(seed)
    for evening in range(2):
        for _ in range(15):
            club24.happen()
        assert Outbox.objects.exists()
        deaths = died(fresh_database, 100 * seed + evening, MOST_DEATHS)
        assert deaths >= 5, "hardly anybody met their end at work"
    assert owed() == []
    assert not Outbox.objects.exists()
    assert numbers() == rebuilt()


# Real workers on Valkey


def everything_is_done() -> bool:
    return not Outbox.objects.exists() and not LadderDue.objects.exists()


def wait_for_the_end(worker: CeleryWorker) -> None:
    """Do what beat would do once an hour is over, then wait."""
    hours = count(1)
    outbox.QUEUE.sweep(now=datetime.now(UTC) + timedelta(hours=1))

    def done() -> bool:
        if not Outbox.objects.exists():
            # A ladder whose task went with a worker: the sweep asks again.
            scheduling.QUEUE.sweep(now=datetime.now(UTC) + timedelta(hours=next(hours)))
        return everything_is_done()

    wait_until(
        done, process=known(worker.process), log=worker.log, what="the end of all ladder work"
    )


def a_table(rng: Random, people: list[Player]) -> tuple[list[Player], list[int]]:
    seated = rng.sample(people, rng.randint(2, 4))
    return seated, [rng.randint(0, 30) for _ in seated]


@pytest.mark.services
def test_a_worker_killed_again_and_again_while_matches_end_loses_nothing(
    celery_worker: CeleryWorker,
) -> None:
    rng, club = Random(9), make_club()
    people = [make_player(club, f"P{n} X{n}") for n in range(6)]
    matches = []
    for kill in range(scaled(20)):
        for n in range(12):
            minute = 20 * kill + n
            late = {"minutes": rng.randint(0, minute), "entered": minute}
            when: dict[str, Any] = late if rng.random() < 0.3 else {"minutes": minute}
            matches.append(played(club, *a_table(rng, people), **when))
            if rng.random() < 0.2:
                take_back(rng.choice(matches))
        celery_worker.kill()
        matches.append(played(club, *a_table(rng, people), minutes=20 * kill + 15))
        celery_worker.start()
    wait_for_the_end(celery_worker)
    assert Ladder.objects.count() == 2
    assert numbers() == rebuilt()


def take_back(match_id: UUID) -> None:
    if Match.objects.get(pk=match_id).status == "reported":
        life.void_match(**acting(match_id, 900))


@pytest.mark.services
def test_two_workers_at_once_with_every_task_thrice_in_any_order_give_the_same_digits(
    celery_worker: CeleryWorker,
) -> None:
    celery_worker.kill()
    rng, club = Random(4), make_club()
    people = [make_player(club, f"P{n} X{n}") for n in range(6)]
    begun(club, "openskill", system="openskill")
    begun(club, "Margin", margin={"share": 50, "full": 9})
    for n in range(scaled(200)):
        played(club, *a_table(rng, people), minutes=n)
    tasks = [(outbox.CONSUME, str(pk)) for pk in Outbox.objects.values_list("pk", flat=True)]
    ladders = Ladder.objects.values_list("pk", flat=True)
    tasks += [(scheduling.UPDATE_LADDER, str(pk)) for pk in ladders]
    tasks *= 3
    rng.shuffle(tasks)
    for name, subject in tasks:
        app.send_task(name, args=[subject])
    celery_worker.start()
    wait_for_the_end(celery_worker)
    assert Ladder.objects.count() == 4
    assert numbers() == rebuilt()
