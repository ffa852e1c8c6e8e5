"""Queues of record: rows that are claimed, sent to the workers, and sent again until they are done.

A row says when its task was last sent and how often. Whoever does the work removes the row or
marks it; brokers and workers may forget everything at any moment.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Any

from celery import current_app
from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet

from replays.models import Queued

logger = logging.getLogger(__name__)

_SWEPT_AT_ONCE = 1_000
_held_back: ContextVar[bool] = ContextVar("held_back", default=False)
_gathered: "ContextVar[dict[str, tuple[Queue, list[object]]] | None]" = ContextVar(
    "gathered", default=None
)


Tasks = dict[object, dict[int, list[object]]]
"""The argument of each task → the rows it does, by how often each was sent."""


@dataclass(frozen=True)
class Queue:
    """One table of such rows, the task that does them, and which of them are due."""

    model: type[Queued]
    task: str
    due: Callable[[datetime], Q]
    argument: str = "pk"
    """The column that the task is given; one task does all rows that share its value."""
    pending: Q = field(default_factory=Q)
    """What is still to be done, said of the row's own columns: a claim may not look at others."""
    released: Mapping[str, Any] = field(default_factory=dict)
    """What else a row looks like that no worker holds."""
    priority: int | None = None

    def send(self, rows: QuerySet[Any], *, now: datetime, wait: float = 0) -> int:
        """Claim rows, hand their tasks to the workers, return how many went out; never raise.

        What cannot be sent (no broker, no database) stays due, and the sweep finds it.
        """
        return self._send(lambda: self._tasks(rows), now, wait)

    def send_new(self, pks: Collection[object], *, now: datetime) -> int:
        """Do the same with rows that were just written, each of them a task of its own."""
        gathered = _gathered.get()
        if gathered is None:
            return self._send(lambda: {pk: {0: [pk]} for pk in pks}, now)
        gathered.setdefault(self.task, (self, []))[1].extend(pks)
        return 0

    def _tasks(self, rows: QuerySet[Any]) -> Tasks:
        tasks: Tasks = {}
        for argument, attempts, pk in rows.values_list(self.argument, "attempts", "pk"):
            tasks.setdefault(argument, {}).setdefault(attempts, []).append(pk)
        return tasks

    def _send(self, tasks: Callable[[], Tasks], now: datetime, wait: float = 0) -> int:
        if _held_back.get():
            return 0
        sent = 0
        try:
            for argument, seen in tasks().items():
                if self._claimed(seen, now):
                    self._deliver(argument, now, wait)
                    sent += 1
        except Exception:
            # Whoever wrote the rows has committed: what failed here must not fail them. Without a
            # broker the rest would fail as well, each after its own timeout.
            logger.warning("%s waits for the sweep", self.task, exc_info=True)
        return sent

    def sweep(self, *, now: datetime) -> int:
        """Send every row that was never sent or not done in time; return how many tasks that is."""
        rows = self.model._default_manager.filter(self.pending, self.due(now))
        return self.send(rows.order_by("created_at", "id")[:_SWEPT_AT_ONCE], now=now)

    def call_back(self) -> int:
        """Make due at once what went to a broker that is gone with its process."""
        rows = self.model._default_manager.filter(self.pending, sent_at__isnull=False)
        return rows.update(sent_at=None, **self.released)

    def _claimed(self, seen: Mapping[int, list[object]], now: datetime) -> bool:
        # Before the task is sent, and all its rows in one statement: of two sweeps at once one
        # sends, and a third never finds half of them. Whoever dies in between leaves rows that are
        # due again later.
        as_seen = reduce(or_, (Q(attempts=tries, pk__in=pks) for tries, pks in seen.items()))
        rows = self.model._default_manager.filter(self.pending, as_seen)
        return bool(rows.update(sent_at=now, attempts=F("attempts") + 1))

    def _deliver(self, argument: object, now: datetime, wait: float) -> None:
        try:
            current_app.send_task(
                self.task,
                args=[str(argument)],
                retry=False,
                countdown=wait or None,
                priority=self.priority,
            )
        except Exception:
            rows = self.model._default_manager.filter(**{self.argument: argument}, sent_at=now)
            rows.update(sent_at=None)
            raise


def broker_is_inside() -> bool:
    """Tell whether what is sent here never leaves this process."""
    return settings.CELERY_BROKER_URL.startswith("memory:")


@contextmanager
def left_to_the_server() -> Iterator[None]:
    """Send nothing where the broker would end with this command: the server's sweep finds it."""
    token = _held_back.set(broker_is_inside())
    try:
        yield
    finally:
        _held_back.reset(token)


@contextmanager
def sent_together() -> Iterator[None]:
    """Send what is written meanwhile at the end of it, claimed in one transaction.

    For whoever writes much at once: each claim of its own would wait for the disk.
    """
    gathered: dict[str, tuple[Queue, list[object]]] = {}
    token = _gathered.set(gathered)
    try:
        yield
    finally:
        _gathered.reset(token)
    for queue, pks in gathered.values():
        try:
            with transaction.atomic():
                queue.send_new(pks, now=datetime.now(UTC))
        except Exception:
            # What was written is committed; what was sent without a claim is sent once more.
            logger.warning("%s waits for the sweep", queue.task, exc_info=True)
