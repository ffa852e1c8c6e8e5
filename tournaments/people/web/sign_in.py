"""The form and the view of both doors, the pages' and the admin's: tries are counted first."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import views as accounts
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import ngettext

from tournaments.people import sign_in

_ATTEMPT = "kaiten_sign_in_attempt"


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


def too_early(seconds: int) -> str:
    """Return the words for whoever has to wait."""
    return ngettext(
        "Too many wrong passwords. Wait %(seconds)s second and try again.",
        "Too many wrong passwords. Wait %(seconds)s seconds and try again.",
        seconds,
    ) % {"seconds": seconds}


def guarded(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let a login view answer 429 to whoever has to wait, and remember whoever is right."""

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = view(request, *args, **kwargs)
        attempt: sign_in.Attempt | None = getattr(request, _ATTEMPT, None)
        if attempt is not None and attempt.wait:
            response.status_code = 429
            response.headers["Retry-After"] = str(attempt.wait)
        elif attempt is not None and attempt.right:
            sign_in.remember_device(attempt, response)
        return response

    return answered


@method_decorator(guarded, name="dispatch")
class LoginView(accounts.LoginView):
    template_name = "tournaments/people/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
