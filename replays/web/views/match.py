"""Looking at one match: stepping through it, following it live, taking its record along."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER
from replays.errors import KaitenError, RulesMissing
from replays.log import Log
from replays.models import Match
from replays.selectors.comments import audiences_read
from replays.selectors.exports import export_jsonl, export_kgn
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.web.access import Sight, actor_of, is_swap, language, refusal, sight_of
from replays.web.drawn import DrawnPage
from replays.web.pages import MatchPage, match_title
from replays.web.refusals import message_of
from replays.web.seats import sitters_of
from replays.web.writing import number


@require_safe
def match_page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show one step of a match; htmx asks for the frame alone."""
    match = get_match(match_id)
    sight = sight_of(request, match)
    try:
        current = load_log(match_id, until=sight.horizon)
        log = _requested_version(request, current)
        response = _shown(request, match, sight, current, log)
    except (KaitenError, RuleViolation) as error:
        if isinstance(error, KaitenError) and error.status == 404:
            raise
        return unreadable(request, match, error)
    patch_vary_headers(response, ["HX-Request", "Cookie", "Accept-Language"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _shown(
    request: HttpRequest, match: Match, sight: Sight, current: Log, log: Log
) -> HttpResponse:
    sitters = sitters_of(log.players, language())
    if sight.waits:
        sitters = sitters_of([seat.player_id for seat in match.seatings.all()], language())
        page = MatchPage(request, match, current, log, sight, sitters, ply=0)
        context = {"match": match, "page": page}
        return render(request, "replays/waiting.html", context | {"has_rules": not log.missing})
    if log.missing is not None:
        page = MatchPage(request, match, current, log, sight, sitters, ply=len(log.plies))
        context = {"match": match, "page": page}
        return render(request, "replays/bare.html", context)
    last = len(log.plies)
    ply = max(0, min(last, number(request.GET.get("ply"), default=0 if log.ended else last)))
    page = DrawnPage(request, match, current, log, sight, sitters, ply)
    frame = page.screening.frame(ply)
    if is_swap(request, "frame"):
        return render(request, "replays/partials/_frame.html", {"frame": frame})
    return render(
        request,
        "replays/match.html",
        {"match": match, "page": page, "frame": frame},
    )


@require_safe
def record_file(request: HttpRequest, match_id: UUID, form: str) -> HttpResponseBase:
    """Send the record, readable (`kgn`) or complete (`jsonl`)."""
    match = get_match(match_id)
    if ARBITER not in sight_of(request, match).permitted:
        return refusal(request)
    try:
        if form == "kgn":
            text = export_kgn(match_id, read=audiences_read(actor_of(request), match))
        else:
            text = export_jsonl(match_id)
    except (KaitenError, RuleViolation) as error:
        return unreadable(request, match, error)
    kind = "text/plain" if form == "kgn" else "application/x-ndjson"
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{match.game}-{match.pk}.{form}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


def unreadable(
    request: HttpRequest, match: Match, error: KaitenError | RuleViolation
) -> HttpResponse:
    """Tell that a record is damaged, or that what was asked takes rules that are not here."""
    return render(
        request,
        "replays/unreadable.html",
        {
            "match": match,
            "title": match_title(match),
            "message": message_of(error, None, language()),
            "missing": isinstance(error, RulesMissing),
        },
        status=409,
    )


def _requested_version(request: HttpRequest, current: Log) -> Log:
    version = number(request.GET.get("v"), default=current.version)
    return current.at(version)
