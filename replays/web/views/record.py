"""Recording a match: one entry, one roll, one undo at a time."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.core.errors import RuleViolation
from games.core.events import Event
from replays import actions
from replays.errors import KaitenError, StreamConflict
from replays.models import Match
from replays.selectors.logs import load_log, version_of
from replays.services.chance import draw_chance
from replays.services.matches import play
from replays.services.undo import rewind
from replays.web.access import find_match, language, may, refusal
from replays.web.entries import entered_form, posted_events
from replays.web.recorder import Recorder, pending_entry
from replays.web.refusals import message_of
from replays.web.seats import sitters_of
from replays.web.sides import side_of
from replays.web.swaps import is_swap
from replays.web.views.match import unreadable
from replays.web.writing import arguments_of, number

NOTHING_NEW = 204
CONFLICT = 409
REFUSED = 422


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Show the recorder, or record what it sent."""
    match = find_match(match_id)
    if not may(request, actions.PLAY, match):
        return refusal(request)
    if request.method != "POST":
        if is_swap(request) and request.GET.get("since") == str(version_of(match_id)):
            return HttpResponse(status=NOTHING_NEW)
        return _shown(request, match)
    try:
        events = posted_events(request.POST)
    except RuleViolation as error:
        return _refused(request, match, error, None)
    write = partial(play, events=events)
    return _written(request, match, write, events[0] if len(events) == 1 else None)


@never_cache
@require_POST
def roll(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Let chance do its part in a match without a physical table."""
    match = find_match(match_id)
    if not may(request, actions.PLAY, match):
        return refusal(request)
    return _written(request, match, draw_chance, None)


@never_cache
@require_POST
def take_back(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Undo or redo: make the record again what it was at a version."""
    match = find_match(match_id)
    if not may(request, actions.REWIND, match):
        return refusal(request)
    write = partial(rewind, to=number(request.POST.get("to"), default=0))
    return _written(request, match, write, None)


def _written(
    request: HttpRequest, match: Match, write: Callable[..., object], event: Event | None
) -> HttpResponseBase:
    """Write and show what comes next; a refusal shows the newest state and keeps the entry."""
    try:
        write(**arguments_of(request, match.pk))
    except (KaitenError, RuleViolation) as error:
        return _refused(request, match, error, event)
    if is_swap(request):
        return _shown(request, find_match(match.pk), saved=True)
    side = f"?{urlencode({'seat': request.GET['seat']})}" if "seat" in request.GET else ""
    return redirect(reverse("replays:record", args=[match.pk]) + side)


def _shown(request: HttpRequest, match: Match, *, saved: bool = False) -> HttpResponse:
    try:
        log = load_log(match.pk)
        sitters = sitters_of(log.players, language())
        side = side_of(request, match, log)
        return _rendered(request, Recorder(match, log, sitters, side, saved=saved), 200)
    except (KaitenError, RuleViolation) as error:
        return unreadable(request, match, error)


def _refused(
    request: HttpRequest,
    match: Match,
    error: KaitenError | RuleViolation,
    event: Event | None,
) -> HttpResponse:
    try:
        log = load_log(match.pk)
    except (KaitenError, RuleViolation) as damage:
        return unreadable(request, match, damage)
    recorder = Recorder(
        find_match(match.pk),
        log,
        sitters_of(log.players, language()),
        side_of(request, match, log),
        error=message_of(error, log.rules, language()),
        entered=entered_form(request.POST),
    )
    conflict = isinstance(error, StreamConflict)
    if conflict and event is not None:
        recorder.pending = pending_entry(recorder, event)
        recorder.entered = None
    return _rendered(request, recorder, CONFLICT if conflict else REFUSED)


def _rendered(request: HttpRequest, recorder: Recorder, status: int) -> HttpResponse:
    template = "replays/partials/_recorder.html" if is_swap(request) else "replays/record.html"
    context = {
        "recorder": recorder,
        "match": recorder.match,
        "frame": recorder.frame,
        "action": reverse("replays:record", args=[recorder.match.pk]) + recorder.query,
    }
    return render(request, template, context, status=status)
