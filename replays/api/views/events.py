"""The events of a match: what a viewer may read of them, and more of them."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from games.core.viewer import ARBITER
from replays import actions
from replays.api import examples
from replays.api.access import event_of, number_of, viewer_of
from replays.api.answers.looking import FeedAnswer, FeedRowAnswer
from replays.api.serializers import Nothing, Play
from replays.api.views.look import AS, LIMIT, not_modified
from replays.api.writing import WriteView, documented
from replays.http.conditional import etag_of, is_fresh, stamp
from replays.http.schema import refusals
from replays.selectors.logs import load_log, stored_rows
from replays.services.append import Appended
from replays.services.chance import draw_chance
from replays.services.matches import play

MOST_ROWS = 1000
USUAL_ROWS = 200


@documented("matches_play", "Append events", Play, examples.PLAY)
class EventsView(WriteView):
    """The log of a match."""

    action = actions.PLAY
    body = Play
    parameters = frozenset({"as", "after", "limit"})

    @extend_schema(
        operation_id="matches_events",
        tags=["looking"],
        summary="The events after a version",
        parameters=[
            AS,
            OpenApiParameter("after", int, description="Only versions larger than this one."),
            LIMIT,
        ],
        responses={200: FeedAnswer, **refusals(403, 404)},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return what the viewer may know of each version, and what it revealed of earlier ones."""
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        after = number_of(request, "after", most=LARGEST_INTEGER) or 0
        limit = number_of(request, "limit", least=1, most=MOST_ROWS) or USUAL_ROWS
        log = load_log(match_id)
        etag = etag_of(log.version, viewer)
        if is_fresh(request, etag):
            return not_modified(etag)
        feed = log.feed(viewer, after=after)
        # The arbiter reads everything; a hash of a secret choice could be guessed back.
        stored = stored_rows(match_id, version=log.version) if viewer == ARBITER else None
        response = Response(
            FeedAnswer(
                match=match_id,
                version=log.version,
                viewer=str(viewer),
                events=[FeedRowAnswer.from_row(row, stored) for row in feed[:limit]],
                more=len(feed) > limit,
            )
        )
        stamp(response, etag)
        return response

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Append events that the rules accept, all of them or none."""
        events = [event_of(item) for item in data["events"]]
        return play(events=events, **common)


@documented("matches_chance", "Let chance roll or draw", Nothing, examples.CHANCE)
class ChanceView(WriteView):
    """Luck for a match without a physical table."""

    action = actions.PLAY
    body = Nothing

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Append what chance does, drawn here so that nobody could choose it."""
        return draw_chance(**common)
