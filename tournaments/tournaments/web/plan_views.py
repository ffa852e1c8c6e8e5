"""The page of a tournament's plan: looked at by everybody, changed by its organisers."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.errors import RuleViolation
from replays.errors import KaitenError, StreamConflict
from replays.web.access import refusal
from replays.web.writing import envelope_of, number, seen_version
from tournaments.tournaments.director.commands.setup import SetStage
from tournaments.tournaments.selectors.states import reading
from tournaments.tournaments.services.tournaments import direct
from tournaments.tournaments.web.plans import form_name, stage_form
from tournaments.tournaments.web.sections import Place, found, show, visitor_of

REFUSED = 422
CHANGED = 412


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, tournament_id: UUID) -> HttpResponseBase:
    """Show the stages; a posted form plans one that has not begun, or the next one."""
    tournament, place = found(tournament_id), Place("plan")
    if request.method != "POST":
        return show(request, tournament, place)
    stage = number(request.POST.get("stage"), default=0)
    with reading(tournament_id) as state:
        if not visitor_of(request, tournament, state).directs:
            return refusal(request)
        form = stage_form(state, stage, request.POST.get("format", ""), request.POST)
    name = form_name(stage)
    if not form.is_valid():
        return show(request, tournament, place, refused=(name, None), status=REFUSED)
    try:
        direct(
            tournament_id=tournament_id,
            command=SetStage(stage=stage, rules=form.rules()),
            envelope=envelope_of(request),
            expected_version=seen_version(request),
        )
    except (KaitenError, RuleViolation) as error:
        status = CHANGED if isinstance(error, StreamConflict) else REFUSED
        return show(request, tournament, place, refused=(name, error), status=status)
    messages.success(request, _("The plan is changed."))
    return redirect(f"{place.address(tournament_id)}#{name}")
