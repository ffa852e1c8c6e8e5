"""What a score can be in Sushi Go Party!: measured, since every menu scores in its own way."""

from games.core.setup import Setup
from games.sushi_go_party.components import HAND_SIZES

# Most seen in some thousand matches of greedy and random bots over all menus, for 2 to 8 seats: 95,
# so about twice that with the largest hand, and less with smaller ones.
_MOST_OF_A_CARD = 20
# A lonely eel (-3) and the fewest temaki (-4) in each of three rounds, the fewest puddings (-6).
_LEAST = -27


def likely_scores(setup: Setup) -> tuple[int, int]:
    return _LEAST, _MOST_OF_A_CARD * HAND_SIZES[setup.seats]
