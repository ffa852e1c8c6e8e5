"""The events of a match: what a viewer may read of them, and more of them."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from replays import actions
from replays.api import examples
from replays.api.access import MatchView, event_of, horizon_of, number_of, viewer_of
from replays.api.answers.state import FeedAnswer, FeedRowAnswer
from replays.api.live import MatchFeed, beside, reads_actors
from replays.api.serializers import Play
from replays.api.views.state import AS, LIMIT
from replays.api.writing import Given, WriteView, writes
from replays.http.actors import actor_of
from replays.http.conditional import etag_of, has_already, stamped, unless_fresh
from replays.http.live import AFTER, caller_of, followed, position_of, streams
from replays.http.schema import operation
from replays.installed import missing_rules
from replays.live.spectators import Spectator
from replays.selectors.logs import load_log, version_of
from replays.services import matches, own_seats
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
        horizon, language = horizon_of(request, match), get_language() or "en"
        named = f"by-{language}" if reads_actors(actor_of(request), match) else ""

        def etag(version: int, *, bare: bool) -> str:
            # The same version says more once the rules are there, and names those who wrote it.
            tags = filter(None, ["bare" if bare else "", named])
            return etag_of(version, viewer, "-".join(tags))

        # Who asks again and again mostly has everything: no log is read for that.
        newest = etag(
            version_of(match_id, until=horizon),
            bare=missing_rules(match.game, match.rules) is not None,
        )
        if has_already(request, newest):
            return stamped(None, newest, status=304)
        log = load_log(match_id, until=horizon)

        def answer() -> FeedAnswer:
            feed = log.feed(viewer, after=after)
            reader = beside(match, log, viewer, actor_of(request))
            rows = [FeedRowAnswer.from_row(row, reader) for row in feed[:limit]]
            return FeedAnswer(match_id, log.version, str(viewer), rows, more=len(feed) > limit)

        return unless_fresh(request, etag(log.version, bare=log.missing is not None), answer)


def play_seats(data: Given, common: Given, seats: frozenset[int]) -> Appended:
    """What somebody chooses who plays their own seat."""
    events = [event_of(item) for item in data["events"]]
    return own_seats.play_own(events=events, seats=seats, **common)


@writes("Append events", actions.PLAY, Play, examples.PLAY, FeedView, seated=play_seats)
def play(data: Given, common: Given) -> Appended:
    """The log of a match."""
    return matches.play(events=[event_of(item) for item in data["events"]], **common)


class StreamView(MatchView):
    """The log of a match while it grows."""

    parameters = frozenset({"as", "after"})

    @streams("matches_stream", "Follow a match", 403, 404, parameters=[AS, AFTER])
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Send what the viewer may know of each version, as `GET …/events` would, once it is there.

        The stream ends when the viewer may know nothing of the match any more.
        """
        match = self.match(match_id)
        spectator = Spectator(caller_of(request), match_id, viewer_of(request, match))
        feed = MatchFeed(spectator, get_language() or "en")
        return followed(request, feed, position_of(request))
