"""Clubs and their players in the admin; every form ends in a service."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.admin import Admin, NeverDeleted, ReadOnlyAdmin
from replays.errors import KaitenError
from tournaments.people.admin.base import checked, envelope_of
from tournaments.people.labels import public_label
from tournaments.people.models import Box, Club, Kind, Membership, Player, User
from tournaments.people.services import players
from tournaments.people.services.clubs import change_club, create_club, slug_of
from tournaments.people.services.merges import undo_merge
from tournaments.people.services.names import NAME_PARTS, PersonName, clean_name, clean_text

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
        return str(checked(clean_text, self.cleaned_data["name"], field="name", limit=80))

    def clean(self) -> dict[str, Any]:
        """Fill in the short name, so that it is known to be free."""
        super().clean()
        if not self.cleaned_data.get("slug"):
            self.cleaned_data["slug"] = slug_of(self.cleaned_data.get("name", ""))
        return self.cleaned_data


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    """Who is what in a club; the members' page is where that changes."""

    list_display = ("user", "club", "role", "granted_by", "granted_at")
    list_filter = ("role", "club")
    list_select_related = ("club", "user")
    search_fields = ("user__username",)


@admin.register(Club)
class ClubAdmin(NeverDeleted, Admin):
    form = ClubForm
    list_display = ("name", "slug", "time_zone", "language")
    search_fields = ("name", "slug")
    actions: list[Any] = ["start_batch", "describe_boxes", "manage_members"]

    @admin.action(description=_("See and invite members"), permissions=["change"])
    def manage_members(
        self, request: HttpRequest, chosen: QuerySet[Club]
    ) -> HttpResponseRedirect | None:
        """Lead to the page where roles are given."""
        if len(chosen) != 1:
            messages.error(request, _("Members are those of one club: choose one."))
            return None
        return HttpResponseRedirect(reverse("tournaments:members", args=[chosen[0].pk]))

    @admin.action(description=_("Describe the boxes of the club"), permissions=["change"])
    def describe_boxes(
        self, request: HttpRequest, chosen: QuerySet[Club]
    ) -> HttpResponseRedirect | None:
        """Lead to the page where a club says what is in its boxes."""
        if len(chosen) != 1:
            messages.error(request, _("Boxes are described for one club: choose one."))
            return None
        return HttpResponseRedirect(reverse("tournaments:boxes", args=[chosen[0].pk]))

    @admin.action(description=_("Start a batch of bot matches"), permissions=["change"])
    def start_batch(
        self, request: HttpRequest, chosen: QuerySet[Club]
    ) -> HttpResponseRedirect | None:
        """Lead to the page where a batch of one club is started."""
        if len(chosen) != 1:
            messages.error(request, _("A batch is started for one club: choose one."))
            return None
        return HttpResponseRedirect(f"{reverse('tournaments:batch-new')}?club={chosen[0].pk}")

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        fields = {name: form.cleaned_data[name] for name in ClubForm.Meta.fields}
        if change:
            change_club(club=obj, **fields)
        else:
            owner = cast(User, request.user)
            made = create_club(club_id=uuid4(), now=datetime.now(UTC), owner=owner, **fields)
            obj.pk, obj.slug = made.pk, made.slug


@admin.register(Box)
class BoxAdmin(ReadOnlyAdmin):
    """What clubs have said of their boxes, each with the way to the page where they say it."""

    list_display = ("club", "game", "options", "changed_at")
    list_filter = ("game", "club")


class PlayerForm(_Form):
    """A person; resembling somebody of the club has to be confirmed."""

    confirm = forms.BooleanField(label=_("This is not the person it resembles"), required=False)

    class Meta:
        model = Player
        fields = ("club", "first_name", "last_name", "nickname", "display", "guest", "user")

    def person_name(self) -> PersonName:
        return PersonName(**{part: self.cleaned_data.get(part, "") for part in NAME_PARTS})

    def clean(self) -> dict[str, Any]:
        """Refuse a name that cannot be kept; ask about one that resembles another."""
        super().clean()
        name = checked(clean_name, self.person_name())
        club = self.cleaned_data.get("club") or getattr(self.instance, "club", None)
        self._require_free_account(club)
        named = {"first_name", "last_name", "nickname"} & set(self.changed_data)
        if club is not None and named and not self.cleaned_data.get("confirm"):
            left_out = (self.instance.pk,) if self.instance.pk else ()
            candidates = players.similar_players(club_id=club.pk, name=name, leave_out=left_out)
            if candidates:
                words = _("Resembles %(labels)s. Tick the last box if it is somebody else.")
                labels = {"labels": ", ".join(one.label for one in candidates)}
                raise ValidationError(words, code="similar_player", params=labels)
        return self.cleaned_data

    def _require_free_account(self, club: Club | None) -> None:
        user = self.cleaned_data.get("user")
        others = Player.objects.filter(club=club, user=user).exclude(pk=self.instance.pk)
        if user is not None and others.exists():
            words = _("This account is linked to another player of the club.")
            self.add_error("user", ValidationError(words, code="account_taken"))


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
        return self.readonly_fields if obj is None else (*self.readonly_fields, "club")

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        is_bot = obj is not None and obj.kind == Kind.BOT
        return not is_bot and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        fields = {"name": form.person_name(), "guest": form.cleaned_data["guest"], "confirm": True}
        if change:
            player = players.rename_player(player=Player.objects.get(pk=obj.pk), **fields)
        else:
            club, now = form.cleaned_data["club"], datetime.now(UTC)
            player = players.add_player(player_id=uuid4(), club=club, now=now, **fields)
            obj.pk = player.pk
        players.link_account(player=player, user=form.cleaned_data["user"])

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
            players.forget_player(player=player)
        words = ngettext(
            "%(count)s person was forgotten.", "%(count)s people were forgotten.", len(people)
        )
        messages.success(request, words % {"count": len(people)})
