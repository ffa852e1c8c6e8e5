"""What is compressed on its way out, and what is left as it is."""

import gzip
from collections.abc import AsyncIterator

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from config.compression import CompressionMiddleware

WORDS = b"round and round the belt goes " * 100


def sent(answer: HttpResponseBase) -> HttpResponseBase:
    def view(_request: HttpRequest) -> HttpResponseBase:
        return answer

    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    response = CompressionMiddleware(view)(request)
    assert isinstance(response, HttpResponseBase)
    return response


@pytest.mark.parametrize(
    "kind",
    [
        "text/html; charset=utf-8",
        "text/csv",
        "application/json",
        "application/problem+json",
        "application/x-ndjson; charset=utf-8",
        "application/vnd.oai.openapi; charset=utf-8",
        "image/svg+xml",
    ],
)
def test_text_is_compressed(kind: str) -> None:
    answer = sent(HttpResponse(WORDS, content_type=kind, headers={"ETag": '"7"'}))
    assert isinstance(answer, HttpResponse)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == WORDS
    assert answer.headers["ETag"] == 'W/"7"'


@pytest.mark.parametrize("kind", ["image/png", "font/woff2", "application/zip"])
def test_what_is_no_text_is_left_as_it_is(kind: str) -> None:
    answer = sent(HttpResponse(WORDS, content_type=kind, headers={"ETag": '"7"'}))
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["ETag"] == '"7"'


def test_nothing_is_compressed_twice() -> None:
    packed = gzip.compress(WORDS)
    headers = {"Content-Encoding": "gzip", "ETag": '"7"'}
    answer = sent(HttpResponse(packed, content_type="text/html", headers=headers))
    assert isinstance(answer, HttpResponse)
    assert answer.content == packed
    assert answer.headers["ETag"] == '"7"'


def test_a_live_feed_leaves_word_by_word() -> None:
    async def feed() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"

    answer = sent(StreamingHttpResponse(feed(), content_type="text/event-stream"))
    assert "Content-Encoding" not in answer.headers


def test_the_same_page_is_never_of_the_same_length() -> None:
    """So that its length does not tell what a secret in it begins with."""

    def length() -> int:
        answer = sent(HttpResponse(WORDS))
        assert isinstance(answer, HttpResponse)
        return len(answer.content)

    assert len({length() for _ in range(30)}) > 1
