"""A program that dies at the worst moment: `python -m tests.tournaments.batches.crashing <when> …`.

`after-commit|before-send <club id> <count> <matches>`: so many processes, each stores a batch and
is gone before its first chunk is marked as sent, or marked but not yet handed to the broker.
"""

import importlib
import os
import sys
from datetime import UTC, datetime
from uuid import UUID

import django
from celery.signals import before_task_publish
from django.db import transaction

DIED = 17


def die(**kwargs: object) -> None:
    os._exit(DIED)


def start_and_die(when: str, club_id: UUID, seed: int, matches: int) -> None:
    """Store a batch and end at the given moment."""
    from tests.tournaments.batches.batch_runs import make_batch
    from tournaments.people.models import Club

    try:
        with transaction.atomic():
            if when == "after-commit":
                # The first thing after COMMIT, before what the service does there.
                transaction.on_commit(die)
            else:
                before_task_publish.connect(die, weak=False)
            club = Club.objects.get(pk=club_id)
            make_batch(matches=matches, club=club, seed=seed, now=datetime.now(UTC))
    finally:
        os._exit(1)


def main(when: str, club_id: UUID, count: int, matches: int) -> None:
    """Fork so many children, one after the other."""
    # Here, once: a child that has to import everything takes a second to get to its death.
    importlib.import_module("tests.tournaments.batches.batch_runs")
    for seed in range(count):
        child = os.fork()
        if child == 0:
            start_and_die(when, club_id, seed, matches)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != DIED:
            sys.exit(1)


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], UUID(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
