"""The members of a club: who is what, links to join it, and the page behind such a link."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.people.models import Club, Role, User
from tournaments.people.policy import CLUB_MEMBERS, may, may_grant, standing_of
from tournaments.people.qr import qr_svg
from tournaments.people.selectors.clubs import club_of
from tournaments.people.selectors.members import members_of, working_invitations
from tournaments.people.services import invitations, members

if TYPE_CHECKING:
    _CreationForm = UserCreationForm[User]
else:
    _CreationForm = UserCreationForm

REFUSED = 422


class InvitationForm(forms.Form):
    """A link to join the club."""

    role = forms.ChoiceField(label=gettext_lazy("Role"))
    use = forms.ChoiceField(
        label=gettext_lazy("For"),
        choices=[
            ("single", gettext_lazy("one person")),
            ("many", gettext_lazy("everybody who has the link")),
        ],
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("It works for"),
        choices=[
            ("1", gettext_lazy("one day")),
            ("14", gettext_lazy("two weeks")),
            ("90", gettext_lazy("three months")),
        ],
        coerce=int,
        initial="14",
    )

    def __init__(self, roles: list[Role], data: Any = None) -> None:
        super().__init__(data, initial={"role": Role.MEMBER})
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role, role.label) for role in roles
        ]


class AccountForm(_CreationForm):
    """An account of one's own, made with an invitation in hand."""

    class Meta:
        model = User
        fields = ("username",)


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
            case "revoke":
                _require_members(request, club)
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
    known = request.user.is_authenticated
    form = None if known else AccountForm(request.POST or None)
    context = {"club": link.club, "role": Role(link.role).label, "form": form, "here": request.path}
    if request.method != "POST":
        return render(request, "tournaments/people/join.html", context)
    if form is not None and not form.is_valid():
        return render(request, "tournaments/people/join.html", context, status=REFUSED)
    with transaction.atomic():
        user = form.save() if form is not None else cast(User, request.user)
        invitations.accept_invitation(secret=secret, user=user, now=now)
    if form is not None:
        login(request, user)
    messages.success(request, _("Welcome to %(club)s.") % {"club": link.club.name})
    return redirect("tournaments:members", link.club_id)


def _is_inside(request: HttpRequest, club: Club) -> bool:
    standing = standing_of(actor_of(request))
    return standing.is_staff or club.id in standing.roles


def _require_members(request: HttpRequest, club: Club) -> None:
    if not may(actor_of(request), CLUB_MEMBERS, club.id):
        raise KaitenError("role_not_yours_to_give", 403)


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
    address = request.build_absolute_uri(reverse("tournaments:join", args=[made.secret]))
    code = qr_svg(address, _("QR code of the link"))
    return _page(request, club, link=address, code=code)


def _given(request: HttpRequest, club: Club) -> list[Role]:
    """Return the roles that the visitor may give."""
    actor = actor_of(request)
    return [role for role in Role if may_grant(actor, club.id, role)]


def _page(request: HttpRequest, club: Club, *, status: int = 200, **extra: Any) -> HttpResponse:
    roles = _given(request, club)
    now = datetime.now(UTC)
    context = {
        "club": club,
        "rows": [
            (member, [(role, role.label) for role in roles] if Role(member.role) in roles else [])
            for member in members_of(club.id)
        ],
        "form": InvitationForm(roles) if roles else None,
        "invitations": working_invitations(now).filter(club=club) if roles else [],
        **extra,
    }
    return render(request, "tournaments/people/members.html", context, status=status)
