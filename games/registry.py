"""Slug → rules: the only list of games."""

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.setup import Setup
from games.plain.engine import Plain
from games.sushi_bar.engine import SushiBar
from games.sushi_boat.engine import SushiBoat
from games.sushi_express.engine import SushiExpress
from games.sushi_go_party.engine import SushiGoParty
from games.sushi_roll.engine import SushiRoll

_rules: dict[str, AnyRules] = {}


def register(rules: AnyRules) -> None:
    """Add a game; its slug is its name in every event type, address and file."""
    _rules[rules.slug] = rules


def games() -> tuple[AnyRules, ...]:
    """Return every registered game in the order of registration."""
    return tuple(_rules.values())


def rules_of(slug: str) -> AnyRules:
    """Return the rules of a game, or raise `unknown_game`."""
    try:
        return _rules[slug]
    except KeyError:
        raise RuleViolation("unknown_game", game=slug[:80]) from None


def rules_for(setup: Setup) -> AnyRules:
    """Return the rules a setup is played by, or raise if its version is not known here."""
    rules = rules_of(setup.game)
    if not 1 <= setup.rules <= rules.version:
        raise RuleViolation("unknown_rules_version", rules=setup.rules, known=rules.version)
    return rules


register(SushiGoParty())
register(SushiBar())
register(SushiRoll())
register(SushiExpress())
register(SushiBoat())
register(Plain())
