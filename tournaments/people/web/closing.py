"""The page on which an owner closes a club, or shows it again."""

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
from django.views.decorators.http import require_http_methods

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.people.models import Club
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import DEMO_CLUB_ID, club_of
from tournaments.people.services.closing import close_club, reopen_club

REFUSED = 422


class CloseForm(forms.Form):
    """The short name of the club, typed by whoever means it."""

    slug = forms.CharField(
        label=gettext_lazy("Short name of the club"),
        max_length=60,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data)
        self.club = club

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug.lower() != self.club.slug:
            raise forms.ValidationError(_("This is not the short name of the club."), "other_name")
        return slug


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, club_id: UUID) -> HttpResponseBase:
    """Say what closing means and do it once the club's short name was typed; or show it again."""
    club = club_of(club_id)
    if not may(actor_of(request), CLUB_WRITE, club.id):
        return refusal(request)
    form = CloseForm(club, request.POST or None)
    if request.method != "POST":
        return _page(request, club, form)
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    try:
        if "reopen" in request.POST:
            reopen_club(club=club, envelope=envelope)
            messages.success(request, _("%(club)s is shown again.") % {"club": club.name})
            return redirect("tournaments:members", club.id)
        if not form.is_valid():
            return _page(request, club, form, status=REFUSED)
        close_club(club=club, envelope=envelope)
    except KaitenError as error:
        return _page(request, club_of(club_id), form, refusal=error.message, status=error.status)
    messages.success(request, _("%(club)s is closed. Its logs stay.") % {"club": club.name})
    return redirect("/")


def _page(
    request: HttpRequest, club: Club, form: CloseForm, *, status: int = 200, refusal: str = ""
) -> HttpResponse:
    is_demo = club.id == DEMO_CLUB_ID
    context = {"club": club, "form": form, "is_demo": is_demo, "refusal": refusal}
    return render(request, "tournaments/people/close.html", context, status=status)
