"""The parts of the OpenAPI description that every door shares."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from replays.http.problems import PROBLEM_JSON, Problem
from replays.http.words import TITLES


class DoorSessionScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """Our session class is Django's session to whoever reads the description."""

    target_class = "replays.http.authentication.SessionAuthentication"


def refusals(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the responses of an operation that may be refused with these statuses."""
    return {
        (status, PROBLEM_JSON): OpenApiResponse(Problem, description=str(TITLES[status]))
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
