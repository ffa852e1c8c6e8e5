"""Table sizes: other splits of the round at hand, and what serves a whole stage."""

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import number_of
from replays.http.schema import operation
from tournaments.people.rights import TOURNAMENT_READ_PRIVATE
from tournaments.tournaments.api.access import (
    OfTournament,
    answered,
    stage_or_current,
    state_or_refusal,
)
from tournaments.tournaments.api.reading import STAGE, OfStage
from tournaments.tournaments.selectors.alternatives import AlternativesAnswer, alternatives_view
from tournaments.tournaments.selectors.outlooks import MOST_PLAYERS, SizesAnswer, sizes_view

REFUSED = (401, 403, 404, 409, 422)


class AlternativesView(OfStage):
    """Other splits of the round that is to be paired."""

    requires = {"GET": TOURNAMENT_READ_PRIVATE}

    @operation(
        "tournaments_alternatives",
        "Compare the ways to split a round into tables",
        AlternativesAnswer,
        *REFUSED,
        parameters=[STAGE],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return every sensible split with its figures; `propose` takes one of them."""
        with state_or_refusal(tournament_id) as state:
            view = alternatives_view(tournament_id, state, stage_or_current(request, state))
            return answered(view, state, organiser=True)


class SizesView(OfTournament):
    """The table sizes that serve a stage."""

    requires = {"GET": TOURNAMENT_READ_PRIVATE}
    parameters = frozenset({"stage", "players"})

    @operation(
        "tournaments_sizes",
        "Ask which table sizes serve a stage",
        SizesAnswer,
        *REFUSED,
        parameters=[
            STAGE,
            OpenApiParameter(
                "players", int, description="How many will play, by default the entrants."
            ),
        ],
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        """Return what all rounds come to with each set of sizes, tried with results by lot."""
        players = number_of(request, "players", least=1, most=MOST_PLAYERS)
        with state_or_refusal(tournament_id) as state:
            number = stage_or_current(request, state)
            return answered(
                sizes_view(tournament_id, state, number, players), state, organiser=True
            )
