"""What pages that follow something ask for: a stream, or, where none gets through, the mark."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from replays import ports
from replays.live.answers import FULL_SECONDS, Full, follow
from replays.live.changes import Changes, subject
from replays.live.sources import Source
from replays.live.spectators import Spectator
from replays.selectors.library import get_match
from replays.web.access import actor_of, sight_of
from replays.web.following import caller_of
from replays.web.live import MatchSteps

LONGEST_MARK = 80


@require_safe
def match_steps(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Send every step of a match from the newest one on."""
    if ports.policy().onlooker(actor_of(request)).missing({"match_id": match_id}):
        raise Http404
    match = get_match(match_id)
    sight = sight_of(request, match)
    if sight.refused:
        raise Http404
    spectator = Spectator(caller_of(request), match_id, sight.viewer)
    return _followed(request, MatchSteps(spectator, _language(request)))


@require_safe
def changes(request: HttpRequest, kind: str, id_: UUID) -> HttpResponse:
    """Send a word whenever something changes."""
    source = _changes(request, kind, id_)
    if source.mark() is None:
        raise Http404
    return _followed(request, source)


@require_safe
def news(request: HttpRequest, kind: str, id_: UUID) -> HttpResponse:
    """Say how something stands, or nothing to who knows it already.

    What everybody may know of takes one query, whoever asks.
    """
    known = request.GET.get("mark", "")[:LONGEST_MARK]
    if known and str(ports.policy().open_version(kind, id_)) == known:
        return HttpResponse(status=204)
    mark = _changes(request, kind, id_).mark()
    if mark is None:
        raise Http404
    return HttpResponse(status=204) if mark.word == known else JsonResponse({"mark": mark.word})


def _changes(request: HttpRequest, kind: str, id_: UUID) -> Changes:
    what = subject(kind)
    if what is None:
        raise Http404
    return Changes(caller_of(request), what, id_, request.GET.get("mark", "")[:LONGEST_MARK])


def _followed(request: HttpRequest, source: Source) -> HttpResponse:
    try:
        return follow(request, source)
    except Full:
        return HttpResponse(status=429, headers={"Retry-After": str(FULL_SECONDS)})


def _language(request: HttpRequest) -> str:
    spoken = request.GET.get("lang", "")
    return spoken if spoken in dict(settings.LANGUAGES) else get_language() or "en"
