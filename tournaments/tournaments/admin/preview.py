"""What a command would change, as the page of its form shows it before it is done."""

from typing import Any, NamedTuple

from tournaments.tournaments.admin.words import THENS
from tournaments.tournaments.director.commands.base import Command
from tournaments.tournaments.director.state import State
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.consequences import (
    CorrectionOptionAnswer,
    consequences_view,
)
from tournaments.tournaments.web.corrections import undone_words


class Answered(NamedTuple):
    """One answer to what becomes of what stood on the former result."""

    words: str
    effects: list[str]
    problem: str
    """Why it cannot be given, or nothing."""


def preview_of(tournament: Tournament, state: State, command: Command) -> dict[str, Any]:
    """Return what a page shows of what a command would change; raises what it breaks."""
    answer = consequences_view(tournament.pk, state, command)
    return {
        "template": "tournaments/tournaments/admin/_preview.html",
        "version": answer.version,
        "nothing": answer.nothing,
        "lines": answer.words,
        "sentences": answer.sentences,
        "answers": [_answered(option) for option in answer.options],
    }


def _answered(option: CorrectionOptionAnswer) -> Answered:
    undone: Any = option.undone  # the same as the director's, as an answer
    return Answered(str(THENS[option.then]), undone_words(undone), option.words or "")
