"""What can be played."""

from hashlib import sha256

import msgspec
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.errors import RuleViolation
from games.registry import rules_of
from replays.api.answers.games import GameDetailAnswer, GamesAnswer, game_with_words, games_answer
from replays.http.answers import Answer
from replays.http.conditional import unless_fresh
from replays.http.problems import Refusal
from replays.http.schema import operation
from replays.http.views import ApiView


class GamesView(ApiView):
    """Every game Kaiten knows."""

    @operation("games_list", "List the games", GamesAnswer)
    def get(self, request: Request) -> Response:
        """List the games with their options and event types, in the language of the request."""
        return _tagged(request, games_answer(get_language() or "en"))


class GameView(ApiView):
    """One game."""

    address = {"slug": "The slug of the game, as the list has it."}

    @operation("games_read", "Read one game with its box and words", GameDetailAnswer, 404)
    def get(self, request: Request, slug: str) -> Response:
        """Return one game: what is in its box and where the numbers come from, its options, how
        open points of its rulebook are decided, and every word it has, in the language of the
        request."""
        try:
            rules = rules_of(slug)
        except RuleViolation as violation:
            raise Refusal(violation.code, 404, **violation.params) from None
        return _tagged(request, game_with_words(rules, get_language() or "en"))


def _tagged(request: Request, answer: Answer) -> Response:
    """Return an answer under the digest of itself: it changes with the program, not with data."""
    digest = sha256(msgspec.json.encode(answer)).hexdigest()[:16]
    return unless_fresh(request, f'"{digest}"', lambda: answer)
