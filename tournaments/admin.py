"""Clubs, players, tokens, batches and accounts in the admin; every form ends in a service."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.errors import KaitenError
from tournaments import admin_ladders as admin_ladders  # registers ladders
from tournaments import admin_seasons as admin_seasons  # registers seasons
from tournaments import admin_tournaments as admin_tournaments  # registers tournaments
from tournaments.labels import public_label
from tournaments.models import ApiToken, Batch, Club, Kind, Player, Scope, User
from tournaments.selectors.batches import with_done
from tournaments.services.batch_requests import stop_batch
from tournaments.services.clubs import change_club, create_club, slug_of
from tournaments.services.merges import undo_merge
from tournaments.services.names import PersonName, clean_name
from tournaments.services.players import (
    add_player,
    forget_player,
    link_account,
    rename_player,
    similar_players,
)
from tournaments.services.texts import clean_text
from tournaments.services.tokens import IssuedToken, issue_token, revoke_token
from tournaments.services.usual_ladders import begin_usual_ladders

if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
    _Form = forms.ModelForm[Any]
    _UserAdmin = DjangoUserAdmin[User]
else:
    _Admin, _Form, _UserAdmin = admin.ModelAdmin, forms.ModelForm, DjangoUserAdmin


class NeverDeleted:
    """Events refer to these rows: they are never deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


@admin.register(User)
class UserAdmin(_UserAdmin):
    """Accounts, as Django knows them."""


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
        return str(_checked(clean_text, self.cleaned_data["name"], field="name", limit=80))

    def clean(self) -> dict[str, Any]:
        """Fill in the short name, so that it is known to be free."""
        super().clean()
        if not self.cleaned_data.get("slug"):
            self.cleaned_data["slug"] = slug_of(self.cleaned_data.get("name", ""))
        return self.cleaned_data


@admin.register(Club)
class ClubAdmin(NeverDeleted, _Admin):
    """Clubs."""

    form = ClubForm
    list_display = ("name", "slug", "time_zone", "language")
    search_fields = ("name", "slug")
    actions = ["start_batch", "begin_ladders"]

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

    @admin.action(description=_("Set up the usual ladders"), permissions=["change"])
    def begin_ladders(self, request: HttpRequest, chosen: QuerySet[Club]) -> None:
        """Begin the ladder of all games and that of each game where they are not there yet."""
        actor = f"user:{request.user.pk}"
        for club in chosen:
            count = begin_usual_ladders(club_id=club.pk, now=datetime.now(UTC), actor=actor)
            told = _("Ladders begun: %(count)s") % {"count": count}
            messages.success(request, f"{club}: {told}")

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        """Make or change the club through its service."""
        fields = {name: form.cleaned_data[name] for name in ClubForm.Meta.fields}
        if change:
            change_club(club=obj, **fields)
        else:
            made = create_club(club_id=uuid4(), now=datetime.now(UTC), **fields)
            obj.pk, obj.slug = made.pk, made.slug


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
        name = _checked(clean_name, self.person_name())
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
class PlayerAdmin(NeverDeleted, _Admin):
    """People and bots; merges are made on the player's page and undone here or there."""

    form = PlayerForm
    change_list_template = "tournaments/admin/players.html"
    list_display = ("label", "first_name", "last_name", "club", "kind", "guest", "merged_into")
    list_filter = ("kind", "guest", "club")
    list_select_related = ("club", "merged_into")
    search_fields = ("first_name", "last_name", "nickname", "search_name", "bot")
    readonly_fields = ("kind", "bot", "merged_into", "created_at")
    autocomplete_fields = ("user",)
    actions = ["undo_merges", "forget"]

    @admin.display(description=_("public name"), ordering="search_label")
    def label(self, player: Player) -> str:
        """The public name."""
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
        actor = f"user:{request.user.pk}"
        for player in chosen:
            try:
                undo_merge(player_id=player.pk, actor=actor, now=datetime.now(UTC))
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


class TokenForm(_Form):
    """A new token."""

    scopes = forms.MultipleChoiceField(
        label=_("scopes"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiToken
        fields = ("name", "user", "club", "scopes", "expires_at")

    def clean_expires_at(self) -> datetime | None:
        """Refuse a moment that has passed."""
        moment: datetime | None = self.cleaned_data["expires_at"]
        if moment is not None and moment <= datetime.now(UTC):
            raise ValidationError(
                _("A token cannot expire in the past."), code="expiry_in_the_past"
            )
        return moment

    def clean_name(self) -> str:
        """Refuse what cannot be shown."""
        return str(_checked(clean_text, self.cleaned_data["name"], field="name", limit=80))

    @cached_property
    def issued(self) -> IssuedToken:
        """Make the token, once."""
        return issue_token(token_id=uuid4(), now=datetime.now(UTC), **self.cleaned_data)


@admin.register(ApiToken)
class ApiTokenAdmin(NeverDeleted, _Admin):
    """Tokens: shown in full once, when they are made; revoked, never changed."""

    form = TokenForm
    list_display = ("name", "prefix", "user", "club", "expires_at", "revoked_at", "last_used_at")
    list_filter = ("club",)
    list_select_related = ("user", "club")
    search_fields = ("name", "prefix", "user__username")
    autocomplete_fields = ("user",)
    exclude = ("digest",)
    actions = ["revoke"]

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Refuse: a token is what it was made as, or revoked."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Let those revoke who may change tokens anywhere else."""
        return request.user.has_perm("tournaments.change_apitoken")

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        """Make the token through its service."""
        obj.pk = form.issued.token.pk
        request.issued_token = form.issued.text  # type: ignore[attr-defined]

    def response_add(
        self, request: HttpRequest, obj: ApiToken, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Show the token's text, the only time anybody can see it."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("The new token"),
            "token": obj,
            "text": getattr(request, "issued_token", ""),
        }
        headers = {"Cache-Control": "no-store"}
        page = "tournaments/admin/token_issued.html"
        return TemplateResponse(request, page, context, headers=headers)

    @admin.action(description=_("Revoke for good"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, chosen: QuerySet[ApiToken]) -> None:
        """End the chosen tokens."""
        for token in chosen:
            revoke_token(token=token, now=datetime.now(UTC))
        words = ngettext(
            "%(count)s token was revoked.", "%(count)s tokens were revoked.", len(chosen)
        )
        messages.success(request, words % {"count": len(chosen)})


@admin.register(Batch)
class BatchAdmin(NeverDeleted, _Admin):
    """Batches: started on their page, played by workers, cancelled there or here."""

    change_list_template = "tournaments/admin/batches.html"
    list_display = ("page", "bots", "progress", "status", "club", "created_at", "ended_at")
    list_display_links = None
    list_filter = ("status", "game", "club")
    list_select_related = ("club",)
    actions = ["cancel"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Batch]:
        """Return batches with the number of matches that are done."""
        return with_done(super().get_queryset(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: the page of a new batch knows games, seats and options."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Batch | None = None) -> bool:
        """Refuse: a batch is what it was started as, or cancelled."""
        return False

    def has_cancel_permission(self, request: HttpRequest) -> bool:
        """Let those cancel who may change batches anywhere else."""
        return request.user.has_perm("tournaments.change_batch")

    @admin.display(description=_("game"), ordering="game")
    def page(self, batch: Batch) -> str:
        """The game, leading to the page of the batch."""
        address = reverse("tournaments:batch", args=[batch.pk])
        return format_html('<a href="{}">{}</a>', address, batch.game)

    @admin.display(description=_("progress"))
    def progress(self, batch: Any) -> str:
        """How many matches are done."""
        return f"{batch.done} / {batch.matches}"

    @admin.action(description=_("Cancel the batch"), permissions=["cancel"])
    def cancel(self, request: HttpRequest, chosen: QuerySet[Batch]) -> None:
        """Stop the chosen batches after the matches in hand."""
        for batch in chosen:
            try:
                stop_batch(batch_id=batch.pk, now=datetime.now(UTC))
            except KaitenError as error:
                messages.error(request, f"{batch}: {error.message}")
            else:
                words = _("The batch is cancelled. What was played stays.")
                messages.success(request, f"{batch}: {words}")


def _checked(check: Any, *args: Any, **kwargs: Any) -> Any:
    """Return what a check of the services returns; its refusal becomes the form's."""
    try:
        return check(*args, **kwargs)
    except KaitenError as error:
        raise ValidationError(error.message, code=error.code) from None
