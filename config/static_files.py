"""Static files under names that tell their content: kept by browsers for good, and never asked for
again. Nothing is collected before a start: a file is found, joined and compressed when it is first
asked for, whether it belongs to Kaiten, to a library or to a game of another package.
"""

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import get_conditional_response, patch_vary_headers

from config import joined
from config.compression import is_compressible
from config.middleware import WORKER_POLICY

_HASHED = re.compile(r"(?P<stem>.+)\.(?P<digest>[0-9a-f]{12})(?P<suffix>\.[^./]+)")
# What a browser must not take for something else, whatever the machine's own table says.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
FOREVER = "public, max-age=31536000, immutable"
A_MINUTE = "public, max-age=60"
NOT_AT_ALL = "no-cache"


@dataclass(frozen=True)
class StaticFile:
    content: bytes
    packed: bytes | None
    """The same compressed, where that is shorter."""
    digest: str
    content_type: str
    is_worker: bool
    """Whether it runs on its own beside a page, as `….worker.js` do."""


class HashedStorage(StaticFilesStorage):
    """Names every file by its content; with KAITEN_DEBUG=1 by its own name, and as it is now."""

    def url(self, name: str | None) -> str:
        return super().url(name) if settings.DEBUG else _hashed_url(name or "")


@cache
def _hashed_url(name: str) -> str:
    return StaticFilesStorage().url(hashed_name(name))


def hashed_name(name: str) -> str:
    """Return a file's name with its digest before the suffix; the name alone if there is none."""
    try:
        digest = find(name).digest
    except FileNotFoundError:
        return name
    stem, suffix = posixpath.splitext(name)
    return f"{stem}.{digest}{suffix}"


def find(name: str) -> StaticFile:
    """Return a file of any application or game, or a joined one, or raise FileNotFoundError."""
    return _read(name) if settings.DEBUG else _kept(name)


def _read(name: str) -> StaticFile:
    content = joined.join(name, _source) if joined.is_joined(name) else _source(name)
    content_type = _TYPES.get(posixpath.splitext(name)[1]) or mimetypes.guess_type(name)[0]
    content_type = content_type or "application/octet-stream"
    # Without a time in it every process makes the same bytes.
    packed = gzip.compress(content, mtime=0) if is_compressible(content_type) else content
    return StaticFile(
        content=content,
        packed=packed if len(packed) < len(content) else None,
        digest=hashlib.sha256(content).hexdigest()[:12],
        content_type=content_type,
        is_worker=name.endswith(".worker.js"),
    )


# Names that lead nowhere are not kept: anybody may invent them.
_kept = cache(_read)


def _source(name: str) -> bytes:
    if not name or posixpath.normpath(f"/{name}") != f"/{name}" or "\\" in name:
        raise FileNotFoundError(name)
    path = finders.find(name)
    if path is None or not Path(path).is_file():
        raise FileNotFoundError(name)
    return Path(path).read_bytes()


class StaticFilesMiddleware:
    """Answers what lies under STATIC_URL, before anything is asked about the visitor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        prefix = settings.STATIC_URL
        if request.path_info.startswith(prefix):
            try:
                file, kept_for = _named(request.path_info.removeprefix(prefix))
            except FileNotFoundError:
                return self._get_response(request)
            if request.method not in ("GET", "HEAD"):
                return HttpResponseNotAllowed(["GET", "HEAD"])
            return _answer(request, file, kept_for)
        return self._get_response(request)


def _named(name: str) -> tuple[StaticFile, str]:
    """Return the file that a name of either kind leads to, and for how long it may be kept."""
    parts = _HASHED.fullmatch(name)
    try:
        return find(name), NOT_AT_ALL if settings.DEBUG else A_MINUTE
    except FileNotFoundError:
        if parts is None:
            raise
    file = find(parts["stem"] + parts["suffix"])
    # A page from before an update may still ask for the old one: what is there now serves it best.
    return file, FOREVER if parts["digest"] == file.digest else NOT_AT_ALL


def _answer(request: HttpRequest, file: StaticFile, kept_for: str) -> HttpResponseBase:
    accepts = bool(re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")))
    packed = file.packed if accepts else None
    response = HttpResponse(packed or file.content, content_type=file.content_type)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers["Cache-Control"] = kept_for
    response.headers["ETag"] = f'"{file.digest}{"-gzip" if packed else ""}"'
    if file.is_worker:
        response.headers["Content-Security-Policy"] = WORKER_POLICY
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if file.packed:
        patch_vary_headers(response, ["Accept-Encoding"])
    fresh = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    assert fresh is not None  # noqa: S101  (it is given a response)
    return fresh
