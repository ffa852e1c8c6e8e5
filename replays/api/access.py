"""Which match, who asks, and what they may do or see."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from games.core.events import Event, decode_event
from games.core.viewer import ARBITER, PUBLIC, Viewer, parse_viewer, seat_viewer
from replays import ports
from replays.http.actors import actor_of, refuse
from replays.http.problems import Refusal
from replays.http.views import ApiView
from replays.installed import words_of_game
from replays.models import Match
from replays.selectors.library import get_match


class MatchView(ApiView):
    """A view of one match."""

    address = {"match_id": "The id of the match."}

    def match(self, match_id: UUID) -> Match:
        """Return the match of the address, and let refusals speak in the words of its game."""
        match = get_match(match_id)
        self.words = words_of_game(match.game)
        return match


def permitted(
    request: Request, action: str, club_id: UUID | None, match: Match | None = None
) -> str:
    """Return the actor if the policy lets it do this; otherwise answer 401 or 403."""
    actor = actor_of(request)
    if not actor or not ports.policy().may(actor, action, club_id, match):
        refuse(actor)
    return actor


def viewer_of(request: Request, match: Match) -> Viewer:
    """Return the viewer that `as` names, if whoever asks may look with those eyes."""
    viewer = parse_viewer(request.query_params.get("as", str(PUBLIC)), match.seats)
    require_viewer(request, match, viewer)
    return viewer


def require_viewer(request: Request, match: Match, viewer: Viewer) -> None:
    """Answer `viewer_not_permitted` unless the policy grants this view of the match."""
    if viewer != PUBLIC and viewer not in ports.policy().viewers(actor_of(request), match):
        raise Refusal("viewer_not_permitted", 403, viewer=str(viewer))


def require_everything(request: Request, match: Match) -> None:
    """Answer `export_hidden` unless whoever asks may see all that was recorded."""
    if ARBITER not in ports.policy().viewers(actor_of(request), match):
        raise Refusal("export_hidden", 403)


def seat_of(request: Request, match: Match) -> int:
    """Return the seat that `seat` names, if whoever asks may sit there."""
    seat = number_of(request, "seat", most=match.seats - 1)
    if seat is None:
        raise Refusal("missing_parameter", parameter="seat")
    require_viewer(request, match, seat_viewer(seat))
    return seat


def number_of(request: Request, name: str, *, least: int = 0, most: int) -> int | None:
    """Return a whole number from the query, None when it was not sent, or `bad_parameter`."""
    sent = request.query_params.get(name)
    if sent is None:
        return None
    if sent.isascii() and sent.isdigit() and len(sent) <= 15 and least <= int(sent) <= most:
        return int(sent)
    raise Refusal("bad_parameter", parameter=name, least=least, most=most)


def event_of(data: dict[str, Any]) -> Event:
    return decode_event(data["type"], data["payload"])
