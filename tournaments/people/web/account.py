"""My account: what happened to it, its password and its address."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.password_validation import password_validators_help_texts
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from replays.web.access import actor_of, refusal
from tournaments.people.labels import public_label
from tournaments.people.models import User
from tournaments.people.reach import may_find_accounts, may_use_second_factor
from tournaments.people.selectors.accounts import second_factor_of, trace_of
from tournaments.people.selectors.claims import claims_by
from tournaments.people.selectors.members import memberships_of
from tournaments.people.services.passwords import change_email, change_password
from tournaments.people.services.reset_mails import mails_can_be_sent
from tournaments.people.web.account_forms import EmailForm, OwnerForm, OwnPasswordForm

REFUSED = 422
TOO_EARLY = 429
MOST_CLAIMS = 5

View = Callable[..., HttpResponseBase]


def for_owners(view: View) -> View:
    """Let a view be used by whoever is logged in, about their own account; no copy is kept."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        if not isinstance(request.user, User):
            return refusal(request)
        return view(request, request.user, **kwargs)

    return guarded


@require_safe
@for_owners
def account(request: HttpRequest, account: User) -> HttpResponse:
    """Show what an account is, and what happened to it."""
    players = account.players.select_related("club").order_by("club__name", "id")
    context = {
        "account": account,
        "clubs": [(one.club, one.get_role_display()) for one in memberships_of(account)],
        "players": [(player, public_label(player)) for player in players],
        "claims": [
            (claim, public_label(claim.player))
            for claim in claims_by(account).exclude(granted=True)[:MOST_CLAIMS]
        ],
        "factor": second_factor_of(account),
        "may_use_factor": may_use_second_factor(account),
        "may_find_accounts": may_find_accounts(actor_of(request)),
        "mails": mails_can_be_sent(),
        "trace": trace_of(account),
    }
    return render(request, "tournaments/people/account/account.html", context)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def password(request: HttpRequest, account: User) -> HttpResponseBase:
    """Change one's own password; every other session of the account ends, this one goes on."""
    form = OwnPasswordForm(request, request.POST or None)
    if not form.is_valid():
        context = {"rules": password_validators_help_texts()}
        return answer_form(request, "password.html", form, context)
    change_password(
        account=account,
        password=form.cleaned_data["new_password1"],
        revoke_tokens=form.revokes_tokens,
        actor=actor_of(request),
        now=datetime.now(UTC),
    )
    update_session_auth_hash(request, account)
    messages.success(request, _("Your password is changed. Everywhere else you are logged out."))
    return redirect("tournaments:account")


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def email(request: HttpRequest, account: User) -> HttpResponseBase:
    """Say where mails for one's own account go."""
    form = EmailForm(request, request.POST or None, initial={"email": account.email})
    if not form.is_valid():
        return answer_form(request, "email.html", form, {"mails": mails_can_be_sent()})
    if form.cleaned_data["email"] != account.email:
        address = form.cleaned_data["email"]
        now = datetime.now(UTC)
        change_email(account=account, email=address, actor=actor_of(request), now=now)
    messages.success(request, _("The changes are saved."))
    return redirect("tournaments:account")


def answer_form(
    request: HttpRequest, template: str, form: forms.Form, context: dict[str, Any]
) -> HttpResponse:
    """Show a form, with what is wrong if it was sent, and for how long somebody has to wait."""
    page = f"tournaments/people/account/{template}"
    answer = render(request, page, {"form": form, **context})
    wait = form.wait if isinstance(form, OwnerForm) else 0
    if wait:
        answer.status_code = TOO_EARLY
        answer.headers["Retry-After"] = str(wait)
    elif form.is_bound:
        answer.status_code = REFUSED
    return answer
