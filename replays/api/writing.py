"""One write to a match: permission, version, body, service, answer."""

from typing import Any, ClassVar
from uuid import UUID

import msgspec
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import MatchView, permitted
from replays.api.answers.matches import WrittenAnswer
from replays.http.conditional import etag_of, expected_version, stamp
from replays.http.fields import StrictSerializer
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, IF_MATCH, refusals
from replays.selectors.library import get_match
from replays.services.append import Appended


class WriteView(MatchView):
    """A view whose POST appends to one match."""

    action: ClassVar[str]
    body: ClassVar[type[StrictSerializer]]

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Call the service with what all of them take, and with what the body says."""
        raise NotImplementedError

    def post(self, request: Request, match_id: UUID) -> Response:
        """Append, if the match is still at the version the caller saw."""
        match = self.match(match_id)
        permitted(request, self.action, match.club_id, match)
        common = {"match_id": match_id, "expected_version": expected_version(request)}
        envelope = envelope_of(request)
        data = self.body.read(request)
        envelope = msgspec.structs.replace(envelope, note=data.pop("note", None) or "")
        return written(self.write({**common, "envelope": envelope}, data))


def written(done: Appended) -> Response:
    """Return what an append did; the ETag is what the next write puts into If-Match."""
    answer = WrittenAnswer.from_append(done, get_match(done.stream_id).status)
    response = Response(answer, status=status.HTTP_201_CREATED)
    stamp(response, etag_of(done.last_version))
    return response


def documented(
    operation: str, summary: str, body: type[StrictSerializer], example: OpenApiExample
) -> Any:
    """Describe the POST of a WriteView."""
    return extend_schema_view(
        post=extend_schema(
            operation_id=operation,
            tags=["writing"],
            summary=summary,
            request=body,
            examples=[example],
            parameters=[IF_MATCH, IDEMPOTENCY_KEY],
            responses={
                201: WrittenAnswer,
                **refusals(401, 403, 404, 409, 412, 413, 415, 422, 428),
            },
        )
    )
