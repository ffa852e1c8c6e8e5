"""Mails with a link to a new password, sent by a worker.

A request is written down before anybody looks whose name it is: how long the answer takes does not
depend on it, and no secret passes through the broker.
"""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from replays.selectors.health import not_done_in_time
from replays.services.queue import Queue
from tournaments.people.account_models import PasswordRequest, Purpose, SecurityKind
from tournaments.people.models import Player, User
from tournaments.people.services.links import NewLink, issue_link
from tournaments.people.services.passwords import BY_MAIL
from tournaments.people.services.security import note_security

logger = logging.getLogger(__name__)

SEND_RESET = "tournaments.tasks.send_reset"  # the name of a task
# Whoever has waited for so long has asked somebody by now.
GIVEN_UP_AFTER = timedelta(hours=1)

QUEUE = Queue(
    PasswordRequest,
    SEND_RESET,
    lambda now: (
        Q(sent_at=None)
        | not_done_in_time(now, first=timedelta(minutes=1), last=timedelta(minutes=10))
    ),
)


def mails_can_be_sent() -> bool:
    """Say whether the operator has set up how mails go out, whom from, and where links lead."""
    away = settings.EMAIL_BACKEND.endswith("dummy.EmailBackend") or "*" in settings.SITE_URL
    return not away and bool(settings.DEFAULT_FROM_EMAIL and settings.SITE_URL)


def ask_for_reset(*, name: str, now: datetime) -> None:
    """Write down that somebody forgot the password of a name, known or not."""
    row = PasswordRequest.objects.create(
        id=uuid4(), name=name, language=translation.get_language() or "en", created_at=now
    )
    QUEUE.send_new([row.pk], now=now)


def send_reset(*, request_id: UUID) -> None:
    """Mail a link to every account that a request means; it is done once that has worked."""
    request = PasswordRequest.objects.filter(pk=request_id).first()
    if request is None:
        return
    for account in _meant_by(request.name):
        _send_link(account, request.language, datetime.now(UTC))
    request.delete()


def sweep_requests(*, now: datetime) -> None:
    """Send again what was lost, and give up what is too old."""
    PasswordRequest.objects.filter(created_at__lt=now - GIVEN_UP_AFTER).delete()
    QUEUE.sweep(now=now)


def _meant_by(name: str) -> Sequence[User]:
    """Return the accounts of a user name or an address, as far as a mail can reach them."""
    meant = User.objects.filter(Q(username=name) | Q(email__iexact=name), is_active=True)
    return list(meant.exclude(email="").order_by("username")[:5])


def _send_link(account: User, language: str, now: datetime) -> None:
    wanted = NewLink(Purpose.PASSWORD, account, BY_MAIL)
    issued = issue_link(link_id=uuid4(), wanted=wanted, actor="system", now=now)
    path = reverse("tournaments:one-time-link", args=[issued.secret])
    with translation.override(_language_of(account) or language):
        context = {
            "account": account,
            "link": settings.SITE_URL.rstrip("/") + path,
            "minutes": BY_MAIL // timedelta(minutes=1),
        }
        send_mail(
            _("A new password for Kaiten"),
            render_to_string("tournaments/people/mail/new_password.txt", context),
            None,
            # The address that is stored: the one that was typed may only look like it.
            [account.email],
        )
    note_security(account=account, kind=SecurityKind.LINK_MAILED, actor="system", now=now)


def _language_of(account: User) -> str:
    """Return the language of the club that an account plays in, if it does in one."""
    linked = Player.objects.filter(user=account).order_by("created_at", "id")
    return linked.values_list("club__language", flat=True).first() or ""
