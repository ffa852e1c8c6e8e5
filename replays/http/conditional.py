"""ETag and If-Match: the version a writer saw, and what a reader already has."""

import re
from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.viewer import Viewer
from replays.http.problems import Refusal

LARGEST_VERSION = 2**31 - 2
# The number alone, or an ETag of ours in whatever view it was read.
_IF_MATCH = re.compile(r'(?:W/)?"([0-9]{1,10})(?:-[a-z0-9-]{1,20})?"', re.ASCII)


def etag_of(version: int, viewer: Viewer | None = None, language: str = "") -> str:
    """Return the ETag of a version as one class of viewers sees it; it tells nothing else.

    An answer with words in it also names their language: two texts never share a tag.
    """
    seen_by = "" if viewer is None else str(viewer).replace(":", "-")
    return '"' + "-".join(filter(None, [str(version), seen_by, language])) + '"'


def expected_version(request: Request) -> int:
    """Return the version that If-Match names: `precondition_required` or `bad_if_match` if not."""
    version = version_seen(request)
    if version is None:
        raise Refusal("precondition_required", 428)
    return version


def version_seen(request: Request) -> int | None:
    """Return the version that If-Match names, None where nothing was sent, or `bad_if_match`."""
    sent = request.headers.get("If-Match", "").strip()
    if not sent:
        return None
    parsed = _IF_MATCH.fullmatch(sent)
    if parsed is None or int(parsed[1]) > LARGEST_VERSION:
        raise Refusal("bad_if_match")
    return int(parsed[1])


def unless_fresh(request: Request, etag: str, answer: Callable[[], object]) -> Response:
    """Return an answer, made only for a reader who does not have what `etag` names already."""
    if has_already(request, etag):
        return stamped(None, etag, status=304)
    return stamped(answer(), etag)


def has_already(request: Request, etag: str) -> bool:
    """Say whether a reader has what `etag` names already."""
    sent = request.headers.get("If-None-Match", "")
    return etag in {tag.strip().removeprefix("W/") for tag in sent.split(",")}


def stamped(answer: object, etag: str | None = None, **more: Any) -> Response:
    """Return an answer with its validators; `more` is the status and the headers."""
    response = Response(answer, **more)
    stamp(response, etag)
    return response


def stamp(response: HttpResponseBase, etag: str | None) -> None:
    """Put the validators on an answer that depends on who asks and in which language."""
    if etag is not None:
        response.headers["ETag"] = etag
    response.headers.setdefault("Cache-Control", "private, no-cache")
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
