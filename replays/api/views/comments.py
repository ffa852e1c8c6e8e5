"""Comments on the steps of a match: read, written, taken away."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from replays import actions, ports
from replays.api import examples, serializers
from replays.api.access import MatchView, horizon_of
from replays.api.answers.comments import CommentAnswer, CommentsAnswer
from replays.api.writing import Given, WriteView, writes
from replays.http.actors import actor_of
from replays.http.conditional import stamped
from replays.http.schema import operation
from replays.selectors.comments import (
    audiences_read,
    comment_at,
    comments_of,
    may_take_away,
    require_audience,
)
from replays.selectors.library import get_match
from replays.selectors.logs import load_log
from replays.services import undo
from replays.services.append import Appended
from replays.services.notes import erase_note


class CommentsView(WriteView):
    @operation("matches_comments", "Read the comments on a match", CommentsAnswer, 404, 409)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the comments that whoever asks may read: of an open match none but notes."""
        match = self.match(match_id)
        log = load_log(match_id, until=horizon_of(request, match))
        comments = comments_of(log, audiences_read(actor_of(request), match))
        actors = {comment.actor for comment in comments}
        names = ports.people().authors(actors, match.club_id, get_language() or "en")
        answers = [CommentAnswer.of(comment, names.get(comment.actor)) for comment in comments]
        return stamped(CommentsAnswer(match_id, answers))


@writes(
    "Write a comment on a version",
    actions.COMMENT,
    serializers.NewComment,
    examples.COMMENT,
    CommentsView,
)
def comment(data: Given, common: Given) -> Appended:
    """The comments on a match."""
    match = get_match(common["match_id"])
    require_audience(common["envelope"].actor, match, data["audience"])
    return undo.annotate(comment=undo.Comment(**data), **common)


class CommentView(MatchView):
    """One comment on a match."""

    requires = {"DELETE": actions.ERASE}
    address = {
        **MatchView.address,
        "version": "Where the comment was recorded.",
    }

    def permits(self, actor: ports.Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may erase any comment of the match, or wrote this one."""
        return may_take_away(actor, self.match(address["match_id"]), address["version"])

    @operation(
        "matches_take_away",
        "Take a comment away",
        {204: None},
        *(401, 403, 404),
    )
    def delete(self, _request: Request, match_id: UUID, version: int) -> Response:
        """Erase the words of a comment for good, as its author or an organiser."""
        comment_at(match_id, version)
        erase_note(match_id=match_id, version=version, now=datetime.now(UTC))
        return Response(status=204)
