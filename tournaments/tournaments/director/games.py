"""How many can play a game of a stage."""

from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.registry import rules_of
from tournaments.tournaments.director.rules import GameAtHand


def is_playable(game: GameAtHand, seats: int) -> bool:
    """Say whether so many can play a game with these options."""
    try:
        make_setup(rules_of(game.game), seats=seats, options=game.options)
    except RuleViolation:
        return False
    return True


def seats_of(game: GameAtHand) -> tuple[int, ...]:
    """Return how many can play a game with these options."""
    return tuple(seats for seats in rules_of(game.game).seats if is_playable(game, seats))
