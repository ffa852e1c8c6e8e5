"""One write to a match: permission, version, body, service, answer."""

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.errors import RuleViolation
from replays import ports
from replays.api.access import MatchView
from replays.api.answers.matches import WrittenAnswer
from replays.http.actors import actor_of
from replays.http.conditional import etag_of, expected_version, stamped
from replays.http.fields import StrictSerializer
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, IF_MATCH, operation
from replays.installed import missing_rules
from replays.models import Match
from replays.selectors.library import status_of
from replays.services.append import Appended

Given = dict[str, Any]
Write = Callable[[Given, Given], Appended]
"""Calls a service with what the body says, and with what all of them take."""
Seated = Callable[[Given, Given, frozenset[int]], Appended]
"""The same for whoever answers for these seats only."""


class WriteView(MatchView):
    """A view whose POST appends to one match."""

    body: ClassVar[type[StrictSerializer]]
    write: ClassVar[Write]
    seated: ClassVar[Seated | None] = None

    def post(self, request: Request, match_id: UUID) -> Response:
        """Append, if the match is still at the version the caller saw."""
        match = self.match(match_id)
        common: Given = {"match_id": match_id, "expected_version": expected_version(request)}
        envelope = envelope_of(request)
        data = self.body.read(request)
        common["envelope"] = msgspec.structs.replace(envelope, note=data.pop("note", None) or "")
        try:
            appended = self.written(match, data, common)
        except RuleViolation as violation:
            # No event of a game is known where its package is not: that is what is wrong.
            raise missing_rules(match.game, match.rules) or violation from None
        answer = WrittenAnswer.from_append(appended, status_of(appended.stream_id))
        return stamped(answer, etag_of(appended.last_version), status=201)

    def written(self, match: Match, data: Given, common: Given) -> Appended:
        """Call the service that is for whoever asks."""
        seated = type(self).seated
        if seated is None:
            return type(self).write(data, common)
        hand = ports.policy().hand(actor_of(self.request), match)
        return type(self).write(data, common) if hand is None else seated(data, common, hand)


def writes(  # noqa: PLR0913  (what a view is made of, each once)
    summary: str,
    action: str,
    body: type[StrictSerializer],
    example: tuple[Any, ...],
    view: type[WriteView] = WriteView,
    *,
    seated: Seated | None = None,
) -> Callable[[Write], type[WriteView]]:
    """Make a view of a function, described by its name and its words.

    `seated` is what it calls for those who answer for some seats only.
    """

    def decorator(write: Write) -> type[WriteView]:
        described = operation(
            f"matches_{write.__name__}",
            summary,
            {201: WrittenAnswer},
            *(401, 403, 404, 409, 412, 413, 415, 422, 428),
            request=body,
            example=example,
            parameters=[IF_MATCH, IDEMPOTENCY_KEY],
        )
        fields: Given = {"requires": {"POST": action}, "body": body, "write": staticmethod(write)}
        if seated is not None:
            fields["seated"] = staticmethod(seated)
        view_class = type(write.__name__, (view,), {"__doc__": write.__doc__, **fields})
        return extend_schema_view(post=described)(view_class)

    return decorator
