"""What needs an operator's attention: tables that wait, work that is late or has failed."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.health import worker_state
from replays.models import Verification
from replays.selectors.health import late_work
from tournaments.batches.models import Batch, BatchStatus
from tournaments.batches.selectors.health import chunk_work
from tournaments.home.attention import Addresses, Matter, waiting_matters
from tournaments.tournaments.selectors.waiting import UndecidedTable
from tournaments.webhooks.selectors.webhooks import given_up_webhooks


def matters(*, now: datetime) -> list[Matter]:
    """Return everything that needs attention; nothing: all is well."""
    addresses = Addresses(
        f"{reverse('admin:tournaments_claim_changelist')}?granted__isnull=True",
        reverse("admin:tournaments_ladderdue_changelist"),
        _tournament,
        _table,
    )
    return [*waiting_matters(addresses, now=now), *_work(now)]


def _tournament(tournament_id: UUID) -> str:
    return reverse("admin:tournaments_tournament_change", args=[tournament_id])


def _table(table: UndecidedTable) -> str:
    anchor = f"table-{table.stage}-{table.round}-{table.table}"
    query = f"?stage={table.stage}&round={table.round}#{anchor}"
    return _tournament(table.tournament) + query


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
