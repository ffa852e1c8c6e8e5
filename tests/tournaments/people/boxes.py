"""Boxes of clubs for tests."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.sushi_bar.components import BONE_VALUES
from replays.models import Match
from replays.selectors.logs import load_log
from replays.services.append import Appended
from tests.envelopes import enveloped
from tests.factories import NOW
from tournaments.people.models import Club
from tournaments.people.services.boxes import describe_box

SUSHI = [1, 1, 1, 2, 2, 2, 3, 3, 3, 9, 9, 9]
OTHER_BOXES: Mapping[str, dict[str, Any]] = {
    "sushi_bar": {"sushi_values": SUSHI},
    "sushi_boat": {"layout": "own", "staff_places": "R1 L1 L3", "greens": [2, 1, 1, 1, 2, 2, 1]},
    "sushi_express": {"other_colours": ["pink", "violet", "green", "brown", "grey", "black"]},
    "sushi_go_party": {"uramaki": "en"},
    "sushi_roll": {"maki_faces": [3, 2, 1], "dessert_faces": [2, 2, 2]},
}
"""Of each game a box that differs from the defaults."""
BAR_FORM = {
    "option_sushi_values": " ".join(map(str, SUSHI)),
    "option_bone_values": " ".join(map(str, BONE_VALUES)),
}
"""The box of Sushi Bar that differs, as forms send it."""


def describe(club: Club, game: str = "sushi_bar", **fields: Any) -> Appended:
    """Describe a box, as one that differs unless the options are given."""
    options = fields.pop("options", OTHER_BOXES.get(game))
    usual = {"actor": "cli", "now": NOW}
    return describe_box(club_id=club.id, game=game, options=options, **enveloped(usual | fields))


def options_of(match_id: UUID) -> dict[str, Any]:
    """Return the options in the setup of a stored match."""
    return load_log(match_id).setup.options


def newest_options(game: str) -> dict[str, Any]:
    """Return the options of the match of a game that was begun last."""
    return options_of(Match.objects.filter(game=game).latest("created_at", "pk").pk)
