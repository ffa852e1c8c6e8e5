"""An organiser's help for who has forgotten a password: a one-time link, shown once."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from replays.errors import KaitenError
from replays.http.addresses import site_address
from replays.web.access import actor_of, refusal
from tournaments.people.account_models import Purpose
from tournaments.people.qr import qr_svg
from tournaments.people.reach import clubs_managed, may_find_accounts, within_reach
from tournaments.people.selectors.accounts import account_of, accounts_called
from tournaments.people.services.links import with_open_links
from tournaments.people.services.passwords import make_password_link, revoke_password_links
from tournaments.people.standing import standing_of

MOST_SHOWN = 30


@never_cache
@require_safe
def accounts(request: HttpRequest) -> HttpResponseBase:
    """Find the account of somebody who asked for help."""
    actor = actor_of(request)
    if not may_find_accounts(actor):
        return refusal(request)
    search = request.GET.get("search", "").replace("\0", "")[:100]
    standing = standing_of(actor)
    clubs = None if standing.is_staff else clubs_managed(standing)
    found = list(accounts_called(search, clubs=clubs)[: MOST_SHOWN + 1])
    reached = within_reach(actor, found)
    linked = with_open_links(found, Purpose.PASSWORD, now=datetime.now(UTC))
    rows = [
        (
            account,
            [str(player) for player in account.players.all()],
            account in reached,
            account.pk in linked,
        )
        for account in found
    ]
    context = {"search": search, "rows": rows[:MOST_SHOWN], "more": len(rows) > MOST_SHOWN}
    return render(request, "tournaments/people/account/accounts.html", context)


@never_cache
@require_POST
@sensitive_variables()
def password_link(request: HttpRequest, user_id: UUID) -> HttpResponseBase:
    """Make a link for an account, and show it this once."""
    actor = actor_of(request)
    if not may_find_accounts(actor):
        return refusal(request)
    account = account_of(user_id)
    try:
        issued = make_password_link(account=account, actor=actor, now=datetime.now(UTC))
    except KaitenError as error:
        messages.error(request, error.message)
        return redirect("tournaments:accounts")
    address = request.build_absolute_uri(site_address("tournaments:one-time-link", issued.secret))
    context = {
        "account": account,
        "address": address,
        "expires_at": issued.link.expires_at,
        "qr": qr_svg(address, _("QR code of the link")),
    }
    return render(request, "tournaments/people/account/link_made.html", context)


@never_cache
@require_POST
def revoke_links(request: HttpRequest, user_id: UUID) -> HttpResponseBase:
    """End the links of an account that nobody has used yet."""
    actor = actor_of(request)
    if not may_find_accounts(actor):
        return refusal(request)
    account = account_of(user_id)
    try:
        ended = revoke_password_links(account=account, actor=actor, now=datetime.now(UTC))
    except KaitenError as error:
        messages.error(request, error.message)
    else:
        words = ngettext("%(count)s link was revoked.", "%(count)s links were revoked.", ended)
        messages.success(request, words % {"count": ended})
    return redirect("tournaments:accounts")
