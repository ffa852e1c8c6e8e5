"""The second factor of one's own account: set it up, renew its recovery codes, switch it off."""

from contextlib import suppress
from datetime import UTC, datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from replays.errors import KaitenError
from replays.web.access import actor_of
from tournaments.people import totp
from tournaments.people.account_models import SecondFactor
from tournaments.people.models import User
from tournaments.people.qr import qr_svg
from tournaments.people.reach import may_use_second_factor
from tournaments.people.selectors.accounts import second_factor_of, unconfirmed_factor_of
from tournaments.people.services.second_factors import (
    begin_second_factor,
    confirm_second_factor,
    drop_unconfirmed,
    renew_recovery_codes,
    switch_off,
)
from tournaments.people.web.account import answer_form, for_owners
from tournaments.people.web.account_forms import ConfirmForm, FactorForm, OwnerForm

ISSUER = "Kaiten"


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def second_factor(request: HttpRequest, account: User) -> HttpResponseBase:
    """Show how the second factor stands, and take the next step of setting it up."""
    factor = second_factor_of(account)
    if factor is not None:
        return _page_of(request, factor, FactorForm(request))
    if not may_use_second_factor(account):
        raise PermissionDenied
    begun = unconfirmed_factor_of(account)
    if begun is not None:
        return _confirm(request, begun)
    form = OwnerForm(request, request.POST or None)
    if not form.is_valid():
        return answer_form(request, "second_factor_begin.html", form, {})
    # Of two who begin at once, the later one sees how it stands by now.
    with suppress(KaitenError):
        begin_second_factor(account=account, now=datetime.now(UTC))
    return redirect("tournaments:second-factor")


@sensitive_post_parameters()
@require_POST
@for_owners
def change(request: HttpRequest, account: User) -> HttpResponseBase:
    """Switch the second factor off, or make new recovery codes; drop one that was only begun."""
    factor = second_factor_of(account)
    if factor is None:
        drop_unconfirmed(account=account)
        return redirect("tournaments:account")
    form = FactorForm(request, request.POST)
    if not form.is_valid():
        return _page_of(request, factor, form)
    now, actor = datetime.now(UTC), actor_of(request)
    if request.POST.get("do") == "renew":
        return _codes(request, renew_recovery_codes(factor=factor, actor=actor, now=now))
    with suppress(KaitenError):
        switch_off(account=account, actor=actor, now=now)
    messages.success(request, _("The second factor is off. Your password alone logs you in."))
    return redirect("tournaments:account")


@sensitive_variables()
def _confirm(request: HttpRequest, begun: SecondFactor) -> HttpResponse:
    form = ConfirmForm(request.POST or None)
    if form.is_valid():
        try:
            codes = confirm_second_factor(
                factor=begun,
                code=form.cleaned_data["code"],
                actor=actor_of(request),
                now=datetime.now(UTC),
            )
        except KaitenError as error:
            form.add_error("code", error.message)
        else:
            return _codes(request, codes)
    address = totp.address_of(begun.secret, account=begun.account.username, issuer=ISSUER)
    context = {
        "qr": qr_svg(address, _("QR code for your app")),
        "secret": " ".join(_groups(begun.secret, 4)),
        "address": address,
    }
    return answer_form(request, "second_factor_confirm.html", form, context)


def _page_of(request: HttpRequest, factor: SecondFactor, form: FactorForm) -> HttpResponse:
    left = factor.recovery_codes.filter(used_at=None).count()
    context = {"factor": factor, "left": left}
    return answer_form(request, "second_factor.html", form, context)


def _codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    return answer_form(request, "recovery_codes.html", ConfirmForm(), {"codes": codes})


def _groups(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]
