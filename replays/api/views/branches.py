"""Playing on from a step of a match that is over."""

from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from replays import actions, ports
from replays.api import examples, serializers
from replays.api.access import MatchView
from replays.api.answers import matches as answers
from replays.api.answers.branches import BranchesAnswer
from replays.http.actors import actor_of, onlooker_of
from replays.http.conditional import etag_of, stamped
from replays.http.idempotency import envelope_of
from replays.http.schema import IDEMPOTENCY_KEY, operation
from replays.selectors.branches import branches_of
from replays.selectors.library import get_match
from replays.selectors.logs import version_of
from replays.services.branches import NewBranch, play_on


class BranchesView(MatchView):
    """The branches of a match."""

    requires = {"POST": actions.BRANCH}

    @operation("matches_branches", "What was played on from a match", BranchesAnswer, 404)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the branches of a match that whoever asks may know of."""
        self.match(match_id)
        rows = branches_of(match_id, onlooker_of(request))
        branches = answers.match_answers(rows, actor_of(request), get_language() or "en")
        return stamped(BranchesAnswer(match_id, branches))

    @operation(
        "matches_branch",
        "Play on from a step, against bots",
        {201: answers.MatchDetailAnswer},
        *(401, 403, 404, 409, 413, 415, 422),
        request=serializers.NewBranch,
        parameters=[IDEMPOTENCY_KEY],
        example=examples.BRANCH,
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Begin a match of one's own that starts as this one was at a step: online, unlisted and
        unrated. Location is its address, ETag its version."""
        self.match(match_id)
        data = serializers.NewBranch.read(request)
        version = data.pop("version") or version_of(match_id)
        branch = NewBranch(version=version, **data)
        begun = play_on(match_id=match_id, branch=branch, envelope=envelope_of(request))
        actor, language = actor_of(request), get_language() or "en"
        # Whoever looked before it began does not know that it is unlisted.
        [match] = ports.policy().onlooker(actor).mark([get_match(begun.stream_id)])
        answer = answers.match_answer(match, begun.last_version, actor, language)
        place = {"Location": reverse("api-match", args=[match.id])}
        return stamped(answer, etag_of(begun.last_version), status=201, headers=place)
