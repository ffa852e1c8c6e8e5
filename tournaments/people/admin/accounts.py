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
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.admin import Admin, NeverDeleted
from tournaments.people.admin.base import checked
from tournaments.people.models import ApiToken, Scope, User
from tournaments.people.services.names import clean_text
from tournaments.people.services.tokens import IssuedToken, NewToken, issue_token, revoke_token

if TYPE_CHECKING:
    _Form = forms.ModelForm[Any]
    _UserAdmin = DjangoUserAdmin[User]
else:
    _Form, _UserAdmin = forms.ModelForm, DjangoUserAdmin


@admin.register(User)
class UserAdmin(_UserAdmin):
    """Accounts, as Django knows them."""


class TokenForm(_Form):
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
        """Make the token, once."""
        return issue_token(
            token_id=uuid4(), wanted=NewToken(**self.cleaned_data), now=datetime.now(UTC)
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
            revoke_token(token=token, now=datetime.now(UTC))
        words = ngettext(
            "%(count)s token was revoked.", "%(count)s tokens were revoked.", len(chosen)
        )
        messages.success(request, words % {"count": len(chosen)})
