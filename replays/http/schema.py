"""The parts of the OpenAPI description that every door shares."""

from typing import Any

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from replays.http.problems import PROBLEM_JSON
from replays.http.words import TITLES


class ProblemErrorSerializer(serializers.Serializer[Any]):
    """One field of a refused body."""

    pointer = serializers.CharField(help_text="JSON pointer of the field, empty for the whole.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Why a request was refused (RFC 9457)."""

    type = serializers.CharField(help_text="`urn:kaiten:problem:` and the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="One sentence in the language of the request.")
    code = serializers.CharField(help_text="Stable, snake_case.")
    params = serializers.DictField(help_text="Plain values the detail is made of.")
    errors = ProblemErrorSerializer(many=True, required=False)  # type: ignore[assignment]


class DoorSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Our session class is Django's session to whoever reads the description."""

    target_class = "replays.http.authentication.SessionAuthentication"


def refusals(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the responses of an operation that may be refused with these statuses."""
    return {
        (status, PROBLEM_JSON): OpenApiResponse(ProblemSerializer, description=str(TITLES[status]))
        for status in sorted({*statuses, 400, 429, 503})
    }


IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The version the writer saw, as an ETag or a quoted number: `"12"`.',
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="1 to 200 visible ASCII characters; the same key and body are done once.",
)
