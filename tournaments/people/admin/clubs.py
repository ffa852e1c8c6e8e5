"""Clubs and their players in the admin; every form ends in a service."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.admin import Admin, NeverDeleted, ReadOnlyAdmin
from replays.errors import KaitenError
from tournaments.people.admin.base import checked, envelope_of
from tournaments.people.labels import public_label
from tournaments.people.models import Box, Claim, Club, Kind, Membership, Player, User
from tournaments.people.qr import qr_svg
from tournaments.people.services import players
from tournaments.people.services.anonymising import anonymise_player
from tournaments.people.services.claims import approve_claim, make_claim_link, refuse_claim
from tournaments.people.services.closing import reopen_club
from tournaments.people.services.clubs import change_club, create_club, require_unused, slug_of
from tournaments.people.services.merges import undo_merge
from tournaments.people.services.names import NAME_PARTS, PersonName, clean_name, clean_text

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
else:
    _Form = forms.ModelForm


DAYS_OF_LINK = 14


class ClubForm(_Form):
    """A club; the short name is made from the name when left empty."""

    class Meta:
        model = Club
        fields = (
            *("name", "slug", "time_zone", "language"),
            *("visibility", "default_visibility", "spectator_delay", "open_hands"),
        )

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
        checked(require_unused, self.cleaned_data["slug"], by=self.instance.pk)
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
    list_display = ("name", "slug", "time_zone", "language", "visibility", "closed_at")
    search_fields = ("name", "slug")
    actions: list[Any] = ["start_batch", "describe_boxes", "manage_members", "close", "reopen"]

    @admin.action(description=_("Close the club"), permissions=["change"])
    def close(self, request: HttpRequest, chosen: QuerySet[Club]) -> HttpResponseRedirect | None:
        """Lead to the page that says what closing means, and does it."""
        if len(chosen) != 1:
            messages.error(request, _("One club is closed at a time: choose one."))
            return None
        return HttpResponseRedirect(reverse("tournaments:club-close", args=[chosen[0].pk]))

    @admin.action(description=_("Show the club again"), permissions=["change"])
    def reopen(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        """Show closed clubs again."""
        for club in chosen:
            try:
                reopen_club(club=club, envelope=envelope_of(request))
            except KaitenError as error:
                messages.error(request, f"{club}: {error.message}")
            else:
                words = _("%(club)s is shown again.")
                messages.success(request, words % {"club": club.name})

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
        fields = (
            "club",
            "first_name",
            "last_name",
            "nickname",
            "display",
            "minor",
            "guest",
            "user",
        )

    def person_name(self) -> PersonName:
        # What is not a word of its own was refused, and is not there.
        sent = {part: self.cleaned_data[part] for part in NAME_PARTS if part in self.cleaned_data}
        return PersonName(**{"first_name": "", **sent})

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
    actions = ["undo_merges", "claim_link", "unlink", "anonymise"]

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

    @admin.action(description=_("Anonymise for good (names and account)"), permissions=["change"])
    def anonymise(self, request: HttpRequest, chosen: QuerySet[Player]) -> TemplateResponse | None:
        """Erase what is known of people, once somebody has seen who they are."""
        people = [player for player in chosen if player.kind == Kind.PERSON]
        if "confirmed" not in request.POST:
            context = {
                **self.admin_site.each_context(request),
                "opts": self.opts,
                "title": _("Anonymise for good"),
                "people": people,
            }
            return TemplateResponse(request, "tournaments/people/admin/anonymise.html", context)
        for player in people:
            try:
                anonymise_player(player_id=player.pk, envelope=envelope_of(request))
            except KaitenError as error:
                messages.error(request, f"{public_label(player)}: {error.message}")
            else:
                messages.success(request, _("Nobody knows any more who this was."))
        return None

    @admin.action(description=_("Make a link to say that one is this player"))
    def claim_link(self, request: HttpRequest, chosen: QuerySet[Player]) -> TemplateResponse | None:
        """Show a link for one player, the only time anybody can see it."""
        try:
            player = chosen.get()
            issued = make_claim_link(
                player=player, days=DAYS_OF_LINK, envelope=envelope_of(request)
            )
        except Player.MultipleObjectsReturned:
            messages.error(request, _("Choose one player."))
            return None
        except KaitenError as error:
            messages.error(request, error.message)
            return None
        path = reverse("tournaments:one-time-link", args=[issued.secret])
        address = request.build_absolute_uri(path)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("The link"),
            "label": public_label(player),
            "address": address,
            "expires_at": issued.link.expires_at,
            "qr": qr_svg(address, str(_("QR code of the link"))),
        }
        return TemplateResponse(request, "tournaments/people/admin/claim_link_made.html", context)

    @admin.action(description=_("Unlink the account"), permissions=["change"])
    def unlink(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Part players from their accounts; both stay."""
        linked = [player for player in chosen if player.user_id is not None]
        for player in linked:
            players.link_account(player=player, user=None)
        words = ngettext(
            "%(count)s account was unlinked.", "%(count)s accounts were unlinked.", len(linked)
        )
        messages.success(request, words % {"count": len(linked)})


@admin.register(Claim)
class ClaimAdmin(ReadOnlyAdmin):
    """Who says that they are which player; believed or refused by the actions."""

    list_display = ("player", "account", "club", "asked_at", "granted", "decided_by", "decided_at")
    list_filter = ("granted", "player__club")
    list_select_related = ("player__club", "account")
    search_fields = ("account__username", "player__search_name")
    actions = ["approve", "refuse"]

    @admin.display(description=_("club"), ordering="player__club__name")
    def club(self, claim: Claim) -> str:
        return claim.player.club.name

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Let those decide who may change players."""
        return request.user.has_perm("tournaments.change_player")

    @admin.action(description=_("Yes, link them"), permissions=["decide"])
    def approve(self, request: HttpRequest, chosen: QuerySet[Claim]) -> None:
        """Link accounts to the players they say they are."""
        self._decide(request, chosen, approve_claim)

    @admin.action(description=_("Refuse"), permissions=["decide"])
    def refuse(self, request: HttpRequest, chosen: QuerySet[Claim]) -> None:
        """Say that accounts are not those players."""
        self._decide(request, chosen, refuse_claim)

    def _decide(
        self, request: HttpRequest, chosen: QuerySet[Claim], decide: Callable[..., object]
    ) -> None:
        for claim in chosen.select_related("player__club", "account"):
            try:
                decide(claim=claim, envelope=envelope_of(request))
            except KaitenError as error:
                messages.error(request, f"{claim}: {error.message}")
            else:
                messages.success(request, f"{claim}: {_('Done.')}")
