"""The list of matches, one match, and its beginning."""

from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import get_language
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import rules_of
from replays import actions
from replays.api import examples, serializers
from replays.api.access import MatchView, permitted
from replays.api.answers import matches as answers
from replays.api.filters import MatchFilter
from replays.http.actors import require_somebody
from replays.http.conditional import etag_of, stamped
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.http.views import ListView
from replays.models import Match
from replays.selectors.library import match_list
from replays.selectors.logs import version_of
from replays.services.matches import NewMatch, create_match
from replays.services.seats import resolve_seats


class MatchesView(MatchView, ListView, GenericAPIView[Match]):
    """All matches."""

    filterset_class = MatchFilter
    parameters = frozenset(MatchFilter.base_filters)
    pagination_class = CursorPagination

    def get_queryset(self) -> QuerySet[Match]:
        """Return every match; filters come after."""
        return match_list()

    @operation("matches_list", "List matches, newest first", list[answers.MatchAnswer])
    def get(self, request: Request) -> Response:
        """List matches, newest first, page by page."""
        matches = self.filter_queryset(self.get_queryset())
        return self.paged(matches, lambda rows: answers.match_answers(rows, get_language() or "en"))

    @operation(
        "matches_create",
        "Begin a match",
        {201: answers.MatchDetailAnswer},
        *(401, 403, 413, 415, 422),
        request=serializers.NewMatch,
        parameters=[IDEMPOTENCY_KEY],
        example=examples.NEW_MATCH,
    )
    def post(self, request: Request) -> Response:
        """Begin a match; Location is its address, ETag its version."""
        require_somebody(request)
        data = serializers.NewMatch.read(request)
        permitted(request, actions.CREATE, data["club"])
        self.words = rules_of(data["game"]).words
        players, bots = resolve_seats(data["club"], data["players"])
        created = create_match(
            match=NewMatch(data.pop("club"), **data | {"players": players}),
            guests=bots,
            envelope=envelope_of(request),
        )
        match = self.match(created.stream_id)
        answer = answers.match_answer(match, created.last_version, get_language() or "en")
        place = {"Location": reverse("api-match", args=[match.id])}
        return stamped(answer, etag_of(created.last_version), status=201, headers=place)


class OneMatchView(MatchView):
    """One match."""

    @operation("matches_read", "Read one match", answers.MatchDetailAnswer, 404)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return a match as lists show it, with its version as ETag."""
        match = self.match(match_id)
        version = version_of(match_id)
        return stamped(
            answers.match_answer(match, version, get_language() or "en"), etag_of(version)
        )
