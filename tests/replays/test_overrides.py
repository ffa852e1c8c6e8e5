"""What an arbiter lets happen against the rules: the match goes on, or it is impossible."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Event, decode_event
from games.core.matches import make_setup
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.unseen import unseen_event
from games.core.viewer import seat_viewer
from games.registry import rules_of
from games.sushi_go_party.events import CardChosen
from games.testing.play import drawn_options
from games.testing.scale import scaled
from replays.amendment import forced, require_goes_on
from replays.errors import KaitenError

PLAYED = [f"sushi_{name}" for name in ("bar", "boat", "express", "go_party", "roll")]
TRIES = 60


class Table:
    """A match of a game at some moment; at every other table nobody saw what chance did."""

    def __init__(
        self,
        rules: AnyRules,
        seed: int,
        seats: int | None = None,
        options: dict[str, object] | None = None,
    ) -> None:
        self.rules, self.rng, self.unseen = rules, SeededRng(f"overrides/{seed}"), seed % 2 == 0
        seats = seats or pick(self.rng, list(rules.seats))
        options = options or drawn_options(rules, seats, seed % 3)
        self.setup: Setup = make_setup(rules, seats=seats, options=options)
        self.state: Any = rules.start(self.setup)
        self.events: list[Event] = []

    def play(self, steps: int = 5_000) -> None:
        for _ in range(steps):
            if not (needs := self.rules.needs(self.state)):
                return
            need = pick(self.rng, needs)
            if need.seat is None:
                unseen = unseen_event(need) if self.unseen else None
                self.record(unseen or self.rules.sample(self.state, need, self.rng))
            else:
                self.record(pick(self.rng, list(self.rules.choices(self.state, need.seat))))

    def record(self, event: Event) -> None:
        self.rules.check(self.state, event)
        self.rules.apply(self.state, event)
        self.events.append(event)

    def let_happen(self, event: Event) -> None:
        with pytest.raises(RuleViolation):
            self.rules.check(self.state, event)
        after = forced(self.rules, self.setup, self.state, event)
        require_goes_on(self.rules, after, event.type)
        self.state = after

    def wrong_events(self) -> Iterator[Event]:
        """Yield events that answer what is asked with what fitted at another moment."""
        for _ in range(TRIES):
            need = pick(self.rng, self.rules.needs(self.state))
            form = pick(self.rng, need.forms)
            same = [msgspec.to_builtins(one) for one in self.events if one.type == form.event]
            if not same:
                continue
            mixed = {name: pick(self.rng, same)[name] for name in same[0]}
            event = decode_event(form.event, mixed | dict(form.fixed))
            try:
                self.rules.check(self.state, event)
            except RuleViolation:
                yield event


@pytest.mark.parametrize("slug", PLAYED)
def test_a_match_goes_on_after_whatever_an_arbiter_may_let_happen(slug: str) -> None:
    went_on = 0
    for seed in range(scaled(200)):
        table = Table(rules_of(slug), seed)
        table.play(table.rng.below(120))
        if not table.rules.needs(table.state):
            continue
        for event in table.wrong_events():
            try:
                table.let_happen(event)
            except KaitenError:
                continue
            table.play()
            assert not table.rules.needs(table.state)
            went_on += 1
            break
    assert went_on


def test_a_fifth_egg_nigiri_is_laid_and_the_round_goes_on() -> None:
    rules = rules_of("sushi_go_party")
    table = Table(rules, 0, seats=4, options={"menu": "my_first_meal"})
    table.play(4)
    for turn in (1, 2):
        for seat in range(4):
            egg = CardChosen(seat=seat, turn=turn, card="egg")
            if (turn, seat) == (2, 0):
                table.let_happen(egg)
                # The box had one more of them, and no more than that.
                for other in range(1, 4):
                    cards = {known(one).card for one in rules.choices(table.state, other)}
                    assert cards == set(table.state.kit.faces) - {"egg"}
                view = rules.view(table.state, seat_viewer(1))
                assert rules.determinize(view, table.rng)
                break
            table.record(egg)
    table.play()
    assert not rules.needs(table.state)


def test_a_hand_that_gives_what_it_does_not_hold_was_recorded_wrongly() -> None:
    table = Table(rules_of("sushi_go_party"), 1, seats=2, options={"menu": "my_first_meal"})
    table.play(2)
    hand = table.state.hands[0]
    missing = next(face for face in table.state.kit.faces if face not in hand.known)
    table.let_happen(CardChosen(seat=0, turn=1, card=missing))
    table.record(next(iter(table.rules.choices(table.state, 1))))
    assert (table.state.hands[0].known, table.state.hands[0].unknown) == ([], hand.size - 1)
    table.play()
    assert not table.rules.needs(table.state)


def known(event: Event) -> CardChosen:
    assert isinstance(event, CardChosen)
    return event
