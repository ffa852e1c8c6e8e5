"""What the queue of a recorder says in headers, and what it is told in them."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from replays.offline.offers import is_offered
from replays.web.refusals import Refusal
from replays.web.writing import is_key

DEVICE = "Kaiten-Device"
"""What the browser calls itself; only a queue says so."""
MORE = "Kaiten-More"
"""That more is waiting behind this entry: nobody would look at the page."""
VERSION = "Kaiten-Version"
"""The version that an entry became, the first time it came."""
CODE = "Kaiten-Code"
"""Why an entry was refused."""
CLOSED = "Kaiten-Closed"
"""The drawers that the page keeps as they are, and asks for once they are opened."""
MARK = "Kaiten-Mark"
"""How the recorder stands for a page that changed it without being shown anew."""
KEEP = "Kaiten-Keep"
"""For which account a browser may keep an answer, to show it again without a network."""


def device_of(request: HttpRequest) -> UUID | None:
    """Return the device whose queue asks; None for a form that no queue sent."""
    text = request.headers.get(DEVICE, "")
    return UUID(text) if is_key(text) else None


def has_more(request: HttpRequest) -> bool:
    """Say whether the queue sends another entry as soon as this one is answered."""
    return MORE in request.headers


def closed_drawers(request: HttpRequest) -> frozenset[str]:
    """Return the ids of the drawers that may be left out of the answer."""
    return frozenset(request.headers.get(CLOSED, "").split())


def became(response: HttpResponseBase, version: int) -> HttpResponseBase:
    """Return an answer that says which version the entry became."""
    response.headers[VERSION] = str(version)
    return response


def kept_for(response: HttpResponse, request: HttpRequest) -> HttpResponse:
    """Return an answer that the browser of whoever asks may keep, where phones go on alone."""
    if response.status_code == 200 and is_offered():
        response.headers[KEEP] = str(request.user.pk)
    return response


def refused_with(response: HttpResponseBase, error: Refusal | None) -> HttpResponseBase:
    """Return an answer that says by a stable code why an entry was refused, if it was."""
    if error is not None:
        response.headers[CODE] = error.code
    return response
