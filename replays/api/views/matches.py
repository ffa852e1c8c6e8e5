"""The list of matches, one match, and its beginning."""

from collections.abc import Sequence
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
from replays.api.access import MatchView, horizon_of, require_right
from replays.api.answers import matches as answers
from replays.api.filters import MatchFilter
from replays.http.actors import actor_of, onlooker_of
from replays.http.conditional import etag_of, stamped
from replays.http.idempotency import envelope_of
from replays.http.pagination import CursorPagination
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.http.views import ListView
from replays.models import Match
from replays.selectors.library import get_match, match_list
from replays.selectors.logs import version_of
from replays.services.matches import NewMatch, create_match
from replays.services.seats import resolve_seats


class MatchesView(ListView, GenericAPIView[Match]):
    """All matches."""

    requires = {"POST": actions.CREATE}
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
        club, onlooker = request.query_params.get("club"), onlooker_of(request)
        actor, language = actor_of(request), get_language() or "en"

        def read(rows: Sequence[Match]) -> list[answers.MatchAnswer]:
            return answers.match_answers(onlooker.mark(rows), actor, language)

        return self.paged(onlooker.listed(matches, UUID(club) if club else None), read)

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
        data = serializers.NewMatch.read(request)
        require_right(request, actions.CREATE, data["club"])
        self.words = rules_of(data["game"]).words
        players, bots = resolve_seats(data["club"], data["players"])
        created = create_match(
            match=NewMatch(data.pop("club"), **data | {"players": players}),
            guests=bots,
            envelope=envelope_of(request),
        )
        [match] = onlooker_of(request).mark([get_match(created.stream_id)])
        version, language = created.last_version, get_language() or "en"
        answer = answers.match_answer(match, version, actor_of(request), language)
        place = {"Location": reverse("api-match", args=[match.id])}
        return stamped(answer, etag_of(version), status=201, headers=place)


class OneMatchView(MatchView):
    """One match."""

    @operation("matches_read", "Read one match", answers.MatchDetailAnswer, 404)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return a match as lists show it, with its version as ETag."""
        [match] = onlooker_of(request).mark([self.match(match_id)])
        version = version_of(match_id, until=horizon_of(request, match))
        answer = answers.match_answer(match, version, actor_of(request), get_language() or "en")
        return stamped(answer, etag_of(version))
