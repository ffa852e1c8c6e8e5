"""My account → API tokens: which there are, a new one, the end of one."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from replays.errors import KaitenError
from replays.web.access import actor_of
from tournaments.people.models import ApiToken, Club, Scope, User
from tournaments.people.policy import clubs_to_bind
from tournaments.people.selectors.tokens import own_token, tokens_of
from tournaments.people.services.tokens import (
    IssuedToken,
    NewToken,
    make_own_token,
    revoke_token,
)
from tournaments.people.standing import widest_scope
from tournaments.people.web.account import REFUSED, for_owners

USES = [
    (Scope.READ, gettext_lazy("Read: look at what you may see, private things among it")),
    (Scope.RECORD, gettext_lazy("Record: also enter matches, results and rulings")),
    (
        Scope.ORGANISE,
        gettext_lazy("Organise: also direct tournaments, seasons and ladders, and change players"),
    ),
    (
        Scope.ADMIN,
        gettext_lazy("Administer: also members, settings of clubs, links to accounts and tokens"),
    ),
]


class TokenForm(forms.Form):
    """A token for one's own account."""

    name = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=80,
        help_text=gettext_lazy("Such as “tablet at the bar”."),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("What it may be used for"), choices=USES, widget=forms.RadioSelect
    )
    club = forms.ModelChoiceField(
        label=gettext_lazy("For which club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=gettext_lazy("all of mine"),
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("It works for"),
        choices=[
            ("7", gettext_lazy("7 days")),
            ("30", gettext_lazy("30 days")),
            ("90", gettext_lazy("90 days")),
            ("365", gettext_lazy("a year")),
            ("0", gettext_lazy("ever, until you revoke it")),
        ],
        coerce=int,
    )

    def __init__(self, clubs: QuerySet[Club], data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"scope": Scope.READ, "days": "90"})
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]

    def wanted(self, account: User, now: datetime) -> NewToken:
        """Return the token that was asked for."""
        sent = self.cleaned_data
        expires_at = now + timedelta(days=sent["days"]) if sent["days"] else None
        return NewToken(account, sent["name"], [sent["scope"]], sent["club"], expires_at)


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def tokens(request: HttpRequest, account: User) -> HttpResponseBase:
    """Show the tokens of an account; a posted form makes another, whose text is shown once."""
    clubs = clubs_to_bind(actor_of(request))
    form = TokenForm(clubs, request.POST or None)
    made = _made(request, account, form) if form.is_valid() else None
    now = datetime.now(UTC)
    context: dict[str, Any] = {
        "form": TokenForm(clubs) if made else form,
        "made": made,
        "rows": [_row(token, now) for token in tokens_of(account)],
    }
    status = REFUSED if form.errors else 200
    return render(request, "tournaments/people/account/tokens.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@for_owners
def revoke(request: HttpRequest, account: User, token_id: UUID) -> HttpResponseBase:
    """Ask whether a token is to end for good, and end it."""
    try:
        token = own_token(account, token_id)
    except KaitenError:
        raise Http404 from None
    if request.method == "POST":
        revoke_token(token=token, actor=actor_of(request), now=datetime.now(UTC))
        messages.success(request, _("The token is revoked. It opens nothing any more."))
        return redirect("tournaments:tokens")
    context = {"row": _row(token, datetime.now(UTC))}
    return render(request, "tournaments/people/account/token_revoke.html", context)


def _made(request: HttpRequest, account: User, form: TokenForm) -> IssuedToken | None:
    """Make the token of a form, or put onto it why not."""
    now = datetime.now(UTC)
    wanted = form.wanted(account, now)
    try:
        return make_own_token(token_id=uuid4(), wanted=wanted, actor=actor_of(request), now=now)
    except KaitenError as error:
        form.add_error(None, error.message)
        return None


def _row(token: ApiToken, now: datetime) -> dict[str, Any]:
    expired = token.expires_at is not None and token.expires_at <= now
    return {"token": token, "scope": widest_scope(token).label, "expired": expired}
