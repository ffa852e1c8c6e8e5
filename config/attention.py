"""What needs an operator's attention: tables that wait, work that is late or has failed."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.health import worker_state
from replays.models import Verification
from replays.selectors.health import LATE, late_work
from tournaments.batches.models import Batch, BatchStatus
from tournaments.batches.selectors.health import chunk_work
from tournaments.ladders.models import LadderDue
from tournaments.people.selectors.claims import open_claims
from tournaments.tournaments.selectors.waiting import forgotten_tables, undecided_tables
from tournaments.webhooks.selectors.webhooks import given_up_webhooks

MOST = 20
"""How many of a kind are listed one by one."""


class Matter(NamedTuple):
    """Something to look at, and where."""

    words: str
    address: str


def matters(*, now: datetime) -> list[Matter]:
    """Return everything that needs attention; nothing: all is well."""
    return [*_claims(), *_tables(now), *_work(now)]


def _claims() -> Iterator[Matter]:
    if waiting := open_claims().count():
        words = ngettext(
            "%(count)s person says that they are a player and waits for an answer.",
            "%(count)s people say that they are players and wait for an answer.",
            waiting,
        )
        address = reverse("admin:tournaments_claim_changelist")
        yield Matter(words % {"count": waiting}, f"{address}?granted__isnull=True")


def _tables(now: datetime) -> Iterator[Matter]:
    for table in undecided_tables(MOST):
        words = (
            _("%(title)s: the reports of round %(round)s, table %(table)s differ.")
            if table.disputed
            else _("%(title)s: round %(round)s, table %(table)s waits for an arbiter.")
        )
        names = {"title": table.title, "round": table.round, "table": table.table}
        anchor = f"table-{table.stage}-{table.round}-{table.table}"
        query = f"?stage={table.stage}&round={table.round}#{anchor}"
        yield Matter(words % names, _tournament(table.tournament) + query)
    for row in forgotten_tables(now=now, limit=MOST):
        words = ngettext(
            "%(title)s: no news for long, and %(count)s table has no result.",
            "%(title)s: no news for long, and %(count)s tables have no result.",
            row.tables,
        )
        names = {"title": row.title, "count": row.tables}
        yield Matter(words % names, f"{_tournament(row.tournament)}#round")


def _tournament(tournament_id: UUID) -> str:
    return reverse("admin:tournaments_tournament_change", args=[tournament_id])


def _work(now: datetime) -> Iterator[Matter]:
    if (state := worker_state(now=now)) != "ok":
        words = (
            _("No worker has ever shown that it lives.")
            if state == "missing"
            else _("No worker has shown for a while that it lives.")
        )
        yield Matter(words, reverse("admin:replays_heartbeat_changelist"))
    if late := late_work(now=now).count():
        words = ngettext(
            "%(count)s piece of work after matches is late.",
            "%(count)s pieces of work after matches are late.",
            late,
        )
        yield Matter(words % {"count": late}, reverse("admin:replays_outbox_changelist"))
    if owed := LadderDue.objects.filter(created_at__lte=now - LATE).count():
        words = ngettext(
            "%(count)s update of ladders is late.", "%(count)s updates of ladders are late.", owed
        )
        yield Matter(words % {"count": owed}, reverse("admin:tournaments_ladderdue_changelist"))
    if stale := chunk_work(now=now).stale:
        words = ngettext(
            "%(count)s part of a batch is stale.", "%(count)s parts of batches are stale.", stale
        )
        yield Matter(words % {"count": stale}, _batches(BatchStatus.RUNNING))
    if failed := Batch.objects.filter(status=BatchStatus.FAILED).count():
        words = ngettext("%(count)s batch has failed.", "%(count)s batches have failed.", failed)
        yield Matter(words % {"count": failed}, _batches(BatchStatus.FAILED))
    if silent := given_up_webhooks().count():
        words = ngettext(
            "%(count)s webhook is paused because its receiver failed for long or is gone.",
            "%(count)s webhooks are paused because their receivers failed for long or are gone.",
            silent,
        )
        address = reverse("admin:tournaments_webhook_changelist")
        yield Matter(words % {"count": silent}, f"{address}?state__in=failed,gone")
    if broken := Verification.objects.filter(ok=False).count():
        words = ngettext("%(count)s log is not intact.", "%(count)s logs are not intact.", broken)
        address = reverse("admin:replays_verification_changelist")
        yield Matter(words % {"count": broken}, f"{address}?ok__exact=0")


def _batches(status: str) -> str:
    return f"{reverse('admin:tournaments_batch_changelist')}?status__exact={status}"
