"""Who is asking, what they may do and see: the answers of the ports, for pages."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import cast
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER, PUBLIC, Viewer, parse_viewer
from replays import ports
from replays.language import language as language  # asked for together with the rest
from replays.models import Match


def actor_of(request: HttpRequest) -> ports.Actor:
    """Return `user:<id>`, or the empty string for nobody."""
    return f"user:{request.user.pk}" if request.user.is_authenticated else ""


def onlooker_of(request: HttpRequest) -> ports.Onlooker:
    """Return what there is for the visitor; looked up once."""
    known: ports.Onlooker | None = getattr(request, "onlooker", None)
    if known is None:
        known = ports.policy().onlooker(actor_of(request))
        setattr(request, "onlooker", known)  # noqa: B010  (the request has no such field)
    return known


def is_swap(request: HttpRequest, target: str = "") -> bool:
    """Say whether htmx asks, for the element with the id `target` if one is named."""
    details = cast(HtmxDetails, getattr(request, "htmx"))  # noqa: B009  (set by its middleware)
    return bool(details) and (not target or details.target == target)


def may(request: HttpRequest, action: str, match: Match) -> bool:
    return ports.policy().may(actor_of(request), action, match.club_id, match)


def club_here(request: HttpRequest) -> UUID | None:
    """Return the club within whose address the visitor is; None outside of all."""
    club = getattr(request, "club", None)
    return cast(UUID, club.id) if club else None


def clubs_here(request: HttpRequest) -> list[tuple[UUID, str]]:
    """Return the club within whose address the visitor is, or every club outside of all."""
    club = getattr(request, "club", None)
    return [(club.id, club.name)] if club else onlooker_of(request).clubs()


def clubs_to_record_for(request: HttpRequest, action: str) -> list[tuple[UUID, str]]:
    """Return the clubs whose matches the visitor may begin here."""
    actor, policy = actor_of(request), ports.policy()
    if not actor:
        return []
    return [club for club in clubs_here(request) if policy.may(actor, action, club[0], None)]


def refusal(request: HttpRequest) -> HttpResponseBase:
    """Return the way to the login page, or raise PermissionDenied for who is logged in already."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


class Sight:
    """The point of view of a page, and the others its visitor may take."""

    horizon: datetime | None = None
    """The moment after which its visitor knows nothing; None for no limit."""
    delay = timedelta()
    """How far behind the match that is."""

    def __init__(self, match: Match, permitted: set[Viewer], requested: str) -> None:
        self.permitted = permitted
        self.default_viewer = _default_viewer(match, permitted)
        self.viewer, self.refused = self.default_viewer, bool(requested)
        with suppress(RuleViolation):
            wanted = parse_seat(requested, match.seats)
            if wanted in permitted:
                self.viewer, self.refused = wanted, False

    @property
    def parameter(self) -> str:
        """The `seat` of this point of view in an address; empty for the default one."""
        return "" if self.viewer == self.default_viewer else seat_parameter(self.viewer)

    @property
    def waits(self) -> bool:
        """True for a visitor who sees nothing of the match until it is over."""
        return self.horizon == ports.BEFORE_EVERYTHING

    @property
    def minutes(self) -> int:
        """How many minutes the visitor is behind."""
        return round(self.delay.total_seconds() / 60)

    @property
    def choices(self) -> list[Viewer]:
        """Every permitted point of view in a steady order: public, the seats, everything."""
        order = {"public": 0, "seat": 1, "arbiter": 2}
        return sorted(self.permitted, key=lambda viewer: (order[viewer.role], viewer.seat))


def sight_of(request: HttpRequest, match: Match) -> Sight:
    """Return the point of view that `?seat=` or `?viewer=` asks for, as far as it is permitted."""
    permitted = ports.policy().viewers(actor_of(request), match) | {PUBLIC}
    sight = Sight(match, permitted, request.GET.get("seat") or request.GET.get("viewer", ""))
    now = datetime.now(UTC)
    sight.horizon = horizon_of(request, match, now)
    sight.delay = now - (sight.horizon or now)
    return sight


def horizon_of(request: HttpRequest, match: Match, now: datetime) -> datetime | None:
    """Return the moment after which the visitor knows nothing of a match; None for no limit."""
    return ports.policy().horizon(actor_of(request), match, now)


def parse_seat(text: str, seats: int) -> Viewer:
    """Return the viewer of `?seat=`: a seat's number from 0, or what the API calls viewers."""
    return parse_viewer(f"seat:{text}" if text.isdigit() else text, seats)


def seat_parameter(viewer: Viewer) -> str:
    return str(viewer.seat) if viewer.role == "seat" else viewer.role


def _default_viewer(match: Match, permitted: set[Viewer]) -> Viewer:
    """Return the view a page opens with. An open match may be on a screen that everybody sees."""
    if match.status in ports.ENDED_STATUSES and ARBITER in permitted:
        return ARBITER
    seats = [viewer for viewer in permitted if viewer.role == "seat"]
    return seats[0] if len(seats) == 1 and ARBITER not in permitted else PUBLIC
