"""What a viewer may know of a match: its state, what it waits for, what a seat may choose."""

from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.canonical import LARGEST_INTEGER
from games.core.viewer import seat_viewer
from replays.api.access import (
    MatchView,
    horizon_of,
    number_of,
    require_a_seat,
    seat_of,
    viewer_of,
)
from replays.api.answers.state import (
    ChoiceAnswer,
    ChoicesAnswer,
    NeedsAnswer,
    OutcomeAnswer,
    StateAnswer,
)
from replays.http.conditional import etag_of, unless_fresh
from replays.http.schema import operation
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

    @operation(
        "matches_state",
        "The state at a version and ply",
        StateAnswer,
        *(403, 404, 409),
        parameters=[
            AS,
            OpenApiParameter("version", int, description="The log as it was at this version."),
            OpenApiParameter("ply", int, description="After so many plies of that log."),
        ],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the state as the viewer knows it, and what the rules count of it."""
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        version = number_of(request, "version", least=1, most=LARGEST_INTEGER)
        ply = number_of(request, "ply", most=LARGEST_INTEGER)
        newest = load_log(match_id, until=horizon_of(request, match))
        language = get_language() or "en"

        def answer() -> StateAnswer:
            log = newest if version is None else newest.at(version)
            last, rules = len(log.plies), log.rules
            at = last if ply is None else ply
            view = rules.view(log.state_at(at), viewer)
            return StateAnswer(
                match=match_id,
                version=log.version,
                ply=at,
                plies=last,
                viewer=str(viewer),
                state=rules.to_data(view),
                outcome=OutcomeAnswer.from_outcome(rules, rules.outcome(view), language),
            )

        return unless_fresh(request, etag_of(newest.version, viewer, language), answer)


class NeedsView(MatchView):
    """What a match waits for."""

    parameters = frozenset({"as"})

    @operation(
        "matches_needs",
        "What may happen next",
        NeedsAnswer,
        *(403, 404, 409),
        parameters=[AS],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return everything that may happen next, as far as the viewer can know; empty if ended."""
        match = self.match(match_id)
        viewer = viewer_of(request, match)
        log = load_log(match_id, until=horizon_of(request, match))
        language = get_language() or "en"

        def answer() -> NeedsAnswer:
            # The needs of the view, not of the truth: nothing hidden can shape the forms.
            needs = () if log.ended else log.rules.needs(log.rules.view(log.state, viewer))
            return NeedsAnswer.from_log(match_id, log, str(viewer), needs, language)

        return unless_fresh(request, etag_of(log.version, viewer, language), answer)


class ChoicesView(MatchView):
    """What a seat may choose."""

    parameters = frozenset({"seat", "limit"})

    def authorise(self, request: Request, **address: Any) -> None:
        """Answer 403 to whoever may sit at no seat of the match."""
        require_a_seat(request, self.match(address["match_id"]))

    @operation(
        "matches_choices",
        "The legal choices of a seat",
        ChoicesAnswer,
        *(403, 404, 409),
        parameters=[
            OpenApiParameter("seat", int, required=True, description="Counted from 0."),
            LIMIT,
        ],
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return legal choices as the seat itself knows them, for whoever may sit there."""
        match = self.match(match_id)
        seat = seat_of(request, match)
        limit = number_of(request, "limit", least=1, most=MOST_CHOICES) or USUAL_CHOICES
        log = load_log(match_id, until=horizon_of(request, match))
        language = get_language() or "en"
        rules, viewer = log.rules, seat_viewer(seat)

        def answer() -> ChoicesAnswer:
            view = rules.view(log.state, viewer)
            choices = [] if log.ended else list(islice(rules.choices(view, seat), limit + 1))
            choice_answers = [
                ChoiceAnswer.from_event(rules, view, event, language) for event in choices[:limit]
            ]
            return ChoicesAnswer(match_id, log.version, seat, choice_answers, len(choices) > limit)

        return unless_fresh(request, etag_of(log.version, viewer, language), answer)
