"""Answers are compressed where that makes them shorter."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

# Everything that is text, but no live feed: each of its events must leave at once.
_TEXT = re.compile(
    r"text/(?!event-stream)|image/svg\+xml"
    r"|application/([\w.-]+\+)?(json|x-ndjson|javascript|vnd\.oai\.openapi)"
)


def is_compressible(content_type: str) -> bool:
    """Say whether content of a type is text that need not arrive word by word."""
    return _TEXT.match(content_type) is not None


class CompressionMiddleware(GZipMiddleware):
    """Compresses text that is not compressed yet.

    Django pads every answer by a random length, so that its size tells nobody what a secret in it
    begins with, and makes a strong ETag weak.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if is_compressible(response.headers.get("Content-Type", "")):
            return super().process_response(request, response)
        return response
