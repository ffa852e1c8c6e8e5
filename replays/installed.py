"""Are the rules of a stored match here? The package that brought a game can be gone, or too old."""

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.words import Words, say
from games.registry import rules_of
from replays.errors import RulesMissing


def installed_rules(game: str) -> AnyRules:
    """Return the rules of a game that something stored names, or raise RulesMissing."""
    try:
        return rules_of(game)
    except RuleViolation:
        raise RulesMissing(game) from None


def missing_rules(game: str, rules: int) -> RulesMissing | None:
    """Return why the rules of this version cannot be asked, or None if they are here."""
    try:
        known = installed_rules(game)
    except RulesMissing as missing:
        return missing
    if 1 <= rules <= known.version:
        return None
    return RulesMissing(game, "unknown_rules_version")


def words_of_game(game: str) -> Words:
    """Return the words of a game, none if it is not installed."""
    try:
        return rules_of(game).words
    except RuleViolation:
        return {}


def name_of_game(game: str, language: str) -> str:
    """Return what a game is called, or its slug where only its package would know."""
    words = words_of_game(game)
    return say(words, "game.name", language) if words else game
