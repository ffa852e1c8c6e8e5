"""The parts of the OpenAPI description that every door shares."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from replays.http.problems import PROBLEM_JSON, Problem
from replays.http.words import TITLES

F = TypeVar("F", bound=Callable[..., Any])


class DoorSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Our session class is Django's session to whoever reads the description."""

    target_class = "replays.http.authentication.SessionAuthentication"


def refusals(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the responses of an operation that may be refused with these statuses."""
    return {
        (status, PROBLEM_JSON): OpenApiResponse(Problem, description=str(TITLES[status]))
        for status in sorted({*statuses, 400, 429, 503})
    }


def openapi_example(title: str, body: Any, media_type: str = "application/json") -> OpenApiExample:
    """Return a body that a reader of the description can copy."""
    return OpenApiExample(title, value=body, request_only=True, media_type=media_type)


def operation(
    name: str,
    summary: str,
    answer: Any,
    *refused: int,
    example: tuple[Any, ...] = (),
    **more: Any,
) -> Callable[[F], F]:
    """Describe an operation.

    `answer` is what it answers with; one that is not a 200 stands under its status. `refused` are
    the statuses it may be refused with, `example` is what `shown` takes.
    """
    if example:
        more["examples"] = [openapi_example(*example)]
    answers = answer if isinstance(answer, dict) else {200: answer}
    return extend_schema(
        operation_id=name,
        summary=summary,
        responses={**answers, **refusals(*refused)},
        **more,
    )


IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The version the writer saw, as an ETag or a quoted number: `"12"`.',
)
OPTIONAL_IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description=(
        'The version the writer saw, as an ETag or a quoted number: `"12"`. Left out, the request '
        "is judged by what it is about as that stands."
    ),
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="1 to 200 visible ASCII characters; the same key and body are done once.",
)
