"""Settings of the club → webhooks: which there are, what each has got, and what owners do to it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from replays.envelope import Envelope
from replays.errors import KaitenError, message_of
from replays.web.access import actor_of, refusal
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.webhooks.addresses import webhooks_are_possible
from tournaments.webhooks.models import Delivery, DeliveryState, Webhook, WebhookKind
from tournaments.webhooks.selectors.webhooks import (
    delivery_of,
    last_deliveries,
    waiting_of,
    webhook_of,
    webhooks_of,
)
from tournaments.webhooks.services import webhooks as services
from tournaments.webhooks.web.forms import WebhookForm

REFUSED = 422
OPEN = (DeliveryState.WAITING, DeliveryState.HELD)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, club_id: UUID) -> HttpResponseBase:
    """Show the receivers of a club; a posted form makes another, whose secret is shown once."""
    club = club_of(club_id)
    if not may(actor_of(request), CLUB_WRITE, club.id):
        return refusal(request)
    form = WebhookForm(request.POST or None)
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    if request.method == "POST":
        made = _done(
            form,
            lambda: services.make_webhook(club=club, wanted=form.wanted(), envelope=envelope),
        )
        if made is not None:
            return _page(request, made, secret=made.secret)
    context = {
        "club": club,
        "form": form,
        "rows": [_row(webhook) for webhook in webhooks_of(club.id)],
        "possible": webhooks_are_possible(),
        "most": services.MOST,
    }
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/webhooks/list.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, club_id: UUID, webhook_id: UUID) -> HttpResponseBase:
    """Show one receiver and what it has got; a posted form changes it."""
    if not may(actor_of(request), CLUB_WRITE, club_of(club_id).id):
        return refusal(request)
    found = webhook_of(club_id, webhook_id)
    if request.method != "POST":
        return _page(request, found)
    form, now = WebhookForm(request.POST), datetime.now(UTC)
    changed = _done(
        form, lambda: services.change_webhook(webhook=found, wanted=form.wanted(), now=now)
    )
    if changed is None:
        return _page(request, webhook_of(club_id, webhook_id), form=form, status=REFUSED)
    messages.success(request, _("The changes are saved."))
    return redirect("tournaments:webhook", club_id, webhook_id)


@never_cache
@require_POST
def do(request: HttpRequest, club_id: UUID, webhook_id: UUID, name: str) -> HttpResponseBase:
    """Pause, resume, test, renew or remove a receiver, or send something again."""
    if not may(actor_of(request), CLUB_WRITE, club_of(club_id).id):
        return refusal(request)
    found, now = webhook_of(club_id, webhook_id), datetime.now(UTC)
    match name:
        case "pause":
            services.pause_webhook(webhook=found)
        case "resume":
            services.resume_webhook(webhook=found, now=now)
        case "test":
            return _page(request, found, tested=_line(services.send_test(webhook=found, now=now)))
        case "renew":
            return _page(request, found, secret=services.renew_secret(webhook=found))
        case "remove":
            services.remove_webhook(webhook=found)
            messages.success(request, _("The webhook is removed."))
            return redirect("tournaments:webhooks", club_id)
        case "again":
            try:
                services.send_again(delivery=delivery_of(found, _id(request)), now=now)
            except KaitenError as error:
                return _page(request, found, refusal=error.message, status=error.status)
        case _:
            raise KaitenError("unknown_webhook", 404)
    messages.success(request, _("The changes are saved."))
    return redirect("tournaments:webhook", club_id, webhook_id)


def _done(form: WebhookForm, act: Callable[[], Webhook]) -> Webhook | None:
    """Do what a form asks for, or put onto it why not."""
    if not form.is_valid():
        return None
    try:
        return act()
    except KaitenError as error:
        form.add_error("address" if error.code.startswith("webhook_") else None, error.message)
        return None


def _id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("id", ""))
    except ValueError:
        raise KaitenError("unknown_delivery", 404) from None


def _page(
    request: HttpRequest, webhook: Webhook, *, status: int = 200, **extra: Any
) -> HttpResponse:
    context = {
        "club": webhook.club,
        "row": _row(webhook),
        "form": WebhookForm(webhook=webhook),
        "lines": [_line(delivery) for delivery in last_deliveries(webhook)],
        "possible": webhooks_are_possible(),
        **extra,
    }
    return render(request, "tournaments/webhooks/webhook.html", context, status=status)


def _row(webhook: Webhook) -> dict[str, Any]:
    heard = [WebhookKind(kind).label for kind in webhook.kinds]
    return {"webhook": webhook, "heard": heard, "waiting": waiting_of(webhook)}


def _line(delivery: Delivery) -> dict[str, Any]:
    """Return a delivery with its words."""
    kinds = dict(WebhookKind.choices)
    host = urlsplit(delivery.webhook.address).hostname
    return {
        "delivery": delivery,
        "kind": kinds.get(delivery.kind, _("test")),
        "problem": message_of(delivery.problem, host=host) if delivery.problem else "",
        "open": delivery.state in OPEN,
        "again": delivery.state == DeliveryState.GIVEN_UP and delivery.stream_id is not None,
    }
