"""Who is asking, as the opaque id that events and permissions know."""

from typing import NoReturn

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from replays import ports
from replays.ports import Actor, Onlooker

NOBODY: Actor = ""


def actor_of(request: Request) -> Actor:
    """Return `token:<id>`, `user:<id>`, or the empty string for nobody."""
    if request.auth is not None:
        return f"token:{request.auth.pk}"
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return NOBODY


def onlooker_of(request: Request) -> Onlooker:
    """Return what there is for whoever asks; looked up once."""
    known: Onlooker | None = getattr(request, "_onlooker", None)
    if known is None:
        known = ports.policy().onlooker(actor_of(request))
        setattr(request, "_onlooker", known)  # noqa: B010  (the request has no such field)
    return known


def refuse(actor: Actor) -> NoReturn:
    """Raise what a missing permission means: sign in first, or not with this account."""
    raise PermissionDenied if actor else NotAuthenticated


def require_somebody(request: Request) -> None:
    """Answer 401 to nobody, before anything else about the request is looked at."""
    if not actor_of(request):
        raise NotAuthenticated
