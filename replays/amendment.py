"""What happens to the rest of a log when one of its game events is replaced. No database."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.replay import fold
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.viewer import ARBITER, PUBLIC, seat_viewer
from replays.effective import Ply
from replays.errors import KaitenError

CHOICES_TRIED = 20
ENDS_TRIED = 3
LONGEST_MATCH = 5_000


class Amendment(msgspec.Struct, frozen=True):
    """The rest of the log after a replacement: what must go, why, and where it ends."""

    ply: int
    dropped: tuple[Ply, ...]
    violation: RuleViolation | None
    """Why the first of the dropped plies can no longer happen."""
    state: Any


def plan_amendment(
    rules: AnyRules, setup: Setup, plies: Sequence[Ply], ply: int, replacement: Event
) -> Amendment:
    """Replace one ply and keep all later ones that still fit; raise if the replacement does not."""
    state = fold(rules, setup, (at.event for at in plies[:ply]))
    rules.check(state, replacement)
    rules.apply(state, replacement)
    for index, later in enumerate(plies[ply + 1 :], ply + 1):
        try:
            if later.overridden:
                state = forced(rules, setup, state, later.event)
                continue
            rules.check(state, later.event)
        except RuleViolation as violation:
            return Amendment(ply, tuple(plies[index:]), violation, state)
        except KaitenError as refusal:
            cause = RuleViolation(refusal.code, **refusal.params)
            return Amendment(ply, tuple(plies[index:]), cause, state)
        rules.apply(state, later.event)
    return Amendment(ply, (), None, state)


def forced(rules: AnyRules, setup: Setup, state: Any, event: Event) -> Any:
    """Return the state after an event the rules refuse; raise `override_impossible`.

    The rules promise nothing for such an event, so everything that a page, a feed or the next move
    will ask of them is asked here, and whatever they raise is a refusal.
    """
    after = state.clone()
    try:
        rules.apply(after, event)
        _try_out(rules, setup, state, event, after)
    except Exception:
        raise KaitenError("override_impossible", 422, type=event.type) from None
    return after


def _try_out(rules: AnyRules, setup: Setup, before: Any, event: Event, after: Any) -> None:
    labels = [chr(ord("A") + seat) for seat in range(setup.seats)]
    rules.describe(before, event, labels, "en")
    rules.outcome(after)
    for need in rules.needs(after):
        if need.seat is not None:
            for choice in islice(rules.choices(after, need.seat), CHOICES_TRIED):
                rules.check(after, choice)
                rules.apply(after.clone(), choice)
    for viewer in (PUBLIC, ARBITER, *map(seat_viewer, range(setup.seats))):
        shown = rules.redact(event, after, viewer)
        rules.apply(rules.view(before, viewer), shown)
        view = rules.view(after, viewer)
        rules.to_data(view)
        rules.turn(view)
        rules.text_board(view, labels, "en")


def require_goes_on(rules: AnyRules, state: Any, type_: str) -> None:
    """Raise `override_impossible` if a match that an arbiter let go on would come to no end."""
    try:
        for number in range(ENDS_TRIED):
            _play_out(rules, state.clone(), SeededRng(f"goes on {number}"))
    except Exception:
        # The rules promise nothing here, see `forced`.
        raise KaitenError("override_impossible", 422, type=type_) from None


def _play_out(rules: AnyRules, state: Any, luck: SeededRng) -> None:
    for _ in range(LONGEST_MATCH):
        if not (needs := rules.needs(state)):
            return
        need = pick(luck, needs)
        if need.seat is None:
            event = rules.sample(state, need, luck)
        else:
            event = rules.random_choice(state, need.seat, luck)
        rules.check(state, event)
        rules.apply(state, event)
    raise RuntimeError("no end")
