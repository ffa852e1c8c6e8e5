"""Accounts and API tokens in the admin."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.admin import Admin, NeverDeleted, ReadOnlyAdmin
from replays.errors import KaitenError
from replays.web.access import actor_of
from tournaments.people.account_models import OneTimeLink, SecurityEvent, SecurityKind
from tournaments.people.admin.base import checked
from tournaments.people.models import ApiToken, Scope, User
from tournaments.people.qr import qr_svg
from tournaments.people.reach import holds_no_more
from tournaments.people.services.names import clean_text
from tournaments.people.services.passwords import make_password_link
from tournaments.people.services.security import note_security
from tournaments.people.services.tokens import IssuedToken, NewToken, issue_token, revoke_token

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
    _UserAdmin = DjangoUserAdmin[User]
else:
    _Form, _UserAdmin = forms.ModelForm, DjangoUserAdmin


@admin.register(User)
class UserAdmin(_UserAdmin):
    """Accounts, as Django knows them; nobody reaches one that may do more than they themselves."""

    actions = ["password_link"]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and _reaches(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _reaches(request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Let an account be deleted with its links and its trace, which never go alone."""
        deleted, counts, needed, protected = super().get_deleted_objects(objs, request)
        along = {model._meta.verbose_name for model in (OneTimeLink, SecurityEvent)}
        return deleted, counts, needed - along, protected

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Let superusers alone hand out rights."""
        fixed = () if request.user.is_superuser else ("is_superuser", "groups", "user_permissions")
        return (*super().get_readonly_fields(request, obj), *fixed)

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Change it as Django does, and leave a trace."""
        before = self.get_object(request, id)
        answer: HttpResponse = super().user_change_password(request, id, form_url)
        after = self.get_object(request, id)
        if before is not None and after is not None and before.password != after.password:
            note_security(
                account=after,
                kind=SecurityKind.PASSWORD_CHANGED,
                actor=actor_of(request),
                now=datetime.now(UTC),
            )
        return answer

    @admin.action(description=_("Make a link to set a new password"), permissions=["change"])
    def password_link(self, request: HttpRequest, chosen: QuerySet[User]) -> HttpResponse | None:
        """Show a one-time link for one account, the only time anybody can see it."""
        try:
            account = chosen.get()
            issued = make_password_link(
                account=account, actor=actor_of(request), now=datetime.now(UTC)
            )
        except User.MultipleObjectsReturned:
            messages.error(request, _("Choose one account."))
            return None
        except KaitenError as error:
            messages.error(request, error.message)
            return None
        address = request.build_absolute_uri(
            reverse("tournaments:one-time-link", args=[issued.secret])
        )
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("The link"),
            "account": account,
            "address": address,
            "expires_at": issued.link.expires_at,
            "qr": qr_svg(address, str(_("QR code of the link"))),
        }
        return TemplateResponse(request, "tournaments/people/admin/link_made.html", context)


def _reaches(request: HttpRequest, account: User | None) -> bool:
    own = request.user
    return account is None or (isinstance(own, User) and holds_no_more(account, than=own))


@admin.register(OneTimeLink)
class OneTimeLinkAdmin(ReadOnlyAdmin):
    """One-time links: who made them for whom, and what became of them."""

    list_display = (
        "purpose",
        "account",
        "created_by",
        "created_at",
        "expires_at",
        "used_at",
        "revoked_at",
    )
    list_filter = ("purpose",)
    list_select_related = ("account",)
    search_fields = ("account__username", "=created_by")
    exclude = ("digest",)


@admin.register(SecurityEvent)
class SecurityEventAdmin(ReadOnlyAdmin):
    """The trace of every account."""

    list_display = ("at", "account", "kind", "actor")
    list_filter = ("kind",)
    list_select_related = ("account",)
    search_fields = ("account__username", "=actor")
    date_hierarchy = "at"


class TokenForm(_Form):
    actor = ""
    scopes = forms.MultipleChoiceField(
        label=_("scopes"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiToken
        fields = ("name", "user", "club", "scopes", "expires_at")

    def clean_expires_at(self) -> datetime | None:
        moment: datetime | None = self.cleaned_data["expires_at"]
        if moment is not None and moment <= datetime.now(UTC):
            raise ValidationError(
                _("A token cannot expire in the past."), code="expiry_in_the_past"
            )
        return moment

    def clean_name(self) -> str:
        return str(checked(clean_text, self.cleaned_data["name"], field="name", limit=80))

    @cached_property
    def issued(self) -> IssuedToken:
        """Make the token, once; the admin says who does."""
        return issue_token(
            token_id=uuid4(),
            wanted=NewToken(**self.cleaned_data),
            actor=self.actor,
            now=datetime.now(UTC),
        )


@admin.register(ApiToken)
class ApiTokenAdmin(NeverDeleted, Admin):
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
        form.actor = actor_of(request)
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
        page = "tournaments/people/admin/token_issued.html"
        return TemplateResponse(request, page, context, headers=headers)

    @admin.action(description=_("Revoke for good"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, chosen: QuerySet[ApiToken]) -> None:
        for token in chosen:
            revoke_token(token=token, actor=actor_of(request), now=datetime.now(UTC))
        words = ngettext(
            "%(count)s token was revoked.", "%(count)s tokens were revoked.", len(chosen)
        )
        messages.success(request, words % {"count": len(chosen)})
