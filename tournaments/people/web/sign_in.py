"""The form and the view of both doors, the pages' and the admin's: tries are counted first.

Whoever has a second factor is signed in by a second step. The answers of the login view: 200 with
the form for a wrong password, 429 for whoever has to wait, a redirect to the page that was asked
for, or a redirect to the second step, whose pages carry the header `Kaiten-Sign-In: code`.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import login
from django.contrib.auth import views as accounts
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from replays.web.access import actor_of
from tournaments.people import sign_in
from tournaments.people.account_models import SecondFactor, SecurityKind
from tournaments.people.models import User
from tournaments.people.selectors.accounts import second_factor_of
from tournaments.people.services.second_factors import code_is_right
from tournaments.people.services.security import note_security

_ATTEMPT = "kaiten_sign_in_attempt"
_PENDING = "kaiten_second_step"
PENDING_SECONDS = 300
STEP_HEADER = "Kaiten-Sign-In"


class SignInForm(AuthenticationForm):
    """Looks at a password only if this name and this address may try one now."""

    def clean(self) -> dict[str, Any]:
        """Refuse a try that comes too early; count one that was wrong."""
        name = self.cleaned_data.get("username")
        if self.request is None or not name or not self.cleaned_data.get("password"):
            return super().clean()
        attempt = sign_in.begin(self.request, name)
        setattr(self.request, _ATTEMPT, attempt)
        if attempt.wait:
            raise ValidationError(too_early(attempt.wait), code="too_many_attempts")
        try:
            cleaned = super().clean()
        except ValidationError:
            raise
        except Exception:
            attempt.take_back()
            raise
        attempt.succeed()
        return cleaned


class StaffSignInForm(SignInForm, AdminAuthenticationForm):
    """The same for the admin, which only the staff may enter."""


class CodeForm(forms.Form):
    """The second step: a code of the generator, or one of those on paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("Six digits from your app, or one of your recovery codes."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "autocapitalize": "none",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.account = pending_account(request)

    def clean_code(self) -> str:
        """Refuse a try that comes too early; use the code up if it is right."""
        code: str = self.cleaned_data["code"]
        factor = second_factor_of(self.account) if self.account else None
        if factor is None:
            raise ValidationError(_("Log in again."), code="step_over")
        attempt = sign_in.begin_proof(self.request, factor.account)
        setattr(self.request, _ATTEMPT, attempt)
        if attempt.wait:
            raise ValidationError(too_many_tries(attempt.wait), code="too_many_attempts")
        if not self._is_right(factor, code):
            raise ValidationError(
                _("This code is not right, or it was used already."), code="code_wrong"
            )
        attempt.succeed()
        return code

    def get_user(self) -> User:
        assert self.account is not None  # noqa: S101  (a form without one is not valid)
        return self.account

    def _is_right(self, factor: SecondFactor, code: str) -> bool:
        now, actor = datetime.now(UTC), f"user:{factor.account_id}"
        right = code_is_right(factor=factor, code=code, actor=actor, now=now)
        if not right:
            # The owner should know that somebody has the password.
            note_security(account=factor.account, kind=SecurityKind.CODE_REFUSED, actor="", now=now)
        return right


def too_early(seconds: int) -> str:
    """Return the words for whoever has to wait."""
    return ngettext(
        "Too many wrong passwords. Wait %(seconds)s second and try again.",
        "Too many wrong passwords. Wait %(seconds)s seconds and try again.",
        seconds,
    ) % {"seconds": seconds}


def too_many_tries(seconds: int) -> str:
    """Return the same for whatever is no password."""
    return ngettext(
        "Too many tries. Wait %(seconds)s second and try again.",
        "Too many tries. Wait %(seconds)s seconds and try again.",
        seconds,
    ) % {"seconds": seconds}


def guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let a login view answer 429 to whoever has to wait, and remember whoever signs in."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = view(request, *args, **kwargs)
        attempt: sign_in.Attempt | None = getattr(request, _ATTEMPT, None)
        if attempt is not None and attempt.wait:
            response.status_code = 429
            response.headers["Retry-After"] = str(attempt.wait)
        elif attempt is not None and attempt.signed_in:
            _remember(request, attempt, response)
        return response

    return answered


@method_decorator(guarded, name="dispatch")
class LoginView(accounts.LoginView):
    """The first step, and the only one for whoever has no second factor."""

    template_name = "tournaments/people/login.html"
    authentication_form: type[forms.Form] = SignInForm  # type: ignore[assignment]
    redirect_authenticated_user = True

    def form_valid(self, form: Any) -> HttpResponse:
        account: User = form.get_user()
        if second_factor_of(account) is None:
            return self.signed_in(account)
        _await_code(self.request, account)
        query = urlencode({self.redirect_field_name: self.get_success_url()})
        return HttpResponseRedirect(f"{reverse('login-code')}?{query}")

    def signed_in(self, account: User) -> HttpResponse:
        """Begin the session and lead on."""
        login(self.request, account)
        self.request.session.pop(_PENDING, None)
        attempt: sign_in.Attempt = getattr(self.request, _ATTEMPT)
        attempt.signed_in = True
        return HttpResponseRedirect(self.get_success_url())


class CodeView(LoginView):
    """The second step, for whoever gave the right password a few minutes ago."""

    template_name = "tournaments/people/login_code.html"
    authentication_form = CodeForm
    redirect_authenticated_user = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if pending_account(request) is None:
            query = urlencode({self.redirect_field_name: self.get_redirect_url()})
            return HttpResponseRedirect(f"{reverse('login')}?{query}")
        response = super().dispatch(request, *args, **kwargs)
        if not isinstance(response, HttpResponseRedirect):
            response.headers[STEP_HEADER] = "code"
        return response

    def form_valid(self, form: Any) -> HttpResponse:
        return self.signed_in(form.get_user())


def pending_account(request: HttpRequest) -> User | None:
    """Return who gave the right password in this browser and still owes a code."""
    pending = request.session.get(_PENDING)
    if pending is None or not 0 <= sign_in.clock() - pending["at"] < PENDING_SECONDS:
        return None
    account = User.objects.filter(pk=UUID(pending["account"]), is_active=True).first()
    if account is None:
        return None
    # A password that was changed in between is not the right one any more.
    unchanged = constant_time_compare(pending["hash"], account.get_session_auth_hash())
    return account if unchanged else None


def _await_code(request: HttpRequest, account: User) -> None:
    # Whoever knew the key of this session before must not share what comes of it.
    request.session.cycle_key()
    request.session[_PENDING] = {
        "account": str(account.pk),
        "hash": account.get_session_auth_hash(),
        "at": sign_in.clock(),
    }


def _remember(request: HttpRequest, attempt: sign_in.Attempt, response: HttpResponse) -> None:
    account = request.user
    if not attempt.known_device and isinstance(account, User):
        note_security(
            account=account,
            kind=SecurityKind.NEW_DEVICE,
            actor=actor_of(request),
            now=datetime.now(UTC),
        )
    sign_in.remember_device(attempt, response)
