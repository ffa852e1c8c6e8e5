"""Every refusal is problem+json, whoever raised it."""

import json
from typing import Any

import pytest
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from django.utils import translation
from rest_framework import exceptions, serializers

from games.core.errors import RuleViolation
from replays.errors import KaitenError, StoreBusy, StreamConflict
from replays.http.problems import PROBLEM_JSON, Refusal, exception_handler, problem, problem_of
from replays.http.words import DETAILS
from tests.known import known


@pytest.mark.parametrize(
    ("raised", "status", "code"),
    [
        (Refusal("bad_cursor"), 400, "bad_cursor"),
        (Refusal("csrf_failed", 403), 403, "csrf_failed"),
        (StreamConflict(expected=1, actual=2), 412, "version_conflict"),
        (KaitenError("without_words", 409), 409, "without_words"),
        (RuleViolation("not_your_turn", seat=1), 422, "not_your_turn"),
        (RuleViolation("unknown_viewer", viewer="x"), 400, "unknown_viewer"),
        (RuleViolation("nobody_wrote_words_for_this"), 422, "nobody_wrote_words_for_this"),
        (exceptions.ParseError(), 400, "bad_request"),
        (exceptions.NotAuthenticated(), 401, "not_authenticated"),
        (exceptions.AuthenticationFailed(), 401, "authentication_failed"),
        (exceptions.AuthenticationFailed("No.", "token_invalid"), 401, "token_invalid"),
        (exceptions.PermissionDenied(), 403, "permission_denied"),
        (exceptions.NotFound(), 404, "not_found"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.NotAcceptable(), 406, "not_acceptable"),
        (exceptions.UnsupportedMediaType("a/b"), 415, "unsupported_media_type"),
        (exceptions.Throttled(wait=7), 429, "throttled"),
        (exceptions.ValidationError("no"), 400, "invalid_input"),
        (Http404(), 404, "not_found"),
        (PermissionDenied(), 403, "permission_denied"),
        (RequestDataTooBig(), 413, "body_too_large"),
        (SuspiciousOperation(), 400, "bad_request"),
        (MultiPartParserError(), 400, "bad_request"),
        (ValidationError("no"), 400, "invalid_input"),
        (ValidationError({"name": ["no"]}), 400, "invalid_input"),
    ],
)
def test_an_exception_becomes_a_problem_with_its_code(
    raised: Exception, status: int, code: str
) -> None:
    response = exception_handler(raised, {})
    assert response is not None
    body = json.loads(response.content)
    assert response.status_code == body["status"] == status
    assert response.headers["Content-Type"] == PROBLEM_JSON
    assert body["code"] == code
    assert body["type"] == f"urn:kaiten:problem:{code}"
    assert body["title"]
    assert body["detail"]


def test_an_exception_nobody_foresaw_is_not_hidden() -> None:
    assert problem_of(ZeroDivisionError()) is None


def test_the_words_of_a_refusal_follow_the_language_of_the_request() -> None:
    refusal = RuleViolation("wrong_seat_count", seats=9, least=2, most=4)
    english = json.loads(known(problem_of(refusal)).content)
    with translation.override("fr"):
        french = json.loads(known(problem_of(refusal)).content)
    assert english["detail"] == "This game takes 2 to 4 players, not 9."
    assert french["detail"] == "Ce jeu se joue de 2 à 4 joueurs, pas à 9."
    assert english["params"] == french["params"] == {"seats": 9, "least": 2, "most": 4}


def test_the_words_of_the_game_come_before_those_of_the_core() -> None:
    words = {"code.not_your_turn": ("Wait for your soup.", "Attendez votre soupe.")}
    body = json.loads(known(problem_of(RuleViolation("not_your_turn"), words=words)).content)
    assert body["detail"] == "Wait for your soup."


def test_a_throttled_caller_is_told_how_long_to_wait() -> None:
    response = problem_of(exceptions.Throttled(wait=7))
    assert response is not None
    assert response.headers["Retry-After"] == "7"
    assert json.loads(response.content)["params"] == {"seconds": 7}


def test_a_busy_store_asks_to_try_again_in_a_moment() -> None:
    response = problem_of(StoreBusy())
    assert response is not None
    assert (response.status_code, response.headers["Retry-After"]) == (503, "1")


def test_every_refused_field_is_named_by_a_pointer() -> None:
    class Inner(serializers.Serializer[Any]):
        number = serializers.IntegerField()

    class Outer(serializers.Serializer[Any]):
        items = serializers.ListField(child=Inner())
        name = serializers.CharField()

    outer = Outer(data={"items": [{"number": 1}, {"number": "x"}, {}]})
    with pytest.raises(exceptions.ValidationError) as raised:
        outer.is_valid(raise_exception=True)
    errors = json.loads(known(problem_of(raised.value)).content)["errors"]
    assert [(row["pointer"], row["code"]) for row in errors] == [
        ("/items/1/number", "invalid"),
        ("/items/2/number", "required"),
        ("/name", "required"),
    ]


def test_parameters_that_json_cannot_hold_become_text() -> None:
    body = problem(
        400, "bad_request", params={"moment": object, "half": "\ud800", "list": (1, "a")}
    )
    params = json.loads(body.content)["params"]
    assert params["list"] == [1, "a"]
    assert params["half"] == "?"
    assert isinstance(params["moment"], str)


def test_a_problem_never_breaks_on_the_braces_of_a_stranger() -> None:
    response = problem_of(Refusal("unknown_parameter", parameter="{0}{x.__class__}"))
    assert response is not None
    assert "{0}{x.__class__}" in json.loads(response.content)["detail"]


@pytest.mark.parametrize("code", sorted(DETAILS))
def test_every_code_of_http_has_a_sentence(code: str) -> None:
    detail = json.loads(problem(400, code).content)["detail"]
    assert detail.endswith(".")
