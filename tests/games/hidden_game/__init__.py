"""Lanterns: a small game of hidden hands that exists in tests only.

It has everything the contract allows and the first real games lack: a deal nobody may have seen,
simultaneous choices, questions that fail, hands that are passed on, and a draw only one seat sees.
"""

from games.core.contract import AnyRules
from tests.games.hidden_game.engine import HiddenGame

RULES: AnyRules = HiddenGame()
