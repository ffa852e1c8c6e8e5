"""Who finds what: the form on the page of a match, tournament, season or ladder."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.web.access import actor_of, refusal
from tournaments.people import things
from tournaments.people.policy import may
from tournaments.people.rights import VISIBILITY_WRITE
from tournaments.people.services.visibility import set_visibility

PAGES = {
    "match": "replays:match",
    "tournament": "tournaments:tournament",
    "season": "tournaments:season",
    "ladder": "tournaments:ladder",
}


@never_cache
@require_POST
def choose_level(request: HttpRequest, kind: str, **address: UUID) -> HttpResponseBase:
    """Say who finds something, and show its page again."""
    [stream_id] = address.values()
    thing = things.thing_of(kind, stream_id)
    if not may(actor_of(request), VISIBILITY_WRITE, thing.club_id):
        return refusal(request)
    try:
        set_visibility(
            club_id=thing.club_id,
            kind=kind,
            stream_id=stream_id,
            visibility=request.POST.get("visibility", ""),
            envelope=Envelope(actor_of(request), datetime.now(UTC)),
        )
    except KaitenError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("Saved. It applies from now on."))
    return redirect(PAGES[kind], stream_id)
