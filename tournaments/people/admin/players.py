"""Players in the admin; every form ends in a service."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.admin import Admin, NeverDeleted
from replays.errors import KaitenError
from tournaments.people.admin.base import checked, envelope_of
from tournaments.people.labels import public_label
from tournaments.people.models import Club, Kind, Player
from tournaments.people.services.merges import undo_merge
from tournaments.people.services.names import PersonName, clean_name
from tournaments.people.services.players import (
    add_player,
    forget_player,
    link_account,
    rename_player,
    similar_players,
)

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
else:
    _Form = forms.ModelForm


class PlayerForm(_Form):
    """A person; resembling somebody of the club has to be confirmed."""

    confirm = forms.BooleanField(
        label=_("This is somebody else than who it resembles"), required=False
    )

    class Meta:
        model = Player
        fields = ("club", "first_name", "last_name", "nickname", "display", "guest", "user")

    def person_name(self) -> PersonName:
        """Return the name as services take it."""
        data = self.cleaned_data
        return PersonName(
            data.get("first_name", ""),
            data.get("last_name", ""),
            data.get("nickname", ""),
            data.get("display", ""),
        )

    def clean(self) -> dict[str, Any]:
        """Refuse a name that cannot be kept; ask about one that resembles another."""
        super().clean()
        name = checked(clean_name, self.person_name())
        club = self.cleaned_data.get("club") or getattr(self.instance, "club", None)
        self._require_free_account(club)
        named = {"first_name", "last_name", "nickname"} & set(self.changed_data)
        if club is not None and named and not self.cleaned_data.get("confirm"):
            left_out = (self.instance.pk,) if self.instance.pk else ()
            found = similar_players(club_id=club.pk, name=name, leave_out=left_out)
            if found:
                labels = ", ".join(one.label for one in found)
                raise ValidationError(
                    _("Resembles %(labels)s. Tick the last box if it is somebody else."),
                    code="similar_player",
                    params={"labels": labels},
                )
        return self.cleaned_data

    def _require_free_account(self, club: Club | None) -> None:
        user = self.cleaned_data.get("user")
        others = Player.objects.filter(club=club, user=user).exclude(pk=self.instance.pk)
        if user is not None and others.exists():
            self.add_error(
                "user",
                ValidationError(
                    _("This account is linked to another player of the club."),
                    code="account_taken",
                ),
            )


@admin.register(Player)
class PlayerAdmin(NeverDeleted, Admin):
    """People and bots; merges are made on the player's page and undone here or there."""

    form = PlayerForm
    change_list_template = "tournaments/people/admin/players.html"
    list_display = ("label", "first_name", "last_name", "club", "kind", "guest", "merged_into")
    list_filter = ("kind", "guest", "club")
    list_select_related = ("club", "merged_into")
    search_fields = ("first_name", "last_name", "nickname", "search_name", "bot")
    readonly_fields = ("kind", "bot", "merged_into", "created_at")
    autocomplete_fields = ("user",)
    actions = ["undo_merges", "forget"]

    @admin.display(description=_("public name"), ordering="search_label")
    def label(self, player: Player) -> str:
        return public_label(player)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Keep a player in their club, and a bot as it is."""
        fixed: tuple[str, ...] = ("kind", "bot", "merged_into", "created_at")
        return (*fixed, "club") if obj is not None else fixed

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuse to change a bot."""
        if obj is not None and obj.kind == Kind.BOT:
            return False
        return super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Add or change the person through the services."""
        user, guest = form.cleaned_data["user"], form.cleaned_data["guest"]
        if change:
            player = Player.objects.get(pk=obj.pk)
            rename_player(player=player, name=form.person_name(), guest=guest, confirm=True)
        else:
            player = add_player(
                player_id=uuid4(),
                club=form.cleaned_data["club"],
                name=form.person_name(),
                now=datetime.now(UTC),
                guest=guest,
                confirm=True,
            )
            obj.pk = player.pk
        link_account(player=player, user=user)

    @admin.action(description=_("Undo the merge"), permissions=["change"])
    def undo_merges(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Make merged players people of their own again."""
        for player in chosen:
            try:
                undo_merge(player_id=player.pk, envelope=envelope_of(request))
            except KaitenError as error:
                messages.error(request, f"{player}: {error.message}")
            else:
                messages.success(request, f"{player}: {_('The merge is undone.')}")

    @admin.action(description=_("Forget the person (names and account)"), permissions=["change"])
    def forget(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Erase what is known of people; their matches stay, under nobody's name."""
        people = [player for player in chosen if player.kind == Kind.PERSON]
        for player in people:
            forget_player(player=player)
        words = ngettext(
            "%(count)s person was forgotten.", "%(count)s people were forgotten.", len(people)
        )
        messages.success(request, words % {"count": len(people)})
