"""What a score can be in Sushi Boat: measured, since a stack is worth more than its plates."""

from games.core.setup import Setup

# Most seen in some thousand matches of greedy and random bots, for 2 to 5 seats: 43, so about twice
# that. Nothing in the game takes points away.
_LEAST, _MOST = 0, 90


def likely_scores(_setup: Setup) -> tuple[int, int]:
    return _LEAST, _MOST
