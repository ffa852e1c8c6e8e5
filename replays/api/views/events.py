"""The events of a match: what a viewer may read of them, and more of them."""

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from games.core.viewer import ARBITER
from replays import actions
from replays.api import examples
from replays.api.access import event_of, number_of, viewer_of
from replays.api.answers.state import FeedAnswer, FeedRowAnswer
from replays.api.serializers import Play
from replays.api.views.state import AS, LIMIT
from replays.api.writing import Given, WriteView, writes
from replays.http.conditional import etag_of, unless_fresh
from replays.http.schema import operation
from replays.selectors.logs import load_log, stored_rows
from replays.services import matches
from replays.services.append import Appended

MOST_ROWS = 1000
USUAL_ROWS = 200


class FeedView(WriteView):
    parameters = frozenset({"as", "after", "limit"})

    @operation(
        "matches_events",
        "The events after a version",
        FeedAnswer,
        *(403, 404, 409),
        parameters=[
            AS,
            OpenApiParameter("after", int, description="Only versions larger than this one."),
            LIMIT,
        ],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return what the viewer may know of each version, and what it revealed of earlier ones."""
        viewer = viewer_of(request, self.match(match_id))
        after = number_of(request, "after", most=LARGEST_INTEGER) or 0
        limit = number_of(request, "limit", least=1, most=MOST_ROWS) or USUAL_ROWS
        log = load_log(match_id)

        def answer() -> FeedAnswer:
            feed = log.feed(viewer, after=after)
            # The arbiter reads everything; a hash of a secret choice could be guessed back.
            stored = stored_rows(match_id, version=log.version) if viewer == ARBITER else None
            rows = [FeedRowAnswer.from_row(row, stored) for row in feed[:limit]]
            return FeedAnswer(match_id, log.version, str(viewer), rows, more=len(feed) > limit)

        # The same version says more once the rules are there.
        bare = "bare" if log.missing else ""
        return unless_fresh(request, etag_of(log.version, viewer, bare), answer)


@writes("Append events", actions.PLAY, Play, examples.PLAY, FeedView)
def play(data: Given, common: Given) -> Appended:
    """The log of a match."""
    return matches.play(events=[event_of(item) for item in data["events"]], **common)
