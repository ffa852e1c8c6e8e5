"""Which match, who asks, and what they may do or see."""

from datetime import UTC, datetime
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
from replays.recall import recall
from replays.selectors.library import get_match


class MatchView(ApiView):
    """A view of one match."""

    address = {"match_id": "The id of the match."}

    def match(self, match_id: UUID) -> Match:
        """Return the match of the address, and let refusals speak in the words of its game."""
        match = recall(("match", match_id), lambda: get_match(match_id))
        self.words = words_of_game(match.game)
        return match

    def permits(self, actor: ports.Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may do this to the match."""
        match = self.match(address["match_id"])
        return ports.policy().may(actor, action, match.club_id, match)

    def authorise(self, request: Request, **address: Any) -> None:
        """Answer 403 also to whoever may not look with the eyes that `as` names."""
        super().authorise(request, **address)
        if "as" in self.allowed_parameters(request) and request.query_params.get("as"):
            viewer_of(request, self.match(address["match_id"]))


class ToClub(ApiView):
    """A view that writes into the club that `club` in the query names."""

    def permits(self, actor: ports.Actor, action: str, **address: Any) -> bool:
        """Say whether an actor may do this in the club, or in any if it is not named properly."""
        try:
            club_id = id_of(self.request, "club")
        except Refusal:
            club_id = None
        if club_id is None:
            return super().permits(actor, action, **address)
        return ports.policy().may(actor, action, club_id, None)


def require_right(request: Request, action: str, club_id: UUID) -> None:
    """Answer 403 unless whoever asks may do this in the club that a body names."""
    actor = actor_of(request)
    if not ports.policy().may(actor, action, club_id, None):
        refuse(actor)


def id_of(request: Request, name: str) -> UUID | None:
    """Return an id from the query, None when it was not sent, or `bad_id`."""
    sent = request.query_params.get(name)
    if sent is None:
        return None
    try:
        # 36 characters: the form every other address uses, not the many that Python reads.
        return UUID(sent if len(sent) == 36 else "")
    except ValueError:
        raise Refusal("bad_id", parameter=name) from None


def required_id(request: Request, name: str) -> UUID:
    """Return an id from the query, or `missing_parameter`."""
    id_ = id_of(request, name)
    if id_ is None:
        raise Refusal("missing_parameter", parameter=name)
    return id_


def viewer_of(request: Request, match: Match) -> Viewer:
    """Return the viewer that `as` names, if whoever asks may look with those eyes."""
    viewer = parse_viewer(request.query_params.get("as", str(PUBLIC)), match.seats)
    require_viewer(request, match, viewer)
    return viewer


def require_viewer(request: Request, match: Match, viewer: Viewer) -> None:
    """Answer `viewer_not_permitted` unless the policy grants this view of the match."""
    if viewer != PUBLIC and viewer not in ports.policy().viewers(actor_of(request), match):
        raise Refusal("viewer_not_permitted", 403, viewer=str(viewer))


def horizon_of(request: Request, match: Match) -> datetime | None:
    """Return the moment after which whoever asks knows nothing of a match; None for no limit."""
    return ports.policy().horizon(actor_of(request), match, datetime.now(UTC))


def require_everything(request: Request, match: Match) -> None:
    """Answer `export_hidden` unless whoever asks may see all that was recorded."""
    if ARBITER not in ports.policy().viewers(actor_of(request), match):
        raise Refusal("export_hidden", 403)


def require_a_seat(request: Request, match: Match) -> None:
    """Answer `viewer_not_permitted` unless the policy grants the view of any seat."""
    if not ports.policy().viewers(actor_of(request), match) - {PUBLIC}:
        sent = request.query_params.get("seat", "")[:20]
        raise Refusal("viewer_not_permitted", 403, viewer=f"seat:{sent}")


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
