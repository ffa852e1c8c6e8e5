"""The page on which a club of one's own begins.

It asks for the code that the terminal shows, or for an operator who is logged in. The code is
looked at before anything else that was sent, and counted as wrong passwords are; one that was
guessed, used or has expired is one and the same answer.
"""

import hashlib
from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import password_validators_help_texts
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, is_swap
from tournaments.people import sign_in
from tournaments.people.models import User
from tournaments.people.policy import may
from tournaments.people.rights import CLUB_WRITE
from tournaments.people.selectors.clubs import demo_club, has_own_club
from tournaments.people.services.setup import SetUp, Wanted, new_account, set_up_club
from tournaments.people.services.setup_codes import setup_code_works
from tournaments.people.web.setup_forms import SetupForm
from tournaments.people.web.sign_in import too_many_tries

REFUSED = 422
TOO_EARLY = 429


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Ask for everything a club needs to begin, and make all of it or nothing."""
    form = SetupForm(
        request.POST if request.method == "POST" else None,
        owner=request.user if isinstance(request.user, User) else None,
        needs_code=not may(actor_of(request), CLUB_WRITE, None),
        demo=demo_club(),
        initial={"code": request.GET.get("code", "")[:40], "language": get_language()},
    )
    if request.method != "POST":
        return _page(request, form)
    if "code" in form.fields and (wait := _wait_for_code(request, form)) is not None:
        return _too_early(request, form, wait) if wait else _page(request, form, status=REFUSED)
    if not form.is_valid() or _asks_about_names(request, form):
        return _page(request, form, status=REFUSED)
    return _set_up(request, form)


def _asks_about_names(request: HttpRequest, form: SetupForm) -> bool:
    """Say whether names are in doubt that nobody was asked about yet."""
    return bool(form.doubtful) and request.POST.get("asked") != _digest(form.cleaned_data["names"])


def _wait_for_code(request: HttpRequest, form: SetupForm) -> int | None:
    """Return None for a code that works; else for how many seconds no other is looked at."""
    attempt = sign_in.begin_setup(request)
    if attempt.wait:
        form.refuse_code(too_many_tries(attempt.wait))
        return attempt.wait
    if not setup_code_works(code=request.POST.get("code", ""), now=datetime.now(UTC)):
        form.refuse(KaitenError("setup_code_wrong", 403))
        return 0
    attempt.take_back()
    return None


def _set_up(request: HttpRequest, form: SetupForm) -> HttpResponse:
    sent = form.cleaned_data
    try:
        owner = form.owner
        if owner is None or form.makes_account:
            owner = new_account(username=sent["username"], password=sent["password1"])
        done = set_up_club(
            wanted=Wanted(
                club=form.details(),
                names=sent["names"],
                kept_lines=_lines(request.POST.getlist("keep")),
                remove_demo=sent.get("remove_demo", False),
            ),
            owner=owner,
            envelope=Envelope(actor_of(request) or f"user:{owner.pk}", datetime.now(UTC)),
            code=sent.get("code"),
        )
    except KaitenError as error:
        form.refuse(error)
        return _page(request, form, status=REFUSED)
    if form.owner is None:
        login(request, done.owner)
    _tell(request, done)
    return _led_home(request)


def _led_home(request: HttpRequest) -> HttpResponse:
    if is_swap(request):
        return HttpResponseClientRedirect("/")
    return redirect("/")


def _tell(request: HttpRequest, done: SetUp) -> None:
    words = ngettext(
        "%(club)s is here, with %(count)s person.",
        "%(club)s is here, with %(count)s people.",
        done.people,
    )
    messages.success(request, words % {"club": done.club.name, "count": done.people})
    if done.left_out:
        names = ", ".join(row.label for row in done.left_out)
        messages.info(request, _("Left out: %(names)s.") % {"names": names})


def _page(request: HttpRequest, form: SetupForm, *, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "rules": password_validators_help_texts(),
        "begun": has_own_club(),
        "asked": _digest(form.cleaned_data.get("names", "")) if form.is_bound else "",
    }
    return render(request, "tournaments/people/setup.html", context, status=status)


def _too_early(request: HttpRequest, form: SetupForm, wait: int) -> HttpResponse:
    answer = _page(request, form, status=TOO_EARLY)
    answer.headers["Retry-After"] = str(wait)
    return answer


def _lines(texts: list[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 9}


def _digest(names: str) -> str:
    """Return what tells whether the same names were asked about already."""
    return hashlib.sha256(names.encode("utf-8", "replace")).hexdigest()
