"""Every refusal of the API as problem+json (RFC 9457) with a stable code.

A problem has `type`, `title`, `status`, `detail` (in the language of the request), `code` (stable,
snake_case) and `params` (plain values the detail is made of); a refused body also has `errors`, one
entry per field.
"""

import json
import logging
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as ModelValidationError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import get_language
from msgspec import UNSET, UnsetType
from rest_framework import exceptions

from games.core.errors import RuleViolation
from games.core.words import CORE_WORDS, Words, say
from games.registry import games
from replays.errors import KaitenError, StoreBusy, message_of
from replays.http.answers import Answer
from replays.http.words import detail_of, title_of
from replays.outages import is_away, is_contended

logger = logging.getLogger(__name__)

PROBLEM_JSON = "application/problem+json"
TYPE_PREFIX = "urn:kaiten:problem:"

# The rules do not know HTTP; these of their codes are about the request, not about the game.
RULE_STATUSES = {"unknown_viewer": 400, "score_unlikely": 409}

# Seconds after which to try again: a lock is soon let go, a server takes longer to come back.
BUSY_SECONDS = 1
AWAY_SECONDS = 5


class ProblemError(Answer, frozen=True):
    """One field of a refused body."""

    pointer: str
    """JSON pointer of the field, empty for the whole."""
    code: str
    """What is wrong with it: stable, snake_case."""
    detail: str
    """One sentence in the language of the request."""


class Problem(Answer, frozen=True):
    """Why a request was refused (RFC 9457)."""

    type: str
    """`urn:kaiten:problem:` and the code."""
    title: str
    """What the status means."""
    status: int
    """The status of the answer."""
    detail: str
    """One sentence in the language of the request."""
    code: str
    """Stable, snake_case."""
    params: dict[str, Any]
    """Plain values the detail is made of."""
    errors: list[ProblemError] | UnsetType = UNSET
    """The fields that are refused, if it is about fields."""


class Refusal(Exception):
    """A request that a door refuses before any service sees it."""

    def __init__(self, code: str, status: int = 400, /, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.params = params


def problem(  # noqa: PLR0913  (what RFC 9457 puts into an answer)
    status: int,
    code: str,
    *,
    detail: str | None = None,
    params: Mapping[str, object] | None = None,
    errors: Iterable[ProblemError] = (),
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """Return a problem+json answer; without a detail the words of the code are used."""
    plain = {name: _plain(value) for name, value in (params or {}).items()}
    body = Problem(
        type=TYPE_PREFIX + code,
        title=title_of(status),
        status=status,
        detail=detail if detail is not None else words_of(code, plain, status=status),
        code=code,
        params=plain,
        errors=list(errors) or UNSET,
    )
    # Whatever came in goes out again as text that can be written: half a character becomes "?".
    content = json.dumps(msgspec.to_builtins(body), ensure_ascii=False).encode("utf-8", "replace")
    return HttpResponse(content, status=status, content_type=PROBLEM_JSON, headers=headers)


def words_of(
    code: str, params: Mapping[str, object], *, status: int = 422, words: Words | None = None
) -> str:
    """Return the sentence of a code: HTTP's, the game's, the core's, any game's, or an app's."""
    detail = detail_of(code, params)
    if detail is not None:
        return detail
    key = f"code.{code}"
    for known in (words or {}, CORE_WORDS, *(rules.words for rules in games())):
        if key in known:
            # The core's sentences too name a game's components by their words.
            speaker = words if words and known is CORE_WORDS else known
            return say(speaker, key, get_language() or "en", **params)
    sentence = message_of(code, **params)
    return sentence if sentence != code else title_of(status)


def exception_handler(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Turn what a view raised into a problem; what nobody foresaw is left to become a 500."""
    # A view that knows its game says whose words to use first.
    return problem_of(exc, words=getattr(context.get("view"), "words", None))


def problem_of(exc: Exception, *, words: Words | None = None) -> HttpResponse | None:
    """Return the problem an exception means, or None for one that nobody foresaw."""
    match exc:
        case Refusal():
            return problem(exc.status, exc.code, params=exc.params)
        case KaitenError():
            known = exc.message if exc.message != exc.code else None
            later = {"Retry-After": str(BUSY_SECONDS)} if exc.status == 503 else None
            return problem(exc.status, exc.code, detail=known, params=exc.params, headers=later)
        case RuleViolation():
            status = RULE_STATUSES.get(exc.code, 422)
            detail = words_of(exc.code, exc.params, status=status, words=words)
            return problem(status, exc.code, detail=detail, params=exc.params)
        case exceptions.ValidationError():
            return problem(400, "invalid_input", errors=_field_errors(exc.detail, ""))
        case exceptions.APIException():
            return _of_framework(exc)
        case _:
            return _of_django(exc)


def _of_framework(exc: exceptions.APIException) -> HttpResponse:
    params: dict[str, object] = {}
    headers: dict[str, str] = {}
    authenticate = getattr(exc, "auth_header", None)
    if authenticate:
        headers["WWW-Authenticate"] = authenticate
    if isinstance(exc, exceptions.ParseError):
        return problem(400, "bad_request")
    if isinstance(exc, exceptions.Throttled):
        params["seconds"] = math.ceil(getattr(exc, "wait", None) or 1)
        headers["Retry-After"] = str(params["seconds"])
    code = exc.get_codes()
    named = code if isinstance(code, str) else exc.default_code
    detail = detail_of(named, params) or str(exc.detail)
    return problem(exc.status_code, named, detail=detail, params=params, headers=headers)


def _of_django(exc: Exception) -> HttpResponse | None:
    match exc:
        case Http404():
            return problem(404, "not_found")
        case PermissionDenied():
            return problem(403, "permission_denied")
        case RequestDataTooBig():
            limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
            return problem(413, "body_too_large", params={"limit": limit})
        case SuspiciousOperation() | UnreadablePostError() | MultiPartParserError():
            return problem(400, "bad_request")
        case ModelValidationError():
            return problem(400, "invalid_input", errors=_model_errors(exc))
        case _:
            return _of_outage(exc)


def _of_outage(exc: Exception) -> HttpResponse | None:
    if is_contended(exc):
        return problem_of(StoreBusy())
    if is_away(exc):
        logger.warning("A part is away: %s", exc)
        return problem(503, "unavailable", headers={"Retry-After": str(AWAY_SECONDS)})
    return None


def _field_errors(detail: Any, pointer: str) -> Iterator[ProblemError]:
    """Yield one row per refused field, its place written as a JSON pointer."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else "/" + _escaped(str(name))
            yield from _field_errors(inner, pointer + step)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            # A list of messages belongs to one field; a list of dicts is one per item.
            step = f"/{index}" if isinstance(inner, dict | list) and inner else ""
            yield from _field_errors(inner, pointer + step)
    else:
        code = getattr(detail, "code", None) or "invalid"
        yield ProblemError(pointer, str(code), str(detail))


def _model_errors(exc: ModelValidationError) -> list[ProblemError]:
    if hasattr(exc, "error_dict"):
        return [
            ProblemError(f"/{_escaped(name)}", error.code or "invalid", str(message))
            for name, errors in exc.error_dict.items()
            for error in errors
            for message in error.messages
        ]
    return [ProblemError("", "invalid", str(message)) for message in exc.messages]


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _plain(value: object) -> object:
    """Return a value that JSON can carry and a reader can use; anything else becomes its text."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return str(value)
