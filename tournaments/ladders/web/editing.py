"""What organisers do to ladders: begin them, change their rules, freeze them, go on from them."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.core.errors import RuleViolation
from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.services.append import Appended
from replays.web.access import actor_of, language, refusal
from replays.web.refusals import message_of
from replays.web.writing import envelope_of, is_key, new_key, seen_version
from tournaments.ladders.commands import Command, Freeze, NewLadder, NewPeriod, Revise, Thaw
from tournaments.ladders.models import Ladder, LadderStatus
from tournaments.ladders.ratings.rules import LadderRules
from tournaments.ladders.selectors.ladders import is_behind, ladder_of
from tournaments.ladders.selectors.states import ladder_state
from tournaments.ladders.selectors.tables import ladder_table
from tournaments.ladders.services.ladders import begin_period, create_ladder, lead
from tournaments.ladders.services.updates import rebuild_ladder
from tournaments.ladders.services.usual import begin_usual_ladders
from tournaments.ladders.web.form_data import form_data
from tournaments.ladders.web.forms import USUAL_SHARE, LadderForm, PeriodForm
from tournaments.ladders.web.pages import row_of
from tournaments.ladders.web.views import (
    REFUSED,
    clubs_to_lead,
    ladder_page,
)
from tournaments.ladders.words import ladder_title
from tournaments.people.models import Club
from tournaments.people.rights import TOURNAMENT_WRITE, command_action
from tournaments.people.web.access import View, only_for

TOP = 10
"""So many lines of the table are shown before it is frozen."""


def for_senders(command: str) -> Callable[[View], View]:
    """Give a view with a form the ladder of its address; refuse who may not send its command."""

    def guarded(view: View) -> View:
        methods = require_http_methods(["GET", "HEAD", "POST"])
        return never_cache(methods(only_for(command_action("ladder", command), ladder_of)(view)))

    return guarded


@require_POST
def begin_usual(request: HttpRequest) -> HttpResponseBase:
    """Begin the usual ladders of a club that are not there yet."""
    club = _club(request)
    if club is None:
        return refusal(request)
    envelope = Envelope(actor_of(request), datetime.now(UTC))
    begun = begin_usual_ladders(club_id=club.id, envelope=envelope)
    words = ngettext("%(count)s ladder was set up.", "%(count)s ladders were set up.", begun)
    messages.success(request, words % {"count": begun})
    return redirect("tournaments:ladders")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_ladder(request: HttpRequest) -> HttpResponseBase:
    """Ask for a ladder of the club's own, and begin it."""
    club = _club(request)
    if club is None:
        return refusal(request)
    form = LadderForm(request.POST or None, initial=form_data("", LadderRules()))
    if request.method == "POST" and form.is_valid():
        wanted = NewLadder(title=form.cleaned_data["title"], rules=form.rules())
        made = _written(request, form, partial(create_ladder, club=club, wanted=wanted))
        if made is not None:
            return redirect("tournaments:ladder", made.stream_id)
    clubs = clubs_to_lead(request)
    context = {"form": form, "clubs": clubs if len(clubs) > 1 else [], "club": club}
    return form_page(request, "tournaments/ladders/new.html", form, context)


@for_senders("revise")
def edit_ladder(request: HttpRequest, ladder: Ladder) -> HttpResponseBase:
    """Change the title or the rules of a ladder."""
    state = ladder_state(ladder.id)
    initial = form_data(state.title, state.rules)
    form = LadderForm(request.POST or None, initial=initial, has_own_title=not ladder.usual)
    if request.method == "POST" and form.is_valid():
        title, rules = form.cleaned_data["title"], form.rules()
        before = state.rules.to_data()
        if (title, before | rules) == (state.title, before):
            return redirect("tournaments:ladder", ladder.id)
        command = Revise(title=title, rules=rules)
        if _written(request, form, partial(_lead, request, ladder, command)):
            messages.success(request, _("The rules are changed; every match is recalculated."))
            return redirect("tournaments:ladder", ladder.id)
    context = {"form": form, "ladder": ladder, "title": ladder_title(ladder)}
    context["count"] = ladder.rated.count()
    return form_page(request, "tournaments/ladders/edit.html", form, context)


@for_senders("freeze")
def freeze(request: HttpRequest, ladder: Ladder) -> HttpResponseBase:
    """Show what would be frozen, and freeze it."""
    if request.method == "POST":
        return _done(request, ladder, _frozen)
    if ladder.status == LadderStatus.FROZEN:
        return redirect("tournaments:ladder", ladder.id)
    lines = ladder_table(ladder, now=datetime.now(UTC))
    context = {
        "ladder": ladder,
        "title": ladder_title(ladder),
        "rows": [row_of(line, ladder.system) for line in lines[:TOP]],
        "more": len(lines[TOP:]),
        "behind": is_behind(ladder),
        "key": new_key(),
    }
    return render(request, "tournaments/ladders/freeze.html", context)


@for_senders("freeze")
def new_period(request: HttpRequest, ladder: Ladder) -> HttpResponseBase:
    """Freeze a ladder and begin another that goes on from it."""
    form = PeriodForm(request.POST or None, initial={"share": USUAL_SHARE})
    if request.method == "POST" and form.is_valid():
        wanted = NewPeriod(title=form.cleaned_data["title"], share=form.cleaned_data["share"])
        made = _written(request, form, partial(begin_period, ladder_id=ladder.id, wanted=wanted))
        if made is not None:
            messages.success(request, _("The new period has begun."))
            return redirect("tournaments:ladder", made.stream_id)
    context = {"form": form, "ladder": ladder, "title": ladder_title(ladder)}
    context["frozen"] = ladder.status == LadderStatus.FROZEN
    return form_page(request, "tournaments/ladders/period.html", form, context)


@require_POST
@only_for(TOURNAMENT_WRITE, ladder_of)
def do(request: HttpRequest, ladder: Ladder, name: str) -> HttpResponseBase:
    """Let a frozen ladder go on, or rate everything anew; a refusal is told on its page."""
    if name not in ("thaw", "rebuild"):
        raise Http404
    return _done(request, ladder, _rebuilt if name == "rebuild" else _thawed)


def _lead(
    request: HttpRequest, ladder: Ladder, command: Command, *, envelope: Envelope
) -> Appended:
    """Send a ladder a command at the version that a form was made for."""
    version = seen_version(request) or None
    return lead(ladder_id=ladder.id, command=command, envelope=envelope, expected_version=version)


def _frozen(request: HttpRequest, ladder: Ladder) -> str:
    _lead(request, ladder, Freeze(), envelope=envelope_of(request))
    return _("The ladder is frozen; its numbers stay as they are.")


def _thawed(request: HttpRequest, ladder: Ladder) -> str:
    _lead(request, ladder, Thaw(), envelope=envelope_of(request))
    return _("The ladder goes on, with all that was entered meanwhile.")


def _rebuilt(request: HttpRequest, ladder: Ladder) -> str:
    done = rebuild_ladder(ladder_id=ladder.id, now=envelope_of(request).now)
    if not done.moves:
        words = ngettext(
            "%(count)s match was recalculated: not a digit is different.",
            "%(count)s matches were recalculated: not a digit is different.",
            done.rated,
        )
        return words % {"count": done.rated}
    return _("%(matches)s matches were recalculated; %(people)s ratings are different now.") % {
        "matches": done.rated,
        "people": len(done.moves),
    }


def _done(
    request: HttpRequest, ladder: Ladder, act: Callable[[HttpRequest, Ladder], str]
) -> HttpResponseBase:
    """Do something and say so on the ladder's page; what is refused is told there too."""
    try:
        messages.success(request, act(request, ladder))
    except (KaitenError, RuleViolation) as error:
        return ladder_page(request, ladder_of(ladder.id), message_of(error, None, language()))
    return redirect("tournaments:ladder", ladder.id)


def _written(request: HttpRequest, form: Form, write: Callable[..., Appended]) -> Appended | None:
    """Write what a form says, or put what is wrong onto it and return None."""
    try:
        return write(envelope=envelope_of(request))
    except (KaitenError, RuleViolation) as error:
        form.add_error(None, message_of(error, None, language()))
        return None


def form_page(
    request: HttpRequest, template: str, form: Form, context: dict[str, Any]
) -> HttpResponse:
    """Return the page of a form, under the key it was sent with or a new one."""
    posted = request.POST.get("key", "")
    context["key"] = posted if is_key(posted) else new_key()
    return render(request, template, context, status=REFUSED if form.errors else 200)


def _club(request: HttpRequest) -> Club | None:
    """Return the club that is asked for among those the visitor leads, or the first of them."""
    clubs = clubs_to_lead(request)
    known = {str(club.id): club for club in clubs}
    return known.get(request.POST.get("club", ""), clubs[0] if clubs else None)
