"""Bodies that are taken only if they can be stored exactly as they were sent."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.parsers import BaseParser

from games.core.canonical import DEEPEST_NESTING, LARGEST_INTEGER, require_plain
from games.core.errors import RuleViolation
from replays.http.problems import Refusal

LARGEST_BODY = 1024 * 1024
LARGEST_RECORD = 20 * 1024 * 1024
_LONGEST_INTEGER = len(str(-LARGEST_INTEGER))


class TextParser(BaseParser):
    """A body that is a text of at most so many bytes."""

    limit: int

    def read(self, text: str) -> Any:
        """Return what a text says, or refuse it with the code of what is wrong."""
        raise NotImplementedError

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return self.read(read_text(stream, parser_context, limit=self.limit))


class StrictJSONParser(TextParser):
    """JSON of at most 1 MB: whole numbers, no key twice, nothing that text cannot hold."""

    media_type = "application/json"
    limit = LARGEST_BODY

    def read(self, text: str) -> Any:
        return strict_json(text)


class RecordParser(TextParser):
    """A record file as text of at most 20 MB, taken by the import alone."""

    media_type = "text/plain"
    limit = LARGEST_RECORD

    def read(self, text: str) -> str:
        if "\0" in text:
            raise Refusal("nul_character")
        return text


class JsonLinesParser(RecordParser):
    """The same for JSON Lines."""

    media_type = "application/x-ndjson"


def read_text(stream: IO[Any], context: Mapping[str, Any] | None, *, limit: int) -> str:
    """Return a body of at most `limit` bytes as text, without reading more than that."""
    request = (context or {}).get("request")
    announced = str(request.META.get("CONTENT_LENGTH") or "") if request is not None else ""
    if announced.isascii() and announced.isdigit() and int(announced[:20]) > limit:
        raise Refusal("body_too_large", 413, limit=limit)
    body = stream.read(limit + 1)
    if len(body) > limit:
        raise Refusal("body_too_large", 413, limit=limit)
    try:
        return str(body, "utf-8")
    except UnicodeDecodeError:
        raise Refusal("invalid_utf8") from None


def strict_json(text: str) -> Any:
    """Return the value of a JSON text that `require_plain` accepts, or refuse it."""
    try:
        value = _decoder.decode(text)
        require_plain(value)
    except json.JSONDecodeError as error:
        raise Refusal("malformed_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise Refusal("nested_too_deeply", limit=DEEPEST_NESTING) from None
    except RuleViolation as violation:
        raise Refusal(violation.code, **violation.params) from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise Refusal("duplicate_key", key=key[:80])
            seen.add(key)
    return members


def _whole(number: str) -> int:
    # Converting a million digits would be work for nothing.
    if len(number) > _LONGEST_INTEGER:
        raise Refusal("integer_too_large", limit=LARGEST_INTEGER)
    return int(number)


def _no_float(number: str) -> NoReturn:
    raise Refusal("float_not_allowed", number=number[:40])


def _no_constant(number: str) -> NoReturn:
    raise Refusal("not_a_number", number=number)


_decoder = json.JSONDecoder(
    object_pairs_hook=_unique,
    parse_int=_whole,
    parse_float=_no_float,
    parse_constant=_no_constant,
)
