"""What chance did while nobody looked, as the recorder offers it."""

from typing import Any

from games.core.contract import AnyRules
from games.core.setup import Setup, once_per_setup
from games.core.unseen import MOST_EVENTS, may_stay_unseen, unseen_events
from games.core.words import say
from games.registry import rules_for

__all__ = ["MOST_EVENTS", "leaves_chance_unseen", "unseen_events", "unseen_label"]


def unseen_label(rules: AnyRules, state: Any, language: str) -> str:
    """Return what the button says that leaves unknown what chance does next: cards, dice, …"""
    key = f"unseen.{rules.needs(state)[0].kind}"
    return say(rules.words, key if key in rules.words else "unseen", language)


@once_per_setup
def leaves_chance_unseen(setup: Setup) -> bool:
    """Say whether a match can be told by its choices alone, at least in part."""
    return may_stay_unseen(rules_for(setup), setup)
