"""The forms of one's own account. What matters asks for the password again, and counts tries."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth.forms import SetPasswordMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from replays.web.access import actor_of
from tournaments.people import sign_in
from tournaments.people.models import User
from tournaments.people.selectors.accounts import second_factor_of
from tournaments.people.services.second_factors import code_is_right
from tournaments.people.web.sign_in import too_many_tries

if TYPE_CHECKING:
    _PasswordFields: Any = object
else:
    _PasswordFields = SetPasswordMixin

_first, _second = SetPasswordMixin.create_password_fields(
    label1=_("New password"), label2=_("New password again")
)
# The page lists the rules itself.
_first.help_text = _second.help_text = ""


class NewPasswordForm(_PasswordFields, forms.Form):  # type: ignore[misc]
    """A new password, twice, judged by the rules for passwords."""

    new_password1 = _first
    new_password2 = _second
    revoke_tokens = forms.BooleanField(label=_("Also revoke my API tokens"), required=False)

    def __init__(self, account: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account
        if not account.api_tokens.filter(revoked_at=None).exists():
            del self.fields["revoke_tokens"]

    def clean(self) -> dict[str, Any]:
        self.validate_passwords("new_password1", "new_password2")
        self.validate_password_for_user(self.account, "new_password2")
        return super().clean() or {}

    @property
    def revokes_tokens(self) -> bool:
        return bool(self.cleaned_data.get("revoke_tokens"))


class OwnerForm(forms.Form):
    """Something that only the owner of an account may do, wherever it was left open."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    wait = 0

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert isinstance(request.user, User)  # noqa: S101  (the views ask for a session)
        self.request, self.account = request, request.user

    def clean(self) -> dict[str, Any]:
        """Look at the proof last, when everything else is right, and count the try first."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        attempt = sign_in.begin_proof(self.request, self.account)
        if attempt.wait:
            self.wait = attempt.wait
            raise ValidationError(too_many_tries(attempt.wait), code="too_many_attempts")
        self.prove()
        attempt.succeed()
        return cleaned

    def prove(self) -> None:
        """Refuse a wrong password."""
        if not self.account.check_password(self.cleaned_data["password"]):
            raise ValidationError({"password": _("This is not your password.")})


class OwnPasswordForm(OwnerForm, NewPasswordForm):
    """Another password for who knows the old one."""

    field_order = ["password", "new_password1", "new_password2", "revoke_tokens"]

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        assert isinstance(request.user, User)  # noqa: S101  (the view asks for a session)
        NewPasswordForm.__init__(self, request.user, *args, **kwargs)
        self.request = request


class EmailForm(OwnerForm):
    """Where mails for this account go."""

    email = forms.EmailField(label=_("E-mail address"), required=False)
    field_order = ["email", "password"]


class ConfirmForm(forms.Form):
    """A code, to show that the generator works."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"}),
    )


class FactorForm(OwnerForm, ConfirmForm):
    """What concerns a second factor that is on asks for both."""

    field_order = ["password", "code"]

    def prove(self) -> None:
        """Refuse a wrong password or a wrong code, without telling which."""
        factor = second_factor_of(self.account)
        right = self.account.check_password(self.cleaned_data["password"])
        if right and factor is not None:
            right = code_is_right(
                factor=factor,
                code=self.cleaned_data["code"],
                actor=actor_of(self.request),
                now=datetime.now(UTC),
            )
        if not right:
            raise ValidationError(_("The password or the code is not right."), code="proof_wrong")


class ForgottenForm(forms.Form):
    """Whoever has forgotten a password, as they say."""

    name = forms.CharField(
        label=_("User name or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
