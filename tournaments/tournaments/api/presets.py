"""Ready-made plans: listed for a game, and named by the body of a new tournament."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from replays.api.access import number_of
from replays.http.schema import operation
from replays.http.structs import body_schema
from replays.http.views import ApiView
from tournaments.people.api.access import text_of
from tournaments.tournaments.director.presets import PresetPlan, read_plan
from tournaments.tournaments.director.rules import LEAST_SEATS, MOST_SEATS
from tournaments.tournaments.selectors.outlooks import MOST_PLAYERS
from tournaments.tournaments.selectors.presets import PresetsAnswer, preset_views

PLAYERS = OpenApiParameter(
    "players",
    int,
    description=f"How many are expected, up to {MOST_PLAYERS}: sizes are tried out for so many.",
)


@extend_schema_field(body_schema(PresetPlan))
class PlanField(serializers.DictField):
    """The stages of a new tournament by a preset."""

    def to_internal_value(self, data: Any) -> Any:
        return read_plan(super().to_internal_value(data))


class PresetsView(ApiView):
    """What a tournament can be made from."""

    parameters = frozenset({"game", "size", "players"})

    @operation(
        "tournaments_presets",
        "List the presets of a new tournament",
        PresetsAnswer,
        422,
        parameters=[
            OpenApiParameter(
                "game", str, description="The short name of a game, by default the first there is."
            ),
            OpenApiParameter(
                "size",
                int,
                description="How many usually sit at a table, where that may be more than two.",
            ),
            PLAYERS,
        ],
    )
    def get(self, request: Request) -> Response:
        """Return every preset in words, what it asks for, and its stages for a game."""
        size = number_of(request, "size", least=LEAST_SEATS, most=MOST_SEATS)
        players = number_of(request, "players", least=1, most=MOST_PLAYERS)
        return Response(preset_views(text_of(request, "game"), size, players))
