"""What a club says of itself, for its owners."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.people.models import Club
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import club_of
from tournaments.people.services.clubs import LONGEST_DELAY, change_club

if TYPE_CHECKING:
    _Form = forms.ModelForm[Club]
else:
    _Form = forms.ModelForm

REFUSED = 422


class SettingsForm(_Form):
    """Everything a club can say of itself."""

    class Meta:
        model = Club
        fields = (
            *("name", "slug", "time_zone", "language"),
            *("visibility", "default_visibility", "spectator_delay", "open_hands"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["spectator_delay"].widget.attrs["max"] = LONGEST_DELAY


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def club_settings(request: HttpRequest, club_id: UUID) -> HttpResponseBase:
    """Ask the owners what the club is called, where it plays and who sees what, and keep it."""
    club = club_of(club_id)
    if not may(actor_of(request), CLUB_WRITE, club.id):
        return refusal(request)
    form = SettingsForm(request.POST or None, instance=club)
    if request.method == "POST" and form.is_valid() and _kept(form):
        messages.success(request, _("The changes are saved."))
        return redirect("tournaments:club-settings", club_id)
    context = {"form": form, "club": club_of(club_id)}
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/people/settings.html", context, status=status)


def _kept(form: SettingsForm) -> bool:
    """Keep what a form says, or put what is wrong onto it."""
    try:
        change_club(club=form.instance, **form.cleaned_data)
    except KaitenError as error:
        form.add_error(None, error.message)
        return False
    return True
