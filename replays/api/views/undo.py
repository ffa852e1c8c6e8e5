"""Undo as events: rewinding, amending, overriding, and notes on what was recorded."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from replays import actions
from replays.api import examples
from replays.api.access import MatchView, event_of, permitted
from replays.api.answers.matches import AmendmentPreviewAnswer
from replays.api.serializers import Amend, AmendPreview, Annotate, Override, Rewind
from replays.api.writing import WriteView, documented
from replays.http.schema import refusals
from replays.services import undo
from replays.services.append import Appended


@documented("matches_rewind", "Go back (or forward) to a version", Rewind, examples.REWIND)
class RewindView(WriteView):
    """Undo and redo."""

    action = actions.REWIND
    body = Rewind

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Make the effective log what it was at a version."""
        return undo.rewind(to=data["to"], **common)


@documented("matches_amend", "Replace a recorded event", Amend, examples.AMEND)
class AmendView(WriteView):
    """A correction."""

    action = actions.AMEND
    body = Amend

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Replace one event, knowing which later ones no longer fit."""
        return undo.amend(
            replacement=undo.Replacement(
                data["target"], event_of(data["replacement"]), data["dropped"]
            ),
            **common,
        )


class AmendPreviewView(MatchView):
    """A correction before it is made."""

    @extend_schema(
        operation_id="matches_amend_preview",
        tags=["writing"],
        summary="What a correction would drop",
        request=AmendPreview,
        examples=[examples.AMEND_PREVIEW],
        responses={200: AmendmentPreviewAnswer, **refusals(401, 403, 404, 409, 413, 415, 422)},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say what amending would drop, and whether what is left is legal; writes nothing."""
        match = self.match(match_id)
        permitted(request, actions.AMEND, match.club_id, match)
        data = AmendPreview.read(request)
        preview = undo.preview_amendment(
            match_id=match_id, target=data["target"], replacement=event_of(data["replacement"])
        )
        return Response(AmendmentPreviewAnswer.from_preview(match_id, preview, self.words))


@documented("matches_annotate", "Write a note on a version", Annotate, examples.ANNOTATE)
class AnnotateView(WriteView):
    """A note."""

    action = actions.ANNOTATE
    body = Annotate

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Keep the note beside the log and its digest inside."""
        return undo.annotate(**data, **common)


@documented("matches_override", "Let a refused event happen", Override, examples.OVERRIDE)
class OverrideView(WriteView):
    """An arbiter's exception to the rules."""

    action = actions.OVERRIDE
    body = Override

    def write(self, common: dict[str, Any], data: dict[str, Any]) -> Appended:
        """Record an event that the rules refuse."""
        return undo.override(event=event_of(data["event"]), **common)
