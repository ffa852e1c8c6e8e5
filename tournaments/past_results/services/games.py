"""Which game a file means: one with rules by its slug or title, any other box by its name."""

from collections.abc import Mapping

from django.conf import settings

from games.core.words import say
from games.registry import games
from replays.errors import KaitenError
from tournaments.people.names import fold, slips

PLAIN = "plain"
_SLIPS = 2
_LEAST = 6
"""A shorter name is soon two slips from another one."""


class Games:
    """The games of a file, each found once; a box is called as the file spells it first."""

    def __init__(self) -> None:
        languages = [language for language, _name in settings.LANGUAGES]
        self._known = {
            fold(title): rules.slug
            for rules in games()
            if rules.slug != PLAIN
            for title in (rules.slug, *(say(rules.words, "game.name", one) for one in languages))
        }
        self._boxes: dict[str, str] = {}
        self._doubts: dict[str, str] = {}

    def find(self, text: str) -> tuple[str, Mapping[str, object]]:
        """Return the slug of a game and the options that say which box it is."""
        folded = fold(text)
        if folded in self._known:
            return self._known[folded], {}
        return PLAIN, {"title": self._boxes.setdefault(folded, text)}

    def doubt(self, text: str) -> KaitenError | None:
        """Return the question whether a box was meant to be a game with rules."""
        folded = fold(text)
        if folded in self._known or len(folded) < _LEAST:
            return None
        if folded not in self._doubts:
            near = [known for known in self._known if slips(folded, known) <= _SLIPS]
            self._doubts[folded] = near[0].title() if near else ""
        known = self._doubts[folded]
        return KaitenError("game_resembles", text=text[:80], known=known) if known else None
