"""Bots: they play every game through the contract alone, and each gets the view of its seat."""

from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot
from games.core.errors import RuleViolation
from games.core.matches import Bot

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}


def bot_names() -> tuple[str, ...]:
    """Return the names of all bots, weakest first."""
    return tuple(_BOTS)


def bot_named(name: str) -> Bot:
    """Return the bot of a name, or raise `unknown_bot`."""
    try:
        return _BOTS[name]
    except KeyError:
        raise RuleViolation("unknown_bot", bot=name[:40], known=list(_BOTS)) from None
