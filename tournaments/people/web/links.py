"""Forgotten passwords: asking for a link, and using a one-time link.

A link that does not work is the same answer, byte for byte, whether it was guessed, used, revoked
or belongs to nobody any more.
"""

from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.password_validation import password_validators_help_texts
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from replays.errors import KaitenError
from tournaments.people import sign_in
from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.models import User
from tournaments.people.services.links import find_link
from tournaments.people.services.passwords import reset_password
from tournaments.people.services.reset_mails import ask_for_reset, mails_can_be_sent
from tournaments.people.web.account import REFUSED, TOO_EARLY
from tournaments.people.web.account_forms import ForgottenForm, NewPasswordForm
from tournaments.people.web.claiming import claim_by_link
from tournaments.people.web.sign_in import too_many_tries


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Take a name and answer the same whoever has it; without mail, say whom to ask."""
    page, mails = "tournaments/people/account/forgotten.html", mails_can_be_sent()
    form = ForgottenForm(request.POST or None)
    if not mails or not form.is_valid():
        status = REFUSED if mails and form.is_bound else 200
        return render(request, page, {"form": form, "mails": mails}, status=status)
    name = form.cleaned_data["name"]
    attempt = sign_in.begin_reset(request, name)
    if attempt.wait:
        form.add_error(None, too_many_tries(attempt.wait))
        answer = render(request, page, {"form": form, "mails": mails}, status=TOO_EARLY)
        answer.headers["Retry-After"] = str(attempt.wait)
        return answer
    ask_for_reset(name=name, now=datetime.now(UTC))
    return render(request, page, {"asked": True, "mails": mails})


@never_cache
@sensitive_post_parameters()
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def one_time_link(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Open what a link opens, as long as it does."""
    answer = _opened(request, secret)
    # Django writes the address of whatever is refused into its log: a link that works is a secret.
    answer._has_been_logged = True  # type: ignore[attr-defined]
    return answer


def _opened(request: HttpRequest, secret: str) -> HttpResponse:
    attempt = sign_in.begin_link(request)
    if attempt.wait:
        return _dead(request, wait=attempt.wait)
    link = find_link(secret=secret, now=datetime.now(UTC))
    answer = None
    if link is not None and link.purpose == Purpose.PASSWORD and link.account is not None:
        answer = _new_password(request, link, link.account)
    if link is not None and link.purpose == Purpose.CLAIM:
        answer = claim_by_link(request, link)
    if answer is None:
        return _dead(request)
    attempt.take_back()
    return answer


def _new_password(request: HttpRequest, link: OneTimeLink, account: User) -> HttpResponse | None:
    """Let whoever holds a link set a new password; None if somebody else just did."""
    form = NewPasswordForm(account, request.POST or None)
    if not form.is_valid():
        context = {"form": form, "account": account, "rules": password_validators_help_texts()}
        status = REFUSED if form.is_bound else 200
        page = "tournaments/people/account/new_password.html"
        return render(request, page, context, status=status)
    try:
        reset_password(
            link=link,
            password=form.cleaned_data["new_password1"],
            revoke_tokens=form.revokes_tokens,
            now=datetime.now(UTC),
        )
    except KaitenError:
        return None
    # Nobody is logged in by a link: who has a second factor is asked for it as always.
    messages.success(request, _("Your new password is set. Log in with it."))
    return redirect("login")


def _dead(request: HttpRequest, *, wait: int = 0) -> HttpResponse:
    page = "tournaments/people/account/dead_link.html"
    if not wait:
        return render(request, page, status=404)
    answer = render(request, page, {"wait": too_many_tries(wait)}, status=TOO_EARLY)
    answer.headers["Retry-After"] = str(wait)
    return answer
