"""A player's page as far as it is about accounts: who they are, who says so, how they are shown."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.people.account_models import OneTimeLink
from tournaments.people.labels import public_label
from tournaments.people.models import Kind, Player, User
from tournaments.people.policy import is_self, may, may_show, may_unlink
from tournaments.people.qr import qr_svg
from tournaments.people.rights import PLAYER_ANONYMISE, PLAYER_LINK
from tournaments.people.selectors.claims import claims_by
from tournaments.people.selectors.matches import matches_of
from tournaments.people.selectors.players import merged_ids, player_of
from tournaments.people.services import claims
from tournaments.people.services.anonymising import anonymise_player, notes_about
from tournaments.people.services.links import has_open_link, revoke_player_links
from tournaments.people.services.players import link_account, show_as
from tournaments.people.web.forms import DaysForm, DisplayForm
from tournaments.people.web.joining import ask_who

CONFLICT = 409


def account_parts(request: HttpRequest, player: Player) -> Mapping[str, Any]:
    """Return what the page of a player offers whoever is logged in."""
    actor = actor_of(request)
    if not isinstance(request.user, User) or player.kind == Kind.BOT:
        return {}
    clubs = set(request.user.players.values_list("club_id", flat=True))
    own = player.club_id in clubs and is_self(actor, player)
    links = may(actor, PLAYER_LINK, player.club_id)
    asked = claims_by(request.user, player).first()
    return {
        "is_me": own,
        "display_form": DisplayForm(player) if own else None,
        "may_unlink": player.user_id is not None and may_unlink(actor, player),
        "claim": asked if not own else None,
        # Who may link sees the account; to everybody else it looks the same with and without one.
        "may_claim": player.club_id not in clubs
        and player.merged_into_id is None
        and not (links and player.user_id is not None),
        "days_form": DaysForm() if links and player.user_id is None else None,
        "has_link": links and has_open_link(player, now=datetime.now(UTC)),
        "may_anonymise": may(actor, PLAYER_ANONYMISE, player.club_id),
    }


@never_cache
@require_POST
@sensitive_variables()
def do(request: HttpRequest, player_id: UUID, name: str) -> HttpResponseBase:
    """Say that one is a player or is not, or make the link that says so; `name` says which."""
    player = player_of(player_id)
    if not isinstance(request.user, User) or not _may(request, player, name):
        return refusal(request)
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    try:
        words = _done(request, request.user, player, name, envelope)
    except KaitenError as error:
        messages.error(request, error.message)
    else:
        if isinstance(words, HttpResponse):
            return words
        messages.success(request, words)
    return redirect("tournaments:player", player.id)


def _may(request: HttpRequest, player: Player, name: str) -> bool:
    actor = actor_of(request)
    match name:
        case "link" | "end-links":
            return may(actor, PLAYER_LINK, player.club_id)
        case "unlink":
            return may_unlink(actor, player)
        case "show":
            return may_show(actor, player)
        case _:
            return True


def _done(
    request: HttpRequest, user: User, player: Player, name: str, envelope: Envelope
) -> str | HttpResponse:
    """Do what was pressed and return what to say of it."""
    match name:
        case "claim":
            claims.ask_for_player(player=player, account=user, envelope=envelope)
            return _("The organisers will look at your request.")
        case "withdraw":
            open_ = claims_by(user, player).filter(decided_at=None).first()
            if open_ is None:
                raise KaitenError("unknown_claim", 404)
            claims.withdraw_claim(claim=open_)
            return _("Your request is withdrawn.")
        case "link":
            return _link(request, player, envelope)
        case "end-links":
            revoke_player_links(player=player, now=envelope.now)
            return _("The link does not work any more.")
        case "unlink":
            link_account(player=player, user=None)
            return _("The player is linked to no account any more.")
        case "show":
            form = DisplayForm(player, request.POST)
            chosen = form.cleaned_data["display"] if form.is_valid() else ""
            show_as(player=player, display=chosen)
            return _("The changes are saved.")
        case _:
            raise KaitenError("unknown_player", 404)


def _link(request: HttpRequest, player: Player, envelope: Envelope) -> HttpResponse:
    form = DaysForm(request.POST)
    days = form.cleaned_data["days"] if form.is_valid() else 0
    issued = claims.make_claim_link(player=player, days=days, envelope=envelope)
    path = reverse("tournaments:one-time-link", args=[issued.secret])
    address = request.build_absolute_uri(path)
    context = {
        "player": player,
        "label": public_label(player),
        "address": address,
        "expires_at": issued.link.expires_at,
        "qr": qr_svg(address, _("QR code of the link")),
    }
    return render(request, "tournaments/people/claim_link_made.html", context)


def claim_by_link(request: HttpRequest, link: OneTimeLink) -> HttpResponse | None:
    """Ask whoever holds a link whether they are its player; None where it does not work."""
    player = claims.player_of_link(link)
    if player is None:
        return None
    envelope = Envelope(link.created_by, datetime.now(UTC))
    label = public_label(player)
    page, context = "tournaments/people/claim.html", {"label": label, "club": player.club}
    try:
        asked = ask_who(
            request,
            page,
            context,
            lambda user: claims.use_claim_link(link=link, account=user, envelope=envelope),
        )
    except KaitenError as error:
        if error.status != CONFLICT:
            return None
        context |= {"refusal": error.message}
        return render(request, page, context, status=CONFLICT)
    if asked is not None:
        return asked
    words = _("You are %(name)s here from now on.") % {"name": label}
    messages.success(request, words)
    return redirect("tournaments:player", player.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def anonymise(request: HttpRequest, player_id: UUID) -> HttpResponseBase:
    """Forget who somebody was, after a look at what that means."""
    player = player_of(player_id)
    if not may(actor_of(request), PLAYER_ANONYMISE, player.club_id):
        return refusal(request)
    ids = merged_ids({player.id})
    context: dict[str, Any] = {
        "player": player,
        "label": public_label(player),
        "matches": matches_of(ids).count(),
        "notes": len(notes_about(Player.objects.filter(pk__in=ids))),
    }
    page = "tournaments/people/anonymise.html"
    if request.method != "POST":
        return render(request, page, context)
    try:
        envelope = Envelope(actor_of(request), datetime.now(UTC))
        anonymise_player(player_id=player.id, envelope=envelope)
    except KaitenError as error:
        return render(request, page, context | {"refusal": error.message}, status=error.status)
    messages.success(request, _("Nobody knows any more who this was."))
    return redirect("tournaments:player", player.id)
