"""What can be played."""

from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.errors import RuleViolation
from games.registry import games, rules_of
from replays.api.answers.games import GameAnswer, GameDetailAnswer, GamesAnswer, game_with_words
from replays.http.problems import Refusal
from replays.http.schema import operation
from replays.http.views import ApiView


class GamesView(ApiView):
    """Every game Kaiten knows."""

    @operation("games_list", "List the games", GamesAnswer)
    def get(self, request: Request) -> Response:
        """List the games with their options and event types, in the language of the request."""
        language = get_language() or "en"
        return Response(GamesAnswer([GameAnswer.from_rules(rules, language) for rules in games()]))


class GameView(ApiView):
    """One game."""

    address = {"slug": "The slug of the game, as the list has it."}

    @operation("games_read", "Read one game with its words", GameDetailAnswer, 404)
    def get(self, request: Request, slug: str) -> Response:
        """Return one game with every word it has, in the language of the request."""
        try:
            rules = rules_of(slug)
        except RuleViolation as violation:
            raise Refusal(violation.code, 404, **violation.params) from None
        return Response(game_with_words(rules, get_language() or "en"))
