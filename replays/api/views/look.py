"""What a viewer may know of a match: its state, what it waits for, what a seat may choose."""

from itertools import islice
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from games.core.viewer import seat_viewer
from replays.api.access import MatchView, number_of, seat_of, viewer_of
from replays.api.answers.looking import (
    ChoiceAnswer,
    ChoicesAnswer,
    NeedsAnswer,
    OutcomeAnswer,
    StateAnswer,
)
from replays.http.conditional import etag_of, is_fresh, stamp
from replays.http.schema import refusals
from replays.selectors.logs import load_log

MOST_CHOICES = 1000
USUAL_CHOICES = 200

AS = OpenApiParameter(
    "as", str, description="Whose eyes: `public` (the default), `seat:K` or `arbiter`."
)
LIMIT = OpenApiParameter("limit", int, description="The most entries to return.")


class StateView(MatchView):
    """The state at any point."""

    parameters = frozenset({"as", "version", "ply"})

    @extend_schema(
        operation_id="matches_state",
        tags=["looking"],
        summary="The state at a version and ply",
        parameters=[
            AS,
            OpenApiParameter("version", int, description="The log as it was at this version."),
            OpenApiParameter("ply", int, description="After so many plies of that log."),
        ],
        responses={200: StateAnswer, **refusals(403, 404)},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the state as the viewer knows it, and what the rules count of it."""
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        version = number_of(request, "version", least=1, most=LARGEST_INTEGER)
        ply = number_of(request, "ply", most=LARGEST_INTEGER)
        newest = load_log(match_id)
        language = get_language() or "en"
        etag = etag_of(newest.version, viewer, language)
        if is_fresh(request, etag):
            return not_modified(etag)
        log = newest if version is None else newest.at(version)
        last = len(log.plies)
        at = last if ply is None else ply
        view = log.rules.view(log.state_at(at), viewer)
        response = Response(
            StateAnswer(
                match=match_id,
                version=log.version,
                ply=at,
                plies=last,
                viewer=str(viewer),
                state=log.rules.to_data(view),
                outcome=OutcomeAnswer.from_outcome(log.rules, log.rules.outcome(view), language),
            )
        )
        stamp(response, etag)
        return response


class NeedsView(MatchView):
    """What a match waits for."""

    parameters = frozenset({"as"})

    @extend_schema(
        operation_id="matches_needs",
        tags=["looking"],
        summary="What may happen next",
        parameters=[AS],
        responses={200: NeedsAnswer, **refusals(403, 404)},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return everything that may happen next, as far as the viewer can know; empty if ended."""
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        log = load_log(match_id)
        language = get_language() or "en"
        etag = etag_of(log.version, viewer, language)
        if is_fresh(request, etag):
            return not_modified(etag)
        # The needs of the view, not of the truth: nothing hidden can shape the forms.
        found = () if log.ended else log.rules.needs(log.rules.view(log.state, viewer))
        response = Response(NeedsAnswer.from_log(match_id, log, str(viewer), found, language))
        stamp(response, etag)
        return response


class ChoicesView(MatchView):
    """What a seat may choose."""

    parameters = frozenset({"seat", "limit"})

    @extend_schema(
        operation_id="matches_choices",
        tags=["looking"],
        summary="The legal choices of a seat",
        parameters=[
            OpenApiParameter("seat", int, required=True, description="Counted from 0."),
            LIMIT,
        ],
        responses={200: ChoicesAnswer, **refusals(403, 404)},
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return legal choices as the seat itself knows them, for whoever may sit there."""
        match = self.match(match_id)
        seat = seat_of(request, match)
        limit = number_of(request, "limit", least=1, most=MOST_CHOICES) or USUAL_CHOICES
        log = load_log(match_id)
        viewer = seat_viewer(seat)
        language = get_language() or "en"
        etag = etag_of(log.version, viewer, language)
        if is_fresh(request, etag):
            return not_modified(etag)
        view = log.rules.view(log.state, viewer)
        found = [] if log.ended else list(islice(log.rules.choices(view, seat), limit + 1))
        response = Response(
            ChoicesAnswer(
                match=match_id,
                version=log.version,
                seat=seat,
                choices=[
                    ChoiceAnswer.from_event(log.rules, view, event, language)
                    for event in found[:limit]
                ],
                truncated=len(found) > limit,
            )
        )
        stamp(response, etag)
        return response


def not_modified(etag: str) -> Response:
    """Return the empty answer to a reader who has it already."""
    response = Response(status=304)
    stamp(response, etag)
    return response
