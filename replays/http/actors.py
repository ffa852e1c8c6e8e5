"""Who is asking, as the opaque id that events and permissions know."""

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from replays.ports import Actor

NOBODY: Actor = ""


def actor_of(request: Request) -> Actor:
    """Return `token:<id>`, `user:<id>`, or the empty string for nobody."""
    if request.auth is not None:
        return f"token:{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return NOBODY


def refuse(actor: Actor) -> None:
    """Raise what a missing permission means: sign in first, or not with this account."""
    raise PermissionDenied if actor else NotAuthenticated


def require_somebody(request: Request) -> None:
    """Answer 401 to nobody, before anything else about the request is looked at."""
    if not actor_of(request):
        raise NotAuthenticated
