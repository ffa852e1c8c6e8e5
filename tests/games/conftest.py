"""Every test under `tests/games` sees the real games and the hidden one."""

from games.registry import register
from tests.games.hidden_game import RULES

register(RULES)
