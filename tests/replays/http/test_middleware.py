"""What Django itself answers under /api/ has the form of every other refusal."""

import json
from typing import Any

import pytest
from django.http import HttpResponse, HttpResponseNotAllowed
from django.test import RequestFactory

from replays.http.middleware import problems_middleware

requests = RequestFactory()


def through(response: HttpResponse, path: str = "/api/v1/x", **headers: Any) -> HttpResponse:
    answer = problems_middleware(lambda _request: response)(requests.get(path, headers=headers))
    assert isinstance(answer, HttpResponse)
    return answer


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "bad_request"),
        (403, "permission_denied"),
        (404, "not_found"),
        (413, "body_too_large"),
        (418, "bad_request"),
        (500, "error"),
        (503, "error"),
    ],
)
def test_an_error_page_becomes_a_problem(status: int, code: str) -> None:
    answer = through(HttpResponse("<h1>Traceback</h1>", status=status))
    assert answer.status_code == status
    assert json.loads(answer.content)["code"] == code
    assert b"Traceback" not in answer.content


def test_a_problem_of_django_has_the_same_words() -> None:
    found = json.loads(through(HttpResponse(status=404)).content)
    assert found["detail"] == "There is nothing at this address."


def test_what_a_caller_needs_to_go_on_is_kept() -> None:
    assert through(HttpResponseNotAllowed(["GET"])).headers["Allow"] == "GET"


def test_other_answers_pass_untouched() -> None:
    for response, path in (
        (HttpResponse("fine"), "/api/v1/x"),
        (HttpResponse("page", status=404), "/players"),
        (HttpResponse("{}", status=400, content_type="application/problem+json"), "/api/v1/x"),
    ):
        assert through(response, path) is response
