"""A match played on from a step of another one: by one person, against bots."""

from collections.abc import Sequence
from uuid import UUID, uuid4

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.rng import SeededRng
from games.core.viewer import ARBITER
from replays import ports
from replays.effective import Ply
from replays.envelope import Envelope
from replays.errors import KaitenError, add_messages
from replays.events import LogOverridden, Parent, quote
from replays.log import Log
from replays.models import Match
from replays.selectors.library import get_match
from replays.selectors.logs import KIND, load_log
from replays.services.append import Appended, answered_once, append_events, new_event
from replays.services.matches import created_event, seat_guests
from replays.services.seats import BOT_PREFIX, SeatChoice, resolve_seats

add_messages(
    {
        "branch_too_early": _("A match can be played on from its steps once it is over."),
        "branch_hidden": _("Only who may see every hand of a match can play on from its steps."),
        "branch_of_branch": _(
            "This match is itself played on from another one: play on from that one."
        ),
        "branch_at_end": _("The match is over at this step: there is nothing to play."),
        "branch_unknown": _(
            "Nobody noted everything that was hidden at this step: it cannot be played on."
        ),
        "branch_bots": _("Name one bot for all other seats, or one for each of the %(seats)s."),
    }
)


class NewBranch(msgspec.Struct, frozen=True):
    """From where a match is played on, from which seat, and by which bots at the others."""

    version: int
    """The version of the record by which the step is counted."""
    ply: int
    seat: int
    bots: Sequence[str]
    """The names of the bots at the other seats in their order, or of one for all of them."""


@answered_once
def play_on(
    *, match_id: UUID, branch: NewBranch, envelope: Envelope, branch_id: UUID | None = None
) -> Appended:
    """Begin a match that starts as another one was at a step; nobody's rating hangs on it.

    It belongs to whoever begins it, and is found by nobody who does not find the other one.
    """
    parent = get_match(match_id)
    require_open(envelope.actor, parent)
    log = load_log(match_id).at(branch.version)
    state = log.state_at(branch.ply)
    _require_playable(log.rules, state)
    players, bots = _seated(log, parent.club_id, branch, envelope.actor)
    created = created_event(log.setup, parent.club_id, players, "online", rated=False)
    origin = Parent(match_id, branch.version, branch.ply)
    events: list[Event] = [msgspec.structs.replace(created, parent=origin)]
    events += map(_again, log.plies[: branch.ply])
    with transaction.atomic():
        seat_guests(parent.club_id, bots)
        appended = append_events(
            stream_id=branch_id or uuid4(),
            kind=KIND,
            expected_version=0,
            events=[new_event(event) for event in events],
            envelope=envelope,
        )
        ports.policy().unlist(appended.stream_id, parent, envelope.step("visibility"))
    return appended


def require_open(actor: ports.Actor, match: Match) -> None:
    """Raise unless a match is over, is no branch itself, and an actor may see all of it."""
    if match.parent_id is not None:
        raise KaitenError("branch_of_branch", 409)
    if match.status not in ports.ENDED_STATUSES:
        raise KaitenError("branch_too_early", 409)
    if ARBITER not in ports.policy().viewers(actor, match):
        raise KaitenError("branch_hidden", 403)


def _require_playable(rules: AnyRules, state: object) -> None:
    if rules.reported_only:
        raise RuleViolation("reported_only")
    if not rules.needs(state):
        raise KaitenError("branch_at_end", 409)
    # Where nothing is unknown, there is one way to fill it in: what is known.
    guessed = rules.determinize(rules.view(state, ARBITER), SeededRng("branch"))
    if rules.to_data(guessed) != rules.to_data(state):
        raise KaitenError("branch_unknown", 409)


def _seated(
    log: Log, club_id: UUID, branch: NewBranch, actor: ports.Actor
) -> tuple[list[UUID | None], dict[UUID, str]]:
    seats = log.setup.seats
    if not 0 <= branch.seat < seats:
        raise RuleViolation("no_such_seat", seat=branch.seat)
    if len(branch.bots) not in (1, seats - 1):
        raise KaitenError("branch_bots", 422, seats=seats - 1)
    names = list(branch.bots) * (seats - 1) if len(branch.bots) == 1 else list(branch.bots)
    choices: list[SeatChoice] = [f"{BOT_PREFIX}{name}" for name in names]
    choices.insert(branch.seat, ports.people().player_of(actor, club_id))
    return resolve_seats(club_id, choices)


def _again(ply: Ply) -> Event:
    return LogOverridden(quote(ply.event)) if ply.overridden else ply.event
