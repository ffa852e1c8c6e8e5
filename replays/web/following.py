"""Who follows from a page, and how it stood when the page was made."""

from uuid import UUID

from django.http import HttpRequest

from replays.live.callers import Caller
from replays.live.changes import subject
from replays.web.access import actor_of


def caller_of(request: HttpRequest) -> Caller:
    """Return who asks, for as long as they follow."""
    actor = actor_of(request)
    return Caller(actor, request.session.session_key or "") if actor else Caller("")


def mark_for(request: HttpRequest, kind: str, id_: UUID) -> str | None:
    """Return how something stands for the visitor; to be asked before what the page shows of it,
    so that whatever changes meanwhile is noticed."""
    what = subject(kind)
    mark = what.mark(caller_of(request), id_) if what is not None else None
    return mark.word if mark is not None else None
