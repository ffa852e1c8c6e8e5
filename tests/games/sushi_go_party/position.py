"""A table of Sushi Go Party! on which tests play real events, each of them checked."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest

from games.core.errors import RuleViolation
from games.core.events import Choice, Event
from games.core.outcome import Outcome
from games.sushi_go_party.components import FACES_OF
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_go_party.events import (
    BoxPacked,
    CardChosen,
    Dealt,
    DishCopied,
    ExtraChosen,
    MenuDrawn,
    MenuTaken,
    SpoonAnswered,
    SpoonAsked,
)
from games.sushi_go_party.scoring import round_lines
from games.sushi_go_party.state import State, dish_of, start
from tests.games.sushi_go_party.table import setup_with

RULES = SushiGoParty()
PLAIN = tuple(
    face
    for name in (
        *("tempura", "sashimi", "dumpling", "eel", "tofu", "edamame", "onigiri"),
        *("temaki", "maki", "soy_sauce", "tea", "nigiri", "chopsticks", "spoon"),
        *("wasabi", "pudding", "ice_cream", "fruit"),
    )
    for face in FACES_OF[name]
)
"""Cards that do nothing when they are laid: for seats and turns that a test ignores."""


class Table:
    """Seats 0, 1, 2, … with a menu that holds at least the types named.

    Hands are unknown unless a test deals them: then any card that the box still has may be laid.
    """

    def __init__(
        self, *types: str, seats: int = 3, hands: Sequence[str] = (), **options: Any
    ) -> None:
        self.setup = setup_with(*types, seats=seats, **options)
        self.state: State = start(self.setup)
        self.events: list[Event] = []
        self.deal(*hands)

    # What happens

    def play(self, event: Event) -> None:
        """Check and fold in one event; what a seat chooses must be among what it is offered."""
        RULES.check(self.state, event)
        if not isinstance(event, Dealt | MenuDrawn):
            assert event in RULES.choices(self.state, cast(Choice, event).seat)
        RULES.apply(self.state, event)
        self.events.append(event)
        assert self.cards() == sum(self.state.kit.box.values()), "a card was created or lost"

    def deal(self, *hands: str) -> None:
        """Deal hands written as card names; what is missing of a hand or a seat is unknown."""
        for seat in range(self.state.seats):
            cards = hands[seat].split() if seat < len(hands) else []
            unknown = self.state.kit.hand_size - len(cards)
            self.play(Dealt(seat, self.state.round, (*cards, *[None] * unknown)))

    def chosen(self, seat: int, text: str) -> CardChosen:
        """Read a choice: `eel`, `spoon4: eel`, `chopsticks1: eel + egg`, `special_order > eel`."""
        uses, _, cards = text.rpartition(": ")
        cards, _, order = cards.partition(" > ")
        first, *extras = cards.split(" + ")
        return CardChosen(
            seat, self.state.turn, first, tuple(uses.split()), tuple(extras), order or None
        )

    def lay(self, *cards: str) -> None:
        """Let every seat choose; seats that are not named, or `-`, lay some plain card."""
        for seat in range(self.state.seats):
            text = cards[seat] if seat < len(cards) else "-"
            self.play(self.plain(seat) if text == "-" else self.chosen(seat, text))

    def plain(self, seat: int) -> CardChosen:
        """Return a choice that does nothing: the first plain card that a seat may hold."""
        choices = cast(Iterator[CardChosen], RULES.choices(self.state, seat))
        offered = {event.card: event for event in choices if not event.uses}
        return next(offered[face] for face in PLAIN if face in offered)

    def copy(self, seat: int, dish: str) -> None:
        """Let a seat lay its Special Order on a dish."""
        self.play(DishCopied(seat, self.state.turn, dish))

    def second(self, seat: int, card: str) -> None:
        """Let a seat choose its second card after the reveal."""
        self.play(ExtraChosen(seat, card))

    def ask(self, seat: int, wanted: str) -> None:
        """Let a seat ask with its Spoon."""
        self.play(SpoonAsked(seat, wanted))

    def give(self, seat: int, card: str | None) -> None:
        """Let the seat that is asked give a card, or say that it has none."""
        self.play(SpoonAnswered(seat, card))

    def draw(self, seat: int, cards: str = "") -> None:
        """Let a seat draw four cards for its Menu; those that are not named are unknown."""
        known = cards.split()
        self.play(MenuDrawn(seat, (*known, *[None] * (4 - len(known)))))

    def take(self, seat: int, card: str) -> None:
        """Let a seat lay one of the cards it drew."""
        self.play(MenuTaken(seat, card))

    def pack(self, seat: int, *dishes: str) -> None:
        """Let a seat turn dishes face down."""
        self.play(BoxPacked(seat, dishes))

    def pass_turns(self, number: int) -> None:
        """Let every seat lay plain cards for some turns."""
        for _ in range(number):
            self.lay()

    def end_round(self) -> None:
        """Let every seat lay plain cards until the round is over."""
        number = self.state.round
        while len(self.state.sheets) < number:
            self.lay()

    def end_match(self) -> None:
        """Let every seat lay plain cards until the match is over."""
        while self.phase != "over":
            if self.phase == "deal":
                self.deal()
            self.end_round()

    # What is refused

    def refuses(self, event: Event) -> str:
        """Return the code with which an event is refused; nothing changes and nothing offers it."""
        return self.refusal(event).code

    def refusal(self, event: Event) -> RuleViolation:
        """Return the refusal of an event."""
        before = self.state.clone()
        with pytest.raises(RuleViolation) as caught:
            RULES.check(self.state, event)
        assert self.state == before
        assert event not in list(RULES.choices(self.state, getattr(event, "seat", 0)))
        return caught.value

    def refuses_to_lay(self, seat: int, text: str) -> str:
        """Return the code with which a choice is refused."""
        return self.refuses(self.chosen(seat, text))

    # What lies where

    @property
    def phase(self) -> str:
        """What the match waits for."""
        return self.state.phase

    @property
    def acting(self) -> tuple[str, int]:
        """What the match waits for, and from which seat."""
        return self.state.phase, self.state.acting

    @property
    def discard(self) -> list[str]:
        """Cards beside the board, in their order."""
        return self.state.discard

    def dishes(self, seat: int) -> list[str]:
        """Return what lies before a seat, in the order it was laid."""
        table = self.state.tables[seat]
        return [dish_of(laid, table) for laid in table]

    def newest(self, seat: int, number: int = 1) -> list[str]:
        """Return the last dishes before a seat."""
        return self.dishes(seat)[-number:]

    def hand(self, seat: int) -> list[str]:
        """Return the cards that are known of the hand that a seat holds."""
        return self.state.held(seat).known

    def offered(self, seat: int) -> set[str | None]:
        """Return the cards or dishes that a seat may name now, without bonus cards."""
        named: set[str | None] = set()
        for event in RULES.choices(self.state, seat):
            match event:
                case CardChosen(card=name, uses=()) | ExtraChosen(card=name):
                    named.add(name)
                case DishCopied(dish=name) | MenuTaken(card=name) | SpoonAnswered(card=name):
                    named.add(name)
        return named

    def scored(self, rule: str, number: int = 1) -> list[int]:
        """Return what one line of the sheet of a finished round gives to each seat."""
        lines = self.state.sheets[number - 1].lines
        return [sum(line.points for line in seat if line.rule == rule) for seat in lines]

    def worth(self, rule: str) -> list[int]:
        """Return what one line of the sheet would give to each seat if the round ended now."""
        state = self.state
        lines = round_lines(state.kit, state.tables, state.points, state.claims, state.round)
        return [sum(line.points for line in seat if line.rule == rule) for seat in lines]

    def at_once(self) -> list[int]:
        """Return the points for uramaki that each seat got during this round."""
        return self.state.points

    def outcome(self) -> Outcome:
        """Return the result as it stands."""
        return RULES.outcome(self.state)

    def cards(self) -> int:
        """Return how many cards there are, wherever they lie."""
        state = self.state
        piles = [*state.tables, *state.kept, *state.limbo, state.discard, state.gone]
        return (
            sum(map(len, piles)) + sum(hand.size for hand in state.hands) + state.deck + state.pile
        )


def ordering(*dishes: str, types: tuple[str, ...] = (), **options: Any) -> Table:
    """Return a table at which seat 0 has laid some cards, one a turn, and now a Special Order."""
    table = Table("special_order", *types, **options)
    for card in dishes:
        table.lay(card)
    table.lay("special_order")
    return table
