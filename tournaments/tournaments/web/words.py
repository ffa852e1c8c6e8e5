"""What pages say of tournaments beside the words that every door has: games, stages, refusals."""

from django.utils.translation import gettext as _

from games.core.errors import RuleViolation
from games.core.words import Words, say
from replays.errors import KaitenError, message_of
from replays.web.access import language
from replays.web.pages import game_name
from tournaments.tournaments.director.rules import GameAtHand, StageRules
from tournaments.tournaments.selectors.answers import Labels
from tournaments.tournaments.selectors.words import (
    KINDS,
    RULINGS,
    broken_words,
    exact,
    figure_words,
    format_name,
    names,
    reason_words,
    tie_break_name,
)

__all__ = [
    "KINDS",
    "RULINGS",
    "Labels",
    "Refusal",
    "broken_words",
    "exact",
    "figure_words",
    "format_name",
    "game_title",
    "names",
    "reason_words",
    "refusal_words",
    "stage_title",
    "tie_break_name",
]

Refusal = RuleViolation | KaitenError


def game_title(game: GameAtHand) -> str:
    """Return a game's name, or what stands on its box where Kaiten has no rules for it."""
    title = game.options.get("title")
    return title if isinstance(title, str) and title else game_name(game.game)


def stage_title(rules: StageRules) -> str:
    """Return the format of a stage with the size of its tables, in a few words."""
    name = format_name(rules.format)
    if rules.is_open or max(rules.sizes) == 2:
        return name
    return _("%(format)s, tables of %(size)s") % {"format": name, "size": rules.preferred}


def refusal_words(error: Refusal, labels: Labels, words: Words | None = None) -> str:
    """Return one sentence that says what was refused; entrants by their names.

    `words` are those of the game, where its rules may be what refuses.
    """
    params = dict(error.params)
    if isinstance(one := params.get("entrant"), int):
        params["entrant"] = labels.get(one, one)
    if isinstance(several := params.get("entrants"), list | tuple):
        params["entrants"] = ", ".join(str(labels.get(number, number)) for number in several)
    sentence = message_of(error.code, **params)
    if sentence != error.code:
        return sentence
    # Rules of games have words of their own, under a key that says so.
    game_sentence = say(words or {}, f"code.{error.code}", language(), **error.params)
    return game_sentence if game_sentence != f"code.{error.code}" else error.code
