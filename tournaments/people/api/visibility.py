"""Who finds a match, a tournament, a season or a ladder."""

from typing import Any
from uuid import UUID

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response

from replays.http.actors import actor_of
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, operation
from tournaments.people import things
from tournaments.people.api import bodies
from tournaments.people.api.access import InClub
from tournaments.people.api.answers import VisibilityAnswer
from tournaments.people.onlooker import Onlooker
from tournaments.people.rights import VISIBILITY_WRITE
from tournaments.people.services.visibility import set_visibility

NOUNS = {
    "match": "matches",
    "tournament": "tournaments",
    "season": "seasons",
    "ladder": "ladders",
}


def visibility_paths() -> list[URLPattern]:
    """Return the addresses at which it is said who finds something."""
    return [
        path(
            f"{noun}/<uuid:{kind}_id>/visibility",
            _view_of(kind).as_view(),
            name=f"api-{kind}-visibility",
        )
        for kind, noun in NOUNS.items()
    ]


def _view_of(kind: str) -> type[InClub]:
    class VisibilityView(InClub):
        address = {f"{kind}_id": f"The id of the {kind}."}
        requires = {"PUT": VISIBILITY_WRITE}

        @staticmethod
        def club_of(stream_id: Any, /) -> UUID:
            club_id: UUID = things.thing_of(kind, stream_id).club_id
            return club_id

        @operation(
            f"visibility_{kind}",
            f"Say who finds a {kind}",
            VisibilityAnswer,
            *(401, 403, 404, 409, 412, 413, 415, 422),
            request=bodies.Level,
            parameters=[IDEMPOTENCY_KEY],
            example=bodies.LEVEL,
        )
        def put(self, request: Request, **address: UUID) -> Response:
            """Say who finds it: an event in the club's own log. To everybody who does not find it,
            it does not exist."""
            [stream_id] = address.values()
            level: str = bodies.Level.read(request)["visibility"] or ""
            set_visibility(
                club_id=self.club_of(stream_id),
                kind=kind,
                stream_id=stream_id,
                visibility=level,
                envelope=envelope_of(request),
            )
            # Asked anew: the request's own onlooker knows how things were before.
            [row] = Onlooker(actor_of(request)).mark([things.thing_of(kind, stream_id)])
            return Response(VisibilityAnswer(kind, stream_id, row.visibility, not level))

    return VisibilityView
