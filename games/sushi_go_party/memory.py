"""What seats remember of the deck: cards a Menu showed them, and fruit that is in play for good."""

from collections.abc import Sequence

from games.sushi_go_party.components import DESSERTS
from games.sushi_go_party.state import State


def look_at_deck(state: State, seat: int, cards: tuple[str | None, ...]) -> None:
    """Let a seat see the cards it draws for a Menu."""
    state.drawn = list(cards)
    seen = [card for card in cards if card is not None]
    state.deck_seen[seat] = at_least(state.deck_seen[seat], seen)
    state.phase = "take"


def at_least(known: tuple[str, ...], seen: Sequence[str]) -> tuple[str, ...]:
    """Return known cards with what is missing for them to include all that were seen."""
    missing = [
        card for card in dict.fromkeys(seen) for _ in range(seen.count(card) - known.count(card))
    ]
    return tuple(sorted([*known, *missing])) if missing else known


def without(known: tuple[str, ...], card: str) -> tuple[str, ...]:
    if card not in known:
        return known
    place = known.index(card)
    return known[:place] + known[place + 1 :]


def forget(state: State, card: str) -> None:
    """Note that everybody saw a card leave the hidden part of the main deck."""
    if card in DESSERTS:
        state.main_seen = [without(known, card) for known in state.main_seen]


def remember_fruit(state: State) -> None:
    """Fruit seen in the deck stays in the main deck: it can be dealt, not be shuffled in again."""
    for seat, seen in enumerate(state.deck_seen):
        fruit = [card for card in seen if card in DESSERTS]
        state.main_seen[seat] = at_least(state.main_seen[seat], fruit)
