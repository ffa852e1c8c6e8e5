"""Clubs in the admin; every form ends in a service."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from replays.admin import Admin, NeverDeleted
from tournaments.people.admin.base import checked
from tournaments.people.models import Club
from tournaments.people.services.clubs import change_club, create_club, slug_of
from tournaments.people.services.texts import clean_text

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
else:
    _Form = forms.ModelForm


class ClubForm(_Form):
    """A club; the short name is made from the name when left empty."""

    class Meta:
        model = Club
        fields = ("name", "slug", "time_zone", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "slug" in self.fields:
            self.fields["slug"].required = False

    def clean_name(self) -> str:
        """Refuse what a club cannot be called."""
        return str(checked(clean_text, self.cleaned_data["name"], field="name", limit=80))

    def clean(self) -> dict[str, Any]:
        """Fill in the short name, so that it is known to be free."""
        super().clean()
        if not self.cleaned_data.get("slug"):
            self.cleaned_data["slug"] = slug_of(self.cleaned_data.get("name", ""))
        return self.cleaned_data


@admin.register(Club)
class ClubAdmin(NeverDeleted, Admin):
    """Clubs."""

    form = ClubForm
    list_display = ("name", "slug", "time_zone", "language")
    search_fields = ("name", "slug")
    actions: list[Any] = ["start_batch"]

    @admin.action(description=_("Start a batch of bot matches"), permissions=["change"])
    def start_batch(
        self, request: HttpRequest, chosen: QuerySet[Club]
    ) -> HttpResponseRedirect | None:
        """Lead to the page where a batch of one club is started."""
        if len(chosen) != 1:
            messages.error(request, _("A batch is started for one club: choose one."))
            return None
        page = reverse("tournaments:batch-new")
        return HttpResponseRedirect(f"{page}?club={chosen[0].pk}")

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        """Make or change the club through its service."""
        fields = {name: form.cleaned_data[name] for name in ClubForm.Meta.fields}
        if change:
            change_club(club=obj, **fields)
        else:
            made = create_club(club_id=uuid4(), now=datetime.now(UTC), **fields)
            obj.pk, obj.slug = made.pk, made.slug
