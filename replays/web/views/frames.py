"""The frames of a match, part by part: what the page steps through without asking again."""

import gzip
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.web.access import language, sight_of
from replays.web.bundles import Screening
from replays.web.seats import seat_labels
from replays.web.writing import number


@require_safe
def frames(request: HttpRequest, match_id: UUID, part: int) -> HttpResponse:
    """Send the steps of one part as JSON; an address with the right key never changes."""
    match = get_match(match_id)
    sight = sight_of(request, match)
    if sight.refused or sight.waits:
        raise Http404
    current = load_log(match_id, until=sight.horizon)
    log = current.at(number(request.GET.get("v"), default=current.version))
    spoken = request.GET.get("lang", "")
    spoken = spoken if spoken in dict(settings.LANGUAGES) else language()
    with translation.override(spoken):
        labels = seat_labels(log.players, spoken)
    screening = Screening(log, sight.viewer, labels, spoken, "v" in request.GET)
    if part >= len(screening.outline.parts):
        raise Http404
    response = HttpResponse(screening.packed(part), content_type="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response["Content-Encoding"] = "gzip"
    else:
        response.content = gzip.decompress(response.content)
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    if request.GET.get("key") == screening.key(part):
        patch_cache_control(response, private=True, max_age=365 * 24 * 3600, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response
