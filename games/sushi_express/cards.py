"""Where action cards can be: in a hand, laid down, or in the pile nobody has seen.

Nothing ever denies a card to a hand, so the exact test whether hidden cards explain a record is a
count: no type may be laid down or shown more often than the box has it, and no hand may give more
cards than it holds.
"""

from games.core.errors import RuleViolation
from games.sushi_express.components import ACTIONS, BOX
from games.sushi_express.state import State


def unseen(state: State) -> list[int]:
    """Return how many cards of each type are neither laid down nor known to be in a hand."""
    return [unseen_of(state, card) for card in range(len(BOX))]


def unseen_of(state: State, card: int) -> int:
    """Return how many cards of one type are neither laid down nor known to be in a hand.

    None where there were more of them than the box has, which an arbiter let happen.
    """
    return max(0, BOX[card] - state.played[card] - sum([hand[card] for hand in state.hands]))


def most_held(state: State, seat: int, card: int) -> int:
    """Return how many cards of a type a seat may hold as far as this state knows."""
    held = state.hands[seat][card]
    unknown = state.unknown[seat]
    return held + min(unknown, unseen_of(state, card)) if unknown else held


def table_allows(state: State, seat: int, card: int) -> bool:
    """Tell whether a seat may hold a card as far as the whole table knows.

    What the match waits for must not depend on more than that.
    """
    if state.seen[seat][card]:
        return True
    if not state.secret_cards(seat):
        return False
    return BOX[card] - state.played[card] > sum([seen[card] for seen in state.seen])


def require_held(state: State, seat: int, *wanted: tuple[int, int]) -> None:
    """Raise unless a seat can hold all of these (card, number) together."""
    room = state.unknown[seat]
    for card, number in wanted:
        missing = number - state.hands[seat][card]
        if missing <= 0:
            continue
        room -= missing
        if room < 0:
            raise RuleViolation("not_in_hand", cards=[ACTIONS[card]], number=number)
        left = unseen_of(state, card)
        if missing > left:
            raise RuleViolation(
                "no_deal_explains", cards=[ACTIONS[card]], needed=missing, left=left
            )


def lay_down(state: State, seat: int, card: int, number: int = 1) -> None:
    """Take cards out of a hand before everybody's eyes and out of the game."""
    hand = state.hands[seat]
    known = min(number, hand[card])
    hand[card] -= known
    state.unknown[seat] -= number - known
    if state.unknown[seat] < 0:
        # An arbiter let it happen: what was known of this hand was wrong.
        left = sum(hand) + state.unknown[seat]
        state.unknown[seat], state.pile = max(0, left), max(0, state.pile + min(0, left))
        state.hands[seat], state.seen[seat] = [0] * len(hand), [0] * len(hand)
    state.seen[seat][card] = max(0, state.seen[seat][card] - number)
    state.played[card] += number


def add_to_hand(state: State, seat: int, card: int | None) -> None:
    """Put a card of the pile into a hand; None is one that this state does not know."""
    state.pile -= 1
    if card is None:
        state.unknown[seat] += 1
    else:
        state.hands[seat][card] += 1


def lay_open(state: State, seat: int, counts: list[int]) -> None:
    """Note that the whole table has seen a hand."""
    state.hands[seat] = counts
    state.unknown[seat] = 0
    state.seen[seat] = counts[:]
