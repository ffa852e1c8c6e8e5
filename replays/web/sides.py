"""On whose side a recorder sits: what is hidden from a player is hidden while they play."""

from dataclasses import dataclass

from django.http import HttpRequest

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from replays import ports
from replays.events import is_dealt_here
from replays.log import Log
from replays.models import Match
from replays.web.access import actor_of, parse_seat, seat_parameter

CHOICES = "choices"
"""The depth, in an address, at which only choices are told."""


@dataclass(frozen=True, slots=True)
class Side:
    """Whose eyes a recorder looks with, and which seats play by themselves."""

    viewer: Viewer = ARBITER
    bots: frozenset[int] = frozenset()
    hand: frozenset[int] | None = None
    """The only seats that are entered here; None for all."""
    in_address: bool = False
    """True when the address names the side."""
    choices_only: bool = False
    """True when the address says that nobody tells what chance does, wherever the rules allow."""

    @property
    def query(self) -> str:
        """What keeps the side in the address of the next form; empty for the default one."""
        if self.choices_only:
            return f"?depth={CHOICES}"
        return f"?seat={seat_parameter(self.viewer)}" if self.in_address else ""

    @property
    def records_everything(self) -> bool:
        """True for a scorekeeper, who sees all that was recorded and enters it for everybody."""
        return self.viewer == ARBITER

    def enters_for(self, seat: int | None) -> bool:
        """Say whether an answer of this seat, or of chance, is entered here."""
        if self.records_everything:
            return True
        return seat == self.viewer.seat if seat is not None else not self.bots

    def may_be(self, seat: int) -> bool:
        """Say whether this page can take the side of a seat."""
        return seat not in self.bots and (self.hand is None or seat in self.hand)

    def waits_for(self, seat: int | None) -> bool:
        """Say whether a worker answers for this seat, or for chance."""
        return bool(self.bots) if seat is None else seat in self.bots


def side_of(request: HttpRequest, match: Match, log: Log) -> Side:
    """Return the side of whoever records: everything at a table, a seat where people play online.

    Online somebody who sits there plays their own seat, and against bots everybody plays a seat;
    `?seat=` names another one they answer for, or the arbiter. Once it is over, only who may see
    everything does.
    """
    if log.source != "online" and not log.ended:
        return Side(choices_only=asks_choices_only(request) and not is_dealt_here(log.source))
    policy, actor = ports.policy(), actor_of(request)
    permitted = policy.viewers(actor, match)
    if log.ended:
        return Side(ARBITER if ARBITER in permitted else PUBLIC)
    bot_ids = ports.people().is_bot([player for player in log.players if player is not None])
    bots = frozenset(seat for seat, player in enumerate(log.players) if player in bot_ids)
    requested = _requested_viewer(request, match)
    hand = policy.hand(actor, match)
    if hand is not None:
        return _own_side(requested, hand - bots, bots)
    if requested in permitted and requested != PUBLIC and requested.seat not in bots:
        return Side(requested, bots, in_address=True)
    people = [seat for seat in range(match.seats) if seat not in bots]
    own = sorted(policy.seats(actor, match).intersection(people))
    if not own and not bots:
        return Side()
    own_viewers = [seat_viewer(seat) for seat in own or people]
    return Side(next((viewer for viewer in own_viewers if viewer in permitted), PUBLIC), bots)


def _own_side(requested: Viewer, hand: frozenset[int], bots: frozenset[int]) -> Side:
    """Return the side of somebody who answers for these seats alone, perhaps for none."""
    viewers = [seat_viewer(seat) for seat in sorted(hand)]
    if requested in viewers:
        return Side(requested, bots, hand, in_address=True)
    return Side(viewers[0] if viewers else PUBLIC, bots, hand)


def asks_choices_only(request: HttpRequest) -> bool:
    """Say whether the address asks for choices alone: what chance does is left unknown."""
    return request.GET.get("depth") == CHOICES


def _requested_viewer(request: HttpRequest, match: Match) -> Viewer:
    try:
        return parse_seat(request.GET.get("seat", ""), match.seats)
    except RuleViolation:
        return PUBLIC
