"""Two worlds and every door onto them: what somebody may not know must not change a byte."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.answers import Answer

T = TypeVar("T")

# What answers to something else than what is stored, or to nobody who only asks.
_ELSEWHERE = re.compile(
    r"(admin/|i18n/|healthz|session|api/v1/(schema|docs)|log(in|out)/|.*/commands/)"
)
_PART = re.compile(r"<(?:\w+:)?(\w+)>")
_IGNORED = frozenset({"Date", "Expires", "X-Request-Id", "Set-Cookie"})
# A form has a new secret and a new key each time it is shown.
_NEW_EACH_TIME = re.compile(
    rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|"X-CSRFToken": ?"[^"]*"'
    rb"|urn:uuid:[0-9a-f-]+|nonce=\"[^\"]*\""
)

Seen = tuple[int, dict[str, str], bytes]


class Over(Exception):
    """Thrown to undo everything a world wrote."""


def in_world(write: Callable[[], object], ask: Callable[[], T]) -> T:
    """Return what is seen once something is written, and undo it."""
    seen: list[T] = []
    try:
        with transaction.atomic():
            write()
            seen.append(ask())
            raise Over
    except Over:
        return seen[0]


@dataclass(frozen=True)
class Route:
    """One address of the URLconf."""

    pattern: str

    @property
    def parts(self) -> list[str]:
        return _PART.findall(self.pattern)

    def address(self, known: Mapping[str, object]) -> str:
        return "/" + _PART.sub(lambda part: str(known[part[1]]), self.pattern)


def routes() -> Iterator[Route]:
    """Yield every address of pages and API, as the URLconf has them."""
    for pattern in _patterns(get_resolver().url_patterns, ""):
        if not _ELSEWHERE.match(pattern):
            yield Route(pattern)


def _patterns(entries: Sequence[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for entry in entries:
        pattern = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _patterns(entry.url_patterns, pattern)
        else:
            yield pattern


@dataclass
class Visitor:
    """Somebody who tries every door."""

    client: Client
    headers: Mapping[str, str]

    def get(self, address: str, params: Mapping[str, Any], **headers: str) -> Seen:
        asked = self.client.get(address, dict(params), headers={**self.headers, **headers})
        return bytes_of(asked)


def bytes_of(answer: Answer) -> Seen:
    """Return everything of an answer but what is new each time."""
    headers = {name: text for name, text in answer.headers.items() if name not in _IGNORED}
    headers.pop("Content-Length", None)
    return answer.status_code, headers, _NEW_EACH_TIME.sub(b"", answer.content)


def differing(one: Mapping[Any, Seen], other: Mapping[Any, Seen]) -> list[Any]:
    """Return what was asked and answered differently, and where the answers part."""
    assert one.keys() == other.keys()
    return [
        (asked, one[asked][:2], other[asked][:2], *_parting(one[asked][2], other[asked][2]))
        for asked in one
        if one[asked] != other[asked]
    ]


def _parting(one: bytes, other: bytes) -> tuple[bytes, bytes]:
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if len({*pair}) > 1), 0)
    return one[max(0, at - 60) : at + 60], other[max(0, at - 60) : at + 60]
