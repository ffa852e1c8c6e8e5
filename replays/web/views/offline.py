"""What a phone needs to judge entries by itself: the runtime, the rules, and the match."""

import gzip
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from games.core.canonical import canonical_json
from replays.http.offline import parts
from replays.offline.fetching import FILES
from replays.offline.offers import ARCHIVES, is_offered
from replays.offline.phone import Told
from replays.web.access import language
from replays.web.agreement import seats_to_agree_for
from replays.web.queued import kept_for
from replays.web.views.record import Recording

FOREVER = "public, max-age=31536000, immutable"
_TYPES = {".mjs": "text/javascript; charset=utf-8", ".wasm": "application/wasm"}


@require_safe
def service(_request: HttpRequest) -> HttpResponse:
    """Answer with the script that lets pages be opened again, for all addresses of the site."""
    script = finders.find("replays/js/pages.service.js")
    if script is None or not is_offered():
        raise Http404
    return HttpResponse(
        Path(script).read_bytes(),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"},
    )


@require_safe
def now(_request: HttpRequest) -> HttpResponse:
    """Answer with where everything is now: an open page may have older rules."""
    if not is_offered():
        raise Http404
    return JsonResponse(parts(), headers={"Cache-Control": "no-store"})


@require_safe
def file(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """Answer with one file of the runtime or with the archive of the rules, for good."""
    packed = _packed(digest, name)
    accepts = re_accepts_gzip.search(request.headers.get("Accept-Encoding", ""))
    content_type = _TYPES.get(Path(name).suffix, "application/zip")
    content = packed if accepts else gzip.decompress(packed)
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Length"] = str(len(content))
    response.headers["Cache-Control"] = FOREVER
    if accepts:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _packed(digest: str, name: str) -> bytes:
    """Return what a digest and a name lead to, compressed, or raise Http404."""
    if name in ARCHIVES:
        archive = ARCHIVES[name]()
        if archive.digest == digest:
            return archive.content
    elif name in FILES:
        path: Path = settings.OFFLINE_DIR / digest / f"{name}.gz"
        if path.is_file():
            return path.read_bytes()
    raise Http404


class Tell(Recording):
    """Tell a recorder's browser the match that it goes on with, if all of it may be known there."""

    http_method_names = ["get", "head"]

    def answer(self) -> HttpResponse:
        recorder = self.recorder()
        log, side = recorder.log, recorder.side
        if not side.records_everything or log.ended or recorder.may_roll or log.missing:
            raise Http404
        told = Told.of(
            log,
            recorder.labels,
            language(),
            title=recorder.title,
            agrees=sorted(seats_to_agree_for(self.request, self.match)),
            choices_only=side.choices_only,
        )
        response = HttpResponse(canonical_json(told), content_type="application/json")
        return kept_for(response, self.request)
