"""`Prefer: return=minimal`: a writer who does not want to read back what was made."""

from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

MINIMAL = "return=minimal"
PREFER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="`return=minimal` leaves what was made out of the answer; `Preference-Applied` "
    "then says so.",
)


def wants_minimal(request: Request) -> bool:
    """Say whether the short form of an answer is preferred; what is unknown is passed over."""
    sent = request.headers.get("Prefer", "").replace('"', "").lower().split(",")
    preferences = ["".join(one.partition(";")[0].split()) for one in sent]
    # The first one counts when somebody says both.
    return next((one for one in preferences if one.startswith("return=")), "") == MINIMAL


def mark_preference(response: Response, *, minimal: bool) -> None:
    if minimal:
        response.headers["Preference-Applied"] = MINIMAL
    patch_vary_headers(response, ["Prefer"])
