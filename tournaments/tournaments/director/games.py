"""How many can play a game of a stage."""

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.matches import make_setup
from games.registry import GROUP, games, rules_of
from tournaments.tournaments.director.rules import GameAtHand


def installed_game(game: GameAtHand) -> AnyRules | None:
    """Return the rules of a game, or None if its package is gone."""
    return next((rules for rules in games() if rules.slug == game.game), None)


def is_playable(game: GameAtHand, seats: int) -> bool:
    """Say whether so many can play a game with these options."""
    try:
        make_setup(rules_of(game.game), seats=seats, options=game.options)
    except RuleViolation:
        return False
    return True


def seats_of(game: GameAtHand) -> tuple[int, ...]:
    """Return how many can play a game with these options; nobody can if it is not installed."""
    seats = [seats for rules in games() if rules.slug == game.game for seats in rules.seats]
    return tuple(number for number in seats if is_playable(game, number))


def require_installed(game: GameAtHand) -> None:
    """Raise `game_not_installed` if a stage names a game whose package is gone."""
    if installed_game(game) is None:
        raise RuleViolation("game_not_installed", game=game.game, group=GROUP)
