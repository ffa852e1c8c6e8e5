"""Bots: they play every game through the contract alone, and each gets the view of its seat."""

import re

from games.bots.greedy import GreedyBot
from games.bots.random_bot import RandomBot
from games.bots.search import MOST_SIMULATIONS, SearchBot
from games.core.errors import RuleViolation
from games.core.matches import Bot

_BOTS: dict[str, Bot] = {
    bot.name: bot for bot in (RandomBot(), GreedyBot(), SearchBot(64), SearchBot(1000))
}
_SEARCH = re.compile(r"search:([1-9][0-9]{0,4})", re.ASCII)
"""One spelling per bot: its name is part of what identifies a match."""


def bot_names() -> tuple[str, ...]:
    """Return the names of the listed bots, weakest first; `search:N` takes other budgets too."""
    return tuple(_BOTS)


def bot_named(name: str) -> Bot:
    """Return the bot of a name, or raise `unknown_bot`."""
    if name in _BOTS:
        return _BOTS[name]
    match = _SEARCH.fullmatch(name)
    if match and int(match[1]) <= MOST_SIMULATIONS:
        return SearchBot(int(match[1]))
    raise RuleViolation("unknown_bot", bot=name[:40], known=list(_BOTS))
