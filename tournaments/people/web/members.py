"""The members of a club: who is what, links to join it, and the page behind such a link."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.http.addresses import site_address
from replays.web.access import actor_of, refusal
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Role
from tournaments.people.policy import may, may_grant
from tournaments.people.qr import qr_svg
from tournaments.people.rights import CLUB_MEMBERS, CLUB_WRITE, PLAYER_LINK
from tournaments.people.selectors.actors import actor_words
from tournaments.people.selectors.claims import claim_of, open_claims
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.members import members_of, working_invitations
from tournaments.people.services import claims, invitations, members
from tournaments.people.standing import standing_of
from tournaments.people.web.forms import DaysForm
from tournaments.people.web.joining import REFUSED, ask_who


class InvitationForm(DaysForm):
    """A link to join the club."""

    field_order = ("role", "use", "days")
    role = forms.ChoiceField(label=gettext_lazy("Role"))
    use = forms.ChoiceField(
        label=gettext_lazy("For"),
        choices=[
            ("single", gettext_lazy("one person")),
            ("many", gettext_lazy("everybody who has the link")),
        ],
    )

    def __init__(self, roles: list[Role], data: Any = None) -> None:
        super().__init__(data, initial={"role": Role.MEMBER})
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role, role.label) for role in roles
        ]


@never_cache
@require_safe
def club_members(request: HttpRequest, club_id: UUID) -> HttpResponseBase:
    """Show who is what in a club, to those who are something there."""
    club = club_of(club_id)
    if not _is_inside(request, club):
        return refusal(request)
    return _page(request, club)


@never_cache
@require_POST
def do(request: HttpRequest, club_id: UUID, name: str) -> HttpResponseBase:
    """Give or take a role, make a link or end it; `name` says which."""
    club = club_of(club_id)
    if not _is_inside(request, club):
        return refusal(request)
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    try:
        if name != "remove" or request.POST.get("id") != str(request.user.pk):
            _require_members(request, club)
        match name:
            case "invite":
                return _invited(request, club, envelope)
            case "role":
                members.set_role(
                    club_id=club.id,
                    user_id=_id(request),
                    role=members.read_role(request.POST.get("role", "")),
                    envelope=envelope,
                )
            case "remove":
                members.remove_member(club_id=club.id, user_id=_id(request), envelope=envelope)
            case "approve" | "refuse":
                _decided(request, club, envelope, approve=name == "approve")
            case "revoke":
                invitations.revoke_invitation(
                    club_id=club.id, invitation_id=_id(request), now=envelope.now
                )
            case _:
                raise KaitenError("unknown_member", 404)
    except KaitenError as error:
        return _page(request, club, refusal=error.message, status=error.status)
    messages.success(request, _("The changes are saved."))
    if not _is_inside(request, club):
        return redirect("/")
    return redirect("tournaments:members", club.id)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Let whoever has a link join its club, with the account they have or a new one."""
    now = datetime.now(UTC)
    link = invitations.find_invitation(secret=secret, now=now)
    page = ask_who(
        request,
        "tournaments/people/join.html",
        {"club": link.club, "role": Role(link.role).label},
        lambda user: invitations.accept_invitation(secret=secret, user=user, now=now),
    )
    if page is not None:
        return page
    messages.success(request, _("Welcome to %(club)s.") % {"club": link.club.name})
    return redirect("tournaments:members", link.club_id)


def _is_inside(request: HttpRequest, club: Club) -> bool:
    standing = standing_of(actor_of(request))
    return standing.is_staff or club.id in standing.roles


def _decides(request: HttpRequest, club: Club) -> bool:
    return may(actor_of(request), PLAYER_LINK, club.id)


def _require_members(request: HttpRequest, club: Club) -> None:
    if not may(actor_of(request), CLUB_MEMBERS, club.id):
        raise KaitenError("role_not_yours_to_give", 403)


def _decided(request: HttpRequest, club: Club, envelope: Envelope, *, approve: bool) -> None:
    if not _decides(request, club):
        raise KaitenError("role_not_yours_to_give", 403)
    claim = claim_of(club.id, _id(request))
    decide = claims.approve_claim if approve else claims.refuse_claim
    decide(claim=claim, envelope=envelope)


def _id(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("id", ""))
    except ValueError:
        raise KaitenError("unknown_member", 404) from None


def _invited(request: HttpRequest, club: Club, envelope: Envelope) -> HttpResponse:
    """Make a link and show it: it is never shown again."""
    form = InvitationForm(_given(request, club), request.POST)
    if not form.is_valid():
        return _page(request, club, form=form, status=REFUSED)
    made = invitations.invite(
        club=club,
        role=members.read_role(form.cleaned_data["role"]),
        single=form.cleaned_data["use"] == "single",
        days=form.cleaned_data["days"],
        envelope=envelope,
    )
    address = request.build_absolute_uri(site_address("tournaments:join", made.secret))
    code = qr_svg(address, _("QR code of the link"))
    return _page(request, club, link=address, code=code)


def _given(request: HttpRequest, club: Club) -> list[Role]:
    """Return the roles that the visitor may give."""
    actor = actor_of(request)
    return [role for role in Role if may_grant(actor, club.id, role)]


def _page(request: HttpRequest, club: Club, *, status: int = 200, **extra: Any) -> HttpResponse:
    roles, rows = _given(request, club), members_of(club.id)
    givers = actor_words({member.granted_by for member in rows})
    now = datetime.now(UTC)
    context = {
        "club": club,
        "may_settle": may(actor_of(request), CLUB_WRITE, club.id),
        "rows": [
            (
                member,
                [(role, role.label) for role in roles] if Role(member.role) in roles else [],
                givers[member.granted_by],
            )
            for member in rows
        ],
        "claims": [
            (claim, public_label(claim.player), str(claim.player))
            for claim in (open_claims(club.id) if _decides(request, club) else ())
        ],
        "form": InvitationForm(roles) if roles else None,
        "invitations": working_invitations(now).filter(club=club) if roles else [],
        "may_close": may(actor_of(request), CLUB_WRITE, club.id),
        **extra,
    }
    return render(request, "tournaments/people/members.html", context, status=status)
