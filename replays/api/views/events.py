"""The events of a match: what a viewer may read of them, and more of them."""

from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from games.core.viewer import ARBITER
from replays import actions, ports
from replays.api import examples
from replays.api.access import event_of, horizon_of, number_of, viewer_of
from replays.api.answers.state import Beside, FeedAnswer, FeedRowAnswer
from replays.api.serializers import Play
from replays.api.views.state import AS, LIMIT
from replays.api.writing import Given, WriteView, writes
from replays.http.actors import actor_of
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
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        after = number_of(request, "after", most=LARGEST_INTEGER) or 0
        limit = number_of(request, "limit", least=1, most=MOST_ROWS) or USUAL_ROWS
        log = load_log(match_id, until=horizon_of(request, match))
        language = get_language() or "en"
        reads_actors = ports.policy().may(
            actor_of(request), actions.READ_ACTORS, match.club_id, match
        )

        def answer() -> FeedAnswer:
            feed = log.feed(viewer, after=after)
            # The arbiter reads everything; a hash of a secret choice could be guessed back.
            hashes, words = viewer == ARBITER, None
            stored = stored_rows(match_id, version=log.version) if hashes or reads_actors else ()
            if reads_actors:
                words = ports.people().actors({event.actor for event in stored}, language)
            beside = Beside(stored, hashes, words)
            rows = [FeedRowAnswer.from_row(row, beside) for row in feed[:limit]]
            return FeedAnswer(match_id, log.version, str(viewer), rows, more=len(feed) > limit)

        # The same version says more once the rules are there, and names those who wrote it.
        tags = ["bare" if log.missing else "", f"by-{language}" if reads_actors else ""]
        etag = etag_of(log.version, viewer, "-".join(filter(None, tags)))
        return unless_fresh(request, etag, answer)


@writes("Append events", actions.PLAY, Play, examples.PLAY, FeedView)
def play(data: Given, common: Given) -> Appended:
    """The log of a match."""
    return matches.play(events=[event_of(item) for item in data["events"]], **common)
